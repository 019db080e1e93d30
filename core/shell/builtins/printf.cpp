// printf: formats are walked again until the arguments are used up.
#include "core/shell/builtins/utility.h"

#include "core/shell/escapes.h"
#include "core/shell/names.h"
#include "core/shell/pattern_node.h"
#include "core/shell/quote.h"
#include "core/shell/shell.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cinttypes>
#include <cstring>
#include <ctime>
#include <limits>

namespace asb::shell {

namespace {

constexpr int kMaxWidth = 1 << 24; ///< a width is a size in memory

struct Conversion {
    std::string flags;
    int width = 0;
    bool has_width = false;
    int precision = 0;
    bool has_precision = false;
    bool given_precision = false; ///< by an argument, the place being a *
    char letter = 0;
};

class Printf {
public:
    Printf(Shell& shell, const Arguments& arguments, std::size_t first, bool to_variable)
        : shell_(shell),
          arguments_(arguments),
          format_(arguments[first]),
          next_(first + 1),
          to_variable_(to_variable) {}

    /// False: the format is wrong and nothing more is to be done.
    bool run() {
        do {
            const std::size_t before = next_;
            pass_begin_ = written_ + out.size();
            if (!pass())
                return false;
            if (stop_ || next_ == before)
                break;
        } while (next_ < arguments_.size());
        return true;
    }

    std::string out;
    int status() const { return failed_ ? 1 : 0; }

private:
    /// What was made so far comes before a message.
    void write_out() {
        if (to_variable_)
            return;
        shell_.out.write(out);
        written_ += out.size();
        out.clear();
    }
    void complain(const std::string& message) {
        write_out();
        shell_.builtin_error(message);
    }

    bool pass() {
        std::size_t i = 0;
        while (i < format_.size() && !stop_) {
            const char c = format_[i];
            if (c == '\\') {
                std::string error;
                i = decode_format_escape(format_, i, writes_utf8(shell_), out, error);
                if (!error.empty())
                    complain(error);
            } else if (c == '%' && i + 1 < format_.size() && format_[i + 1] == '%') {
                out += '%';
                i += 2;
            } else if (c == '%') {
                if (!conversion(i))
                    return false;
            } else {
                out += c;
                ++i;
            }
        }
        return true;
    }

    /// The * of a width or precision. The last of the arguments loses its high bits; for one before it that
    /// is too large bash tells the next one.
    int size_argument() {
        const long long value = argument_number(&std::strtoll);
        const int size = static_cast<int>(value);
        if (size == value || !has_argument())
            return size;
        out_of_range(arguments_[next_]);
        return value < 0 ? std::numeric_limits<int>::min() : std::numeric_limits<int>::max();
    }

    /// A width or precision; one that is too large is told, and the builtin fails.
    int bounded(long long value) {
        if (value <= kMaxWidth)
            return static_cast<int>(value);
        complain("field width or precision larger than " + std::to_string(kMaxWidth));
        failed_ = stop_ = true;
        return 0;
    }

    int number_in_format(std::size_t& i) {
        long value = 0;
        while (i < format_.size() && format_[i] >= '0' && format_[i] <= '9') {
            value = std::min<long>(value * 10 + (format_[i] - '0'), kMaxWidth + 1);
            ++i;
        }
        return bounded(value);
    }

    bool conversion(std::size_t& i) {
        const std::size_t begin = i++;
        Conversion how;
        while (i < format_.size() && std::strchr("#'-+ 0", format_[i]) != nullptr)
            how.flags += format_[i++];
        if (i < format_.size() && format_[i] == '*') {
            ++i;
            long long width = size_argument();
            if (width < 0) {
                how.flags += '-';
                width = -width;
            }
            how.width = bounded(width);
            how.has_width = true;
        } else if (i < format_.size() && format_[i] >= '0' && format_[i] <= '9') {
            how.width = number_in_format(i);
            how.has_width = true;
        }
        if (i < format_.size() && format_[i] == '.') {
            ++i;
            how.has_precision = true;
            if (i < format_.size() && format_[i] == '*') {
                ++i;
                how.given_precision = true;
                how.precision = size_argument();
                how.has_precision = how.precision >= 0;
            } else {
                how.precision = number_in_format(i);
            }
        }
        if (stop_)
            return false;
        while (i < format_.size() && std::strchr("hjlLzt", format_[i]) != nullptr)
            ++i;
        if (i >= format_.size()) {
            complain("`" + format_.substr(begin) + "': missing format character");
            failed_ = true;
            return false;
        }
        how.letter = format_[i];
        if (how.letter == '(')
            return time(how, i);
        const bool numeric = std::strchr("diuoxXfFeEgGaA", how.letter) != nullptr;
        if (numeric && how.has_precision && bounded(how.precision) != how.precision)
            return false;
        ++i;
        return convert(how);
    }

    bool convert(const Conversion& how) {
        switch (how.letter) {
        case 'd':
        case 'i':
            number(how, PRIdMAX, argument_number(&std::strtoll));
            return true;
        case 'u':
        case 'o':
        case 'x':
        case 'X':
            unsigned_number(how);
            return true;
        case 'f':
        case 'F':
        case 'e':
        case 'E':
        case 'g':
        case 'G':
        case 'a':
        case 'A':
            floating(how);
            return true;
        case 'c': {
            const std::string text = string();
            pad(how, text.empty() ? std::string(1, '\0') : text.substr(0, 1));
            return true;
        }
        case 's':
            pad(how, cut(how, string()));
            return true;
        case 'b': {
            bool stop = false;
            std::vector<std::string> errors;
            const std::string text = decode_printed(string(), true, writes_utf8(shell_), stop, &errors);
            for (const std::string& error : errors)
                complain(error);
            pad(how, cut(how, text));
            stop_ = stop_ || stop;
            return true;
        }
        case 'q':
            pad(how, cut(how, quote_backslash(string())));
            return true;
        case 'Q': // a precision of the format cuts the argument; 0 cuts what is printed, too
            if (how.has_precision && how.precision == 0 && !how.given_precision) {
                static_cast<void>(string());
                pad(how, {});
                return true;
            }
            pad(how, quote_backslash(how.given_precision ? string() : cut(how, string())));
            return true;
        case 'n': {
            const std::string name = string();
            const std::size_t count = written_ + out.size() - pass_begin_;
            write_out();
            if (name.empty() || shell_.variables.assign_reference(name, std::to_string(count)))
                return true;
            failed_ = true;
            return false;
        }
        default:
            complain(std::string("`") + how.letter + "': invalid format character");
            failed_ = true;
            return false;
        }
    }

    // ------------------------------------------------------------------------------------ arguments

    bool has_argument() const { return next_ < arguments_.size(); }
    std::string string() { return has_argument() ? arguments_[next_++] : std::string(); }

    /// 'c and "c: the character's number.
    bool character_code(const std::string& text, std::uint32_t& code) const {
        if (text.empty() || (text[0] != '\'' && text[0] != '"'))
            return false;
        code = 0;
        if (text.size() > 1)
            decode_character(text, 1, shell_.utf8(), code);
        return true;
    }

    void invalid(const std::string& text) {
        complain(invalid_number(text));
        failed_ = true;
    }
    void out_of_range(const std::string& text) {
        complain("warning: " + text + ": " + std::strerror(ERANGE));
    }

    /// The next argument as `read` (strtoll, strtoull) takes it, or the number of a quoted character; 0
    /// without one.
    template <typename Number>
    Number argument_number(Number (*read)(const char*, char**, int)) {
        if (!has_argument())
            return 0;
        const std::string& text = arguments_[next_++];
        std::uint32_t code = 0;
        if (character_code(text, code))
            return code;
        char* end = nullptr;
        errno = 0;
        const Number value = read(text.c_str(), &end, 0);
        if (*end != '\0')
            invalid(text);
        else if (errno == ERANGE)
            out_of_range(text);
        return value;
    }

    // ------------------------------------------------------------------------------------ output

    static std::string cut(const Conversion& how, std::string text) {
        if (how.has_precision && text.size() > static_cast<std::size_t>(how.precision))
            text.resize(static_cast<std::size_t>(how.precision));
        return text;
    }

    void pad(const Conversion& how, const std::string& text) {
        const std::size_t width = static_cast<std::size_t>(how.width);
        const std::size_t fill = width > text.size() ? width - text.size() : 0;
        const bool left = how.flags.find('-') != std::string::npos;
        if (!left)
            out.append(fill, ' ');
        out += text;
        if (left)
            out.append(fill, ' ');
    }

    template <typename T>
    void number(const Conversion& how, const char* letter, T value) {
        std::string format = "%" + how.flags;
        if (how.has_width)
            format += std::to_string(how.width);
        if (how.has_precision)
            format += "." + std::to_string(how.precision);
        format += letter;
        formatted(format, value);
    }

    template <typename T>
    void formatted(const std::string& format, T value) {
        std::array<char, 256> small{};
// The format is made here from checked pieces.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        const int length = std::snprintf(small.data(), small.size(), format.c_str(), value);
        if (length < 0)
            return;
        if (static_cast<std::size_t>(length) < small.size()) {
            out.append(small.data(), static_cast<std::size_t>(length));
            return;
        }
        std::string large(static_cast<std::size_t>(length) + 1, '\0');
        std::snprintf(large.data(), large.size(), format.c_str(), value);
#pragma GCC diagnostic pop
        out.append(large, 0, static_cast<std::size_t>(length));
    }

    void unsigned_number(const Conversion& how) {
        const char* letter = how.letter == 'u'   ? PRIuMAX
                             : how.letter == 'o' ? PRIoMAX
                             : how.letter == 'x' ? PRIxMAX
                                                 : PRIXMAX;
        number(how, letter, static_cast<std::uintmax_t>(argument_number(&std::strtoull)));
    }

    void floating(const Conversion& how) {
        const bool posix = shell_.options.is(SetOption::Posix);
        long double value = 0;
        if (has_argument()) {
            const std::string& text = arguments_[next_++];
            std::uint32_t code = 0;
            if (character_code(text, code)) {
                value = code;
            } else {
                char* end = nullptr;
                errno = 0;
                value = posix ? std::strtod(text.c_str(), &end) : std::strtold(text.c_str(), &end);
                if (*end != '\0')
                    invalid(text);
                else if (errno == ERANGE)
                    out_of_range(text);
            }
        }
        const std::string letter = std::string(posix ? "" : "L") + how.letter;
        if (posix)
            number(how, letter.c_str(), static_cast<double>(value));
        else
            number(how, letter.c_str(), value);
    }

    /// %(…)T at the parenthesis.
    bool time(Conversion how, std::size_t& i) {
        int depth = 0;
        std::size_t end = i;
        for (; end < format_.size(); ++end) {
            depth += format_[end] == '(' ? 1 : format_[end] == ')' ? -1 : 0;
            if (depth == 0)
                break;
        }
        if (end + 1 >= format_.size() || format_[end + 1] != 'T') {
            complain(std::string("warning: `")
                     + (end + 1 < format_.size() ? std::string(1, format_[end + 1]) : "")
                     + "': invalid time format specification");
            out += "%(";
            ++i;
            return true;
        }
        std::string format = format_.substr(i + 1, end - i - 1);
        i = end + 2;
        if (format.empty())
            format = "%X";
        long long seconds = has_argument() ? argument_number(&std::strtoll) : -1;
        if (seconds == -1)
            seconds = std::time(nullptr);
        else if (seconds == -2)
            seconds = shell_.started_at;
        std::time_t when = static_cast<std::time_t>(seconds);
        std::tm parts{};
        const Variable* variable = shell_.variables.find(intern("TZ"));
        const Value* zone = variable && variable->has(kExported) ? shell_.variables.value("TZ") : nullptr;
        if (zone)
            setenv("TZ", zone->text().c_str(), 1);
        else
            unsetenv("TZ");
        tzset();
        if (!localtime_r(&when, &parts)) { // no such year
            when = 0;
            localtime_r(&when, &parts);
        }
        std::array<char, 128> text{}; // longer ones come out empty
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        const std::size_t length = std::strftime(text.data(), text.size(), format.c_str(), &parts);
#pragma GCC diagnostic pop
        pad(how, cut(how, std::string(text.data(), length)));
        return true;
    }

    Shell& shell_;
    const Arguments& arguments_;
    const std::string format_;
    std::size_t next_;
    bool to_variable_;
    std::size_t written_ = 0;
    std::size_t pass_begin_ = 0; ///< of that, before the format was taken up again
    bool stop_ = false;
    bool failed_ = false;
};

} // namespace

int builtin_printf(Shell& shell, const Arguments& arguments) {
    std::string variable;
    bool to_variable = false;
    OptionParser options(shell, arguments, "v:");
    while (const int letter = options.next()) {
        if (letter == '?')
            return kUsageStatus;
        variable = options.argument();
        to_variable = true;
    }
    if (to_variable) {
        std::string name;
        std::string subscript;
        bool known = false;
        if (!is_identifier(variable) && !shell.variables.split_argument(variable, name, subscript, known)) {
            invalid_identifier(shell, variable);
            return kUsageStatus;
        }
    }
    if (options.index() >= arguments.size())
        return usage_error(shell);
    Printf run(shell, arguments, options.index(), to_variable);
    const bool good = run.run();
    if (to_variable) {
        run.out.resize(std::min(run.out.size(), run.out.find('\0'))); // a C string in bash
        if (!shell.variables.assign_reference(variable, std::move(run.out)))
            return 1;
    } else {
        shell.out.write(run.out);
    }
    return good ? run.status() : 1;
}

} // namespace asb::shell
