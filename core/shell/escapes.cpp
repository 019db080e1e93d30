#include "core/shell/escapes.h"

#include <cctype>

namespace asb::shell {

namespace {

bool is_octal(char c) {
    return c >= '0' && c <= '7';
}
int hex_value(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

/// Up to `most` digits of text at `at`.
unsigned long digits(std::string_view text, std::size_t& at, int most, unsigned base, int& count) {
    unsigned long value = 0;
    for (count = 0; count < most && at < text.size(); ++count, ++at) {
        const int digit = base == 8 ? (is_octal(text[at]) ? text[at] - '0' : -1) : hex_value(text[at]);
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

/// \xHH \uHHHH \UHHHHHHHH at text[at] == the letter; false when no digit follows (nothing is read then).
bool hex_escape(std::string_view text, std::size_t& at, std::string& out) {
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
        append_code_point(out, value);
    return true;
}

} // namespace

void append_code_point(std::string& out, unsigned long code) {
    if (code < 0x80) {
        out += static_cast<char>(code);
        return;
    }
    if (code > 0x7fffffff)
        return;
    int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : code < 0x200000 ? 3 : code < 0x4000000 ? 4 : 5;
    static constexpr unsigned kLead[] = {0, 0xc0, 0xe0, 0xf0, 0xf8, 0xfc};
    out += static_cast<char>(kLead[more] | (code >> (6 * more)));
    while (more-- > 0)
        out += static_cast<char>(0x80 | ((code >> (6 * more)) & 0x3f));
}

std::string decode_ansi_quotes(std::string_view text) {
    std::string out;
    std::size_t i = 0;
    while (i < text.size()) {
        if (text[i] != '\\' || i + 1 >= text.size()) {
            out += text[i++];
            continue;
        }
        const char c = text[++i];
        const std::size_t before = out.size();
        if (const char plain = simple_escape(c)) {
            out += plain;
            ++i;
        } else if (c == '\'' || c == '"' || c == '?') {
            out += c;
            ++i;
        } else if (is_octal(c)) {
            int count = 0;
            out += static_cast<char>(digits(text, i, 3, 8, count));
        } else if (c == 'x' && i + 1 < text.size() && text[i + 1] == '{') { // \x{…}
            i += 2;
            int count = 0;
            const unsigned long value = digits(text, i, 16, 16, count);
            if (i < text.size() && text[i] == '}')
                ++i;
            out += static_cast<char>(value);
        } else if (c == 'x' || c == 'u' || c == 'U') {
            if (!hex_escape(text, i, out)) {
                out += '\\';
                out += c;
                ++i;
                continue;
            }
        } else if (c == 'c' && i + 1 < text.size()) {
            char control = text[i + 1];
            i += 2;
            if (control == '\\' && i < text.size() && text[i] == '\\')
                ++i;
            out += control == '?'
                       ? '\x7f'
                       : static_cast<char>(std::toupper(static_cast<unsigned char>(control)) & 0x1f);
        } else {
            out += '\\';
            out += c;
            ++i;
        }
        if (out.size() > before && out.find('\0', before) != std::string::npos) {
            out.resize(out.find('\0', before));
            return out;
        }
    }
    return out;
}

std::string decode_echo(std::string_view text, bool& stop) {
    std::string out;
    std::size_t i = 0;
    while (i < text.size()) {
        if (text[i] != '\\' || i + 1 >= text.size()) {
            out += text[i++];
            continue;
        }
        const char c = text[++i];
        if (const char plain = simple_escape(c)) {
            out += plain;
            ++i;
        } else if (c == 'c') {
            stop = true;
            return out;
        } else if (c == '0') {
            ++i;
            int count = 0;
            out += static_cast<char>(digits(text, i, 3, 8, count));
        } else if (c == 'x' || c == 'u' || c == 'U') {
            if (!hex_escape(text, i, out)) {
                out += '\\';
                out += c;
                ++i;
            }
        } else {
            out += '\\';
            out += c;
            ++i;
        }
    }
    return out;
}

std::string decode_percent_b(std::string_view text, bool& stop) {
    std::string out;
    std::size_t i = 0;
    while (i < text.size()) {
        if (text[i] != '\\' || i + 1 >= text.size()) {
            out += text[i++];
            continue;
        }
        const char c = text[++i];
        if (const char plain = simple_escape(c)) {
            out += plain;
            ++i;
        } else if (c == 'c') {
            stop = true;
            return out;
        } else if (c == '\'' || c == '"' || c == '?') {
            out += c;
            ++i;
        } else if (is_octal(c)) {
            int count = 0;
            const int most = c == '0' ? 4 : 3;
            out += static_cast<char>(digits(text, i, most, 8, count));
        } else if (c == 'x' || c == 'u' || c == 'U') {
            if (!hex_escape(text, i, out)) {
                out += '\\';
                out += c;
                ++i;
            }
        } else {
            out += '\\';
            out += c;
            ++i;
        }
    }
    return out;
}

std::size_t decode_format_escape(std::string_view text, std::size_t at, std::string& out,
                                 std::string& error) {
    if (at + 1 >= text.size()) {
        out += '\\';
        return at + 1;
    }
    std::size_t i = at + 1;
    const char c = text[i];
    if (const char plain = simple_escape(c)) {
        out += plain;
        return i + 1;
    }
    if (c == '\'' || c == '"' || c == '?') {
        out += c;
        return i + 1;
    }
    if (is_octal(c)) {
        int count = 0;
        out += static_cast<char>(digits(text, i, 3, 8, count));
        return i;
    }
    if (c == 'x' || c == 'u' || c == 'U') {
        if (hex_escape(text, i, out))
            return i;
        error = c == 'x' ? "missing hex digit for \\x" : std::string("missing unicode digit for \\") + c;
        out += '\\';
        out += c;
        return i + 1;
    }
    out += '\\'; // and the character is read as part of the format
    return i;
}

} // namespace asb::shell
