#include "core/base/text.h"

#include "core/base/utf8.h"

#include <cstdint>

namespace asb {
namespace {

bool is_plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
           || std::string_view("_@%+=:,./-").find(c) != std::string_view::npos;
}

/// Characters that every shell takes for themselves outside quotes, at any place of a word. Bytes above ASCII
/// are letters of UTF-8 words.
bool is_bare(char c) {
    return is_plain(c) || c == '^' || static_cast<unsigned char>(c) >= 0x80;
}

/// Code points that change the order or the look of what stands around them, or that nobody can see.
bool is_deceptive(std::uint32_t c) {
    return (c >= 0x80 && c <= 0x9F) || c == 0xAD || c == 0x34F || c == 0x61C || c == 0x115F || c == 0x1160
           || c == 0x180E || (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E)
           || (c >= 0x2060 && c <= 0x206F) || c == 0x3164 || c == 0xFEFF || c == 0xFFA0
           || (c >= 0xFFF9 && c <= 0xFFFB) || (c >= 0xE0000 && c <= 0xE0FFF);
}

constexpr std::string_view kHexDigits = "0123456789ABCDEF";

std::string hex_byte(unsigned char byte) {
    return {'\\', 'x', kHexDigits[byte >> 4], kHexDigits[byte & 0xFU]};
}

std::string code_point_name(std::uint32_t code_point) {
    std::string digits;
    for (std::uint32_t rest = code_point; rest != 0; rest >>= 4)
        digits.insert(digits.begin(), kHexDigits[rest & 0xFU]);
    while (digits.size() < 4)
        digits.insert(digits.begin(), '0');
    return "<U+" + digits + ">";
}

std::string visible_control(unsigned char c) {
    return {'^', static_cast<char>(c == 0x7F ? '?' : c + 0x40)};
}

} // namespace

std::string shell_quote(std::string_view word) {
    bool plain = !word.empty();
    for (const char c : word)
        plain = plain && is_plain(c);
    return plain ? std::string(word) : single_quote(word);
}

std::string shell_join(const std::vector<std::string>& words) {
    std::string line;
    for (const std::string& word : words) {
        if (!line.empty())
            line += ' ';
        line += shell_quote(word);
    }
    return line;
}

std::string single_quote(std::string_view word) {
    std::string quoted = "'";
    quoted.reserve(word.size() + 2);
    for (const char c : word) {
        if (c == '\'')
            quoted += "'\\''";
        else
            quoted += c;
    }
    quoted += '\'';
    return quoted;
}

std::optional<std::string> read_literal_word(std::string_view text, std::size_t& position) {
    std::string word;
    std::size_t at = position;
    while (at < text.size()) {
        const char c = text[at];
        if (is_bare(c)) {
            word += c;
            ++at;
        } else if (c == '\'') {
            const std::size_t close = text.find('\'', at + 1);
            if (close == std::string_view::npos)
                return std::nullopt;
            word += text.substr(at + 1, close - at - 1);
            at = close + 1;
        } else if (text.substr(at, 3) == "\"'\"") {
            word += '\'';
            at += 3;
        } else if (text.substr(at, 2) == "\\'") {
            word += '\'';
            at += 2;
        } else {
            break;
        }
    }
    const bool ended = at == text.size() || text[at] == ' ' || text[at] == '\t' || text[at] == '\n';
    if (at == position || !ended)
        return std::nullopt;
    position = at;
    return word;
}

std::string visible_text(std::string_view text, bool multiline, std::size_t limit) {
    constexpr std::string_view kCut = "\u2026";
    std::string shown;
    std::size_t safe_end = 0; // last length at which the cut mark still fits
    for (std::size_t at = 0; at < text.size();) {
        std::uint32_t code_point = 0;
        std::size_t length = decode_utf8(text, at, code_point);
        std::string piece;
        const auto byte = static_cast<unsigned char>(text[at]);
        if (length == 0) {
            piece = hex_byte(byte);
            length = 1;
        } else if (code_point < 0x20 || code_point == 0x7F) {
            const bool keep = multiline && (byte == '\n' || byte == '\t');
            piece = keep ? std::string(1, text[at]) : visible_control(byte);
        } else if (is_deceptive(code_point)) {
            piece = code_point_name(code_point);
        } else {
            piece = text.substr(at, length);
        }
        if (shown.size() + piece.size() > limit) {
            shown.resize(safe_end);
            if (shown.size() + kCut.size() <= limit)
                shown += kCut;
            return shown;
        }
        shown += piece;
        if (shown.size() + kCut.size() <= limit)
            safe_end = shown.size();
        at += length;
    }
    return shown;
}

bool is_valid_utf8(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        std::uint32_t code_point = 0;
        const std::size_t length = decode_utf8(text, at, code_point);
        if (length == 0)
            return false;
        at += length;
    }
    return true;
}

} // namespace asb
