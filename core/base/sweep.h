// Ending processes: descendants found through /proc, ended and reaped. Used by the keeper, the session
// program, execd.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace asb {

struct ProcessInfo {
    pid_t pid = 0;
    pid_t parent = 0;
    pid_t group = 0;
    pid_t session = 0;
    char state = '?';
    unsigned long long start_ticks = 0; ///< with pid it names a process for good (pids are used again)
};

/// False for what has ended and only waits to be reaped.
inline bool is_living(const ProcessInfo& process) {
    return process.state != 'Z' && process.state != 'X';
}

/// All processes that /proc shows; no entry for those that vanish meanwhile.
std::vector<ProcessInfo> list_processes();

/// What /proc shows of `pid` now; nullopt: there is no such process.
std::optional<ProcessInfo> find_process(pid_t pid);

/// The children of `pid`, of all its threads, zombies included (proc(5), /proc/pid/task/tid/children). A
/// child can be left out when another one is reaped meanwhile. nullopt: the kernel was built without that
/// file.
std::optional<std::vector<pid_t>> children_of(pid_t pid);

/// `root`'s descendants, children before grandchildren, without root itself; zombies included. Costs as much
/// as there are descendants; who must miss none looks again until there is nothing to reap.
std::vector<ProcessInfo> descendants_of(pid_t root);
/// The same among processes that are known already.
std::vector<ProcessInfo> descendants_of(pid_t root, const std::vector<ProcessInfo>& all);

/// Sends `number` to the living of `processes`, a part of `all`. A process group that has nobody else in it
/// gets it as a whole: no fork slips through that, as it can when one process after the other is signalled.
void signal_processes(const std::vector<ProcessInfo>& processes, const std::vector<ProcessInfo>& all,
                      int number);

/// For a child subreaper: SIGKILL to every descendant of the caller, reap, repeat until none is left or
/// `limit` is over. True when none is left.
bool sweep_descendants(std::chrono::milliseconds limit);

/// Environment entry `name` of another process; empty when it has none or it may not be read. nullopt: the
/// process is within execve(2), where it shows no environment for a moment; look again a little later.
std::optional<std::string> environment_now(pid_t pid, const std::string& name);
/// The same, but waits for the end of an execve, at most 50 ms; then empty.
std::string environment_of(pid_t pid, const std::string& name);

} // namespace asb
