// agent-sandbox.toml: which profiles, which agent program, which mediation, which risks are accepted.
// Facts: reference-cli.md §14; unknown keys are errors, because a key that is ignored is a restriction that
// is missing.
#pragma once

#include "core/base/result.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace asb {

inline constexpr const char* default_config_name = "agent-sandbox.toml";

/// How a line of the agent comes to execd (design §3).
enum class Mediation {
    Shell,  ///< agent's shell is ours, hook allows (rewrites only when the shell is not ours)
    Ask,    ///< the same, but the hook stays silent and the agent asks its own questions
    Rewrite ///< the hook always rewrites to `agent-sandbox exec -- …`
};
/// "shell", "ask", "rewrite": the words of the config and of `hook --mediation`.
std::string_view to_string(Mediation mediation);
std::optional<Mediation> parse_mediation(std::string_view word);

/// Faults of a command profile that stop a launch unless `accept_risks` names them.
namespace risk {
inline constexpr const char* writable_nono_folder = "writable-nono-folder";
inline constexpr const char* writable_programs = "writable-programs";
inline constexpr const char* writable_socket_folder = "writable-socket-folder";
} // namespace risk

struct AgentConfig {
    std::string name;    ///< "claude"
    std::string program; ///< bare name (to look up on PATH at launch) or absolute path
    std::string profile; ///< absolute path
    Mediation mediation = Mediation::Shell;
};

struct Config {
    std::string config_path;                   ///< absolute path of the project file
    std::string user_config_path;              ///< absolute path of the user file; empty when there is none
    std::string command_profile;               ///< absolute path
    std::map<std::string, AgentConfig> agents; ///< "claude" is always there, others when the files name them
    std::vector<std::string> accepted_risks;   ///< names from namespace risk

    bool accepts(std::string_view risk_name) const;
};

/// Names that `[agents.<name>]` may have.
const std::vector<std::string>& known_agents();

/// Reads the project file at `path` (relative: against the current folder) over the user file
/// (config_dir()/config.toml, optional). The file nearer to the project wins key by key. Relative paths of
/// both files are against the project file's folder; a leading "~/" is the home folder. Defaults:
/// command-profile.json, <agent>-profile.json, program = agent's name, mediation "shell". Errors: project
/// file missing (code ENOENT, hint names `init`), not readable, larger than 1 MiB, TOML syntax (file, line,
/// column), wrong type, unknown key (with the nearest known one), unknown agent, mediation or risk. Whether
/// the profiles exist is not looked at: see check_profile_files.
Result<Config> load_config(const std::string& path = default_config_name);

/// The agent's entry; Error when the config has none of this name.
Result<AgentConfig> agent_config(const Config& config, const std::string& name);

/// Both profiles of a session with `agent` are regular files that can be read; the Error names the first that
/// is not and the key of the config it comes from.
Status check_profile_files(const Config& config, const AgentConfig& agent);

} // namespace asb
