// Evaluates arithmetic trees: wrap-around 64-bit integers, names whose values are expressions again.
#include "core/shell/arith.h"
#include "core/shell/arith_tree.h"

#include "core/shell/names.h"

#include <array>
#include <limits>
#include <unordered_map>
#include <utility>

namespace asb::shell {

namespace {

constexpr int kMaxRecursion = 1024; // expr.c: MAX_EXPR_RECURSION_LEVEL
constexpr std::uint32_t kLongSpine = 64;
constexpr std::size_t kCacheEntries = 256;
constexpr std::size_t kCachedText = 200;

std::uint64_t bits(std::int64_t value) {
    return static_cast<std::uint64_t>(value);
}
std::int64_t number(std::uint64_t value) {
    return static_cast<std::int64_t>(value);
}

/// Texts that are evaluated again and again (values that are expressions, `let`, subscripts).
std::shared_ptr<const ArithExpr> cached_tree(const std::string& text) {
    static std::unordered_map<std::string, std::shared_ptr<const ArithExpr>> cache;
    if (const auto it = cache.find(text); it != cache.end())
        return it->second;
    std::shared_ptr<const ArithExpr> tree = parse_arith(text, false);
    if (text.size() <= kCachedText) {
        if (cache.size() >= kCacheEntries)
            cache.clear();
        cache.emplace(text, tree);
    }
    return tree;
}

std::int64_t power(std::int64_t base, std::int64_t exponent) {
    std::uint64_t result = 1;
    std::uint64_t factor = bits(base);
    for (std::uint64_t n = bits(exponent); n > 0; n >>= 1) {
        if (n & 1)
            result *= factor;
        factor *= factor;
    }
    return number(result);
}

class Evaluator {
public:
    Evaluator(ArithHost& host, ArithResult& result) : host_(host), result_(result) {}

    std::int64_t run(const ArithExpr& expression, int depth) {
        if (expression.root < 0)
            return 0;
        const ArithExpr* outer = std::exchange(expression_, &expression);
        const int outer_depth = std::exchange(depth_, depth);
        const std::int64_t value = eval(expression.root);
        expression_ = outer;
        depth_ = outer_depth;
        return value;
    }
    bool failed() const { return failed_; }
    std::int64_t text(std::string_view text, int depth) {
        std::int64_t plain = 0;
        if (plain_number(text, plain))
            return plain;
        if ((++texts_ & 1023) == 0 && host_.unwanted()) {
            failed_ = true;
            return 0;
        }
        if (depth >= kMaxRecursion) {
            fail("expression recursion level exceeded", 0);
            return 0;
        }
        return run(*cached_tree(std::string(text)), depth);
    }

    std::array<std::int64_t, 8> parameters{};
    std::vector<std::int64_t> more_parameters;

private:
    const ArithNode& node(std::int32_t i) const { return expression_->nodes[static_cast<std::size_t>(i)]; }

    void fail(const char* what, std::uint32_t at) {
        if (failed_)
            return;
        failed_ = true;
        const std::string text = expression_ ? with_values(*expression_, at) : std::string();
        std::size_t begin = 0;
        while (begin < text.size() && (text[begin] == ' ' || text[begin] == '\t'))
            ++begin;
        result_.error = text.substr(begin) + ": " + what + " (error token is \""
                        + (at < text.size() ? text.substr(at) : std::string()) + "\")";
    }

    /// The text that bash evaluates: the values in the place of $x. `at` goes along.
    std::string with_values(const ArithExpr& expression, std::uint32_t& at) const {
        std::string text;
        std::size_t from = 0;
        const std::uint32_t token = at;
        for (std::size_t i = 0; i < expression.parameters.size(); ++i) {
            const ArithParameter& parameter = expression.parameters[i];
            const std::string value = std::to_string(value_of(i));
            text.append(expression.text, from, parameter.begin - from);
            if (parameter.begin < token)
                at += static_cast<std::uint32_t>(value.size()) - (parameter.end - parameter.begin);
            else if (parameter.begin == token && value.front() == '-')
                ++at; // the sign is a token of its own
            text.append(value);
            from = parameter.end;
        }
        return text.append(expression.text, from, std::string::npos);
    }
    std::int64_t value_of(std::size_t parameter) const {
        return parameter < parameters.size() ? parameters[parameter]
                                             : more_parameters[parameter - parameters.size()];
    }

    std::int64_t syntax_error() {
        if (!std::exchange(failed_, true))
            result_.error = expression_->error;
        return 0;
    }

    std::int64_t eval(std::int32_t index) {
        const ArithNode& n = node(index);
        switch (n.op) {
        case ArithOp::Number:
            return n.number;
        case ArithOp::Variable:
        case ArithOp::Element:
            return load(n);
        case ArithOp::Parameter:
            return value_of(n.index);
        case ArithOp::Not:
            return eval(n.left) == 0;
        case ArithOp::Complement:
            return ~eval(n.left);
        case ArithOp::Negate:
            return number(0 - bits(eval(n.left)));
        case ArithOp::PreIncrement:
        case ArithOp::PreDecrement:
        case ArithOp::PostIncrement:
        case ArithOp::PostDecrement:
            return step(n);
        case ArithOp::Conditional:
            return conditional(n);
        case ArithOp::Assign:
            return assign(n);
        case ArithOp::Error:
            return syntax_error();
        default:
            break;
        }
        if (n.spine > kLongSpine)
            return spine(index);
        const std::int64_t left = eval(n.left);
        return failed_ ? 0 : apply(n, left);
    }

    /// An operand that is not evaluated: a syntax error in it is an error too, and so is an exponent that is
    /// negative when 0 stands for each variable.
    void pass_over(std::int32_t index) {
        if (node(index).broken || node(index).power)
            static_cast<void>(without_variables(index));
    }

    std::int64_t without_variables(std::int32_t index) {
        const ArithNode& n = node(index);
        if (n.spine > kLongSpine)
            return n.broken ? syntax_error() : 0;
        switch (n.op) {
        case ArithOp::Number:
            return n.number;
        case ArithOp::Parameter:
            return value_of(n.index);
        case ArithOp::Not:
            return without_variables(n.left) == 0;
        case ArithOp::Complement:
            return ~without_variables(n.left);
        case ArithOp::Negate:
            return number(0 - bits(without_variables(n.left)));
        case ArithOp::Error:
            return syntax_error();
        case ArithOp::Conditional: {
            const std::int64_t test = without_variables(n.left);
            const std::int64_t yes = failed_ ? 0 : without_variables(n.right);
            const std::int64_t no = failed_ ? 0 : without_variables(n.third);
            return test != 0 ? yes : no;
        }
        case ArithOp::Assign:
            return without_variables(n.right);
        case ArithOp::PreIncrement:
            return 1;
        case ArithOp::PreDecrement:
            return -1;
        default:
            break;
        }
        if (n.op < ArithOp::Multiply) // a variable
            return 0;
        const std::int64_t left = without_variables(n.left);
        const std::int64_t right = failed_ ? 0 : without_variables(n.right);
        if (failed_)
            return 0;
        if (n.op == ArithOp::And || n.op == ArithOp::Or)
            return n.op == ArithOp::And ? left != 0 && right != 0 : left != 0 || right != 0;
        const bool divides = n.op == ArithOp::Divide || n.op == ArithOp::Modulo;
        return operate(n.op, left, divides && right == 0 ? 1 : right, n.error_at);
    }

    std::int64_t conditional(const ArithNode& n) {
        const bool test = eval(n.left) != 0;
        if (failed_)
            return 0;
        std::int64_t yes = 0;
        if (test)
            yes = eval(n.right);
        else
            pass_over(n.right);
        if (failed_ || !test)
            return failed_ ? 0 : eval(n.third);
        pass_over(n.third);
        return failed_ ? 0 : yes;
    }

    /// A long chain of left operands, without recursion.
    std::int64_t spine(std::int32_t index) {
        std::vector<std::int32_t> chain;
        while (node(index).op >= ArithOp::Multiply && node(index).op <= ArithOp::Power) {
            chain.push_back(index);
            index = node(index).left;
        }
        std::int64_t value = eval(index);
        for (std::size_t i = chain.size(); i-- > 0 && !failed_;)
            value = apply(node(chain[i]), value);
        return value;
    }

    std::int64_t apply(const ArithNode& n, std::int64_t left) {
        if (n.op == ArithOp::And || n.op == ArithOp::Or) {
            const bool skips = (left != 0) == (n.op == ArithOp::Or);
            if (!skips)
                return eval(n.right) != 0;
            pass_over(n.right);
            return !failed_ && left != 0;
        }
        const std::int64_t right = eval(n.right);
        return failed_ ? 0 : operate(n.op, left, right, n.error_at);
    }

    std::int64_t operate(ArithOp op, std::int64_t a, std::int64_t b, std::uint32_t at) {
        switch (op) {
        case ArithOp::Multiply:
            return number(bits(a) * bits(b));
        case ArithOp::Divide:
        case ArithOp::Modulo:
            if (b == 0) {
                fail("division by 0", at);
                return 0;
            }
            if (a == std::numeric_limits<std::int64_t>::min() && b == -1)
                return op == ArithOp::Divide ? a : 0;
            return op == ArithOp::Divide ? a / b : a % b;
        case ArithOp::Add:
            return number(bits(a) + bits(b));
        case ArithOp::Subtract:
            return number(bits(a) - bits(b));
        case ArithOp::ShiftLeft:
            return number(bits(a) << (bits(b) & 63));
        case ArithOp::ShiftRight:
            return a >> (bits(b) & 63);
        case ArithOp::Less:
            return a < b;
        case ArithOp::LessEqual:
            return a <= b;
        case ArithOp::Greater:
            return a > b;
        case ArithOp::GreaterEqual:
            return a >= b;
        case ArithOp::Equal:
            return a == b;
        case ArithOp::NotEqual:
            return a != b;
        case ArithOp::BitAnd:
            return a & b;
        case ArithOp::BitXor:
            return a ^ b;
        case ArithOp::BitOr:
            return a | b;
        case ArithOp::Power:
            if (b < 0) {
                fail("exponent less than 0", at);
                return 0;
            }
            return power(a, b);
        default: // Comma
            return b;
        }
    }

    // ------------------------------------------------------------------------------------ variables

    struct Target {
        bool element = false;
        bool keyed = false;
        std::int64_t index = 0;
        std::string_view written;
        std::string key;
    };

    /// Works out the subscript once; false on an error.
    bool target(const ArithNode& n, Target& out) {
        if (n.subscript < 0)
            return true;
        out.element = true;
        const ArithSubscript& subscript = expression_->subscripts[static_cast<std::size_t>(n.subscript)];
        if (host_.is_associative(n.slot) || subscript.text == "@" || subscript.text == "*"
            || subscript.text.empty()) { // the latter are refused
            out.keyed = true;
            out.key = host_.expand_key(subscript.text);
            return true;
        }
        const bool before = failed_;
        if (subscript.text.find_first_of("$`") == std::string::npos) // its expansions are done before
            out.written = subscript.text;
        if (subscript.tree && subscript.text.find_first_of("$`\"'\\") == std::string::npos)
            out.index = run(*subscript.tree, depth_ + 1);
        else
            out.index = text(host_.expand_index(subscript.text), depth_ + 1);
        result_.fatal = result_.fatal || (failed_ && !before && !result_.unbound);
        return !failed_;
    }

    std::int64_t load(const ArithNode& n) {
        if (n.subscript < 0)
            return value(host_.variable(n.slot), n);
        Target where;
        return target(n, where) ? load(n, where) : 0;
    }

    std::int64_t load(const ArithNode& n, const Target& where) {
        if (!where.element)
            return value(host_.variable(n.slot), n);
        return value(where.keyed ? host_.element(n.slot, where.key) : host_.element(n.slot, where.index), n);
    }

    std::int64_t value(const ArithOperand& operand, const ArithNode& n) {
        if (operand.kind == ArithOperand::Kind::Integer)
            return operand.number;
        if (operand.kind == ArithOperand::Kind::Unset) {
            const std::string unbound = failed_ ? std::string() : host_.unbound(n.slot);
            if (!unbound.empty()) {
                failed_ = true;
                result_.unbound = true;
                result_.error = unbound + ": unbound variable";
            }
            return 0;
        }
        return text(operand.text, depth_ + 1);
    }

    bool store(const ArithNode& n, const Target& where, std::int64_t new_value) {
        bool done = false;
        if (!where.element)
            done = host_.assign(n.slot, new_value);
        else if (where.keyed)
            done = host_.assign(n.slot, where.key, new_value);
        else
            done = host_.assign(n.slot, where.index, where.written, new_value);
        failed_ = failed_ || !done;
        return done;
    }

    std::int64_t step(const ArithNode& n) {
        Target where;
        if (!target(n, where))
            return 0;
        const std::int64_t old = load(n, where);
        if (failed_)
            return 0;
        const bool up = n.op == ArithOp::PreIncrement || n.op == ArithOp::PostIncrement;
        const std::int64_t changed = number(up ? bits(old) + 1 : bits(old) - 1);
        if (!store(n, where, changed))
            return 0;
        return n.op == ArithOp::PreIncrement || n.op == ArithOp::PreDecrement ? changed : old;
    }

    std::int64_t assign(const ArithNode& n) {
        Target where;
        std::int64_t old = 0;
        if (n.assign_op != ArithOp::Assign) {
            if (!target(n, where))
                return 0;
            old = load(n, where);
            if (failed_)
                return 0;
        }
        std::int64_t fresh = eval(n.right);
        if (failed_)
            return 0;
        if (n.assign_op != ArithOp::Assign) {
            fresh = operate(n.assign_op, old, fresh, n.error_at);
            if (failed_)
                return 0;
        } else if (!target(n, where)) {
            return 0;
        }
        return store(n, where, fresh) ? fresh : 0;
    }

    ArithHost& host_;
    ArithResult& result_;
    const ArithExpr* expression_ = nullptr;
    int depth_ = 0;
    unsigned texts_ = 0;
    bool failed_ = false;
};

} // namespace

bool plain_number(std::string_view text, std::int64_t& value) {
    std::size_t i = 0;
    std::size_t end = text.size();
    while (i < end && (text[i] == ' ' || text[i] == '\t' || text[i] == '\n'))
        ++i;
    while (end > i && (text[end - 1] == ' ' || text[end - 1] == '\t' || text[end - 1] == '\n'))
        --end;
    if (i == end) {
        value = 0;
        return text.empty();
    }
    const bool negative = text[i] == '-';
    if (negative)
        ++i;
    if (i == end || end - i > 18 || (text[i] == '0' && end - i > 1))
        return false;
    std::int64_t out = 0;
    for (; i < end; ++i) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        out = out * 10 + (text[i] - '0');
    }
    value = negative ? -out : out;
    return true;
}

ArithResult evaluate_arith(std::string_view text, ArithHost& host) {
    ArithResult result;
    if (plain_number(text, result.value)) {
        result.ok = true;
        return result;
    }
    Evaluator evaluator(host, result);
    result.value = evaluator.text(text, 0);
    result.ok = !evaluator.failed();
    return result;
}

ArithResult evaluate_arith(const ArithExpr& expression, ArithHost& host) {
    ArithResult result;
    Evaluator evaluator(host, result);
    // bash puts the values of all $x into the text before it evaluates anything.
    for (std::size_t i = 0; i < expression.parameters.size(); ++i) {
        const ArithParameter& parameter = expression.parameters[i];
        const ArithOperand operand =
            parameter.expansion ? host.expansion(i) : host.parameter(parameter.slot, parameter.index);
        std::int64_t value = operand.number;
        if (operand.kind == ArithOperand::Kind::Unset
            || (operand.kind == ArithOperand::Kind::Text
                && (operand.text.empty() || !plain_number(operand.text, value)))) {
            result.needs_text = true;
            return result;
        }
        if (i < evaluator.parameters.size())
            evaluator.parameters[i] = value;
        else
            evaluator.more_parameters.push_back(value);
    }
    result.value = evaluator.run(expression, 0);
    result.ok = !evaluator.failed();
    return result;
}

} // namespace asb::shell
