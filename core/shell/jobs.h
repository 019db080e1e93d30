// Children of this shell: the jobs table, waiting, statuses that are kept for `wait` (bash manual, "Job
// Control").
#pragma once

#include "core/shell/ast.h"

#include <climits>
#include <cstdint>
#include <deque>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace asb::shell {

class Shell;

struct ChildProcess {
    pid_t pid = 0;
    int raw = 0; ///< wait status, valid once it is not running
    bool running = true;
    bool stopped = false;
    std::string text;              ///< as `jobs` shows it; empty: made from `node` when it is wanted
    const Command* node = nullptr; ///< only while the tree lives (foreground commands)
    std::uint64_t command = 0;     ///< number for Event::CommandEnd; 0: none, or what the slot says
    std::int64_t started_us = 0;
    int slot = -1; ///< see SharedSlots
};

struct Job {
    int number = 0;
    pid_t group = 0; ///< with job control, else 0
    std::vector<ChildProcess> processes;
    std::string directory; ///< where it was started
    bool background = true;
    bool keep_on_hangup = false;
    bool notified = false; ///< its state as it is now has been told
    bool pipefail = false; ///< set -o pipefail held when it was started
    bool running() const;  ///< or stopped
    bool stopped() const;
    bool active() const { return running() && !stopped(); }
    /// It was sent CONT.
    void goes_on();
    /// To its group, else to each process that runs. False: the group has nobody, errno says why; without a
    /// group nobody asks.
    bool signal(int which) const;
    int raw() const { return processes.back().raw; }
    /// $? of `wait` as long as the job is in the table.
    int status() const;
    /// `sleep 1 | cat`
    std::string text() const;
};

/// $? of a raw wait status.
int exit_status(int raw);

/// What is said after a foreground command.
enum class Telling {
    Normal,
    Silent, ///< nothing about a signal that ended it (command substitution)
    Last,   ///< bash would have exec'ed it in place: nothing at all
};

class JobTable {
public:
    explicit JobTable(Shell& shell) : shell_(shell) {}

    /// A background job; it becomes the current one and the last process becomes $!.
    Job& add(std::vector<ChildProcess> processes, pid_t group, std::string directory);
    /// $!; 0 when there was none.
    pid_t last_background() const { return last_background_; }
    /// A process substitution or coprocess: $! and `wait PID` know it.
    void add_extra(ChildProcess process, bool last_background);

    /// Waits for the processes of a foreground command; others that end meanwhile are taken in too. Reports
    /// CommandEnd. Goes on over signals but those that end the shell at once; SIGINT is kept as bash keeps
    /// it. Then says what bash says when the last process was ended by a signal (see Telling), and tells
    /// about background jobs.
    void wait_foreground(std::vector<ChildProcess>& processes, Telling telling = Telling::Normal);
    int wait_foreground(ChildProcess& process, Telling telling = Telling::Normal);
    /// A foreground process that somebody else waited for (pump).
    void ended_foreground(ChildProcess& process, int raw, const struct rusage& usage, Telling telling);

    /// Takes in what has ended meanwhile, without blocking; only costs when something runs in the background.
    void poll() {
        if (running_ > 0)
            poll_running();
    }
    bool any_running() const { return running_ > 0; }
    /// Tells about background jobs that a signal ended, forgets those that are over.
    void notify();
    /// bash tells, too, when it reads a new line of a text.
    void before_line(std::uint32_t line);
    /// The same behind a wait: under job control the CHLD trap runs first.
    void tell_ended();
    /// POSIX mode and $( ) keep the last background job until it is waited for or listed, and tell of no
    /// deaths (what bash does under -c).
    bool holds_last() const;

    /// Result of waiting: the status, or nothing when it is no child of this shell.
    /// `until_end`: a job that is stopped has not ended (`wait -f`).
    std::optional<int> wait_pid(pid_t pid, bool until_end = false);
    int wait_job(Job& job, bool until_end = false);
    /// Every one; answers 0, or 128+n when a trapped signal came.
    int wait_all();
    /// The next one that ends among these job numbers and pids (both empty: any). nullopt: none is left.
    struct Ended {
        pid_t pid = 0;
        int status = 0;
    };
    std::optional<Ended> wait_next(const std::vector<int>& numbers, const std::vector<pid_t>& pids);

    /// %n %+ %- %% %name %?text, or n alone. Null: none; `ambiguous` when several fit.
    Job* find(std::string_view specification, bool& ambiguous);
    Job* by_pid(pid_t pid);
    Job* by_number(int number);
    int current() const { return current_; }
    int previous() const { return previous_; }
    /// What %+ and %- become (bash manual, "Job Control Basics"): stopped jobs go before running ones.
    void set_current(int number);
    void reset_current();
    void remove(int number);
    std::list<Job>& all() { return jobs_; }

    enum class Format { Standard, Long, PidOnly, NonInteractive };
    /// What `jobs` prints for one, with its newline(s).
    std::string describe(const Job& job, Format format) const;

    /// Its command, with the folder it was started in when that is another one (fg, bg).
    std::string command_line(const Job& job, std::string_view behind) const;

    /// In a forked child nothing here is its child any more. `keep_list`: `jobs` in $( ) and pipelines goes
    /// on listing.
    void enter_subshell(bool keep_list);

private:
    void poll_running();
    bool wait_interruptible();
    void wait_one_foreground(ChildProcess& process);
    void after_foreground(const std::vector<ChildProcess>& processes, Telling telling);
    void record(pid_t pid, int raw, const struct rusage& usage);
    void finish(ChildProcess& process, int raw, const struct rusage& usage);
    void keep(pid_t pid, int raw);
    void tell_death(const Job& job, bool foreground);
    Job& append(std::vector<ChildProcess> processes, pid_t group, std::string directory);
    std::list<Job>::iterator erase(std::list<Job>::iterator job);
    void change_state(Job& job, ChildProcess& process, int raw);
    void keep_stopped(const std::vector<ChildProcess>& processes);
    void tell_state(Job& job);
    void tell_stopped();
    int newest(bool stopped, int below = INT_MAX) const;
    int first_active();
    int wait_options() const;
    std::string with_tilde(const std::string& directory) const;
    std::string process_line(const Job& job, std::size_t i, Format format) const;
    const ChildProcess* kept_or_extra(pid_t pid) const;

    Shell& shell_;
    std::list<Job> jobs_;
    std::list<ChildProcess> extra_;
    std::vector<ChildProcess>* foreground_ = nullptr;
    std::deque<std::pair<pid_t, int>> kept_; ///< raw statuses of what is forgotten
    int running_ = 0;                        ///< children in the background that have not been taken in
    pid_t last_background_ = 0;
    int current_ = 0;
    int previous_ = 0;
};

} // namespace asb::shell
