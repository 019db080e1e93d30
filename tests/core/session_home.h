// A private home for tests that look at sessions: state and runtime folder, sessions that ran or run.
#pragma once

#include "core/base/fd.h"
#include "core/base/paths.h"
#include "core/events/store.h"
#include "core/ipc/registry.h"

#include <QByteArray>
#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace asb {

class SessionHome {
public:
    SessionHome() {
        qputenv("HOME", folder_.path().toUtf8());
        qputenv("XDG_STATE_HOME", folder_.filePath(QStringLiteral("state")).toUtf8());
        qputenv("XDG_CONFIG_HOME", folder_.filePath(QStringLiteral("config")).toUtf8());
        qputenv("XDG_RUNTIME_DIR", folder_.filePath(QStringLiteral("run")).toUtf8());
        QDir().mkpath(folder_.filePath(QStringLiteral("run")));
        ::chmod(folder_.filePath(QStringLiteral("run")).toLocal8Bit().constData(), 0700);
    }

    QString path(const QString& name) const { return folder_.filePath(name); }
    std::string folder_of(const std::string& id) const { return state_dir() + "/sessions/" + id; }

    /// session.json of a session; more members than id and start are the caller's.
    void add(const std::string& id, QJsonObject facts) const {
        static_cast<void>(make_dirs(folder_of(id)));
        facts.insert(QStringLiteral("id"), QString::fromStdString(id));
        static_cast<void>(write_file_atomically(folder_of(id) + "/session.json",
                                                QJsonDocument(facts).toJson().toStdString(), 0600));
    }
    /// Says that this process runs it.
    void register_running(const std::string& id, std::int64_t started_ms = 1) const {
        static_cast<void>(
            write_registry_entry(*runtime_dir(), {id, "claude", "/project", store_path(id), "/run",
                                                  static_cast<int>(::getpid()), 0, started_ms}));
    }

private:
    QTemporaryDir folder_;
};

/// The n-th record of a session: a finished command.
inline Record numbered_record(std::uint64_t id, const std::string& word = "ls") {
    Record record;
    record.id = id;
    record.revision = id;
    record.done = true;
    record.event.type = EventType::CommandEnd;
    record.event.request = 1;
    record.event.command = id;
    record.event.argv = {word};
    record.event.status = 0;
    record.event.verdict = Verdict::Floor;
    return record;
}

} // namespace asb
