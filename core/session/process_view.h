// What runs in the command sandbox just now, seen from outside: lines and commands as they are recorded, what
// earlier lines left running, and every process below one of these.
#pragma once

#include "core/base/sweep.h"
#include "core/events/record.h"
#include "core/ipc/session_client.h"

#include <QVector>

#include <map>
#include <vector>

namespace asb {

/// Keeps the records of what has not ended.
class RunningRecords {
public:
    /// As the Recorder reports them.
    void take(const std::vector<Record>& records);

    const std::map<std::uint64_t, Event>& lines() const { return lines_; }       ///< by request
    const std::map<std::uint64_t, Event>& commands() const { return commands_; } ///< by record id
    const std::map<int, Event>& leftovers() const { return leftovers_; }         ///< by pid
    /// nullptr: that command does not run (any more).
    const Event* find_command(std::uint64_t request, std::uint64_t command) const;

private:
    std::map<std::uint64_t, Event> lines_;
    std::map<std::uint64_t, Event> commands_;
    std::map<int, Event> leftovers_;
};

/// `nono`: pid of the commands' nono; `execd`: its first child; 0: not there. At most 1000, parents first.
QVector<ProcessFacts> running_processes(const RunningRecords& records, pid_t nono, pid_t execd);

/// A process of the session with all that descends from it, its real programs behind shims included.
std::vector<ProcessInfo> with_descendants(int pid, pid_t nono, pid_t execd);

} // namespace asb
