// The scratch project of the demo: a git repository, and profiles made from the same templates as `init`'s.
#pragma once

#include "core/base/result.h"
#include "core/config/config.h"

#include <string>
#include <utility>

namespace asb {

struct DemoProject {
    std::string folder; ///< the working directory of the session
    std::pair<Config, AgentConfig> config;
};

/// Everything below `run_dir`, which the keeper removes. `front` is the agent-sandbox program. Error: no git,
/// no room.
Result<DemoProject> make_demo_project(const std::string& run_dir, const std::string& front);

} // namespace asb
