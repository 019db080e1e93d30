// Owned file descriptors and the small loops around read(2) and write(2).
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace asb {

/// Owns one descriptor, closes it once. Move only. -1 means none. Every descriptor we make is close-on-exec.
class Fd {
public:
    Fd() = default;
    explicit Fd(int fd) : fd_(fd) {}
    Fd(Fd&& other) noexcept : fd_(other.release()) {}
    Fd& operator=(Fd&& other) noexcept {
        if (this != &other)
            reset(other.release());
        return *this;
    }
    Fd(const Fd&) = delete;
    Fd& operator=(const Fd&) = delete;
    ~Fd() { reset(); }

    int get() const { return fd_; }
    explicit operator bool() const { return fd_ >= 0; }
    int release() { return std::exchange(fd_, -1); }
    void reset(int fd = -1);

private:
    int fd_ = -1;
};

struct Pipe {
    Fd read_end;
    Fd write_end;
};

/// pipe2(O_CLOEXEC | flags).
Result<Pipe> make_pipe(int flags = 0);

/// Two connected AF_UNIX sockets of `type` (SOCK_STREAM, SOCK_SEQPACKET), close-on-exec.
Result<std::pair<Fd, Fd>> make_socket_pair(int type);

/// Writes all of `data`, retrying on EINTR and short writes; waits with poll(2) on EAGAIN. Never raises
/// SIGPIPE on sockets (MSG_NOSIGNAL). False with errno set on failure.
bool write_all(int fd, std::string_view data);

/// Reads exactly `size` bytes; false at end of file before that (errno 0) or on error (errno set).
bool read_exact(int fd, void* buffer, std::size_t size);

/// Whole contents of a regular file of at most `limit` bytes. Errors: not there, not readable, larger than
/// the limit.
Result<std::string> read_file(const std::string& path, std::size_t limit = std::size_t{16} << 20);

/// Writes `data` to `path` through a temporary file in the same folder and rename(2); mode is the final mode.
Status write_file_atomically(const std::string& path, std::string_view data, unsigned mode = 0644);

/// dup of `fd` at the lowest free descriptor >= `minimum`, close-on-exec.
Result<Fd> dup_at_least(int fd, int minimum);

bool set_nonblocking(int fd, bool on);
bool set_cloexec(int fd, bool on);

/// Closes every descriptor >= `lowest` but those in keep (close_range where there is one).
void close_from(int lowest);

} // namespace asb
