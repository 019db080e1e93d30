#include "core/execd/spawner.h"

#include "core/base/unix_socket.h"
#include "core/execd/landlock.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

namespace asb::execd {

namespace {

constexpr int kOrderSocket = 3;

/// fork(2) whose child is execd's child, not ours: execd is the one that waits for it.
pid_t clone_for_parent() {
    return static_cast<pid_t>(
        ::syscall(SYS_clone, CLONE_PARENT | SIGCHLD, nullptr, nullptr, nullptr, nullptr));
}

/// Nobody reads what is written there. Taken it must be, or a client's descriptor lands on 0-2.
Fd nowhere() {
    Fd null(::open("/dev/null", O_RDWR | O_CLOEXEC));
    if (!null) // a profile may forbid it
        null.reset(::memfd_create("null", MFD_CLOEXEC));
    return null;
}

void arrange_descriptors(int socket) {
    Fd null = nowhere();
    const int high = ::fcntl(socket, F_DUPFD_CLOEXEC, 16);
    for (int target = 0; target < 3; ++target) {
        if (::dup2(null.get(), target) < 0)
            ::_exit(1);
    }
    if (::dup3(high, kOrderSocket, O_CLOEXEC) < 0)
        ::_exit(1);
    static_cast<void>(null.release()); // closed with the others, or one of 0-2 itself
    close_from(kOrderSocket + 1);
}

/// One order: makes the worker and answers. False when execd is gone.
bool serve_order(const Runner& runner, const rlimit& processes) {
    Spawner::Answer answer;
    std::vector<Fd> fds;
    const ssize_t got = receive_with_fds(kOrderSocket, &answer.id, sizeof(answer.id), fds);
    if (got <= 0)
        return false;
    if (got != sizeof(answer.id) || fds.size() != 1) {
        answer.pid = -EMFILE; // descriptors are lost only for want of room
    } else {
        const pid_t pid = clone_for_parent();
        if (pid == 0) {
            // Here and not in the spawner, which has to make a worker even while one line has used it all up.
            ::setrlimit(RLIMIT_NPROC, &processes);
            worker_main(std::move(fds[0]), runner);
        }
        answer.pid = pid > 0 ? pid : -errno;
    }
    return ::send(kOrderSocket, &answer, sizeof(answer), MSG_NOSIGNAL) == sizeof(answer);
}

[[noreturn]] void spawner_main(int socket, const Runner& runner, const rlimit& processes) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    ::prctl(PR_SET_NAME, "asb-spawner", 0, 0, 0);
    arrange_descriptors(socket);
    reset_signals();
    rehearse(runner);
    Spawner::Answer ready; // number 0: not an answer to an order but what became of the layer
    if (landlock_abi() >= kSignalScopeAbi) {
        const Status restricted = restrict_signals();
        ready.pid = restricted ? 0 : -restricted.error().code;
    }
    bool going_on = ::send(kOrderSocket, &ready, sizeof(ready), MSG_NOSIGNAL) == sizeof(ready);
    while (going_on)
        going_on = serve_order(runner, processes);
    ::_exit(0);
}

/// The limit of processes that workers get.
rlimit process_limit() {
    rlimit limit{};
    ::getrlimit(RLIMIT_NPROC, &limit);
    // proc(5): "0.20 0.18 0.12 1/80 11206", of which 80 is the number of all tasks.
    const Result<std::string> load = read_file("/proc/loadavg");
    const std::size_t slash = load ? load->find('/') : std::string::npos;
    rlim_t tasks = 0;
    if (slash == std::string::npos
        || std::from_chars(load->data() + slash + 1, load->data() + load->size(), tasks).ec != std::errc())
        return limit;
    limit.rlim_max = std::min(limit.rlim_max, tasks + kProcessRoom);
    limit.rlim_cur = std::min(limit.rlim_cur, limit.rlim_max);
    return limit;
}

} // namespace

Spawner::Spawner(Runner runner) : runner_(runner) {
    ::getrlimit(RLIMIT_NOFILE, &descriptors_);
    processes_ = process_limit();
}

Status Spawner::start() {
    Result<std::pair<Fd, Fd>> pair = make_socket_pair(SOCK_SEQPACKET);
    if (!pair)
        return pair.error();
    const pid_t pid = ::fork();
    if (pid < 0)
        return system_error("start the spawner", errno);
    if (pid == 0) {
        ::setrlimit(RLIMIT_NOFILE, &descriptors_);
        spawner_main(pair->second.get(), runner_, processes_);
    }
    pid_ = pid;
    socket_ = std::move(pair->first);
    return success();
}

void Spawner::stop() {
    socket_.reset();
    pid_ = 0;
}

Spawner::Sent Spawner::order(std::uint64_t id, int channel) {
    if (!socket_)
        return Sent::No;
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(channel))]{};
    iovec part{&id, sizeof(id)};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof(control);
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(channel));
    std::memcpy(CMSG_DATA(header), &channel, sizeof(channel));
    for (;;) {
        if (::sendmsg(socket_.get(), &message, MSG_DONTWAIT | MSG_NOSIGNAL) >= 0)
            return Sent::Yes;
        if (errno == EINTR)
            continue;
        // ETOOMANYREFS: too many descriptors are under way just now.
        return errno == EAGAIN || errno == ETOOMANYREFS || errno == ENOBUFS || errno == ENOMEM ? Sent::Later
                                                                                               : Sent::No;
    }
}

Spawner::Got Spawner::next_answer(Answer& answer) {
    for (;;) {
        const ssize_t got = ::recv(socket_.get(), &answer, sizeof(answer), MSG_DONTWAIT);
        if (got == sizeof(answer))
            return Got::Answer;
        if (got < 0 && errno == EINTR)
            continue;
        return got < 0 && errno == EAGAIN ? Got::Nothing : Got::Gone;
    }
}

} // namespace asb::execd
