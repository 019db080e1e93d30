// Records that have arrived and are not in the log yet: a moment's worth while the view follows, up to a
// whole ring's worth while it is paused.
#pragma once

#include "ui/traffic/traffic_log.h"

#include <deque>
#include <unordered_set>

namespace asb::ui {

class PendingRecords {
public:
    /// Bounded like the log itself; over it the oldest go and are counted.
    void set_limits(const TrafficLog::Limits& limits) { limits_ = limits; }

    /// `event` is what is packed in `record`; `is_new`: it is none of those that have been shown.
    void push(PackedRecord&& record, const Event& event, bool is_new);
    PackedRecord pop();
    bool empty() const { return records_.empty(); }
    std::size_t size() const { return records_.size(); }

    /// New lines, and new records that belong to none, among what is waiting.
    std::size_t tops() const { return tops_.size(); }
    /// Records that were dropped since the last call.
    std::uint64_t take_lost();
    void clear();

private:
    TrafficLog::Limits limits_;
    std::deque<PackedRecord> records_;
    std::unordered_set<std::uint64_t> tops_; ///< their ids: a line comes several times
    std::size_t bytes_ = 0;
    std::uint64_t lost_ = 0;
};

} // namespace asb::ui
