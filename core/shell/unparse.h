// Commands back to text, in the very layout of bash 5.2 (`declare -f`, BASH_COMMAND, `jobs`, exported
// functions).
#pragma once

#include "core/shell/ast.h"

#include <string>
#include <string_view>

namespace asb::shell {

/// `name () \n{ \n    …\n}` as `declare -f` prints it, without a newline at the end.
std::string unparse_function(const std::string& name, const Command& body);

/// One command as `jobs`, BASH_COMMAND and `trap -p`-like listings show it.
std::string unparse(const Command& command);

/// A list as it stands between $( and ).
std::string unparse_substitution(const List& list);

/// Value texts: 'it'\''s' as bash writes them.
std::string quote_single(std::string_view text); ///< always in '…' (set, export -p style of alias, trap)
std::string
quote_if_needed(std::string_view text); ///< set, declare without -p: only when needed; $'…' for controls
std::string quote_backslash(std::string_view text); ///< printf %q
std::string quote_double(std::string_view text); ///< declare -p: "…" with \ before $ ` " \; $'…' for controls
std::string quote_at_q(std::string_view text); ///< ${x@Q}: '…' or $'…'

} // namespace asb::shell
