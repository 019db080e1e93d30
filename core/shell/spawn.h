// External commands: search, remembered paths, start by vfork and exec, and what bash says when it fails.
#pragma once

#include "core/shell/ast.h"
#include "core/shell/builtin.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <unordered_map>
#include <vector>

namespace asb::shell {

class Shell;

/// bash's `hash` table: name -> path and hits. Emptied when PATH is assigned.
class PathCache {
public:
    struct Entry {
        std::string name;
        std::string path;
        int hits = 0;
    };
    /// Counts a hit. Null when not remembered.
    const std::string* use(std::string_view name);
    const Entry* find(std::string_view name) const;
    void remember(std::string_view name, std::string path, int hits);
    bool forget(std::string_view name);
    void clear() { entries_.clear(); }
    bool empty() const { return entries_.empty(); }
    /// In the order in which `hash` lists them.
    std::vector<Entry> all() const;

private:
    std::unordered_map<std::string, Entry> entries_;
};

/// First executable `name` in $PATH (or in `path` when given); names with a slash are answered as they are when they
/// exist. A file that is there but not executable is the answer when nothing better is found, as in bash (exec then says
/// why). Empty: nothing. Does not touch the hash table.
std::string search_path(Shell& shell, const std::string& name, const std::string* path = nullptr);
/// All of them, in order: `type -a`.
std::vector<std::string> search_path_all(Shell& shell, const std::string& name);

/// Runs an external command in place of this process, which is a child made for it (or W itself for `exec`).
/// Redirections are already done. A declared command is pumped, so this process stays until it has ended. Does not
/// return when the program was started; answers 126 or 127 with bash's message written when it could not be.
/// `argv0`: what the program sees as its name; `environment`: NAME=value.
int exec_in_place(Shell& shell, const std::string& path, const std::vector<std::string>& arguments,
                  const std::vector<std::string>& environment);

/// bash's words for an execve that failed, written; answers 126 or 127.
int tell_exec_failure(Shell& shell, const std::string& path, int code);

} // namespace asb::shell
