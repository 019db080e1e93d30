#include "core/events/ring.h"

#include <algorithm>

namespace asb {

void Ring::put(const Record& record) {
    if (record.id > newest_) {
        newest_ = record.id;
        count(record, nullptr);
        records_.push_back(record);
        if (records_.size() > capacity_) {
            records_.pop_front();
            ++dropped_;
        }
        return;
    }
    const auto place = std::lower_bound(records_.begin(), records_.end(), record.id,
                                        [](const Record& left, std::uint64_t id) { return left.id < id; });
    if (place == records_.end() || place->id != record.id)
        return;
    count(record, &*place);
    *place = record;
}

void Ring::count(const Record& record, const Record* before) {
    const EventType type = record.event.type;
    if (!before && (type == EventType::RequestStart || type == EventType::RequestEnd))
        ++totals_.requests;
    if (!before && (type == EventType::CommandStart || type == EventType::CommandEnd))
        ++totals_.commands;
    const bool was_refused = before && before->event.verdict == Verdict::Refused;
    if (record.event.verdict == Verdict::Refused && !was_refused)
        ++totals_.refused;
}

} // namespace asb
