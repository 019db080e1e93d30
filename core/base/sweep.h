// Ending processes: descendants found through /proc, ended and reaped. Used by the keeper, the session
// program, execd.
#pragma once

#include <chrono>
#include <string>
#include <sys/types.h>
#include <vector>

namespace asb {

struct ProcessInfo {
    pid_t pid = 0;
    pid_t parent = 0;
    pid_t session = 0;
    char state = '?';
    unsigned long long start_ticks = 0; ///< with pid it names a process for good (pids are used again)
};

/// All processes that /proc shows; no entry for those that vanish meanwhile.
std::vector<ProcessInfo> list_processes();

/// `root`'s descendants, children before grandchildren, without root itself; zombies included.
std::vector<ProcessInfo> descendants_of(pid_t root);

/// For a child subreaper: SIGKILL to every descendant of the caller, reap, repeat until none is left or
/// `limit` is over. True when none is left.
bool sweep_descendants(std::chrono::milliseconds limit);

/// Environment entry `name` of another process, as far as it may be read; empty otherwise.
std::string environment_of(pid_t pid, const std::string& name);

} // namespace asb
