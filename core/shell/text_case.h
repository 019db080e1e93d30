// Upper and lower case by character, and counting of characters, in bytes or UTF-8.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace asb::shell {

class Pattern;

enum class CaseChange { Upper, Lower, Toggle, UpperFirst, LowerFirst, ToggleFirst, Capital };

/// `pattern` (may be null): only characters that it matches are changed; the …First kinds look at the first
/// only.
std::string change_case(std::string_view text, CaseChange change, bool utf8,
                        const Pattern* pattern = nullptr);

/// Length in bytes of the character at the beginning of text (not empty); a byte that is no UTF-8 counts
/// alone.
std::size_t character_length(std::string_view text, bool utf8);
std::size_t count_characters(std::string_view text, bool utf8);
/// Byte offset of character number n (or the end).
std::size_t character_offset(std::string_view text, std::size_t n, bool utf8);

} // namespace asb::shell
