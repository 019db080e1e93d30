// $VISUAL, $TERMINAL and settings hold command lines: "code -w", "emacsclient -t -a ''".
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace asb {

/// Splits as a shell would: blanks, '…', "…" with \" and \\, \c. Nothing is expanded. Error: a quote that is
/// not closed, no word at all.
Result<std::vector<std::string>> split_shell_words(std::string_view text);

/// Behind the last '/'.
std::string base_name(const std::string& path);

} // namespace asb
