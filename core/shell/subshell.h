// Processes of our own: fork, what a subshell is, how it ends. See the bash manual, "Command Execution Environment".
#pragma once

#include "core/shell/ast.h"
#include "core/shell/jobs.h"

#include <sys/types.h>

namespace asb::shell {

class Shell;

enum class SubshellKind { Group, Stage, Background, CommandSubstitution, ProcessSubstitution, Coproc, External };

/// fork(2) for a part of the line. In the child (answer 0) this shell has become a subshell: traps at default, jobs
/// forgotten, BASH_SUBSHELL one higher, signals set up. In the parent `child` is filled. -1: bash's message has been
/// written.
pid_t fork_subshell(Shell& shell, SubshellKind kind, ChildProcess& child);

/// Ends a forked child with its status: EXIT trap, output, _exit (or the signal that ended it).
[[noreturn]] void end_subshell(Shell& shell);

/// The simple command that a subshell with this body ends with and may exec in place; null when there is none.
const Command* last_simple_command(const List& body);
const Command* last_simple_command(const Command& command);

/// Lets a child exec its last simple command in place, then runs the command and ends.
[[noreturn]] void run_child(Shell& shell, const Command& command);
[[noreturn]] void run_child(Shell& shell, const List& body);

/// Puts a pipe's end at `fd` (dup2 and close of the original).
void move_descriptor(int from, int to);

/// Closes the descriptors of open process substitutions: in children that are none of their business.
void drop_substitutions(Shell& shell);

} // namespace asb::shell
