#include "core/execd/event_sink.h"

#include "core/base/clock.h"

#include <cerrno>
#include <sys/socket.h>
#include <unistd.h>

namespace asb::execd {

namespace {

constexpr std::size_t kBatchBytes = std::size_t{64} << 10;
constexpr std::size_t kGapBytes = 256;

ssize_t write_now(int fd, const char* data, std::size_t size) {
    ssize_t written = ::send(fd, data, size, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (written < 0 && errno == ENOTSOCK)
        written = ::write(fd, data, size);
    return written;
}

} // namespace

bool EventSink::fits(std::size_t bytes, std::size_t events) const {
    return queued_bytes_ + bytes <= limits_.bytes && queue_.size() + events <= limits_.events;
}

void EventSink::enqueue(const Event& event) {
    Event numbered = event;
    numbered.sequence = ++sequence_;
    std::string line = to_json(numbered);
    line += '\n';
    queued_bytes_ += line.size();
    queue_.push_back(std::move(line));
}

void EventSink::put(Event event) {
    if (!attached())
        return;
    if (event.time_ms == 0)
        event.time_ms = wall_clock_ms();
    // The encoded size is not known before; what is longer than the estimate overdraws the limit by one
    // event.
    std::size_t estimate = kGapBytes + event.line.size() + event.text.size();
    for (const std::string& word : event.argv)
        estimate += word.size() + 3;
    if (!fits(estimate + kGapBytes, lost_ > 0 ? 2 : 1)) {
        ++lost_;
        return;
    }
    if (lost_ > 0) {
        Event gap;
        gap.type = EventType::Gap;
        gap.time_ms = event.time_ms;
        gap.count = std::exchange(lost_, 0);
        enqueue(gap);
    }
    enqueue(event);
}

void EventSink::gather() {
    current_.clear();
    written_ = 0;
    while (!queue_.empty() && current_.size() < kBatchBytes) {
        current_ += queue_.front();
        queued_bytes_ -= queue_.front().size();
        queue_.pop_front();
    }
}

EventSink::Flushed EventSink::flush() {
    if (!attached())
        return Flushed::Broken;
    for (;;) {
        if (written_ == current_.size()) {
            gather();
            if (current_.empty())
                return Flushed::All;
        }
        const ssize_t written = write_now(fd_, current_.data() + written_, current_.size() - written_);
        if (written >= 0)
            written_ += static_cast<std::size_t>(written);
        else if (errno == EAGAIN)
            return Flushed::Blocked;
        else if (errno != EINTR)
            return Flushed::Broken;
    }
}

} // namespace asb::execd
