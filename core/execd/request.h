// One request as execd sees it.
#pragma once

#include "core/base/event.h"
#include "core/base/wire.h"
#include "core/execd/channel.h"
#include "core/execd/loop.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <sys/resource.h>
#include <sys/types.h>

namespace asb::execd {

struct Request {
    enum class Stage {
        Queued,  ///< waits for one of the workers' seats
        Ordered, ///< the spawner has been asked, or will be as soon as it can
        Running, ///< the worker has reported itself
        Ended,   ///< answered and told; the channel is still held by subshells that live on
    };

    std::uint64_t id = 0;
    Stage stage = Stage::Queued;
    wire::Request facts; ///< environment and line are in `payload` too until the worker has them
    pid_t peer_pid = 0;
    TimePoint begun;
    std::optional<TimePoint> timeout;

    Fd client; ///< none: answered, or gone
    wire::FrameReader reader;
    std::array<Fd, 3> stdio; ///< 0 and 1 only until the worker has them; 2 for what execd itself has to say
    std::string payload;

    Fd channel;
    Fd worker_end; ///< until the spawner has taken it
    RequestSender sender;
    bool order_sent = false;
    int orders = 0;
    pid_t worker = 0; ///< 0: not known yet
    bool reaped = false;
    int wait_status = 0;
    rusage usage{};

    std::optional<int> status; ///< what the worker reported before its end
    std::string final_cwd;
    std::optional<std::string> failure;      ///< why the line did not run
    std::map<std::uint64_t, pid_t> declared; ///< running declared commands (their shims)

    int pending_signal = 0; ///< came before the worker
    int relayed_signal = 0;
    bool ending = false; ///< the ender works on it, for `reason`
    EndReason reason = EndReason::Exit;

    bool occupies_seat() const { return stage == Stage::Ordered || stage == Stage::Running; }
};

} // namespace asb::execd
