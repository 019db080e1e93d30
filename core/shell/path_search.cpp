// Search of $PATH and the table of remembered paths.
#include "core/shell/expand.h"
#include "core/shell/glob.h"
#include "core/shell/names.h"
#include "core/shell/pattern.h"
#include "core/shell/process_state.h"
#include "core/shell/shell.h"
#include "core/shell/spawn.h"

#include <algorithm>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace asb::shell {

namespace {

bool is_executable_file(const std::string& path) {
    if (faccessat(AT_FDCWD, path.c_str(), X_OK, AT_EACCESS) != 0)
        return false;
    struct stat info {};
    return stat(path.c_str(), &info) == 0 && !S_ISDIR(info.st_mode);
}

bool is_file(const std::string& path) {
    struct stat info {};
    return stat(path.c_str(), &info) == 0 && !S_ISDIR(info.st_mode);
}

/// EXECIGNORE: full names that a search of PATH takes for no programs.
class IgnoredPrograms {
public:
    explicit IgnoredPrograms(Shell& shell) {
        const std::string& list = shell.variables.text("EXECIGNORE");
        if (list.empty())
            return;
        PatternOptions how;
        how.extglob = shell.options.is(Shopt::Extglob);
        how.utf8 = shell.utf8();
        for (const std::string& pattern : split_ignored(list))
            patterns_.emplace_back(pattern, how);
    }
    bool has(const std::string& path) const {
        return std::any_of(patterns_.begin(), patterns_.end(),
                           [&](const Pattern& pattern) { return pattern.matches(path); });
    }

private:
    std::vector<Pattern> patterns_;
};

/// Calls visit(full path) for each folder until it answers true.
template <typename F>
void for_each_folder(Shell& shell, const std::string& list, const std::string& name, F visit) {
    for (const std::string& folder : path_folders(shell, list)) {
        if (visit(folder + name))
            return;
    }
}

} // namespace

bool is_directory(const std::string& path) {
    struct stat info {};
    return stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

std::vector<std::string> path_folders(Shell& shell, const std::string& list) {
    std::vector<std::string> folders;
    for (std::size_t at = 0, end = 0; at <= list.size(); at = end + 1) {
        end = std::min(list.find(':', at), list.size());
        std::string folder = end > at ? list.substr(at, end - at) : ".";
        if (!shell.options.is(SetOption::Posix))
            folder = expand_folder(shell, std::move(folder));
        if (!folder.ends_with('/'))
            folder += '/';
        folders.push_back(std::move(folder));
    }
    return folders;
}

std::string search_path(Shell& shell, const std::string& name, const std::string* path) {
    if (name.empty())
        return {};
    if (name.find('/') != std::string::npos)
        return name;
    std::string found;
    std::string not_executable;
    const std::string folders = path != nullptr ? *path : shell.variables.text("PATH");
    if (folders.empty()) // bash then takes the name for a path
        return name;
    const IgnoredPrograms ignored(shell);
    for_each_folder(shell, folders, name, [&](const std::string& candidate) {
        if (ignored.has(candidate))
            return false;
        if (is_executable_file(candidate)) {
            found = candidate;
            return true;
        }
        if (not_executable.empty() && is_file(candidate))
            not_executable = candidate;
        return false;
    });
    return found.empty() ? not_executable : found;
}

void learn_path(Shell& shell, const std::string& name, const std::string& path) {
    shell.process->cached_path = shell.variables.text("PATH");
    shell.process->paths.remember(name, path, 0);
}

std::vector<std::string> search_path_all(Shell& shell, const std::string& name) {
    std::vector<std::string> found;
    if (name.empty() || name.find('/') != std::string::npos) {
        if (!name.empty() && is_executable_file(name))
            found.push_back(name);
        return found;
    }
    const IgnoredPrograms ignored(shell);
    for_each_folder(shell, shell.variables.text("PATH"), name, [&](const std::string& candidate) {
        if (!ignored.has(candidate) && is_executable_file(candidate))
            found.push_back(candidate);
        return false;
    });
    return found;
}

std::string find_command(Shell& shell, const std::string& name, bool for_copy) {
    if (name.find('/') != std::string::npos)
        return name;
    static const Slot path_slot = intern("PATH");
    const Variable* const path = shell.variables.find(path_slot);
    // A prefix assignment `PATH=x cmd` is searched afresh and leaves the table alone.
    if (path != nullptr && path->has(kTemporary))
        return search_path(shell, name);
    PathCache& cache = shell.process->paths;
    const std::string& folders = shell.variables.text(path_slot);
    if (folders != shell.process->cached_path) {
        cache.clear();
        shell.process->cached_path = folders;
    }
    if (PathCache::Entry* entry = cache.find_hidden_too(name)) {
        const bool checked = shell.options.is(Shopt::Checkhash) || shell.options.is(SetOption::Posix);
        if (!checked || is_executable_file(entry->path)) {
            entry->hits += for_copy ? 0 : 1;
            entry->hidden = entry->hidden && for_copy;
            return entry->path;
        }
        cache.forget(name);
    }
    std::string found = search_path(shell, name);
    if (!found.empty() && !folders.empty() && shell.options.is(SetOption::Hashall))
        cache.remember(name, found, for_copy ? 0 : 1, for_copy);
    return found;
}

PathCache::Entry* PathCache::find(std::string_view name) {
    Entry* const entry = find_hidden_too(name);
    return entry && !entry->hidden ? entry : nullptr;
}

PathCache::Entry* PathCache::find_hidden_too(std::string_view name) {
    for (Entry& entry : entries_) {
        if (entry.name == name)
            return &entry;
    }
    return nullptr;
}

void PathCache::remember(std::string_view name, std::string path, int hits, bool hidden) {
    begun_ = begun_ || !hidden;
    if (Entry* old = find_hidden_too(name)) {
        *old = {std::string(name), std::move(path), hits, hidden};
        return;
    }
    entries_.push_front({std::string(name), std::move(path), hits, hidden});
}

bool PathCache::forget(std::string_view name) {
    const bool shown = find(name) != nullptr;
    return std::erase_if(entries_, [name](const Entry& entry) { return entry.name == name; }) > 0 && shown;
}

std::vector<PathCache::Entry> PathCache::all() const {
    constexpr std::uint32_t kBuckets = 256; // bash's FILENAME_HASH_BUCKETS
    std::vector<Entry> listed(entries_.begin(), entries_.end());
    std::erase_if(listed, [](const Entry& entry) { return entry.hidden; });
    std::stable_sort(listed.begin(), listed.end(), [](const Entry& a, const Entry& b) {
        return (AssocArray::hash(a.name) & (kBuckets - 1)) < (AssocArray::hash(b.name) & (kBuckets - 1));
    });
    return listed;
}

std::string refused_path(Shell& shell, const std::string& path) {
    if (!shell.restricted)
        return {};
    if (path.find('/') != std::string::npos)
        return path + ": restricted";
    return find_command(shell, path).empty() ? path + ": not found" : std::string{};
}

} // namespace asb::shell
