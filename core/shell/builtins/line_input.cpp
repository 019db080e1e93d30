#include "core/shell/builtins/line_input.h"

#include "core/base/clock.h"
#include "core/shell/builtins/utility_state.h"
#include "core/shell/shell.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace asb::shell {

namespace {

constexpr std::size_t kMostLooked = 4096;
constexpr std::size_t kBlock = 64 * 1024;
constexpr int kHighDescriptor = 200; ///< private descriptors lie above what scripts use

} // namespace

PeekPipe::~PeekPipe() {
    close_both();
}

void PeekPipe::close_both() {
    if (read_end >= 0)
        close(read_end);
    if (write_end >= 0)
        close(write_end);
    read_end = write_end = -1;
}

/// The pipe belongs to one process: a forked copy makes its own.
bool PeekPipe::ready() {
    if (read_end >= 0 && owner == getpid())
        return true;
    close_both();
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        return false;
    read_end = fcntl(ends[0], F_DUPFD_CLOEXEC, kHighDescriptor);
    write_end = fcntl(ends[1], F_DUPFD_CLOEXEC, kHighDescriptor);
    close(ends[0]);
    close(ends[1]);
    owner = getpid();
    if (read_end >= 0 && write_end >= 0)
        return true;
    close_both();
    return false;
}

LineInput::LineInput(Shell& shell, int fd, bool to_the_end) : shell_(shell), fd_(fd) {
    struct stat info {};
    if (to_the_end)
        kind_ = Kind::Blocks;
    else if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode)
             && (info.st_size > 0 || lseek(fd, 0, SEEK_CUR) >= 0)) // those of /proc have no size
        kind_ = Kind::File;
    else if (S_ISFIFO(info.st_mode) && shell.utilities->peek.ready())
        kind_ = Kind::Pipe;
}

LineInput::~LineInput() {
    settle();
}

void LineInput::settle() {
    if (kind_ == Kind::File && at_ < window_.size())
        static_cast<void>(lseek(fd_, static_cast<off_t>(at_) - static_cast<off_t>(window_.size()), SEEK_CUR));
    if (kind_ == Kind::Pipe) { // the window was only looked at
        std::size_t left = at_;
        std::array<char, kMostLooked> sink; // NOLINT: read fills it
        while (left > 0) {
            const ssize_t n = read(fd_, sink.data(), std::min(left, sink.size()));
            if (n <= 0 && !(n < 0 && errno == EINTR))
                break;
            left -= n > 0 ? static_cast<std::size_t>(n) : 0;
        }
    }
    window_.clear();
    at_ = 0;
}

LineInput::Status LineInput::wait_readable() {
    for (;;) {
        int wait_ms = -1;
        if (deadline_us_ > 0) {
            const std::int64_t left = deadline_us_ - monotonic_us();
            if (left <= 0)
                return Status::Timeout;
            wait_ms = static_cast<int>(std::min<std::int64_t>((left + 999) / 1000, 1'000'000));
        }
        pollfd item{fd_, POLLIN, 0};
        const int n = poll(&item, 1, wait_ms);
        if (n > 0)
            return Status::Byte;
        if (n < 0 && errno != EINTR)
            return Status::Byte; // let read say what is wrong
        if (n < 0 && shell_.interrupted())
            return Status::Interrupted;
    }
}

std::size_t LineInput::next_look() {
    return std::exchange(look_, kMostLooked);
}

bool LineInput::tee_window() {
    const PeekPipe& peek = shell_.utilities->peek;
    const ssize_t n = tee(fd_, peek.write_end, next_look(), SPLICE_F_NONBLOCK);
    if (n <= 0)
        return false;
    window_.resize(static_cast<std::size_t>(n));
    std::size_t got = 0;
    while (got < window_.size()) {
        const ssize_t part = read(peek.read_end, window_.data() + got, window_.size() - got);
        if (part <= 0)
            break;
        got += static_cast<std::size_t>(part);
    }
    window_.resize(got);
    return got > 0;
}

LineInput::Status LineInput::read_some(std::size_t most) {
    window_.resize(most);
    for (;;) {
        const ssize_t n = read(fd_, window_.data(), most);
        if (n >= 0) {
            window_.resize(static_cast<std::size_t>(n));
            return n == 0 ? Status::End : Status::Byte;
        }
        error_ = errno;
        if (error_ == EINTR) {
            if (shell_.interrupted()) {
                window_.clear();
                return Status::Interrupted;
            }
            continue;
        }
        window_.clear();
        return Status::Error;
    }
}

LineInput::Status LineInput::refill(char& c) {
    settle();
    if (deadline_us_ > 0) {
        const Status waited = wait_readable();
        if (waited != Status::Byte)
            return waited;
    }
    Status got = Status::Byte;
    if (kind_ == Kind::Pipe) {
        if (!tee_window()) { // empty: wait for one byte (or the end) in read
            const Status waited = wait_readable();
            if (waited != Status::Byte)
                return waited;
            if (!tee_window()) {
                char byte = 0;
                const ssize_t n = read(fd_, &byte, 1);
                if (n == 1) {
                    c = byte;
                    return Status::Byte;
                }
                error_ = errno;
                return n == 0 ? Status::End : Status::Error;
            }
        }
    } else {
        got = read_some(kind_ == Kind::File ? next_look() : kind_ == Kind::Blocks ? kBlock : 1);
    }
    if (got != Status::Byte)
        return got;
    c = window_[at_++];
    return Status::Byte;
}

} // namespace asb::shell
