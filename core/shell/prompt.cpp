// Backslash escapes of prompts (PS4, ${x@P}) and of $'…'.
#include "core/shell/expand.h"
#include "core/shell/shell.h"

#include <cstdio>
#include <ctime>
#include <pwd.h>
#include <unistd.h>

namespace asb::shell {
namespace {

void append_utf8(std::string& out, char32_t c, bool utf8) {
    if (c < 0x80 || !utf8) {
        if (c < 0x100) {
            out += static_cast<char>(c);
            return;
        }
        char buffer[16];
        std::snprintf(buffer, sizeof buffer, c < 0x10000 ? "\\u%04x" : "\\U%08x", static_cast<unsigned>(c));
        out += buffer;
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

/// Up to `max` digits of `base` from position i on; count 0 when there are none.
unsigned long digits(std::string_view text, std::size_t& i, std::size_t max, int base, std::size_t& count) {
    unsigned long value = 0;
    for (count = 0; count < max && i < text.size(); ++count, ++i) {
        const char c = text[i];
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : 99;
        if (digit >= base)
            break;
        value = value * static_cast<unsigned long>(base) + static_cast<unsigned long>(digit);
    }
    return value;
}

std::string time_text(const char* format) {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    localtime_r(&now, &parts);
    char buffer[256];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral" // \D{format} is the user's
    const std::size_t n = std::strftime(buffer, sizeof buffer, format, &parts);
#pragma GCC diagnostic pop
    return {buffer, n};
}

std::string short_path(Shell& shell, bool last_only) {
    std::string path = shell.variables.text("PWD");
    const std::string home = shell.variables.text("HOME");
    if (!home.empty() && home != "/" && path.compare(0, home.size(), home) == 0
        && (path.size() == home.size() || path[home.size()] == '/'))
        path = "~" + path.substr(home.size());
    const std::size_t slash = path.rfind('/');
    if (last_only && path != "/" && slash != std::string::npos)
        path = path.substr(slash + 1);
    return path;
}

std::string user_name() {
    const passwd* entry = getpwuid(geteuid());
    return entry && entry->pw_name ? entry->pw_name : "I have no name!";
}

std::string host_name(bool full) {
    char buffer[256] = "";
    gethostname(buffer, sizeof buffer - 1);
    std::string name = buffer;
    return full ? name : name.substr(0, name.find('.'));
}

/// Result of one escape whose letter is at i (moved behind it). False: not an escape, keep the backslash.
bool prompt_escape(Shell& shell, std::string_view text, std::size_t& i, std::string& out) {
    const char letter = text[i++];
    switch (letter) {
    case 'a':
        out += '\a';
        return true;
    case 'e':
        out += '\033';
        return true;
    case 'n':
        out += '\n';
        return true;
    case 'r':
        out += '\r';
        return true;
    case '\\':
        out += "\\\\";
        return true; // the expansion that follows takes one away
    case '[':
        return true;
    case ']':
        return true;
    case 'd':
        out += time_text("%a %b %d");
        return true;
    case 't':
        out += time_text("%H:%M:%S");
        return true;
    case 'T':
        out += time_text("%I:%M:%S");
        return true;
    case '@':
        out += time_text("%I:%M %p");
        return true;
    case 'A':
        out += time_text("%H:%M");
        return true;
    case 'D': {
        const std::size_t close =
            i < text.size() && text[i] == '{' ? text.find('}', i) : std::string_view::npos;
        if (close == std::string_view::npos)
            return false;
        const std::string format(text.substr(i + 1, close - i - 1));
        out += time_text(format.empty() ? "%X" : format.c_str());
        i = close + 1;
        return true;
    }
    case 'u':
        out += user_name();
        return true;
    case 'h':
        out += host_name(false);
        return true;
    case 'H':
        out += host_name(true);
        return true;
    case 's':
        out += shell.shell_name.substr(shell.shell_name.rfind('/') + 1);
        return true;
    case 'v':
        out += "5.2";
        return true;
    case 'V':
        out += "5.2.15";
        return true;
    case 'w':
        out += short_path(shell, false);
        return true;
    case 'W':
        out += short_path(shell, true);
        return true;
    case '$':
        out += geteuid() == 0 ? "#" : "\\$";
        return true;
    case '#':
        out += "1";
        return true;
    case '!':
        out += "1";
        return true;
    case 'j':
        out += "0";
        return true;
    case 'l':
        out += "bash";
        return true;
    default:
        break;
    }
    if (letter >= '0' && letter <= '7') {
        --i;
        std::size_t count = 0;
        out += static_cast<char>(digits(text, i, 3, 8, count));
        return true;
    }
    --i;
    return false;
}

} // namespace

bool expand_prompt(Shell& shell, std::string_view text, std::string& result) {
    std::string decoded;
    for (std::size_t i = 0; i < text.size();) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            decoded += text[i++];
            continue;
        }
        std::size_t next = i + 1;
        if (prompt_escape(shell, text, next, decoded)) {
            i = next;
        } else {
            decoded += text[i++];
            decoded += text[i++];
        }
    }
    if (decoded.find_first_of("$`\\") == std::string::npos) {
        result = std::move(decoded);
        return true;
    }
    const int status = shell.status;
    const bool ok = shell.expand_text(decoded, result);
    shell.status = ok ? status : shell.status;
    return ok;
}

std::string decode_ansi_c(std::string_view text, bool utf8) {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            out += text[i++];
            continue;
        }
        const char c = text[i + 1];
        i += 2;
        std::size_t count = 0;
        switch (c) {
        case 'a':
            out += '\a';
            break;
        case 'b':
            out += '\b';
            break;
        case 'e':
        case 'E':
            out += '\033';
            break;
        case 'f':
            out += '\f';
            break;
        case 'n':
            out += '\n';
            break;
        case 'r':
            out += '\r';
            break;
        case 't':
            out += '\t';
            break;
        case 'v':
            out += '\v';
            break;
        case '\\':
        case '\'':
        case '"':
        case '?':
            out += c;
            break;
        case 'x': {
            const unsigned long value = digits(text, i, 2, 16, count);
            if (count == 0)
                out += "\\x";
            else
                out += static_cast<char>(value);
            break;
        }
        case 'u':
        case 'U': {
            const unsigned long value = digits(text, i, c == 'u' ? 4 : 8, 16, count);
            if (count == 0)
                (out += '\\') += c;
            else
                append_utf8(out, static_cast<char32_t>(value), utf8);
            break;
        }
        case 'c':
            if (i < text.size())
                out += static_cast<char>(text[i++] & 0x1f);
            break;
        default:
            if (c >= '0' && c <= '7') {
                --i;
                out += static_cast<char>(digits(text, i, 3, 8, count));
            } else {
                (out += '\\') += c;
            }
        }
    }
    return out;
}

} // namespace asb::shell
