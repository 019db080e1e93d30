#include "ui/application/quit_signals.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace asb::ui {
namespace {

volatile std::sig_atomic_t write_end = -1;
constexpr int kSignals[] = {SIGTERM, SIGHUP, SIGINT};

void note_signal(int) {
    const int saved = errno;
    const char byte = 1;
    if (::write(write_end, &byte, 1) < 0) {
        // Full: the notice is in the pipe already.
    }
    errno = saved;
}

void set_handlers(void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    for (const int number : kSignals)
        ::sigaction(number, &action, nullptr);
}

} // namespace

QuitSignals::QuitSignals(QObject* parent) : QObject(parent) {}

QuitSignals::~QuitSignals() {
    if (!notifier_)
        return;
    set_handlers(SIG_DFL);
    write_end = -1;
}

Status QuitSignals::start() {
    Result<Pipe> made = make_pipe(O_NONBLOCK);
    if (!made)
        return made.error();
    pipe_ = std::move(*made);
    write_end = pipe_.write_end.get();
    notifier_ = std::make_unique<QSocketNotifier>(pipe_.read_end.get(), QSocketNotifier::Read);
    connect(notifier_.get(), &QSocketNotifier::activated, this, [this] {
        char bytes[16];
        if (::read(pipe_.read_end.get(), bytes, sizeof bytes) > 0)
            Q_EMIT received();
    });
    set_handlers(&note_signal);
    return success();
}

} // namespace asb::ui
