// echo, test, [, let.
#include "core/shell/arith_host.h"
#include "core/shell/builtins/utility.h"
#include "core/shell/conditional.h"
#include "core/shell/escapes.h"
#include "core/shell/shell.h"

namespace asb::shell {

int builtin_echo(Shell& shell, const Arguments& arguments) {
    bool newline = true;
    bool escapes = shell.options.is(Shopt::XpgEcho);
    std::size_t i = 1;
    const bool options = !(shell.options.is(SetOption::Posix) && shell.options.is(Shopt::XpgEcho));
    for (; options && i < arguments.size(); ++i) {
        const std::string& word = arguments[i];
        if (word.size() < 2 || word[0] != '-' || word.find_first_not_of("neE", 1) != std::string::npos)
            break;
        for (std::size_t k = 1; k < word.size(); ++k) {
            if (word[k] == 'n')
                newline = false;
            else
                escapes = word[k] == 'e';
        }
    }
    for (std::size_t first = i; i < arguments.size(); ++i) {
        if (i > first)
            shell.out.put(' ');
        if (!escapes) {
            shell.out.write(arguments[i]);
            continue;
        }
        bool stop = false;
        shell.out.write(decode_printed(arguments[i], false, writes_utf8(shell), stop));
        if (stop)
            return 0;
    }
    if (newline)
        shell.out.put('\n');
    return 0;
}

int builtin_test(Shell& shell, const Arguments& arguments) {
    return evaluate_test(shell, {arguments.begin() + 1, arguments.end()});
}

int builtin_bracket(Shell& shell, const Arguments& arguments) {
    if (arguments.size() < 2 || arguments.back() != "]") {
        shell.builtin_error("missing `]'");
        return 2;
    }
    return evaluate_test(shell, {arguments.begin() + 1, arguments.end() - 1});
}

int builtin_let(Shell& shell, const Arguments& arguments) {
    std::size_t i = 1;
    if (i < arguments.size() && arguments[i] == "--")
        ++i;
    if (i >= arguments.size()) {
        shell.builtin_error("expression expected");
        return 1;
    }
    std::int64_t value = 0;
    for (; i < arguments.size(); ++i) {
        if (!evaluate_expanded(shell, arguments[i], value, ArithFailure::Status))
            return 1;
    }
    return value == 0 ? 1 : 0;
}

} // namespace asb::shell
