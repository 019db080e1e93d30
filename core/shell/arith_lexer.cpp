#include "core/shell/arith_lexer.h"

#include "core/shell/names.h"

#include <charconv>
#include <utility>

namespace asb::shell {

namespace {

using T = ArithToken;

bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n';
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

ArithOp operation(char c) {
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

T single_operator(char c) {
    static constexpr std::string_view kChars = "=><+-*/%!()&|^~?:,";
    static constexpr T kTokens[] = {T::Assign,     T::Greater, T::Less,    T::Plus,   T::Minus,
                                    T::Star,       T::Slash,   T::Percent, T::Not,    T::LeftParen,
                                    T::RightParen, T::BitAnd,  T::BitOr,   T::BitXor, T::Complement,
                                    T::Question,   T::Colon,   T::Comma};
    const std::size_t i = kChars.find(c);
    return i == std::string_view::npos ? T::None : kTokens[i];
}

} // namespace

ArithLexer::ArithLexer(std::string_view text, bool parameters, int depth)
    : tree_(std::make_shared<ArithExpr>()), depth_(depth), parameters_(parameters) {
    tree_->text = std::string(text);
}

bool ArithLexer::is_blank() const {
    std::size_t i = 0;
    while (i < text().size() && is_space(text()[i]))
        ++i;
    return i == text().size();
}

void ArithLexer::fail(const char* what, std::size_t from, std::size_t cut) {
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

void ArithLexer::set(T token, std::size_t next) {
    last_ = token_;
    token_ = token;
    pos_ = next;
}

void ArithLexer::read() {
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

void ArithLexer::read_name(std::size_t start) {
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
        if (parameters_ && subscript.text.find_first_of("$~") != std::string::npos) {
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
    do {
        read();
    } while (token_ == T::Name && !failed_); // behind each of several names, too
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
std::size_t ArithLexer::skip_subscript(std::size_t i) const {
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

void ArithLexer::read_number(std::size_t start) {
    std::size_t i = start;
    while (i < text().size() && (is_name_char(at(i)) || at(i) == '#' || at(i) == '@'))
        ++i;
    if (parameters_ && at(i) == '$') // text is put together there
        fail("$");
    number_ = number(start, i);
    if (!failed_)
        set(T::Number, i);
}

std::int64_t ArithLexer::number(std::size_t start, std::size_t end) {
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

/// Behind the } of an expansion that has no effects and may give a number: #NAME, NAME[sub] with a name,
/// $name or number as sub, @ and * behind #, :-number behind them. 0: it is another one, or a plain name.
std::size_t ArithLexer::end_of_expansion(std::size_t i) const {
    const std::size_t begin = i;
    i += at(i) == '#' ? 1 : 0;
    const bool measures = i > begin;
    const auto skip_name = [&] {
        const std::size_t first = i;
        while (is_name_start(at(i)) || (i > first && is_digit(at(i))))
            ++i;
        return i > first;
    };
    const auto skip_digits = [&] {
        const std::size_t first = i;
        while (is_digit(at(i)))
            ++i;
        return i > first;
    };
    if (!skip_name())
        return 0;
    const std::size_t name_end = i;
    if (at(i) == '[') {
        ++i;
        if (measures && (at(i) == '@' || at(i) == '*')) {
            ++i;
        } else {
            i += at(i) == '$' ? 1 : 0;
            if (!skip_name() && !skip_digits())
                return 0;
        }
        if (at(i++) != ']')
            return 0;
    }
    if (!measures && at(i) == ':' && at(i + 1) == '-') {
        i += 2;
        if (!skip_digits())
            return 0;
    }
    const bool plain = !measures && i == name_end;
    return plain || at(i) != '}' ? 0 : i + 1;
}

void ArithLexer::read_parameter(std::size_t start) {
    std::size_t i = start + 1;
    const bool braces = at(i) == '{';
    i += braces ? 1 : 0;
    const std::size_t name_begin = i;
    ArithParameter parameter;
    if (const std::size_t end = braces ? end_of_expansion(i) : 0) {
        parameter.expansion = true;
        i = end;
    } else if (is_digit(at(i))) {
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
    if (braces && !parameter.expansion && at(i++) != '}')
        return fail("$");
    // Next to a name, a digit or another expansion its text would join with it.
    const char before = start > 0 ? at(start - 1) : ' ';
    const char after = at(i);
    if (is_name_char(before) || before == '}' || before == '#' || before == '$' || is_name_char(after)
        || after == '$' || after == '#' || after == '[' || after == '@' || before == '@')
        return fail("$");
    parameter.begin = static_cast<std::uint32_t>(start);
    parameter.end = static_cast<std::uint32_t>(i);
    parameter_ = static_cast<std::uint32_t>(tree_->parameters.size());
    if (!peeking_)
        tree_->parameters.push_back(parameter);
    set(T::Parameter, i);
}

bool ArithLexer::is_value() const {
    return token_ == T::Name || token_ == T::Number || token_ == T::Parameter;
}

void ArithLexer::read_operator(std::size_t i) {
    const char c = at(i);
    const char d = at(i + 1);
    struct Two {
        char a, b;
        T token;
    };
    static constexpr Two kTwo[] = {
        {'=', '=', T::Equal},  {'!', '=', T::NotEqual}, {'>', '=', T::GreaterEqual}, {'<', '=', T::LessEqual},
        {'&', '&', T::AndAnd}, {'|', '|', T::OrOr},     {'*', '*', T::Power}};
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
        fail(after_operator ? "syntax error: operand expected" : "syntax error: invalid arithmetic operator");
    }
    set(single, i + 1);
}

bool ArithLexer::read_increment(std::size_t i) {
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

void ArithLexer::set_assign(ArithOp op, std::size_t next) {
    assign_op_ = op;
    set(T::OpAssign, next);
}

} // namespace asb::shell
