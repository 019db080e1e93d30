// Subshells without a process of their own: which bodies of $( ), ( ) and pipeline stages may run in the
// shell itself, because everything that they can change is put back afterwards and nothing in them can tell
// the difference (shell-speed.md §3). What is not known to be harmless is forked.
#pragma once

#include "core/shell/ast.h"

#include <string>
#include <vector>

namespace asb::shell {

class Shell;

/// The state of the shell allows it at all: no traps but EXIT's, no jobs, no option that looks deeper.
bool may_run_in_process(Shell& shell);

/// The body consists only of builtins and functions whose effects are put back. The answer is kept with the
/// body.
bool is_harmless_body(Shell& shell, const List& body);

/// All stages are of that kind, and all but the last give a bounded output: no loops, no recursion.
bool is_harmless_pipeline(Shell& shell, const PipelineCommand& pipeline);

/// ( … ) with its redirections.
bool is_harmless_subshell(Shell& shell, const SubshellCommand& command);
int run_subshell_in_process(Shell& shell, const SubshellCommand& command);

/// Runs such a pipeline: each stage reads what the one before it has left in a pipe. One status a stage;
/// empty: no pipe could be made (message written).
std::vector<int> run_pipeline_in_process(Shell& shell, const PipelineCommand& pipeline);

} // namespace asb::shell
