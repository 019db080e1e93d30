// What differs from agent to agent: which options it may not be given, how our shell and hook reach it, which
// folders must exist and be granted, which variables it needs. A new agent is one more implementation here
// (claude-code.md §10).
#pragma once

#include "core/base/result.h"
#include "core/config/config.h"
#include "core/nono/sandbox_command.h"

#include <memory>
#include <string>
#include <vector>

namespace asb {

/// What a launch knows when it asks the agent for its plan. All paths are absolute.
struct AgentContext {
    std::string program; ///< from the config: a bare name to look up on PATH, or a path
    std::string project; ///< real path of the working directory
    std::string home;
    std::string agent_temp;  ///< RUN/a
    std::string exec_socket; ///< RUN/s/execd.sock
    std::string front;       ///< the agent-sandbox program
    std::string shell;       ///< the link that the agent takes for its shell
    Mediation mediation = Mediation::Shell;
    std::vector<std::string> arguments; ///< the user's, right of `--`
    Environment environment;            ///< the user's, cleaned, with --env files applied
};

struct AgentPlan {
    std::vector<std::string> argv; ///< what `launch` starts; argv[0] is an absolute path
    Environment variables;         ///< added to the environment of the agent's nono
    Grants grants;                 ///< added to the agent's nono
    std::vector<std::string>
        command_reads; ///< folders of the agent's output that commands may read; they exist
    std::vector<std::string>
        made_for_grants;              ///< removed at the end where they are still empty; inner ones first
    std::vector<std::string> notices; ///< told in the log and to viewers, one sentence each
};

class Agent {
public:
    virtual ~Agent() = default;

    /// Refuses options that would take mediation away or that end outside this session. Pure.
    virtual Status check_arguments(const std::vector<std::string>& arguments) const = 0;
    /// Finds the program and makes the folders that have to exist before the sandboxes start.
    virtual Result<AgentPlan> prepare(const AgentContext& context) const = 0;
};

/// "claude" or "demo". nullptr for another name.
std::unique_ptr<Agent> make_agent(const std::string& name);

} // namespace asb
