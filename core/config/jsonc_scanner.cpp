#include "core/config/jsonc_scanner.h"

#include "core/base/text.h"
#include "core/base/utf8.h"

#include <array>
#include <utility>

namespace asb::jsonc {

namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_word_byte(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_' || c == '$'
           || (static_cast<unsigned char>(c) & 0x80) != 0;
}

} // namespace

Scanner::Scanner(std::string_view text) : text_(text) {
    if (!is_valid_utf8(text))
        fail("the file is not UTF-8", 1, 1);
}

void Scanner::fail(std::string what, int line, int column) {
    if (ok())
        fault_ = Fault{std::move(what), line, column};
}

void Scanner::advance(std::size_t bytes) {
    for (; bytes > 0 && !at_end(); --bytes) {
        if (text_[position_++] == '\n') {
            ++line_;
            line_start_ = position_;
        }
    }
}

/// Bytes of the white space at the position; the non-ASCII ones are those of Unicode's White_Space.
std::size_t Scanner::blank_length() const {
    static constexpr std::string_view ascii = " \t\n\r\v\f";
    static constexpr std::array<std::string_view, 8> wide = {"\xC2\x85",     "\xC2\xA0",     "\xE1\x9A\x80",
                                                             "\xE2\x80\xA8", "\xE2\x80\xA9", "\xE2\x80\xAF",
                                                             "\xE2\x81\x9F", "\xE3\x80\x80"};
    if (ascii.find(text_[position_]) != std::string_view::npos)
        return 1;
    const std::string_view rest = text_.substr(position_, 3);
    for (const std::string_view blank : wide) {
        if (rest.substr(0, blank.size()) == blank)
            return blank.size();
    }
    if (rest.size() == 3 && rest.substr(0, 2) == "\xE2\x80" && static_cast<unsigned char>(rest[2]) >= 0x80
        && static_cast<unsigned char>(rest[2]) <= 0x8A)
        return 3;
    return 0;
}

bool Scanner::skip_block_comment() {
    const int line = line_;
    const int begin = column();
    const std::size_t end = text_.find("*/", position_ + 2);
    if (end == std::string_view::npos) {
        fail("the comment that begins here is not closed", line, begin);
        return false;
    }
    advance(end + 2 - position_);
    return true;
}

bool Scanner::skip_blanks_and_comments() {
    while (!at_end()) {
        if (const std::size_t blank = blank_length(); blank > 0) {
            advance(blank);
        } else if (peek() == '/' && peek(1) == '/') {
            while (!at_end() && peek() != '\n' && peek() != '\r')
                advance();
        } else if (peek() == '/' && peek(1) == '*') {
            if (!skip_block_comment())
                return false;
        } else {
            return true;
        }
    }
    return true;
}

Token Scanner::next() {
    Token token;
    if (!ok() || !skip_blanks_and_comments())
        return token;
    token.line = line_;
    token.column = column();
    if (at_end())
        return token;
    static constexpr std::string_view signs = "{}[],:";
    static constexpr std::array<Token::Kind, 6> kinds = {Token::Kind::OpenBrace,   Token::Kind::CloseBrace,
                                                         Token::Kind::OpenBracket, Token::Kind::CloseBracket,
                                                         Token::Kind::Comma,       Token::Kind::Colon};
    const char c = peek();
    if (const std::size_t sign = signs.find(c); sign != std::string_view::npos) {
        token.kind = kinds[sign];
        advance();
    } else if (c == '"' || c == '\'') {
        scan_string(token);
    } else if (is_digit(c) || c == '-' || c == '+' || (c == '.' && is_digit(peek(1)))) {
        scan_number(token);
    } else if (is_word_byte(c)) {
        scan_word(token);
    } else {
        fail_here("unexpected character " + visible_text(text_.substr(position_, 1)));
    }
    return ok() ? token : Token{};
}

void Scanner::scan_word(Token& token) {
    token.kind = Token::Kind::Word;
    const std::size_t begin = position_;
    while (!at_end() && is_word_byte(peek()) && blank_length() == 0)
        advance();
    token.text = std::string(text_.substr(begin, position_ - begin));
    if (token.text == "Infinity" || token.text == "NaN")
        token.kind = Token::Kind::Number;
}

void Scanner::scan_number(Token& token) {
    token.kind = Token::Kind::Number;
    const std::size_t begin = position_;
    const auto digits = [this] {
        const std::size_t first = position_;
        while (is_digit(peek()))
            advance();
        return position_ > first;
    };
    if (peek() == '-' || peek() == '+')
        advance();
    if (peek() == '0' && (peek(1) == 'x' || peek(1) == 'X')) {
        advance(2);
        if (hex_digit(peek()) < 0)
            return fail_here("a hexadecimal digit is expected here");
        while (hex_digit(peek()) >= 0)
            advance();
    } else if (text_.substr(position_, 8) == "Infinity" || text_.substr(position_, 3) == "NaN") {
        advance(peek() == 'I' ? 8 : 3);
    } else {
        // As in nono, a leading zero stands alone: "012" is the number 0 and then the number 12.
        if (peek() == '0')
            advance();
        else if (!digits() && !(peek() == '.' && is_digit(peek(1))))
            return fail_here("a digit is expected here");
        if (peek() == '.') {
            advance();
            digits();
        }
        if (peek() == 'e' || peek() == 'E') {
            advance();
            if (peek() == '-' || peek() == '+')
                advance();
            if (!digits())
                return fail_here("a digit is expected here");
        }
    }
    token.text = std::string(text_.substr(begin, position_ - begin));
}

void Scanner::scan_string(Token& token) {
    token.kind = Token::Kind::String;
    const char quote = peek();
    advance();
    while (!at_end()) {
        const char c = peek();
        if (c == quote) {
            advance();
            return;
        }
        if (c == '\\') {
            if (!scan_escape(token.text))
                return;
        } else {
            token.text.push_back(c);
            advance();
        }
    }
    fail("the string that begins here is not closed", token.line, token.column);
}

/// One escape of JSON or JSON5, the position on its backslash.
bool Scanner::scan_escape(std::string& out) {
    static constexpr std::string_view names = "bfnrtv";
    static constexpr std::string_view values = "\b\f\n\r\t\v";
    const int line = line_;
    const int begin = column();
    advance();
    const char c = peek();
    if (at_end() || (c >= '1' && c <= '9') || (c == '0' && is_digit(peek(1)))) {
        fail("bad escape in a string", line, begin);
        return false;
    }
    if (c == 'u')
        return scan_unicode_escape(out);
    if (c == 'x') {
        advance();
        unsigned value = 0;
        if (!scan_hex(2, value))
            return false;
        append_utf8(out, value);
        return true;
    }
    if (c == '\r' && peek(1) == '\n') {
        advance(2);
        return true;
    }
    if (const std::size_t name = names.find(c); name != std::string_view::npos)
        out.push_back(values[name]);
    else if (c == '0')
        out.push_back('\0');
    else if (text_.substr(position_, 3) == "\xE2\x80\xA8" || text_.substr(position_, 3) == "\xE2\x80\xA9")
        advance(2);
    else if (c != '\n' && c != '\r')
        out.push_back(c);
    advance();
    return true;
}

bool Scanner::scan_hex(int digits, unsigned& value) {
    value = 0;
    for (int i = 0; i < digits; ++i) {
        const int digit = hex_digit(peek());
        if (digit < 0) {
            fail_here("a hexadecimal digit is expected here");
            return false;
        }
        value = value * 16 + static_cast<unsigned>(digit);
        advance();
    }
    return true;
}

bool Scanner::scan_unicode_escape(std::string& out) {
    const int line = line_;
    const int begin = column() - 1; // the backslash
    advance();
    unsigned code = 0;
    if (!scan_hex(4, code))
        return false;
    const auto half = [&] {
        fail("half of a surrogate pair in a string", line, begin);
        return false;
    };
    if (code >= 0xDC00 && code <= 0xDFFF)
        return half();
    if (code >= 0xD800 && code <= 0xDBFF) {
        if (peek() != '\\' || peek(1) != 'u')
            return half();
        advance(2);
        unsigned low = 0;
        if (!scan_hex(4, low))
            return false;
        if (low < 0xDC00 || low > 0xDFFF)
            return half();
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    append_utf8(out, code);
    return true;
}

} // namespace asb::jsonc
