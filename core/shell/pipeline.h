// Everything that runs in a process of its own: pipelines, subshells, background jobs, substitutions, coprocesses.
// All call back into Shell::execute in the child. See the bash manual, "Pipelines", "Command Execution Environment".
#pragma once

#include "core/shell/ast.h"

#include <memory>
#include <string>
#include <sys/types.h>
#include <vector>

namespace asb::shell {

class Shell;

/// One or more stages, with !, time, |&, lastpipe, PIPESTATUS, pipefail. Answers the status; the caller applies errexit.
int run_pipeline(Shell& shell, const PipelineCommand& pipeline);

/// ( … ) with its redirections. Answers its status.
int run_subshell(Shell& shell, const SubshellCommand& command);

/// command & : sets $!, answers 0.
int run_background(Shell& shell, const Command& command);

/// $(…) and `…`: output without its trailing newlines; $? of the shell is the body's status. `$(<file)` is read without a
/// process. Sets shell's unwinding when the output is over the limit.
std::string substitute_command(Shell& shell, const List& body);

/// <(…) and >(…): answers /dev/fd/N; the descriptor is closed when the command that names it has ended (see
/// ProcessSubstitutions).
std::string substitute_process(Shell& shell, const List& body, bool for_reading);

/// coproc NAME command: sets NAME and NAME_PID, answers 0.
int run_coproc(Shell& shell, const CoprocCommand& command);

/// Descriptors of process substitutions that live. A simple or compound command that may contain some takes mark() before
/// it expands its words and calls close_from(mark) at its end.
class ProcessSubstitutions {
public:
    std::size_t mark() const { return open_.size(); }
    void add(int fd, pid_t pid) { open_.push_back({fd, pid}); }
    void close_from(std::size_t mark);
    /// exec without a program keeps them open for good.
    void forget() { open_.clear(); }
    pid_t pid_of(int fd) const;

private:
    struct Entry {
        int fd;
        pid_t pid;
    };
    std::vector<Entry> open_;
};

/// fork(2) for a part of the line: flushes, forks, and in the child makes a subshell of this shell (traps back to
/// default, jobs forgotten, BASH_SUBSHELL + 1, signals set up). Answers as fork does; on failure bash's message is
/// written. `background`: INT and QUIT ignored without job control.
enum class SubshellKind { Group, Stage, Background, CommandSubstitution, ProcessSubstitution, Coproc, External };
pid_t fork_subshell(Shell& shell, SubshellKind kind);

/// Ends a forked child: EXIT trap, then _exit.
[[noreturn]] void end_subshell(Shell& shell, int status);

} // namespace asb::shell
