// Shell arithmetic (bash manual, "Shell Arithmetic"): 64-bit wrap-around integers, evaluated against the
// shell's variables through ArithHost. Error texts are bash's (expr.c).
#pragma once

#include "core/shell/ast.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace asb::shell {

/// What a name stands for. Text is evaluated as an expression again, as bash does; plain decimal texts are
/// fast.
struct ArithOperand {
    enum class Kind { Unset, Integer, Text } kind = Kind::Unset;
    std::int64_t number = 0;
    std::string_view text; ///< valid until the next call of the host
};

class ArithHost {
public:
    virtual ~ArithHost() = default;
    /// Scalar value (element 0 of an array); namerefs resolved, dynamic variables computed.
    virtual ArithOperand variable(Slot slot) = 0;
    /// True when the (resolved) variable is an associative array: its subscripts are texts.
    virtual bool is_associative(Slot slot) = 0;
    virtual ArithOperand element(Slot slot, std::int64_t index) = 0;
    virtual ArithOperand element(Slot slot, const std::string& key) = 0;
    /// The key that the text of a subscript stands for: quotes removed, expanded as bash does in arithmetic.
    virtual std::string expand_key(std::string_view text) = 0;
    /// The expression that the text of an indexed array's subscript stands for.
    virtual std::string expand_index(std::string_view text) = 0;
    /// Assignments; false: refused and already reported (readonly), the evaluation ends there. A bad
    /// subscript is reported and no more.
    virtual bool assign(Slot slot, std::int64_t value) = 0;
    /// `written`: the subscript in messages; empty: its number.
    virtual bool assign(Slot slot, std::int64_t index, std::string_view written, std::int64_t value) = 0;
    virtual bool assign(Slot slot, const std::string& key, std::int64_t value) = 0;
    /// Value of $name, ${name}, $1 … in a prepared expression. `slot` is kNoSlot for a positional one.
    virtual ArithOperand parameter(Slot slot, std::uint32_t index) = 0;
    /// Value of another expansion without effects, the `ordinal`-th one of the prepared expression's word.
    virtual ArithOperand expansion(std::size_t ordinal) {
        static_cast<void>(ordinal);
        return {};
    }
    /// Asked now and then in a long evaluation; true: a signal has ended the line.
    virtual bool unwanted() { return false; }
    /// Under set -u the name of the variable that `slot` stands for when it was never given a value, an error
    /// ("x: unbound variable"); else empty. An element that is missing in an array is 0, no error.
    virtual std::string unbound(Slot slot) = 0;
};

struct ArithResult {
    bool ok = false;
    std::int64_t value = 0;
    /// Not ok: bash's words without the shell's prefix and without the command name ("let: ", "((: "), for
    /// example `1/0: division by 0 (error token is "0")`. Empty when the host has already reported.
    std::string error;
    bool fatal = false;   ///< the error lies in a subscript: no command name before it, the shell ends
    bool unbound = false; ///< the error is set -u's: the shell ends
    bool needs_text =
        false; ///< only from the prepared form: a $x was no plain number; substitute text and evaluate that
};

/// Evaluates a text in which all expansions have been done. An empty text is 0.
ArithResult evaluate_arith(std::string_view text, ArithHost& host);

/// Prepared form of an expression that has no other expansion than $name, ${name}, $N; null when it has one
/// or does not parse (then substitute the text and use evaluate_arith, which reports).
std::shared_ptr<const ArithExpr> prepare_arith(std::string_view source);
ArithResult evaluate_arith(const ArithExpr& expression, ArithHost& host);

/// A text that is a plain decimal number: optional blanks, sign, digits without a leading zero, in range.
bool plain_number(std::string_view text, std::int64_t& value);

} // namespace asb::shell
