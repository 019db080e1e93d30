// Processes that outlive the line that started them. They are orphans, so they are execd's children by now.
#pragma once

#include "core/execd/event_sink.h"
#include "core/execd/loop.h"
#include "core/execd/members.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <sys/resource.h>
#include <sys/types.h>

namespace asb::execd {

/// What Jobs must know of lines that still run: their processes are no jobs yet.
struct RunningLines {
    IsOwn is_own;
    std::function<bool(std::uint64_t)> has_request;
    std::function<bool(pid_t)> has_session;
    std::function<bool()> expects_worker; ///< one that is not known yet may be among execd's children
};

class Jobs {
public:
    Jobs(EventSink& sink, RunningLines running) : sink_(sink), running_(std::move(running)) {}

    /// A line ended normally: what it left is reported (JobLeft) and watched.
    void line_ended(std::uint64_t request, pid_t session, const std::string& line);
    /// Reports a job's end (JobEnd); anything else that was reaped is ignored. `user`: of wait4(2).
    void child_ended(pid_t pid, int wait_status, const rusage& usage);
    /// When run() wants to be called: an orphan was within execve, so nobody could tell whose it is.
    std::optional<TimePoint> deadline() const { return look_again_; }
    /// Looks again when that is due.
    void run(TimePoint now);

    bool has(pid_t pid) const { return jobs_.contains(pid); }
    /// Number of the line that left `pid`, which must be a job.
    std::uint64_t line_of(pid_t pid) const { return jobs_.at(pid); }
    bool has_line(std::uint64_t request) const { return lines_.contains(request); }
    /// What an ending of one job, or of all jobs of one line, has to look for.
    static Target target_of_job(pid_t pid);
    Target target_of_line(std::uint64_t request) const;
    /// Numbers of the ended lines that have jobs; 0 stands for jobs whose line cannot be told.
    std::vector<std::uint64_t> lines() const;
    bool empty() const { return jobs_.empty(); }

private:
    struct Line {
        pid_t session = 0;
        std::string text;
        std::size_t jobs = 0;
    };
    void look();
    void scan();
    /// nullopt: of a line that still runs, or `undecided`.
    std::optional<std::uint64_t> owner_of(pid_t pid, bool& undecided) const;
    void report(pid_t pid, std::uint64_t request);

    EventSink& sink_;
    RunningLines running_;
    std::map<std::uint64_t, Line> lines_;
    std::map<pid_t, std::uint64_t> jobs_;
    std::optional<TimePoint> look_again_;
    std::chrono::milliseconds pause_{};
};

} // namespace asb::execd
