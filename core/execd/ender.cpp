#include "core/execd/ender.h"

#include <algorithm>
#include <csignal>
#include <unordered_set>

namespace asb::execd {

namespace {

// The last member's end is always a child of ours ending, which wakes us; this is for members that stay
// hidden.
constexpr std::chrono::milliseconds kLook{50};
// A burst of ends is worth one look, not one each.
constexpr std::chrono::milliseconds kLookAgain{2};
constexpr int kKillsBeforeFreeze = 3;
constexpr int kFreezeLooks = 20;

void signal_all(const std::vector<pid_t>& members, int signal) {
    for (const pid_t pid : members)
        ::kill(pid, signal);
}

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
    std::optional<ProcessTable> table;
    for (auto& [id, ending] : endings_) {
        if (ending.due > now)
            continue;
        if (!table)
            table.emplace();
        if (step(ending, *table, now))
            done.push_back(id);
    }
    for (const std::uint64_t id : done)
        endings_.erase(id);
    return done;
}

void Ender::stop_all(Ending& ending, const std::vector<pid_t>& members, TimePoint now) {
    for (const pid_t pid : members) {
        if (std::find(ending.plan.shims.begin(), ending.plan.shims.end(), pid) == ending.plan.shims.end())
            ::kill(pid, SIGSTOP);
    }
    ending.phase = Phase::Hold;
    ending.due = ending.limit = now + limits_.hold;
}

void Ender::relay(const Ending& ending, const std::vector<pid_t>& members) {
    if (ending.plan.target.session > 1)
        ::kill(-ending.plan.target.session, ending.plan.relay);
    signal_all(members, SIGCONT);
}

/// For a tree that forks faster than it is killed (each kill makes room for the next fork): what is stopped
/// does not fork, so everything is stopped before anything is killed. The members after that.
std::vector<pid_t> Ender::freeze(Ending& ending, std::vector<pid_t> members) {
    std::unordered_set<pid_t> stopped;
    for (int look = 0; look < kFreezeLooks; ++look) {
        const std::size_t before = stopped.size();
        stopped.insert(members.begin(), members.end());
        if (stopped.size() == before)
            break;
        signal_all(members, SIGSTOP);
        members = ProcessTable().members(ending.plan.target, is_own_);
    }
    return members;
}

bool Ender::step(Ending& ending, ProcessTable& table, TimePoint now) {
    const std::vector<pid_t> members = table.members(ending.plan.target, is_own_);
    if (ending.phase == Phase::Begin && !ending.plan.shims.empty()) {
        stop_all(ending, members, now);
        return false;
    }
    if (ending.phase <= Phase::Hold && ending.plan.relay != 0) {
        relay(ending, members);
        return true;
    }
    if (members.empty() || now >= ending.give_up)
        return true;
    if (ending.phase <= Phase::Term && !ending.plan.at_once) {
        signal_all(members, SIGTERM);
        signal_all(members, SIGCONT);
        ending.phase = Phase::Grace;
        ending.limit = now + limits_.grace;
    } else if (ending.phase != Phase::Grace || now >= ending.limit) {
        const bool outpaced = ++ending.kills > kKillsBeforeFreeze;
        signal_all(outpaced ? freeze(ending, members) : members, SIGKILL);
        ending.phase = Phase::Kill;
    }
    ending.due = now + kLook;
    if (ending.phase == Phase::Grace)
        ending.due = std::min(ending.due, ending.limit);
    return false;
}

} // namespace asb::execd
