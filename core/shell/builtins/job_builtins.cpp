// jobs, fg, bg, disown, suspend, wait.
#include "core/shell/builtins/process_builtins.h"
#include "core/shell/names.h"
#include "core/shell/process.h"
#include "core/shell/process_state.h"
#include "core/shell/shell.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

namespace asb::shell {

namespace {

using Format = JobTable::Format;

bool is_number(std::string_view text) {
    return !text.empty() && text.size() < 10
           && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool has_job_control(Shell& shell, std::string_view what) {
    const ProcessState& state = *shell.process;
    if (state.job_control || (state.command_substitution && shell.options.is(SetOption::Monitor)))
        return true;
    shell.builtin_error(std::string(what));
    return false;
}

struct JobsOptions {
    Format format = Format::Standard;
    bool running_only = false;
    bool stopped_only = false;
    bool changed_only = false;
    bool run_command = false;
};

bool is_shown(const Job& job, const JobsOptions& how) {
    if (how.running_only)
        return job.running() && !job.stopped();
    if (how.stopped_only)
        return job.stopped();
    return !(how.changed_only && job.notified);
}

/// jobs -x: job names in the words become process ids.
int run_with_pids(Shell& shell, const Arguments& arguments, std::size_t first) {
    Arguments words(arguments.begin() + static_cast<std::ptrdiff_t>(first), arguments.end());
    for (std::string& word : words) {
        if (!word.starts_with('%'))
            continue;
        bool ambiguous = false;
        if (const Job* const job = shell.process->jobs.find(word, ambiguous))
            word = std::to_string(job->processes.front().pid);
    }
    return words.empty() ? 0 : shell.run_words(words, true);
}

} // namespace

Job* find_job(Shell& shell, const std::string& specification) {
    bool ambiguous = false;
    Job* const job = shell.process->jobs.find(specification, ambiguous);
    if (ambiguous)
        shell.builtin_error(specification.substr(specification.starts_with('%') ? 1 : 0)
                            + ": ambiguous job spec");
    if (job == nullptr)
        shell.builtin_error(specification + ": no such job");
    return job;
}

int builtin_jobs(Shell& shell, const Arguments& arguments) {
    OptionParser options(shell, arguments, "lpnxrs");
    JobsOptions how;
    while (const int letter = options.next()) {
        switch (letter) {
        case 'l':
            how.format = Format::Long;
            break;
        case 'p':
            how.format = Format::PidOnly;
            break;
        case 'n':
            how.changed_only = true;
            break;
        case 'r':
            how.running_only = true;
            break;
        case 's':
            how.stopped_only = true;
            break;
        case 'x':
            how.run_command = true;
            break;
        default:
            return kUsageStatus;
        }
        if (how.run_command)
            break;
    }
    if (how.run_command)
        return run_with_pids(shell, arguments, options.index());
    JobTable& jobs = shell.process->jobs;
    jobs.poll();
    int status = 0;
    if (options.index() < arguments.size()) {
        for (std::size_t i = options.index(); i < arguments.size(); ++i) {
            Job* const job = find_job(shell, arguments[i]);
            if (job == nullptr)
                status = 1;
            else if (is_shown(*job, how))
                shell.out.write(jobs.describe(*job, how.format));
            if (job != nullptr)
                job->notified = true;
        }
        return status;
    }
    std::vector<int> over;
    for (Job& job : jobs.all()) {
        if (!is_shown(job, how))
            continue;
        shell.out.write(jobs.describe(job, how.format));
        job.notified = true;
        if (!job.running())
            over.push_back(job.number);
    }
    for (const int number : over)
        jobs.remove(number);
    return status;
}

namespace {

/// Jobs from before `set -m` have no process group of their own; those that a command substitution knows are
/// its shell's.
bool under_control(Shell& shell, const Job& job) {
    if (job.group == 0) {
        shell.builtin_error("job " + std::to_string(job.number) + " started without job control");
        return false;
    }
    if (shell.process->command_substitution)
        shell.builtin_error("no current jobs");
    return !shell.process->command_substitution;
}

} // namespace

int builtin_fg(Shell& shell, const Arguments& arguments) {
    if (!has_job_control(shell, "no job control"))
        return 1;
    OptionParser options(shell, arguments, "");
    if (options.next() != 0)
        return kUsageStatus;
    const bool named = options.index() < arguments.size();
    Job* const job = named ? find_job(shell, arguments[options.index()]) : nullptr;
    Job* const chosen = named ? job : shell.process->jobs.by_number(shell.process->jobs.current());
    if (chosen == nullptr) {
        if (!named)
            shell.builtin_error("current: no such job");
        return 1;
    }
    if (!under_control(shell, *chosen))
        return 1;
    JobTable& jobs = shell.process->jobs;
    jobs.set_current(chosen->number);
    shell.out.write(jobs.command_line(*chosen, "") + "\n");
    static_cast<void>(shell.out.flush());
    chosen->background = false;
    if (chosen->stopped()) {
        chosen->goes_on();
        static_cast<void>(chosen->signal(SIGCONT));
    }
    return jobs.wait_job(*chosen);
}

int builtin_bg(Shell& shell, const Arguments& arguments) {
    if (!has_job_control(shell, "no job control"))
        return 1;
    OptionParser options(shell, arguments, "");
    if (options.next() != 0)
        return kUsageStatus;
    JobTable& jobs = shell.process->jobs;
    std::vector<Job*> chosen;
    for (std::size_t i = options.index(); i < arguments.size(); ++i)
        chosen.push_back(find_job(shell, arguments[i]));
    if (chosen.empty()) {
        chosen.push_back(jobs.by_number(jobs.current()));
        if (chosen.front() == nullptr)
            shell.builtin_error("current: no such job");
    }
    int status = 0;
    for (Job* const job : chosen) {
        if (job == nullptr) {
            status = 1;
            continue;
        }
        if (!under_control(shell, *job)) {
            status = 1;
            continue;
        }
        if (!job->stopped()) {
            shell.builtin_error("job " + std::to_string(job->number) + " already in background");
            continue;
        }
        job->goes_on();
        job->background = true;
        shell.out.write("[" + std::to_string(job->number) + "]"
                        + (job->number == jobs.current()    ? "+ "
                           : job->number == jobs.previous() ? "- "
                                                            : " ")
                        + jobs.command_line(*job, " &") + "\n");
        jobs.reset_current();
        static_cast<void>(job->signal(SIGCONT));
    }
    return status;
}

int builtin_disown(Shell& shell, const Arguments& arguments) {
    OptionParser options(shell, arguments, "ahr");
    bool all = false;
    bool running = false;
    bool keep = false;
    while (const int letter = options.next()) {
        if (letter == '?')
            return kUsageStatus;
        all = all || letter == 'a';
        running = running || letter == 'r';
        keep = keep || letter == 'h';
    }
    JobTable& jobs = shell.process->jobs;
    jobs.poll();
    const auto let_go = [&](Job& job) {
        if (keep) {
            job.keep_on_hangup = true;
            return;
        }
        if (job.stopped() && !shell.in_subshell_process)
            shell.error("warning: deleting stopped job " + std::to_string(job.number) + " with process group "
                        + std::to_string(job.group != 0 ? job.group : getpgrp()));
        jobs.remove(job.number);
    };
    if (options.index() == arguments.size() && (all || running)) {
        std::vector<int> numbers;
        for (const Job& job : jobs.all()) {
            if (!running || job.running())
                numbers.push_back(job.number);
        }
        for (const int number : numbers)
            let_go(*jobs.by_number(number));
        return 0;
    }
    Arguments names(arguments.begin() + static_cast<std::ptrdiff_t>(options.index()), arguments.end());
    int status = 0;
    if (names.empty()) {
        if (Job* const job = jobs.by_number(jobs.current())) {
            let_go(*job);
            return 0;
        }
        shell.builtin_error("current: no such job");
        return 1;
    }
    for (const std::string& name : names) {
        bool ambiguous = false;
        Job* const job = is_number(name) ? jobs.by_pid(std::stoi(name)) : jobs.find(name, ambiguous);
        if (job != nullptr) {
            let_go(*job);
            continue;
        }
        shell.builtin_error(name + ": no such job");
        status = 1;
    }
    return status;
}

int builtin_suspend(Shell& shell, const Arguments& arguments) {
    OptionParser options(shell, arguments, "f");
    bool force = false;
    while (const int letter = options.next()) {
        if (letter == '?')
            return kUsageStatus;
        force = true;
    }
    if (options.index() < arguments.size()) {
        shell.builtin_error("too many arguments");
        shell.set_unwind_exit(1);
        return 1;
    }
    if (!force && !has_job_control(shell, "cannot suspend: no job control"))
        return 1;
    kill(getpid(), SIGSTOP);
    return 0;
}

// ---------------------------------------------------------------------------------------------- wait

namespace {

/// wait -n.
int wait_next(Shell& shell, const Arguments& names, pid_t& ended_pid) {
    std::vector<int> numbers;
    std::vector<pid_t> pids;
    for (const std::string& name : names) {
        if (name.starts_with('%')) {
            if (const Job* const job = find_job(shell, name))
                numbers.push_back(job->number);
        } else if (is_number(name) && shell.process->jobs.by_pid(std::stoi(name))) {
            pids.push_back(std::stoi(name));
        } else {
            shell.builtin_error(name + ": no such job");
        }
    }
    if (!names.empty() && numbers.empty() && pids.empty())
        return 127;
    const std::optional<JobTable::Ended> ended = shell.process->jobs.wait_next(numbers, pids);
    if (!ended)
        return 127;
    ended_pid = ended->pid;
    return ended->status;
}

int wait_named(Shell& shell, const std::string& name, bool until_end, pid_t& ended_pid) {
    JobTable& jobs = shell.process->jobs;
    if (name.starts_with('%')) {
        Job* const job = find_job(shell, name);
        if (job == nullptr)
            return 127;
        ended_pid = job->processes.back().pid;
        return jobs.wait_job(*job, until_end);
    }
    if (!is_number(name)) {
        shell.builtin_error("`" + name + "': not a pid or valid job spec");
        return 1;
    }
    const std::optional<int> status = jobs.wait_pid(std::stoi(name), until_end);
    if (!status) {
        shell.builtin_error("pid " + name + " is not a child of this shell");
        return 127;
    }
    ended_pid = std::stoi(name);
    return *status;
}

/// -p: the variable that a nameref stands for, the nameref itself where there is none. False: readonly.
bool forget_variable(Variables& variables, Slot slot) {
    const NameTarget target = variables.resolve(slot);
    const bool known =
        !target.has_subscript && target.slot != kNoSlot && variables.find(target.slot) != nullptr;
    return variables.unset(known ? target.slot : slot);
}

} // namespace

int builtin_wait(Shell& shell, const Arguments& arguments) {
    OptionParser options(shell, arguments, "fnp:");
    bool next = false;
    bool until_end = false;
    std::string variable;
    while (const int letter = options.next()) {
        switch (letter) {
        case 'f':
            until_end = true;
            break;
        case 'n':
            next = true;
            break;
        case 'p':
            variable = options.argument();
            break;
        default:
            return kUsageStatus;
        }
    }
    if (!variable.empty()) {
        std::string name;
        std::string subscript;
        bool known = false;
        const bool element = shell.variables.split_argument(variable, name, subscript, known);
        if (!is_name(variable) && !element) {
            shell.builtin_error("`" + variable + "': not a valid identifier");
            return 1;
        }
        if (!element && !forget_variable(shell.variables, intern(variable))) { // an element stays as it is
            shell.builtin_error(variable + ": cannot unset: readonly variable");
            return 1;
        }
    }
    const Arguments names(arguments.begin() + static_cast<std::ptrdiff_t>(options.index()), arguments.end());
    pid_t ended = 0;
    int status = 0;
    if (next) {
        status = wait_next(shell, names, ended);
    } else if (names.empty()) {
        return shell.process->jobs.wait_all();
    } else {
        for (const std::string& name : names) {
            ended = 0;
            status = wait_named(shell, name, until_end, ended);
            if (shell.process->traps.pending_signal() != 0)
                break;
        }
    }
    if (!variable.empty() && ended != 0)
        static_cast<void>(shell.variables.assign_reference(variable, std::to_string(ended)));
    return status;
}

} // namespace asb::shell
