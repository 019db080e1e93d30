// `--env` references: files of NAME=value lines for the agent's environment (reference-cli.md §15).
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace asb {

using EnvironmentPairs = std::vector<std::pair<std::string, std::string>>;

/// The path that a reference names: "file:PATH", "file://PATH" or PATH, blanks around it cut, a leading "~"
/// or "~/" is the home folder, relative to `base_dir`. Error for an empty one.
Result<std::string> env_reference_path(std::string_view reference, const std::string& base_dir);

/// Reads the text of one file. Line by line, blanks around the line cut: empty and # lines are skipped, one
/// leading "export " is cut, then NAME=value; blanks around both cut, one pair of equal quotes around the
/// value removed. No escapes, no expansion, no continued lines, no comments behind a value. `name` is for
/// messages. Errors with line number: no "=", a NAME that is no variable name, a NUL, a line above 64 KiB,
/// more than 4096 lines that count. Values are never shown.
Result<EnvironmentPairs> parse_env_text(std::string_view text, const std::string& name);

/// All files in order; a later pair replaces an earlier one of the same name in its first place. Touches no
/// environment. Errors: as above, unreadable file (named), larger than 1 MiB.
Result<EnvironmentPairs> load_env_files(const std::vector<std::string>& references,
                                        const std::string& base_dir);

} // namespace asb
