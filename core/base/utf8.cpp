#include "core/base/utf8.h"

#include <array>

namespace asb {

std::size_t decode_long_utf8(std::string_view text, std::size_t at, std::uint32_t& code) {
    const auto byte = [&](std::size_t offset) { return static_cast<unsigned char>(text[at + offset]); };
    const unsigned char first = byte(0);
    code = first;
    if (first < 0x80)
        return 1;
    if (first < 0xC2 || first > 0xFD)
        return 0;
    const std::size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF8 ? 4 : first < 0xFC ? 5 : 6;
    if (text.size() - at < length)
        return 0;
    code = first & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0U) != 0x80)
            return 0;
        code = (code << 6) | (byte(i) & 0x3FU);
    }
    constexpr std::array<std::uint32_t, 7> kLeast{0, 0, 0x80, 0x800, 0x10000, 0x200000, 0x4000000};
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    return code < kLeast[length] || surrogate ? 0 : length;
}

std::size_t decode_utf8(std::string_view text, std::size_t at, std::uint32_t& code) {
    const std::size_t length = decode_long_utf8(text, at, code);
    return code > 0x10FFFF ? 0 : length;
}

void append_utf8(std::string& out, std::uint32_t code) {
    if (code < 0x80) {
        out += static_cast<char>(code);
        return;
    }
    if (code > 0x7FFFFFFF)
        return;
    unsigned more = code < 0x800 ? 1 : code < 0x10000 ? 2 : code < 0x200000 ? 3 : code < 0x4000000 ? 4 : 5;
    constexpr std::array<std::uint32_t, 6> kLead{0, 0xC0, 0xE0, 0xF0, 0xF8, 0xFC};
    out += static_cast<char>(kLead[more] | (code >> (6 * more)));
    while (more-- > 0)
        out += static_cast<char>(0x80 | ((code >> (6 * more)) & 0x3F));
}

int hex_digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

} // namespace asb
