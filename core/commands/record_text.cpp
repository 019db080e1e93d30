#include "core/commands/record_text.h"

#include "core/base/text.h"
#include "core/base/wire.h"

#include <QDateTime>

#include <cstdio>

namespace asb {
namespace {

constexpr std::size_t kLineBytes = 4096;
constexpr const char* kIndent = "          ";

std::string time_text(std::int64_t time_ms) {
    return QDateTime::fromMSecsSinceEpoch(time_ms).toString(QStringLiteral("HH:mm:ss")).toStdString();
}

std::string columns(const Event& event, const std::string& verdict, const std::string& status,
                    const std::string& duration, const std::string& text) {
    char start[96];
    std::snprintf(start, sizeof start, "%-8s  %-7s %5s %8s  ", time_text(event.time_ms).c_str(),
                  verdict.c_str(), status.c_str(), duration.c_str());
    return start + text + '\n';
}

std::string command_text(const Event& event) {
    const bool running = event.type == EventType::CommandStart;
    std::string text = visible_text(shell_join(event.argv), false, kLineBytes);
    if (event.type == EventType::Verdict && event.caller_chain.size() > 1)
        text += "   (called by " + visible_text(event.caller_chain.back(), false, 128) + ')';
    else if (event.type == EventType::Verdict)
        text += "   (called inside a command)";
    std::string result = columns(event, verdict_word(event), running ? "" : status_text(event),
                                 running ? "running" : duration_text(event.duration_us), text);
    if (event.verdict == Verdict::Refused && !event.reason.empty()) {
        std::string reason = visible_text(event.reason, true, kLineBytes);
        for (std::size_t at = reason.find('\n'); at != std::string::npos; at = reason.find('\n', at + 1))
            reason.insert(at + 1, kIndent);
        result += kIndent + reason;
        if (!event.rule.empty())
            result += "   [" + event.rule + ']';
        result += '\n';
    }
    return result;
}

std::string note_text(const Event& event) {
    const auto kind = static_cast<wire::NoteKind>(event.note_kind);
    if (kind == wire::NoteKind::ProofPassed)
        return {};
    const char* word = kind == wire::NoteKind::ProofFailed    ? "proof failed: "
                       : kind == wire::NoteKind::ShellRefused ? "refused by the agent's shell: "
                                                              : "rewritten by the hook: ";
    return columns(event, "note", "", "", word + visible_text(event.text, false, kLineBytes));
}

} // namespace

std::string verdict_word(const Event& event) {
    switch (event.verdict) {
    case Verdict::None:
        return "-";
    case Verdict::Floor:
        return "floor";
    case Verdict::Policy:
        return "policy";
    case Verdict::Refused:
        return "REFUSED";
    case Verdict::Unknown:
        return "unknown";
    }
    return "unknown";
}

std::string duration_text(std::int64_t duration_us) {
    char text[48];
    if (duration_us < 1'000'000)
        std::snprintf(text, sizeof text, "%lld ms", static_cast<long long>(duration_us / 1000));
    else if (duration_us < 120'000'000)
        std::snprintf(text, sizeof text, "%.1f s", static_cast<double>(duration_us) / 1e6);
    else
        std::snprintf(text, sizeof text, "%lld min", static_cast<long long>(duration_us / 60'000'000));
    return text;
}

std::string status_text(const Event& event) {
    if (event.signal)
        return "SIG" + std::to_string(*event.signal);
    if (event.status)
        return std::to_string(*event.status);
    return event.end_reason ? to_string(*event.end_reason) : "-";
}

std::string record_text(const Event& event) {
    switch (event.type) {
    case EventType::CommandStart:
    case EventType::CommandEnd:
    case EventType::Verdict:
        return command_text(event);
    case EventType::JobLeft:
        return columns(event, "job", "", "", "left running: " + visible_text(event.line, false, kLineBytes));
    case EventType::JobEnd:
        return columns(event, "job", status_text(event), "",
                       "ended: " + visible_text(event.line, false, kLineBytes));
    case EventType::Note:
        return note_text(event);
    case EventType::Gap:
        return columns(event, "gap", "", "", std::to_string(event.count) + " records are missing here");
    case EventType::Session:
        if (event.text.compare(0, 6, "step: ") == 0)
            return {};
        return columns(event, "session", event.status ? std::to_string(*event.status) : std::string(), "",
                       visible_text(event.text, false, kLineBytes));
    case EventType::Hello:
    case EventType::RequestStart:
    case EventType::RequestEnd:
    case EventType::Ending:
        break;
    }
    return {};
}

} // namespace asb
