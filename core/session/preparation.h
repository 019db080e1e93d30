// The steps of a launch that only read, check and make folders: everything that is known before a process
// starts.
#pragma once

#include "core/agents/agent.h"
#include "core/config/config.h"
#include "core/config/profile_reader.h"
#include "core/nono/sandbox_command.h"
#include "core/session/proof_plan.h"
#include "core/session/run_layout.h"
#include "core/session/session_options.h"

#include <memory>
#include <string>

namespace asb {

class Preparation {
public:
    explicit Preparation(SessionOptions options);

    // In this order; each needs those before it.
    Status check_arguments();
    Status read_config();                             ///< --env files, config; both profiles are there
    Status find_programs();                           ///< nono, our own programs and link, the project
    Status read_profiles();                           ///< and what their text shows already
    Status make_folders();                            ///< RUN, the agent's folders; the agent's plan
    void build_commands(const std::string& loopback); ///< both calls of nono; see plan_proofs for `loopback`

    const SessionOptions& options() const { return options_; }
    const RunLayout& folder() const { return folder_; }
    const std::string& state_folder() const { return state_folder_; }
    const std::string& project() const { return project_; }
    const std::string& nono() const { return nono_; }
    const Config& config() const { return config_; }
    const AgentConfig& agent_config() const { return agent_config_; }
    const Profile& agent_profile() const { return agent_profile_; }
    const Profile& command_profile() const { return command_profile_; }
    const ProgramPaths& programs() const { return programs_; }
    const ProofPlan& proofs() const { return proofs_; }
    const AgentPlan& agent_plan() const { return agent_plan_; }
    const SandboxCommand& agent_command() const { return agent_command_; }
    const SandboxCommand& command_command() const { return command_command_; }
    const Environment& agent_environment() const { return agent_environment_; }
    const Environment& command_environment() const { return command_environment_; }

private:
    void shorten_path();
    SessionOptions options_;
    RunLayout folder_;
    std::string state_folder_;
    std::string project_;
    std::string nono_;
    std::unique_ptr<Agent> agent_;
    Environment user_environment_;
    Config config_;
    AgentConfig agent_config_;
    Profile agent_profile_;
    Profile command_profile_;
    ProgramPaths programs_;
    ProofPlan proofs_;
    AgentPlan agent_plan_;
    std::string worktree_folder_;
    SandboxCommand agent_command_;
    SandboxCommand command_command_;
    Environment agent_environment_;
    Environment command_environment_;
};

} // namespace asb
