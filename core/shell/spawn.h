// External commands: search, remembered paths, start by vfork and exec, and what bash says when it fails.
#pragma once

#include "core/shell/ast.h"
#include "core/shell/builtin.h"
#include "core/shell/jobs.h"
#include "core/shell/redirect.h"

#include <cstdint>
#include <list>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace asb::shell {

class Shell;

/// bash's `hash` table: name -> path and hits.
class PathCache {
public:
    struct Entry {
        std::string name;
        std::string path;
        int hits = 0;
        bool hidden = false; ///< learnt for a copy of the shell
    };
    Entry* find(std::string_view name);
    Entry* find_hidden_too(std::string_view name);
    /// A new entry, or a new path with no hits for an old one.
    void remember(std::string_view name, std::string path, int hits, bool hidden = false);
    bool forget(std::string_view name);
    void clear() { entries_.clear(); }
    /// Whether there was ever a path that `hash` shows: bash makes its table with the first.
    bool begun() const { return begun_; }
    bool empty() const { return entries_.empty(); }
    /// In the order in which `hash` lists them.
    std::vector<Entry> all() const;

private:
    std::list<Entry> entries_; ///< newest first
    bool begun_ = false;
};

/// There is a folder of that name.
bool is_directory(const std::string& path);
/// The folders of a list like $PATH, each with a / at its end: an empty one is the current one, and one that
/// begins with a (quoted) tilde is expanded but in POSIX mode.
std::vector<std::string> path_folders(Shell& shell, const std::string& list);
/// First executable `name` in $PATH (or in `path` when given). A file that is there but not executable is the
/// answer when nothing better is found, as in bash (exec then says why). Empty: nothing. Names with a slash
/// are answered as they are. Does not touch the hash table.
std::string search_path(Shell& shell, const std::string& name, const std::string* path = nullptr);
/// Why a restricted shell does not learn the path; empty: it may.
std::string refused_path(Shell& shell, const std::string& path);
/// Enters a path that was given or found by `hash` into the table of remembered ones.
void learn_path(Shell& shell, const std::string& name, const std::string& path);
/// All executable ones, in order: `type -a`.
std::vector<std::string> search_path_all(Shell& shell, const std::string& name);
/// search_path by way of the hash table, which learns the answer. `for_copy`: bash would look in a copy of
/// the shell (pipeline stage, $( )), so that this shell's `hash` does not show it.
std::string find_command(Shell& shell, const std::string& name, bool for_copy = false);

/// What `command -p` searches.
inline constexpr const char* kStandardPath = "/bin:/usr/bin:/sbin:/usr/sbin";

struct ExecOptions {
    bool replaces = false;              ///< the shell goes with it: SHLVL is one less
    const std::string* argv0 = nullptr; ///< null: arguments[0]
    bool clear = false;                 ///< empty environment (exec -c)
};
/// Replaces this process by the program, its redirections being in place already. A declared command is
/// pumped instead: the process stays until it has ended and ends like it. A script without #! is run by this
/// very process. Answers only when the program could not be started: 126 or 127, bash's message written.
int exec_in_place(Shell& shell, const std::string& path, const Arguments& arguments, const ExecOptions& how);

/// bash's words for an execve that failed, written; answers 126 or 127.
int tell_exec_failure(Shell& shell, const std::string& path, int code);

/// A pipeline stage or the only command of $( ) without a fork of the shell: when it is an external program
/// that is not declared and expanding its words here cannot be noticed. `input` and `output` (-1: inherited)
/// become its 0 and 1. `replaces`: as in ExecOptions. False: nothing was started, nothing was written; the
/// caller forks.
bool launch_directly(Shell& shell, const Command& command, int input, int output, bool replaces,
                     ChildProcess& child);

/// What a vfork child does before execve: everything in it was made ready by the parent.
struct Launch {
    const char* path = nullptr;
    char* const* argv = nullptr;
    char* const* environment = nullptr;
    const RedirectionPlan::Move* moves = nullptr;
    std::size_t move_count = 0;
    const int* handled = nullptr; ///< signals with handlers of ours
    std::size_t handled_count = 0;
    bool own_group = false;       ///< job control
    bool die_with_parent = false; ///< KILL when the pump that serves it is gone
};
/// Starts it. -1: `error` is the errno of vfork or execve; nothing runs then.
pid_t launch(const Launch& request, int& error);

} // namespace asb::shell
