#include "core/front/cgroup_guard.h"

#include <cerrno>
#include <sched.h>
#include <string>
#include <sys/mount.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace asb {
namespace {

Error refused(const char* step, int code) {
    return system_error(
        std::string("as root on this machine nono refuses every declared command, because "
                    "/sys/fs/cgroup is writable and has no cgroup.procs; to get around that, tried to ")
            + step,
        code, "run as an ordinary user, or mount cgroup2 on /sys/fs/cgroup");
}

/// Mount flags that are in force; a remount has to repeat them, and may be refused when it does not.
unsigned long kept_flags(const char* folder) {
    struct statvfs info {};
    unsigned long flags = 0;
    if (::statvfs(folder, &info) != 0)
        return flags;
    if ((info.f_flag & ST_NOSUID) != 0)
        flags |= MS_NOSUID;
    if ((info.f_flag & ST_NODEV) != 0)
        flags |= MS_NODEV;
    if ((info.f_flag & ST_NOEXEC) != 0)
        flags |= MS_NOEXEC;
    if ((info.f_flag & ST_NOATIME) != 0)
        flags |= MS_NOATIME;
    if ((info.f_flag & ST_RELATIME) != 0)
        flags |= MS_RELATIME;
    return flags;
}

} // namespace

bool cgroup_guard_needed(const char* folder) {
    const std::string procs = std::string(folder) + "/cgroup.procs";
    return ::geteuid() == 0 && ::access(folder, W_OK) == 0 && ::access(procs.c_str(), F_OK) != 0;
}

Status guard_cgroup(const char* folder) {
    if (::unshare(CLONE_NEWNS) != 0)
        return refused("make a mount namespace", errno);
    if (::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0)
        return refused("make the mounts private", errno);
    if (::mount(folder, folder, nullptr, MS_BIND | MS_REC, nullptr) != 0)
        return refused("mount the folder on itself", errno);
    if (::mount("none", folder, nullptr, MS_REMOUNT | MS_BIND | MS_RDONLY | kept_flags(folder), nullptr) != 0)
        return refused("make it read-only", errno);
    if (::access(folder, W_OK) == 0)
        return refused("make it read-only, which had no effect", EPERM);
    return success();
}

} // namespace asb
