// Which processes belong to a request: a look at /proc.
#pragma once

#include "core/base/sweep.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <sys/types.h>
#include <unordered_map>
#include <vector>

namespace asb::execd {

struct ProcessKey {
    pid_t pid = 0;
    unsigned long long start_ticks =
        0; ///< 0: any (a direct child of execd, whose number nobody else can get)
};

/// What is to be found. Members found once are kept in `known`, so that a process that leaves the tree
/// afterwards (its parent ends, setsid) stays a member.
struct Target {
    std::uint64_t request = 0; ///< tag to look for in the environment of orphans; 0 = none
    pid_t session = 0;         ///< the worker's pid, which is its session's number; 0 = none
    std::vector<ProcessKey> known;
};

/// True for execd's own children: the spawner and the workers. Everything else below execd is an orphan of
/// some line.
using IsOwn = std::function<bool(pid_t)>;

class ProcessTable {
public:
    /// Takes the picture now.
    ProcessTable();

    /// Living members of `target` (zombies are as good as gone): its session, what it knows, orphans of execd
    /// with its tag, and all that descends from these.
    std::vector<ProcessInfo> members(Target& target, const IsOwn& is_own);
    /// True when members() met an orphan within execve, whose tag cannot be told in this picture: one more
    /// look is needed before a target counts as gone.
    bool is_undecided() const { return undecided_; }
    /// Signals members that this picture shows.
    void signal(const std::vector<ProcessInfo>& members, int number) const {
        signal_processes(members, processes_, number);
    }

private:
    bool has_tag(const ProcessInfo& orphan, std::uint64_t request);
    bool is_seed(const ProcessInfo& process, const Target& target, const IsOwn& is_own);

    std::vector<ProcessInfo> processes_;
    std::unordered_multimap<pid_t, std::size_t> children_;
    std::unordered_map<pid_t, std::uint64_t> tags_;
    bool undecided_ = false;
};

/// The children of the calling process, zombies included.
std::vector<pid_t> own_children();

/// Request number in the tag variable of another process; 0 when it has none or may not be read. nullopt: the
/// process is within execve and cannot be told right now.
std::optional<std::uint64_t> request_in_environment(pid_t pid);

} // namespace asb::execd
