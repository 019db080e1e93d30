#include "core/commands/sessions.h"

#include "core/base/command_line.h"
#include "core/base/output.h"
#include "core/base/text.h"
#include "core/commands/json_schema.h"
#include "core/commands/session_call.h"
#include "core/session/history.h"

#include <QDateTime>
#include <QJsonArray>

#include <cstdio>

namespace asb {
namespace {

constexpr const char* kHelp =
    "usage: agent-sandbox sessions [--running] [--json]\n"
    "       agent-sandbox sessions --remove ID\n"
    "Lists the sessions of this user, running ones first, then the newest.\n"
    "\n"
    "  --running    only those that run\n"
    "  --remove ID  remove an ended one with its record\n"
    "  --json       for machines\n"
    "\n"
    "Records are kept 180 days and 4096 MB in all, unless the settings say otherwise.\n";

QJsonObject to_object(const SessionFacts& session) {
    QJsonObject object{{QStringLiteral("id"), session.id},
                       {QStringLiteral("state"), QLatin1String(to_string(session.state))},
                       {QStringLiteral("agent"), session.agent},
                       {QStringLiteral("project"), session.project},
                       {QStringLiteral("started_ms"), session.started_ms},
                       {QStringLiteral("requests"), static_cast<qint64>(session.requests)},
                       {QStringLiteral("commands"), static_cast<qint64>(session.commands)},
                       {QStringLiteral("refused"), static_cast<qint64>(session.refused)},
                       {QStringLiteral("unseen"), static_cast<qint64>(session.unseen)},
                       {QStringLiteral("store"), session.store}};
    if (session.ended_ms != 0)
        object.insert(QStringLiteral("ended_ms"), session.ended_ms);
    if (session.status)
        object.insert(QStringLiteral("status"), *session.status);
    if (session.pid != 0)
        object.insert(QStringLiteral("pid"), session.pid);
    if (!session.red.isEmpty())
        object.insert(QStringLiteral("red"), session.red);
    QJsonArray changed;
    for (const ProfileFacts* profile : {&session.agent_profile, &session.command_profile}) {
        if (profile->changed)
            changed.append(profile->path);
    }
    if (!changed.isEmpty())
        object.insert(QStringLiteral("changed_profiles"), changed);
    return object;
}

std::string row_text(const SessionFacts& session) {
    const QDateTime start = QDateTime::fromMSecsSinceEpoch(session.started_ms);
    char text[160];
    std::snprintf(text, sizeof text, "%-16s  %-9s  %-7s  %-16s  %6llu  %8llu  %7llu  ",
                  session.id.toStdString().c_str(), to_string(session.state),
                  visible_text(session.agent.toStdString(), false, 24).c_str(),
                  start.toString(QStringLiteral("yyyy-MM-dd HH:mm")).toStdString().c_str(),
                  static_cast<unsigned long long>(session.requests),
                  static_cast<unsigned long long>(session.commands),
                  static_cast<unsigned long long>(session.refused));
    return text + visible_text(session.project.toStdString(), false, 1024) + '\n';
}

/// What a running session says of itself is newer than its file. One that does not answer is shown as it is.
void refresh(SessionFacts& session) {
    const Result<QJsonObject> answer =
        call_session(session, [](SessionClient& client, SessionClient::Answer done) {
            client.ask_status(std::move(done));
        });
    if (answer)
        read_facts(answer->value(QStringLiteral("status")).toObject(), session);
}

int remove_one(const std::string& prefix) {
    const Result<SessionFacts> session = find_session(list_sessions(), prefix, "remove a session");
    if (!session)
        return complain(session.error());
    if (const Status removed = remove_session(session->id); !removed)
        return complain(removed.error());
    put_out("removed " + session->id.toStdString() + '\n');
    return output_status(0);
}

} // namespace

int run_sessions(const std::vector<std::string>& arguments) {
    const std::vector<OptionSpec> known{{"--running"}, {"--json"}, {"--remove", "ID"}, {"--help"}, {"-h"}};
    const Result<CommandLine> line = parse_command_line("sessions", arguments, known);
    if (!line)
        return complain(line.error(), 2);
    if (!line->operands.empty() || line->separated)
        return complain(unexpected_word("sessions", line->separated ? "--" : line->operands[0], known), 2);
    if (line->has("--help") || line->has("-h")) {
        put_out(kHelp + schema_help(session_schema()));
        return output_status(0);
    }
    if (line->has("--remove"))
        return remove_one(line->value("--remove"));
    std::vector<SessionFacts> sessions = list_sessions();
    const bool json = line->has("--json");
    if (!json && sessions.empty())
        put_out("no session yet: start one with `agent-sandbox claude`\n");
    else if (!json)
        put_out(
            "ID                STATE      AGENT    STARTED            LINES  COMMANDS  REFUSED  PROJECT\n");
    for (SessionFacts& session : sessions) {
        if (session.is_running())
            refresh(session);
        else if (line->has("--running"))
            continue;
        if (json)
            put_json_line(to_object(session));
        else
            put_out(row_text(session));
    }
    return output_status(0);
}

} // namespace asb
