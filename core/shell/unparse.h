// Commands back to text, in the very layout of bash 5.2 (`declare -f`, BASH_COMMAND, `jobs`, exported
// functions).
#pragma once

#include "core/shell/ast.h"

#include <string>

namespace asb::shell {

/// `name () \n{ \n    …\n}` as `declare -f` prints it, without a newline at the end.
std::string unparse_function(const std::string& name, const Command& body);

/// `() {  …\n}`: the value of an exported function (BASH_FUNC_name%%).
std::string unparse_function_value(const Command& body);

/// One command as `jobs` and BASH_COMMAND show it.
std::string unparse(const Command& command);

/// A list as it stands between $( and ) in `declare -f`. Also numbers the lines of its commands, counted from
/// 0 in that text: bash parses this text again when it expands the substitution, which shows in LINENO.
std::string unparse_substitution(List& list);

} // namespace asb::shell
