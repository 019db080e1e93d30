// The settings that a session passes to Claude Code with --settings. They win over user, project and local
// settings (claude-code.md §4); inline JSON, because a file could be changed and leaves something behind.
#pragma once

#include "core/agents/agent.h"

#include <string>
#include <string_view>

namespace asb {

/// One line of JSON: hooks cannot be switched off, the PreToolUse hook blocks when it fails in any way, and
/// the variables by which other settings could take the shell layer away are pinned.
std::string claude_settings(const AgentContext& context);

/// The hook's command line: `timeout 10 <front> hook … || exit 2`. The client lets the raw command run on
/// every failure of a hook but exit status 2 (claude-code.md §3.2).
std::string claude_hook_command(const AgentContext& context);

/// The name of Claude Code's folder for a working directory: every UTF-16 unit that is no ASCII letter or
/// digit becomes a dash; over 200 of them the rest is replaced by a hash (measured with 2.1.332).
std::string claude_folder_name(std::string_view path);

/// The sentence for --append-system-prompt.
std::string claude_system_prompt(const AgentContext& context);

} // namespace asb
