// Requests: every way in which one comes to its end.
#include "core/execd/requests.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

namespace asb::execd {

namespace {

// Endings of requests, of all jobs of a line, and of single jobs share the ender's numbers.
constexpr std::uint64_t kLineJobs = std::uint64_t{1} << 61;
constexpr std::uint64_t kSingleJob = std::uint64_t{1} << 62;

constexpr int kTimeoutStatus = 124;

std::int64_t microseconds(const timeval& time) {
    return static_cast<std::int64_t>(time.tv_sec) * 1'000'000 + time.tv_usec;
}

/// A line of execd's own on the client's stderr, which may be a full pipe: then it is left out.
void say(int fd, const std::string& text) {
    pollfd entry{fd, POLLOUT, 0};
    if (fd < 0 || ::poll(&entry, 1, 0) != 1 || (entry.revents & POLLOUT) == 0)
        return;
    iovec part{const_cast<char*>(text.data()), text.size()};
    if (::pwritev2(fd, &part, 1, -1, RWF_NOWAIT) >= 0 || errno != EOPNOTSUPP)
        return;
    // A terminal, or an old kernel. Room for a short line was there a moment ago.
    if (::write(fd, text.data(), text.size()) < 0)
        return;
}

} // namespace

void Requests::end(Request& request, EndReason reason, bool at_once) {
    if (request.stage == Request::Stage::Ended)
        return;
    if (request.ending) {
        if (at_once && request.worker != 0)
            begin_ending(request, true);
        return;
    }
    request.reason = reason;
    if (request.stage == Request::Stage::Queued) {
        finish_unstarted(request);
        return;
    }
    request.ending = true;
    if (request.worker != 0)
        begin_ending(request, at_once);
    else if (!request.order_sent)
        start_failed(request, "the request was cancelled before it ran");
}

void Requests::begin_ending(Request& request, bool at_once) {
    Ender::Plan plan;
    plan.target = target_of(request);
    plan.owner = request.id;
    plan.at_once = at_once;
    if (!ender_.has(request.id) && controlled_ && !request.declared.empty()) {
        plan.shims = shims_of(request);
        announce_ending(request.id, plan.shims);
    }
    ender_.begin(request.id, std::move(plan));
}

std::vector<pid_t> Requests::shims_of(const Request& request) {
    std::vector<pid_t> shims;
    for (const auto& [command, pid] : request.declared)
        shims.push_back(pid);
    return shims;
}

void Requests::announce_ending(std::uint64_t line, const std::vector<pid_t>& shims) {
    Event event;
    event.type = EventType::Ending;
    event.request = line;
    event.pids = shims;
    sink_.put(std::move(event));
}

Target Requests::target_of(const Request& request) {
    Target target;
    target.request = request.id;
    target.session = request.worker;
    if (!request.reaped)
        target.known.push_back(ProcessKey{request.worker, 0});
    return target;
}

void Requests::ending_done(std::uint64_t id) {
    Request* request = find(id);
    if (request == nullptr || !request->ending || request->stage == Request::Stage::Ended)
        return;
    if (request->reaped)
        finish(*request);
    else
        // Not to be killed, or about to be reaped, which finishes it: the client need not wait.
        answer(*request, final_status(*request));
}

int Requests::final_status(const Request& request) {
    if (request.reason == EndReason::Timeout)
        return kTimeoutStatus;
    if (!request.reaped)
        return request.status.value_or(128 + SIGKILL);
    if (WIFSIGNALED(request.wait_status))
        return 128 + WTERMSIG(request.wait_status);
    return WEXITSTATUS(request.wait_status);
}

/// What only execd can tell about this end.
void Requests::explain(const Request& request, int status) {
    if (request.reason == EndReason::Timeout) {
        say(request.stdio[2].get(),
            "agent-sandbox: command timed out after " + std::to_string(request.facts.timeout_ms) + "ms\n");
        return;
    }
    // What a line may do to itself on purpose (SIGKILL too, though it may be the kernel's for want of memory)
    // is left uncommented, as bash leaves it. A fault is one of our shell, and of a limit nobody else can
    // tell.
    const bool by_limit =
        request.reaped && WIFSIGNALED(request.wait_status)
        && (WTERMSIG(request.wait_status) == SIGXCPU || WTERMSIG(request.wait_status) == SIGXFSZ);
    if ((request.reason == EndReason::WorkerLost && status != 128 + SIGKILL) || by_limit)
        say(request.stdio[2].get(), std::string("agent-sandbox: the shell of this line died: ")
                                        + ::strsignal(status - 128) + "; other lines are not affected\n");
}

void Requests::finish(Request& request) {
    if (request.stage == Request::Stage::Ended)
        return;
    const int status = final_status(request);
    request.stage = Request::Stage::Ended;
    request.timeout.reset();
    --seats_;
    spare_at_.reset(); // its processor is free
    explain(request, status);
    if (request.failure && request.client && !request.ending) {
        for (Fd& fd : request.stdio)
            fd.reset();
        Connections::tell_failure(request.client.get(), *request.failure);
        release_client(request);
    } else {
        answer(request, status);
    }
    report_end(request, status);
    if (request.reason == EndReason::Exit && request.worker != 0)
        jobs_.line_ended(request.id, request.worker, request.facts.line);
    forget_if_done(request);
}

void Requests::finish_unstarted(Request& request) {
    std::erase(queue_, request.id);
    queued_bytes_ -= request.payload.size();
    request.stage = Request::Stage::Ended;
    request.timeout.reset();
    if (request.reason == EndReason::Timeout) {
        explain(request, kTimeoutStatus);
        answer(request, kTimeoutStatus);
    } else if (stopping_ || request.failure) {
        Connections::tell_failure(request.client.get(), request.failure.value_or("execd is ending"));
        release_client(request);
    } else {
        answer(request, 128 + (request.relayed_signal != 0 ? request.relayed_signal : SIGTERM));
    }
    forget_if_done(request);
}

void Requests::answer(Request& request, int status) {
    // First our copies: a reader that waits for the end of a pipe should not have to wait for us.
    for (Fd& fd : request.stdio)
        fd.reset();
    if (!request.client)
        return;
    // A worker that was ended by a signal: the client may have to end the same way.
    const bool by_signal =
        request.reaped && WIFSIGNALED(request.wait_status) && request.reason != EndReason::Timeout;
    const std::string frame =
        wire::encode_exit(wire::Exit{by_signal ? -WTERMSIG(request.wait_status) : status, request.final_cwd});
    static_cast<void>(::send(request.client.get(), frame.data(), frame.size(), MSG_DONTWAIT | MSG_NOSIGNAL));
    release_client(request);
}

void Requests::release_client(Request& request) {
    if (!request.client)
        return;
    loop_.remove(request.client.get());
    request.client.reset();
}

void Requests::report_end(const Request& request, int status) {
    Event event;
    event.type = EventType::RequestEnd;
    event.request = request.id;
    event.status = status;
    if (request.reaped && WIFSIGNALED(request.wait_status))
        event.signal = WTERMSIG(request.wait_status);
    event.cwd = request.final_cwd;
    event.end_reason = request.reason;
    event.duration_us =
        std::chrono::duration_cast<std::chrono::microseconds>(MonotonicClock::now() - request.begun).count();
    event.user_us = microseconds(request.usage.ru_utime);
    event.system_us = microseconds(request.usage.ru_stime);
    event.max_rss_kb = request.usage.ru_maxrss;
    if (request.failure)
        event.text = *request.failure;
    sink_.put(std::move(event));
}

void Requests::forget_if_done(const Request& request) {
    if (request.stage == Request::Stage::Ended && !request.channel)
        done_.push_back(request.id);
}

void Requests::bury() {
    for (const std::uint64_t id : done_)
        requests_.erase(id);
    done_.clear();
}

void Requests::run_timers(TimePoint now) {
    for (const auto& [id, request] : requests_) {
        if (request->timeout && *request->timeout <= now && request->stage != Request::Stage::Ended) {
            request->timeout.reset();
            end(*request, EndReason::Timeout);
        }
    }
    if (retry_at_ && *retry_at_ <= now) {
        retry_at_.reset();
        send_orders();
    }
    jobs_.run(now);
    // Last, and before events are written: a line is stopped before anybody reads that it is to be ended.
    const std::vector<std::uint64_t> done = ender_.run(MonotonicClock::now());
    if (!done.empty())
        children_ended(); // a worker that has ended since the last look: its status is there to be taken
    for (const std::uint64_t id : done)
        ending_done(id);
    bury();
    start_queued();
    make_spare();
    if (!unclaimed_.empty() && !expects_worker())
        unclaimed_.clear();
}

std::optional<TimePoint> Requests::deadline() const {
    std::optional<TimePoint> first =
        earlier(earlier(retry_at_, spare_at_), earlier(ender_.deadline(), jobs_.deadline()));
    for (const auto& [id, request] : requests_)
        first = earlier(first, request->timeout);
    return first;
}

void Requests::cancel(std::uint64_t id) {
    Request* request = find(id);
    if (request != nullptr && request->stage != Request::Stage::Ended)
        end(*request, EndReason::Cancelled);
    else if (jobs_.has_line(id))
        end_line_jobs(id);
}

void Requests::kill_job(pid_t pid) {
    if (jobs_.has(pid))
        end_jobs(kSingleJob | static_cast<std::uint64_t>(pid), jobs_.line_of(pid), Jobs::target_of_job(pid));
}

void Requests::end_line_jobs(std::uint64_t line) {
    end_jobs(kLineJobs | line, line, jobs_.target_of_line(line));
}

/// Ends what `target` names of an ended line; its declared commands first, as for a running one.
void Requests::end_jobs(std::uint64_t number, std::uint64_t line, Target target) {
    Ender::Plan plan;
    const Request* request = find(line);
    if (controlled_ && request != nullptr && !request->declared.empty()) {
        const std::vector<ProcessInfo> members =
            ProcessTable().members(target, [this](pid_t pid) { return is_own(pid); });
        for (const pid_t shim : shims_of(*request)) {
            const auto is_shim = [shim](const ProcessInfo& process) { return process.pid == shim; };
            if (std::any_of(members.begin(), members.end(), is_shim))
                plan.shims.push_back(shim);
        }
        if (!plan.shims.empty())
            announce_ending(line, plan.shims);
    }
    plan.target = std::move(target);
    plan.owner = line;
    ender_.begin(number, std::move(plan));
}

void Requests::end_all_jobs() {
    for (const std::uint64_t line : jobs_.lines())
        end_line_jobs(line);
}

void Requests::end_everything() {
    stopping_ = true;
    while (!queue_.empty())
        finish_unstarted(*requests_.at(queue_.front()));
    for (const auto& [id, request] : requests_) {
        if (request->occupies_seat())
            end(*request, EndReason::Cancelled);
    }
    end_all_jobs();
}

} // namespace asb::execd
