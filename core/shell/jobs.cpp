#include "core/shell/jobs.h"

#include "core/base/clock.h"
#include "core/shell/process.h"
#include "core/shell/process_state.h"
#include "core/shell/shell.h"
#include "core/shell/unparse.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace asb::shell {

namespace {

constexpr std::size_t kMostKept = 4096;

/// Blocks all signals for its life; `old` is what was before.
class BlockedSignals {
public:
    BlockedSignals() {
        sigset_t all;
        sigfillset(&all);
        sigprocmask(SIG_BLOCK, &all, &old_);
    }
    ~BlockedSignals() { sigprocmask(SIG_SETMASK, &old_, nullptr); }
    BlockedSignals(const BlockedSignals&) = delete;
    BlockedSignals& operator=(const BlockedSignals&) = delete;
    const sigset_t& old() const { return old_; }

private:
    sigset_t old_;
};

void on_child(int) {}

} // namespace

int exit_status(int raw) {
    if (WIFEXITED(raw))
        return WEXITSTATUS(raw);
    if (WIFSTOPPED(raw))
        return 128 + WSTOPSIG(raw);
    return 128 + WTERMSIG(raw);
}

bool Job::running() const {
    return std::any_of(processes.begin(), processes.end(), [](const ChildProcess& p) { return p.running; });
}

int Job::status() const {
    const auto failed = std::find_if(processes.rbegin(), processes.rend(),
                                     [](const ChildProcess& p) { return exit_status(p.raw) != 0; });
    return exit_status(pipefail && failed != processes.rend() ? failed->raw : raw());
}

bool Job::stopped() const {
    bool stopped = false;
    for (const ChildProcess& process : processes) {
        if (process.running && !process.stopped)
            return false;
        stopped = stopped || process.stopped;
    }
    return stopped;
}

void Job::goes_on() {
    for (ChildProcess& process : processes)
        process.stopped = false;
    notified = true;
}

bool Job::signal(int which) const {
    if (group != 0)
        return kill(-group, which) == 0;
    for (const ChildProcess& process : processes) {
        if (process.running)
            static_cast<void>(kill(process.pid, which));
    }
    return true;
}

std::string Job::text() const {
    std::string text;
    for (const ChildProcess& process : processes) {
        if (!text.empty())
            text += " | ";
        text += process.text;
    }
    return text;
}

Job& JobTable::append(std::vector<ChildProcess> processes, pid_t group, std::string directory) {
    const int number = jobs_.empty() ? 1 : jobs_.back().number + 1;
    Job& job = jobs_.emplace_back();
    job.number = number;
    job.group = group;
    job.processes = std::move(processes);
    job.directory = std::move(directory);
    job.pipefail = shell_.options.is(SetOption::Pipefail);
    running_ += static_cast<int>(std::count_if(job.processes.begin(), job.processes.end(),
                                               [](const ChildProcess& p) { return p.running; }));
    return job;
}

Job& JobTable::add(std::vector<ChildProcess> processes, pid_t group, std::string directory) {
    Job& job = append(std::move(processes), group, std::move(directory));
    last_background_ = job.processes.back().pid;
    reset_current();
    return job;
}

void JobTable::add_extra(ChildProcess process, bool last_background) {
    if (last_background)
        last_background_ = process.pid;
    extra_.push_back(std::move(process));
    ++running_;
}

// ---------------------------------------------------------------------------------------------- what has
// ended

void JobTable::keep(pid_t pid, int raw) {
    std::erase_if(kept_, [pid](const auto& entry) { return entry.first == pid; });
    kept_.emplace_back(pid, raw);
    if (kept_.size() > kMostKept)
        kept_.pop_front();
}

void JobTable::finish(ChildProcess& process, int raw, const struct rusage& usage) {
    process.raw = raw;
    process.running = false;
    process.stopped = false;
    ProcessState& state = *shell_.process;
    if (process.slot >= 0) {
        if (process.command == 0) {
            process.command = state.slots.at(process.slot).command;
            process.started_us = state.slots.at(process.slot).started_us;
        }
        state.slots.give_back(process.slot);
        process.slot = -1;
    }
    state.traps.child_ended();
    if (state.coproc && state.coproc->pid == process.pid)
        state.coproc->ended = true;
    if (process.command == 0)
        return;
    Event event;
    event.type = EventType::CommandEnd;
    event.command = process.command;
    event.pid = process.pid;
    if (WIFSIGNALED(raw))
        event.signal = WTERMSIG(raw);
    else
        event.status = WEXITSTATUS(raw);
    event.user_us = static_cast<std::int64_t>(usage.ru_utime.tv_sec) * 1000000 + usage.ru_utime.tv_usec;
    event.system_us = static_cast<std::int64_t>(usage.ru_stime.tv_sec) * 1000000 + usage.ru_stime.tv_usec;
    event.max_rss_kb = usage.ru_maxrss;
    event.duration_us = monotonic_us() - process.started_us;
    shell_.host.report(std::move(event));
}

void JobTable::record(pid_t pid, int raw, const struct rusage& usage) {
    if (foreground_ != nullptr) {
        for (ChildProcess& process : *foreground_) {
            if (process.pid == pid && process.running) {
                process.raw = raw;
                process.stopped = WIFSTOPPED(raw);
                if (!WIFSTOPPED(raw) && !WIFCONTINUED(raw))
                    finish(process, raw, usage);
                return;
            }
        }
    }
    for (Job& job : jobs_) {
        for (ChildProcess& process : job.processes) {
            if (process.pid != pid || !process.running)
                continue;
            if (WIFSTOPPED(raw) || WIFCONTINUED(raw)) {
                change_state(job, process, raw);
                return;
            }
            finish(process, raw, usage);
            --running_;
            job.notified = job.notified && job.running();
            if (&process == &job.processes.back())
                keep(pid, raw);
            return;
        }
    }
    for (auto it = extra_.begin(); it != extra_.end(); ++it) {
        if (it->pid == pid && (WIFEXITED(raw) || WIFSIGNALED(raw))) {
            finish(*it, raw, usage);
            keep(pid, raw);
            --running_;
            extra_.erase(it);
            return;
        }
    }
}

/// A process of a job was stopped or goes on.
void JobTable::change_state(Job& job, ChildProcess& process, int raw) {
    const bool before = job.stopped();
    process.stopped = WIFSTOPPED(raw);
    process.raw = raw;
    if (job.stopped() == before)
        return;
    job.notified = false;
    if (before) {
        reset_current();
        return;
    }
    job.background = true;
    set_current(job.number);
}

/// Stops are seen by the process that was told `set -m`, not by its subshells.
int JobTable::wait_options() const {
    return shell_.process->job_control && !shell_.in_subshell_process ? WUNTRACED | WCONTINUED : 0;
}

void JobTable::poll_running() {
    struct rusage usage {};
    int raw = 0;
    const int options = WNOHANG | wait_options();
    pid_t pid;
    while ((pid = wait4(-1, &raw, options, &usage)) > 0)
        record(pid, raw, usage);
}

/// Waits until a child was taken in; false when there is none. Ends early (true) when a signal wants
/// attention.
bool JobTable::wait_interruptible() {
    const BlockedSignals blocked;
    struct sigaction now {
    }, old{};
    now.sa_handler = on_child; // the default would not end ppoll
    sigaction(SIGCHLD, &now, &old);
    bool alive = true;
    const int options = WNOHANG | wait_options();
    while (shell_.process->traps.pending_signal() == 0) {
        struct rusage usage {};
        int raw = 0;
        const pid_t pid = wait4(-1, &raw, options, &usage);
        if (pid > 0) {
            record(pid, raw, usage);
            break;
        }
        if (pid < 0) {
            alive = false;
            break;
        }
        ppoll(nullptr, 0, nullptr, &blocked.old());
    }
    sigaction(SIGCHLD, &old, nullptr);
    return alive;
}

// ---------------------------------------------------------------------------------------------- foreground

void JobTable::wait_one_foreground(ChildProcess& process) {
    while (process.running && !process.stopped) {
        if (shell_.process->traps.careful_wait()) {
            if (shell_.process->traps.fatal_pending())
                return;
            if (shell_.process->traps.pending_signal() == 0) {
                if (!wait_interruptible())
                    break;
                continue;
            }
        }
        struct rusage usage {};
        int raw = 0;
        const pid_t wanted = running_ > 0 ? -1 : process.pid;
        const pid_t pid = wait4(wanted, &raw, wait_options(), &usage);
        if (pid > 0)
            record(pid, raw, usage);
        else if (errno != EINTR)
            break;
    }
    if (process.running && !process.stopped) // somebody else took it in: nothing is known about its end
        process.running = false;
}

void JobTable::wait_foreground(std::vector<ChildProcess>& processes, Telling telling) {
    foreground_ = &processes;
    for (ChildProcess& process : processes)
        wait_one_foreground(process);
    foreground_ = nullptr;
    after_foreground(processes, telling);
}

/// What the shell makes of the end of a foreground command.
void JobTable::after_foreground(const std::vector<ChildProcess>& processes, Telling telling) {
    TrapTable& traps = shell_.process->traps;
    const int raw = processes.back().raw;
    // A program that dealt with ^C itself goes on to the next command; one that died of it takes the shell
    // along at once. In a command substitution the shell is not the one that waits for a terminal's ^C.
    if (traps.interrupt_pending()) {
        const bool died_of_it = WIFSIGNALED(raw) && WTERMSIG(raw) == SIGINT;
        if (!died_of_it && telling != Telling::Silent)
            traps.forget_interrupt();
        else if (!traps.is_set(SIGINT))
            traps.run_pending();
    }
    if (WIFSIGNALED(raw) && telling == Telling::Normal) {
        Job job;
        job.processes = processes;
        job.background = false;
        tell_death(job, true);
    }
    if (std::any_of(processes.begin(), processes.end(), [](const ChildProcess& p) { return p.stopped; }))
        keep_stopped(processes);
    if (telling != Telling::Last)
        notify();
}

/// A foreground command that was stopped is a job from now on.
void JobTable::keep_stopped(const std::vector<ChildProcess>& processes) {
    std::vector<ChildProcess> kept = processes;
    for (ChildProcess& process : kept) {
        if (process.text.empty() && process.node != nullptr)
            process.text = unparse(*process.node);
        process.node = nullptr;
    }
    const pid_t group =
        getpgid(std::find_if(kept.begin(), kept.end(), [](const ChildProcess& p) { return p.running; })->pid);
    const int signal = WSTOPSIG(kept.back().raw);
    Job& job = append(std::move(kept), group == getpgrp() ? 0 : group, shell_.variables.text("PWD"));
    set_current(job.number);
    if (signal == SIGTSTP && shell_.loop_depth > 0) { // it leaves all loops
        shell_.loops_to_leave = shell_.loop_depth;
        shell_.unwind = Unwind::Break;
    }
}

int JobTable::wait_foreground(ChildProcess& process, Telling telling) {
    std::vector<ChildProcess> one;
    one.push_back(std::move(process));
    wait_foreground(one, telling);
    process = std::move(one.front());
    return exit_status(process.raw);
}

void JobTable::ended_foreground(ChildProcess& process, int raw, const struct rusage& usage, Telling telling) {
    finish(process, raw, usage);
    poll();
    after_foreground({process}, telling);
}

// ---------------------------------------------------------------------------------------------- looking up

Job* JobTable::by_number(int number) {
    for (Job& job : jobs_) {
        if (job.number == number)
            return &job;
    }
    return nullptr;
}

Job* JobTable::by_pid(pid_t pid) {
    for (Job& job : jobs_) {
        for (const ChildProcess& process : job.processes) {
            if (process.pid == pid)
                return &job;
        }
    }
    return nullptr;
}

Job* JobTable::find(std::string_view specification, bool& ambiguous) {
    ambiguous = false;
    if (specification.starts_with('%'))
        specification.remove_prefix(1);
    if (specification.empty() || specification == "%" || specification == "+")
        return by_number(current_);
    if (specification == "-")
        return by_number(previous_);
    if (specification.find_first_not_of("0123456789") == std::string_view::npos) {
        return specification.size() < 9 ? by_number(std::stoi(std::string(specification))) : nullptr;
    }
    const bool inside = specification.starts_with('?');
    if (inside)
        specification.remove_prefix(1);
    Job* found = nullptr;
    for (Job& job : jobs_) {
        const std::string text = job.text();
        const bool fits =
            inside ? text.find(specification) != std::string::npos : text.starts_with(specification);
        if (!fits)
            continue;
        ambiguous = found != nullptr;
        if (ambiguous)
            return nullptr;
        found = &job;
    }
    return found;
}

void JobTable::remove(int number) {
    for (auto it = jobs_.begin(); it != jobs_.end(); ++it) {
        if (it->number != number)
            continue;
        // It stays our child: it is taken in later, and `wait PID` still answers.
        for (ChildProcess& process : it->processes) {
            if (process.running)
                extra_.push_back(std::move(process));
        }
        erase(it);
        break;
    }
}

std::list<Job>::iterator JobTable::erase(std::list<Job>::iterator job) {
    const int number = job->number;
    const auto next = jobs_.erase(job);
    if (number == current_ || number == previous_)
        reset_current();
    return next;
}

/// The newest stopped or active job with a number below this one; 0: none.
int JobTable::newest(bool stopped, int below) const {
    for (auto it = jobs_.rbegin(); it != jobs_.rend(); ++it) {
        if (it->number < below && (stopped ? it->stopped() : it->active()))
            return it->number;
    }
    return 0;
}

void JobTable::set_current(int number) {
    if (current_ != number)
        previous_ = std::exchange(current_, number);
    const auto is_stopped = [this](int candidate) {
        const Job* const job = by_number(candidate);
        return job != nullptr && job->stopped();
    };
    if (previous_ != current_ && is_stopped(previous_))
        return;
    int candidate = is_stopped(current_) ? newest(true, current_) : 0;
    if (candidate == 0) {
        const Job* const job = by_number(current_);
        candidate = job != nullptr && job->active() ? newest(false, current_) : newest(false);
    }
    previous_ = candidate != 0 ? candidate : current_;
}

void JobTable::reset_current() {
    int candidate = 0;
    for (const int number : {current_, previous_}) {
        const Job* const job = by_number(number);
        if (candidate == 0 && job != nullptr && job->stopped())
            candidate = number;
    }
    if (candidate == 0)
        candidate = newest(true);
    if (candidate == 0)
        candidate = newest(false);
    if (candidate != 0)
        set_current(candidate);
    else
        current_ = previous_ = 0;
}

void JobTable::enter_subshell(bool keep_list) {
    if (keep_list) {
        for (Job& job : jobs_)
            job.notified = true;
    } else {
        jobs_.clear();
        current_ = previous_ = 0;
    }
    extra_.clear();
    kept_.clear();
    foreground_ = nullptr;
    running_ = 0;
}

} // namespace asb::shell
