#include "core/shell/arith_quick.h"

#include "core/shell/arith.h"
#include "core/shell/shell.h"

namespace asb::shell {

namespace {

constexpr int kDeepest = 24;

std::uint64_t bits(std::int64_t value) {
    return static_cast<std::uint64_t>(value);
}

/// Looks at values only, so that it may give up anywhere.
class QuickReader {
public:
    explicit QuickReader(Shell& shell) : shell_(shell) {}

    bool read(const ArithExpr& expression, std::int32_t index, int depth, std::int64_t& value) {
        const ArithNode& n = expression.nodes[static_cast<std::size_t>(index)];
        switch (n.op) {
        case ArithOp::Number:
            value = n.number;
            return true;
        case ArithOp::Variable:
        case ArithOp::Element:
            return n.subscript < 0 ? variable(n.slot, value) : element(expression, n, depth, value);
        case ArithOp::Parameter:
            return parameter(expression.parameters[n.index], value);
        default:
            break;
        }
        if (depth >= kDeepest || n.left < 0)
            return false;
        if (n.op == ArithOp::Not || n.op == ArithOp::Negate) {
            if (!read(expression, n.left, depth + 1, value))
                return false;
            value = n.op == ArithOp::Not ? value == 0 : static_cast<std::int64_t>(0 - bits(value));
            return true;
        }
        std::int64_t right = 0;
        return n.op >= ArithOp::Multiply && n.op <= ArithOp::BitOr && n.right >= 0
               && read(expression, n.left, depth + 1, value) && read(expression, n.right, depth + 1, right)
               && operate(n.op, value, right, value);
    }

    static bool operate(ArithOp op, std::int64_t a, std::int64_t b, std::int64_t& value) {
        switch (op) {
        case ArithOp::Multiply:
            value = static_cast<std::int64_t>(bits(a) * bits(b));
            return true;
        case ArithOp::Divide:
        case ArithOp::Modulo:
            if (b == 0 || b == -1)
                return false;
            value = op == ArithOp::Divide ? a / b : a % b;
            return true;
        case ArithOp::Add:
            value = static_cast<std::int64_t>(bits(a) + bits(b));
            return true;
        case ArithOp::Subtract:
            value = static_cast<std::int64_t>(bits(a) - bits(b));
            return true;
        case ArithOp::Less:
            value = a < b;
            return true;
        case ArithOp::LessEqual:
            value = a <= b;
            return true;
        case ArithOp::Greater:
            value = a > b;
            return true;
        case ArithOp::GreaterEqual:
            value = a >= b;
            return true;
        case ArithOp::Equal:
            value = a == b;
            return true;
        case ArithOp::NotEqual:
            value = a != b;
            return true;
        case ArithOp::BitAnd:
            value = a & b;
            return true;
        default:
            return false;
        }
    }

    bool variable(Slot slot, std::int64_t& value) {
        const Variable& v = shell_.variables.raw(slot);
        return !v.has(kNameref | kIndexed | kAssoc | kDynamic) && v.is_set && v.value.number(value);
    }

private:
    bool element(const ArithExpr& expression, const ArithNode& n, int depth, std::int64_t& value) {
        const ArithSubscript& subscript = expression.subscripts[static_cast<std::size_t>(n.subscript)];
        const Variable& v = shell_.variables.raw(n.slot);
        std::int64_t index = 0;
        if (depth >= kDeepest || !v.has(kIndexed) || v.has(kNameref | kDynamic) || !subscript.tree
            || subscript.tree->root < 0 || !subscript.tree->parameters.empty()
            || !read(*subscript.tree, subscript.tree->root, depth + 1, index) || index < 0)
            return false;
        const Value* const found = v.array->find(index);
        return found && found->number(value);
    }

    bool parameter(const ArithParameter& p, std::int64_t& value) {
        if (p.expansion)
            return false;
        if (p.slot != kNoSlot)
            return variable(p.slot, value);
        if (p.index == 0 || p.index > shell_.positionals.size())
            return false;
        const std::string& text = shell_.positionals[p.index - 1];
        return !text.empty() && plain_number(text, value);
    }

    Shell& shell_;
};

} // namespace

bool evaluate_quickly(Shell& shell, const ArithExpr& expression, std::int64_t& value) {
    if (expression.root < 0)
        return false;
    const ArithNode& root = expression.nodes[static_cast<std::size_t>(expression.root)];
    QuickReader reader(shell);
    switch (root.op) {
    case ArithOp::PreIncrement:
    case ArithOp::PreDecrement:
    case ArithOp::PostIncrement:
    case ArithOp::PostDecrement: {
        std::int64_t old = 0;
        if (root.subscript >= 0 || !reader.variable(root.slot, old)
            || shell.variables.raw(root.slot).has(kReadonly))
            return false;
        const bool up = root.op == ArithOp::PreIncrement || root.op == ArithOp::PostIncrement;
        const auto changed = static_cast<std::int64_t>(up ? bits(old) + 1 : bits(old) - 1);
        value = root.op == ArithOp::PreIncrement || root.op == ArithOp::PreDecrement ? changed : old;
        return shell.variables.assign_number(root.slot, changed);
    }
    case ArithOp::Assign: {
        std::int64_t old = 0;
        const Variable& target = shell.variables.raw(root.slot);
        if (root.subscript >= 0 || root.right < 0 || target.attributes != 0 || target.dynamic
            || (root.assign_op != ArithOp::Assign && !reader.variable(root.slot, old))
            || !reader.read(expression, root.right, 0, value)
            || (root.assign_op != ArithOp::Assign
                && !QuickReader::operate(root.assign_op, old, value, value)))
            return false;
        return shell.variables.assign_number(root.slot, value);
    }
    default:
        return reader.read(expression, expression.root, 0, value);
    }
}

} // namespace asb::shell
