// kill and trap.
#include "core/shell/builtins/process_builtins.h"
#include "core/shell/process.h"
#include "core/shell/process_state.h"
#include "core/shell/shell.h"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>

namespace asb::shell {

namespace {

bool parse_pid(std::string_view text, pid_t& pid) {
    if (text.starts_with('+'))
        text.remove_prefix(1);
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), pid);
    return code == std::errc() && end == text.data() + text.size() && !text.empty();
}

/// What kill takes for a signal; POSIX mode knows no SIG before a name. -1: none.
int kill_signal(const Shell& shell, const std::string& name, bool pseudo) {
    if (shell.options.is(SetOption::Posix) && name.starts_with("SIG"))
        return -1;
    return signal_number(name, pseudo);
}

/// kill -l with operands: names to numbers, numbers and statuses to names.
int translate_signals(Shell& shell, const Arguments& arguments, std::size_t first) {
    int status = 0;
    for (std::size_t i = first; i < arguments.size(); ++i) {
        const std::string& word = arguments[i];
        int number = 0;
        const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), number);
        if (code == std::errc() && end == word.data() + word.size()) {
            if (number > 128)
                number -= 128;
            if (number >= 0 && number < kSignalCount) {
                const std::string name = signal_name(number); // the C library's own two have none
                shell.out.write(name.empty() ? name : name + "\n");
                continue;
            }
        } else if (number = kill_signal(shell, word, true); number >= 0) {
            shell.out.write(std::to_string(number) + "\n");
            continue;
        }
        shell.builtin_error(word + ": invalid signal specification");
        status = 1;
    }
    return status;
}

bool signal_job(Job& job, int signal) {
    const bool sent = job.signal(signal);
    if (sent && job.stopped() && (signal == SIGTERM || signal == SIGHUP))
        static_cast<void>(job.signal(SIGCONT));
    if (sent && job.stopped() && signal == SIGCONT) { // as bg
        job.goes_on();
        job.background = true;
    }
    return sent;
}

/// One operand of kill. False: message written.
bool send_signal(Shell& shell, const std::string& word, int signal) {
    pid_t pid = 0;
    if (parse_pid(word, pid)) {
        if (kill(pid, signal) == 0)
            return true;
        shell.builtin_error("(" + std::to_string(pid) + ") - " + std::strerror(errno));
        return false;
    }
    if (!word.starts_with('%')) {
        shell.builtin_error(word.empty() ? std::string("`': not a pid or valid job spec")
                                         : word + ": arguments must be process or job IDs");
        return false;
    }
    Job* const job = find_job(shell, word);
    if (job == nullptr)
        return false;
    if (signal_job(*job, signal))
        return true;
    shell.builtin_error("(" + std::to_string(job->processes.front().pid) + ") - " + std::strerror(errno));
    return false;
}

int invalid_signal(Shell& shell, const std::string& word) {
    shell.builtin_error(word + ": invalid signal specification");
    return 1;
}

} // namespace

/// All names, as POSIX wants them from `kill -l`.
static std::string signal_line() {
    std::string line;
    for (int number = 1; number < kSignalCount; ++number) {
        const std::string name = signal_name(number);
        const bool named = name.find_first_not_of("0123456789") != std::string::npos;
        if (named)
            line += (line.empty() ? "" : " ") + name;
    }
    return line + "\n";
}

std::string signal_table() {
    std::string table;
    int column = 0;
    for (int number = 1; number < kSignalCount; ++number) {
        const std::string name = signal_name(number);
        if (name.empty())
            continue;
        table += (number < 10 ? " " : "") + std::to_string(number) + ") SIG" + name;
        table += ++column < 5 ? '\t' : '\n';
        column %= 5;
    }
    if (column != 0)
        table += '\n';
    return table;
}

int builtin_kill(Shell& shell, const Arguments& arguments) {
    shell.process->jobs.poll();
    int signal = SIGTERM;
    std::size_t i = 1;
    bool chosen = false;
    bool lists = false;
    std::string invalid;
    while (i < arguments.size()) {
        const std::string& word = arguments[i];
        if (word == "-l" || word == "-L") {
            lists = true;
            ++i;
            continue;
        }
        if (word == "--") {
            ++i;
            break;
        }
        if (word == "-s" || word == "-n") {
            if (i + 1 == arguments.size()) {
                shell.builtin_error(word + ": option requires an argument");
                return 1;
            }
            const std::string& name = arguments[i + 1];
            signal = name == "0" ? 0 : kill_signal(shell, name, false);
            invalid = signal < 0 ? name : std::string();
            i += 2;
            chosen = true;
            continue;
        }
        if (word == "-?")
            return usage_error(shell);
        if (word.size() < 2 || word[0] != '-' || chosen)
            break;
        std::string name = word.substr(1);
        const bool numbered = name[0] == 'n' && name.size() > 1 && name[1] >= '0' && name[1] <= '9';
        if (numbered || (name[0] == 's' && signal_number(name, false) < 0 && name.size() > 1))
            name.erase(0, 1); // -sTERM, -n9
        signal = name == "0" ? 0 : kill_signal(shell, name, false);
        invalid = signal < 0 ? name : std::string();
        chosen = true;
        ++i;
    }
    if (lists && i < arguments.size())
        return translate_signals(shell, arguments, i);
    if (lists) {
        shell.out.write(shell.options.is(SetOption::Posix) ? signal_line() : signal_table());
        return 0;
    }
    if (signal < 0)
        return invalid_signal(shell, invalid);
    if (i >= arguments.size())
        return usage_error(shell);
    bool any = false;
    for (; i < arguments.size(); ++i)
        any = send_signal(shell, arguments[i], signal) || any;
    return any ? 0 : 1;
}

// ---------------------------------------------------------------------------------------------- trap

namespace {

int list_traps(Shell& shell, const Arguments& arguments, std::size_t first, bool print) {
    const bool with_default = print && shell.options.is(SetOption::Posix);
    int status = 0;
    std::vector<int> wanted;
    for (std::size_t i = first; i < arguments.size(); ++i) {
        const int number = signal_number(arguments[i], true);
        if (number < 0)
            status = invalid_signal(shell, arguments[i]);
        else
            wanted.push_back(number);
    }
    if (first >= arguments.size()) {
        shell.out.write(shell.process->traps.listing({}, with_default));
        return status;
    }
    for (const int number : wanted)
        shell.out.write(shell.process->traps.listing({number}, with_default));
    return status;
}

} // namespace

int builtin_trap(Shell& shell, const Arguments& arguments) {
    OptionParser options(shell, arguments, "lp");
    bool print = false;
    bool table = false;
    // A lone "-" is an action, and so is what looks like no option of trap.
    while (const int letter = options.next()) {
        if (letter == '?')
            return kUsageStatus;
        print = print || letter == 'p';
        table = table || letter == 'l';
    }
    std::size_t i = options.index();
    if (table) {
        shell.out.write(signal_table());
        return 0;
    }
    if (print || i >= arguments.size())
        return list_traps(shell, arguments, i, print);
    const std::string& action = arguments[i];
    std::optional<std::string> text;
    const bool by_number = action.find_first_not_of("0123456789") == std::string::npos;
    const bool lone_signal = // POSIX has no such form for names
        (by_number || (!shell.options.is(SetOption::Posix) && i + 1 == arguments.size() && action != "-"))
        && !action.empty() && signal_number(action, true) >= 0;
    if (!lone_signal) {
        if (++i >= arguments.size())
            return usage_error(shell);
        if (action != "-")
            text = action;
    }
    int status = 0;
    for (; i < arguments.size(); ++i) {
        const int number = signal_number(arguments[i], true);
        if (number < 0)
            status = invalid_signal(shell, arguments[i]);
        else
            shell.process->traps.set(number, text);
    }
    return status;
}

} // namespace asb::shell
