// Ends everything that belongs to a request or a job: TERM, a short grace, KILL, until nothing is left.
// Before that, while real programs behind shims are ended from outside, the rest of the line is stopped: a
// shell that sees its command die would go on with the next one.
#pragma once

#include "core/execd/loop.h"
#include "core/execd/members.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace asb::execd {

struct EnderLimits {
    std::chrono::milliseconds hold{300};  ///< how long the order Ended is waited for
    std::chrono::milliseconds grace{200}; ///< between TERM and KILL
    /// A process that cannot be killed (in the kernel) does not hold an answer longer; it is still looked
    /// after.
    std::chrono::seconds give_up{10};
};

class Ender {
public:
    Ender(EnderLimits limits, IsOwn is_own) : limits_(limits), is_own_(std::move(is_own)) {}

    struct Plan {
        Target target;
        std::uint64_t owner = 0; ///< request whose order Ended releases the hold
        std::vector<pid_t>
            shims;            ///< not empty: hold until release(), at most limits.hold; these are not stopped
        int relay = 0;        ///< not 0: nothing is ended, this signal goes to the worker's process group
        bool at_once = false; ///< KILL without TERM and grace
    };
    /// Begins, or turns what runs under `id` into an ending. Work is done in run().
    void begin(std::uint64_t id, Plan plan);
    /// The real programs of request `owner` are gone: what waits for that goes on at once.
    void release(std::uint64_t owner);
    /// A child of execd has ended: members are looked for again.
    void child_died();

    bool has(std::uint64_t id) const { return endings_.contains(id); }
    bool empty() const { return endings_.empty(); }
    std::optional<TimePoint> deadline() const;
    /// Does what is due. Returns the numbers of endings that are done: no member is left, or those left could
    /// not be ended for so long that nobody shall wait for it (such a number may come a second time).
    std::vector<std::uint64_t> run(TimePoint now);

private:
    enum class Phase { Begin, Hold, Term, Grace, Kill };
    struct Ending {
        Plan plan;
        Phase phase = Phase::Begin;
        TimePoint due;     ///< next look
        TimePoint limit;   ///< end of the phase
        TimePoint give_up; ///< from then on nobody waits for it
        bool given_up = false;
        int kills = 0; ///< rounds of KILL so far
    };
    bool step(Ending& ending, ProcessTable& table, TimePoint now);
    void stop_all(Ending& ending, const ProcessTable& table, std::vector<ProcessInfo> members, TimePoint now);
    void freeze_and_kill(Ending& ending);
    static void relay(const Ending& ending, const ProcessTable& table,
                      const std::vector<ProcessInfo>& members);

    EnderLimits limits_;
    IsOwn is_own_;
    std::map<std::uint64_t, Ending> endings_;
};

} // namespace asb::execd
