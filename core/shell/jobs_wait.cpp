// The wait builtin's side of the jobs table.
#include "core/shell/jobs.h"

#include "core/shell/process_state.h"
#include "core/shell/shell.h"
#include "core/shell/subshell.h"

#include <algorithm>
#include <iterator>
#include <sys/wait.h>

namespace asb::shell {

const ChildProcess* JobTable::kept_or_extra(pid_t pid) const {
    for (const ChildProcess& process : extra_) {
        if (process.pid == pid)
            return &process;
    }
    return nullptr;
}

std::optional<int> JobTable::wait_pid(pid_t pid, bool until_end) {
    poll();
    TrapTable& traps = shell_.process->traps;
    const auto is_running = [this, pid, until_end] {
        if (kept_or_extra(pid) != nullptr)
            return true;
        for (const Job& job : jobs_) {
            for (const ChildProcess& process : job.processes) {
                if (process.pid == pid)
                    return until_end ? job.running() : job.active(); // bash waits for the whole job
            }
        }
        return false;
    };
    while (is_running()) {
        if (const int signal = traps.pending_signal())
            return 128 + signal;
        if (!wait_interruptible())
            break;
        tell_stopped();
    }
    std::optional<int> status;
    for (const auto& [known, raw] : kept_) {
        if (known == pid)
            status = exit_status(raw);
    }
    if (Job* const job = by_pid(pid)) { // whichever of its processes that is
        status = job->status();
        job->notified = job->notified || holds_last();
    }
    tell_ended();
    if (shell_.options.is(SetOption::Posix)) // a status is told once
        std::erase_if(kept_, [pid](const auto& known) { return known.first == pid; });
    return status;
}

/// `wait -f` goes on over stops, and they are told.
void JobTable::tell_stopped() {
    if (std::any_of(jobs_.begin(), jobs_.end(),
                    [](const Job& job) { return job.stopped() && !job.notified; }))
        tell_ended();
}

int JobTable::wait_job(Job& job, bool until_end) {
    const int number = job.number;
    poll();
    const pid_t last = job.processes.back().pid;
    if (job.stopped())
        shell_.error("warning: wait_for_job: job " + std::to_string(number) + " is stopped");
    for (Job* now = by_number(number); now != nullptr && now->running() && (until_end || !now->stopped());
         now = by_number(number)) {
        if (const int signal = shell_.process->traps.pending_signal())
            return 128 + signal;
        if (!wait_interruptible())
            break;
        tell_stopped();
    }
    int status = 127;
    for (const auto& [known, raw] : kept_) {
        if (known == last)
            status = exit_status(raw);
    }
    if (Job* const now = by_number(number)) {
        status = now->status();
        now->notified = now->notified || (holds_last() && !now->running());
    }
    tell_ended();
    return status;
}

void JobTable::tell_ended() {
    if (shell_.options.is(SetOption::Monitor) && shell_.process->traps.pending_signal() == 0)
        shell_.process->traps
            .run_pending(); // that of CHLD: without job control it waits for the command's end
    if (shell_.unwind == Unwind::None)
        notify();
}

/// The first active job; those before it that are stopped are not waited for, and are warned of.
int JobTable::first_active() {
    for (const Job& job : jobs_) {
        if (job.active())
            return job.number;
        if (job.stopped())
            shell_.builtin_error("warning: job " + std::to_string(job.number) + "["
                                 + std::to_string(job.processes.back().pid) + "] stopped");
    }
    return 0;
}

int JobTable::wait_all() {
    poll();
    while (const int number = first_active()) { // one after the other: each end is told
        for (const Job* job = by_number(number); job != nullptr && job->active(); job = by_number(number)) {
            if (const int signal = shell_.process->traps.pending_signal())
                return 128 + signal;
            if (!wait_interruptible())
                break;
        }
        tell_ended();
    }
    while (std::any_of(extra_.begin(), extra_.end(),
                       [this](const ChildProcess& p) { return p.pid == last_background_; })) {
        if (const int signal = shell_.process->traps.pending_signal())
            return 128 + signal;
        if (!wait_interruptible())
            break;
    }
    if (shell_.process->coproc)
        reap_coproc(shell_);
    // What was over before is forgotten in silence, but the last one.
    for (auto it = jobs_.begin(); it != jobs_.end();) {
        const bool goes = !it->running() && (holds_last() || it->processes.back().pid != last_background_);
        it = goes ? erase(it) : std::next(it);
    }
    if (shell_.options.is(SetOption::Posix))
        kept_.clear();
    return 0;
}

std::optional<JobTable::Ended> JobTable::wait_next(const std::vector<int>& numbers,
                                                   const std::vector<pid_t>& pids) {
    const bool any = numbers.empty() && pids.empty();
    for (;;) {
        poll();
        bool running = false; // of any job, and none that is stopped: bash waits for the others as well
        for (Job& job : jobs_) {
            running = running || job.active();
            const bool named = std::find(numbers.begin(), numbers.end(), job.number) != numbers.end();
            const bool by_process =
                std::any_of(job.processes.begin(), job.processes.end(), [&](const ChildProcess& p) {
                    return std::find(pids.begin(), pids.end(), p.pid) != pids.end();
                });
            if (!any && !named && !by_process)
                continue;
            if (!job.running() && !job.notified) {
                const Ended ended{job.processes.back().pid, job.status()};
                const bool told = !shell_.process->job_control;
                job.notified = told;
                if (told && WIFSIGNALED(job.raw()))
                    tell_death(job, false);
                tell_ended();
                return ended;
            }
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

} // namespace asb::shell
