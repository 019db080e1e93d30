#include "core/front/blocked_signals.h"

#include <algorithm>
#include <cerrno>
#include <time.h>

namespace asb {

BlockedSignals::BlockedSignals() {
    sigemptyset(&set_);
    for (const int number : {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGCHLD})
        sigaddset(&set_, number);
    ::sigprocmask(SIG_BLOCK, &set_, &before_);
    // An ignored CHLD would make the kernel reap for us and lose the status; an ignored HUP (nohup) stays
    // ignored.
    ::signal(SIGCHLD, SIG_DFL);
}

BlockedSignals::~BlockedSignals() {
    // What came when nobody waited any more came too late: it must not end the program in the place of its
    // status.
    const timespec no_time{0, 0};
    while (::sigtimedwait(&set_, nullptr, &no_time) > 0) {
    }
    restore_in_child();
}

int BlockedSignals::wait() const {
    int number = 0;
    do {
        number = ::sigwaitinfo(&set_, nullptr);
    } while (number < 0 && errno == EINTR);
    return number;
}

int BlockedSignals::take_early_end() const {
    sigset_t ends = set_;
    sigdelset(&ends, SIGCHLD);
    for (const int number : {SIGINT, SIGQUIT, SIGTERM, SIGHUP}) {
        if (is_ignored(number))
            sigdelset(&ends, number);
    }
    const timespec no_time{0, 0};
    return std::max(::sigtimedwait(&ends, nullptr, &no_time), 0);
}

void BlockedSignals::restore_in_child() const {
    ::sigprocmask(SIG_SETMASK, &before_, nullptr);
}

bool BlockedSignals::is_ignored(int number) {
    struct sigaction action {};
    return ::sigaction(number, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

} // namespace asb
