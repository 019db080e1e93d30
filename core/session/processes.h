// Finding and ending processes of a session from outside both sandboxes.
#pragma once

#include "core/base/clock.h"
#include "core/base/sweep.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <string>
#include <vector>

namespace asb {

/// Is this still the process that it was? Pids are used again; pid and start time together are not.
bool is_same_process(const ProcessInfo& process);

/// Every process whose environment shows that it runs under the nono with this TMPDIR: NONO_CAP_FILE below
/// it, or (real programs of declared commands) its shims' folder on PATH (nono-measured.md §7.4). Finds what
/// has lost its parents too; a process that hides its environment is found by descent only.
std::vector<ProcessInfo> processes_under_nono(const std::string& nono_temp);

/// Descendants of `root` that are not zombies.
std::vector<ProcessInfo> living_descendants(pid_t root);

/// The real programs behind these shims: nono's children with the same descriptors 0-2, told apart by tag and
/// command line where several have them (nono-measured.md §7.4). `nono` is the commands' nono, `execd` its
/// first child.
std::vector<ProcessInfo> real_programs_of(const std::vector<int>& shims, pid_t nono, pid_t execd);

/// TERM for some processes, KILL for what is left of them and their descendants later; tells when none is
/// left.
class ProcessEnder : public QObject {
    Q_OBJECT
public:
    explicit ProcessEnder(QObject* parent = nullptr);

    /// Runs several of these at once. `done` is called from the event loop, or at once when there is nothing
    /// to end. `term_ms` 0: KILL at once. What survives KILL for two seconds (uninterruptible) is given up.
    void end(std::vector<ProcessInfo> processes, int term_ms, std::function<void()> done);

private:
    struct Job {
        std::vector<ProcessInfo> processes;
        MonotonicClock::time_point kill_from;
        MonotonicClock::time_point give_up;
        std::function<void()> done;
    };
    static void kill_tree(std::vector<ProcessInfo>& processes);
    void tick();

    std::vector<Job> jobs_;
    QTimer timer_;
    int pause_ms_ = 0;
};

} // namespace asb
