#include "core/base/paths.h"

#include "core/base/fd.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <pwd.h>
#include <set>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace asb {
namespace {

constexpr const char* kProduct = "agent-sandbox";

std::string environment_path(const char* name) {
    const char* value = ::getenv(name);
    return value != nullptr && value[0] == '/' ? value : std::string();
}

std::string name_of(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? path : path.substr(slash + 1);
}

bool is_folder(const std::string& path) {
    struct stat info {};
    return ::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

bool is_executable_file(const std::string& path) {
    struct stat info {};
    return ::stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

/// Makes `path` a folder of ours with mode 0700, or says why it is not one: in /tmp anybody could have made
/// it.
Status make_private_folder(const std::string& path) {
    if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST)
        return system_error("make folder " + path, errno, "set XDG_RUNTIME_DIR to a folder of your own");
    const Fd folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!folder)
        return system_error("open folder " + path, errno,
                            "remove it, or set XDG_RUNTIME_DIR to a folder of your own");
    struct stat info {};
    if (::fstat(folder.get(), &info) != 0)
        return system_error("look at folder " + path, errno);
    if (info.st_uid != ::geteuid())
        return Error{"folder " + path + " belongs to another user",
                     "set XDG_RUNTIME_DIR to a folder of your own", EPERM};
    if ((info.st_mode & 077) != 0 && ::fchmod(folder.get(), 0700) != 0)
        return system_error("make folder " + path + " private", errno);
    return success();
}

/// Removes a tree in which any folder may be unwritable and any depth may be hostile: every sub-folder that
/// is met is first moved up into the top folder, so one descriptor and no recursion are enough.
class TreeRemover {
public:
    explicit TreeRemover(std::string top) : top_path_(std::move(top)) {}

    Status run() {
        struct stat info {};
        if (::lstat(top_path_.c_str(), &info) != 0)
            return errno == ENOENT ? success() : Status(system_error("look at " + top_path_, errno));
        if (!S_ISDIR(info.st_mode)) {
            if (::unlink(top_path_.c_str()) != 0)
                return system_error("remove " + top_path_, errno);
            return success();
        }
        static_cast<void>(::chmod(top_path_.c_str(), 0700));
        top_ = Fd(::open(top_path_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        if (!top_)
            return system_error("open folder " + top_path_, errno);
        empty_folder(top_.get(), true);
        while (!waiting_.empty()) {
            const std::string name = std::move(waiting_.front());
            waiting_.pop_front();
            remove_folder(name);
        }
        if (::rmdir(top_path_.c_str()) != 0 && first_error_ == 0)
            first_error_ = errno;
        if (first_error_ != 0)
            return system_error("remove " + top_path_, first_error_,
                                "remove it by hand: rm -rf " + top_path_);
        return success();
    }

private:
    void note_failure() {
        if (first_error_ == 0)
            first_error_ = errno;
    }

    void remove_folder(const std::string& name) {
        const Fd folder(::openat(top_.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        if (folder)
            empty_folder(folder.get(), false);
        if (::unlinkat(top_.get(), name.c_str(), AT_REMOVEDIR) != 0)
            note_failure();
    }

    void empty_folder(int folder, bool is_top) {
        const int copy = ::fcntl(folder, F_DUPFD_CLOEXEC, 0);
        DIR* entries = copy < 0 ? nullptr : ::fdopendir(copy);
        if (entries == nullptr) {
            note_failure();
            if (copy >= 0)
                ::close(copy);
            return;
        }
        std::vector<std::string>
            names; // read first: renames into the folder that is being read could come up again
        while (const dirent* entry = ::readdir(entries)) {
            if (std::strcmp(entry->d_name, ".") != 0 && std::strcmp(entry->d_name, "..") != 0)
                names.emplace_back(entry->d_name);
        }
        ::closedir(entries);
        for (const std::string& name : names)
            remove_entry(folder, name, is_top);
    }

    void remove_entry(int folder, const std::string& name, bool is_top) {
        struct stat info {};
        if (::fstatat(folder, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0)
            return;
        if (!S_ISDIR(info.st_mode)) {
            if (::unlinkat(folder, name.c_str(), 0) != 0)
                note_failure();
            return;
        }
        static_cast<void>(::fchmodat(folder, name.c_str(), 0700, 0));
        if (::unlinkat(folder, name.c_str(), AT_REMOVEDIR) == 0)
            return;
        if (is_top) {
            waiting_.push_back(name);
            return;
        }
        for (;;) {
            const std::string moved = ".asb-removing-" + std::to_string(++counter_);
            struct stat other {};
            if (::fstatat(top_.get(), moved.c_str(), &other, AT_SYMLINK_NOFOLLOW) == 0)
                continue;
            if (::renameat(folder, name.c_str(), top_.get(), moved.c_str()) == 0)
                waiting_.push_back(moved);
            else
                note_failure();
            return;
        }
    }

    std::string top_path_;
    Fd top_;
    std::deque<std::string> waiting_; ///< names in the top folder
    unsigned counter_ = 0;
    int first_error_ = 0;
};

} // namespace

Result<std::string> self_path() {
    std::string target(PATH_MAX, '\0');
    const ssize_t length = ::readlink("/proc/self/exe", target.data(), target.size());
    if (length <= 0)
        return system_error("read /proc/self/exe", errno, "mount /proc");
    target.resize(static_cast<std::size_t>(length));
    return target;
}

Result<std::string> libexec_dir() {
    const Result<std::string> self = self_path();
    if (!self)
        return self.error();
    const std::string folder = parent_folder(*self);
    if (name_of(folder) == kProduct && name_of(parent_folder(folder)) == "libexec")
        return folder;
    const std::string installed = parent_folder(folder) + "/libexec/" + kProduct;
    if (name_of(folder) == "bin" && is_folder(installed))
        return installed;
    return folder;
}

Result<std::string> agent_shell_path() {
    const Result<std::string> folder = libexec_dir();
    if (!folder)
        return folder.error();
    return *folder + "/agent-sandbox-bash";
}

std::string home_dir() {
    std::string home = environment_path("HOME");
    if (!home.empty())
        return home;
    const passwd* entry = ::getpwuid(::geteuid());
    return entry != nullptr && entry->pw_dir != nullptr ? entry->pw_dir : "/";
}

std::string state_dir() {
    const std::string base = environment_path("XDG_STATE_HOME");
    return (base.empty() ? home_dir() + "/.local/state" : base) + '/' + kProduct;
}

std::string config_dir() {
    const std::string base = environment_path("XDG_CONFIG_HOME");
    return (base.empty() ? home_dir() + "/.config" : base) + '/' + kProduct;
}

std::string cache_dir() {
    const std::string base = environment_path("XDG_CACHE_HOME");
    return (base.empty() ? home_dir() + "/.cache" : base) + '/' + kProduct;
}

Result<std::string> runtime_dir() {
    const std::string base = environment_path("XDG_RUNTIME_DIR");
    struct stat info {};
    // After su(1) the variable often names a folder of the former user.
    const bool usable = !base.empty() && ::stat(base.c_str(), &info) == 0 && S_ISDIR(info.st_mode)
                        && info.st_uid == ::geteuid();
    const std::string path =
        usable ? base + '/' + kProduct : std::string("/tmp/") + kProduct + '-' + std::to_string(::geteuid());
    const Status made = make_private_folder(path);
    if (!made)
        return made.error();
    return path;
}

Status make_dirs(const std::string& path, unsigned mode) {
    if (path.empty())
        return Error{"make folder: empty path", {}, ENOENT};
    for (std::size_t at = 1; at != std::string::npos;) {
        at = path.find('/', at);
        const std::string part = path.substr(0, at);
        if (at != std::string::npos)
            ++at;
        if (::mkdir(part.c_str(), static_cast<mode_t>(mode)) == 0 || is_folder(part))
            continue;
        const int code = errno;
        return system_error("make folder " + part, code == EEXIST ? ENOTDIR : code);
    }
    return success();
}

Status check_room_for_session(const std::string& folder, std::uint64_t* room_mb) {
    constexpr std::uint64_t needed_mb = 220;
    struct statvfs info {};
    if (::statvfs(folder.c_str(), &info) != 0)
        return system_error("look at " + folder, errno, "sessions need it for their private folders");
    const std::uint64_t free_mb = std::uint64_t{info.f_bavail} * info.f_frsize >> 20;
    if (room_mb != nullptr)
        *room_mb = free_mb;
    if (free_mb < needed_mb)
        return Error{folder + " has " + std::to_string(free_mb) + " MB free, and a session needs about "
                         + std::to_string(needed_mb) + " MB there while it runs",
                     "make room on that file system", ENOSPC};
    if ((info.f_flag & ST_NOEXEC) != 0)
        return Error{folder + " is mounted noexec, and nono starts programs there", "mount it without noexec",
                     EACCES};
    return success();
}

Error in_state_dir(Error error) {
    error.hint = "the records of sessions are kept in " + state_dir()
                 + ": that has to be a folder in which you may write, on a disk with room; XDG_STATE_HOME "
                   "names another place";
    return error;
}

Status remove_tree(const std::string& path) {
    return TreeRemover(path).run();
}

std::string parent_folder(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos)
        return ".";
    return slash == 0 ? "/" : path.substr(0, slash);
}

std::string real_path(const std::string& path) {
    const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr), &std::free);
    return real ? real.get() : std::string();
}

std::string real_path_or_same(const std::string& path) {
    std::string real = real_path(path);
    return real.empty() ? path : real;
}

std::string absolute_path(const std::string& path, const std::string& base) {
    const std::string whole = !path.empty() && path[0] == '/' ? path : base + '/' + path;
    std::vector<std::string> parts;
    for (std::size_t at = 0; at < whole.size();) {
        const std::size_t slash = std::min(whole.find('/', at), whole.size());
        const std::string part = whole.substr(at, slash - at);
        if (part == "..") {
            if (!parts.empty())
                parts.pop_back();
        } else if (!part.empty() && part != ".") {
            parts.push_back(part);
        }
        at = slash + 1;
    }
    std::string result;
    for (const std::string& part : parts)
        result += '/' + part;
    return result.empty() ? "/" : result;
}

std::string without_repeated_folders(const std::string& search_path) {
    std::set<std::pair<dev_t, ino_t>> known;
    std::string kept;
    for (std::size_t start = 0; start <= search_path.size();) {
        const std::size_t end = std::min(search_path.find(':', start), search_path.size());
        const std::string entry = search_path.substr(start, end - start);
        struct stat info {};
        const bool told = entry.starts_with('/') && ::stat(entry.c_str(), &info) == 0;
        if (!told || known.emplace(info.st_dev, info.st_ino).second) {
            if (start > 0)
                kept += ':';
            kept += entry;
        }
        start = end + 1;
    }
    return kept;
}

std::string find_program(const std::string& name) {
    if (name.empty())
        return {};
    if (name.find('/') != std::string::npos)
        return is_executable_file(name) ? name : std::string();
    const char* variable = ::getenv("PATH");
    const std::string path = variable != nullptr ? variable : "/usr/local/bin:/usr/bin:/bin";
    for (std::size_t at = 0; at <= path.size();) {
        const std::size_t colon = std::min(path.find(':', at), path.size());
        const std::string folder = path.substr(at, colon - at);
        std::string candidate = (folder.empty() ? "." : folder) + '/' + name;
        if (is_executable_file(candidate))
            return candidate;
        at = colon + 1;
    }
    return {};
}

const char* product_version() {
    return ASB_VERSION;
}

} // namespace asb
