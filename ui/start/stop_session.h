// Ends sessions: asks through the control socket (TERM to the agent, KILL when it stays), falls back to
// signals when the session program does not answer, and says what was done and what was left.
#pragma once

#include "core/ipc/session_list.h"

#include <QHash>
#include <QObject>
#include <QTimer>

namespace asb::ui {

class StopSession : public QObject {
    Q_OBJECT
public:
    explicit StopSession(SessionList& sessions, QObject* parent = nullptr);

    /// Begins; a session that is being stopped already is left alone.
    void stop(const QString& id);
    bool is_stopping(const QString& id) const { return running_.contains(id); }

    /// Milliseconds until a session that does not end is told so by signal, TERM and then KILL.
    void set_limits(int term_ms, int kill_ms);

Q_SIGNALS:
    void told(const QString& text);
    /// It is over, whatever way; `left` is true when some process of it still runs.
    void stopped(const QString& id, bool left);

private:
    struct Running {
        SessionFacts facts;
        int waited_ms = 0;
        bool asked = false;
        bool term_sent = false;
        bool kill_sent = false;
    };
    void look();
    void signal(Running& running, int number);
    void finish(const QString& id, const Running& running);

    SessionList& sessions_;
    QTimer timer_;
    QHash<QString, Running> running_;
    int term_ms_ = 15000;
    int kill_ms_ = 20000;
};

/// True when process `pid` still is what `facts` say: a session program or keeper of ours, not a stranger
/// that got its number.
bool is_session_process(int pid);

} // namespace asb::ui
