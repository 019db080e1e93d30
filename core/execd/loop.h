// epoll(7) with names instead of pointers: an event that is stale, because its object was closed in the same
// turn, finds nobody under its number.
#pragma once

#include "core/base/clock.h"
#include "core/base/fd.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <sys/epoll.h>

namespace asb::execd {

using TimePoint = MonotonicClock::time_point;

enum class Source : std::uint8_t {
    Listener,
    Signals,
    Control,
    Input,
    Output,
    Peer,
    Client,
    Channel,
    Spawner,
    Place
};

struct Ready {
    Source source{};
    std::uint64_t id = 0; ///< at most 56 bits
    std::uint32_t events = 0;
};

class Loop {
public:
    /// Error when the kernel gives no epoll descriptor.
    Status open();

    /// Watches `fd` until remove(); remove() must come before the descriptor is closed. False with errno.
    bool add(int fd, std::uint32_t events, Source source, std::uint64_t id = 0);
    bool change(int fd, std::uint32_t events, Source source, std::uint64_t id = 0);
    void remove(int fd);

    using Batch = std::array<Ready, 64>;
    /// Waits for events, at the longest until `deadline`. Returns how many stand in `batch`.
    std::size_t wait(std::optional<TimePoint> deadline, Batch& batch);

private:
    Fd epoll_;
};

/// The earlier of two moments of which each may be missing.
std::optional<TimePoint> earlier(std::optional<TimePoint> a, std::optional<TimePoint> b);

} // namespace asb::execd
