#include "core/shell/pump.h"

#include "core/shell/traps.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace asb::shell {

namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kChunk = 64 * 1024;

struct Identity {
    bool is_pipe = false;
    bool is_socket = false;
    dev_t device = 0;
    ino_t inode = 0;
    bool same(const Identity& other) const { return device == other.device && inode == other.inode; }
};

Identity identify(int fd) {
    Identity identity;
    struct stat info {};
    if (fd < 0 || fstat(fd, &info) != 0)
        return identity;
    identity.is_pipe = S_ISFIFO(info.st_mode);
    identity.is_socket = S_ISSOCK(info.st_mode);
    identity.device = info.st_dev;
    identity.inode = info.st_ino;
    return identity;
}

std::size_t bytes_waiting(int fd) {
    int bytes = 0;
    return ioctl(fd, FIONREAD, &bytes) == 0 && bytes > 0 ? static_cast<std::size_t>(bytes) : 0;
}

/// A pipe whose ends stay out of the way of descriptors that the line names.
bool make_private_pipe(Fd& reading, Fd& writing) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    const Fd low_reading(ends[0]);
    const Fd low_writing(ends[1]);
    reading.reset(duplicate_private(ends[0]));
    writing.reset(duplicate_private(ends[1]));
    return reading && writing;
}

} // namespace

bool Pump::make_input(int source, std::vector<RedirectionPlan::Move>& moves) {
    Fd reading;
    if (!make_private_pipe(reading, input_.pipe))
        return false;
    // One page, so that "can be written" means "the program has read all of it".
    fcntl(input_.pipe.get(), F_SETPIPE_SZ, kPage);
    static_cast<void>(set_nonblocking(input_.pipe.get(), true));
    input_.source = source;
    moves.push_back({reading.get(), 0});
    child_ends_.push_back(std::move(reading));
    return true;
}

bool Pump::make_output(int fd, int target, std::vector<RedirectionPlan::Move>& moves) {
    Output output;
    Fd writing;
    if (!make_private_pipe(output.pipe, writing))
        return false;
    static_cast<void>(set_nonblocking(output.pipe.get(), true));
    output.target = target;
    moves.push_back({writing.get(), fd});
    child_ends_.push_back(std::move(writing));
    outputs_.push_back(std::move(output));
    return true;
}

bool Pump::prepare(const std::array<int, 3>& standard, std::vector<RedirectionPlan::Move>& moves) {
    const Identity in = identify(standard[0]);
    if (in.is_pipe || in.is_socket) {
        input_.is_socket = in.is_socket;
        if (!make_input(standard[0], moves))
            return false;
    }
    const Identity out = identify(standard[1]);
    const Identity err = identify(standard[2]);
    const bool pump_out = out.is_pipe || out.is_socket;
    const bool pump_err = err.is_pipe || err.is_socket;
    if (pump_out) {
        if (!make_output(1, standard[1], moves))
            return false;
        outputs_.back().target_is_socket = out.is_socket;
    }
    if (pump_err && pump_out && err.same(out)) { // one pipe for both keeps their order
        moves.push_back({child_ends_.back().get(), 2});
    } else if (pump_err) {
        if (!make_output(2, standard[2], moves))
            return false;
        outputs_.back().target_is_socket = err.is_socket;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------- input

/// Takes out of the source what the program has read.
void Pump::settle_input() {
    const std::size_t unread = bytes_waiting(input_.pipe.get());
    std::size_t taken = input_.ahead > unread ? input_.ahead - unread : 0;
    input_.ahead -= taken;
    char buffer[kPage];
    while (taken > 0) {
        // Never waits: bytes that are gone were taken by somebody who shares the source.
        const std::size_t wanted = std::min(taken, sizeof buffer);
        ssize_t got;
        if (input_.is_socket) {
            got = recv(input_.source, buffer, wanted, MSG_DONTWAIT);
        } else {
            const std::size_t there = std::min(wanted, bytes_waiting(input_.source));
            got = there > 0 ? read(input_.source, buffer, there) : 0;
        }
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        taken -= static_cast<std::size_t>(got);
    }
}

void Pump::close_input(bool give_up_source) {
    settle_input();
    input_.pipe.reset();
    if (give_up_source)
        close(input_.source);
}

/// The private pipe is empty: shows the program the next page of the source without taking it out.
void Pump::feed() {
    settle_input();
    if (input_.ahead > 0)
        return;
    ssize_t got;
    if (input_.is_socket) {
        char buffer[kPage];
        got = recv(input_.source, buffer, sizeof buffer, MSG_PEEK | MSG_DONTWAIT);
        if (got > 0)
            got = write(input_.pipe.get(), buffer, static_cast<std::size_t>(got));
    } else {
        got = tee(input_.source, input_.pipe.get(), kPage, SPLICE_F_NONBLOCK);
    }
    input_.source_ready = false;
    if (got > 0)
        input_.ahead = static_cast<std::size_t>(got);
    else if (got == 0 || (errno != EAGAIN && errno != EINTR))
        input_.pipe.reset(); // end of file
}

// ---------------------------------------------------------------------------------------------- output

/// Moves up to `limit` bytes without waiting. False: the target is gone (no reader).
bool Pump::copy_some(Output& output, std::size_t limit, std::size_t& done) {
    done = 0;
    ssize_t moved;
    if (output.target_is_socket) {
        char buffer[kPage];
        // What is read must be delivered: only as much as the socket surely takes is read.
        struct pollfd room {
            output.target, POLLOUT, 0
        };
        if (poll(&room, 1, 0) != 1 || (room.revents & POLLOUT) == 0) {
            output.full = true;
            return (room.revents & (POLLERR | POLLHUP)) == 0;
        }
        moved = read(output.pipe.get(), buffer, std::min(limit, sizeof buffer));
        if (moved > 0 && !write_all(output.target, {buffer, static_cast<std::size_t>(moved)}))
            return false;
    } else {
        moved = splice(output.pipe.get(), nullptr, output.target, nullptr, limit,
                       SPLICE_F_NONBLOCK | SPLICE_F_MOVE);
    }
    if (moved > 0) {
        done = static_cast<std::size_t>(moved);
        return true;
    }
    if (moved < 0 && errno == EAGAIN) {
        output.full = bytes_waiting(output.pipe.get()) > 0;
        return true;
    }
    return moved == 0 || errno == EINTR;
}

void Pump::copy(Output& output) {
    std::size_t done = 0;
    output.full = false;
    if (!copy_some(output, kChunk, done))
        output.pipe.reset(); // the program learns of it at its next write
}

/// At the end: what is in the pipe now, waiting for room. Not until end-of-file: strangers may hold the other
/// end.
void Pump::drain(Output& output) {
    std::size_t left = output.pipe ? bytes_waiting(output.pipe.get()) : 0;
    while (left > 0) {
        std::size_t done = 0;
        if (!copy_some(output, std::min(left, kChunk), done))
            return;
        left -= std::min(done, left);
        if (left > 0 && done == 0) {
            struct pollfd room {
                output.target, POLLOUT, 0
            };
            poll(&room, 1, 1000);
            if ((room.revents & (POLLERR | POLLNVAL)) != 0)
                return;
        }
    }
}

// ---------------------------------------------------------------------------------------------- the loop

void Pump::serve_once(int pid_fd, const sigset_t* mask, int timeout_ms, bool own_process, bool& ended) {
    struct pollfd waiting[8];
    nfds_t count = 0;
    const auto add = [&](int fd, short events) {
        waiting[count] = {fd, events, 0};
        return count++;
    };
    add(pid_fd, POLLIN);
    // Input: first the source must have something, then the private pipe must be empty.
    const nfds_t input_at = count;
    if (input_.open()) {
        const bool show_next = input_.source_ready || input_.ahead > 0;
        add(input_.pipe.get(), show_next ? POLLOUT : 0);
        add(show_next ? -1 : input_.source, POLLIN);
    }
    const nfds_t outputs_at = count;
    for (const Output& output : outputs_) {
        // Not while the target is full: a hang-up would come without the data that is still in the pipe.
        add(output.pipe && !output.full ? output.pipe.get() : -1, POLLIN);
        add(output.pipe ? output.target : -1, output.full ? POLLOUT : 0);
    }
    struct timespec limit {
        timeout_ms / 1000, (timeout_ms % 1000) * 1000000L
    };
    if (ppoll(waiting, count, timeout_ms < 0 ? nullptr : &limit, mask) <= 0)
        return;
    ended = waiting[0].revents != 0;
    if (input_.open()) {
        const short pipe_state = waiting[input_at].revents;
        if ((pipe_state & POLLERR) != 0)
            close_input(own_process);
        else if (waiting[input_at + 1].revents != 0)
            input_.source_ready = true;
        else if ((pipe_state & POLLOUT) != 0)
            feed();
    }
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
        const short pipe_state = waiting[outputs_at + 2 * i].revents;
        const short target_state = waiting[outputs_at + 2 * i + 1].revents;
        if ((target_state & (POLLERR | POLLNVAL)) != 0)
            outputs_[i].pipe.reset();
        else if ((pipe_state & POLLIN) != 0 || (target_state & POLLOUT) != 0)
            copy(outputs_[i]);
        else if ((pipe_state & POLLHUP) != 0)
            outputs_[i].pipe.reset(); // everybody has closed it
    }
}

bool Pump::run(pid_t pid, bool own_process, const TrapTable* traps, int& raw, struct rusage& usage) {
    struct sigaction ignore {
    }, pipe_action{};
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &ignore, &pipe_action);
    sigset_t before;
    sigprocmask(SIG_BLOCK, own_process ? &PumpSignals::set() : nullptr, &before);
    const Fd pid_fd(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
    constexpr int kLookAgainMs = 500;
    const int timeout = !pid_fd ? 5 : traps != nullptr && traps->careful_wait() ? kLookAgainMs : -1;
    bool given_up = false;
    pid_t taken = 0;
    while (taken == 0) {
        bool ended = !pid_fd;
        if (own_process)
            PumpSignals::pass_on(pid);
        serve_once(pid_fd.get(), &before, timeout, own_process, ended);
        given_up = traps != nullptr && traps->fatal_pending();
        if (given_up)
            break;
        if (ended)
            taken = wait4(pid, &raw, WNOHANG, &usage);
    }
    if (input_.open())
        close_input(false);
    if (!given_up) {
        for (Output& output : outputs_)
            drain(output);
    }
    outputs_.clear();
    sigprocmask(SIG_SETMASK, &before, nullptr);
    sigaction(SIGPIPE, &pipe_action, nullptr);
    return !given_up;
}

// ---------------------------------------------------------------------------------------------- signals

namespace {

constexpr int kPassedOn[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM};
volatile std::sig_atomic_t g_to_pass[NSIG];

void note_signal(int signal) {
    g_to_pass[signal] = 1;
}

} // namespace

PumpSignals::PumpSignals() {
    for (const int signal : kPassedOn) {
        struct sigaction now {};
        if (sigaction(signal, nullptr, &now) != 0 || now.sa_handler == SIG_IGN)
            continue;
        struct sigaction action {};
        action.sa_handler = note_signal;
        sigaction(signal, &action, nullptr);
    }
}

const sigset_t& PumpSignals::set() {
    static const sigset_t signals = [] {
        sigset_t made;
        sigemptyset(&made);
        for (const int signal : kPassedOn)
            sigaddset(&made, signal);
        return made;
    }();
    return signals;
}

void PumpSignals::pass_on(pid_t pid) {
    for (const int signal : kPassedOn) {
        if (g_to_pass[signal] == 0)
            continue;
        g_to_pass[signal] = 0;
        kill(pid, signal);
    }
}

void die_by_signal(int signal) {
    struct rlimit none {
        0, 0
    };
    setrlimit(RLIMIT_CORE, &none);
    struct sigaction standard {};
    standard.sa_handler = SIG_DFL;
    sigaction(signal, &standard, nullptr);
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, signal);
    sigprocmask(SIG_UNBLOCK, &only, nullptr);
    kill(getpid(), signal);
    _exit(128 + signal);
}

} // namespace asb::shell
