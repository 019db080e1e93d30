// `agent-sandbox demo [--json]`: a session in a scratch project under the real nono, with a scripted agent
// and no account.
#pragma once

#include "core/session/session_options.h"

#include <string>
#include <vector>

namespace asb {

/// Shows each command as it happens with its verdict and, when refused, the profile's reason; then a summary.
/// --json: records and the agent's steps as JSON lines, the last line is {"summary":{…}}. Returns 0 when
/// every step went as it should, 2 for usage, else 1 or what stopped the launch.
int run_demo(const std::vector<std::string>& arguments, SessionOptions options);

} // namespace asb
