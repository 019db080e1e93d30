// Private to the arithmetic: the tree of an expression. Nodes lie in one vector and name each other by index,
// so that no tree, however long, recurses when it is destroyed.
#pragma once

#include "core/shell/ast.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace asb::shell {

enum class ArithOp : std::uint8_t {
    Number,
    Variable,
    Element,
    Parameter,
    Not,
    Complement,
    Negate,
    PreIncrement,
    PreDecrement,
    PostIncrement,
    PostDecrement,
    Multiply,
    Divide,
    Modulo,
    Add,
    Subtract,
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
    And,
    Or,
    Comma,
    Power,
    Conditional,
    Assign,
    Error, ///< here the parser gave up: what stands before it has been evaluated by then
};

struct ArithNode {
    ArithOp op = ArithOp::Number;
    ArithOp assign_op = ArithOp::Assign; ///< the operation of op=, Assign for plain =
    std::int32_t left = -1;
    std::int32_t right = -1;
    std::int32_t third = -1;
    std::uint32_t spine = 0; ///< how long the chain of left operands below is
    Slot slot = kNoSlot;     ///< Variable, Element, Parameter (a name) and the targets of assignments
    std::uint32_t index = 0; ///< Parameter: position in `parameters`
    std::int64_t number = 0;
    std::uint32_t error_at = 0;  ///< where an error message's token begins
    bool broken = false;         ///< an Error lies below: raised even where evaluation is skipped
    bool power = false;          ///< a power lies below: bash computes it there too
    std::int32_t subscript = -1; ///< Element: index into `subscripts`
};

struct ArithSubscript {
    std::string text;
    std::shared_ptr<const ArithExpr> tree; ///< null: expand or report when it is evaluated
};

struct ArithParameter {
    Slot slot = kNoSlot;
    std::uint32_t index = 0;
    std::uint32_t begin = 0; ///< in the expression's text
    std::uint32_t end = 0;
    bool expansion = false; ///< no plain $name: the host expands it by its place in `parameters`
};

struct ArithExpr {
    std::string text;
    std::string error; ///< what the Error node says
    std::vector<ArithNode> nodes;
    std::int32_t root = -1; ///< -1: an empty expression
    std::vector<ArithSubscript> subscripts;
    std::vector<ArithParameter> parameters;
};

/// Never null. With a syntax error `error` is set and the tree ends in an Error node: bash evaluates while it
/// parses, so what stands before the error takes effect.

/// `allow_parameters`: $name, ${name}, $N, and expansions without effects such as ${#name[@]} are operands.
std::shared_ptr<const ArithExpr> parse_arith(std::string_view text, bool allow_parameters, int depth = 0);

} // namespace asb::shell
