// `agent-sandbox sessions [--running] [--json] [--remove ID]`: what runs and what ran.
#pragma once

#include <string>
#include <vector>

namespace asb {

/// Returns 0; 1 when something could not be done; 2 for usage.
int run_sessions(const std::vector<std::string>& arguments);

} // namespace asb
