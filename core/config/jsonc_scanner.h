// Tokens of JSON with comments; see jsonc.h for the grammar.
#pragma once

#include <string>
#include <string_view>

namespace asb::jsonc {

struct Token {
    enum class Kind {
        End,
        OpenBrace,
        CloseBrace,
        OpenBracket,
        CloseBracket,
        Comma,
        Colon,
        String, ///< text = decoded content
        Number, ///< text = as written
        Word    ///< text = the word: true, false, null or a bare key
    };
    Kind kind = Kind::End;
    std::string text;
    int line = 1;
    int column = 1;
};

struct Fault {
    std::string what; ///< empty: none
    int line = 0;
    int column = 0;
};

/// Hands out tokens of a text that must outlive it. After the first fault it only hands out End.
class Scanner {
public:
    explicit Scanner(std::string_view text);

    Token next();
    bool ok() const { return fault_.what.empty(); }
    const Fault& fault() const { return fault_; }
    /// Keeps the first fault only.
    void fail(std::string what, int line, int column);

private:
    bool at_end() const { return position_ >= text_.size(); }
    char peek(std::size_t ahead = 0) const {
        return position_ + ahead < text_.size() ? text_[position_ + ahead] : '\0';
    }
    void advance(std::size_t bytes = 1);
    void fail_here(std::string what) { fail(std::move(what), line_, column()); }
    int column() const { return static_cast<int>(position_ - line_start_) + 1; }

    bool skip_blanks_and_comments();
    std::size_t blank_length() const;
    bool skip_block_comment();
    void scan_string(Token& token);
    bool scan_escape(std::string& out);
    bool scan_unicode_escape(std::string& out);
    bool scan_hex(int digits, unsigned& value);
    void scan_number(Token& token);
    void scan_word(Token& token);

    std::string_view text_;
    std::size_t position_ = 0;
    std::size_t line_start_ = 0;
    int line_ = 1;
    Fault fault_;
};

} // namespace asb::jsonc
