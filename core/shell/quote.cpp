#include "core/shell/quote.h"

#include "core/base/utf8.h"

#include <cstdlib>
#include <cwctype>

namespace asb::shell {

namespace {

bool is_control(unsigned char c) {
    return c < 32 || c == 127;
}

/// Length of the character at text[i] that can be shown as it is; 0: a bad byte or a control character.
std::size_t shown_length(std::string_view text, std::size_t i) {
    if (static_cast<unsigned char>(text[i]) >= 0x80 && MB_CUR_MAX == 1) // the C locale
        return 0;
    std::uint32_t code = 0;
    const std::size_t length = decode_utf8(text, i, code);
    if (code < 0x80)
        return code < 0x20 || code == 0x7f ? 0 : length;
    return length != 0 && std::iswprint(static_cast<std::wint_t>(code)) != 0 ? length : 0;
}

} // namespace

bool needs_ansi(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t n = shown_length(text, i);
        if (n == 0)
            return true;
        i += n;
    }
    return false;
}

std::string quote_single(std::string_view text) {
    if (text == "'")
        return "\\'";
    std::string out = "'";
    for (const char c : text) {
        if (c == '\'')
            out += "'\\''";
        else
            out += c;
    }
    return out + "'";
}

std::string quote_ansi(std::string_view text) {
    std::string out = "$'";
    for (std::size_t i = 0; i < text.size();) {
        const auto c = static_cast<unsigned char>(text[i]);
        const std::size_t n = shown_length(text, i);
        if (n > 1) {
            out.append(text, i, n);
            i += n;
            continue;
        }
        ++i;
        switch (c) {
        case '\033':
            out += "\\E";
            break;
        case '\a':
            out += "\\a";
            break;
        case '\b':
            out += "\\b";
            break;
        case '\f':
            out += "\\f";
            break;
        case '\n':
            out += "\\n";
            break;
        case '\r':
            out += "\\r";
            break;
        case '\t':
            out += "\\t";
            break;
        case '\v':
            out += "\\v";
            break;
        case '\\':
            out += "\\\\";
            break;
        case '\'':
            out += "\\'";
            break;
        default:
            if (is_control(c) || c >= 0x80) {
                out += '\\';
                out += static_cast<char>('0' + (c >> 6));
                out += static_cast<char>('0' + ((c >> 3) & 7));
                out += static_cast<char>('0' + (c & 7));
            } else {
                out += static_cast<char>(c);
            }
        }
    }
    return out + "'";
}

std::string quote_double(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '$' || c == '`' || c == '\\')
            out += '\\';
        out += c;
    }
    return out + "\"";
}

std::string quote_backslash(std::string_view text) {
    if (text.empty())
        return "''";
    if (needs_ansi(text))
        return quote_ansi(text);
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        bool special = std::string_view(" \t\n!\"$&'()*,;<>?[\\]^`{|}").find(c) != std::string_view::npos;
        if (i == 0 && (c == '#' || c == '~'))
            special = true;
        if (c == '~' && i > 0 && (text[i - 1] == ':' || text[i - 1] == '='))
            special = true;
        if (special)
            out += '\\';
        out += c;
    }
    return out;
}

std::string printable_name(std::string_view text) {
    return needs_ansi(text) ? quote_ansi(text) : std::string(text);
}

bool has_shell_metas(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (std::string_view(" \t\n'\"\\|&;()<>!{}*[]?^$`").find(c) != std::string_view::npos)
            return true;
        if (c == '~' && (i == 0 || text[i - 1] == '=' || text[i - 1] == ':'))
            return true;
        if (c == '#' && (i == 0 || text[i - 1] == ' ' || text[i - 1] == '\t'))
            return true;
    }
    return false;
}

std::string quote_if_needed(std::string_view text) {
    if (needs_ansi(text))
        return quote_ansi(text);
    if (has_shell_metas(text))
        return quote_single(text);
    return std::string(text);
}

std::string quote_declare(std::string_view text) {
    return needs_ansi(text) ? quote_ansi(text) : quote_double(text);
}

std::string quote_at_q(std::string_view text) {
    return needs_ansi(text) ? quote_ansi(text) : quote_single(text);
}

} // namespace asb::shell
