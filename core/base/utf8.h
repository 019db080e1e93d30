// UTF-8, read and written in one place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace asb {

/// Length of the well-formed sequence at text[at] (`at` < size; RFC 3629: no overlong form, no surrogate, at
/// most U+10FFFF), its code point in `code`. 0 when the bytes are none; `code` is undefined then.
std::size_t decode_utf8(std::string_view text, std::size_t at, std::uint32_t& code);
/// The same with the original forms of up to six bytes and 31 bits, which the C library's UTF-8 locales take.
std::size_t decode_long_utf8(std::string_view text, std::size_t at, std::uint32_t& code);

/// Appends the bytes of a code point of up to 31 bits: above U+10FFFF in the original form of five and six
/// bytes, as bash writes them. More than 31 bits append nothing.
void append_utf8(std::string& out, std::uint32_t code);

/// Value of a hexadecimal digit, -1 when it is none.
int hex_digit(char c);

} // namespace asb
