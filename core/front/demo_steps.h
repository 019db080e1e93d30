// The script of `agent-sandbox demo`, as data.
#pragma once

#include <string>
#include <vector>

namespace asb {

struct DemoStep {
    enum class How {
        Foreground, ///< a Bash call
        Background, ///< a Bash call with run_in_background; runs on until Stop
        Stop,       ///< ends the background call as the agent's TaskStop does: TERM to its process group
        Socket,     ///< a Monitor call with ws, which the hook has to deny
    };
    const char* name;
    How how;
    std::string line;
    int status;       ///< that it should end with; not for Background and Socket
    const char* text; ///< that the output (or the hook's reason) should hold
};

/// `outside`: a file that exists and that commands may not read.
std::vector<DemoStep> demo_steps(const std::string& outside);

} // namespace asb
