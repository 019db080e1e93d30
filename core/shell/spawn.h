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
struct FoundProgram;

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

/// A simple command whose words are expanded and that is neither function nor builtin. The temporary scope with its
/// prefix assignments is in place while it runs.
struct ExternalCommand {
    const std::vector<std::string>* words = nullptr;
    const std::vector<Redirection>* redirections = nullptr;
    const Command* node = nullptr;   ///< for the text in messages about signals
    const std::string* standard_path = nullptr; ///< `command -p`: search here
    bool last_of_line = false;       ///< bash would exec it without a fork: no message when a signal ends it
};

/// Finds, starts, waits, reports. Answers the status as $? shows it. Writes bash's messages: command not found (127),
/// not executable (126), ended by a signal. Calls command_not_found_handle when there is one.
int run_external(Shell& shell, const ExternalCommand& command);

/// Same without a process of its own: the caller is a child made for this command. Does not return.
[[noreturn]] void exec_external(Shell& shell, const ExternalCommand& command);

/// The `exec` builtin's part: replaces this process. argv0 as with -a/-l, `clear` as with -c. Answers a status only when
/// it failed and the shell stays (execfail), else it ends the shell.
int exec_program(Shell& shell, const std::vector<std::string>& words, const std::string& argv0, bool clear);

} // namespace asb::shell
