#include "core/shell/conditional.h"

#include "core/shell/arith_host.h"
#include "core/shell/arith_text.h"
#include "core/shell/expand.h"
#include "core/shell/names.h"
#include "core/shell/regex_cache.h"
#include "core/shell/shell.h"
#include "core/shell/test_primaries.h"

#include <cstring>

namespace asb::shell {

namespace {

constexpr int kTrue = 0;
constexpr int kFalse = 1;
constexpr int kError = 2;

int truth(bool value) {
    return value ? kTrue : kFalse;
}

class ConditionRunner {
public:
    explicit ConditionRunner(Shell& shell) : shell_(shell) {}

    int run(const Condition& node, bool negated) {
        switch (node.kind) {
        case Condition::Kind::Not:
            return invert(run(*node.a, !negated));
        case Condition::Kind::Group:
            return run(*node.a, false);
        case Condition::Kind::And: {
            const int left = run(*node.a, false);
            return left == kTrue && going_on() ? run(*node.b, false) : left;
        }
        case Condition::Kind::Or: {
            const int left = run(*node.a, false);
            return left != kTrue && going_on() ? run(*node.b, false) : left;
        }
        case Condition::Kind::Word:
            return unary("-n", node.left, negated);
        case Condition::Kind::Unary:
            return unary(node.op, node.left, negated);
        case Condition::Kind::Binary:
            return binary(node, negated);
        }
        return kError;
    }

private:
    bool going_on() const { return shell_.unwind == Unwind::None; }
    static int invert(int status) { return status == kTrue ? kFalse : status == kFalse ? kTrue : status; }

    bool traces() const { return shell_.options.is(SetOption::Xtrace); }
    void trace(const std::string& term, bool negated) {
        shell_.trace("[[ " + std::string(negated ? "! " : "") + term + " ]]");
    }
    static std::string shown(const std::string& text) { return text.empty() ? "''" : text; }

    int unary(const std::string& op, const Word& word, bool negated) {
        std::string operand;
        const bool variable = op == "-v";
        if (!(variable ? expand_number_operand(shell_, word, operand)
                       : expand_joined(shell_, word, ListJoin::Spaces, operand)))
            return kFalse;
        if (traces())
            trace(op + " " + shown(operand), negated);
        return truth(variable ? variable_is_set(shell_, operand, false) : unary_test(shell_, op, operand));
    }

    enum class Operator : std::uint8_t { Equal, Unequal, Regex, Less, Greater, Number, File };
    static Operator operator_of(const std::string& op) {
        switch (op[0]) {
        case '=':
            return op.size() == 2 && op[1] == '~' ? Operator::Regex : Operator::Equal;
        case '!':
            return Operator::Unequal;
        case '<':
            return Operator::Less;
        case '>':
            return Operator::Greater;
        default:
            return is_number_operator(op) ? Operator::Number : Operator::File;
        }
    }

    int binary(const Condition& node, bool negated) {
        const Operator which = operator_of(node.op);
        const auto expand = [&](const Word& word, std::string& text) {
            return which == Operator::Number ? expand_number_operand(shell_, word, text)
                                             : expand_joined(shell_, word, ListJoin::Spaces, text);
        };
        std::string left;
        if (!expand(node.left, left))
            return kFalse;
        if (which == Operator::Equal || which == Operator::Unequal) {
            PatternOptions options = shell_.pattern_options();
            options.extglob = true;
            options.nocase = shell_.options.is(Shopt::Nocasematch);
            const PreparedPattern* const prepared = prepare_field_pattern(shell_, node.right, options, false);
            if (!prepared)
                return kFalse;
            trace_binary(left, node.op, prepared->text, negated);
            return truth(prepared->pattern.matches(left) == (which == Operator::Equal));
        }
        std::string right;
        if (!(which == Operator::Regex ? shell_.expand_to_regex(node.right, right)
                                       : expand(node.right, right)))
            return kFalse;
        trace_binary(left, node.op, right, negated);
        switch (which) {
        case Operator::Regex:
            return regex(left, right);
        case Operator::Less:
        case Operator::Greater: {
            const int order =
                shell_.collates() ? std::strcoll(left.c_str(), right.c_str()) : left.compare(right);
            return truth(which == Operator::Less ? order < 0 : order > 0);
        }
        case Operator::Number:
            return numbers(node.op, left, right);
        default:
            return truth(file_comparison(node.op, left, right));
        }
    }

    void trace_binary(const std::string& left, const std::string& op, const std::string& right,
                      bool negated) {
        if (traces())
            trace(shown(left) + " " + op + " " + shown(right), negated);
    }

    int numbers(const std::string& op, const std::string& left, const std::string& right) {
        const std::string_view outer = shell_.arith_name;
        shell_.arith_name = "[[";
        std::int64_t a = 0;
        std::int64_t b = 0;
        const bool good = evaluate_expression(shell_, left, a, ArithFailure::Status)
                          && evaluate_expression(shell_, right, b, ArithFailure::Status);
        shell_.arith_name = outer;
        return good ? truth(compare_numbers(op, a, b)) : kFalse;
    }

    int regex(const std::string& text, const std::string& pattern) {
        const RegexMatch match =
            match_regex(pattern, text, shell_.options.is(Shopt::Nocasematch), shell_.utf8() ? 1 : 0);
        if (match.result == RegexMatch::Result::BadPattern)
            return kError;
        static const Slot slot = intern("BASH_REMATCH");
        shell_.variables.record(slot);
        Variable& variable = shell_.variables.global(slot); // made anew, whatever it was
        variable.exists = true;
        variable.is_set = true;
        variable.attributes = kIndexed;
        variable.assoc.reset();
        if (!variable.array)
            variable.array = std::make_unique<IndexedArray>();
        variable.array->clear();
        for (const auto& [begin, end] : match.groups)
            variable.array->push_back(
                Value(begin == std::string::npos ? std::string() : text.substr(begin, end - begin)));
        return truth(match.result == RegexMatch::Result::Match);
    }

    Shell& shell_;
};

/// test and [: the rules of POSIX by the number of arguments, and an expression grammar for more than four.
class TestRunner {
public:
    TestRunner(Shell& shell, const std::vector<std::string>& words) : shell_(shell), words_(words) {}

    int run() {
        const bool value = by_count(words_.size());
        if (!failed_ && pos_ != words_.size()) {
            if (words_[pos_][0] == '-')
                fail("syntax error: `" + words_[pos_] + "' unexpected");
            else
                fail("too many arguments");
        }
        return failed_ ? kError : truth(value);
    }

private:
    const std::string& word(std::size_t offset = 0) const { return words_[pos_ + offset]; }
    std::size_t left() const { return words_.size() - pos_; }

    bool fail(const std::string& text) {
        if (!failed_)
            shell_.builtin_error(text);
        failed_ = true;
        return false;
    }

    bool by_count(std::size_t count) {
        switch (count) {
        case 0:
            return false;
        case 1:
            return one();
        case 2:
            return two();
        case 3:
            return three();
        case 4:
            if (word() == "!") {
                ++pos_;
                return !three();
            }
            if (word() == "(" && word(3) == ")") {
                ++pos_;
                const bool value = two();
                ++pos_;
                return value;
            }
            break;
        default:
            break;
        }
        return expression();
    }

    bool one() {
        const bool value = !word().empty();
        ++pos_;
        return value;
    }

    bool two() {
        if (word() == "!") {
            ++pos_;
            return !one();
        }
        if (is_unary_test(word()))
            return unary();
        return fail(word() + ": unary operator expected");
    }

    bool three() {
        if (is_binary_test(word(1)))
            return binary();
        if (word(1) == "-a" || word(1) == "-o") {
            const bool both = word(1) == "-a";
            const bool a = !word().empty();
            const bool b = !word(2).empty();
            pos_ += 3;
            return both ? a && b : a || b;
        }
        if (word() == "!") {
            ++pos_;
            return !two();
        }
        if (word() == "(" && word(2) == ")") {
            ++pos_;
            const bool value = one();
            ++pos_;
            return value;
        }
        return fail(word(1) + ": binary operator expected");
    }

    bool unary() {
        const std::string op = word();
        if (left() < 2)
            return fail("argument expected");
        const std::string operand = word(1);
        pos_ += 2;
        return unary_test(shell_, op, operand);
    }

    bool binary() {
        const std::string a = word();
        const std::string op = word(1);
        const std::string b = word(2);
        pos_ += 3;
        if (op == "=" || op == "==")
            return a == b;
        if (op == "!=")
            return a != b;
        if (op == "<")
            return a < b;
        if (op == ">")
            return a > b;
        if (!is_number_operator(op))
            return file_comparison(op, a, b);
        const std::optional<long long> x = test_integer(a);
        if (!x)
            return fail(a + ": integer expression expected");
        const std::optional<long long> y = test_integer(b);
        if (!y)
            return fail(b + ": integer expression expected");
        return compare_numbers(op, *x, *y);
    }

    bool expression() {
        if (left() == 0)
            return fail("argument expected");
        if (++depth_ > kMaxDepth)
            return fail("expression is nested too deeply");
        const bool value = either();
        --depth_;
        return value;
    }

    bool either() {
        bool value = both();
        while (!failed_ && left() > 0 && word() == "-o") {
            ++pos_;
            const bool other = both();
            value = value || other;
        }
        return value;
    }

    bool both() {
        bool value = term();
        while (!failed_ && left() > 0 && word() == "-a") {
            ++pos_;
            const bool other = term();
            value = value && other;
        }
        return value;
    }

    bool term() {
        if (left() == 0)
            return fail("argument expected");
        bool negated = false;
        while (left() > 0 && word() == "!") {
            negated = !negated;
            if (++pos_ >= words_.size())
                return fail("argument expected");
        }
        return plain_term() != negated;
    }

    bool plain_term() {
        if (word() == "(") {
            if (++pos_ >= words_.size())
                return fail("argument expected");
            const bool value = expression();
            if (failed_)
                return false;
            if (left() == 0)
                return fail(shell_.builtin_name == "[" ? "`)' expected, found ]" : "`)' expected");
            if (word() != ")")
                return fail("`)' expected, found " + word());
            ++pos_;
            return value;
        }
        if (left() >= 3 && is_binary_test(word(1)))
            return binary();
        if (left() >= 2 && is_unary_test(word()))
            return unary();
        return one();
    }

    static constexpr int kMaxDepth = 500;
    Shell& shell_;
    const std::vector<std::string>& words_;
    std::size_t pos_ = 0;
    int depth_ = 0;
    bool failed_ = false;
};

} // namespace

int evaluate_conditional(Shell& shell, const Condition& condition) {
    return ConditionRunner(shell).run(condition, false);
}

int evaluate_test(Shell& shell, const std::vector<std::string>& words) {
    return TestRunner(shell, words).run();
}

} // namespace asb::shell
