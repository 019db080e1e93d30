#include "core/shell/text_case.h"

#include "core/base/utf8.h"
#include "core/shell/pattern.h"

#include <algorithm>
#include <cwchar>
#include <cwctype>

namespace asb::shell {
namespace {

bool is_ascii(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

char32_t to_upper(char32_t c) {
    if (c < 0x80)
        return c >= 'a' && c <= 'z' ? c - 32 : c;
    return static_cast<char32_t>(std::towupper(static_cast<std::wint_t>(c)));
}
char32_t to_lower(char32_t c) {
    if (c < 0x80)
        return c >= 'A' && c <= 'Z' ? c + 32 : c;
    return static_cast<char32_t>(std::towlower(static_cast<std::wint_t>(c)));
}

char32_t convert(char32_t c, CaseChange change, bool first) {
    switch (change) {
    case CaseChange::Upper:
    case CaseChange::UpperFirst:
        return to_upper(c);
    case CaseChange::Lower:
    case CaseChange::LowerFirst:
        return to_lower(c);
    case CaseChange::Toggle:
    case CaseChange::ToggleFirst:
        return to_upper(c) != c ? to_upper(c) : to_lower(c);
    case CaseChange::Capital:
        return first ? to_upper(c) : to_lower(c);
    }
    return c;
}

} // namespace

std::size_t character_length(std::string_view text, bool utf8) {
    std::uint32_t code = 0;
    const std::size_t length = utf8 ? decode_long_utf8(text, 0, code) : 1;
    return length == 0 ? 1 : length;
}

std::size_t count_characters(std::string_view text, bool utf8) {
    if (!utf8 || is_ascii(text))
        return text.size();
    std::size_t count = 0;
    for (; !text.empty(); ++count)
        text.remove_prefix(character_length(text, true));
    return count;
}

std::size_t character_offset(std::string_view text, std::size_t n, bool utf8) {
    if (!utf8)
        return std::min(n, text.size());
    std::size_t at = 0;
    for (; n > 0 && at < text.size(); --n)
        at += character_length(text.substr(at), true);
    return at;
}

std::string change_case(std::string_view text, CaseChange change, bool utf8, const Pattern* pattern) {
    std::string out;
    out.reserve(text.size());
    const bool first_only = change == CaseChange::UpperFirst || change == CaseChange::LowerFirst
                            || change == CaseChange::ToggleFirst;
    bool first = true;
    while (!text.empty()) {
        const std::size_t length = character_length(text, utf8);
        const std::string_view c = text.substr(0, length);
        text.remove_prefix(length);
        const bool wanted = (first || !first_only) && (!pattern || pattern->matches(c));
        std::uint32_t code = 0;
        if (wanted && decode_long_utf8(c, 0, code) == length)
            append_utf8(out, convert(code, change, first));
        else
            out.append(c);
        first = false;
    }
    return out;
}

} // namespace asb::shell
