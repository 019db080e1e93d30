// Backslash sequences of $'…', echo -e, printf and printf %b.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace asb::shell {

class Shell;

/// \u and \U are written as UTF-8: the locale is one, or would be by its name.
bool writes_utf8(Shell& shell);

/// The value of the text between $' and '. Ends at the first NUL that an escape makes, as bash's C strings
/// do. `utf8`, here and below: the locale is one of UTF-8, else \u and \U above ASCII stay escapes.
std::string decode_ansi_quotes(std::string_view text, bool utf8 = true);

/// echo -e and xpg_echo, and printf %b: \0nnn octal, \c ends all output (`stop` is set), \' \" \? stay as
/// they are; %b alone takes \nnn octal without the 0 too.
/// `errors` gets a message for each missing digit.
std::string decode_printed(std::string_view text, bool percent_b, bool utf8, bool& stop,
                           std::vector<std::string>* errors = nullptr);
/// One escape of a printf format at text[at] == '\\'; appends its value and answers the position behind it. A
/// missing hex digit is reported through `error` (bash: "missing hex digit for \x").
std::size_t decode_format_escape(std::string_view text, std::size_t at, bool utf8, std::string& out,
                                 std::string& error);
/// Up to three octal digits at text[at] as one byte; moves `at` behind them.
char octal_byte(std::string_view text, std::size_t& at);

} // namespace asb::shell
