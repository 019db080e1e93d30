// What a redirection opens: files, the shell's own /dev names, network connections, here-documents.
#include "core/shell/redirect.h"

#include "core/shell/shell.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <netdb.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace asb::shell {

namespace {

/// /dev/stdin, /dev/stdout, /dev/stderr, /dev/fd/N: the descriptor itself, not the file behind it, which may
/// lie outside of what the commands' sandbox may open. -1: another path.
int own_descriptor(const std::string& path) {
    if (!path.starts_with("/dev/"))
        return -1;
    if (path == "/dev/stdin")
        return 0;
    if (path == "/dev/stdout")
        return 1;
    if (path == "/dev/stderr")
        return 2;
    constexpr std::string_view kFolder = "/dev/fd/";
    if (!path.starts_with(kFolder) || path.size() == kFolder.size() || path.size() > kFolder.size() + 6)
        return -1;
    int number = 0;
    for (std::size_t i = kFolder.size(); i < path.size(); ++i) {
        if (path[i] < '0' || path[i] > '9')
            return -1;
        number = number * 10 + (path[i] - '0');
    }
    return number;
}

/// Regular files are not overwritten; devices and pipes may be opened (bash's noclobber_open).
int open_without_clobber(const std::string& path, int flags) {
    struct stat before {};
    const bool exists = stat(path.c_str(), &before) == 0;
    if (exists && S_ISREG(before.st_mode)) {
        errno = 0;
        return -1;
    }
    flags &= ~O_TRUNC;
    if (!exists) {
        const int fd = open(path.c_str(), flags | O_EXCL | O_CLOEXEC, 0666);
        if (fd < 0 && errno == EEXIST)
            errno = 0;
        return fd;
    }
    const int fd = open(path.c_str(), flags | O_CLOEXEC, 0666);
    struct stat after {};
    if (fd >= 0 && fstat(fd, &after) == 0 && S_ISREG(after.st_mode)) {
        close(fd);
        errno = 0;
        return -1;
    }
    return fd;
}

Fd here_document_file(const std::string& text) {
    const char* folder = std::getenv("TMPDIR");
    std::string pattern =
        std::string(folder != nullptr && *folder != '\0' ? folder : "/tmp") + "/sh-thd-XXXXXX";
    Fd file(mkostemp(pattern.data(), O_CLOEXEC));
    if (!file)
        return {};
    Fd reading(open(pattern.c_str(), O_RDONLY | O_CLOEXEC));
    const int code = errno;
    unlink(pattern.c_str());
    if (!reading || !write_all(file.get(), text)) {
        errno = reading ? errno : code;
        return {};
    }
    return reading;
}

/// A pipe when the text fits into one without waiting, else a deleted file, as bash does.
Fd here_document(const std::string& text) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return {};
    Fd reading(ends[0]);
    Fd writing(ends[1]);
    constexpr std::size_t kPageSize = 4096;
    if (text.size() > kPageSize) {
        const int capacity = fcntl(writing.get(), F_GETPIPE_SZ);
        if (capacity < 0 || static_cast<std::size_t>(capacity) < text.size())
            return here_document_file(text);
    }
    if (!text.empty() && !write_all(writing.get(), text))
        return {};
    return reading;
}

} // namespace

Fd open_network(Shell& shell, const std::string& path) {
    const bool datagram = path.starts_with("/dev/udp/");
    const std::size_t host_at = std::strlen("/dev/tcp/");
    const std::size_t slash = path.find('/', host_at);
    const std::string host = path.substr(host_at, slash - host_at);
    const std::string port = path.substr(slash + 1);
    struct addrinfo hints {};
    hints.ai_socktype = datagram ? SOCK_DGRAM : SOCK_STREAM;
    struct addrinfo* found = nullptr;
    if (const int code = getaddrinfo(host.c_str(), port.c_str(), &hints, &found)) {
        const bool bad_port = code == EAI_SERVICE;
        shell.error((bad_port ? port : host) + ": " + gai_strerror(code));
        errno = EINVAL;
        return {};
    }
    Fd result;
    int code = EINVAL;
    for (const struct addrinfo* address = found; address != nullptr; address = address->ai_next) {
        Fd candidate(socket(address->ai_family, address->ai_socktype | SOCK_CLOEXEC, address->ai_protocol));
        if (!candidate) {
            code = errno;
            continue;
        }
        if (connect(candidate.get(), address->ai_addr, address->ai_addrlen) == 0) {
            result = std::move(candidate);
            break;
        }
        code = errno;
    }
    freeaddrinfo(found);
    if (!result) {
        shell.write_error(shell.shell_name + ": connect: " + std::strerror(code));
        errno = code;
    }
    return result;
}

Fd open_step(Shell& shell, const RedirStep& step) {
    if (step.kind == RedirStep::Kind::Text)
        return here_document(step.text);
    if (const int own = own_descriptor(step.path); own >= 0) {
        if (shell.host.is_private(own)) {
            errno = ENOENT;
            return {};
        }
        Fd copy(fcntl(own, F_DUPFD_CLOEXEC, 3));
        if (!copy && errno == EBADF)
            errno = ENOENT; // what opening the name says
        return copy;
    }
    if ((step.path.starts_with("/dev/tcp/") || step.path.starts_with("/dev/udp/"))
        && step.path.find('/', std::strlen("/dev/tcp/")) != std::string::npos)
        return open_network(shell, step.path);
    if (step.noclobber)
        return Fd(open_without_clobber(step.path, step.flags));
    // A signal without a trap ends the shell meanwhile; one with a trap waits until the file is open, as in
    // bash.
    int fd;
    do {
        fd = open(step.path.c_str(), step.flags | O_CLOEXEC, 0666);
    } while (fd < 0 && errno == EINTR && !shell.interrupted());
    return Fd(fd);
}

int duplicate_private(int fd) {
    int copy = fcntl(fd, F_DUPFD_CLOEXEC, kPrivateFdBase);
    if (copy < 0 && errno == EINVAL) // a low limit of open files
        copy = fcntl(fd, F_DUPFD_CLOEXEC, kVariableFdBase);
    return copy;
}

} // namespace asb::shell
