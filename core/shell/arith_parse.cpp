// Parses arithmetic with the grammar and the error texts of bash's expr.c.
#include "core/shell/arith.h"
#include "core/shell/arith_lexer.h"
#include "core/shell/arith_tree.h"

#include "core/shell/names.h"

namespace asb::shell {

namespace {

using T = ArithToken;

constexpr int kMaxDepth = 400;

struct Level {
    T token;
    ArithOp op;
};
constexpr Level kOr[] = {{T::OrOr, ArithOp::Or}};
constexpr Level kAnd[] = {{T::AndAnd, ArithOp::And}};
constexpr Level kBitOr[] = {{T::BitOr, ArithOp::BitOr}};
constexpr Level kBitXor[] = {{T::BitXor, ArithOp::BitXor}};
constexpr Level kBitAnd[] = {{T::BitAnd, ArithOp::BitAnd}};
constexpr Level kEquality[] = {{T::Equal, ArithOp::Equal}, {T::NotEqual, ArithOp::NotEqual}};
constexpr Level kCompare[] = {{T::LessEqual, ArithOp::LessEqual},
                              {T::GreaterEqual, ArithOp::GreaterEqual},
                              {T::Less, ArithOp::Less},
                              {T::Greater, ArithOp::Greater}};
constexpr Level kShift[] = {{T::ShiftLeft, ArithOp::ShiftLeft}, {T::ShiftRight, ArithOp::ShiftRight}};
constexpr Level kSum[] = {{T::Plus, ArithOp::Add}, {T::Minus, ArithOp::Subtract}};
constexpr Level kProduct[] = {
    {T::Star, ArithOp::Multiply}, {T::Slash, ArithOp::Divide}, {T::Percent, ArithOp::Modulo}};

struct Levels {
    const Level* begin;
    std::size_t count;
};
constexpr Levels kLevels[] = {{kOr, 1},       {kAnd, 1},     {kBitOr, 1}, {kBitXor, 1}, {kBitAnd, 1},
                              {kEquality, 2}, {kCompare, 4}, {kShift, 2}, {kSum, 2},    {kProduct, 3}};
constexpr std::size_t kLevelCount = sizeof(kLevels) / sizeof(kLevels[0]);

class ArithParser : private ArithLexer {
public:
    ArithParser(std::string_view text, bool parameters, int depth) : ArithLexer(text, parameters, depth) {}

    std::shared_ptr<const ArithExpr> run() {
        if (is_blank())
            return tree_;
        read();
        std::int32_t root = failed_ ? error_node() : comma();
        if (token_ != T::None) {
            fail("syntax error in expression");
            root = join(root);
        }
        tree_->root = root;
        return tree_;
    }

private:
    std::int32_t error_node() {
        joined_ = true;
        return add(ArithOp::Error);
    }
    /// `left` was evaluated when the error was met.
    std::int32_t join(std::int32_t left) {
        if (joined_)
            return left;
        const std::int32_t error = error_node();
        return add(ArithOp::Comma, left, error);
    }

    struct Nest {
        explicit Nest(ArithParser& owner) : parser(owner) {
            if (++parser.depth_ > kMaxDepth)
                parser.fail("expression recursion level exceeded");
        }
        ~Nest() { --parser.depth_; }
        Nest(const Nest&) = delete;
        Nest& operator=(const Nest&) = delete;
        ArithParser& parser;
    };

    std::int32_t add(ArithOp op, std::int32_t left = -1, std::int32_t right = -1) {
        ArithNode node;
        node.op = op;
        node.left = left;
        node.right = right;
        node.error_at = static_cast<std::uint32_t>(error_at_);
        if (left >= 0)
            node.spine = tree_->nodes[static_cast<std::size_t>(left)].spine + 1;
        node.broken = op == ArithOp::Error || is_broken(left) || is_broken(right);
        node.power = op == ArithOp::Power || has_power(left) || has_power(right);
        tree_->nodes.push_back(node);
        return static_cast<std::int32_t>(tree_->nodes.size() - 1);
    }
    bool is_broken(std::int32_t i) const {
        return i >= 0 && tree_->nodes[static_cast<std::size_t>(i)].broken;
    }
    bool has_power(std::int32_t i) const { return i >= 0 && tree_->nodes[static_cast<std::size_t>(i)].power; }
    ArithNode& node(std::int32_t i) { return tree_->nodes[static_cast<std::size_t>(i)]; }

    // ------------------------------------------------------------------------------------ grammar
    // Each function is entered with its first token read. After an error it answers what it has, with the
    // Error node.

    std::int32_t comma() {
        const Nest nest(*this);
        if (failed_)
            return error_node();
        std::int32_t left = assignment();
        while (token_ == T::Comma) {
            read();
            if (failed_)
                return join(left);
            const std::int32_t right = assignment();
            left = add(ArithOp::Comma, left, right);
        }
        return left;
    }

    std::int32_t assignment() {
        const Nest nest(*this);
        if (failed_)
            return error_node();
        const std::int32_t left = conditional();
        if (token_ != T::Assign && token_ != T::OpAssign)
            return left;
        const bool plain = token_ == T::Assign;
        if (last_ != T::Name) {
            fail("attempted assignment to non-variable");
            return join(left);
        }
        const ArithOp op = plain ? ArithOp::Assign : assign_op_;
        const Slot slot = intern(name_);
        const std::int32_t subscript = subscript_;
        read();
        const std::int32_t right = failed_ ? error_node() : assignment();
        const std::int32_t out = add(ArithOp::Assign, left, right);
        node(out).assign_op = op;
        node(out).slot = slot;
        node(out).subscript = subscript;
        node(out).spine = 0;
        last_ = T::OperatorResult;
        return out;
    }

    std::int32_t conditional() {
        const Nest nest(*this);
        if (failed_)
            return error_node();
        const std::int32_t test = binary(0);
        if (token_ != T::Question)
            return test;
        read();
        if (!failed_ && (token_ == T::None || token_ == T::Colon))
            fail("expression expected");
        if (failed_)
            return join(test);
        std::int32_t yes = comma();
        if (token_ != T::Colon) {
            fail("`:' expected for conditional expression");
            yes = join(yes);
        }
        std::int32_t no = yes; // not looked at when `yes` is broken
        if (!failed_) {
            read();
            if (!failed_ && token_ == T::None)
                fail("expression expected");
            no = failed_ ? error_node() : conditional();
        }
        const std::int32_t out = add(ArithOp::Conditional, test, yes);
        node(out).third = no;
        node(out).spine = 0;
        node(out).broken = node(out).broken || is_broken(no);
        node(out).power = node(out).power || has_power(no);
        last_ = T::OperatorResult;
        return out;
    }

    std::int32_t binary(std::size_t level) {
        if (level == kLevelCount)
            return power();
        std::int32_t left = binary(level + 1);
        for (;;) {
            const Level* found = nullptr;
            for (std::size_t i = 0; i < kLevels[level].count; ++i) {
                if (kLevels[level].begin[i].token == token_)
                    found = kLevels[level].begin + i;
            }
            if (!found)
                return left;
            std::size_t behind = pos_;
            while (at(behind) == ' ' || at(behind) == '\t')
                ++behind;
            read();
            const std::int32_t right = failed_ ? error_node() : binary(level + 1);
            left = add(found->op, left, right);
            if (found->op == ArithOp::Divide || found->op == ArithOp::Modulo)
                node(left).error_at = static_cast<std::uint32_t>(behind);
            last_ = T::OperatorResult;
        }
    }

    std::int32_t power() {
        const Nest nest(*this);
        if (failed_)
            return error_node();
        const std::int32_t left = unary();
        if (token_ != T::Power)
            return left;
        read();
        const std::int32_t right = failed_ ? error_node() : power();
        const std::int32_t out = add(ArithOp::Power, left, right);
        last_ = T::OperatorResult;
        return out;
    }

    std::int32_t unary() {
        const Nest nest(*this);
        if (failed_)
            return error_node();
        const T token = token_;
        if (token != T::Not && token != T::Complement && token != T::Minus && token != T::Plus)
            return primary();
        read();
        if (failed_)
            return error_node();
        const std::int32_t operand = unary();
        last_ = T::OperatorResult;
        if (token == T::Plus)
            return operand;
        const std::int32_t out = add(token == T::Not          ? ArithOp::Not
                                     : token == T::Complement ? ArithOp::Complement
                                                              : ArithOp::Negate,
                                     operand);
        node(out).spine = 0;
        return out;
    }

    std::int32_t variable(ArithOp op) {
        const std::int32_t out = add(op);
        node(out).slot = intern(name_);
        node(out).subscript = subscript_;
        if (op == ArithOp::Variable && subscript_ >= 0)
            node(out).op = ArithOp::Element;
        return out;
    }

    /// A name where an operator has to be is an error, but bash has taken its value by then.
    std::int32_t misplaced(std::int32_t operand) {
        std::size_t next = pos_;
        while (at(next) == ' ' || at(next) == '\t')
            ++next;
        if (token_ != T::Name || (at(next) == '=' && at(next + 1) != '='))
            return operand;
        const std::int32_t value = variable(ArithOp::Variable);
        return add(ArithOp::Add, operand,
                   add(ArithOp::Comma, value, add(ArithOp::Number))); // operand + (value, 0)
    }

    /// Reads on behind a complete operand.
    std::int32_t behind(std::int32_t operand) {
        read();
        return failed_ ? join(operand) : misplaced(operand);
    }

    std::int32_t primary() {
        if (token_ == T::PreInc || token_ == T::PreDec) {
            const T sign = token_;
            last_ = token_;
            read();
            if (!failed_ && token_ != T::Name)
                fail("identifier expected after pre-increment or pre-decrement");
            if (failed_)
                return error_node();
            const std::int32_t out =
                variable(sign == T::PreInc ? ArithOp::PreIncrement : ArithOp::PreDecrement);
            last_ = sign;
            token_ = T::Number; // --x=7 is an error
            return behind(out);
        }
        if (token_ == T::LeftParen) {
            read();
            if (failed_)
                return error_node();
            const std::int32_t inner = comma();
            if (token_ != T::RightParen) {
                fail("missing `)'");
                return join(inner);
            }
            return behind(inner);
        }
        if (token_ == T::Number) {
            const std::int32_t out = add(ArithOp::Number);
            node(out).number = number_;
            return behind(out);
        }
        if (token_ == T::Parameter) {
            const std::int32_t out = add(ArithOp::Parameter);
            node(out).index = parameter_;
            return behind(out);
        }
        if (token_ != T::Name) {
            fail("syntax error: operand expected");
            return error_node();
        }
        return name_operand();
    }

    std::int32_t name_operand() {
        const std::string name = name_;
        const std::int32_t subscript = subscript_;
        const std::int32_t out = variable(ArithOp::Variable);
        read(); // the value is taken: look at what follows
        if (failed_)
            return join(out);
        if (token_ == T::PostInc || token_ == T::PostDec) {
            node(out).op = token_ == T::PostInc ? ArithOp::PostIncrement : ArithOp::PostDecrement;
            last_ = T::Name;
            token_ = T::Number;
            return behind(out);
        }
        if (token_ == T::Assign) // bash does not take the old value then
            node(out).op = ArithOp::Number;
        const std::int32_t whole = misplaced(out);
        name_ = name;
        subscript_ = subscript;
        return whole;
    }

    bool joined_ = false; ///< the tree has its Error node
};

} // namespace

std::shared_ptr<const ArithExpr> parse_arith(std::string_view text, bool allow_parameters, int depth) {
    return ArithParser(text, allow_parameters, depth).run();
}

std::shared_ptr<const ArithExpr> prepare_arith(std::string_view source) {
    if (source.find_first_of("\\`\"'") != std::string_view::npos)
        return nullptr;
    std::shared_ptr<const ArithExpr> tree = parse_arith(source, true);
    return tree->error.empty() ? tree : nullptr;
}

} // namespace asb::shell
