// `agent-sandbox launch [--proof SPEC]… [--wait-ms N] -- PROGRAM ARG…`: the first program inside the agent
// sandbox. It dies with its parent, waits for execd (not with --wait-ms 0), proves what the launch promises,
// and becomes the agent (design §3).
#pragma once

#include <string>
#include <vector>

namespace asb {

/// Does not return when the agent starts. Else the exit status: 2 usage, 125 when execd does not answer or a
/// proof fails (each said on stderr and in a note ProofFailed), 127 or 126 when the program is missing or
/// cannot be executed.
int launch_command(const std::vector<std::string>& arguments);

} // namespace asb
