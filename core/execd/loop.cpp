#include "core/execd/loop.h"

#include <algorithm>
#include <cerrno>

namespace asb::execd {

namespace {

constexpr unsigned kIdBits = 56;

epoll_event entry_for(std::uint32_t events, Source source, std::uint64_t id) {
    epoll_event entry{};
    entry.events = events;
    entry.data.u64 = static_cast<std::uint64_t>(source) << kIdBits | id;
    return entry;
}

int milliseconds_until(std::optional<TimePoint> deadline) {
    if (!deadline)
        return -1;
    // Rounded up: waking too early would turn without anything to do.
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline - MonotonicClock::now()).count();
    return static_cast<int>(std::clamp<std::int64_t>(left, 0, 3'600'000));
}

} // namespace

Status Loop::open() {
    epoll_.reset(::epoll_create1(EPOLL_CLOEXEC));
    if (!epoll_)
        return system_error("make an epoll descriptor", errno);
    return success();
}

bool Loop::add(int fd, std::uint32_t events, Source source, std::uint64_t id) {
    epoll_event entry = entry_for(events, source, id);
    return ::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, fd, &entry) == 0;
}

bool Loop::change(int fd, std::uint32_t events, Source source, std::uint64_t id) {
    epoll_event entry = entry_for(events, source, id);
    return ::epoll_ctl(epoll_.get(), EPOLL_CTL_MOD, fd, &entry) == 0;
}

void Loop::remove(int fd) {
    epoll_event unused{};
    ::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, fd, &unused);
}

std::size_t Loop::wait(std::optional<TimePoint> deadline, Batch& batch) {
    std::array<epoll_event, std::tuple_size_v<Batch>> entries{};
    const int count = ::epoll_wait(epoll_.get(), entries.data(), static_cast<int>(entries.size()),
                                   milliseconds_until(deadline));
    for (int i = 0; i < count; ++i) {
        const epoll_event& entry = entries[static_cast<std::size_t>(i)];
        batch[static_cast<std::size_t>(i)] =
            Ready{static_cast<Source>(entry.data.u64 >> kIdBits),
                  entry.data.u64 & ((std::uint64_t{1} << kIdBits) - 1), entry.events};
    }
    return count > 0 ? static_cast<std::size_t>(count) : 0;
}

std::optional<TimePoint> earlier(std::optional<TimePoint> a, std::optional<TimePoint> b) {
    if (!a)
        return b;
    return b ? std::min(*a, *b) : a;
}

} // namespace asb::execd
