// Requests: from the queue to a worker that runs.
#include "core/execd/requests.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>

namespace asb::execd {

namespace {

constexpr int kMaxOrders = 5;           ///< for one request, when spawners die under it
constexpr int kMaxSpawnerFailures = 50; ///< in a row
constexpr std::chrono::milliseconds kRetry{50};
constexpr std::chrono::milliseconds kSpareDelay{5}; ///< most lines have ended by then
constexpr int kChannelBytes = 1 << 20;              ///< room for a worker's events while execd is busy
constexpr const char* kShortage = "execd has no descriptors left for this line (ulimit -n); try again";
constexpr int kSpawnerStartMs = 10'000;
constexpr std::uint64_t kSpareOrder = std::uint64_t{1}
                                      << 60; ///< numbers of orders that are for no request yet

const char* origin_name(wire::Origin origin) {
    switch (origin) {
    case wire::Origin::Exec:
        return "exec";
    case wire::Origin::AgentShell:
        return "shell";
    case wire::Origin::HookAndShell:
        return "hook+shell";
    case wire::Origin::Demo:
        return "demo";
    }
    return "";
}

/// First: execd's end.
Result<std::pair<Fd, Fd>> make_channel() {
    Result<std::pair<Fd, Fd>> pair = make_socket_pair(SOCK_SEQPACKET);
    // As far as net.core.wmem_max lets it.
    if (pair)
        ::setsockopt(pair->second.get(), SOL_SOCKET, SO_SNDBUF, &kChannelBytes, sizeof(kChannelBytes));
    return pair;
}

} // namespace

Status Requests::start_spawner() {
    const Status started = spawner_.start();
    if (!started)
        return started;
    pollfd entry{spawner_.socket(), POLLIN, 0};
    Spawner::Answer answer;
    if (::poll(&entry, 1, kSpawnerStartMs) != 1 || spawner_.next_answer(answer) != Spawner::Got::Answer)
        return Error{"the spawner did not start", "", 0};
    layer_error_ = -answer.pid;
    if (!loop_.add(spawner_.socket(), EPOLLIN, Source::Spawner))
        return system_error("watch the spawner", errno);
    make_spare();
    return success();
}

void Requests::start_queued() {
    while (!stopping_ && seats_ < limits_.workers && !queue_.empty()) {
        const std::uint64_t id = queue_.front();
        queue_.pop_front();
        Request& request = *requests_.at(id);
        queued_bytes_ -= request.payload.size();
        start(request);
    }
}

void Requests::start(Request& request) {
    request.stage = Request::Stage::Ordered;
    ++seats_;
    Event event;
    event.type = EventType::RequestStart;
    event.request = request.id;
    event.line = request.facts.line;
    event.cwd = request.facts.cwd;
    event.peer_pid = request.peer_pid;
    event.origin = origin_name(request.facts.origin);
    sink_.put(std::move(event));
    if (!take_spare(request))
        open_channel(request);
}

/// Makes the channel, puts the request into it and orders the worker. For want of descriptors it is tried
/// again soon.
void Requests::open_channel(Request& request) {
    Result<std::pair<Fd, Fd>> pair = make_channel();
    if (!pair) {
        retry_later();
        return;
    }
    request.channel = std::move(pair->first);
    request.worker_end = std::move(pair->second);
    if (!watch_channel(request)) {
        request.channel.reset();
        request.worker_end.reset();
        retry_later();
        return;
    }
    send_order(request);
}

/// Sends what the new channel takes of the request, and watches it. False: no resources.
bool Requests::watch_channel(Request& request) {
    request.sender = RequestSender(request.id, request.payload,
                                   {request.stdio[0].get(), request.stdio[1].get(), request.stdio[2].get()});
    const bool all = request.sender.send_some(request.channel.get());
    const std::uint32_t events = all ? EPOLLIN : EPOLLIN | EPOLLOUT;
    return loop_.add(request.channel.get(), events, Source::Channel, request.id);
}

void Requests::send_order(Request& request) {
    if (spawner_.order(request.id, request.worker_end.get()) != Spawner::Sent::Yes) {
        retry_later();
        return;
    }
    ++request.orders;
    request.order_sent = true;
    request.worker_end.reset();
}

/// Gives the request to the worker that stands ready. False: there is none.
bool Requests::take_spare(Request& request) {
    if (!spare_ || spare_->pid == 0)
        return false;
    request.channel = std::move(spare_->channel);
    request.worker = spare_->pid;
    spare_.reset();
    spare_at_ = MonotonicClock::now() + kSpareDelay;
    workers_[request.worker] = request.id;
    ++request.orders;
    request.order_sent = true;
    if (!watch_channel(request)) {
        // The worker sees its channel end and goes; reaped, it counts as one that never started.
        request.channel.reset();
    }
    return true;
}

void Requests::make_spare() {
    if (spare_at_ && (seats_ == 0 || *spare_at_ <= MonotonicClock::now()))
        spare_at_.reset();
    if (spare_ || spare_at_ || stopping_ || retry_at_ || spawner_.pid() == 0 || !queue_.empty())
        return;
    Result<std::pair<Fd, Fd>> pair = make_channel();
    if (!pair)
        return;
    const std::uint64_t order = kSpareOrder | ++next_spare_;
    if (spawner_.order(order, pair->second.get()) == Spawner::Sent::Yes)
        spare_.emplace(Spare{std::move(pair->first), 0, order});
}

void Requests::send_orders() {
    if (spawner_.pid() == 0 && !stopping_) {
        if (const Status started = spawner_.start(); !started) {
            ++spawner_failures_;
            retry_later();
        } else if (!loop_.add(spawner_.socket(), EPOLLIN, Source::Spawner)) {
            drop_spawner();
            retry_later();
        }
    }
    std::vector<std::uint64_t> waiting;
    for (const auto& [id, request] : requests_) {
        const bool lost = request->order_sent && !request->channel;
        if (request->stage == Request::Stage::Ordered && request->worker == 0
            && (!request->order_sent || lost))
            waiting.push_back(id);
    }
    for (const std::uint64_t id : waiting) {
        Request& request = *requests_.at(id);
        request.order_sent = false;
        if (request.ending)
            start_failed(request, "the request was cancelled before it ran");
        else if (request.orders >= kMaxOrders || spawner_failures_ > kMaxSpawnerFailures)
            start_failed(request, "execd could not start a worker for this line; try again");
        else if (!request.channel)
            open_channel(request);
        else
            send_order(request);
    }
    relieve_shortage();
}

/// When descriptors ran out and nothing runs that could give some back, the youngest line gives up its own.
void Requests::relieve_shortage() {
    Request* youngest = nullptr;
    for (const auto& [id, request] : requests_) {
        const bool under_way = request->stage == Request::Stage::Running
                               || (request->stage == Request::Stage::Ordered && request->channel);
        if (under_way)
            return;
        if (request->stage != Request::Stage::Ended)
            youngest = request.get();
    }
    if (youngest == nullptr)
        return;
    if (youngest->stage == Request::Stage::Queued) {
        youngest->failure = kShortage;
        finish_unstarted(*youngest);
    } else {
        start_failed(*youngest, kShortage);
    }
}

void Requests::retry_later() {
    if (!retry_at_)
        retry_at_ = MonotonicClock::now() + kRetry;
}

void Requests::drop_spawner() {
    if (spawner_.socket() >= 0)
        loop_.remove(spawner_.socket());
    spawner_.stop();
}

/// The spawner was killed (a command can kill all that it reaches). Orders that it did not carry out show
/// themselves by the end of their channels.
void Requests::spawner_gone() {
    drop_spawner();
    if (spare_ && spare_->pid == 0)
        spare_.reset();
    if (stopping_)
        return;
    ++spawner_failures_;
    retry_at_ = MonotonicClock::now() + (spawner_failures_ > 1 ? kRetry : std::chrono::milliseconds(0));
}

void Requests::spawner_ready() {
    if (spawner_.socket() < 0)
        return;
    for (;;) {
        Spawner::Answer answer;
        const Spawner::Got got = spawner_.next_answer(answer);
        if (got == Spawner::Got::Nothing)
            return;
        if (got == Spawner::Got::Gone) {
            loop_.remove(spawner_.socket()); // its pid is still to be reaped
            return;
        }
        if ((answer.id & kSpareOrder) != 0) {
            if (spare_ && spare_->order == answer.id && answer.pid > 0)
                spare_->pid = answer.pid;
            else if (spare_ && spare_->order == answer.id)
                spare_.reset();
            continue;
        }
        Request* request = find(answer.id);
        if (request == nullptr)
            continue;
        if (answer.pid > 0)
            worker_known(*request, answer.pid);
        else if (request->worker == 0 && request->stage == Request::Stage::Ordered)
            start_failed(*request, std::string("execd could not start a process for this line: ")
                                       + std::strerror(-answer.pid));
    }
}

void Requests::worker_known(Request& request, pid_t pid) {
    if (request.worker != 0 || !request.occupies_seat())
        return;
    spawner_failures_ = 0;
    request.worker = pid;
    workers_[pid] = request.id;
    if (const auto early = unclaimed_.find(pid); early != unclaimed_.end()) {
        const auto [wait_status, usage] = early->second;
        unclaimed_.erase(early);
        worker_ended(request, wait_status, usage);
    } else if (request.ending) {
        begin_ending(request, request.relayed_signal == SIGKILL);
    }
}

void Requests::start_failed(Request& request, const std::string& why) {
    request.failure = why;
    request.reaped = true;
    const int signal = request.relayed_signal != 0 ? request.relayed_signal : SIGTERM;
    request.wait_status =
        request.ending ? signal : 1 << 8; // as wait(2) tells: ended by a signal, or status 1
    drop_channel(request);
    finish(request);
}

} // namespace asb::execd
