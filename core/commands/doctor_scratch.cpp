#include "core/commands/doctor_scratch.h"

#include "core/base/paths.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

namespace asb {

Result<std::unique_ptr<ScratchFolder>> ScratchFolder::make() {
    std::string path = "/var/tmp/asb-XXXXXX";
    if (::mkdtemp(path.data()) == nullptr)
        return system_error("make a private folder in /var/tmp", errno,
                            "sessions keep their temporary files there: make it writable");
    std::unique_ptr<ScratchFolder> folder(new ScratchFolder(path));
    if (const Status status = folder->fill(); !status)
        return status.error();
    return folder;
}

Status ScratchFolder::fill() {
    lock_.reset(::open((path_ + "/lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    if (!lock_ || ::flock(lock_.get(), LOCK_EX | LOCK_NB) != 0)
        return system_error("lock " + path_, errno);
    for (const std::string& sub : {agent_nono_temp(), command_nono_temp(), agent_temp(), command_temp(),
                                   socket_folder(), nono_state()}) {
        if (::mkdir(sub.c_str(), 0700) != 0)
            return system_error("make " + sub, errno);
    }
    return write_file_atomically(canary(), "no sandbox may read this\n", 0600);
}

ScratchFolder::~ScratchFolder() {
    static_cast<void>(remove_tree(path_));
}

} // namespace asb
