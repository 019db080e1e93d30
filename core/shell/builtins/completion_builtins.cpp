// compgen, complete, compopt.
#include "core/shell/builtins/utility.h"
#include "core/shell/builtins/utility_state.h"

#include "core/shell/completion.h"
#include "core/shell/names.h"
#include "core/shell/shell.h"

#include <algorithm>

namespace asb::shell {
namespace {

constexpr std::string_view kSpecOptions = "abcdefgjko:prsuvA:G:W:P:S:X:F:C:DEI";

struct Request {
    CompletionSpec spec;
    bool print = false;
    bool remove = false;
    std::vector<std::string> targets; ///< of -D, -E, -I
    std::size_t first = 0;
};

/// No word that the shell would take apart; an identifier in POSIX mode.
bool may_name_function(const Shell& shell, const std::string& name) {
    if (name.find_first_of("()<>;&| \t\n") != std::string::npos)
        return false;
    return !shell.options.is(SetOption::Posix) || is_identifier(name);
}

/// Answers the status of a failure, 0 when all is well.
int parse_request(Shell& shell, const Arguments& arguments, bool compgen, Request& request) {
    std::string spec(kSpecOptions);
    if (compgen) {
        for (const char c : std::string_view("prDEI"))
            spec.erase(spec.find(c), 1);
    }
    OptionParser options(shell, arguments, spec);
    const auto keep = [&](std::optional<std::string>& place) { place = options.argument(); };
    while (const int letter = options.next()) {
        switch (letter) {
        case '?':
            return kUsageStatus;
        case 'p':
            request.print = true;
            break;
        case 'r':
            request.remove = true;
            break;
        case 'o':
            if (!is_completion_option(options.argument())) {
                shell.builtin_error(options.argument() + ": invalid option name");
                return kUsageStatus;
            }
            request.spec.options.push_back(options.argument());
            break;
        case 'A':
            if (const auto action = completion_action(options.argument())) {
                request.spec.actions.push_back(*action);
                break;
            }
            shell.builtin_error(options.argument() + ": invalid action name");
            return kUsageStatus;
        case 'G':
            keep(request.spec.glob);
            break;
        case 'W':
            keep(request.spec.words);
            break;
        case 'P':
            keep(request.spec.prefix);
            break;
        case 'S':
            keep(request.spec.suffix);
            break;
        case 'X':
            keep(request.spec.filter);
            break;
        case 'F':
            keep(request.spec.function);
            if (!may_name_function(shell, options.argument())) {
                invalid_identifier(shell, options.argument());
                return kUsageStatus;
            }
            break;
        case 'C':
            keep(request.spec.command);
            break;
        case 'D':
            request.targets.emplace_back(CompletionTable::kDefault);
            break;
        case 'E':
            request.targets.emplace_back(CompletionTable::kEmpty);
            break;
        case 'I':
            request.targets.emplace_back(CompletionTable::kInitial);
            break;
        default:
            request.spec.actions.push_back(*completion_action(static_cast<char>(letter)));
        }
    }
    request.first = options.index();
    return 0;
}

/// Of -D, -E and -I the first in this order counts, alone.
std::vector<std::string> chosen_target(const std::vector<std::string>& targets) {
    for (const std::string_view name :
         {CompletionTable::kDefault, CompletionTable::kEmpty, CompletionTable::kInitial}) {
        if (std::find(targets.begin(), targets.end(), name) != targets.end())
            return {std::string(name)};
    }
    return {};
}

int missing(Shell& shell, const std::string& name) {
    shell.builtin_error(name + ": no completion specification");
    return 1;
}

int print_specs(Shell& shell, const std::vector<std::string>& names) {
    CompletionTable& table = shell.utilities->completions;
    int status = 0;
    for (const std::string& name : names) {
        const auto found = table.specs.find(name);
        if (found == table.specs.end())
            status = missing(shell, name);
        else
            shell.out.write(completion_text(found->second, name));
    }
    return status;
}

int remove_specs(Shell& shell, const std::vector<std::string>& names) {
    CompletionTable& table = shell.utilities->completions;
    if (names.empty())
        table.specs.clear();
    int status = 0;
    if (!table.made) // bash has no table before the first specification
        return 0;
    for (const std::string& name : names) {
        if (table.specs.erase(name) == 0)
            status = missing(shell, name);
    }
    return status;
}

} // namespace

int builtin_compgen(Shell& shell, const Arguments& arguments) {
    if (arguments.size() == 1)
        return 0;
    Request request;
    if (const int status = parse_request(shell, arguments, true, request))
        return status;
    if (arguments[1].compare(0, 1, "-") != 0 || arguments[1] == "--") // nothing is asked for
        return 0;
    if (request.spec.function)
        shell.builtin_error("warning: -F option may not work as you expect");
    if (request.spec.command)
        shell.builtin_error("warning: -C option may not work as you expect");
    const std::string word = request.first < arguments.size() ? arguments[request.first] : std::string();
    const std::vector<std::string> all = completions(shell, request.spec, word);
    if (shell.unwind != Unwind::None)
        return 1;
    for (const std::string& name : all)
        shell.out.write(name + "\n");
    return all.empty() ? 1 : 0;
}

int builtin_complete(Shell& shell, const Arguments& arguments) {
    CompletionTable& table = shell.utilities->completions;
    if (arguments.size() == 1)
        return print_specs(shell, table.names());
    Request request;
    if (const int status = parse_request(shell, arguments, false, request))
        return status;
    std::vector<std::string> names = chosen_target(request.targets);
    if (names.empty())
        names.assign(arguments.begin() + static_cast<std::ptrdiff_t>(request.first), arguments.end());
    if (request.remove)
        return remove_specs(shell, names);
    if (request.print)
        return print_specs(shell, names.empty() ? table.names() : names);
    if (names.empty())
        return request.first == 2 && arguments[1] == "--" ? print_specs(shell, table.names())
                                                          : usage_error(shell);
    table.made = true;
    for (const std::string& name : names)
        table.specs[name] = request.spec;
    return 0;
}

int builtin_compopt(Shell& shell, const Arguments& arguments) {
    OptionParser options(shell, arguments, "+o:DEI");
    std::vector<std::string> names;
    std::vector<std::pair<std::string, bool>> changes;
    while (const int letter = options.next()) {
        switch (letter) {
        case 'o':
            if (!is_completion_option(options.argument())) {
                shell.builtin_error(options.argument() + ": invalid option name");
                return kUsageStatus;
            }
            changes.emplace_back(options.argument(), !options.plus());
            break;
        case 'D':
            names.emplace_back(CompletionTable::kDefault);
            break;
        case 'E':
            names.emplace_back(CompletionTable::kEmpty);
            break;
        case 'I':
            names.emplace_back(CompletionTable::kInitial);
            break;
        default:
            return kUsageStatus;
        }
    }
    names = chosen_target(names);
    names.insert(names.end(), arguments.begin() + static_cast<std::ptrdiff_t>(options.index()),
                 arguments.end());
    if (names.empty()) {
        shell.builtin_error("not currently executing completion function");
        return 1;
    }
    int status = 0;
    for (const std::string& name : names) {
        const auto found = shell.utilities->completions.specs.find(name);
        if (found == shell.utilities->completions.specs.end()) {
            status = missing(shell, name);
            continue;
        }
        if (changes.empty())
            shell.out.write(completion_options_text(found->second, name));
        for (const auto& [option, on] : changes) {
            std::vector<std::string>& set = found->second.options;
            set.erase(std::remove(set.begin(), set.end(), option), set.end());
            if (on)
                set.push_back(option);
        }
    }
    return status;
}

} // namespace asb::shell
