// State that is put back on every way out of a scope.
#pragma once

#include <utility>

namespace asb::shell {

/// Puts an old value back on every way out.
template <typename T>
class Restore {
public:
    Restore(T& place, T temporary) : place_(place), old_(std::exchange(place, std::move(temporary))) {}
    ~Restore() { place_ = std::move(old_); }
    Restore(const Restore&) = delete;
    Restore& operator=(const Restore&) = delete;

private:
    T& place_;
    T old_;
};

/// Counts a nested state up and down again.
class Counter {
public:
    explicit Counter(int& value, bool active = true) : value_(value), active_(active) {
        value_ += active_ ? 1 : 0;
    }
    ~Counter() { value_ -= active_ ? 1 : 0; }
    Counter(const Counter&) = delete;
    Counter& operator=(const Counter&) = delete;

private:
    int& value_;
    bool active_;
};

} // namespace asb::shell
