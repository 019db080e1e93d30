#include "core/commands/doctor_scratch.h"

#include "core/base/paths.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>

namespace asb {

namespace {

/// Holds <folder>/lock; no descriptor when somebody else does.
Result<Fd> lock_folder(const std::string& folder, int flags) {
    Fd lock(::open((folder + "/lock").c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, 0600));
    if (!lock || ::flock(lock.get(), LOCK_EX | LOCK_NB) != 0)
        return system_error("lock " + folder, errno);
    return lock;
}

Result<std::string> fresh_folder(const std::string& prefix, const std::string& hint) {
    std::string path = prefix + "XXXXXX";
    if (::mkdtemp(path.data()) == nullptr)
        return system_error("make a private folder " + path, errno, hint);
    return path;
}

/// What doctors left that were killed: nobody holds their lock.
void remove_stale(const std::string& folder) {
    std::error_code code;
    for (std::filesystem::directory_iterator entry(folder, code), end; !code && entry != end;
         entry.increment(code)) {
        if (lock_folder(entry->path().string(), 0))
            static_cast<void>(remove_tree(entry->path().string()));
    }
}

} // namespace

Result<std::unique_ptr<ScratchFolder>> ScratchFolder::make() {
    std::unique_ptr<ScratchFolder> folder(new ScratchFolder);
    if (const Status status = folder->fill(); !status)
        return status.error();
    return folder;
}

Status ScratchFolder::fill() {
    Result<std::string> run =
        fresh_folder("/var/tmp/asb-", "sessions keep their temporary files there: make it writable");
    if (!run)
        return run.error();
    run_.root = *run;
    Result<Fd> lock = lock_folder(run_.root, O_CREAT);
    if (!lock)
        return lock.error();
    lock_ = std::move(*lock);
    if (const Status made = make_run_layout(run_); !made)
        return made;

    const std::string checks = state_dir() + "/checks";
    if (const Status made = make_dirs(checks, 0700); !made)
        return in_state_dir(made.error());
    remove_stale(checks);
    Result<std::string> state =
        fresh_folder(checks + "/", "records of sessions are kept there: make it writable");
    if (!state)
        return state.error();
    nono_state_ = *state;
    Result<Fd> state_lock = lock_folder(nono_state_, O_CREAT);
    if (!state_lock)
        return state_lock.error();
    state_lock_ = std::move(*state_lock);
    return success();
}

ScratchFolder::~ScratchFolder() {
    for (const std::string& path : {run_.root, nono_state_}) {
        if (!path.empty())
            static_cast<void>(remove_tree(path));
    }
}

} // namespace asb
