// All requests: queue, start, packets from workers, signals, ends.
#pragma once

#include "core/execd/connections.h"
#include "core/execd/ender.h"
#include "core/execd/event_sink.h"
#include "core/execd/jobs.h"
#include "core/execd/places.h"
#include "core/execd/request.h"
#include "core/execd/spawner.h"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>

namespace asb::execd {

struct RequestLimits {
    std::size_t workers = 64;
    std::size_t queued = 1024;
    std::size_t queued_bytes = std::size_t{64} << 20;
    int places = 60;
    EnderLimits ender;
};

class Requests {
public:
    Requests(Loop& loop, EventSink& sink, Runner runner, RequestLimits limits);

    /// Starts the first spawner; call it while the process is small. Error when that fails. The layer's own
    /// state: layer_error() is 0 or the errno with which the signal layer was refused.
    Status start_spawner();
    int layer_error() const { return layer_error_; }

    void admit(Accepted accepted);
    /// Answers Ending with a wait only while somebody listens who can do something about it.
    void set_controlled(bool on) { controlled_ = on; }

    // What the loop reports.
    void client_ready(std::uint64_t id);
    void channel_ready(std::uint64_t id, std::uint32_t events);
    void spawner_ready();
    void place_closed(std::uint64_t id) { places_.closed(id); }
    /// Reaps everything that has ended.
    void children_ended();
    void run_timers(TimePoint now);
    std::optional<TimePoint> deadline() const;

    // Orders of the session program.
    void cancel(std::uint64_t id);
    void real_programs_ended(std::uint64_t id) { ender_.release(id); }
    void kill_job(pid_t pid);
    void end_all_jobs();
    /// Ends all requests and jobs; nothing new is started. Done when idle().
    void end_everything();
    bool idle() const { return seats_ == 0 && queue_.empty() && ender_.empty() && jobs_.empty(); }
    void stop_spawner() {
        spare_.reset();
        drop_spawner();
    }

private:
    using Pointer = std::unique_ptr<Request>;

    Request* find(std::uint64_t id);
    Request* find_worker(pid_t pid);
    bool is_own(pid_t pid) const;
    bool has_running(std::uint64_t id) const;
    bool expects_worker() const;

    // requests_start.cpp
    void start_queued();
    void start(Request& request);
    void open_channel(Request& request);
    void send_order(Request& request);
    void send_orders();
    void relieve_shortage();
    bool take_spare(Request& request);
    void make_spare();
    bool watch_channel(Request& request);
    void drop_spawner();
    void spawner_gone();
    void retry_later();
    void worker_known(Request& request, pid_t pid);
    void start_failed(Request& request, const std::string& why);

    // requests.cpp
    bool drain_channel(Request& request); ///< true: there may be more
    void handle_packet(Request& request, const WorkerPacket& packet, std::vector<Fd>& fds);
    void handle_started(Request& request, pid_t pid);
    void handle_event(Request& request, const WorkerPacket& packet);
    void close_channel(Request& request);
    void drop_channel(Request& request);
    void child_ended(pid_t pid, int wait_status, const rusage& usage);
    void worker_ended(Request& request, int wait_status, const rusage& usage);
    void relay_signal(Request& request, int signal);

    // requests_end.cpp
    void end(Request& request, EndReason reason, bool at_once = false);
    void begin_ending(Request& request, bool at_once);
    void announce_ending(std::uint64_t line, const std::vector<pid_t>& shims);
    static std::vector<pid_t> shims_of(const Request& request);
    static Target target_of(const Request& request);
    void ending_done(std::uint64_t id);
    void finish(Request& request);
    void finish_unstarted(Request& request);
    static int final_status(const Request& request);
    static void explain(const Request& request, int status);
    void answer(Request& request, int status);
    void release_client(Request& request);
    void report_end(const Request& request, int status);
    void forget_if_done(const Request& request);
    void bury();
    void end_line_jobs(std::uint64_t line);
    void end_jobs(std::uint64_t number, std::uint64_t line, Target target);

    Loop& loop_;
    EventSink& sink_;
    RequestLimits limits_;
    Spawner spawner_;
    Places places_;
    Jobs jobs_;
    Ender ender_;

    /// One worker is ready before it is wanted: a line starts without waiting for a new process.
    struct Spare {
        Fd channel;
        pid_t pid = 0; ///< 0: not known yet
        std::uint64_t order = 0;
    };
    std::optional<Spare> spare_;
    std::optional<TimePoint> spare_at_; ///< not before, unless a line ends: short ones need the processors

    std::map<std::uint64_t, Pointer> requests_;
    std::unordered_map<pid_t, std::uint64_t> workers_; ///< not reaped yet
    std::unordered_map<pid_t, std::pair<int, rusage>>
        unclaimed_; ///< reaped before anybody told whose worker it was
    std::deque<std::uint64_t> queue_;
    std::vector<std::uint64_t>
        done_; ///< forgotten at the end of the turn: callers up the stack still look at them
    std::size_t seats_ = 0;
    std::size_t queued_bytes_ = 0;
    std::uint64_t next_id_ = 1;
    std::uint64_t next_spare_ = 0;
    std::optional<TimePoint> retry_at_; ///< for orders that found no descriptors or no spawner
    int spawner_failures_ = 0;
    int layer_error_ = 0;
    bool controlled_ = false;
    bool stopping_ = false;
};

} // namespace asb::execd
