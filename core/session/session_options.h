// What a session is started with.
#pragma once

#include "core/config/config.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace asb {

struct SessionOptions {
    std::string run_dir; ///< made and locked by the keeper
    std::string id;      ///< 16 hex digits, given by the keeper
    std::string agent;   ///< "claude", "demo"
    std::string config_path = default_config_name;
    std::vector<std::string> environment_files; ///< --env references
    std::vector<std::string> arguments;         ///< for the agent
    std::string launch;                         ///< id of the viewer's launch file; empty: none
    std::vector<std::string> restart_words; ///< for the keeper, to start the same again; empty: it cannot be
    bool quiet_agent = false;               ///< the agent's output is not shown (demo --json)

    /// Used instead of reading files, by the demo.
    std::optional<std::pair<Config, AgentConfig>> prepared;
};

/// 16 lower-case hex digits.
bool is_session_id(const std::string& text);

} // namespace asb
