// The sessions of this user, kept up to date: running ones and those on disk.
#pragma once

#include "core/ipc/session_client.h"
#include "core/ipc/session_facts.h"

#include <QFileSystemWatcher>
#include <QHash>
#include <QObject>
#include <QTimer>

#include <memory>
#include <vector>

namespace asb {

class SessionList : public QObject {
    Q_OBJECT
public:
    explicit SessionList(QObject* parent = nullptr);
    ~SessionList() override;

    /// Reads both folders and goes on watching them. Needs no folder to exist.
    void start();

    /// Running ones first, then the newest first.
    std::vector<SessionFacts> sessions() const;
    /// nullptr: not known. Valid until the event loop runs again.
    const SessionFacts* find(const QString& id) const;
    /// The connection to a running session, owned here; nullptr when it has none. Use it at once.
    SessionClient* client(const QString& id) const;
    /// Refusals of this rule (empty: all) of a session have been looked at, running or not.
    void acknowledge(const QString& id, const QString& rule);
    /// Looks at the folders now; else it happens when they change, and every two seconds.
    void refresh();

Q_SIGNALS:
    void added(const QString& id);
    void changed(const QString& id);
    void removed(const QString& id);
    /// A running session has told how it stands for the first time; what changes after this is new.
    void answered(const QString& id);

private:
    struct Entry {
        SessionFacts facts;
        std::unique_ptr<SessionClient> client;
        bool has_answered = false;
    };
    void watch_folders();
    void drop_client(Entry& entry);
    void take(const SessionFacts& facts);
    void connect_client(Entry& entry);
    void take_status(const QString& id, const QJsonObject& status);

    QHash<QString, std::shared_ptr<Entry>> entries_;
    FactsCache cache_;
    QFileSystemWatcher watcher_;
    QTimer poll_;
    QTimer soon_;
};

} // namespace asb
