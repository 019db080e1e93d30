#include "ui/tray/tray_state.h"

#include <QCoreApplication>

#include <algorithm>

namespace asb::ui {
namespace {

constexpr std::int64_t kQuietMs = 60'000;
constexpr qsizetype kMaxBody = 400;

TrayState state_of(const TraySession& session) {
    if (session.execd_lost)
        return TrayState::Lost;
    if (session.needs_you)
        return TrayState::NeedsYou;
    if (session.unseen_refusals > 0)
        return TrayState::Refusal;
    return session.running ? TrayState::Running : TrayState::Idle;
}

} // namespace

TrayState tray_state(const std::vector<TraySession>& sessions) {
    TrayState state = TrayState::Idle;
    for (const TraySession& session : sessions)
        state = std::max(state, state_of(session));
    return state;
}

QString tray_tooltip(const std::vector<TraySession>& sessions) {
    int running = 0;
    int refused = 0;
    bool lost = false;
    bool asks = false;
    for (const TraySession& session : sessions) {
        running += session.running ? 1 : 0;
        refused += session.unseen_refusals;
        lost = lost || session.execd_lost;
        asks = asks || session.needs_you;
    }
    const auto say = [](const char* text, int number = -1) {
        return QCoreApplication::translate("asb::ui::Tray", text, nullptr, number);
    };
    QStringList parts;
    parts << (running == 0 ? say(QT_TRANSLATE_NOOP("asb::ui::Tray", "No session is running"))
                           : say(QT_TRANSLATE_N_NOOP("asb::ui::Tray", "%n session(s)"), running));
    if (refused > 0)
        parts << say(QT_TRANSLATE_N_NOOP("asb::ui::Tray", "%n refused"), refused);
    if (lost)
        parts << say(QT_TRANSLATE_NOOP("asb::ui::Tray", "mediation is lost"));
    if (asks)
        parts << say(QT_TRANSLATE_NOOP("asb::ui::Tray", "a question waits"));
    return parts.join(QStringLiteral(" · "));
}

bool NoticePolicy::is_on(NoticeKind kind) const {
    switch (kind) {
    case NoticeKind::Refusal:
        return switches_.refusal;
    case NoticeKind::Question:
        return switches_.question;
    case NoticeKind::ExecdLost:
        return switches_.execd_lost;
    case NoticeKind::Profile:
        return switches_.profile;
    }
    return false;
}

bool NoticePolicy::wanted(NoticeKind kind, const QString& session, const QString& subject,
                          std::int64_t now_ms) {
    bool& given = given_[session][QString::number(static_cast<int>(kind)) + QLatin1Char(' ') + subject];
    if (given)
        return false;
    given = true;
    if (switches_.paused || !is_on(kind))
        return false;
    std::map<NoticeKind, std::int64_t>& last = last_[session];
    const auto before = last.find(kind);
    if (before != last.end() && now_ms - before->second < kQuietMs)
        return false;
    last[kind] = now_ms;
    return true;
}

void NoticePolicy::forget(const QString& session) {
    given_.erase(session);
    last_.erase(session);
}

QString notification_body(const QString& plain) {
    QString text = plain.size() > kMaxBody ? plain.left(kMaxBody) + QChar(0x2026) : plain;
    return text.toHtmlEscaped().replace(QStringLiteral("&quot;"), QStringLiteral("\""));
}

} // namespace asb::ui
