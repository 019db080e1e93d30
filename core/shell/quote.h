// Texts as the shell writes them so that it can read them back.
#pragma once

#include <string>
#include <string_view>

namespace asb::shell {

std::string quote_single(std::string_view text); ///< '…', ' as '\''; a lone ' as \'
std::string quote_ansi(std::string_view text);   ///< $'…' always
std::string quote_double(std::string_view text); ///< "…" with \ before $ ` " \ (declare -p without controls)
std::string quote_backslash(std::string_view text); ///< printf %q
/// `set`, `declare` without -p: bare when nothing in it is special, else '…', $'…' with control characters.
std::string quote_if_needed(std::string_view text);
/// declare -p: "…", $'…' with control characters.
std::string quote_declare(std::string_view text);
/// ${x@Q}: '…', $'…' with control characters.
std::string quote_at_q(std::string_view text);
/// True when text holds a control character or (UTF-8 locale) a byte that is no UTF-8: $'…' is needed.
bool needs_ansi(std::string_view text);
/// A name in a message: as it is, or as $'…' when it holds control characters.
std::string printable_name(std::string_view text);
/// A character that the grammar or an expansion gives a meaning stands in it (sh_contains_shell_metas).
bool has_shell_metas(std::string_view text);

} // namespace asb::shell
