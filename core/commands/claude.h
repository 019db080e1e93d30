// `agent-sandbox claude [--config F] [--env REF]… [-- ARGUMENTS FOR CLAUDE…]`.
#pragma once

#include "core/base/result.h"
#include "core/session/session_options.h"

#include <string>
#include <vector>

namespace asb {

/// Reads what stands left of `--` into `options`, and takes what stands right of it for the agent. Error:
/// anything else left of it. `help` is set for --help, -h.
Status parse_claude_arguments(const std::vector<std::string>& arguments, SessionOptions& options, bool& help);

/// Runs the session to its end; the agent's status. Needs a QCoreApplication.
int run_claude(const std::vector<std::string>& arguments, SessionOptions options);

} // namespace asb
