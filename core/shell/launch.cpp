// The vfork child. It shares the parent's memory: no allocation, no return, only system calls that cannot
// wait.
#include "core/shell/spawn.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace asb::shell {

namespace {

/// Child's side; never returns.
[[noreturn]] void run_child_side(const Launch& request, const sigset_t& mask, volatile int& error) {
    struct sigaction standard {};
    standard.sa_handler = SIG_DFL;
    for (std::size_t i = 0; i < request.handled_count; ++i)
        sigaction(request.handled[i], &standard, nullptr);
    if (request.own_group)
        setpgid(0, 0);
    if (request.die_with_parent)
        prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (std::size_t i = 0; i < request.move_count; ++i) {
        const RedirectionPlan::Move& move = request.moves[i];
        if (move.from < 0)
            close(move.to);
        else
            dup2(move.from, move.to);
    }
    sigprocmask(SIG_SETMASK, &mask, nullptr);
    execve(request.path, request.argv, request.environment);
    error = errno;
    _exit(127);
}

} // namespace

pid_t launch(const Launch& request, int& error) {
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    volatile int child_error = 0;
    const pid_t pid = vfork();
    if (pid == 0)
        run_child_side(request, before, child_error);
    const int vfork_error = errno;
    sigprocmask(SIG_SETMASK, &before, nullptr);
    if (pid < 0) {
        error = vfork_error;
        return -1;
    }
    error = child_error;
    if (error == 0)
        return pid;
    int raw = 0;
    while (waitpid(pid, &raw, 0) < 0 && errno == EINTR) {
    }
    return -1;
}

} // namespace asb::shell
