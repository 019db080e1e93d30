// AF_UNIX sockets with descriptor passing (unix(7), SCM_RIGHTS, SO_PEERCRED).
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"

#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace asb {

/// Binds and listens on `path` (stream, 0600, close-on-exec). The folder must be private to the caller: the
/// mode is set with the umask, so there is no moment at which others can connect. Error when the path is too
/// long (107 bytes).
Result<Fd> listen_unix(const std::string& path, int backlog = 128);

/// Connects to `path` (stream, close-on-exec, blocking).
Result<Fd> connect_unix(const std::string& path);

struct PeerCredentials {
    pid_t pid = 0;
    uid_t uid = 0;
    gid_t gid = 0;
};
Result<PeerCredentials> peer_credentials(int fd);

/// Sends `data` (at least one byte) with `fds` attached to its first byte; the rest of `data` follows.
bool send_with_fds(int socket, std::string_view data, const std::vector<int>& fds);

/// One recvmsg(2) of at most `size` bytes; every descriptor that comes with it is close-on-exec and is put in
/// `fds` (at most 16 are accepted, more are closed by the kernel). Returns bytes read, 0 at end of file, -1
/// with errno.
ssize_t receive_with_fds(int socket, void* buffer, std::size_t size, std::vector<Fd>& fds, int flags = 0);

} // namespace asb
