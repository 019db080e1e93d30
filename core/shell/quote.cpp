#include "core/shell/quote.h"

namespace asb::shell {

namespace {

bool is_control(unsigned char c) {
    return c < 32 || c == 127;
}

/// Length of the valid UTF-8 character at text[i], 0 when it is none.
std::size_t utf8_length(std::string_view text, std::size_t i) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t n = lead >= 0xc2 && lead <= 0xdf   ? 2
                          : lead >= 0xe0 && lead <= 0xef ? 3
                          : lead >= 0xf0 && lead <= 0xf4 ? 4
                                                         : 0;
    if (n == 0 || i + n > text.size())
        return 0;
    for (std::size_t k = 1; k < n; ++k) {
        if ((static_cast<unsigned char>(text[i + k]) & 0xc0) != 0x80)
            return 0;
    }
    return n;
}

} // namespace

bool needs_ansi(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const auto c = static_cast<unsigned char>(text[i]);
        if (is_control(c))
            return true;
        if (c < 0x80) {
            ++i;
            continue;
        }
        const std::size_t n = utf8_length(text, i);
        if (n == 0)
            return true;
        if (n == 2 && c == 0xc2 && static_cast<unsigned char>(text[i + 1]) < 0xa0) // C1 controls
            return true;
        i += n;
    }
    return false;
}

std::string quote_single(std::string_view text) {
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
        const std::size_t n = c < 0x80 ? 1 : utf8_length(text, i);
        if (n > 1 && !(n == 2 && c == 0xc2 && static_cast<unsigned char>(text[i + 1]) < 0xa0)) {
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
