#include "core/shell/text_case.h"

#include "core/shell/pattern.h"

#include <algorithm>
#include <cwchar>
#include <cwctype>

namespace asb::shell {
namespace {

bool is_ascii(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

char32_t decode(std::string_view c) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(c[i]); };
    switch (c.size()) {
    case 1:
        return byte(0);
    case 2:
        return (byte(0) & 0x1fU) << 6 | (byte(1) & 0x3fU);
    case 3:
        return (byte(0) & 0x0fU) << 12 | (byte(1) & 0x3fU) << 6 | (byte(2) & 0x3fU);
    default:
        return (byte(0) & 0x07U) << 18 | (byte(1) & 0x3fU) << 12 | (byte(2) & 0x3fU) << 6 | (byte(3) & 0x3fU);
    }
}

void encode(char32_t c, std::string& out) {
    if (c < 0x80) {
        out += static_cast<char>(c);
    } else if (c < 0x800) {
        out += static_cast<char>(0xc0 | c >> 6);
        out += static_cast<char>(0x80 | (c & 0x3f));
    } else if (c < 0x10000) {
        out += static_cast<char>(0xe0 | c >> 12);
        out += static_cast<char>(0x80 | (c >> 6 & 0x3f));
        out += static_cast<char>(0x80 | (c & 0x3f));
    } else {
        out += static_cast<char>(0xf0 | c >> 18);
        out += static_cast<char>(0x80 | (c >> 12 & 0x3f));
        out += static_cast<char>(0x80 | (c >> 6 & 0x3f));
        out += static_cast<char>(0x80 | (c & 0x3f));
    }
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
    const auto first = static_cast<unsigned char>(text[0]);
    if (!utf8 || first < 0xc2 || first > 0xf4)
        return 1;
    const std::size_t length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (text.size() < length)
        return 1;
    for (std::size_t i = 1; i < length; ++i) {
        if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80)
            return 1;
    }
    const auto second = static_cast<unsigned char>(text[1]);
    if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second >= 0xa0)
        || (first == 0xf0 && second < 0x90) || (first == 0xf4 && second >= 0x90))
        return 1;
    return length;
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
        if (!wanted || (length == 1 && static_cast<unsigned char>(c[0]) >= 0x80))
            out.append(c);
        else
            encode(convert(decode(c), change, first), out);
        first = false;
    }
    return out;
}

} // namespace asb::shell
