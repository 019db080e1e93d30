// What a launch promises: what the profiles say about it, and the proofs that are run inside the two real
// sandboxes.
#pragma once

#include "core/base/proof.h"
#include "core/config/config.h"
#include "core/config/profile_reader.h"
#include "core/session/run_layout.h"

#include <string>
#include <vector>

namespace asb {

struct ProofPlan {
    std::vector<Proof> agent;    ///< for `launch`
    std::vector<Proof> commands; ///< for execd
    bool agent_network_limited =
        false; ///< the agent's profile blocks or filters: must-not-connect belongs to it
    std::vector<std::string> warnings; ///< for the terminal: the session would start and not work
    std::vector<std::string> notices;  ///< what is weaker than it could be, one sentence each
};

/// Faults that the profiles' text shows already: the socket variable set for commands, or not passed to the
/// agent, or no working directory for the agent. Each error names the profile and what to change.
Status check_profiles(const Profile& agent, const Profile& commands);

struct ProgramPaths {
    std::string front;   ///< real path of agent-sandbox
    std::string shell;   ///< the agent's shell link
    std::string libexec; ///< folder of the private programs
    std::string agent;   ///< the agent's program; empty: nothing is proved about it
};

/// Both sides have to get at `project`. `loopback` is "127.0.0.1:PORT" on which the session program listens
/// meanwhile; empty leaves that proof out.
ProofPlan plan_proofs(const Config& config, const Profile& agent, const RunLayout& folder,
                      const ProgramPaths& programs, const std::string& project, const std::string& loopback);

/// What the folders are that `failure`, the words of proofs that did not hold for the commands, names, and
/// how the config accepts each such risk; empty when it names none of ours.
std::string risk_hint(const std::string& failure, const RunLayout& folder, const ProgramPaths& programs);

} // namespace asb
