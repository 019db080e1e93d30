// `agent-sandbox doctor`: does everything a session stands on work on this machine, with these profiles?
#pragma once

#include <string>
#include <vector>

namespace asb {

/// `doctor [--config F] [--json]`. Runs every check and prints each with OK, NG or skipped, details and a
/// hint. `doctor inside JSON` is its own part that runs inside a sandbox. `arguments` are those behind the
/// word. Returns the exit status: 0 no check failed, 1 some did, 2 usage.
int run_doctor(const std::vector<std::string>& arguments);

} // namespace asb
