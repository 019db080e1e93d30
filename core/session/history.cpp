#include "core/session/history.h"

#include "core/base/fd.h"
#include "core/base/paths.h"
#include "core/ipc/session_facts.h"

#include <QDirIterator>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <vector>

namespace asb {
namespace {

constexpr std::int64_t kDayMs = std::int64_t{24} * 60 * 60 * 1000;
constexpr std::int64_t kMegabyte = std::int64_t{1} << 20;
constexpr int kMaxDays = 36500;

std::string limits_file() {
    return config_dir() + "/history.json";
}

std::int64_t folder_size(const QString& path) {
    std::int64_t size = 0;
    QDirIterator files(path, QDir::Files | QDir::Hidden | QDir::System | QDir::NoSymLinks,
                       QDirIterator::Subdirectories);
    while (files.hasNext()) {
        files.next();
        size += files.fileInfo().size();
    }
    return size;
}

} // namespace

HistoryLimits load_history_limits() {
    HistoryLimits limits;
    const Result<std::string> text = read_file(limits_file(), 4096);
    if (!text)
        return limits;
    const QJsonObject object = QJsonDocument::fromJson(QByteArray::fromStdString(*text)).object();
    const qint64 days = object.value(QStringLiteral("days")).toInteger(limits.days);
    const qint64 megabytes = object.value(QStringLiteral("megabytes")).toInteger(limits.megabytes);
    if (days >= 0 && days <= kMaxDays)
        limits.days = static_cast<int>(days);
    if (megabytes >= 0)
        limits.megabytes = megabytes;
    return limits;
}

Status save_history_limits(const HistoryLimits& limits) {
    if (const Status made = make_dirs(config_dir()); !made)
        return made;
    const QJsonObject object{{QStringLiteral("days"), limits.days},
                             {QStringLiteral("megabytes"), static_cast<qint64>(limits.megabytes)}};
    return write_file_atomically(limits_file(), QJsonDocument(object).toJson().toStdString(), 0600);
}

std::int64_t history_size() {
    return folder_size(QString::fromStdString(state_dir() + "/sessions"));
}

int apply_history_limits(const HistoryLimits& limits, std::int64_t now_ms, const QString& spare) {
    std::vector<SessionFacts> sessions = list_sessions();
    std::sort(sessions.begin(), sessions.end(), [](const SessionFacts& left, const SessionFacts& right) {
        return left.started_ms > right.started_ms;
    });
    int removed = 0;
    std::int64_t total = 0;
    for (const SessionFacts& session : sessions) {
        const std::int64_t size = folder_size(session.folder);
        const bool old = limits.days > 0 && now_ms - session.started_ms > limits.days * kDayMs;
        const bool too_much = limits.megabytes > 0 && total + size > limits.megabytes * kMegabyte;
        if (session.is_running() || session.id == spare || (!old && !too_much)) {
            total += size;
            continue;
        }
        if (remove_tree(session.folder.toStdString()))
            ++removed;
    }
    return removed;
}

Status remove_session(const QString& id) {
    const std::optional<SessionFacts> session = load_session(id);
    if (!session)
        return Error{"remove session " + id.toStdString() + ": there is none", "see `agent-sandbox sessions`",
                     0};
    if (session->is_running())
        return Error{"remove session " + id.toStdString() + ": it is running",
                     "end it first: agent-sandbox stop " + id.toStdString(), 0};
    return remove_tree(session->folder.toStdString());
}

} // namespace asb
