// Private to the parser: collects the parts of one word, and what ends it.
#pragma once

#include "core/shell/lexer.h"
#include "core/shell/names.h"

#include <string>
#include <utility>
#include <vector>

namespace asb::shell {

/// A blank or the first character of an operator: an unquoted word ends there.
inline bool ends_word(int c) {
    switch (c) {
    case ' ':
    case '\t':
    case '\n':
    case ';':
    case '&':
    case '|':
    case '<':
    case '>':
    case '(':
    case ')':
        return true;
    default:
        return false;
    }
}

/// Character tests of the lexer; the end of the text is a negative number and none of them.
inline bool is_digit(int c) {
    return c >= '0' && c <= '9';
}
inline bool name_start(int c) {
    return c >= 0 && c < 128 && is_name_start(static_cast<char>(c));
}
inline bool name_char(int c) {
    return name_start(c) || is_digit(c);
}
inline bool is_special_parameter(int c) {
    return c == '@' || c == '*' || c == '#' || c == '?' || c == '-' || c == '$' || c == '!';
}

class Lexer::Parts {
public:
    explicit Parts(std::vector<WordPart>& out) : out_(out) {}

    /// Adds text; joins it with a literal of the same quoting that stands right before.
    void literal(std::string_view text, bool quoted) {
        if (out_.empty() || out_.back().kind != PartKind::Literal || out_.back().quoted != quoted
            || closed_) {
            add(PartKind::Literal).quoted = quoted;
            closed_ = false;
        }
        out_.back().text.append(text);
    }
    void literal(char c, bool quoted) { literal(std::string_view(&c, 1), quoted); }

    WordPart& add(PartKind kind) {
        out_.emplace_back();
        out_.back().kind = kind;
        closed_ = false;
        return out_.back();
    }
    bool empty() const { return out_.empty(); }
    const std::vector<WordPart>& all() const { return out_; }
    WordPart& last() { return out_.back(); }

private:
    std::vector<WordPart>& out_;
    bool closed_ = false;
};

} // namespace asb::shell
