// What the tray shows, decided from the sessions alone: icon, tooltip, whether to notify. No Qt Widgets.
#pragma once

#include <QString>

#include <cstdint>
#include <map>
#include <vector>

namespace asb::ui {

/// In ascending order of urgency: the most urgent session decides.
enum class TrayState { Idle, Running, Refusal, NeedsYou, Lost };

struct TraySession {
    QString id;
    QString project; ///< name of the folder, plain text
    bool running = false;
    bool execd_lost = false;
    bool needs_you = false; ///< a question waits (reload prompt)
    int unseen_refusals = 0;
};

TrayState tray_state(const std::vector<TraySession>& sessions);
/// "2 sessions · 3 refused", in the language of the moment.
QString tray_tooltip(const std::vector<TraySession>& sessions);

/// What a person can be told about, each with a switch of its own.
enum class NoticeKind { Refusal, Question, ExecdLost, Profile };

/// Decides which notices go out: each refusing rule once in a session, each kind of the others once in a
/// session, nothing while paused or switched off, at most one bubble of a kind and session a minute.
class NoticePolicy {
public:
    struct Switches {
        bool paused = false;
        bool refusal = true;
        bool question = true;
        bool execd_lost = true;
        bool profile = true;
    };
    void set_switches(const Switches& switches) { switches_ = switches; }

    /// `subject`: the rule for a refusal, else empty. `now_ms` is monotonic. A notice that is held back
    /// counts as given: it does not come later by itself.
    bool wanted(NoticeKind kind, const QString& session, const QString& subject, std::int64_t now_ms);
    /// The session was looked at or removed.
    void forget(const QString& session);

private:
    bool is_on(NoticeKind kind) const;

    Switches switches_;
    std::map<QString, std::map<QString, bool>> given_;           ///< session -> kind and subject
    std::map<QString, std::map<NoticeKind, std::int64_t>> last_; ///< session -> kind -> when
};

/// Text for a notification's body: daemons render markup (desktop-measured.md §2), so `& < >` are escaped.
QString notification_body(const QString& plain);

} // namespace asb::ui
