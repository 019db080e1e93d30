// The agent's shell: what Claude Code takes for bash ($CLAUDE_CODE_SHELL). It runs nothing itself, it sends
// the line to execd. This layer mediates everything that the agent runs through a shell, hooks or not (design
// §3).
#pragma once

#include <string>
#include <vector>

namespace asb {

/// `arguments`: argv without the name. Returns the exit status: of the line; 126 for a form that is not known
/// (said on stderr and in a note to execd); 125 when there is no execd; 1 when a file that the agent named
/// cannot be written.
int agent_shell(const std::vector<std::string>& arguments);

} // namespace asb
