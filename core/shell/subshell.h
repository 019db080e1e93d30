// Processes of our own: fork, what a subshell is, how it ends. See the bash manual, "Command Execution
// Environment".
#pragma once

#include "core/base/fd.h"
#include "core/shell/ast.h"
#include "core/shell/host.h"
#include "core/shell/jobs.h"

#include <sys/types.h>

namespace asb::shell {

class Shell;
struct ProcessState;

enum class SubshellKind {
    Group,
    Stage,
    Background,
    CommandSubstitution,
    ProcessSubstitution,
    Coproc,
    External
};

/// The ( … ) that is all there is in another one: bash runs it in the outer one's process, so nobody sees it
/// fail. Null: the body is something else.
const Command* only_subshell(const List& body);

/// fork(2) for a part of the line. In the child (answer 0) this shell has become a subshell: traps at
/// default, jobs forgotten, BASH_SUBSHELL one higher, signals set up. In the parent `child` is filled. -1:
/// bash's message has been written.
pid_t fork_subshell(Shell& shell, SubshellKind kind, ChildProcess& child);

/// Ends a forked child whose EXIT trap has run: output, then _exit with shell.status, or the signal that
/// ended it.
[[noreturn]] void end_subshell(Shell& shell);

/// The simple command that a subshell with this body ends with and may exec in place; null when there is
/// none: as in bash one behind a `;`, or the last of a && or || list that is the whole body (not `a; b &&
/// c`).
const Command* last_simple_command(const List& body);
const Command* last_simple_command(const Command& command);
/// The body is one simple command and nothing else.
bool is_simple_command(const List& body);

/// In a forked child: runs the command or body, the last simple command in place where bash does so too, and
/// ends.
/// `stage`: of a pipeline. `piped`: its standard input is a pipe of that.
[[noreturn]] void run_child(Shell& shell, const Command& command, bool stage = false, bool piped = false);
[[noreturn]] void run_child(Shell& shell, const List& body);

/// Puts a pipe's end at `fd` (dup2 and close of the original).
void move_descriptor(int from, int to);

/// A pipe whose ends are none of 0, 1 and 2. Message and false when there is none.
bool open_pipe(Shell& shell, Fd& reading, Fd& writing);

/// Moves a descriptor to the highest free number up to 63, inheritable, as bash does for /dev/fd/N; it stays
/// where it is when `ulimit -n` or want of room forbids that.
int move_to_high_descriptor(Fd fd);

/// Runs start.line, the text of a script file, as a shell of its own in this process; what bash does not put
/// back for it is taken from the shell that was asked for the script.
int run_script_file(const ShellStart& start, const Shell& from);

/// Takes away the variables of a coprocess that has ended.
void reap_coproc(Shell& shell);
/// In a copy of the shell, except one for a substitution: the descriptors of the coprocess are closed.
void leave_coproc(ProcessState& state);

} // namespace asb::shell
