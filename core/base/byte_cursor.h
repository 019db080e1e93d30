#pragma once

#include <cstddef>
#include <string_view>

namespace asb {

/// Takes pieces from the front of bytes that somebody else wrote. Borrows them. After the first piece that
/// does not fit, `ok` stays false and every piece is empty, so a decoder checks once, at its end.
class ByteCursor {
public:
    explicit ByteCursor(std::string_view bytes) : rest_(bytes) {}

    bool ok() const { return ok_; }
    /// True when all bytes were taken and each piece was there.
    bool at_end() const { return ok_ && rest_.empty(); }
    /// For a value that was read and cannot be right.
    void fail() { ok_ = false; }

    /// The next `size` bytes; empty when there are fewer.
    std::string_view take(std::size_t size) {
        if (!ok_ || rest_.size() < size) {
            ok_ = false;
            return {};
        }
        const std::string_view taken = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return taken;
    }

private:
    std::string_view rest_;
    bool ok_ = true;
};

} // namespace asb
