// Events on their way out: a bounded queue that a slow reader fills and that never blocks anybody. What does
// not fit is counted and told with a Gap.
#pragma once

#include "core/base/event.h"
#include "core/base/fd.h"

#include <cstdint>
#include <deque>
#include <string>

namespace asb::execd {

struct SinkLimits {
    std::size_t bytes = std::size_t{4} << 20;
    std::size_t events = 20'000;
};

class EventSink {
public:
    explicit EventSink(SinkLimits limits) : limits_(limits) {}

    /// Gives the output, which must not block (or be a regular file). Not owned. -1: nobody listens, events
    /// are dropped.
    void attach(int fd) { fd_ = fd; }
    bool attached() const { return fd_ >= 0; }

    /// Numbers and queues one event; wall time is filled in when it is missing.
    void put(Event event);

    enum class Flushed { All, Blocked, Broken };
    /// Writes what the output takes now. Broken: the reader is gone, or the output cannot be written.
    Flushed flush();
    bool empty() const { return current_.empty() && queue_.empty(); }

private:
    bool fits(std::size_t bytes, std::size_t events) const;
    void enqueue(const Event& event);
    void gather();

    SinkLimits limits_;
    int fd_ = -1;
    std::deque<std::string> queue_;
    std::size_t queued_bytes_ = 0;
    std::string current_; ///< being written
    std::size_t written_ = 0;
    std::uint64_t sequence_ = 0;
    std::uint64_t lost_ = 0;
};

} // namespace asb::execd
