#include "core/execd/ender.h"

#include <algorithm>
#include <csignal>
#include <unordered_set>
#include <utility>

namespace asb::execd {

namespace {

// The last member's end is always a child of ours ending, which wakes us; this is for members that stay
// hidden.
constexpr std::chrono::milliseconds kLook{50};
// A burst of ends is worth one look, not one each.
constexpr std::chrono::milliseconds kLookAgain{2};
constexpr std::chrono::seconds kLookGivenUp{1};
constexpr int kKillsBeforeFreeze = 3;
constexpr int kFreezeLooks = 20;

} // namespace

void Ender::begin(std::uint64_t id, Plan plan) {
    const TimePoint now = MonotonicClock::now();
    const auto found = endings_.find(id);
    if (found == endings_.end()) {
        endings_.emplace(id, Ending{std::move(plan), Phase::Begin, now, now, now + limits_.give_up});
        return;
    }
    Ending& running = found->second;
    running.plan.relay = plan.relay;
    running.plan.at_once = running.plan.at_once || plan.at_once;
    if (plan.at_once && running.phase > Phase::Hold) {
        running.phase = Phase::Term;
        running.due = now;
    }
}

void Ender::release(std::uint64_t owner) {
    for (auto& [id, ending] : endings_) {
        if (ending.plan.owner != owner || ending.phase > Phase::Hold)
            continue;
        ending.plan.shims.clear();
        ending.due = MonotonicClock::now();
    }
}

void Ender::child_died() {
    const TimePoint soon = MonotonicClock::now() + kLookAgain;
    for (auto& [id, ending] : endings_) {
        if (ending.phase > Phase::Term)
            ending.due = std::min(ending.due, soon);
    }
}

std::optional<TimePoint> Ender::deadline() const {
    std::optional<TimePoint> first;
    for (const auto& [id, ending] : endings_)
        first = earlier(first, ending.due);
    return first;
}

std::vector<std::uint64_t> Ender::run(TimePoint now) {
    std::vector<std::uint64_t> done;
    std::vector<std::uint64_t> gone;
    std::optional<ProcessTable> table;
    for (auto& [id, ending] : endings_) {
        if (ending.due > now)
            continue;
        if (!table)
            table.emplace();
        const bool is_gone = step(ending, *table, now);
        if (is_gone)
            gone.push_back(id);
        if (is_gone || (now >= ending.give_up && !std::exchange(ending.given_up, true)))
            done.push_back(id);
    }
    for (const std::uint64_t id : gone)
        endings_.erase(id);
    return done;
}

void Ender::stop_all(Ending& ending, const ProcessTable& table, std::vector<ProcessInfo> members,
                     TimePoint now) {
    std::erase_if(members, [&](const ProcessInfo& process) {
        const std::vector<pid_t>& shims = ending.plan.shims;
        return std::find(shims.begin(), shims.end(), process.pid) != shims.end();
    });
    table.signal(members, SIGSTOP);
    ending.phase = Phase::Hold;
    ending.due = ending.limit = now + limits_.hold;
}

void Ender::relay(const Ending& ending, const ProcessTable& table, const std::vector<ProcessInfo>& members) {
    if (ending.plan.target.session > 1)
        ::kill(-ending.plan.target.session, ending.plan.relay);
    table.signal(members, SIGCONT);
}

/// For a tree that forks faster than it is killed (each kill makes room for the next fork): what is stopped
/// does not fork, so everything is stopped before anything is killed.
void Ender::freeze_and_kill(Ending& ending) {
    std::unordered_set<pid_t> stopped;
    for (int look = 0;; ++look) {
        ProcessTable table;
        const std::vector<ProcessInfo> members = table.members(ending.plan.target, is_own_);
        const std::size_t before = stopped.size();
        for (const ProcessInfo& process : members)
            stopped.insert(process.pid);
        const bool all_stand = stopped.size() == before;
        table.signal(members, all_stand || look == kFreezeLooks ? SIGKILL : SIGSTOP);
        if (all_stand || look == kFreezeLooks)
            return;
    }
}

bool Ender::step(Ending& ending, ProcessTable& table, TimePoint now) {
    const std::vector<ProcessInfo> members = table.members(ending.plan.target, is_own_);
    if (ending.phase == Phase::Begin && !ending.plan.shims.empty()) {
        stop_all(ending, table, members, now);
        return false;
    }
    if (ending.phase <= Phase::Hold && ending.plan.relay != 0) {
        relay(ending, table, members);
        return true;
    }
    if (members.empty()) {
        if (!table.is_undecided())
            return true;
        ending.due = now + (ending.given_up ? kLookGivenUp : kLookAgain);
        return false;
    }
    if (ending.phase <= Phase::Term && !ending.plan.at_once) {
        table.signal(members, SIGTERM);
        table.signal(members, SIGCONT);
        ending.phase = Phase::Grace;
        ending.limit = now + limits_.grace;
    } else if (ending.phase != Phase::Grace || now >= ending.limit) {
        if (++ending.kills > kKillsBeforeFreeze)
            freeze_and_kill(ending);
        else
            table.signal(members, SIGKILL);
        ending.phase = Phase::Kill;
    }
    ending.due = now + (ending.given_up ? kLookGivenUp : kLook);
    if (ending.phase == Phase::Grace)
        ending.due = std::min(ending.due, ending.limit);
    return false;
}

} // namespace asb::execd
