#include "core/front/keeper.h"

#include "core/base/fd.h"
#include "core/base/paths.h"
#include "core/base/sweep.h"
#include "core/front/cgroup_guard.h"
#include "core/front/console.h"
#include "core/front/run_folder.h"
#include "core/front/terminal.h"
#include "core/front/viewer_start.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace asb {
namespace {

constexpr std::chrono::seconds kSweepLimit{10};
constexpr int kInsistence = 3; ///< so many TERM mean: do not wait for an orderly end

/// `go` gives a byte once the keeper attends, or its end when the keeper is dead.
[[noreturn]] void become_session(const std::string& program, std::vector<std::string>& words, int go,
                                 const BlockedSignals& signals) {
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    char byte = 0;
    if (!read_exact(go, &byte, 1))
        ::_exit(128 + SIGTERM);
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    signals.restore_in_child();
    ::execv(program.c_str(), arguments.data());
    print_error(system_error("start " + program, errno,
                             "the installation is not complete: install agent-sandbox again"));
    ::_exit(kFrontFailureStatus);
}

/// Reaps what has ended; true when the session program is among it, with its wait status.
bool reap(pid_t session, int& wait_status) {
    bool ended = false;
    for (;;) {
        int status = 0;
        const pid_t pid = ::waitpid(-1, &status, WNOHANG);
        if (pid < 0 && errno == EINTR)
            continue;
        if (pid <= 0)
            return ended;
        if (pid == session) {
            wait_status = status;
            ended = true;
        }
    }
}

/// Waits for the end of the session program; its wait status.
int attend(pid_t session, const BlockedSignals& signals) {
    int wait_status = 0;
    int terms = 0;
    while (!reap(session, wait_status)) {
        const int number = signals.wait();
        if (number == SIGHUP && BlockedSignals::is_ignored(SIGHUP))
            continue;
        if (number == SIGTERM && ++terms == kInsistence)
            ::kill(session, SIGKILL);
        else if (number == SIGTERM || number == SIGHUP)
            ::kill(session, number);
    }
    return wait_status;
}

Result<std::string> session_program(const KeeperOptions& options) {
    if (!options.session_program.empty())
        return options.session_program;
    const Result<std::string> folder = libexec_dir();
    if (!folder)
        return folder.error();
    return *folder + "/agent-sandbox-session";
}

/// Starts and attends the session program; its wait status, or an Error when it could not be started.
Result<int> run_session(const std::vector<std::string>& words, const KeeperOptions& options,
                        const RunFolder& run, const BlockedSignals& signals) {
    const Result<std::string> program = session_program(options);
    if (!program)
        return program.error();
    if (cgroup_guard_needed()) {
        const Status guarded = guard_cgroup();
        if (!guarded)
            return guarded.error();
    }
    if (::prctl(PR_SET_CHILD_SUBREAPER, 1) != 0)
        return system_error("become a child subreaper", errno);
    std::vector<std::string> arguments{"agent-sandbox-session", "--run-dir", run.path, "--session-id",
                                       run.session_id};
    arguments.insert(arguments.end(), words.begin(), words.end());
    if (const int early = signals.take_early_end(); early != 0)
        return early; // a wait status of this value is "ended by that signal"
    Result<Pipe> go = make_pipe();
    if (!go)
        return go.error();
    const pid_t session = ::fork();
    if (session < 0)
        return system_error("start " + *program, errno);
    if (session == 0) {
        go->write_end.reset();
        become_session(*program, arguments, go->read_end.get(), signals);
    }
    // An INT that came to this process alone, before there was a session to get its own, counts too.
    sigset_t pending;
    if (::sigpending(&pending) == 0 && sigismember(&pending, SIGINT) == 1)
        ::kill(session, SIGINT);
    static_cast<void>(write_all(go->write_end.get(), "x"));
    return attend(session, signals);
}

/// Outside everything that the keeper will own and end, and outside the mount namespace that it may make.
void offer_viewer(const std::vector<std::string>& words, const KeeperOptions& options,
                  const BlockedSignals& signals) {
    if (!words.empty() && words.front() == "--no-gui")
        return;
    const Result<std::string> folder = libexec_dir();
    const Result<std::string> runtime = runtime_dir();
    if (!folder || !runtime)
        return;
    const std::string program =
        options.viewer_program.empty() ? *folder + "/agent-sandbox-gui" : options.viewer_program;
    if (viewer_wanted(program) && !viewer_is_up(*runtime + "/viewer.sock"))
        start_viewer(program, signals);
}

int exit_status(int wait_status) {
    return WIFSIGNALED(wait_status) ? 128 + WTERMSIG(wait_status) : WEXITSTATUS(wait_status);
}

/// What the session program left in RUN/again when it is to be started again: its folder and words, each
/// ended by a NUL. Goes into the folder; empty: it is not to be, or the folder has gone.
std::vector<std::string> take_restart(const std::string& run) {
    const Result<std::string> text = read_file(run + "/again", std::size_t{1} << 20);
    std::vector<std::string> words;
    for (std::size_t start = 0; text && start < text->size();) {
        const std::size_t end = std::min(text->find('\0', start), text->size());
        words.push_back(text->substr(start, end - start));
        start = end + 1;
    }
    if (words.empty())
        return {};
    if (::chdir(words.front().c_str()) != 0) {
        print_error(system_error("go into " + words.front() + " to start again", errno));
        return {};
    }
    words.erase(words.begin());
    return words;
}

/// One session from RUN to its removal; its status. `words` become those of the next one, or none.
int keep_once(std::vector<std::string>& words, const BlockedSignals& signals, const KeeperOptions& options) {
    TerminalKeeper terminal(STDOUT_FILENO);
    remove_stale_run_folders(options.run_parent);
    const Result<RunFolder> run = make_run_folder(options.run_parent);
    if (!run) {
        words.clear();
        print_error(run.error());
        return kFrontFailureStatus;
    }
    const Result<int> ended = run_session(words, options, *run, signals);
    const int status = ended ? exit_status(*ended) : kFrontFailureStatus;
    if (!ended)
        print_error(ended.error());
    if (!sweep_descendants(kSweepLimit))
        print_error(
            "some processes of the session could not be ended; look for children of this process with ps");
    terminal.restore(status >= 128);
    words = take_restart(run->path);
    const Status removed = remove_run_folder(*run);
    if (!removed)
        print_error(removed.error());
    return status;
}

} // namespace

int keep_session(const std::vector<std::string>& words, const BlockedSignals& blocked,
                 const KeeperOptions& options) {
    offer_viewer(words, options, blocked);
    std::vector<std::string> next = words;
    int status = kFrontFailureStatus;
    do {
        status = keep_once(next, blocked, options);
    } while (!next.empty());
    return status;
}

} // namespace asb
