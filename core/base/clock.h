// Monotonic time for limits, wall clock for people.
#pragma once

#include <chrono>
#include <cstdint>

namespace asb {

using MonotonicClock = std::chrono::steady_clock;

/// Milliseconds since the epoch (CLOCK_REALTIME); shown, never used for a limit.
inline std::int64_t wall_clock_ms() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

/// Microseconds of a clock that never goes back.
inline std::int64_t monotonic_us() {
    return std::chrono::duration_cast<std::chrono::microseconds>(MonotonicClock::now().time_since_epoch())
        .count();
}

} // namespace asb
