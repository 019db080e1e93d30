// What Claude Code starts on its own and not through its shell: confined by the agent profile, but no command
// of execd's.
#pragma once

#include <string>
#include <vector>

namespace asb {

/// One sentence for each settings file that names hooks, MCP servers or a status line, and for .mcp.json: the
/// user's
/// (`config_folder`), the project's and its local one. Files that cannot be read say nothing.
std::vector<std::string> unmediated_by_claude(const std::string& config_folder, const std::string& project);

} // namespace asb
