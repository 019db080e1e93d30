// Parses arithmetic with the token rules and the error texts of bash's expr.c.
#include "core/shell/arith.h"
#include "core/shell/arith_tree.h"

#include "core/shell/names.h"

#include <charconv>
#include <utility>

namespace asb::shell {

namespace {

constexpr int kMaxDepth = 400;

enum class T : std::uint8_t {
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

bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

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

class ArithParser {
public:
    ArithParser(std::string_view text, bool parameters, int depth)
        : tree_(std::make_shared<ArithExpr>()), parameters_(parameters), depth_(depth) {
        tree_->text = std::string(text);
    }

    std::shared_ptr<const ArithExpr> run() {
        std::size_t i = 0;
        while (i < text().size() && is_space(text()[i]))
            ++i;
        if (i == text().size())
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
    const std::string& text() const { return tree_->text; }
    char at(std::size_t i) const { return i < text().size() ? text()[i] : '\0'; }

    void fail(const char* what) { fail(what, error_at_, text().size()); }
    /// Notes the first error; from here on there are no more tokens.
    void fail(const char* what, std::size_t from, std::size_t cut) {
        token_ = T::None;
        pos_ = text().size();
        if (std::exchange(failed_, true))
            return;
        const std::string shown = text().substr(0, cut);
        std::size_t begin = 0;
        while (begin < shown.size() && (shown[begin] == ' ' || shown[begin] == '\t'))
            ++begin;
        const std::string token = from < shown.size() ? shown.substr(from) : std::string();
        tree_->error = shown.substr(begin) + ": " + what + " (error token is \"" + token + "\")";
    }

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
        tree_->nodes.push_back(node);
        return static_cast<std::int32_t>(tree_->nodes.size() - 1);
    }
    bool is_broken(std::int32_t i) const {
        return i >= 0 && tree_->nodes[static_cast<std::size_t>(i)].broken;
    }
    ArithNode& node(std::int32_t i) { return tree_->nodes[static_cast<std::size_t>(i)]; }

    // ------------------------------------------------------------------------------------ tokens

    void set(T token, std::size_t next) {
        last_ = token_;
        token_ = token;
        pos_ = next;
    }

    void read() {
        std::size_t i = pos_;
        while (is_space(at(i)))
            ++i;
        if (i >= text().size()) {
            set(T::None, i);
            return;
        }
        error_at_ = i;
        const char c = at(i);
        if (is_name_start(c))
            read_name(i);
        else if (is_digit(c))
            read_number(i);
        else if (c == '$' && parameters_)
            read_parameter(i);
        else
            read_operator(i);
    }

    void read_name(std::size_t start) {
        std::size_t i = start;
        while (i < text().size() && is_name_char(at(i)))
            ++i;
        name_ = text().substr(start, i - start);
        subscript_ = -1;
        if (at(i) == '[') {
            const std::size_t close = skip_subscript(i);
            if (at(close) != ']') {
                fail("bad array subscript");
                return;
            }
            ArithSubscript subscript;
            subscript.text = text().substr(i + 1, close - i - 1);
            if (parameters_ && subscript.text.find('$') != std::string::npos) {
                fail("$"); // the prepared form leaves it to the text form
                return;
            }
            subscript.tree = parse_arith(subscript.text, false, depth_ + 1);
            if (!subscript.tree->error.empty())
                subscript.tree = nullptr;
            subscript_ = static_cast<std::int32_t>(tree_->subscripts.size());
            tree_->subscripts.push_back(std::move(subscript));
            i = close + 1;
        }
        // bash looks at the token behind a name before it takes the value; errors there are found at once.
        const std::string name = name_;
        const std::int32_t subscript = subscript_;
        const T saved_last = last_;
        const T saved = token_;
        const std::size_t next = i;
        const std::size_t error_at = error_at_;
        if (peeking_) {
            set(T::Name, i);
            return;
        }
        peeking_ = true;
        token_ = T::Name;
        pos_ = i;
        read();
        peeking_ = false;
        if (failed_)
            return;
        error_at_ = error_at;
        last_ = saved_last;
        token_ = saved;
        name_ = name;
        subscript_ = subscript;
        set(T::Name, next);
    }

    /// At the [: index of the ] that closes it, or the end.
    std::size_t skip_subscript(std::size_t i) const {
        int depth = 0;
        char quote = 0;
        for (; i < text().size(); ++i) {
            const char c = text()[i];
            if (quote != 0) {
                if (c == quote)
                    quote = 0;
            } else if (c == '\\') {
                ++i;
            } else if (c == '"' || c == '\'') {
                quote = c;
            } else if (c == '[') {
                ++depth;
            } else if (c == ']' && --depth == 0) {
                return i;
            }
        }
        return text().size();
    }

    void read_number(std::size_t start) {
        std::size_t i = start;
        while (i < text().size() && (is_name_char(at(i)) || at(i) == '#' || at(i) == '@'))
            ++i;
        if (parameters_ && at(i) == '$') // text is put together there
            fail("$");
        number_ = number(start, i);
        if (!failed_)
            set(T::Number, i);
    }

    std::int64_t number(std::size_t start, std::size_t end) {
        std::uint64_t base = 10;
        bool found_base = false;
        std::size_t i = start;
        const auto refuse = [&](const char* what) {
            fail(what, start, end);
            return 0;
        };
        if (at(i) == '0') {
            ++i;
            if (i == end)
                return 0;
            base = 8;
            if (at(i) == 'x' || at(i) == 'X') {
                base = 16;
                ++i;
            }
            found_base = true;
        }
        std::uint64_t value = 0;
        for (; i < end; ++i) {
            const char c = at(i);
            if (c == '#') {
                if (found_base)
                    return refuse("invalid number");
                if (value < 2 || value > 64)
                    return refuse("invalid arithmetic base");
                base = value;
                value = 0;
                found_base = true;
                if (i + 1 == end || at(i + 1) == '#')
                    return refuse("invalid integer constant");
                continue;
            }
            std::uint64_t digit = 63;
            if (is_digit(c))
                digit = static_cast<std::uint64_t>(c - '0');
            else if (c >= 'a' && c <= 'z')
                digit = static_cast<std::uint64_t>(c - 'a') + 10;
            else if (c >= 'A' && c <= 'Z')
                digit = static_cast<std::uint64_t>(c - 'A') + (base <= 36 ? 10 : 36);
            else if (c == '@')
                digit = 62;
            if (digit >= base)
                return refuse("value too great for base");
            value = value * base + digit;
        }
        return static_cast<std::int64_t>(value);
    }

    void read_parameter(std::size_t start) {
        std::size_t i = start + 1;
        const bool braces = at(i) == '{';
        i += braces ? 1 : 0;
        const std::size_t name_begin = i;
        ArithParameter parameter;
        if (is_digit(at(i))) {
            while (is_digit(at(i)) && (braces || i == name_begin))
                ++i;
            unsigned value = 0;
            const auto parsed = std::from_chars(text().data() + name_begin, text().data() + i, value);
            if (parsed.ec != std::errc() || value == 0)
                return fail("$");
            parameter.index = value;
        } else {
            while (is_name_start(at(i)) || (i > name_begin && is_digit(at(i))))
                ++i;
            if (i == name_begin)
                return fail("$");
            parameter.slot = intern(std::string_view(text()).substr(name_begin, i - name_begin));
        }
        if (braces && at(i++) != '}')
            return fail("$");
        // Next to a name, a digit or another expansion its text would join with it.
        const char before = start > 0 ? at(start - 1) : ' ';
        const char after = at(i);
        if (is_name_char(before) || before == '}' || before == '#' || before == '$' || is_name_char(after)
            || after == '$' || after == '#' || after == '[' || after == '@' || before == '@')
            return fail("$");
        parameter_ = static_cast<std::uint32_t>(tree_->parameters.size());
        if (!peeking_)
            tree_->parameters.push_back(parameter);
        set(T::Parameter, i);
    }

    bool is_value() const { return token_ == T::Name || token_ == T::Number || token_ == T::Parameter; }

    void read_operator(std::size_t i) {
        const char c = at(i);
        const char d = at(i + 1);
        struct Two {
            char a, b;
            T token;
        };
        static constexpr Two kTwo[] = {{'=', '=', T::Equal},        {'!', '=', T::NotEqual},
                                       {'>', '=', T::GreaterEqual}, {'<', '=', T::LessEqual},
                                       {'&', '&', T::AndAnd},       {'|', '|', T::OrOr},
                                       {'*', '*', T::Power}};
        for (const Two& two : kTwo) {
            if (c == two.a && d == two.b) {
                set(two.token, i + 2);
                return;
            }
        }
        if ((c == '<' || c == '>') && d == c) {
            if (at(i + 2) == '=')
                set_assign(c == '<' ? ArithOp::ShiftLeft : ArithOp::ShiftRight, i + 3);
            else
                set(c == '<' ? T::ShiftLeft : T::ShiftRight, i + 2);
            return;
        }
        if ((c == '-' || c == '+') && d == c && read_increment(i))
            return;
        if (d == '=' && std::string_view("*/%+-&^|").find(c) != std::string_view::npos) {
            set_assign(operation(c), i + 2);
            return;
        }
        const T single = single_operator(c);
        if (single == T::None) {
            error_at_ = i;
            const bool after_operator = !(is_value() || token_ == T::PostInc || token_ == T::PostDec);
            fail(after_operator ? "syntax error: operand expected"
                                : "syntax error: invalid arithmetic operator");
        }
        set(single, i + 1);
    }

    bool read_increment(std::size_t i) {
        const bool minus = at(i) == '-';
        if (token_ == T::Name) {
            set(minus ? T::PostDec : T::PostInc, i + 2);
            return true;
        }
        if ((token_ == T::Number || token_ == T::Parameter) && (last_ == T::PreInc || last_ == T::PreDec)) {
            fail(minus ? "--: assignment requires lvalue" : "++: assignment requires lvalue");
            return true;
        }
        std::size_t next = i + 2;
        while (is_space(at(next)))
            ++next;
        if (parameters_ && at(next) == '$') {
            fail("$");
            return true;
        }
        if (!is_name_start(at(next)))
            return false;
        set(minus ? T::PreDec : T::PreInc, i + 2);
        return true;
    }

    void set_assign(ArithOp op, std::size_t next) {
        assign_op_ = op;
        set(T::OpAssign, next);
    }

    static ArithOp operation(char c) {
        switch (c) {
        case '*':
            return ArithOp::Multiply;
        case '/':
            return ArithOp::Divide;
        case '%':
            return ArithOp::Modulo;
        case '+':
            return ArithOp::Add;
        case '-':
            return ArithOp::Subtract;
        case '&':
            return ArithOp::BitAnd;
        case '^':
            return ArithOp::BitXor;
        default:
            return ArithOp::BitOr;
        }
    }

    static T single_operator(char c) {
        static constexpr std::string_view kChars = "=><+-*/%!()&|^~?:,";
        static constexpr T kTokens[] = {T::Assign,     T::Greater, T::Less,    T::Plus,   T::Minus,
                                        T::Star,       T::Slash,   T::Percent, T::Not,    T::LeftParen,
                                        T::RightParen, T::BitAnd,  T::BitOr,   T::BitXor, T::Complement,
                                        T::Question,   T::Colon,   T::Comma};
        const std::size_t i = kChars.find(c);
        return i == std::string_view::npos ? T::None : kTokens[i];
    }

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

    /// Reads on behind a complete operand.
    std::int32_t behind(std::int32_t operand) {
        read();
        return failed_ ? join(operand) : operand;
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
        name_ = name;
        subscript_ = subscript;
        return out;
    }

    std::shared_ptr<ArithExpr> tree_;
    bool parameters_;
    int depth_;
    std::size_t pos_ = 0;
    std::size_t error_at_ = 0;
    T token_ = T::None;
    T last_ = T::None;
    std::string name_;
    std::int32_t subscript_ = -1;
    std::int64_t number_ = 0;
    std::uint32_t parameter_ = 0;
    ArithOp assign_op_ = ArithOp::Add;
    bool peeking_ = false;
    bool failed_ = false;
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
