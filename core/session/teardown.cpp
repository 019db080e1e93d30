#include "core/session/teardown.h"

#include <algorithm>
#include <csignal>
#include <unistd.h>

namespace asb {
namespace {

constexpr int kAgentMs = 2000;
constexpr int kHurriedAgentMs = 800;
constexpr int kExecdMs = 2000;
constexpr int kNonoMs = 2000;
constexpr int kOrphanedAgentMs =
    1500; ///< its nono was killed: `launch` gave it a TERM, and it needs up to 1.6 s
constexpr int kOrphansMs = 100;

void add_missing(std::vector<ProcessInfo>& to, const std::vector<ProcessInfo>& from) {
    for (const ProcessInfo& process : from) {
        const bool known = std::any_of(to.begin(), to.end(),
                                       [&](const ProcessInfo& other) { return other.pid == process.pid; });
        if (!known)
            to.push_back(process);
    }
}

void remove_those(std::vector<ProcessInfo>& from, const std::vector<ProcessInfo>& what) {
    from.erase(std::remove_if(from.begin(), from.end(),
                              [&](const ProcessInfo& process) {
                                  return std::any_of(what.begin(), what.end(), [&](const ProcessInfo& other) {
                                      return other.pid == process.pid;
                                  });
                              }),
               from.end());
}

} // namespace

int agent_grace_ms(pid_t keeper) {
    return keeper > 0 && ::getppid() != keeper ? kHurriedAgentMs : kAgentMs;
}

std::vector<ProcessInfo> leftovers_of(const std::string& nono_temp, const SessionParts& parts) {
    if (parts.keeper <= 0 || ::getppid() != parts.keeper)
        return processes_under_nono(nono_temp);
    // The keeper adopts whatever loses its parent, so nothing is missed, and the look into every process's
    // environment is spared. Not ours to end here: this program and what it started, which includes both nono
    // as long as they live.
    std::vector<ProcessInfo> adopted = descendants_of(parts.keeper);
    std::vector<ProcessInfo> own = descendants_of(::getpid(), adopted);
    ProcessInfo self;
    self.pid = ::getpid();
    own.push_back(self);
    remove_those(adopted, own);
    std::erase_if(adopted, [](const ProcessInfo& process) { return !is_living(process); });
    return adopted;
}

Teardown::Teardown(const SessionParts& parts, QObject* parent) : QObject(parent), parts_(parts) {}

void Teardown::start(int signal) {
    signal_ = signal;
    end_agent();
}

void Teardown::wait_for(SandboxProcess& process, int ms, void (Teardown::*then)(), void (Teardown::*late)()) {
    if (!process.is_running()) {
        (this->*then)();
        return;
    }
    // One of the two comes first and takes the other away with `round`.
    auto* round = new QObject(this);
    connect(&process, &SandboxProcess::ended, round, [this, round, then] {
        round->deleteLater();
        round->disconnect();
        (this->*then)();
    });
    QTimer::singleShot(ms, round, [this, round, &process, late] {
        QObject::disconnect(&process, nullptr, round, nullptr);
        round->deleteLater();
        (this->*late)();
    });
}

void Teardown::end_agent() {
    parts_.agent.send_signal(signal_);
    wait_for(parts_.agent, agent_grace_ms(parts_.keeper), &Teardown::agent_ended, &Teardown::kill_agent);
}

void Teardown::kill_agent() {
    we_killed_agent_ = true;
    for (const ProcessInfo& process : living_descendants(parts_.agent.pid()))
        ::kill(process.pid, SIGKILL);
    parts_.agent.send_signal(SIGKILL);
    wait_for(parts_.agent, kNonoMs, &Teardown::agent_ended, &Teardown::agent_ended);
}

void Teardown::agent_ended() {
    end_agent_leftovers(parts_.agent.was_killed() && !we_killed_agent_);
}

void Teardown::end_agent_leftovers(bool agent_was_killed) {
    std::vector<ProcessInfo> left = leftovers_of(parts_.folder.agent_nono_temp(), parts_);
    parts_.ender.end(std::move(left), agent_was_killed ? kOrphanedAgentMs : kOrphansMs,
                     [this] { end_execd(); });
}

void Teardown::end_execd() {
    if (!parts_.commands.is_running()) {
        end_leftovers();
        return;
    }
    command_side_ = living_descendants(parts_.commands.pid());
    if (!parts_.link.is_open() || !parts_.execd_ready) {
        end_command_nono();
        return;
    }
    Order order; // it may have been given already; a second one changes nothing
    order.type = OrderType::Shutdown;
    parts_.link.send(order);
    wait_for(parts_.commands, kExecdMs, &Teardown::end_leftovers, &Teardown::end_command_nono);
}

void Teardown::end_command_nono() {
    // TERM goes to the root only (nono-measured.md §7.2): what it has started is remembered and ended after
    // it.
    add_missing(command_side_, living_descendants(parts_.commands.pid()));
    parts_.commands.send_signal(SIGTERM);
    wait_for(parts_.commands, kNonoMs, &Teardown::end_leftovers, &Teardown::kill_command_nono);
}

void Teardown::kill_command_nono() {
    add_missing(command_side_, living_descendants(parts_.commands.pid()));
    parts_.commands.send_signal(SIGKILL);
    wait_for(parts_.commands, kNonoMs, &Teardown::end_leftovers, &Teardown::end_leftovers);
}

void Teardown::end_leftovers() {
    std::vector<ProcessInfo> left = leftovers_of(parts_.folder.command_nono_temp(), parts_);
    add_missing(left, leftovers_of(parts_.folder.agent_nono_temp(), parts_));
    left.insert(left.end(), command_side_.begin(),
                command_side_.end()); // told apart by start time in the ender
    parts_.ender.end(std::move(left), 0, [this] { Q_EMIT finished(); });
}

} // namespace asb
