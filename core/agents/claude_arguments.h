// The user's arguments for Claude Code: what is refused, and what decides how a session's outputs are
// granted. Facts: claude-code.md §4, `claude --help` of 2.1.332.
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace asb {

struct RefusedOption {
    const char* name;
    const char* reason; ///< completes "NAME cannot be used here: …"
};

/// The table that check_claude_arguments works by, for tests and for `ai explain`.
const std::vector<RefusedOption>& refused_claude_options();

/// Error for a refused option ("--name", "--name=value") left of the user's own "--", or a refused subcommand
/// as the first word. What is not known passes: the agent judges its own options.
Status check_claude_arguments(const std::vector<std::string>& arguments);

struct ClaudeArguments {
    bool continues =
        false; ///< --continue, --resume, --from-pr, --fork-session: the session id is not ours to set
    std::string resumed_id;         ///< the id of --resume, when it is a UUID
    bool own_system_prompt = false; ///< the user appends to the system prompt himself
};
ClaudeArguments read_claude_arguments(const std::vector<std::string>& arguments);

/// 8-4-4-4-12 hex digits.
bool is_uuid(std::string_view text);

} // namespace asb
