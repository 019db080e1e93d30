#include "core/ipc/session_list.h"

#include "core/base/fd.h"
#include "core/base/paths.h"
#include "core/ipc/unseen.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace asb {
namespace {

constexpr int kPollMs = 2000;
constexpr int kSoonMs = 30; ///< several changes of a folder are one look

QString sessions_folder() {
    return QString::fromStdString(state_dir() + "/sessions");
}

bool same(const SessionFacts& left, const SessionFacts& right) {
    return left.state == right.state && left.status == right.status && left.ended_ms == right.ended_ms
           && left.requests == right.requests && left.commands == right.commands
           && left.refused == right.refused && left.unseen == right.unseen && left.red == right.red
           && left.change == right.change && left.question == right.question
           && left.refusal_command == right.refusal_command && left.refusal_rule == right.refusal_rule
           && left.agent_profile.changed == right.agent_profile.changed
           && left.command_profile.changed == right.command_profile.changed
           && left.command_nono == right.command_nono && left.project == right.project;
}

} // namespace

SessionList::SessionList(QObject* parent) : QObject(parent) {
    poll_.setInterval(kPollMs);
    soon_.setSingleShot(true);
    soon_.setInterval(kSoonMs);
    connect(&poll_, &QTimer::timeout, this, &SessionList::refresh);
    connect(&soon_, &QTimer::timeout, this, &SessionList::refresh);
    connect(&watcher_, &QFileSystemWatcher::directoryChanged, this, [this] { soon_.start(); });
}

SessionList::~SessionList() = default;

void SessionList::start() {
    refresh();
    poll_.start();
}

void SessionList::watch_folders() {
    QStringList folders{sessions_folder()};
    if (const Result<std::string> runtime = runtime_dir())
        folders.append(QString::fromStdString(*runtime));
    for (const QString& folder : folders) {
        if (!watcher_.directories().contains(folder) && QFileInfo(folder).isDir())
            watcher_.addPath(folder);
    }
}

void SessionList::refresh() {
    watch_folders();
    const std::vector<SessionFacts> now = list_sessions(&cache_);
    QStringList gone = entries_.keys();
    for (const SessionFacts& facts : now) {
        gone.removeAll(facts.id);
        take(facts);
    }
    for (const QString& id : gone) {
        drop_client(*entries_.value(id));
        entries_.remove(id);
        Q_EMIT removed(id);
    }
}

/// Later: it may be the client whose answer made somebody look at the folders.
void SessionList::drop_client(Entry& entry) {
    if (!entry.client)
        return;
    entry.client->disconnect();
    entry.client.release()->deleteLater();
}

void SessionList::take(const SessionFacts& facts) {
    const auto known = entries_.constFind(facts.id);
    if (known == entries_.constEnd()) {
        auto entry = std::make_shared<Entry>();
        entry->facts = facts;
        entries_.insert(facts.id, entry);
        if (facts.is_running())
            connect_client(*entry);
        Q_EMIT added(facts.id);
        return;
    }
    const std::shared_ptr<Entry> entry = *known;
    SessionFacts next = facts;
    if (facts.is_running() && entry->client && entry->client->is_open()) {
        // Its own word is newer than its file.
        next.state = entry->facts.state;
        next.requests = entry->facts.requests;
        next.commands = entry->facts.commands;
        next.refused = entry->facts.refused;
        next.unseen = entry->facts.unseen;
        next.refusal_rule = entry->facts.refusal_rule;
        next.refusal_reason = entry->facts.refusal_reason;
        next.refusal_command = entry->facts.refusal_command;
        next.question = entry->facts.question;
        next.agent_profile.changed = entry->facts.agent_profile.changed;
        next.command_profile.changed = entry->facts.command_profile.changed;
    }
    if (facts.is_running() && !entry->client)
        connect_client(*entry);
    if (!facts.is_running())
        drop_client(*entry);
    const bool news = !same(next, entry->facts);
    entry->facts = next;
    if (news)
        Q_EMIT changed(facts.id);
}

void SessionList::connect_client(Entry& entry) {
    const Result<std::string> runtime = runtime_dir();
    if (!runtime)
        return;
    const QString id = entry.facts.id;
    entry.client = std::make_unique<SessionClient>();
    SessionClient* client = entry.client.get();
    connect(client, &SessionClient::status_changed, this,
            [this, id](const QJsonObject& status) { take_status(id, status); });
    // Queued: the client is destroyed by what follows.
    connect(
        client, &SessionClient::closed, this,
        [this, id, client] {
            const auto known = entries_.constFind(id);
            if (known != entries_.constEnd() && (*known)->client.get() == client)
                (*known)->client.reset(); // the next look at the folders tells what has become of it
        },
        Qt::QueuedConnection);
    client->open(*runtime, id.toStdString());
    client->watch();
}

void SessionList::take_status(const QString& id, const QJsonObject& status) {
    const auto known = entries_.constFind(id);
    if (known == entries_.constEnd())
        return;
    SessionFacts next = (*known)->facts;
    read_facts(status, next);
    next.id = id;
    const std::shared_ptr<Entry> entry = *known; // whoever hears of it may look at the folders again
    const bool news = !same(next, entry->facts);
    entry->facts = next;
    if (news)
        Q_EMIT changed(id);
    if (!std::exchange(entry->has_answered, true))
        Q_EMIT answered(id);
}

std::vector<SessionFacts> SessionList::sessions() const {
    std::vector<SessionFacts> list;
    for (const std::shared_ptr<Entry>& entry : entries_)
        list.push_back(entry->facts);
    std::sort(list.begin(), list.end(), [](const SessionFacts& left, const SessionFacts& right) {
        if (left.is_running() != right.is_running())
            return left.is_running();
        return left.started_ms != right.started_ms ? left.started_ms > right.started_ms : left.id < right.id;
    });
    return list;
}

const SessionFacts* SessionList::find(const QString& id) const {
    const auto known = entries_.constFind(id);
    return known == entries_.constEnd() ? nullptr : &(*known)->facts;
}

SessionClient* SessionList::client(const QString& id) const {
    const auto known = entries_.constFind(id);
    return known == entries_.constEnd() ? nullptr : (*known)->client.get();
}

void SessionList::acknowledge(const QString& id, const QString& rule) {
    const auto known = entries_.constFind(id);
    if (known == entries_.constEnd())
        return;
    if ((*known)->client) {
        (*known)->client->acknowledge(rule);
        return;
    }
    if ((*known)->facts.is_running() || (*known)->facts.unseen == 0)
        return;
    static_cast<void>(acknowledge_ended((*known)->facts.folder, rule)); // nobody's loss but a mark's
    refresh();
}

} // namespace asb
