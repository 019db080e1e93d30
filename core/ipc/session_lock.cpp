#include "core/ipc/session_lock.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>

namespace asb {
namespace {

Fd open_folder(const std::string& folder) {
    return Fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

} // namespace

Result<Fd> hold_session_folder(const std::string& folder) {
    Fd lock = open_folder(folder);
    if (!lock)
        return system_error("lock the session's folder " + folder, errno);
    int taken = 0;
    do {
        taken = ::flock(lock.get(), LOCK_EX);
    } while (taken != 0 && errno == EINTR);
    if (taken != 0)
        return system_error("lock the session's folder " + folder, errno);
    return lock;
}

bool is_session_folder_held(const std::string& folder) {
    const Fd lock = open_folder(folder);
    return lock && ::flock(lock.get(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

} // namespace asb
