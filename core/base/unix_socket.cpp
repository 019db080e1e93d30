#include "core/base/unix_socket.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <utility>

namespace asb {

namespace {

constexpr std::size_t kMaxPassed = 16;

Result<sockaddr_un> address_of(const std::string& path, const std::string& operation) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.empty() || path.find('\0') != std::string::npos)
        return Error{operation + ": not a socket path", {}, EINVAL};
    if (path.size() >= sizeof(address.sun_path))
        return Error{operation + ": the path is longer than 107 bytes", "use a shorter folder", ENAMETOOLONG};
    std::memcpy(address.sun_path, path.data(), path.size());
    return address;
}

/// A socket, and the address that it is to have or to reach.
struct Endpoint {
    Fd socket;
    sockaddr_un address;

    const sockaddr* generic() const { return reinterpret_cast<const sockaddr*>(&address); }
};

Result<Endpoint> make_endpoint(const std::string& path, const std::string& operation) {
    const Result<sockaddr_un> address = address_of(path, operation);
    if (!address)
        return address.error();
    Endpoint endpoint{Fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)), *address};
    if (!endpoint.socket)
        return system_error(operation, errno);
    return endpoint;
}

/// One sendmsg of as much of `data` as the socket takes, with the descriptors attached.
ssize_t send_first(int socket, std::string_view data, const std::vector<int>& fds) {
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int) * kMaxPassed)> control{};
    iovec part{const_cast<char*>(data.data()), data.size()};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (!fds.empty()) {
        const std::size_t bytes = sizeof(int) * fds.size();
        message.msg_control = control.data();
        message.msg_controllen = CMSG_SPACE(bytes);
        cmsghdr* header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(bytes);
        std::memcpy(CMSG_DATA(header), fds.data(), bytes);
    }
    for (;;) {
        const ssize_t sent = ::sendmsg(socket, &message, MSG_NOSIGNAL);
        if (sent >= 0)
            return sent;
        if (errno == EAGAIN) {
            pollfd entry{socket, POLLOUT, 0};
            if (::poll(&entry, 1, -1) >= 0 || errno == EINTR)
                continue;
        }
        if (errno != EINTR)
            return -1;
    }
}

} // namespace

Result<Fd> listen_unix(const std::string& path, int backlog) {
    const std::string operation = "listen on " + path;
    Result<Endpoint> endpoint = make_endpoint(path, operation);
    if (!endpoint)
        return endpoint.error();
    const mode_t previous = ::umask(0177);
    const int bound = ::bind(endpoint->socket.get(), endpoint->generic(), sizeof(sockaddr_un));
    const int code = errno;
    ::umask(previous);
    if (bound != 0)
        return system_error(operation, code,
                            code == EADDRINUSE ? "remove the old socket or choose another path" : "");
    if (::listen(endpoint->socket.get(), backlog) != 0)
        return system_error(operation, errno);
    return std::move(endpoint->socket);
}

Result<Fd> connect_unix(const std::string& path) {
    const std::string operation = "connect to " + path;
    Result<Endpoint> endpoint = make_endpoint(path, operation);
    if (!endpoint)
        return endpoint.error();
    while (::connect(endpoint->socket.get(), endpoint->generic(), sizeof(sockaddr_un)) != 0) {
        if (errno != EINTR)
            return system_error(operation, errno);
    }
    return std::move(endpoint->socket);
}

Result<PeerCredentials> peer_credentials(int fd) {
    ucred credentials{};
    socklen_t size = sizeof(credentials);
    if (::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0)
        return system_error("read the peer's credentials", errno);
    return PeerCredentials{credentials.pid, credentials.uid, credentials.gid};
}

bool send_with_fds(int socket, std::string_view data, const std::vector<int>& fds) {
    if (data.empty() || fds.size() > kMaxPassed) {
        errno = EINVAL;
        return false;
    }
    const ssize_t sent = send_first(socket, data, fds);
    if (sent < 0)
        return false;
    data.remove_prefix(static_cast<std::size_t>(sent));
    return data.empty() || write_all(socket, data);
}

ssize_t receive_with_fds(int socket, void* buffer, std::size_t size, std::vector<Fd>& fds, int flags) {
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int) * kMaxPassed)> control{};
    iovec part{buffer, size};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    ssize_t got = 0;
    do {
        got = ::recvmsg(socket, &message, flags | MSG_CMSG_CLOEXEC);
    } while (got < 0 && errno == EINTR);
    if (got < 0)
        return -1;
    for (cmsghdr* header = CMSG_FIRSTHDR(&message); header != nullptr;
         header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS)
            continue;
        const std::size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (std::size_t i = 0; i < count; ++i) {
            int fd = -1;
            std::memcpy(&fd, CMSG_DATA(header) + i * sizeof(int), sizeof(int));
            fds.emplace_back(fd);
        }
    }
    return got;
}

} // namespace asb
