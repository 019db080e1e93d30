// `agent-sandbox ai explain` and `agent-sandbox ai config-check`: for agents that work in a session or on its
// configuration.
#pragma once

#include <string>
#include <vector>

namespace asb {

/// explain: Markdown on stdout; works without a configuration too and says then that there is none.
/// config-check: reads the configuration (--config FILE), then has `nono profile validate` look at both
/// profiles. Returns the exit status: 0 good, 1 a fault (on stderr), 2 usage.
int ai_command(const std::vector<std::string>& arguments);

} // namespace asb
