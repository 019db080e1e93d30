// `agent-sandbox demo-agent`: does for each step of a fixed script what Claude Code does for a Bash call:
// asks the hook, obeys its answer, starts the agent's shell with the script it would write, and reads the
// result from a file.
#pragma once

#include <string>
#include <vector>

namespace asb {

/// `--shell LINK --hook PROGRAM --mediation MODE [--outside FILE]`, in the project's folder. PROGRAM is
/// agent-sandbox (it is called as `PROGRAM hook …`); FILE exists and may not be read by commands (default
/// /etc/shadow). One JSON object a step on stdout:
/// {"step":NAME,"line":TEXT,"status":N,"output":TEXT,"expected":BOOL}, with "denied":TEXT instead of a status
/// when the hook denied the call. Files go to $CLAUDE_CODE_TMPDIR, else $TMPDIR, else the project. The
/// project needs git with a repository of at least one commit, and a command profile that allows `git log`
/// and refuses `git push` with a reason. Returns 0 when every step went as it should, 1 when not, 2 usage.
int demo_agent_command(const std::vector<std::string>& arguments);

} // namespace asb
