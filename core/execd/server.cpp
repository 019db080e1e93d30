#include "core/execd/server.h"

#include "core/base/sweep.h"
#include "core/execd/landlock.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace asb::execd {

namespace {

constexpr std::chrono::milliseconds kAcceptPause{50};
constexpr std::chrono::seconds kEndLimit{3};
constexpr std::chrono::milliseconds kSweepLimit{1000};
constexpr int kLastFlushMs = 200;
constexpr std::size_t kMaxOrderBytes = std::size_t{64} << 10;
// A hostile agent must not push the record of commands out of the queue with notes.
constexpr double kNoteBurst = 200;
constexpr double kNotesPerSecond = 20;

} // namespace

Server::Server(ExecdOptions options)
    : options_(std::move(options)),
      sink_(options_.sink),
      requests_(loop_, sink_, options_.runner, options_.requests),
      connections_(loop_, *this,
                   [this] {
                       ConnectionLimits limits = options_.connections;
                       limits.first_is_control = !by_hand();
                       return limits;
                   }()),
      note_credit_(kNoteBurst),
      note_time_(MonotonicClock::now()) {}

Server::~Server() {
    if (socket_made_)
        ::unlink(options_.socket_path.c_str());
}

Status Server::prepare() {
    for (const auto step : {&Server::take_listener, &Server::open_output}) {
        if (const Status done = (this->*step)(); !done)
            return done;
    }
    if (const Status opened = loop_.open(); !opened)
        return opened;
    if (const Status signals = take_signals(); !signals)
        return signals;
    if (const Status spawner = requests_.start_spawner(); !spawner)
        return spawner;
    // 64 workers and as many waiting clients need more than the usual 1024; the spawner has kept the old
    // limit.
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        ::setrlimit(RLIMIT_NOFILE, &limit);
    }
    check_proofs();
    if (!loop_.add(listener_.get(), EPOLLIN, Source::Listener))
        return system_error("watch the exec socket", errno);
    struct stat input {};
    if (by_hand() && ::fstat(STDIN_FILENO, &input) == 0 && S_ISFIFO(input.st_mode)
        && !loop_.add(STDIN_FILENO, EPOLLIN, Source::Input))
        return system_error("watch stdin", errno);
    if (by_hand())
        say_hello();
    return success();
}

Status Server::take_listener() {
    if (by_hand()) {
        Result<Fd> made = listen_unix(options_.socket_path, 512);
        if (!made)
            return made.error();
        listener_ = std::move(*made);
        socket_made_ = true;
    } else {
        int listening = 0;
        socklen_t size = sizeof(listening);
        if (::getsockopt(STDIN_FILENO, SOL_SOCKET, SO_ACCEPTCONN, &listening, &size) != 0 || listening == 0)
            return Error{"execd: stdin is not a listening socket",
                         "agent-sandbox starts execd itself; by hand use: agent-sandbox execd --socket PATH",
                         EINVAL};
        Result<Fd> moved = dup_at_least(STDIN_FILENO, 3);
        const Fd null(::open("/dev/null", O_RDWR | O_CLOEXEC));
        if (!moved)
            return moved.error();
        listener_ = std::move(*moved);
        if (null)
            ::dup2(null.get(), STDIN_FILENO);
        else
            ::close(STDIN_FILENO);
    }
    if (!set_nonblocking(listener_.get(), true))
        return system_error("prepare the exec socket", errno);
    return success();
}

/// By hand events go to stdout. A pipe or terminal is opened anew: its flags are shared with others, and it
/// must not block us.
Status Server::open_output() {
    if (!by_hand())
        return success();
    struct stat info {};
    if (::fstat(STDOUT_FILENO, &info) == 0 && (S_ISFIFO(info.st_mode) || S_ISCHR(info.st_mode)))
        output_.reset(::open("/proc/self/fd/1", O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
    if (!output_) {
        if (Result<Fd> copy = dup_at_least(STDOUT_FILENO, 3))
            output_ = std::move(*copy);
    }
    sink_.attach(output_.get());
    return success();
}

Status Server::take_signals() {
    sigset_t set;
    ::sigemptyset(&set);
    for (const int signal : {SIGCHLD, SIGTERM, SIGINT, SIGHUP})
        ::sigaddset(&set, signal);
    ::sigprocmask(SIG_SETMASK, &set, nullptr);
    signals_.reset(::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
    if (!signals_ || !loop_.add(signals_.get(), EPOLLIN, Source::Signals))
        return system_error("watch signals", errno);
    return success();
}

void Server::check_proofs() {
    for (const Proof& proof : options_.proofs) {
        const Status held = check(proof);
        if (held)
            continue;
        if (!proof_failures_.empty())
            proof_failures_ += '\n';
        proof_failures_ += held.error().text();
    }
}

void Server::say_hello() {
    Event hello;
    hello.type = EventType::Hello;
    hello.pid = ::getpid();
    hello.landlock_abi = landlock_abi();
    if (!proof_failures_.empty()) {
        hello.status = 1;
        hello.text = proof_failures_;
        sink_.put(std::move(hello));
        return;
    }
    if (hello.landlock_abi < kSignalScopeAbi)
        hello.text = "the kernel's Landlock ABI is " + std::to_string(hello.landlock_abi)
                     + ", below 6: a command can end or trace execd";
    else if (requests_.layer_error() != 0)
        hello.text = system_error("the signal layer was refused: a command can end or trace execd",
                                  requests_.layer_error())
                         .what;
    if (::geteuid() == 0) {
        if (!hello.text.empty())
            hello.text += '\n';
        hello.text +=
            "execd runs as root: a command can trace its own worker, write to its event channel, and read "
            "the environment of execd";
    }
    sink_.put(std::move(hello));
}

std::string Server::refusal() const {
    if (end_limit_)
        return "execd is ending";
    if (!proof_failures_.empty())
        return "the command sandbox does not hold what it promises: " + proof_failures_;
    return {};
}

void Server::on_request(Accepted accepted) {
    requests_.admit(std::move(accepted));
}

bool Server::on_note(const PeerCredentials& peer, const wire::Note& note) {
    const TimePoint now = MonotonicClock::now();
    const std::chrono::duration<double> passed = now - note_time_;
    note_time_ = now;
    note_credit_ = std::min(kNoteBurst, note_credit_ + passed.count() * kNotesPerSecond);
    if (note_credit_ < 1)
        return false;
    note_credit_ -= 1;
    Event event;
    event.type = EventType::Note;
    event.note_kind = static_cast<int>(note.kind);
    event.peer_pid = peer.pid;
    event.text = note.text;
    sink_.put(std::move(event));
    return true;
}

void Server::on_control(Fd socket, std::string rest) {
    control_ = std::move(socket);
    sink_.attach(control_.get());
    requests_.set_controlled(true);
    if (!loop_.add(control_.get(), EPOLLIN | EPOLLRDHUP, Source::Control)) {
        lose_control();
        return;
    }
    say_hello();
    orders_ = std::move(rest);
    handle_orders();
}

void Server::on_control_missing(const std::string& why) {
    if (end_limit_)
        return;
    std::fprintf(stderr, "agent-sandbox: execd: no control connection: %s\n", why.c_str());
    exit_status_ = 1;
    begin_end();
}

void Server::lose_control() {
    if (control_)
        loop_.remove(control_.get());
    sink_.attach(-1);
    control_.reset();
    requests_.set_controlled(false);
    begin_end();
}

void Server::begin_end() {
    if (end_limit_)
        return;
    end_limit_ = MonotonicClock::now() + kEndLimit;
    loop_.remove(listener_.get());
    listener_.reset();
    requests_.end_everything();
}

void Server::accept_clients() {
    if (!listener_)
        return;
    if (connections_.accept_some(listener_.get()) == Connections::AcceptResult::Pause) {
        // The socket stays readable: without a pause we would turn at full speed until somebody closes
        // something.
        static_cast<void>(loop_.change(listener_.get(), 0, Source::Listener));
        accept_again_ = MonotonicClock::now() + kAcceptPause;
    }
}

void Server::signals_ready() {
    signalfd_siginfo info{};
    bool child = false;
    while (::read(signals_.get(), &info, sizeof(info)) == sizeof(info)) {
        if (info.ssi_signo == SIGCHLD)
            child = true;
        else
            begin_end();
    }
    if (child)
        requests_.children_ended();
}

void Server::input_ready() {
    char chunk[4096];
    const ssize_t got = ::read(STDIN_FILENO, chunk, sizeof(chunk));
    if (got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN)))
        return;
    loop_.remove(STDIN_FILENO);
    begin_end();
}

void Server::control_ready(std::uint32_t events) {
    if (!control_ || (events & (EPOLLIN | EPOLLRDHUP | EPOLLHUP | EPOLLERR)) == 0)
        return;
    char chunk[4096];
    const ssize_t got = ::recv(control_.get(), chunk, sizeof(chunk), MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got <= 0) {
        lose_control();
        return;
    }
    orders_.append(chunk, static_cast<std::size_t>(got));
    handle_orders();
}

void Server::handle_orders() {
    std::size_t start = 0;
    for (;;) {
        const std::size_t end = orders_.find('\n', start);
        if (end == std::string::npos)
            break;
        const Result<Order> order = order_from_json(std::string_view(orders_).substr(start, end - start));
        start = end + 1;
        if (order) {
            handle_order(*order);
            continue;
        }
        Event note;
        note.type = EventType::Note;
        note.text = "execd: " + order.error().what;
        sink_.put(std::move(note));
    }
    orders_.erase(0, start);
    if (orders_.size() > kMaxOrderBytes)
        lose_control();
}

void Server::handle_order(const Order& order) {
    switch (order.type) {
    case OrderType::Cancel:
        requests_.cancel(order.request);
        break;
    case OrderType::Ended:
        requests_.real_programs_ended(order.request);
        break;
    case OrderType::KillJob:
        requests_.kill_job(order.pid);
        break;
    case OrderType::EndAllJobs:
        requests_.end_all_jobs();
        break;
    case OrderType::Shutdown:
        begin_end();
        break;
    }
}

void Server::watch_output(bool on) {
    if (on == output_watched_)
        return;
    output_watched_ = on;
    if (control_)
        static_cast<void>(
            loop_.change(control_.get(), EPOLLIN | EPOLLRDHUP | (on ? EPOLLOUT : 0U), Source::Control));
    else if (on)
        static_cast<void>(loop_.add(output_.get(), EPOLLOUT, Source::Output));
    else
        loop_.remove(output_.get());
}

void Server::flush_events() {
    if (!sink_.attached())
        return;
    const EventSink::Flushed result = sink_.flush();
    if (result != EventSink::Flushed::Broken) {
        watch_output(result == EventSink::Flushed::Blocked);
        return;
    }
    if (control_) {
        lose_control();
        return;
    }
    watch_output(false);
    sink_.attach(-1); // by hand: nobody reads any more; lines are served all the same
}

void Server::dispatch(const Ready& ready) {
    switch (ready.source) {
    case Source::Listener:
        accept_clients();
        break;
    case Source::Signals:
        signals_ready();
        break;
    case Source::Control:
        control_ready(ready.events);
        break;
    case Source::Input:
        input_ready();
        break;
    case Source::Output:
        break; // every turn begins with a flush
    case Source::Peer:
        connections_.ready(ready.id);
        break;
    case Source::Client:
        requests_.client_ready(ready.id);
        break;
    case Source::Channel:
        requests_.channel_ready(ready.id, ready.events);
        break;
    case Source::Spawner:
        requests_.spawner_ready();
        break;
    case Source::Place:
        requests_.place_closed(ready.id);
        break;
    }
}

std::optional<TimePoint> Server::next_deadline() const {
    return earlier(earlier(accept_again_, end_limit_),
                   earlier(connections_.deadline(), requests_.deadline()));
}

void Server::turn() {
    flush_events();
    Loop::Batch batch;
    const std::size_t count = loop_.wait(next_deadline(), batch);
    for (std::size_t i = 0; i < count; ++i)
        dispatch(batch[i]);
    const TimePoint now = MonotonicClock::now();
    connections_.expire(now);
    if (accept_again_ && *accept_again_ <= now) {
        accept_again_.reset();
        if (listener_)
            static_cast<void>(loop_.change(listener_.get(), EPOLLIN, Source::Listener));
    }
    requests_.run_timers(now);
}

int Server::run() {
    while (!end_limit_ || (!requests_.idle() && MonotonicClock::now() < *end_limit_))
        turn();
    clean_up();
    return exit_status_;
}

void Server::clean_up() {
    requests_.stop_spawner();
    static_cast<void>(sweep_descendants(kSweepLimit));
    const int fd = control_ ? control_.get() : output_.get();
    pollfd entry{fd, POLLOUT, 0};
    while (sink_.attached() && sink_.flush() == EventSink::Flushed::Blocked
           && ::poll(&entry, 1, kLastFlushMs) == 1) {
    }
}

int run_execd(ExecdOptions options) {
    close_from(3);
    struct sigaction standard {};
    standard.sa_handler = SIG_DFL;
    for (int signal = 1; signal < NSIG; ++signal)
        ::sigaction(signal, &standard, nullptr);
    standard.sa_handler = SIG_IGN;
    ::sigaction(SIGPIPE, &standard, nullptr);
    ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    Server server(std::move(options));
    if (const Status ready = server.prepare(); !ready) {
        std::fprintf(stderr, "agent-sandbox: %s\n", ready.error().text().c_str());
        return 1;
    }
    return server.run();
}

} // namespace asb::execd
