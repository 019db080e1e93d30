#include "core/commands/session_call.h"

#include "core/base/output.h"
#include "core/base/paths.h"

#include <QEventLoop>
#include <QJsonDocument>
#include <QTimer>

#include <cstdio>
#include <optional>

namespace asb {
namespace {
constexpr int kLimitMs = 5000;
} // namespace

Result<QJsonObject> call_session(const SessionFacts& session,
                                 const std::function<void(SessionClient&, SessionClient::Answer)>& ask) {
    const Result<std::string> folder = runtime_dir();
    if (!folder)
        return folder.error();
    const std::string id = session.id.toStdString();
    std::optional<Result<QJsonObject>> result;
    QEventLoop loop;
    SessionClient client;
    const auto end = [&](const Result<QJsonObject>& answer) {
        if (!result)
            result = answer;
        loop.quit();
    };
    QObject::connect(&client, &SessionClient::closed, &loop, [&](const QString& why) {
        end(Error{"ask session " + id + ": " + why.toStdString(),
                  "it may just have ended: agent-sandbox sessions", 0});
    });
    QTimer::singleShot(kLimitMs, &loop, [&] {
        end(Error{"ask session " + id + ": it did not answer within five seconds",
                  "its program is process " + std::to_string(session.pid), 0});
    });
    client.open(*folder, id);
    ask(client, end);
    loop.exec();
    client.disconnect();
    return *result;
}

Result<SessionFacts> find_running_session(const std::string& prefix, const std::string& what_for) {
    std::vector<SessionFacts> running;
    for (SessionFacts& session : list_sessions()) {
        if (session.is_running())
            running.push_back(std::move(session));
    }
    if (running.empty())
        return Error{what_for + ": no session is running", "see `agent-sandbox sessions`", 0};
    if (!prefix.empty() || running.size() == 1)
        return find_session(running, prefix, what_for);
    std::string ids;
    for (const SessionFacts& session : running)
        ids += (ids.empty() ? "" : ", ") + session.id.toStdString();
    return Error{what_for + ": " + std::to_string(running.size()) + " sessions are running",
                 "name one of " + ids, 0};
}

int complain(const Error& error, int status) {
    std::fprintf(stderr, "agent-sandbox: %s\n", error.text().c_str());
    return status;
}

void put_json_line(const QJsonObject& object) {
    put_out((QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n').toStdString());
}

} // namespace asb
