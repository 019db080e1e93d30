// `agent-sandbox hook [--agent claude] [--mediation shell|ask|rewrite]`: the agent's pre-tool hook. Rules:
// claude-code.md §3, road-measured.md §5.2.
#pragma once

#include <string>
#include <vector>

namespace asb {

/// Reads one call from stdin and answers on stdout. Returns 0 with exactly one JSON object (or, with
/// mediation "ask" and our shell in place, with nothing); 2 with a reason on stderr and nothing on stdout for
/// every failure, because 2 is the only status that stops the agent from running the line unseen.
int hook_command(const std::vector<std::string>& arguments);

} // namespace asb
