// Quoting for shells, and text that is safe to show.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace asb {

/// One POSIX shell word: '…' with each ' as '\''. Plain words of [A-Za-z0-9_@%+=:,./-] stay as they are.
std::string shell_quote(std::string_view word);
std::string shell_join(const std::vector<std::string>& words);

/// Always in single quotes: the form the hook writes and the agent's shell unwraps.
std::string single_quote(std::string_view word);

/// Reads exactly one shell word made of bare characters, '…', "'" and \' pieces at `position`, and moves
/// `position` behind it; nullopt when something else (expansion, double quote with content, blank) stands
/// there.
std::optional<std::string> read_literal_word(std::string_view text, std::size_t& position);

/// Text for a terminal or a label: control characters as ^X or \xNN (newline and tab kept when `multiline`),
/// bad UTF-8 as \xNN, bidirectional and zero-width characters as <U+202E>. Never longer than `limit` bytes
/// ("…" at the cut).
std::string visible_text(std::string_view text, bool multiline = false, std::size_t limit = 1 << 20);

bool is_valid_utf8(std::string_view text);

} // namespace asb
