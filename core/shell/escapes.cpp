#include "core/shell/escapes.h"

#include "core/base/utf8.h"

#include <array>
#include <cctype>
#include <cstdio>

namespace asb::shell {

namespace {

bool is_octal(char c) {
    return c >= '0' && c <= '7';
}
/// Up to `most` digits of text at `at`.
unsigned long digits(std::string_view text, std::size_t& at, int most, unsigned base, int& count) {
    unsigned long value = 0;
    for (count = 0; count < most && at < text.size(); ++count, ++at) {
        const int digit = base == 8 ? (is_octal(text[at]) ? text[at] - '0' : -1) : hex_digit(text[at]);
        if (digit < 0)
            break;
        value = value * base + static_cast<unsigned long>(digit);
    }
    return value;
}

char simple_escape(char c) {
    switch (c) {
    case 'a':
        return '\a';
    case 'b':
        return '\b';
    case 'e':
    case 'E':
        return '\033';
    case 'f':
        return '\f';
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    case 'v':
        return '\v';
    case '\\':
        return '\\';
    default:
        return '\0';
    }
}

/// As \u and \U write it.
void append_code_point(std::string& out, unsigned long code, bool utf8) {
    if (utf8 || code < 0x80) {
        append_utf8(out, static_cast<std::uint32_t>(code));
        return;
    }
    std::array<char, 16> name{};
    std::snprintf(name.data(), name.size(), code < 0x10000 ? "\\u%04lX" : "\\U%08lX", code);
    out += name.data();
}

/// \xHH \uHHHH \UHHHHHHHH at text[at] == the letter; false when no digit follows (nothing is read then).
bool hex_escape(std::string_view text, std::size_t& at, std::string& out, bool utf8) {
    const char letter = text[at];
    const int most = letter == 'x' ? 2 : letter == 'u' ? 4 : 8;
    std::size_t i = at + 1;
    int count = 0;
    const unsigned long value = digits(text, i, most, 16, count);
    if (count == 0)
        return false;
    at = i;
    if (letter == 'x')
        out += static_cast<char>(value);
    else
        append_code_point(out, value, utf8);
    return true;
}

/// What means the same in every form, at text[at] behind the backslash: \a … \v, \e, \E, \\, \x, \u, \U.
/// False: nothing was read.
bool common_escape(std::string_view text, std::size_t& at, std::string& out, bool utf8) {
    if (const char plain = simple_escape(text[at])) {
        out += plain;
        ++at;
        return true;
    }
    return (text[at] == 'x' || text[at] == 'u' || text[at] == 'U') && hex_escape(text, at, out, utf8);
}

bool is_mark(char c) {
    return c == '\'' || c == '"' || c == '?';
}

} // namespace

char octal_byte(std::string_view text, std::size_t& at) {
    int count = 0;
    return static_cast<char>(digits(text, at, 3, 8, count));
}

std::string decode_ansi_quotes(std::string_view text, bool utf8) {
    std::string out;
    std::size_t i = 0;
    while (i < text.size()) {
        if (text[i] != '\\' || i + 1 >= text.size()) {
            out += text[i++];
            continue;
        }
        const char c = text[++i];
        const std::size_t before = out.size();
        if (c == 'x' && i + 1 < text.size() && text[i + 1] == '{') { // \x{…}
            i += 2;
            int count = 0;
            const unsigned long value = digits(text, i, 16, 16, count);
            if (i < text.size() && text[i] == '}')
                ++i;
            out += static_cast<char>(value);
        } else if (common_escape(text, i, out, utf8)) {
        } else if (is_octal(c)) {
            out += octal_byte(text, i);
        } else if (c == 'c' && i + 1 < text.size()) {
            const char control = text[i + 1];
            i += 2;
            if (control == '\\' && i < text.size() && text[i] == '\\')
                ++i;
            out += control == '?'
                       ? '\x7f'
                       : static_cast<char>(std::toupper(static_cast<unsigned char>(control)) & 0x1f);
        } else {
            if (!is_mark(c))
                out += '\\';
            out += c;
            ++i;
        }
        if (const std::size_t nul = out.find('\0', before); nul != std::string::npos) {
            out.resize(nul);
            return out;
        }
    }
    return out;
}

namespace {

std::string missing_digit(char letter) {
    return letter == 'x' ? "missing hex digit for \\x" : std::string("missing unicode digit for \\") + letter;
}

} // namespace

std::string decode_printed(std::string_view text, bool percent_b, bool utf8, bool& stop,
                           std::vector<std::string>* errors) {
    std::string out;
    std::size_t i = 0;
    while (i < text.size()) {
        if (text[i] != '\\' || i + 1 >= text.size()) {
            out += text[i++];
            continue;
        }
        const char c = text[++i];
        if (common_escape(text, i, out, utf8))
            continue;
        if (c == 'c') {
            stop = true;
            return out;
        }
        if (c == '0' || (percent_b && is_octal(c))) {
            int count = 0;
            out += static_cast<char>(digits(text, i, c == '0' ? 4 : 3, 8, count));
            continue;
        }
        if (errors && (c == 'x' || c == 'u' || c == 'U'))
            errors->push_back(missing_digit(c));
        out += '\\';
        out += c;
        ++i;
    }
    return out;
}

std::size_t decode_format_escape(std::string_view text, std::size_t at, bool utf8, std::string& out,
                                 std::string& error) {
    std::size_t i = at + 1;
    if (i >= text.size()) {
        out += '\\';
        return i;
    }
    const char c = text[i];
    if (common_escape(text, i, out, utf8))
        return i;
    if (is_octal(c)) {
        out += octal_byte(text, i);
        return i;
    }
    if (is_mark(c)) {
        out += c;
        return i + 1;
    }
    out += '\\';
    if (c == 'x' || c == 'u' || c == 'U') {
        error = missing_digit(c);
        out += c;
        return i + 1;
    }
    return i; // the character is read as part of the format
}

} // namespace asb::shell
