#include "core/session/worktree.h"

#include "core/base/fd.h"
#include "core/base/paths.h"

#include <string_view>
#include <sys/stat.h>

namespace asb {
namespace {

std::string first_line(const std::string& path) {
    const Result<std::string> content = read_file(path, 4096);
    if (!content)
        return {};
    return content->substr(0, content->find('\n'));
}

/// `<common>/worktrees/<name>/gitdir` names the worktree's .git file.
bool worktree_points_back(const std::string& git_dir, const std::string& git_file) {
    const std::string back = first_line(git_dir + "/gitdir");
    return !back.empty() && real_path(absolute_path(back, git_dir)) == git_file;
}

/// A submodule's config has core.worktree with the folder of the .git file.
bool submodule_points_back(const std::string& git_dir, const std::string& work_folder) {
    const Result<std::string> config = read_file(git_dir + "/config", std::size_t{64} << 10);
    if (!config)
        return false;
    std::string_view rest = *config;
    constexpr std::string_view key = "worktree = ";
    const std::size_t at = rest.find(key);
    if (at == std::string_view::npos)
        return false;
    rest.remove_prefix(at + key.size());
    return real_path(absolute_path(std::string(rest.substr(0, rest.find('\n'))), git_dir)) == work_folder;
}

std::string resolve_git_file(const std::string& git_file) {
    constexpr std::string_view prefix = "gitdir: ";
    const std::string line = first_line(git_file);
    if (line.compare(0, prefix.size(), prefix) != 0)
        return {};
    const std::string folder = parent_folder(git_file);
    const std::string git_dir = real_path(absolute_path(line.substr(prefix.size()), folder));
    if (git_dir.empty() || git_dir == "/")
        return {};
    const std::string common_line = first_line(git_dir + "/commondir");
    if (!common_line.empty()) {
        // Everything in a git_dir that lies in the project is the project's word: only the repository that
        // holds the git_dir is granted, never one that the git_dir names.
        const std::string common = real_path(absolute_path(common_line, git_dir));
        const bool holds = parent_folder(git_dir) == common + "/worktrees";
        return holds && worktree_points_back(git_dir, git_file) ? common : std::string();
    }
    return submodule_points_back(git_dir, folder) ? git_dir : std::string();
}

} // namespace

std::string outside_git_folder(const std::string& directory) {
    for (std::string folder = real_path(directory); !folder.empty(); folder = parent_folder(folder)) {
        const std::string entry = folder == "/" ? "/.git" : folder + "/.git";
        struct stat state {};
        if (::lstat(entry.c_str(), &state) == 0) {
            if (!S_ISREG(state.st_mode))
                return {};
            const std::string found = resolve_git_file(entry);
            // A common folder inside the project is granted with it.
            const bool inside = found.compare(0, folder.size() + 1, folder + '/') == 0;
            return found == "/" || inside ? std::string() : found;
        }
        if (folder == "/")
            break;
    }
    return {};
}

} // namespace asb
