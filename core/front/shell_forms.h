// The command lines with which Claude Code starts its shell, read strictly. The complete list for 2.1.332
// (road-measured.md §5.1):
//
//   -c env                                   once a session
//   -c -l 'SNAPSHOT_FILE=PATH\n…'            once a session
//   -c [-l] '[source SNAP 2>/dev/null || true && ][SESSION ENVIRONMENT\n: && ][\builtin ]shopt -u extglob
//   2>/dev/null || true
//      [ && { \builtin unalias -- NAME; \builtin unset -f -- NAME; } >/dev/null 2>&1 || true]… && eval WORD[
//      < /dev/null]
//      && pwd -P >| FILE'                    each command
//
// The session environment is what SessionStart hooks of the user wrote to $CLAUDE_ENV_FILE; it runs in front
// of the command, in execd like the command itself.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace asb {

struct ShellForm {
    enum class Kind { PrintEnvironment, MakeSnapshot, RunCommand, Unknown };
    Kind kind = Kind::Unknown;
    std::string snapshot_file;  ///< MakeSnapshot
    std::string environment;    ///< RunCommand: session environment, mostly empty
    std::string line;           ///< RunCommand: the command text, unquoted
    std::string directory_file; ///< RunCommand: takes the final directory
    std::string reason;         ///< Unknown: what is not as it should be
};

/// `arguments`: argv without the program's name.
ShellForm parse_shell_arguments(const std::vector<std::string>& arguments);

/// The line inside "PROGRAM exec -- <one quoted word>[ </dev/null]", which is what the hook writes; nullopt
/// for anything else, above all for what only starts so. `program` is the absolute path of agent-sandbox.
std::optional<std::string> unwrap_hook_line(std::string_view line, std::string_view program);

/// What the hook writes, and unwrap_hook_line reads.
std::string wrap_hook_line(std::string_view line, std::string_view program);

} // namespace asb
