// What the shell says about jobs: `jobs`, and messages about those that a signal ended.
#include "core/shell/jobs.h"

#include "core/shell/process_state.h"
#include "core/shell/restore.h"
#include "core/shell/shell.h"
#include "core/shell/subshell.h"
#include "core/shell/unparse.h"

#include <csignal>
#include <iterator>
#include <sys/wait.h>

namespace asb::shell {

void JobTable::tell_death(const Job& job, bool foreground) {
    const int signal = WTERMSIG(job.raw());
    const bool quiet = signal == SIGINT || signal == SIGPIPE;
    if (quiet || holds_last())
        return;
    if (signal != SIGTERM && !shell_.process->traps.is_set(signal)) {
        // The command has ended: what is running is what it stood in.
        const Restore<std::uint32_t> line(shell_.line,
                                          shell_.outer_line == 0 ? shell_.line : shell_.outer_line);
        std::string text = shell_.error_prefix() + describe(job, Format::NonInteractive);
        text.pop_back();
        shell_.write_error(text);
    } else if (foreground) {
        shell_.write_error(signal_description(signal) + (WCOREDUMP(job.raw()) ? " (core dumped)" : ""));
    }
}

bool JobTable::holds_last() const {
    return shell_.process->command_substitution || shell_.options.is(SetOption::Posix);
}

void JobTable::notify() {
    if (shell_.process->coproc)
        reap_coproc(shell_);
    for (Job& job : jobs_) {
        if (job.stopped() && !job.notified && !holds_last())
            tell_state(job);
        const bool held = holds_last() && job.processes.back().pid == last_background_;
        if (job.running() || job.notified || held)
            continue;
        if (!job.background) { // fg
            if (WIFSIGNALED(job.raw()))
                tell_death(job, true);
        } else if (WIFSIGNALED(job.raw()) && WTERMSIG(job.raw()) != SIGTERM) {
            tell_death(job, false);
        } else if (shell_.process->job_control) {
            tell_state(job);
        }
        job.notified = true;
    }
    for (auto it = jobs_.begin(); it != jobs_.end();) // all have been told with the marks they had
        it = it->notified && !it->running() ? erase(it) : std::next(it);
}

void JobTable::before_line(std::uint32_t line) {
    if (jobs_.empty() || shell_.process->traps.running())
        return;
    poll();
    const Restore<std::uint32_t> here(shell_.line, line);
    const Restore<std::uint32_t> outer(shell_.outer_line, line);
    notify();
}

/// The line of a job, under job control.
void JobTable::tell_state(Job& job) {
    std::string text = job.stopped() ? "\n" : "";
    text += describe(job, Format::Standard);
    const std::string here = shell_.variables.text("PWD");
    if (job.directory != here)
        text += "(wd now: " + with_tilde(here) + ")\n";
    text.pop_back();
    shell_.write_error(text);
    job.notified = true;
}

namespace {

std::string state_of(const Job& job, const ChildProcess& process, JobTable::Format format, bool posix) {
    const int raw = process.raw;
    if (job.stopped() && format == JobTable::Format::Standard)
        return "Stopped";
    if (job.running() && !job.stopped())
        return "Running";
    if (WIFSTOPPED(raw))
        return signal_description(WSTOPSIG(raw));
    if (WIFSIGNALED(raw))
        return signal_description(WTERMSIG(raw));
    const std::string code = std::to_string(WEXITSTATUS(raw));
    return WEXITSTATUS(raw) == 0 ? "Done" : posix ? "Done(" + code + ")" : "Exit " + code;
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
        std::string state = state_of(job, shown, format, shell_.options.is(SetOption::Posix));
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

std::string JobTable::command_line(const Job& job, std::string_view behind) const {
    std::string line = job.text() + std::string(behind);
    if (!job.directory.empty() && job.directory != shell_.variables.text("PWD"))
        line += "\t(wd: " + with_tilde(job.directory) + ")";
    return line;
}

} // namespace asb::shell
