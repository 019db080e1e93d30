#include "core/shell/jobs.h"

#include "core/base/clock.h"
#include "core/shell/process.h"
#include "core/shell/process_state.h"
#include "core/shell/shell.h"
#include "core/shell/subshell.h"
#include "core/shell/unparse.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <poll.h>
#include <sys/wait.h>

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

bool Job::stopped() const {
    bool stopped = false;
    for (const ChildProcess& process : processes) {
        if (process.running && !process.stopped)
            return false;
        stopped = stopped || process.stopped;
    }
    return stopped;
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

Job& JobTable::add(std::vector<ChildProcess> processes, pid_t group, std::string directory) {
    int number = 0;
    for (const Job& job : jobs_)
        number = std::max(number, job.number);
    Job& job = jobs_.emplace_back();
    job.number = number + 1;
    job.group = group;
    job.processes = std::move(processes);
    job.directory = std::move(directory);
    running_ += static_cast<int>(job.processes.size());
    last_background_ = job.processes.back().pid;
    previous_ = current_;
    current_ = job.number;
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
    for (Coproc& coproc : state.coprocs)
        coproc.ended = coproc.ended || coproc.pid == process.pid;
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
                if (WIFSTOPPED(raw))
                    process.stopped = true;
                else
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
                process.stopped = WIFSTOPPED(raw);
                process.raw = raw;
                return;
            }
            finish(process, raw, usage);
            --running_;
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

void JobTable::poll_running() {
    struct rusage usage {};
    int raw = 0;
    const int options = shell_.options.is(SetOption::Monitor) ? WNOHANG | WUNTRACED | WCONTINUED : WNOHANG;
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
    const int options = shell_.options.is(SetOption::Monitor) ? WNOHANG | WUNTRACED : WNOHANG;
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
    const bool monitor = shell_.options.is(SetOption::Monitor);
    while (process.running && !(monitor && process.stopped)) {
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
        const pid_t pid = wait4(wanted, &raw, monitor ? WUNTRACED : 0, &usage);
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
    // along.
    if (traps.interrupt_pending() && !(WIFSIGNALED(raw) && WTERMSIG(raw) == SIGINT))
        traps.forget_interrupt();
    if (WIFSIGNALED(raw) && telling == Telling::Normal) {
        Job job;
        job.processes = processes;
        job.background = false;
        tell_death(job, true);
    }
    if (telling != Telling::Last)
        notify();
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

// ---------------------------------------------------------------------------------------------- messages

void JobTable::tell_death(const Job& job, bool foreground) {
    const int signal = WTERMSIG(job.raw());
    const bool quiet = signal == SIGINT || signal == SIGPIPE;
    if (shell_.process->command_substitution || quiet)
        return;
    if (signal != SIGTERM && !shell_.process->traps.is_set(signal)) {
        std::string text = shell_.error_prefix() + describe(job, Format::NonInteractive);
        text.pop_back();
        shell_.write_error(text);
    } else if (foreground) {
        shell_.write_error(signal_description(signal) + (WCOREDUMP(job.raw()) ? " (core dumped)" : ""));
    }
}

void JobTable::notify() {
    if (!shell_.process->coprocs.empty())
        reap_coprocs(shell_);
    for (auto it = jobs_.begin(); it != jobs_.end();) {
        Job& job = *it;
        if (job.running()) {
            ++it;
            continue;
        }
        if (!job.notified) {
            const bool monitor = shell_.options.is(SetOption::Monitor);
            if (WIFSIGNALED(job.raw()) && WTERMSIG(job.raw()) != SIGTERM) {
                tell_death(job, false);
            } else if (monitor && !shell_.in_subshell_process) {
                std::string text = describe(job, Format::Standard);
                text.pop_back();
                shell_.write_error(text);
            }
        }
        it = jobs_.erase(it);
    }
    choose_current();
}

namespace {

std::string state_of(const Job& job, const ChildProcess& process, JobTable::Format format) {
    const int raw = process.raw;
    if (job.stopped() && format == JobTable::Format::Standard)
        return "Stopped";
    if (job.running() && !job.stopped())
        return "Running";
    if (WIFSTOPPED(raw))
        return signal_description(WSTOPSIG(raw));
    if (WIFSIGNALED(raw))
        return signal_description(WTERMSIG(raw));
    return WEXITSTATUS(raw) == 0 ? "Done" : "Exit " + std::to_string(WEXITSTATUS(raw));
}

std::string padded_pid(pid_t pid) {
    std::string text = std::to_string(pid);
    return text.size() < 5 ? std::string(5 - text.size(), ' ') + text : text;
}

} // namespace

std::string JobTable::with_tilde(const std::string& directory) const {
    const std::string home = shell_.variables.text("HOME");
    if (home.size() < 2 || !directory.starts_with(home))
        return directory;
    if (directory.size() > home.size() && directory[home.size()] != '/')
        return directory;
    return "~" + directory.substr(home.size());
}

/// bash's print_pipeline, one process.
std::string JobTable::process_line(const Job& job, std::size_t i, Format format) const {
    constexpr std::size_t kStateWidth = 24;
    const ChildProcess& process = job.processes[i];
    const bool first = i == 0;
    const bool last = i + 1 == job.processes.size();
    const bool long_form = format != Format::Standard;
    std::string line;
    if (!first)
        line += long_form ? "     " : " |";
    if (long_form)
        line += padded_pid(process.pid);
    line += ' ';
    if (first || long_form) {
        const ChildProcess& shown = long_form ? process : job.processes.back();
        std::string state = state_of(job, shown, format);
        if (!first && shown.running == job.processes[0].running && shown.raw == job.processes[0].raw)
            state.clear();
        const std::size_t width = state.empty() ? 2 : state.size();
        line += state + std::string(width < kStateWidth ? kStateWidth - width : 0, ' ');
        if (!shown.running && WIFSIGNALED(shown.raw) && WCOREDUMP(shown.raw))
            line += "(core dumped) ";
    }
    if (!first && long_form)
        line += "| ";
    line += process.text.empty() && process.node != nullptr ? unparse(*process.node) : process.text;
    if (last) {
        if (job.running() && !job.stopped() && job.background)
            line += " &";
        const std::string here = shell_.variables.text("PWD");
        if (!job.directory.empty() && job.directory != here)
            line += "  (wd: " + with_tilde(job.directory) + ")";
    }
    if (long_form || last)
        line += '\n';
    return line;
}

std::string JobTable::describe(const Job& job, Format format) const {
    if (format == Format::PidOnly)
        return std::to_string(job.processes.front().pid) + "\n";
    std::string text;
    if (format != Format::NonInteractive) {
        text = "[" + std::to_string(job.number) + "]";
        text += job.number == current_ ? '+' : job.number == previous_ ? '-' : ' ';
        text += ' ';
    }
    for (std::size_t i = 0; i < job.processes.size(); ++i)
        text += process_line(job, i, format);
    return text;
}

void JobTable::choose_current() {
    const auto alive = [this](int number) {
        const Job* job = by_number(number);
        return job != nullptr && job->running();
    };
    if (alive(current_) && alive(previous_))
        return;
    if (!alive(current_)) {
        current_ = alive(previous_) ? previous_ : 0;
        previous_ = 0;
    }
    for (auto it = jobs_.rbegin(); it != jobs_.rend(); ++it) {
        if (!it->running() || it->number == current_)
            continue;
        if (current_ == 0)
            current_ = it->number;
        else if (!alive(previous_))
            previous_ = it->number;
    }
    if (!alive(previous_))
        previous_ = 0;
}

// ---------------------------------------------------------------------------------------------- the wait
// builtin

const ChildProcess* JobTable::kept_or_extra(pid_t pid) const {
    for (const ChildProcess& process : extra_) {
        if (process.pid == pid)
            return &process;
    }
    return nullptr;
}

std::optional<int> JobTable::wait_pid(pid_t pid) {
    poll();
    TrapTable& traps = shell_.process->traps;
    const auto is_running = [this, pid] {
        if (kept_or_extra(pid) != nullptr)
            return true;
        for (const Job& job : jobs_) {
            for (const ChildProcess& process : job.processes) {
                if (process.pid == pid)
                    return job.running(); // bash waits for the whole job
            }
        }
        return false;
    };
    while (is_running()) {
        if (const int signal = traps.pending_signal())
            return 128 + signal;
        if (!wait_interruptible())
            break;
    }
    std::optional<int> status;
    for (const auto& [known, raw] : kept_) {
        if (known == pid)
            status = exit_status(raw);
    }
    if (!status) {
        if (const Job* job = by_pid(pid)) {
            for (const ChildProcess& process : job->processes) {
                if (process.pid == pid)
                    status = exit_status(process.raw);
            }
        }
    }
    notify();
    return status;
}

int JobTable::wait_job(Job& job) {
    const int number = job.number;
    poll();
    const pid_t last = job.processes.back().pid;
    for (Job* now = by_number(number); now != nullptr && now->running() && !now->stopped();
         now = by_number(number)) {
        if (const int signal = shell_.process->traps.pending_signal())
            return 128 + signal;
        if (!wait_interruptible())
            break;
    }
    int status = 127;
    if (const Job* now = by_number(number))
        status = exit_status(now->raw());
    for (const auto& [known, raw] : kept_) {
        if (known == last)
            status = exit_status(raw);
    }
    notify();
    return status;
}

int JobTable::wait_all() {
    poll();
    const auto waiting = [this] {
        if (std::any_of(jobs_.begin(), jobs_.end(), [](const Job& job) { return job.running(); }))
            return true;
        return std::any_of(extra_.begin(), extra_.end(),
                           [this](const ChildProcess& p) { return p.pid == last_background_; });
    };
    while (waiting()) {
        if (const int signal = shell_.process->traps.pending_signal())
            return 128 + signal;
        if (!wait_interruptible())
            break;
    }
    notify();
    return 0;
}

std::optional<JobTable::Ended> JobTable::wait_next(const std::vector<int>& numbers,
                                                   const std::vector<pid_t>& pids) {
    const bool any = numbers.empty() && pids.empty();
    for (;;) {
        poll();
        bool running = false;
        for (Job& job : jobs_) {
            const bool named = std::find(numbers.begin(), numbers.end(), job.number) != numbers.end();
            const bool by_process =
                std::any_of(job.processes.begin(), job.processes.end(), [&](const ChildProcess& p) {
                    return std::find(pids.begin(), pids.end(), p.pid) != pids.end();
                });
            if (!any && !named && !by_process)
                continue;
            if (!job.running() && !job.notified) {
                job.notified = true;
                const Ended ended{job.processes.back().pid, exit_status(job.raw())};
                if (WIFSIGNALED(job.raw()))
                    tell_death(job, false);
                notify();
                return ended;
            }
            running = running || job.running();
        }
        for (const pid_t pid : pids) {
            for (const auto& [known, raw] : kept_) {
                if (known == pid)
                    return Ended{pid, exit_status(raw)};
            }
            running = running || kept_or_extra(pid) != nullptr;
        }
        if (!running)
            return std::nullopt;
        if (const int signal = shell_.process->traps.pending_signal())
            return Ended{0, 128 + signal};
        if (!wait_interruptible())
            return std::nullopt;
    }
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
        return by_number(previous_ != 0 ? previous_ : current_);
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
        jobs_.erase(it);
        break;
    }
    choose_current();
}

void JobTable::enter_subshell(bool keep_list) {
    if (keep_list) {
        for (Job& job : jobs_)
            job.notified = true;
    } else {
        jobs_.clear();
    }
    extra_.clear();
    kept_.clear();
    foreground_ = nullptr;
    running_ = 0;
}

} // namespace asb::shell
