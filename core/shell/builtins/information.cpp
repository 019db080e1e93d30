// times, caller, enable.
#include "core/shell/builtins/utility.h"

#include "core/shell/shell.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <sys/resource.h>

namespace asb::shell {

namespace {

std::string clock_text(const timeval& time) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%ldm%ld.%03lds", static_cast<long>(time.tv_sec / 60),
                  static_cast<long>(time.tv_sec % 60), static_cast<long>(time.tv_usec / 1000));
    return text.data();
}

struct EnableOptions {
    bool all = false;
    bool disable = false;
    bool print = false;
    bool special = false;
    bool unload = false;
    std::string library;
};

/// Loadable builtins: no library is ever loaded here, so none can be unloaded.
int answer_loadable(Shell& shell, const EnableOptions& how, const std::string& name) {
    if (!how.library.empty())
        shell.builtin_error("cannot open shared object " + how.library + ": " + how.library
                            + ": cannot open shared object file: No such file or directory");
    else if (find_builtin(shell, name, false))
        shell.builtin_error(name + ": not dynamically loaded");
    else
        shell.builtin_error(name + ": not a shell builtin");
    return 1;
}

void list_builtins(Shell& shell, const EnableOptions& how) {
    for (const Builtin& builtin : all_builtins()) {
        const bool disabled = shell.disabled_builtins.count(builtin.name) != 0;
        if (how.special && (builtin.flags & kSpecialBuiltin) == 0)
            continue;
        if (!how.all && disabled != how.disable)
            continue;
        shell.out.write(std::string(disabled ? "enable -n " : "enable ") + std::string(builtin.name) + "\n");
    }
}

} // namespace

int builtin_times(Shell& shell, const Arguments& arguments) {
    OptionParser options(shell, arguments, "");
    if (options.next() != 0)
        return kUsageStatus;
    rusage self{};
    rusage children{};
    getrusage(RUSAGE_SELF, &self);
    getrusage(RUSAGE_CHILDREN, &children);
    shell.out.write(clock_text(self.ru_utime) + " " + clock_text(self.ru_stime) + "\n"
                    + clock_text(children.ru_utime) + " " + clock_text(children.ru_stime) + "\n");
    return 0;
}

int builtin_caller(Shell& shell, const Arguments& arguments) {
    const std::size_t depth = shell.frames.size();
    if (depth == 0)
        return 1;
    OptionParser options(shell, arguments, "");
    while (const int letter = options.next()) {
        if (letter == '?')
            return kUsageStatus;
    }
    const auto frame = [&](std::size_t n) -> const CallFrame* { // 0 = innermost
        return n < depth ? &shell.frames[depth - 1 - n] : nullptr;
    };
    const auto source = [](const CallFrame* at) {
        return at && !at->source.empty() ? at->source : std::string("NULL");
    };
    if (options.index() >= arguments.size()) {
        shell.out.write(std::to_string(frame(0)->call_line) + " " + source(frame(1)) + "\n");
        return 0;
    }
    const std::string& word = arguments[options.index()];
    char* end = nullptr;
    const unsigned long n = std::strtoul(word.c_str(), &end, 10);
    if (word.empty() || *end != '\0') {
        shell.builtin_error(invalid_number(word));
        return usage_error(shell);
    }
    const CallFrame* at = frame(n);
    const CallFrame* outer = n < depth ? frame(n + 1) : nullptr;
    if (!at || (!outer && !shell.script_mode))
        return 1;
    shell.out.write(std::to_string(at->call_line) + " " + (outer ? outer->name : "main") + " "
                    + (outer ? source(outer) : shell.shell_name) + "\n");
    return 0;
}

int builtin_enable(Shell& shell, const Arguments& arguments) {
    EnableOptions how;
    OptionParser options(shell, arguments, "adnpsf:");
    while (const int letter = options.next()) {
        switch (letter) {
        case 'a':
            how.all = true;
            break;
        case 'n':
            how.disable = true;
            break;
        case 'p':
            how.print = true;
            break;
        case 's':
            how.special = true;
            break;
        case 'd':
            how.unload = true;
            break;
        case 'f':
            how.library = options.argument();
            break;
        default:
            return kUsageStatus;
        }
    }
    if (shell.restricted && (how.unload || !how.library.empty())) {
        shell.builtin_error("restricted");
        return 1;
    }
    if (options.index() >= arguments.size() || how.print) {
        list_builtins(shell, how);
        return 0;
    }
    int status = 0;
    for (std::size_t i = options.index(); i < arguments.size(); ++i) {
        const Builtin* found = find_builtin(shell, arguments[i], false);
        if (how.unload || !how.library.empty()) {
            status = answer_loadable(shell, how, arguments[i]);
        } else if (!found) {
            shell.builtin_error(arguments[i] + ": not a shell builtin");
            status = 1;
        } else if (how.disable) {
            shell.disabled_builtins.insert(found->name);
        } else {
            shell.disabled_builtins.erase(found->name);
        }
        shell.functions.names_changed();
    }
    return status;
}

} // namespace asb::shell
