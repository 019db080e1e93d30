// `agent-sandbox ps`, `stop`, `kill`: running sessions from the command line, over their control sockets.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace asb {

/// Each returns 0; 1 when it could not be done; 2 for usage.
int run_ps(const std::vector<std::string>& arguments);
int run_stop(const std::vector<std::string>& arguments);
int run_kill(const std::vector<std::string>& arguments);

/// What `kill` ends: a line (12), a simple command (12.3), a process (pid:4711), what earlier lines left.
struct KillTarget {
    std::uint64_t request = 0;
    std::uint64_t command = 0;
    int pid = 0;
    bool leftovers = false;
};
Result<KillTarget> parse_kill_target(const std::string& text);

} // namespace asb
