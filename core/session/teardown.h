// The one way in which a session ends, whatever brought it there: agent first, then execd, then nono, then
// whatever is left.
#pragma once

#include "core/session/execd_link.h"
#include "core/session/processes.h"
#include "core/session/run_layout.h"
#include "core/session/sandbox_process.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <vector>

namespace asb {

/// The parts of a session that a teardown ends; they outlive it. Parts that were never started count as
/// ended.
struct SessionParts {
    SandboxProcess& agent;
    SandboxProcess& commands;
    ExecdLink& link;
    ProcessEnder& ender;
    RunLayout folder;
    bool execd_ready = false; ///< it has said hello: it takes orders
    pid_t keeper = 0; ///< our parent when it is the keeper, else 0: only then its descendants are ours to end
};

class Teardown : public QObject {
    Q_OBJECT
public:
    explicit Teardown(const SessionParts& parts, QObject* parent = nullptr);

    /// Begins; `signal` is what the agent is sent (TERM, or the HUP that came). Bounded: 2 s for the agent, 2
    /// s for execd, 2 s for its nono, each only when it does not answer.
    void start(int signal);

Q_SIGNALS:
    void finished();

private:
    void end_agent();
    void end_agent_leftovers(bool agent_was_killed);
    void end_execd();
    void end_command_nono();
    void end_leftovers();
    /// Waits for `process` to end; calls `then` when it has, `late` after `ms`.
    void wait_for(SandboxProcess& process, int ms, void (Teardown::*then)(), void (Teardown::*late)());
    void kill_agent();
    void kill_command_nono();
    void agent_ended();

    SessionParts parts_;
    int signal_ = 0;
    bool we_killed_agent_ = false;
    std::vector<ProcessInfo> command_side_; ///< seen before their parents ended
};

/// How long the agent has between TERM and KILL: less when the keeper was killed, because then everything has
/// to be gone within three seconds and nobody is there to say that it is not.
int agent_grace_ms(pid_t keeper);

/// Processes that have lost their nono: what the keeper has adopted (of both sides), or without a keeper
/// those of the side with this TMPDIR, by their environment.
std::vector<ProcessInfo> leftovers_of(const std::string& nono_temp, const SessionParts& parts);

} // namespace asb
