#include "core/execd/requests.h"

#include "core/base/unix_socket.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <sys/socket.h>
#include <sys/wait.h>

namespace asb::execd {

namespace {

// So that one chatty worker does not keep the others waiting; level-triggered epoll reports the rest again.
constexpr int kPacketsPerTurn = 64;
constexpr int kDrainTurns = 64;
// Signal frames are six bytes; a client that sends more unread than this is not one of ours.
constexpr std::size_t kMaxClientBytes = 4096;

std::chrono::milliseconds bounded(std::uint64_t milliseconds) {
    constexpr std::uint64_t month = std::uint64_t{31} * 24 * 3600 * 1000;
    return std::chrono::milliseconds(std::min(milliseconds, month));
}

} // namespace

Requests::Requests(Loop& loop, EventSink& sink, Runner runner, RequestLimits limits)
    : loop_(loop),
      sink_(sink),
      limits_(limits),
      spawner_(runner),
      places_(loop, limits.places),
      jobs_(sink, RunningLines{[this](pid_t pid) { return is_own(pid); },
                               [this](std::uint64_t id) { return has_running(id); },
                               [this](pid_t session) { return workers_.contains(session); },
                               [this] { return expects_worker(); }}),
      ender_(limits.ender, [this](pid_t pid) { return is_own(pid); }) {}

Request* Requests::find(std::uint64_t id) {
    const auto found = requests_.find(id);
    return found == requests_.end() ? nullptr : found->second.get();
}

Request* Requests::find_worker(pid_t pid) {
    const auto found = workers_.find(pid);
    return found == workers_.end() ? nullptr : find(found->second);
}

bool Requests::is_own(pid_t pid) const {
    return pid == spawner_.pid() || workers_.contains(pid) || (spare_ && pid == spare_->pid);
}

bool Requests::has_running(std::uint64_t id) const {
    const auto found = requests_.find(id);
    return found != requests_.end() && found->second->stage != Request::Stage::Ended;
}

bool Requests::expects_worker() const {
    if (spare_ && spare_->pid == 0)
        return true;
    return std::any_of(requests_.begin(), requests_.end(), [](const auto& entry) {
        return entry.second->stage == Request::Stage::Ordered && entry.second->worker == 0;
    });
}

void Requests::admit(Accepted accepted) {
    const bool full = queue_.size() >= limits_.queued
                      || (!queue_.empty() && queued_bytes_ + accepted.payload.size() > limits_.queued_bytes);
    if (stopping_ || full) {
        Connections::tell_failure(accepted.socket.get(),
                                  stopping_ ? "execd is ending"
                                            : "too many requests are waiting; try again later");
        return;
    }
    Pointer request = std::make_unique<Request>();
    request->id = next_id_++;
    request->facts = std::move(accepted.request);
    request->facts.environment.clear();
    request->peer_pid = accepted.peer.pid;
    request->begun = MonotonicClock::now();
    if (request->facts.timeout_ms != 0)
        request->timeout = request->begun + bounded(request->facts.timeout_ms);
    request->client = std::move(accepted.socket);
    request->reader = std::move(accepted.reader);
    request->stdio = std::move(accepted.stdio);
    request->payload = std::move(accepted.payload);
    if (!loop_.add(request->client.get(), EPOLLIN | EPOLLRDHUP, Source::Client, request->id)) {
        Connections::tell_failure(request->client.get(), "execd is out of resources");
        return;
    }
    queue_.push_back(request->id);
    queued_bytes_ += request->payload.size();
    const std::uint64_t id = request->id;
    requests_.emplace(id, std::move(request));
    start_queued();
    client_ready(id); // a signal may have come together with the request
}

void Requests::client_ready(std::uint64_t id) {
    Request* request = find(id);
    if (request == nullptr || !request->client)
        return;
    char chunk[1024];
    std::vector<Fd> fds; // closed again: nothing comes with a signal
    const ssize_t got = receive_with_fds(request->client.get(), chunk, sizeof(chunk), fds);
    if (got > 0)
        request->reader.append(std::string_view(chunk, static_cast<std::size_t>(got)));
    const bool gone = got == 0 || (got < 0 && errno != EAGAIN);
    bool broken = request->reader.buffered() > kMaxClientBytes || !fds.empty();
    wire::Frame frame;
    while (!broken && request != nullptr && request->client) {
        const Result<bool> have = request->reader.next(frame);
        if (have && !*have)
            break;
        const Result<int> signal = have && frame.type == wire::FrameType::Signal
                                       ? wire::decode_signal(frame.payload)
                                       : Error{"not a signal", {}, EPROTO};
        if (signal)
            relay_signal(*request, *signal);
        broken = !signal;
        request = find(id);
    }
    if (request == nullptr || !request->client || (!gone && !broken))
        return;
    if (broken)
        Connections::tell_failure(request->client.get(),
                                  "exec protocol: only signal frames follow a request");
    release_client(*request);
    end(*request, EndReason::ClientLost);
}

void Requests::relay_signal(Request& request, int signal) {
    if (request.stage == Request::Stage::Queued) {
        request.relayed_signal = signal;
        request.reason = EndReason::Cancelled;
        finish_unstarted(request);
        return;
    }
    if (request.ending || request.reaped)
        return;
    if (signal == SIGKILL) {
        request.relayed_signal = signal;
        end(request, EndReason::Cancelled, true);
        return;
    }
    if (request.stage != Request::Stage::Running) {
        request.pending_signal = signal;
        return;
    }
    request.relayed_signal = signal;
    if (controlled_ && !request.declared.empty()) {
        Ender::Plan plan;
        plan.target = target_of(request);
        plan.owner = request.id;
        plan.shims = shims_of(request);
        plan.relay = signal;
        announce_ending(request.id, plan.shims);
        ender_.begin(request.id, std::move(plan));
        return;
    }
    ::kill(-request.worker, signal);
}

void Requests::channel_ready(std::uint64_t id, std::uint32_t events) {
    Request* request = find(id);
    if (request == nullptr || !request->channel)
        return;
    if ((events & EPOLLOUT) != 0 && request->sender.send_some(request->channel.get()))
        loop_.change(request->channel.get(), EPOLLIN, Source::Channel, id);
    static_cast<void>(drain_channel(*request));
}

bool Requests::drain_channel(Request& request) {
    static char packet[kMaxPacket]; // one thread, and nothing below keeps a view of it
    for (int i = 0; i < kPacketsPerTurn; ++i) {
        if (!request.channel)
            return false;
        std::vector<Fd> fds;
        const ssize_t got =
            receive_with_fds(request.channel.get(), packet, sizeof(packet), fds, MSG_DONTWAIT);
        if (got < 0 && errno == EAGAIN)
            return false;
        if (got <= 0) {
            close_channel(request);
            return false;
        }
        const Result<WorkerPacket> decoded =
            decode_packet(std::string_view(packet, static_cast<std::size_t>(got)));
        if (decoded)
            handle_packet(request, *decoded, fds);
    }
    return true;
}

void Requests::handle_packet(Request& request, const WorkerPacket& packet, std::vector<Fd>& fds) {
    if (packet.lost > 0) {
        Event gap;
        gap.type = EventType::Gap;
        gap.request = request.id;
        gap.count = packet.lost;
        sink_.put(std::move(gap));
    }
    switch (packet.type) {
    case PacketType::Started:
        handle_started(request, packet.pid);
        break;
    case PacketType::Event:
        handle_event(request, packet);
        break;
    case PacketType::Places:
        if (fds.size() == 1)
            places_.demand(std::move(fds[0]), packet.count);
        break;
    case PacketType::Exit:
        request.status = packet.status & 0xff;
        request.final_cwd = packet.text;
        // The worker has nothing left to do but to go: the client need not wait for that.
        if (!request.ending)
            answer(request, *request.status);
        let_go(request.channel.get());
        break;
    case PacketType::Failure:
        request.failure = packet.text;
        break;
    }
}

void Requests::handle_started(Request& request, pid_t pid) {
    if (request.stage != Request::Stage::Ordered)
        return;
    request.stage = Request::Stage::Running;
    request.payload = std::string();
    request.stdio[0].reset();
    request.stdio[1].reset();
    worker_known(request, pid);
    if (const int signal = std::exchange(request.pending_signal, 0); signal != 0)
        relay_signal(request, signal);
}

void Requests::handle_event(Request& request, const WorkerPacket& packet) {
    Event event = packet.event;
    event.request = request.id;
    if (event.type == EventType::CommandEnd)
        request.declared.erase(event.command);
    else if (event.declared && event.pid > 1 && request.declared.size() < 4096)
        request.declared[event.command] = event.pid;
    sink_.put(std::move(event));
}

void Requests::drop_channel(Request& request) {
    if (!request.channel)
        return;
    loop_.remove(request.channel.get());
    request.channel.reset();
}

void Requests::close_channel(Request& request) {
    drop_channel(request);
    // The order was lost with a spawner that died before it made the worker.
    if (request.stage == Request::Stage::Ordered && request.worker == 0 && request.order_sent)
        retry_later();
    forget_if_done(request);
}

void Requests::children_ended() {
    spawner_ready(); // answers first: they tell whose worker a child is
    for (;;) {
        int wait_status = 0;
        rusage usage{};
        const pid_t pid = ::wait4(-1, &wait_status, WNOHANG | WUNTRACED, &usage);
        if (pid < 0 && errno == EINTR)
            continue;
        if (pid <= 0)
            break;
        if (WIFSTOPPED(wait_status)) {
            // A command may have stopped all that it could reach. A line may stop itself; what has not taken
            // up a line has to go on.
            const Request* request = find_worker(pid);
            const bool line_runs = request != nullptr && request->stage != Request::Stage::Ordered;
            if (is_own(pid) && !line_runs)
                ::kill(pid, SIGCONT);
            continue;
        }
        child_ended(pid, wait_status, usage);
    }
    ender_.child_died();
}

void Requests::child_ended(pid_t pid, int wait_status, const rusage& usage) {
    if (pid == spawner_.pid()) {
        spawner_gone();
        return;
    }
    if (Request* request = find_worker(pid)) {
        worker_ended(*request, wait_status, usage);
        return;
    }
    if (spare_ && pid == spare_->pid) {
        spare_.reset();
        retry_later(); // should each of them die
        return;
    }
    if (jobs_.has(pid)) {
        jobs_.child_ended(pid, wait_status, usage);
        return;
    }
    if (expects_worker())
        unclaimed_[pid] = {wait_status, usage};
}

void Requests::worker_ended(Request& request, int wait_status, const rusage& usage) {
    // Everything that it said before its end; bounded, as its subshells may go on talking.
    for (int i = 0; i < kDrainTurns && drain_channel(request); ++i) {
    }
    workers_.erase(request.worker);
    if (request.stage == Request::Stage::Ordered && !request.ending) {
        // Gone before it took the line up (a command may kill all that it can reach): nothing has run yet.
        request.worker = 0;
        drop_channel(request);
        retry_later();
        return;
    }
    request.reaped = true;
    // Killed when it had nothing left to do, it has ended as its client was told.
    const bool done = WIFSIGNALED(wait_status) && request.status && !request.ending;
    request.wait_status = done ? *request.status << 8 : wait_status;
    request.usage = usage;
    if (request.ending) {
        if (!ender_.has(request.id))
            finish(request);
        return;
    }
    const int signal = WIFSIGNALED(request.wait_status) ? WTERMSIG(request.wait_status) : 0;
    const bool fault = signal == SIGKILL || signal == SIGSEGV || signal == SIGBUS || signal == SIGILL
                       || signal == SIGFPE || signal == SIGABRT || signal == SIGSYS;
    if (signal != 0 && request.relayed_signal != 0)
        end(request, EndReason::Cancelled);
    else if (fault)
        end(request, EndReason::WorkerLost);
    else
        finish(request);
}

} // namespace asb::execd
