// : true false break continue return exit eval source . builtin
#include "core/base/fd.h"
#include "core/shell/builtins/language.h"
#include "core/shell/builtins/utility_state.h"
#include "core/shell/process.h"
#include "core/shell/process_state.h"
#include "core/shell/restore.h"
#include "core/shell/shell.h"
#include "core/shell/spawn.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace asb::shell {
namespace {

constexpr std::ptrdiff_t kMostZeroBytes = 256; ///< a file with more of them is no script

/// As bash takes them out of a file: the byte behind one is not looked at, and the next one left ends the
/// text.
void drop_zero_bytes(std::string& text) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\0' && ++i == text.size())
            break;
        if (text[i] == '\0')
            break;
        text[kept++] = text[i];
    }
    text.resize(kept);
}

enum class NumberArgument { None, Good, Bad };

/// The optional number of break, exit …: blanks around it are allowed.
NumberArgument read_number(const std::string& text, std::int64_t& value) {
    std::size_t begin = text.find_first_not_of(" \t\n");
    const std::size_t end = text.find_last_not_of(" \t\n");
    if (begin == std::string::npos)
        return NumberArgument::Bad;
    if (text[begin] == '+')
        ++begin;
    const auto result = std::from_chars(text.data() + begin, text.data() + end + 1, value);
    return result.ec == std::errc{} && result.ptr == text.data() + end + 1 ? NumberArgument::Good
                                                                           : NumberArgument::Bad;
}

std::size_t skip_dashes(const Arguments& arguments) {
    return arguments.size() > 1 && arguments[1] == "--" ? 2 : 1;
}

/// break and continue.
int leave_loops(Shell& shell, const Arguments& arguments, Unwind how) {
    if (shell.loop_depth == 0) {
        if (!shell.options.is(SetOption::Posix))
            shell.builtin_error("only meaningful in a `for', `while', or `until' loop");
        return 0;
    }
    const std::size_t first = skip_dashes(arguments);
    std::int64_t count = 1;
    if (first < arguments.size() && read_number(arguments[first], count) != NumberArgument::Good) {
        shell.builtin_error(arguments[first] + ": numeric argument required");
        shell.set_unwind_exit(shell.status | 128);
        return 1;
    }
    if (first + 1 < arguments.size()) {
        shell.builtin_error("too many arguments");
        shell.set_unwind_exit(1);
        return 1;
    }
    if (count <= 0) {
        shell.builtin_error(arguments[first] + ": loop count out of range");
        shell.unwind = Unwind::Break;
        shell.loops_to_leave = shell.loop_depth;
        return 1;
    }
    shell.unwind = how;
    shell.loops_to_leave = static_cast<int>(std::min<std::int64_t>(count, shell.loop_depth));
    return 0;
}

/// Status of exit and return: the argument, or the last one. False: unwinding has been set.
bool status_argument(Shell& shell, const Arguments& arguments, int bad_status, int& status) {
    const std::size_t first = skip_dashes(arguments);
    status = shell.status;
    if (first >= arguments.size())
        return true;
    std::int64_t value = 0;
    if (read_number(arguments[first], value) != NumberArgument::Good) {
        shell.builtin_error(arguments[first] + ": numeric argument required");
        status = bad_status;
        return true;
    }
    if (first + 1 < arguments.size()) {
        shell.builtin_error("too many arguments");
        shell.set_unwind_exit(1);
        return false;
    }
    status = static_cast<int>(value & 0xff);
    return true;
}

/// The file that `source NAME` reads; in POSIX mode it has to be in PATH. False: the message has been
/// written.
bool find_source(Shell& shell, const std::string& name, std::string& found) {
    found = name;
    if (name.find('/') != std::string::npos || !shell.options.is(Shopt::Sourcepath))
        return true;
    const std::string path = shell.variables.text("PATH");
    if (path.empty()) // bash then takes the name for a path
        return true;
    for (const std::string& folder : path_folders(shell, path)) {
        const std::string candidate = folder + name;
        struct stat info {};
        if (stat(candidate.c_str(), &info) == 0 && !S_ISDIR(info.st_mode)
            && access(candidate.c_str(), R_OK) == 0) {
            found = candidate;
            return true;
        }
    }
    if (!shell.options.is(SetOption::Posix))
        return true;
    shell.builtin_error(name + ": file not found");
    return false;
}

bool read_script(Shell& shell, const std::string& path, std::string& text) {
    struct stat info {};
    int fd = -1;
    // The files of /dev/fd may lie outside of what this process may open: take the descriptor itself.
    if (path == "/dev/stdin") {
        fd = fcntl(0, F_DUPFD_CLOEXEC, 10);
    } else if (path.compare(0, 8, "/dev/fd/") == 0) {
        int number = -1;
        std::from_chars(path.data() + 8, path.data() + path.size(), number);
        if (number >= 0 && !shell.host.is_private(number))
            fd = fcntl(number, F_DUPFD_CLOEXEC, 10);
    }
    Fd file(fd >= 0 ? fd : open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file) {
        shell.report(path + ": " + std::strerror(errno));
        return false;
    }
    if (fstat(file.get(), &info) == 0 && S_ISDIR(info.st_mode)) {
        shell.builtin_error(path + ": is a directory");
        return false;
    }
    char buffer[16384];
    for (;;) {
        const ssize_t n = ::read(file.get(), buffer, sizeof buffer);
        if (n < 0 && errno == EINTR && !shell.interrupted())
            continue;
        if (n <= 0)
            return n == 0;
        text.append(buffer, static_cast<std::size_t>(n));
    }
}

int run_source(Shell& shell, const std::string& path, const std::string& text, const Arguments& parameters) {
    const bool own_parameters = !parameters.empty();
    Positionals saved;
    if (own_parameters) {
        saved = std::exchange(shell.positionals, Positionals{});
        shell.positionals.set(parameters);
    }
    if (!shell.variables.in_function())
        shell.argument_stack.start(shell.positionals.all());
    const bool given = std::exchange(shell.utilities->parameters_given, false);
    const std::uint32_t line = shell.line;
    shell.frames.push_back(CallFrame{CallFrame::Kind::Source, "source", path, line, std::nullopt});
    const bool debugged = !own_parameters || shell.options.is(Shopt::Extdebug);
    if (debugged)
        shell.argument_stack.push(own_parameters ? parameters : Arguments{path});
    ++shell.trace_level;
    TrapTable& traps = shell.process->traps;
    const bool hides = !shell.options.is(SetOption::Functrace); // the DEBUG trap is not inherited then
    std::optional<std::string> debug = hides ? traps.exchange_debug(std::nullopt) : std::nullopt;
    shell.run_text(text, 1);
    --shell.trace_level;
    if (debugged)
        shell.argument_stack.pop();
    const bool returned = shell.unwind == Unwind::Return;
    shell.unwind = returned ? Unwind::None : shell.unwind;
    shell.frames.pop_back();
    shell.line = line;
    if (shell.unwind == Unwind::None && has_return_trap(shell)) {
        const int status =
            std::exchange(shell.status, returned ? shell.utilities->status_before_return : shell.status);
        run_return_trap(shell);
        shell.status = shell.unwind == Unwind::None ? status : shell.status;
    }
    if (debug && !traps.is_set(kTrapDebug)) // the RETURN action goes without it, too
        traps.exchange_debug(std::move(debug));
    shell.line = line;
    if (own_parameters && !shell.utilities->parameters_given) // what `set` gave in the file stays
        shell.positionals = std::move(saved);
    shell.utilities->parameters_given = given;
    return shell.status;
}

} // namespace

int builtin_true(Shell&, const Arguments&) {
    return 0;
}

int builtin_false(Shell&, const Arguments&) {
    return 1;
}

int builtin_break(Shell& shell, const Arguments& arguments) {
    return leave_loops(shell, arguments, Unwind::Break);
}

int builtin_continue(Shell& shell, const Arguments& arguments) {
    return leave_loops(shell, arguments, Unwind::Continue);
}

int builtin_return(Shell& shell, const Arguments& arguments) {
    int status = 0;
    if (!status_argument(shell, arguments, 2, status))
        return status;
    if (shell.frames.empty()) {
        shell.builtin_error("can only `return' from a function or sourced script");
        shell.builtin_misused = true;
        return kUsageStatus;
    }
    shell.utilities->status_before_return = shell.status;
    shell.status = status;
    shell.unwind = Unwind::Return;
    return status;
}

int builtin_exit(Shell& shell, const Arguments& arguments) {
    int status = 0;
    if (!status_argument(shell, arguments, 2, status))
        return status;
    // In a function, and in ( ) anywhere, the EXIT trap sees variables, FUNCNAME and redirections.
    const ProcessState& state = *shell.process;
    const bool subshell = shell.in_subshell_process && !state.command_substitution
                          && state.text_depth == state.subshell_text_depth;
    if ((shell.variables.in_function() || subshell) && state.in_process == 0 && !state.traps.running()) {
        const std::string_view name = std::exchange(shell.builtin_name, std::string_view{});
        const Restore command(shell.current_command, shell.exit_command());
        shell.status = status;
        run_exit_trap(shell);
        status = shell.status;
        shell.builtin_name = name;
    }
    shell.set_unwind_exit(status);
    return status;
}

int builtin_eval(Shell& shell, const Arguments& arguments) {
    OptionParser options(shell, arguments, "");
    if (options.next() != 0)
        return kUsageStatus;
    std::string text;
    for (std::size_t i = options.index(); i < arguments.size(); ++i)
        text.append(i > options.index() ? " " : "").append(arguments[i]);
    if (text.empty())
        return 0;
    const std::uint32_t line = shell.line;
    shell.variables.commands_follow();
    ++shell.trace_level;
    const ErrexitPause pause(shell);
    const int status = shell.run_text(text, line, "eval");
    --shell.trace_level;
    shell.line = line;
    return status;
}

int builtin_source(Shell& shell, const Arguments& arguments) {
    const ErrexitPause pause(shell);
    OptionParser options(shell, arguments, "");
    if (options.next() != 0)
        return kUsageStatus;
    if (options.index() >= arguments.size()) {
        shell.builtin_error("filename argument required");
        return usage_error(shell);
    }
    if (shell.restricted && arguments[options.index()].find('/') != std::string::npos) {
        shell.builtin_error(arguments[options.index()] + ": restricted");
        return 1;
    }
    std::string path;
    std::string text;
    if (!find_source(shell, arguments[options.index()], path) || !read_script(shell, path, text)) {
        if (shell.special_in_posix)
            shell.set_unwind_exit(1);
        return 1;
    }
    if (std::count(text.begin(), text.end(), '\0') > kMostZeroBytes) {
        shell.builtin_error(path + ": cannot execute binary file");
        return 126;
    }
    drop_zero_bytes(text);
    shell.variables.commands_follow();
    return run_source(
        shell, path, text,
        {arguments.begin() + static_cast<std::ptrdiff_t>(options.index()) + 1, arguments.end()});
}

int builtin_builtin(Shell& shell, const Arguments& arguments) {
    OptionParser options(shell, arguments, "");
    if (options.next() != 0)
        return kUsageStatus;
    if (options.index() >= arguments.size())
        return 0;
    const Builtin* found = find_builtin(shell, arguments[options.index()]);
    if (!found) {
        shell.builtin_error(arguments[options.index()] + ": not a shell builtin");
        return 1;
    }
    const Restore<int> counts(shell.errexit_ignored, 0); // eval behind it knows of no condition
    return shell.call_builtin(
        *found, {arguments.begin() + static_cast<std::ptrdiff_t>(options.index()), arguments.end()});
}

} // namespace asb::shell
