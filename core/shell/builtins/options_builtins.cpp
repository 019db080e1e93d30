// set and shopt.
#include "core/shell/builtins/language.h"
#include "core/shell/builtins/utility_state.h"
#include "core/shell/option_effects.h"
#include "core/shell/shell.h"
#include "core/shell/unparse.h"

#include <algorithm>

#include <vector>

namespace asb::shell {
namespace {

constexpr std::string_view kLetters = "abefhkmnprtuvxBCEHPT";

std::string state_line(std::string_view name, bool on) {
    std::string text(name);
    text.resize(std::max<std::size_t>(text.size(), 15), ' ');
    return text + "\t" + (on ? "on" : "off") + "\n";
}

std::string set_line(SetOption option, bool on) {
    return std::string(on ? "set -o " : "set +o ").append(Options::name(option)) + "\n";
}

void list_set_options(Shell& shell, bool as_commands) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(SetOption::Count); ++i) {
        const auto option = static_cast<SetOption>(i);
        const bool on = shell.options.is(option);
        shell.out.write(as_commands ? set_line(option, on) : state_line(Options::name(option), on));
    }
}

void list_variables(Shell& shell) {
    shell.variables.for_each_listed([&](Slot slot) {
        const Variable* v = shell.variables.listed(slot);
        if (v && v->is_set)
            shell.out.write(shell.variables.assignment_text(slot, false) + "\n");
    });
    if (shell.options.is(SetOption::Posix))
        return;
    for (const FunctionPtr& function : shell.functions.sorted())
        shell.out.write(unparse_function(function->name, *function->body) + "\n");
}

/// -o or +o: takes its name from the next word when there is one. False: unknown name.
bool change_by_name(Shell& shell, const Arguments& arguments, std::size_t& i, bool on) {
    const bool has_name = i + 1 < arguments.size() && !arguments[i + 1].empty() && arguments[i + 1][0] != '-'
                          && arguments[i + 1][0] != '+';
    if (!has_name) {
        list_set_options(shell, !on);
        return true;
    }
    const auto option = Options::set_option(std::string_view(arguments[++i]));
    if (!option) {
        shell.builtin_error(arguments[i] + ": invalid option name");
        return false;
    }
    change_option(shell, *option, on);
    return true;
}

/// Letters are looked at before anything is changed, as bash does.
bool check_letters(Shell& shell, const Arguments& arguments) {
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        const std::string& word = arguments[i];
        if (word.size() < 2 || (word[0] != '-' && word[0] != '+') || word == "--")
            return true;
        for (std::size_t k = 1; k < word.size(); ++k) {
            if (word[k] == 'o' && i + 1 < arguments.size() && k + 1 == word.size()
                && !arguments[i + 1].empty() && arguments[i + 1][0] != '-' && arguments[i + 1][0] != '+') {
                ++i;
                break;
            }
            if (word[k] == 'o') // what follows it counts for its operand here
                break;
            if (kLetters.find(word[k]) == std::string_view::npos) {
                shell.builtin_error(std::string(1, word[0]) + word[k] + ": invalid option");
                return false;
            }
        }
    }
    return true;
}

/// The letters of `word`, arguments[i]; o takes the word behind it. Not 0: refused, the status.
int change_letters(Shell& shell, const Arguments& arguments, std::size_t& i, const std::string& word) {
    const bool on = word[0] == '-';
    for (std::size_t k = 1; k < word.size(); ++k) {
        if (word[k] == 'o') {
            if (change_by_name(shell, arguments, i, on))
                continue;
            shell.builtin_misused = true;
            return kUsageStatus;
        }
        if (word[k] == 'i')
            continue;
        const auto option = Options::set_option(word[k]);
        if (word[k] == 'r' ? !on && shell.restricted : !option) {
            shell.builtin_error(std::string(1, word[0]) + word[k] + ": invalid option");
            usage_error(shell);
            return 1;
        }
        if (word[k] == 'r')
            shell.restricted = on;
        else
            change_option(shell, *option, on);
    }
    return 0;
}

} // namespace

int builtin_set(Shell& shell, const Arguments& arguments) {
    if (arguments.size() == 1) {
        list_variables(shell);
        return 0;
    }
    if (!check_letters(shell, arguments))
        return usage_error(shell);
    std::size_t i = 1;
    bool parameters = false;
    for (; i < arguments.size(); ++i) {
        const std::string& word = arguments[i];
        if (word == "--") {
            ++i;
            parameters = true;
            break;
        }
        if (word == "-") {
            change_option(shell, SetOption::Xtrace, false);
            change_option(shell, SetOption::Verbose, false);
            ++i;
            break;
        }
        if (word.empty() || (word[0] != '-' && word[0] != '+'))
            break; // a lone + changes nothing
        if (const int refused = change_letters(shell, arguments, i, word))
            return refused;
    }
    if (parameters || i < arguments.size()) {
        shell.utilities->parameters_given = !shell.variables.in_function();
        shell.positionals.set({arguments.begin() + static_cast<std::ptrdiff_t>(i), arguments.end()});
    }
    return 0;
}

// ---------------------------------------------------------------------------------------------- shopt

namespace {

struct ShoptFlags {
    bool set = false, unset = false, quiet = false, print = false, of_set = false;
};

int change_shopt(Shell& shell, const Arguments& arguments, std::size_t first, const ShoptFlags& flags) {
    int status = 0;
    for (std::size_t i = first; i < arguments.size(); ++i) {
        if (flags.of_set) {
            if (const auto option = Options::set_option(std::string_view(arguments[i]))) {
                change_option(shell, *option, flags.set);
                continue;
            }
            shell.builtin_error(arguments[i] + ": invalid option name");
            status = 1;
            continue;
        }
        const auto option = Options::shopt_option(arguments[i]);
        if (!option) {
            shell.builtin_error(arguments[i] + ": invalid shell option name");
            status = 1;
            continue;
        }
        change_option(shell, *option, flags.set);
    }
    return status;
}

/// One option's state, printed unless quiet. Answers whether it is on.
template <typename Option>
bool show(Shell& shell, Option option, const ShoptFlags& flags) {
    const bool on = shell.options.is(option);
    if (flags.quiet)
        return on;
    if (!flags.print)
        shell.out.write(state_line(Options::name(option), on));
    else if (flags.of_set)
        shell.out.write(std::string(on ? "set -o " : "set +o ").append(Options::name(option)) + "\n");
    else
        shell.out.write(std::string(on ? "shopt -s " : "shopt -u ").append(Options::name(option)) + "\n");
    return on;
}

int show_shopt(Shell& shell, const Arguments& arguments, std::size_t first, const ShoptFlags& flags) {
    int status = 0;
    for (std::size_t i = first; i < arguments.size(); ++i) {
        bool on = false;
        if (flags.of_set) {
            const auto option = Options::set_option(std::string_view(arguments[i]));
            if (!option)
                shell.builtin_error(arguments[i] + ": invalid option name");
            on = option && show(shell, *option, flags);
        } else {
            const auto option = Options::shopt_option(arguments[i]);
            if (!option)
                shell.builtin_error(arguments[i] + ": invalid shell option name");
            on = option && show(shell, *option, flags);
        }
        status = on ? status : 1;
    }
    return status;
}

template <typename Option>
void list_all(Shell& shell, const ShoptFlags& flags) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(Option::Count); ++i) {
        const auto option = static_cast<Option>(i);
        if (Options::name(option) == "syslog_history")
            continue;
        const bool on = shell.options.is(option);
        if ((flags.set && !on) || (flags.unset && on))
            continue;
        show(shell, option, flags);
    }
}

} // namespace

int builtin_shopt(Shell& shell, const Arguments& arguments) {
    ShoptFlags flags;
    OptionParser options(shell, arguments, "psuoq");
    while (const int letter = options.next()) {
        switch (letter) {
        case 's':
            flags.set = true;
            break;
        case 'u':
            flags.unset = true;
            break;
        case 'q':
            flags.quiet = true;
            break;
        case 'p':
            flags.print = true;
            break;
        case 'o':
            flags.of_set = true;
            break;
        default:
            return kUsageStatus;
        }
    }
    if (flags.set && flags.unset) {
        shell.builtin_error("cannot set and unset shell options simultaneously");
        return 1;
    }
    if (options.index() < arguments.size())
        return flags.set || flags.unset ? change_shopt(shell, arguments, options.index(), flags)
                                        : show_shopt(shell, arguments, options.index(), flags);
    if (flags.of_set)
        list_all<SetOption>(shell, flags);
    else
        list_all<Shopt>(shell, flags);
    return 0;
}

} // namespace asb::shell
