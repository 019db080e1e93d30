// Children of this shell: the jobs table, waiting, statuses that are kept for `wait` (bash manual, "Job Control").
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace asb::shell {

class Shell;
class TrapTable;

struct ChildProcess {
    pid_t pid = 0;
    int raw = 0; ///< wait status, valid once it is not running
    bool running = true;
    bool stopped = false;
    std::string text;
    std::uint64_t command = 0; ///< number for Event::CommandEnd; 0 none
    std::int64_t started_us = 0;
    int started_flag = -1; ///< slot of the shared page in which the child says that it execs
};

struct Job {
    int number = 0;
    pid_t group = 0; ///< with job control, else 0
    std::vector<ChildProcess> processes;
    std::string text;
    bool background = true;
    bool disowned = false;
    bool no_hangup = false;
    bool notified = false;
    std::uint32_t line = 0;
    bool running() const;
    bool stopped() const;
    int raw() const { return processes.back().raw; }
};

/// $? of a raw wait status.
int exit_status(int raw);

class JobTable {
public:
    explicit JobTable(Shell& shell) : shell_(shell) {}

    Job& add(std::vector<ChildProcess> processes, std::string text, pid_t group);
    /// $!; 0 when there was none.
    pid_t last_background() const { return last_background_; }
    void set_last_background(pid_t pid) { last_background_ = pid; }

    /// Waits for children of a foreground command until all have ended (their `raw` is filled); reaps others on the way.
    /// Reports CommandEnd. Goes on over signals; SIGINT is kept as bash keeps it. Messages about signals are written for
    /// the last one when `text` is not empty.
    void wait_foreground(std::vector<ChildProcess>& processes);
    int wait_foreground(ChildProcess& process);
    /// Writes `bash: line N: PID Terminated   text` where bash does.
    void tell_signal_death(const ChildProcess& process, std::uint32_t line, const std::string& text);

    /// Takes in what has ended meanwhile, without blocking; only costs when there are running jobs.
    void poll() {
        if (running_ > 0)
            poll_running();
    }
    /// Messages about background jobs that a signal ended; forgets jobs that are over. Called between commands.
    void notify();
    bool any_running() const { return running_ > 0; }

    /// Waits for one pid, a job, or any (wait -n). nullopt: not a child. Answers early with 128+n on a trapped signal.
    std::optional<int> wait_pid(pid_t pid);
    std::optional<int> wait_job(int number);
    /// All; status 0 or 128+n.
    int wait_all();
    /// Next one that ends among these (empty: all). nullopt: none left.
    std::optional<std::pair<pid_t, int>> wait_next(const std::vector<pid_t>& among);

    /// %n %+ %- %% %name %?text n. Null: not found; `ambiguous` set when several fit.
    Job* find(std::string_view spec, bool& ambiguous);
    Job* by_pid(pid_t pid);
    Job* by_number(int number);
    Job* current();
    Job* previous();
    void remove(int number);
    std::deque<std::unique_ptr<Job>>& all() { return jobs_; }

    /// In a forked child: nothing here is its child any more; listings go on showing the parent's jobs.
    void enter_subshell();

private:
    void poll_running();
    void record(pid_t pid, int raw, const struct rusage& usage);
    void end_process(ChildProcess& process, int raw, const struct rusage& usage);
    bool wait_any(int options);

    Shell& shell_;
    std::deque<std::unique_ptr<Job>> jobs_;
    std::vector<ChildProcess>* foreground_ = nullptr;
    std::deque<std::pair<pid_t, int>> kept_; ///< statuses of jobs that are forgotten, for wait PID
    int running_ = 0;
    pid_t last_background_ = 0;
    bool foreign_ = false; ///< the table is a parent's
};

} // namespace asb::shell
