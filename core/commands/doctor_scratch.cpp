#include "core/commands/doctor_scratch.h"

#include "core/base/paths.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <sys/file.h>

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
    lock_.reset(::open((path() + "/lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    if (!lock_ || ::flock(lock_.get(), LOCK_EX | LOCK_NB) != 0)
        return system_error("lock " + path(), errno);
    if (const Status made = make_run_folder(run_); !made)
        return made;
    return make_dirs(nono_state(), 0700);
}

ScratchFolder::~ScratchFolder() {
    static_cast<void>(remove_tree(path()));
}

} // namespace asb
