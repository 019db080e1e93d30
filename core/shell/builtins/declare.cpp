// declare, typeset, local.
#include "core/shell/builtins/declare_word.h"
#include "core/shell/builtins/language.h"
#include "core/shell/names.h"
#include "core/shell/shell.h"

namespace asb::shell {
namespace {

bool parse_flags(Shell& shell, const Arguments& arguments, DeclareFlags& flags, std::size_t& first) {
    OptionParser options(shell, arguments, "+acfgilnprtuxAFGI");
    while (const int letter = options.next()) {
        flags.any = true;
        switch (letter) {
        case '?':
            return false;
        case 'p':
            flags.print = true;
            break;
        case 'g':
            flags.global = true;
            break;
        case 'G':
            flags.global = true;
            break;
        case 'I':
            flags.inherit = true;
            break;
        case 'f':
            flags.functions = true;
            flags.off_functions = options.plus();
            break;
        case 'F':
            flags.functions = flags.function_names = true;
            flags.off_functions = flags.off_functions || options.plus();
            break;
        default: {
            std::uint16_t& set = options.plus() ? flags.off : flags.on;
            set = static_cast<std::uint16_t>(set | attribute_of(letter));
        }
        }
    }
    // The case attributes exclude each other.
    const std::uint16_t cases = kUpper | kLower | kCapital;
    const auto chosen = static_cast<std::uint16_t>(flags.on & cases);
    if ((chosen & (chosen - 1)) != 0) // several cancel each other
        flags.on = static_cast<std::uint16_t>(flags.on & ~cases);
    if (chosen != 0)
        flags.off = static_cast<std::uint16_t>(flags.off | (cases & ~flags.on));
    first = options.index();
    return true;
}

int declare_command(Shell& shell, const Arguments& arguments, bool local_builtin) {
    DeclareFlags flags;
    std::size_t first = 1;
    if (!parse_flags(shell, arguments, flags, first))
        return kUsageStatus;
    const bool in_function = shell.variables.in_function();
    if (flags.global && in_function)
        local_builtin = false;
    if (local_builtin && first >= arguments.size()) {
        list_locals(shell);
        return 0;
    }
    if (flags.functions && !(first >= arguments.size() && flags.off_functions && flags.on == 0))
        return functions_command(shell, arguments, first, flags);
    if (first >= arguments.size()) {
        if (flags.on == 0 && !flags.print)
            return builtin_set(shell, {arguments[0]});
        list_with(shell, flags.on);
        return 0;
    }
    if (flags.print)
        return print_names(shell, arguments, first, local_builtin);
    int status = 0;
    for (std::size_t i = first; i < arguments.size(); ++i) {
        if (local_builtin && arguments[i] == "-") {
            for (auto it = shell.frames.rbegin(); it != shell.frames.rend(); ++it) {
                if (it->kind != CallFrame::Kind::Function)
                    continue;
                if (!it->saved_options)
                    it->saved_options = shell.options;
                break;
            }
            continue;
        }
        DeclareWord word;
        const bool valid = make_word(shell, arguments[i], word);
        shell.assignment_refused = shell.assignment_refused || !valid;
        if (!valid || declare_word(shell, word, flags, (in_function && !flags.global) || local_builtin) != 0)
            status = 1;
        if (shell.unwind != Unwind::None)
            break;
    }
    return status;
}

} // namespace

int builtin_declare(Shell& shell, const Arguments& arguments) {
    return declare_command(shell, arguments, false);
}

int builtin_local(Shell& shell, const Arguments& arguments) {
    if (!shell.variables.in_function()) {
        shell.builtin_error("can only be used in a function");
        return 1;
    }
    return declare_command(shell, arguments, true);
}

} // namespace asb::shell
