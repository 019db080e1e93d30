#include "core/front/run_folder.h"

#include "core/base/paths.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <vector>

namespace asb {
namespace {

constexpr std::string_view kPrefix = "asb-";
constexpr std::size_t kNameLength = 10; // asb-XXXXXX
constexpr std::size_t kIdLength = 16;
constexpr time_t kYoungestStaleSeconds = 10;

bool is_session_id(std::string_view text) {
    return text.size() == kIdLength && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

Result<std::string> make_session_id() {
    unsigned char bytes[kIdLength / 2];
    if (::getrandom(bytes, sizeof bytes, 0) != static_cast<ssize_t>(sizeof bytes))
        return system_error("make a session id", errno);
    std::string id;
    for (const unsigned char byte : bytes) {
        id += "0123456789abcdef"[byte >> 4];
        id += "0123456789abcdef"[byte & 0xFU];
    }
    return id;
}

void remove_registry_entries(const std::string& session_id) {
    const Result<std::string> registry = runtime_dir();
    if (!registry || !is_session_id(session_id))
        return;
    for (const char* ending : {".json", ".sock", ".token"})
        ::unlink((*registry + '/' + session_id + ending).c_str());
}

/// nono makes a log for each side, mostly without a word in it. A session program that was killed could not
/// remove them; logs that say something stay with the session's record.
void remove_empty_logs(const std::string& session_id) {
    if (!is_session_id(session_id))
        return;
    for (const char* name : {"/nono-agent.log", "/nono-commands.log"}) {
        const std::string path = state_dir() + "/sessions/" + session_id + name;
        struct stat info {};
        if (::lstat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) && info.st_size == 0)
            ::unlink(path.c_str());
    }
}

/// True when `path` is a session folder of ours that nobody uses. `session_id` is what its lock file holds.
bool is_stale(const std::string& path, std::string& session_id) {
    struct stat info {};
    if (::lstat(path.c_str(), &info) != 0 || !S_ISDIR(info.st_mode) || info.st_uid != ::geteuid())
        return false;
    const Fd lock(::open((path + "/lock").c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (!lock) {
        // A keeper between mkdtemp and the lock is not a dead one.
        timespec now{};
        ::clock_gettime(CLOCK_REALTIME, &now);
        return errno == ENOENT && now.tv_sec - info.st_ctim.tv_sec > kYoungestStaleSeconds;
    }
    if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0)
        return false;
    char text[kIdLength];
    if (::read(lock.get(), text, sizeof text) == static_cast<ssize_t>(sizeof text))
        session_id.assign(text, sizeof text);
    return true;
}

} // namespace

Result<RunFolder> make_run_folder(const std::string& parent) {
    if (const Status fit = check_room_for_session(parent); !fit)
        return fit.error();
    Result<std::string> id = make_session_id();
    if (!id)
        return id.error();
    RunFolder run;
    run.session_id = *std::move(id);
    run.path = parent + "/asb-XXXXXX";
    if (::mkdtemp(run.path.data()) == nullptr)
        return system_error("make a session folder in " + parent, errno,
                            "it has to be a folder on a disk in which you may write");
    // It gets its name when it is locked: another keeper must never find one that nobody holds yet.
    const std::string lock = run.path + "/lock";
    const std::string unnamed = lock + ".new";
    run.lock = Fd(::open(unnamed.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    const bool locked = run.lock && ::flock(run.lock.get(), LOCK_EX | LOCK_NB) == 0
                        && write_all(run.lock.get(), run.session_id + '\n')
                        && ::rename(unnamed.c_str(), lock.c_str()) == 0;
    if (!locked) {
        const int code = errno;
        static_cast<void>(remove_tree(run.path));
        return system_error("lock " + lock, code);
    }
    return run;
}

Status remove_run_folder(const RunFolder& run) {
    remove_registry_entries(run.session_id);
    remove_empty_logs(run.session_id);
    return remove_tree(run.path);
}

void remove_stale_run_folders(const std::string& parent) {
    DIR* entries = ::opendir(parent.c_str());
    if (entries == nullptr)
        return;
    std::vector<std::string> found;
    while (const dirent* entry = ::readdir(entries)) {
        const std::string_view name = entry->d_name;
        if (name.size() == kNameLength && name.substr(0, kPrefix.size()) == kPrefix)
            found.push_back(parent + '/' + std::string(name));
    }
    ::closedir(entries);
    for (const std::string& path : found) {
        std::string session_id;
        if (!is_stale(path, session_id))
            continue;
        remove_registry_entries(session_id);
        remove_empty_logs(session_id);
        static_cast<void>(remove_tree(path));
    }
}

} // namespace asb
