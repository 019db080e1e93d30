#include "ui/common/row_state.h"

#include "core/base/wire.h"
#include "core/commands/record_text.h"
#include "core/events/facets.h"
#include "ui/common/plain_text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <csignal>
#include <cstring>

namespace asb::ui {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(asb::ui::RowState)
};

bool ended_from_outside(const Event& event) {
    return event.end_reason && *event.end_reason != EndReason::Exit;
}

QString end_word(const Event& event) {
    switch (event.end_reason.value_or(EndReason::Cancelled)) {
    case EndReason::Timeout:
        return Words::tr("timed out");
    case EndReason::ClientLost:
        return Words::tr("client lost");
    case EndReason::WorkerLost:
        return Words::tr("crashed");
    case EndReason::Exit:
    case EndReason::Cancelled:
        break;
    }
    return Words::tr("cancelled");
}

QString note_word(const Event& event) {
    switch (event.type) {
    case EventType::Gap:
        return Words::tr("gap");
    case EventType::Session:
        return Words::tr("session");
    case EventType::JobEnd:
        return Words::tr("ended");
    default:
        return Words::tr("note");
    }
}

/// What happened to the session; warnings of the launch are sentences already.
QString session_text(const Event& event) {
    if (event.text == "running")
        return Words::tr("The session is ready");
    if (event.text == "agent ended")
        return Words::tr("The agent has ended");
    if (event.text == "ending")
        return Words::tr("The session is being ended");
    if (event.text == "ended")
        return Words::tr("The session has ended");
    return QString::fromStdString(event.text);
}

std::string note_text(const Event& event) {
    switch (static_cast<wire::NoteKind>(event.note_kind)) {
    case wire::NoteKind::ProofFailed:
        return QCoreApplication::translate("asb::ui::RowState", "A proof failed: ").toStdString()
               + event.text;
    case wire::NoteKind::ShellRefused:
        return QCoreApplication::translate("asb::ui::RowState", "Refused by the agent's shell: ")
                   .toStdString()
               + event.text;
    default:
        return event.text;
    }
}

} // namespace

RowState state_of(const Event& event) {
    const RowKind kind = kind_of(event);
    if (kind == RowKind::Other || kind == RowKind::Hidden)
        return RowState::Note;
    if (kind == RowKind::Job)
        return event.type == EventType::JobLeft ? RowState::Left : RowState::Note;
    if (event.verdict == Verdict::Refused)
        return RowState::Refused;
    const bool ended = event.type == EventType::RequestEnd || event.type == EventType::CommandEnd
                       || (event.type == EventType::Verdict && event.status);
    if (!ended && event.type != EventType::Verdict)
        return RowState::Running;
    if (ended_from_outside(event))
        return RowState::Cancelled;
    if (event.signal ? *event.signal != SIGPIPE : event.status.value_or(0) != 0)
        return RowState::Failed;
    if (event.verdict == Verdict::Unknown)
        return RowState::Unknown;
    return event.verdict == Verdict::Policy ? RowState::Policy : RowState::Floor;
}

QString state_word(RowState state, const Event& event) {
    switch (state) {
    case RowState::Floor:
        return Words::tr("allowed");
    case RowState::Policy:
        return event.policy.empty() ? Words::tr("allowed by policy")
                                    : Words::tr("allowed by %1").arg(visible(event.policy, false, 64));
    case RowState::Refused:
        return Words::tr("refused");
    case RowState::Failed:
        return Words::tr("failed");
    case RowState::Running:
        return Words::tr("running");
    case RowState::Cancelled:
        return end_word(event);
    case RowState::Unknown:
        return Words::tr("unknown");
    case RowState::Note:
        return note_word(event);
    case RowState::Left:
        return Words::tr("left running");
    }
    return {};
}

QString status_word(const Event& event) {
    if (event.signal) {
        const char* name = ::sigabbrev_np(*event.signal);
        return name != nullptr ? QStringLiteral("SIG") + QLatin1String(name)
                               : QString::fromStdString(status_text(event));
    }
    return event.status ? QString::number(*event.status) : QString();
}

QString duration_word(const Event& event) {
    const bool ended = event.type == EventType::RequestEnd || event.type == EventType::CommandEnd
                       || (event.type == EventType::Verdict && event.status);
    return ended ? duration_word(event.duration_us) : QString();
}

QString duration_word(std::int64_t microseconds) {
    return QString::fromStdString(duration_text(microseconds));
}

QString memory_word(std::int64_t kilobytes) {
    return kilobytes > 0 ? QLocale().formattedDataSize(kilobytes * 1024, 1, QLocale::DataSizeSIFormat)
                         : QString();
}

QString time_word(std::int64_t time_ms) {
    return QDateTime::fromMSecsSinceEpoch(time_ms).time().toString(QStringLiteral("HH:mm:ss"));
}

std::string command_text(const Event& event) {
    if (event.type == EventType::Gap)
        return QCoreApplication::translate("asb::ui::RowState", "%n record(s) are missing here", nullptr,
                                           static_cast<int>(event.count))
            .toStdString();
    if (event.type == EventType::Session)
        return session_text(event).toStdString();
    return event.type == EventType::Note ? note_text(event) : text_of(event);
}

RowKind kind_of(const Event& event) {
    switch (event.type) {
    case EventType::RequestStart:
    case EventType::RequestEnd:
        return RowKind::Line;
    case EventType::CommandStart:
    case EventType::CommandEnd:
        return RowKind::Command;
    case EventType::Verdict:
        return RowKind::Nested;
    case EventType::JobLeft:
    case EventType::JobEnd:
        return RowKind::Job;
    case EventType::Gap:
        return RowKind::Other;
    case EventType::Note:
        return static_cast<wire::NoteKind>(event.note_kind) == wire::NoteKind::ProofPassed ? RowKind::Hidden
                                                                                           : RowKind::Other;
    case EventType::Session:
        // Steps of the launch have a page of their own.
        return event.text.compare(0, 6, "step: ") == 0 ? RowKind::Hidden : RowKind::Other;
    case EventType::Hello:
    case EventType::Ending:
        break;
    }
    return RowKind::Hidden;
}

} // namespace asb::ui
