#include "core/execd/worker.h"

#include "core/base/wire.h"
#include "core/execd/channel.h"
#include "core/execd/worker_host.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace asb::execd {

namespace {

// Out of the way of a line's own descriptors, as bash puts its own.
constexpr int kChannelNumber = 255;
constexpr int kStatusNotStarted = 1;

/// Variables of ours that no command may see as inherited: the socket is the agent side's, the tag is set per
/// command.
bool is_own_variable(std::string_view entry) {
    for (const std::string_view name :
         {std::string_view(wire::kSocketVariable), std::string_view(wire::kTagVariable)}) {
        if (entry.size() > name.size() && entry.starts_with(name) && entry[name.size()] == '=')
            return true;
    }
    return false;
}

int channel_number() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur > kChannelNumber + 64)
        return kChannelNumber;
    return std::max(static_cast<int>(limit.rlim_cur) / 2, 10);
}

void close_range_of(unsigned first, unsigned last) {
    if (first <= last && ::syscall(SYS_close_range, first, last, 0U) == 0)
        return;
    for (unsigned fd = first; fd <= std::min(last, 4096U); ++fd)
        ::close(static_cast<int>(fd));
}

/// Moves the channel up and closes everything else above 2, where the spawner has /dev/null.
Fd move_channel(Fd given) {
    Result<Fd> channel = dup_at_least(given.get(), channel_number());
    if (!channel)
        ::_exit(kStatusNotStarted);
    given.reset();
    const unsigned number = static_cast<unsigned>(channel->get());
    close_range_of(3, number - 1);
    close_range_of(number + 1, ~0U);
    return std::move(*channel);
}

bool is_readable(int fd) {
    pollfd entry{fd, POLLIN, 0};
    return ::poll(&entry, 1, 0) == 1;
}

/// The client's descriptors become 0-2.
void take_stdio(std::array<Fd, 3>& stdio) {
    for (int target = 0; target < 3; ++target) {
        if (::dup2(stdio[static_cast<std::size_t>(target)].get(), target) < 0)
            ::_exit(kStatusNotStarted);
    }
    for (Fd& fd : stdio)
        fd.reset();
}

std::string physical_cwd() {
    char path[PATH_MAX];
    return ::getcwd(path, sizeof(path)) != nullptr ? std::string(path) : std::string();
}

void set_process_name(const std::string& shell_name) {
    const std::size_t slash = shell_name.rfind('/');
    ::prctl(PR_SET_NAME, shell_name.c_str() + (slash == std::string::npos ? 0 : slash + 1), 0, 0, 0);
}

shell::ShellStart start_of(wire::Request& request) {
    shell::ShellStart start;
    start.line = std::move(request.line);
    start.shell_name = std::move(request.shell_name);
    start.eval_form =
        request.origin == wire::Origin::AgentShell || request.origin == wire::Origin::HookAndShell;
    std::vector<std::string> given = std::move(request.environment);
    if (given.empty()) {
        for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry)
            given.emplace_back(*entry);
    }
    std::erase_if(given, [](const std::string& entry) { return is_own_variable(entry); });
    start.environment = std::move(given);
    return start;
}

void block_signals() {
    sigset_t all;
    ::sigfillset(&all);
    ::sigprocmask(SIG_SETMASK, &all, nullptr);
}

int run_request(WorkerHost& host, wire::Request& request, const Runner& runner) {
    if (::chdir(request.cwd.c_str()) != 0) {
        const int code = errno;
        const std::string text = request.shell_name + ": cd: " + request.cwd + ": " + std::strerror(code);
        static_cast<void>(send_packet(host.channel(), encode_failure(text), -1));
        return kStatusNotStarted;
    }
    const pid_t self = ::getpid();
    const shell::ShellStart start = start_of(request);
    const int status = runner.run(start, host) & 0xff;
    std::fflush(nullptr);
    // A subshell that came back here instead of ending itself must not speak for the line.
    if (::getpid() == self) {
        const std::string exit = encode_exit(status, physical_cwd(), host.take_lost());
        block_signals(); // the line has ended: none of them may end it another way
        if (send_packet(host.channel(), exit, -1)) {
            close_range_of(0, 2); // a reader that waits for the end of a pipe should not have to wait for us
            wait_to_go(host.channel());
        }
    }
    return status;
}

} // namespace

void reset_signals() {
    struct sigaction standard {};
    standard.sa_handler = SIG_DFL;
    for (int signal = 1; signal < NSIG; ++signal)
        ::sigaction(signal, &standard, nullptr);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

void rehearse(const Runner& runner) {
    if (runner.rehearse == nullptr)
        return;
    block_signals(); // what comes meanwhile is for the process, not for its shell
    runner.rehearse();
    reset_signals();
}

void worker_main(Fd given, const Runner& runner) {
    ::setsid();
    ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    ::prctl(PR_SET_NAME, "asb-worker", 0, 0, 0);
    Fd channel = move_channel(std::move(given));
    if (!is_readable(channel.get()))
        rehearse(runner);
    Result<ReceivedRequest> received = receive_request(channel.get());
    if (!received)
        ::_exit(kStatusNotStarted);
    take_stdio(received->stdio);
    static_cast<void>(send_packet(channel.get(), encode_started(::getpid()), -1));
    set_process_name(received->request.shell_name);
    WorkerHost host(std::move(channel), received->number);
    ::_exit(run_request(host, received->request, runner));
}

} // namespace asb::execd
