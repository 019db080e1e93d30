// The spawner: a small child of execd that makes the workers. It is forked while execd is small, so a worker
// costs little; its Landlock layer keeps everything that comes from it from ending, tracing or reading execd.
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"
#include "core/execd/worker.h"

#include <cstdint>
#include <optional>
#include <sys/resource.h>
#include <sys/types.h>

namespace asb::execd {

/// Beyond any build, and few enough to be ended within seconds.
inline constexpr rlim_t kProcessRoom = 8192;

class Spawner {
public:
    /// Workers get the descriptor limit that this process has now, whatever execd does to its own later, and
    /// a limit of processes: what the whole system has now and kProcessRoom more. RLIMIT_NPROC counts the
    /// user's other processes too, so nothing smaller is sure to leave lines that room. It does not bind
    /// root.
    explicit Spawner(Runner runner);

    /// Forks the process. In the child every descriptor of execd but the order socket is closed. Error when
    /// there is no process or no socket to be had.
    Status start();
    /// Closes the socket; the process ends by itself.
    void stop();

    pid_t pid() const { return pid_; }
    int socket() const { return socket_.get(); }

    enum class Sent { Yes, Later, No };
    /// Orders a worker that serves the other end of `channel`. Later: the socket is full, try again; No: the
    /// spawner is gone.
    Sent order(std::uint64_t id, int channel);

    struct Answer {
        std::uint64_t id =
            0; ///< of the order; 0: the spawner is ready, `pid` is 0 or -errno of its Landlock layer
        std::int32_t pid = 0; ///< of the worker, or -errno
    };
    enum class Got { Answer, Nothing, Gone };
    Got next_answer(Answer& answer);

private:
    Runner runner_;
    rlimit descriptors_{};
    rlimit processes_{};
    Fd socket_;
    pid_t pid_ = 0;
};

} // namespace asb::execd
