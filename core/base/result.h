// Results of operations that can fail: what was tried, on what, why it failed, what to do next.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace asb {

/// One failure, told once. `what` names the operation and its object and why it failed ("open /x: Permission
/// denied"); `hint` says what to do next and may be empty; `code` is the errno behind it, 0 when there is
/// none.
struct Error {
    std::string what;
    std::string hint;
    int code = 0;

    /// "what (hint)" on one line, for terminals and logs.
    std::string text() const { return hint.empty() ? what : what + "\n  " + hint; }
};

/// Error whose `what` is "<operation>: <strerror(code)>". Takes the errno explicitly; pass `errno` itself.
Error system_error(std::string operation, int code, std::string hint = {});

/// Nothing, for Result<Unit>.
struct Unit {};

/// A value or an Error. Test with `if (!r)`; `*r` and `r->` need a value, `error()` needs a failure.
template <typename T>
class [[nodiscard]] Result {
public:
    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

    bool ok() const { return state_.index() == 0; }
    explicit operator bool() const { return ok(); }
    T& operator*() & { return std::get<0>(state_); }
    const T& operator*() const& { return std::get<0>(state_); }
    T&& operator*() && { return std::get<0>(std::move(state_)); }
    T* operator->() { return &std::get<0>(state_); }
    const T* operator->() const { return &std::get<0>(state_); }
    const Error& error() const { return std::get<1>(state_); }

private:
    std::variant<T, Error> state_;
};

using Status = Result<Unit>;
inline Status success() {
    return Unit{};
}

} // namespace asb
