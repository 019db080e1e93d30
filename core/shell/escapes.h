// Backslash sequences of $'…', echo -e, printf and printf %b.
#pragma once

#include <string>
#include <string_view>

namespace asb::shell {

/// The value of the text between $' and '. Ends at the first NUL that an escape makes, as bash's C strings
/// do.
std::string decode_ansi_quotes(std::string_view text);

/// echo -e and xpg_echo: \0nnn octal, \c ends all output (`stop` is set), \' and \" stay.
std::string decode_echo(std::string_view text, bool& stop);
/// printf %b: as echo -e, and \nnn octal without the 0 too, \' \" \? are taken.
std::string decode_percent_b(std::string_view text, bool& stop);
/// One escape of a printf format at text[at] == '\\'; appends its value and answers the position behind it. A
/// missing hex digit is reported through `error` (bash: "missing hex digit for \x").
std::size_t decode_format_escape(std::string_view text, std::size_t at, std::string& out, std::string& error);

/// UTF-8 bytes of a code point (in a UTF-8 locale), as \u writes it.
void append_code_point(std::string& out, unsigned long code);

} // namespace asb::shell
