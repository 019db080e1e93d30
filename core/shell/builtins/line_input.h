// Input for read and mapfile: never takes more from a descriptor than it hands out, so that whoever reads
// next finds the descriptor right behind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace asb::shell {

class Shell;

class LineInput {
public:
    enum class Status { Byte, End, Error, Timeout, Interrupted };

    /// `to_the_end`: everything will be read, so blocks may be taken at once.
    LineInput(Shell& shell, int fd, bool to_the_end);
    ~LineInput(); ///< leaves the descriptor behind the last byte given
    LineInput(const LineInput&) = delete;
    LineInput& operator=(const LineInput&) = delete;

    /// Gives up at this time of monotonic_us(); 0: never.
    void set_deadline(std::int64_t deadline_us) { deadline_us_ = deadline_us; }

    Status next(char& c) {
        if (at_ < window_.size()) {
            c = window_[at_++];
            return Status::Byte;
        }
        return refill(c);
    }
    /// What next() would give without asking the descriptor; skip takes the first bytes of it.
    std::string_view buffered() const { return std::string_view(window_).substr(at_); }
    void skip(std::size_t bytes) { at_ += bytes; }
    int error() const { return error_; }

private:
    enum class Kind : std::uint8_t { File, Pipe, Bytes, Blocks };
    Status refill(char& c);
    Status wait_readable();
    Status read_some(std::size_t most);
    void settle();
    bool tee_window();
    std::size_t next_look();

    Shell& shell_;
    int fd_;
    Kind kind_ = Kind::Bytes;
    std::string window_;
    std::size_t at_ = 0;
    std::size_t look_ = 512; ///< how much is looked at next: most lines are short
    std::int64_t deadline_us_ = 0;
    int error_ = 0;
};

} // namespace asb::shell
