// Private to the arithmetic: the tokens of an expression, by the rules of bash's expr.c.
#pragma once

#include "core/shell/arith_tree.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace asb::shell {

enum class ArithToken : std::uint8_t {
    None,
    Name,
    Number,
    Parameter,
    PreInc,
    PreDec,
    PostInc,
    PostDec,
    Assign,
    OpAssign,
    Question,
    Colon,
    Comma,
    LeftParen,
    RightParen,
    Not,
    Complement,
    Star,
    Slash,
    Percent,
    Plus,
    Minus,
    ShiftLeft,
    ShiftRight,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    BitAnd,
    BitXor,
    BitOr,
    AndAnd,
    OrOr,
    Power,
    OperatorResult,
};

/// Reads the text of a tree token by token. The base of the parser, which also sets `token_` and `last_`:
/// what some tokens are depends on what the grammar has made of those before them.
class ArithLexer {
public:
    ArithLexer(const ArithLexer&) = delete;
    ArithLexer& operator=(const ArithLexer&) = delete;

protected:
    ArithLexer(std::string_view text, bool parameters, int depth);
    ~ArithLexer() = default;

    const std::string& text() const { return tree_->text; }
    char at(std::size_t i) const { return i < text().size() ? text()[i] : '\0'; }
    bool is_blank() const;

    void fail(const char* what) { fail(what, error_at_, text().size()); }
    /// Notes the first error; from here on there are no more tokens.
    void fail(const char* what, std::size_t from, std::size_t cut);
    /// The next token to `token_`, its value to the member for its kind; the one before goes to `last_`.
    void read();

    std::shared_ptr<ArithExpr> tree_; ///< gets the error, the subscripts and the parameters
    int depth_;
    std::size_t pos_ = 0;
    std::size_t error_at_ = 0;
    ArithToken token_ = ArithToken::None;
    ArithToken last_ = ArithToken::None;
    std::string name_;
    std::int32_t subscript_ = -1;
    std::int64_t number_ = 0;
    std::uint32_t parameter_ = 0;
    ArithOp assign_op_ = ArithOp::Add;
    bool failed_ = false;

private:
    void set(ArithToken token, std::size_t next);
    void set_assign(ArithOp op, std::size_t next);
    void read_name(std::size_t start);
    std::size_t skip_subscript(std::size_t i) const;
    void read_number(std::size_t start);
    std::int64_t number(std::size_t start, std::size_t end);
    void read_parameter(std::size_t start);
    std::size_t end_of_expansion(std::size_t i) const;
    bool is_value() const;
    void read_operator(std::size_t i);
    bool read_increment(std::size_t i);

    bool parameters_;
    bool peeking_ = false;
};

} // namespace asb::shell
