#include "ui/start/stop_session.h"

#include "core/base/fd.h"
#include "ui/window/main_window.h"

#include <csignal>
#include <sys/stat.h>
#include <unistd.h>

namespace asb::ui {
namespace {

constexpr int kLookMs = 200;

} // namespace

bool is_session_process(int pid) {
    if (pid <= 1)
        return false;
    struct stat state {};
    const std::string folder = "/proc/" + std::to_string(pid);
    if (::stat(folder.c_str(), &state) != 0 || state.st_uid != ::geteuid())
        return false;
    const Result<std::string> name = read_file(folder + "/comm", 64);
    return name && name->compare(0, 13, "agent-sandbox") == 0; // the kernel keeps 15 characters of a name
}

StopSession::StopSession(SessionList& sessions, QObject* parent) : QObject(parent), sessions_(sessions) {
    timer_.setInterval(kLookMs);
    connect(&timer_, &QTimer::timeout, this, &StopSession::look);
}

void StopSession::set_limits(int term_ms, int kill_ms) {
    term_ms_ = term_ms;
    kill_ms_ = kill_ms;
}

void StopSession::stop(const QString& id) {
    const SessionFacts* facts = sessions_.find(id);
    if (facts == nullptr || !facts->is_running() || running_.contains(id))
        return;
    Running running;
    running.facts = *facts;
    if (SessionClient* client = sessions_.client(id)) {
        running.asked = true;
        client->stop();
    } else {
        signal(running, SIGTERM);
    }
    running_.insert(id, running);
    timer_.start();
    Q_EMIT told(tr("%1 was asked to end.").arg(entry_of(running.facts).project));
}

void StopSession::signal(Running& running, int number) {
    (number == SIGTERM ? running.term_sent : running.kill_sent) = true;
    // The keeper cleans up after its session program, so that is the one to end.
    if (is_session_process(running.facts.pid))
        ::kill(running.facts.pid, number);
}

void StopSession::look() {
    const QList<QString> ids = running_.keys();
    for (const QString& id : ids) {
        Running& running = running_[id];
        running.waited_ms += kLookMs;
        const bool gone =
            !is_session_process(running.facts.pid) && !is_session_process(running.facts.keeper_pid);
        if (gone) {
            const Running done = running_.take(id);
            finish(id, done);
        } else if (running.waited_ms >= kill_ms_ && !running.kill_sent) {
            signal(running, SIGKILL);
        } else if (running.waited_ms >= term_ms_ && !running.term_sent) {
            signal(running, SIGTERM);
        } else if (running.waited_ms >= 2 * kill_ms_) {
            const Running left = running_.take(id);
            Q_EMIT told(tr("%1 does not end: process %2 is still there.")
                            .arg(entry_of(left.facts).project)
                            .arg(left.facts.keeper_pid != 0 ? left.facts.keeper_pid : left.facts.pid));
            Q_EMIT stopped(id, true);
        }
    }
    if (running_.isEmpty())
        timer_.stop();
}

void StopSession::finish(const QString& id, const Running& running) {
    sessions_.refresh();
    const QString name = entry_of(running.facts).project;
    QString how;
    if (running.kill_sent)
        how = tr("%1 did not end by itself and was killed.").arg(name);
    else if (running.term_sent)
        how = tr("%1 did not answer and was ended by a signal.").arg(name);
    else
        how = tr("%1 has ended.").arg(name);
    Q_EMIT told(how + QLatin1Char(' ') + tr("No process of it is left."));
    Q_EMIT stopped(id, false);
}

} // namespace asb::ui
