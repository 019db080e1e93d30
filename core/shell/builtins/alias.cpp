// alias and unalias.
#include "core/shell/builtins/language.h"
#include "core/shell/builtins/utility.h"
#include "core/shell/quote.h"
#include "core/shell/shell.h"

namespace asb::shell {
namespace {

/// `as_command`: it can be read back; POSIX mode wants that with -p only.
std::string line_of(const std::string& name, const std::string& value, bool as_command) {
    const std::string command = as_command ? (name[0] == '-' ? "alias -- " : "alias ") : "";
    return command + name + "=" + quote_single(value) + "\n";
}

} // namespace

bool valid_alias_name(const std::string& name) {
    return !name.empty() && name.find_first_of(" \t\n|&;()<>/$`\\\"'") == std::string::npos;
}

int builtin_alias(Shell& shell, const Arguments& arguments) {
    bool list = false;
    OptionParser options(shell, arguments, "p");
    while (const int letter = options.next()) {
        if (letter == '?')
            return kUsageStatus;
        list = true;
    }
    const bool as_command = list || !shell.options.is(SetOption::Posix);
    if (list || options.index() >= arguments.size()) {
        for (const auto& [name, value] : shell.aliases)
            shell.out.write(line_of(name, value, as_command));
    }
    int status = 0;
    for (std::size_t i = options.index(); i < arguments.size(); ++i) {
        const std::size_t equals = arguments[i].find('=', 1);
        const std::string name = arguments[i].substr(0, equals);
        if (equals == std::string::npos) {
            const auto it = shell.aliases.find(name);
            if (it != shell.aliases.end()) {
                shell.out.write(line_of(it->first, it->second, as_command));
            } else {
                shell.builtin_error(name + ": not found");
                status = 1;
            }
        } else if (!valid_alias_name(name)) {
            shell.builtin_error("`" + name + "': invalid alias name");
            status = 1;
        } else {
            shell.aliases[name] = arguments[i].substr(equals + 1);
        }
    }
    return status;
}

int builtin_unalias(Shell& shell, const Arguments& arguments) {
    OptionParser options(shell, arguments, "a");
    while (const int letter = options.next()) {
        if (letter == '?')
            return kUsageStatus;
        shell.aliases.clear();
        return 0;
    }
    if (options.index() >= arguments.size())
        return usage_error(shell);
    int status = 0;
    for (std::size_t i = options.index(); i < arguments.size(); ++i) {
        if (shell.aliases.erase(arguments[i]) == 0) {
            shell.builtin_error(arguments[i] + ": not found");
            status = 1;
        }
    }
    return status;
}

} // namespace asb::shell
