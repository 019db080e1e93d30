// Private to the parser: collects the parts of one word, and what ends it.
#pragma once

#include "core/shell/lexer.h"

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

private:
    std::vector<WordPart>& out_;
    bool closed_ = false;
};

} // namespace asb::shell
