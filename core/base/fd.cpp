#include "core/base/fd.h"

#include "core/base/paths.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

namespace asb {

namespace {

/// send(2) without SIGPIPE where `fd` is a socket, else write(2).
ssize_t write_some(int fd, std::string_view data, bool& is_socket) {
    if (is_socket) {
        const ssize_t sent = ::send(fd, data.data(), data.size(), MSG_NOSIGNAL);
        if (sent >= 0 || errno != ENOTSOCK)
            return sent;
        is_socket = false;
    }
    return ::write(fd, data.data(), data.size());
}

bool wait_for(int fd, short events) {
    pollfd entry{fd, events, 0};
    while (::poll(&entry, 1, -1) < 0) {
        if (errno != EINTR)
            return false;
    }
    return true;
}

} // namespace

void Fd::reset(int fd) {
    // close(2) is not repeated on EINTR: Linux has released the number by then.
    if (fd_ >= 0 && fd_ != fd) {
        const int saved = errno;
        ::close(fd_);
        errno = saved;
    }
    fd_ = fd;
}

Result<Pipe> make_pipe(int flags) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC | flags) != 0)
        return system_error("make a pipe", errno);
    return Pipe{Fd(ends[0]), Fd(ends[1])};
}

Result<std::pair<Fd, Fd>> make_socket_pair(int type) {
    int ends[2];
    if (::socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ends) != 0)
        return system_error("make a socket pair", errno);
    return std::pair<Fd, Fd>(Fd(ends[0]), Fd(ends[1]));
}

bool write_all(int fd, std::string_view data) {
    bool is_socket = true;
    while (!data.empty()) {
        const ssize_t written = write_some(fd, data, is_socket);
        if (written >= 0) {
            data.remove_prefix(static_cast<std::size_t>(written));
            continue;
        }
        if (errno == EINTR)
            continue;
        if (errno == EAGAIN && wait_for(fd, POLLOUT))
            continue;
        return false;
    }
    return true;
}

bool read_exact(int fd, void* buffer, std::size_t size) {
    char* position = static_cast<char*>(buffer);
    while (size > 0) {
        const ssize_t got = ::read(fd, position, size);
        if (got > 0) {
            position += got;
            size -= static_cast<std::size_t>(got);
            continue;
        }
        if (got == 0) {
            errno = 0;
            return false;
        }
        if (errno == EINTR)
            continue;
        if (errno == EAGAIN && wait_for(fd, POLLIN))
            continue;
        return false;
    }
    return true;
}

Result<std::string> read_file(const std::string& path, std::size_t limit) {
    // O_NONBLOCK: a FIFO in place of the file must not hang us; regular files ignore it.
    const Fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!file)
        return system_error("read " + path, errno);
    struct stat info {};
    if (::fstat(file.get(), &info) != 0)
        return system_error("read " + path, errno);
    if (!S_ISREG(info.st_mode))
        return Error{"read " + path + ": not a regular file", {}, EINVAL};
    std::string contents;
    std::vector<char> chunk(std::size_t{64} << 10);
    for (;;) {
        const ssize_t got = ::read(file.get(), chunk.data(), chunk.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return system_error("read " + path, errno);
        if (got == 0)
            return contents;
        if (contents.size() + static_cast<std::size_t>(got) > limit)
            return Error{"read " + path + ": larger than " + std::to_string(limit) + " bytes", {}, EFBIG};
        contents.append(chunk.data(), static_cast<std::size_t>(got));
    }
}

Status write_file_atomically(const std::string& path, std::string_view data, unsigned mode) {
    std::string temporary = parent_folder(path) + "/.asb-XXXXXX";
    const Fd file(::mkostemp(temporary.data(), O_CLOEXEC));
    if (!file)
        return system_error("write " + path, errno, "check that the folder exists and can be written");
    if (write_all(file.get(), data) && ::fchmod(file.get(), mode) == 0
        && ::rename(temporary.c_str(), path.c_str()) == 0)
        return success();
    const int code = errno;
    ::unlink(temporary.c_str());
    return system_error("write " + path, code);
}

Result<Fd> dup_at_least(int fd, int minimum) {
    const int copy = ::fcntl(fd, F_DUPFD_CLOEXEC, minimum);
    if (copy < 0)
        return system_error("duplicate descriptor " + std::to_string(fd), errno);
    return Fd(copy);
}

bool set_nonblocking(int fd, bool on) {
    const int flags = ::fcntl(fd, F_GETFL);
    if (flags < 0)
        return false;
    const int wanted = on ? flags | O_NONBLOCK : flags & ~O_NONBLOCK;
    return wanted == flags || ::fcntl(fd, F_SETFL, wanted) == 0;
}

bool set_cloexec(int fd, bool on) {
    return ::fcntl(fd, F_SETFD, on ? FD_CLOEXEC : 0) == 0;
}

void close_from(int lowest) {
    const unsigned first = static_cast<unsigned>(std::max(lowest, 0));
#ifdef SYS_close_range
    if (::syscall(SYS_close_range, first, ~0U, 0U) == 0)
        return;
#endif
    const long limit = ::sysconf(_SC_OPEN_MAX);
    const int end = static_cast<int>(std::clamp(limit, 256L, 1L << 20));
    for (int fd = static_cast<int>(first); fd < end; ++fd)
        ::close(fd);
}

} // namespace asb
