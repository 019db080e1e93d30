#include "core/shell/spawn.h"

#include "core/base/clock.h"
#include "core/base/wire.h"
#include "core/shell/process.h"
#include "core/shell/process_state.h"
#include "core/shell/pump.h"
#include "core/shell/quote.h"
#include "core/shell/shell.h"
#include "core/shell/subshell.h"
#include "core/shell/unparse.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace asb::shell {

namespace {

/// argv and environment as execve wants them; the strings live in the shell and here.
class ProgramArguments {
public:
    ProgramArguments(Shell& shell, const std::string& path, const Arguments& arguments, std::uint64_t command,
                     bool replaces, const std::string* argv0, bool clear) {
        argv_.reserve(arguments.size() + 1);
        for (const std::string& argument : arguments)
            argv_.push_back(const_cast<char*>(argument.c_str()));
        if (argv0 != nullptr)
            argv_[0] = const_cast<char*>(argv0->c_str());
        argv_.push_back(nullptr);
        const std::string prefix = shell.host.tag_prefix();
        if (!prefix.empty()) { // nono shows only the first variables of an environment
            tag_ = std::string(wire::kTagVariable) + "=" + prefix + std::to_string(command);
            environment_.push_back(tag_.data());
        }
        if (clear) {
            environment_.push_back(nullptr);
            return;
        }
        const std::vector<std::string>& exported = shell.variables.environment();
        environment_.reserve(exported.size() + 4);
        for (const std::string& entry : exported)
            environment_.push_back(const_cast<char*>(entry.c_str()));
        last_ = "_=" + path;
        const bool by_exec = argv0 != nullptr && replaces;
        place(last_, 2, !by_exec); // exec does not tell
        if (replaces) {
            level_ = "SHLVL=" + shell.variables.level_without_shell();
            place(level_, 6, true);
        }
        environment_.push_back(nullptr);
    }
    char* const* argv() { return argv_.data(); }
    char* const* environment() { return environment_.data(); }

private:
    /// Instead of the entry that begins as this one (NAME=, `length` characters), or behind them all.
    void place(std::string& entry, std::size_t length, bool when_missing) {
        for (char*& present : environment_) {
            if (std::strncmp(present, entry.c_str(), length) != 0)
                continue;
            present = entry.data();
            return;
        }
        if (when_missing)
            environment_.push_back(entry.data());
    }

    std::string tag_;
    std::string last_;
    std::string level_;
    std::vector<char*> argv_;
    std::vector<char*> environment_;
};

void report_start(Shell& shell, std::uint64_t command, pid_t pid, pid_t parent, const std::string& path,
                  const Arguments& arguments, bool declared) {
    Event event;
    event.type = EventType::CommandStart;
    event.command = command;
    event.argv = arguments;
    event.path = path;
    event.pid = pid;
    event.parent = parent;
    event.declared = declared;
    shell.host.report(std::move(event));
}

bool is_executable(const std::string& path) {
    return faccessat(AT_FDCWD, path.c_str(), X_OK, AT_EACCESS) == 0;
}

/// First bytes of a file, "" when it cannot be read.
std::string sample_of(const std::string& path) {
    const Fd file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::string sample(128, '\0');
    const ssize_t got = file ? read(file.get(), sample.data(), sample.size()) : 0;
    sample.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return sample;
}

/// bash's check_binary_file: a NUL in the first line.
bool looks_binary(const std::string& sample) {
    if (sample.size() >= 4
        && sample.starts_with("\x7f"
                              "ELF"))
        return true;
    for (const char c : sample) {
        if (c == '\n')
            return false;
        if (c == '\0')
            return true;
    }
    return false;
}

/// Runs a text file without #! as bash does: a fresh shell in this process, which is a child made for it.
[[noreturn]] void run_script(Shell& shell, const std::string& path, const Arguments& arguments,
                             bool replaces) {
    Result<std::string> text = read_file(path);
    if (!text) {
        shell.error(path + ": " + std::strerror(text.error().code));
        _exit(126);
    }
    shell.process->traps.restore_handlers();
    ShellStart start;
    std::erase(*text, '\0'); // bash passes over them
    start.line = std::move(*text);
    start.shell_name = path;
    start.arguments.assign(arguments.begin() + 1, arguments.end());
    start.environment = shell.variables.environment();
    if (replaces) // the last one counts
        start.environment.push_back("SHLVL=" + shell.variables.level_without_shell());
    _exit(run_script_file(start, shell));
}

/// exec said ENOEXEC. Answers a status when there is nothing to run.
int run_without_format(Shell& shell, const std::string& path, const Arguments& arguments, bool replaces) {
    const std::string sample = sample_of(path);
    if (sample.empty())
        return 0;
    if (looks_binary(sample)) {
        shell.error(path + ": cannot execute binary file: " + std::strerror(ENOEXEC));
        return 126;
    }
    run_script(shell, path, arguments, replaces);
}

} // namespace

int tell_exec_failure(Shell& shell, const std::string& path, int code) {
    const int status = code == ENOENT ? 127 : 126;
    if (is_directory(path)) {
        shell.error(path + ": " + std::strerror(EISDIR));
        return status;
    }
    if (!is_executable(path) || code == E2BIG || code == ENOMEM) {
        shell.error(path + ": " + std::strerror(code));
        return status;
    }
    if (code == ENOENT) {
        shell.error(path + ": cannot execute: required file not found");
        return status;
    }
    const std::string sample = sample_of(path);
    if (const std::size_t begin = sample.find_first_not_of(" \t", 2);
        begin != std::string::npos && sample.starts_with("#!")) {
        const std::size_t end = sample.find_first_of(" \t\n", begin);
        const std::string interpreter = sample.substr(begin, end == std::string::npos ? end : end - begin);
        shell.error(path + ": " + interpreter + ": bad interpreter: " + std::strerror(code));
        return 126;
    }
    shell.error(path + ": " + std::strerror(code));
    return status;
}

namespace {

/// A declared command in a process that was made for it: serve its pipes, then end as it ended.
[[noreturn]] void pump_and_end(Shell& shell, Launch& request, const std::string& path,
                               const Arguments& arguments, std::uint64_t command) {
    const Fd places = shell.process->places ? std::move(shell.process->places) : shell.host.acquire_places(1);
    Pump pump;
    std::vector<RedirectionPlan::Move> moves;
    if (!pump.prepare({0, 1, 2}, moves)) {
        shell.error(std::string("cannot make pipe: ") + std::strerror(errno));
        _exit(1);
    }
    request.moves = moves.data();
    request.move_count = moves.size();
    request.die_with_parent = true;
    int code = 0;
    ChildProcess child;
    child.command = command;
    child.started_us = monotonic_us();
    const PumpSignals forwarded; // from here on TERM and friends wait for the program's pid
    child.pid = launch(request, code);
    if (child.pid < 0)
        _exit(tell_exec_failure(shell, path, code));
    report_start(shell, command, child.pid, getpid(), path, arguments, true);
    pump.started();
    struct rusage usage {};
    int raw = 0;
    static_cast<void>(pump.run(child.pid, true, nullptr, raw, usage));
    shell.process->jobs.ended_foreground(child, raw, usage, Telling::Last);
    if (WIFSIGNALED(raw))
        die_by_signal(WTERMSIG(raw));
    _exit(exit_status(raw));
}

} // namespace

int exec_in_place(Shell& shell, const std::string& path, const Arguments& arguments, const ExecOptions& how) {
    ProcessState& state = *shell.process;
    const std::uint64_t command = shell.host.next_command_number();
    const bool declared = shell.host.is_declared(path);
    ProgramArguments program(shell, path, arguments, command, how.replaces, how.argv0, how.clear);
    Launch request;
    request.path = path.c_str();
    request.argv = program.argv();
    request.environment = program.environment();
    request.handled = state.traps.handled().data();
    request.handled_count = state.traps.handled().size();
    if (declared)
        pump_and_end(shell, request, path, arguments, command);
    if (state.own_slot != nullptr)
        *state.own_slot = {command, monotonic_us()};
    report_start(shell, command, getpid(), getppid(), path, arguments, false);
    execve(request.path, request.argv, request.environment);
    const int code = errno;
    const int status = code == ENOEXEC ? run_without_format(shell, path, arguments, how.replaces)
                                       : tell_exec_failure(shell, path, code);
    return status;
}

namespace {

/// In a fork of this shell: redirections, then the program. Never returns.
[[noreturn]] void run_forked(Shell& shell, const std::string& path, const Arguments& arguments,
                             const std::vector<Redirection>& redirections, bool replaces) {
    RedirectionScope scope(shell);
    if (!scope.apply(redirections))
        _exit(shell.unwind != Unwind::None ? shell.status : 1);
    scope.keep();
    _exit(exec_in_place(shell, path, arguments, {replaces}));
}

/// The usual road: everything is made ready here, the child only moves descriptors.
class Start {
public:
    Start(Shell& shell, const std::string& path, const Arguments& arguments, const RedirectionPlan& plan,
          bool replaces)
        : shell_(shell),
          path_(path),
          arguments_(arguments),
          plan_(plan),
          replaces_(replaces),
          declared_(shell.host.is_declared(path)) {}

    int run() {
        const Fd places = declared_ ? shell_.host.acquire_places(1) : Fd();
        ProcessState& state = *shell_.process;
        ChildProcess child;
        child.command = shell_.host.next_command_number();
        ProgramArguments program(shell_, path_, arguments_, child.command, replaces_, nullptr, false);
        Launch request;
        request.path = path_.c_str();
        request.argv = program.argv();
        request.environment = program.environment();
        request.moves = plan_.moves().data();
        request.move_count = plan_.moves().size();
        request.handled = state.traps.handled().data();
        request.handled_count = state.traps.handled().size();
        request.own_group = state.job_control;
        Pump pump;
        std::vector<RedirectionPlan::Move> moves;
        if (declared_) {
            moves = plan_.moves();
            if (!pump.prepare({plan_.resolve(0), plan_.resolve(1), plan_.resolve(2)}, moves)) {
                shell_.error(std::string("cannot make pipe: ") + std::strerror(errno));
                return 1;
            }
            request.moves = moves.data();
            request.move_count = moves.size();
        }
        child.started_us = monotonic_us();
        int code = 0;
        child.pid = launch(request, code);
        if (child.pid < 0)
            return failed(code, child.command);
        report_start(shell_, child.command, child.pid, getpid(), path_, arguments_, declared_);
        return declared_ ? pumped(pump, child) : waited(child);
    }

private:
    Telling telling() const {
        return replaces_ && !shell_.in_subshell_process ? Telling::Last : Telling::Normal;
    }

    int waited(ChildProcess& child) {
        child.node = shell_.current_command;
        return shell_.process->jobs.wait_foreground(child, telling());
    }

    int pumped(Pump& pump, ChildProcess& child) {
        child.node = shell_.current_command;
        pump.started();
        struct rusage usage {};
        int raw = 0;
        if (!pump.run(child.pid, false, &shell_.process->traps, raw, usage))
            return shell_.status;
        shell_.process->jobs.ended_foreground(child, raw, usage, telling());
        return exit_status(raw);
    }

    int failed(int code, std::uint64_t command) {
        const BorrowedStderr borrowed(plan_.changes(2) ? plan_.resolve(2) : 2);
        if (code != ENOEXEC) {
            // A command all the same: it has its status, but no process.
            report_start(shell_, command, 0, getpid(), path_, arguments_, false);
            Event end;
            end.type = EventType::CommandEnd;
            end.command = command;
            const int status = tell_exec_failure(shell_, path_, code);
            end.status = status;
            shell_.host.report(std::move(end));
            return status;
        }
        ChildProcess child;
        const pid_t pid = fork_subshell(shell_, SubshellKind::External, child);
        if (pid < 0)
            return 254;
        if (pid > 0) {
            child.node = shell_.current_command;
            return shell_.process->jobs.wait_foreground(child, telling());
        }
        for (const RedirectionPlan::Move& move : plan_.moves()) {
            if (move.from < 0)
                close(move.to);
            else
                dup2(move.from, move.to);
        }
        _exit(run_without_format(shell_, path_, arguments_, replaces_));
    }

    Shell& shell_;
    const std::string& path_;
    const Arguments& arguments_;
    const RedirectionPlan& plan_;
    const bool replaces_;
    bool declared_;
};

} // namespace

namespace {

/// Redirections that cannot fail in a way whose message would go to the wrong place: 2>&1, >/dev/null and
/// such.
bool are_simple(Shell& shell, const std::vector<Redirection>& redirections) {
    return std::all_of(redirections.begin(), redirections.end(), [&shell](const Redirection& redirection) {
        if (!redirection.target.plain || !redirection.fd_variable.empty()
            || shell.host.is_private(redirection.fd))
            return false;
        switch (redirection.kind) {
        case RedirKind::DupOut:
            return redirection.fd == 2 && redirection.target.literal == "1";
        case RedirKind::In:
        case RedirKind::Out:
        case RedirKind::Append:
            return redirection.fd <= 2 && redirection.target.literal == "/dev/null";
        default:
            return false;
        }
    });
}

bool can_be_direct(Shell& shell, const SimpleCommand& command) {
    const Options& options = shell.options;
    if (shell.restricted || command.words.empty() || !command.assignments.empty() || !command.words[0].plain
        || options.is(SetOption::Xtrace) || options.is(SetOption::Monitor) || options.is(Shopt::Failglob)
        || has_debug_trap(shell) || !are_simple(shell, command.redirections) || fcntl(1, F_GETFD) < 0
        || (shell.process->coproc && !command.redirections.empty())) // its descriptors are to be closed
        return false;
    const bool nounset = options.is(SetOption::Nounset);
    const bool harmless =
        std::all_of(command.words.begin(), command.words.end(),
                    [nounset](const Word& word) { return word.plain || is_harmless(word.parts, nounset); });
    const std::string& name = command.words[0].literal;
    return harmless && !shell.functions.find(name) && find_builtin(shell, name) == nullptr;
}

} // namespace

bool launch_directly(Shell& shell, const Command& command, int input, int output, bool replaces,
                     ChildProcess& child) {
    if (command.kind != CommandKind::Simple)
        return false;
    const auto& simple = static_cast<const SimpleCommand&>(command);
    if (!can_be_direct(shell, simple))
        return false;
    const std::string path = find_command(shell, simple.words[0].literal, true);
    if (path.empty() || shell.host.is_declared(path))
        return false;
    shell.line = shell.line_base + command.line;
    Arguments words;
    RedirectionPlan plan;
    if (!shell.expand_words(simple.words, words) || words.empty()
        || !plan.prepare(shell, simple.redirections))
        return false;
    std::vector<RedirectionPlan::Move> moves;
    if (input >= 0)
        moves.push_back({input, 0});
    if (output >= 0)
        moves.push_back({output, 1});
    moves.insert(moves.end(), plan.moves().begin(), plan.moves().end());
    child = ChildProcess();
    child.command = shell.host.next_command_number();
    child.node = &command;
    ProgramArguments program(shell, path, words, child.command, replaces, nullptr, false);
    const std::vector<int>& handled = shell.process->traps.handled();
    Launch request;
    request.path = path.c_str();
    request.argv = program.argv();
    request.environment = program.environment();
    request.moves = moves.data();
    request.move_count = moves.size();
    request.handled = handled.data();
    request.handled_count = handled.size();
    child.started_us = monotonic_us();
    int code = 0;
    child.pid = launch(request, code);
    if (child.pid < 0)
        return false;
    report_start(shell, child.command, child.pid, getpid(), path, words, false);
    return true;
}

int run_external(Shell& shell, const Arguments& arguments, const std::vector<Redirection>& redirections) {
    ProcessState& state = *shell.process;
    state.jobs.poll();
    if (shell.restricted && arguments[0].find('/') != std::string::npos) {
        shell.error(arguments[0] + ": restricted: cannot specify `/' in command names");
        return 1;
    }
    const std::string path = find_command(shell, arguments[0]);
    const bool last = state.exec_in_place != nullptr && state.exec_in_place == shell.current_command;
    const bool in_place = last && (state.replacing.alone || !state.traps.forbids_exec());
    const bool replaces = state.replaced_by(shell.current_command, !redirections.empty());
    if (in_place && !path.empty()) {
        RedirectionScope scope(shell);
        if (!scope.apply(redirections))
            return 1;
        scope.keep();
        return exec_in_place(shell, path, arguments, {replaces});
    }
    if (path.empty()) {
        const int status = run_not_found(shell, arguments, redirections);
        if (last && state.replacing.alone) // without the ERR trap
            shell.set_unwind_exit(status);
        return status;
    }
    if (!RedirectionPlan::suits(shell, redirections)) {
        ChildProcess child;
        const pid_t pid = fork_subshell(shell, SubshellKind::External, child);
        if (pid < 0)
            return 254;
        if (pid == 0)
            run_forked(shell, path, arguments, redirections, replaces);
        child.node = shell.current_command;
        return state.jobs.wait_foreground(child);
    }
    RedirectionPlan plan;
    if (!plan.prepare(shell, redirections))
        return 1;
    return Start(shell, path, arguments, plan, replaces).run();
}

} // namespace asb::shell
