#include "core/nono/audit_record.h"

#include "core/base/wire.h"

#include <QByteArray>
#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace asb {
namespace {

constexpr qsizetype kMaxWords = 64;
constexpr std::size_t kMaxLine = std::size_t{4} << 20;

std::string text_of(const QJsonObject& object, const char* name) {
    return object.value(QLatin1String(name)).toString().toStdString();
}

int integer_of(const QJsonObject& object, const char* name) {
    return object.value(QLatin1String(name)).toInt(0);
}

/// The tag stands among the call's variables (nono-measured.md §2.3).
std::string tag_in(const QJsonObject& event) {
    const QJsonArray variables = event.value(QLatin1String("env_display")).toArray();
    for (const QJsonValue& entry : variables) {
        const QJsonObject variable = entry.toObject();
        if (variable.value(QLatin1String("name")).toString() == QLatin1String(wire::kTagVariable))
            return text_of(variable, "value_display");
    }
    return {};
}

void read_command_policy(const QJsonObject& event, AuditRecord& record) {
    record.time_ms = parse_rfc3339_ms(text_of(event, "timestamp"));
    record.command = text_of(event, "command");
    record.decision = text_of(event, "decision");
    record.reason = text_of(event, "reason");
    record.caller = text_of(event, "caller");
    record.caller_kind = text_of(event, "caller_kind");
    record.caller_pid = integer_of(event, "caller_pid");
    record.shim_pid = integer_of(event, "shim_pid");
    record.session_root_pid = integer_of(event, "session_root_pid");
    const QJsonValue exit_code = event.value(QLatin1String("exit_code"));
    if (exit_code.isDouble())
        record.exit_code = exit_code.toInt();
    const QJsonArray words = event.value(QLatin1String("argv_display")).toArray();
    for (qsizetype i = 0; i < words.size() && i < kMaxWords; ++i)
        record.argv.push_back(words.at(i).toString().toStdString());
    record.cwd = text_of(event, "cwd_display");
    record.tag = tag_in(event);
}

void read_network(const QJsonObject& event, AuditRecord& record) {
    record.time_ms = static_cast<std::int64_t>(event.value(QLatin1String("timestamp_unix_ms")).toDouble());
    record.decision = text_of(event, "decision");
    record.reason = text_of(event, "reason");
    record.target = text_of(event, "target");
    record.port = integer_of(event, "port");
    record.identity = QJsonDocument(event).toJson(QJsonDocument::Compact).toStdString();
}

AuditRecord::Type type_of(const std::string& name) {
    if (name == "session_started")
        return AuditRecord::Type::SessionStarted;
    if (name == "sandbox_runtime")
        return AuditRecord::Type::SandboxRuntime;
    if (name == "command_policy")
        return AuditRecord::Type::CommandPolicy;
    if (name == "network")
        return AuditRecord::Type::Network;
    if (name == "session_ended")
        return AuditRecord::Type::SessionEnded;
    return AuditRecord::Type::Other;
}

} // namespace

AuditOutcome outcome_of(std::string_view decision) {
    for (const std::string_view word :
         {"allowed", "exec", "respond", "capture", "capture_credential", "capture_credential_cached"}) {
        if (decision == word)
            return AuditOutcome::Allowed;
    }
    for (const std::string_view word :
         {"denied", "invocation_denied", "invocation_approve_denied", "approve_denied"}) {
        if (decision == word)
            return AuditOutcome::Refused;
    }
    for (const std::string_view word :
         {"invocation_allowed", "invocation_approve_granted", "approve_granted"}) {
        if (decision == word)
            return AuditOutcome::Pending;
    }
    return AuditOutcome::Unknown;
}

std::int64_t parse_rfc3339_ms(std::string_view text) {
    // Qt reads at most milliseconds: cut the fraction to three digits and keep the offset behind it.
    std::string cut(text);
    const std::size_t dot = cut.find('.');
    if (dot != std::string::npos) {
        const std::size_t end = cut.find_first_not_of("0123456789", dot + 1);
        const std::size_t digits = (end == std::string::npos ? cut.size() : end) - dot - 1;
        if (digits > 3)
            cut.erase(dot + 4, digits - 3);
    }
    const QDateTime time = QDateTime::fromString(QString::fromStdString(cut), Qt::ISODateWithMs);
    return time.isValid() ? time.toMSecsSinceEpoch() : 0;
}

Result<AuditRecord> parse_audit_line(std::string_view line) {
    if (line.size() > kMaxLine)
        return Error{"read a line of nono's event log: longer than 4 MiB", {}, 0};
    QJsonParseError problem{};
    const QJsonDocument document = QJsonDocument::fromJson(
        QByteArray::fromRawData(line.data(), static_cast<qsizetype>(line.size())), &problem);
    if (!document.isObject())
        return Error{"read a line of nono's event log: " + problem.errorString().toStdString(), {}, 0};
    const QJsonObject wrapper = document.object();
    const QJsonObject outer = wrapper.value(QLatin1String("event")).toObject();
    AuditRecord record;
    record.sequence = static_cast<std::uint64_t>(wrapper.value(QLatin1String("sequence")).toInteger(0));
    record.type_name = text_of(outer, "type");
    if (record.type_name.empty())
        return Error{"read a line of nono's event log: it holds no event with a type", {}, 0};
    record.type = type_of(record.type_name);
    const QJsonObject event = outer.value(QLatin1String("event")).toObject();
    switch (record.type) {
    case AuditRecord::Type::CommandPolicy:
        read_command_policy(event, record);
        if (record.command.empty() || record.decision.empty())
            return Error{
                "read a line of nono's event log: a command record without command or decision", {}, 0};
        break;
    case AuditRecord::Type::Network:
        read_network(event, record);
        break;
    case AuditRecord::Type::SandboxRuntime:
        record.tool_sandbox_active = event.value(QLatin1String("tool_sandbox_active")).toBool();
        break;
    case AuditRecord::Type::SessionEnded:
        if (outer.value(QLatin1String("exit_code")).isDouble())
            record.exit_code = integer_of(outer, "exit_code");
        break;
    case AuditRecord::Type::SessionStarted:
    case AuditRecord::Type::Other:
        break;
    }
    return record;
}

} // namespace asb
