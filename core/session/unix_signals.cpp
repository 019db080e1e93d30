#include "core/session/unix_signals.h"

#include <cerrno>
#include <csignal>
#include <sys/signalfd.h>
#include <unistd.h>

namespace asb {
namespace {

sigset_t watched_signals() {
    sigset_t set;
    sigemptyset(&set);
    for (const int number : {SIGINT, SIGQUIT, SIGTERM, SIGHUP})
        sigaddset(&set, number);
    return set;
}

} // namespace

UnixSignals::UnixSignals(QObject* parent) : QObject(parent) {}

UnixSignals::~UnixSignals() {
    if (!file_)
        return;
    const sigset_t set = watched_signals();
    sigprocmask(SIG_UNBLOCK, &set, nullptr);
}

Status UnixSignals::start() {
    const sigset_t set = watched_signals();
    if (sigprocmask(SIG_BLOCK, &set, nullptr) != 0)
        return system_error("block signals", errno);
    file_.reset(::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
    if (!file_)
        return system_error("make a signal descriptor", errno);
    std::signal(SIGPIPE, SIG_IGN);
    notifier_ = std::make_unique<QSocketNotifier>(file_.get(), QSocketNotifier::Read);
    connect(notifier_.get(), &QSocketNotifier::activated, this, &UnixSignals::read_signals);
    return success();
}

void UnixSignals::read_signals() {
    signalfd_siginfo info{};
    while (::read(file_.get(), &info, sizeof info) == static_cast<ssize_t>(sizeof info))
        Q_EMIT received(static_cast<int>(info.ssi_signo));
}

} // namespace asb
