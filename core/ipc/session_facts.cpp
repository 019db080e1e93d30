#include "core/ipc/session_facts.h"

#include "core/base/fd.h"
#include "core/base/paths.h"
#include "core/config/profile_reader.h"
#include "core/events/store.h"
#include "core/ipc/registry.h"
#include "core/ipc/session_lock.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

namespace asb {
namespace {

constexpr std::size_t kMaxFacts = std::size_t{1} << 20;
constexpr const char* kStates[] = {"launching", "running", "red", "asking", "ending", "ended", "died"};

/// Reads members of one object; a wrong type keeps what was there.
class Members {
public:
    explicit Members(const QJsonObject& object) : object_(object) {}

    void take(const char* name, QString& value) const {
        if (const QJsonValue member = find(name); member.isString())
            value = member.toString();
    }
    void take(const char* name, qint64& value) const {
        if (const QJsonValue member = find(name); member.isDouble())
            value = member.toInteger();
    }
    void take(const char* name, quint64& value) const {
        if (const QJsonValue member = find(name); member.isDouble())
            value = static_cast<quint64>(std::max<qint64>(0, member.toInteger()));
    }
    void take(const char* name, bool& value) const {
        if (const QJsonValue member = find(name); member.isBool())
            value = member.toBool();
    }
    void take(const char* name, QStringList& value) const {
        const QJsonValue member = find(name);
        if (!member.isArray())
            return;
        value.clear();
        for (const QJsonValue& word : member.toArray())
            value.append(word.toString());
    }
    void take(const char* name, ProfileFacts& value) const {
        const QJsonValue member = find(name);
        if (!member.isObject())
            return;
        const Members inner(member.toObject());
        inner.take("path", value.path);
        inner.take("files", value.files);
        inner.take("digest", value.digest);
        inner.take("copy", value.copy);
        inner.take("changed", value.changed);
    }
    QJsonValue find(const char* name) const { return object_.value(QLatin1String(name)); }

private:
    QJsonObject object_;
};

QString sessions_folder() {
    return QString::fromStdString(state_dir() + "/sessions");
}

bool is_id(const QString& name) {
    return name.size() == 16 && std::all_of(name.begin(), name.end(), [](QChar c) {
               return (c >= QLatin1Char('0') && c <= QLatin1Char('9'))
                      || (c >= QLatin1Char('a') && c <= QLatin1Char('f'));
           });
}

std::vector<RegistryEntry> running_sessions() {
    const Result<std::string> folder = runtime_dir();
    return folder ? read_registry(*folder) : std::vector<RegistryEntry>();
}

void take_entry(const RegistryEntry& entry, SessionFacts& facts) {
    facts.id = QString::fromStdString(entry.id);
    facts.state = SessionFacts::State::Running;
    facts.agent = QString::fromStdString(entry.agent);
    facts.project = QString::fromStdString(entry.project);
    facts.store = QString::fromStdString(entry.store);
    facts.started_ms = entry.started_ms;
    facts.pid = entry.pid;
    facts.keeper_pid = entry.keeper_pid;
    facts.folder = QFileInfo(facts.store).path();
}

std::string shown(const SessionFacts& session) {
    return session.id.toStdString() + " (" + session.agent.toStdString() + " in "
           + session.project.toStdString() + ", " + to_string(session.state) + ')';
}

std::string list_of(const std::vector<const SessionFacts*>& sessions) {
    constexpr std::size_t kShown = 5;
    std::string text;
    for (std::size_t i = 0; i < std::min(sessions.size(), kShown); ++i)
        text += (i == 0 ? "" : ", ") + shown(*sessions[i]);
    return text + (sessions.size() > kShown ? ", …" : "");
}

} // namespace

struct FactsCache::Entry {
    QDateTime time;
    qint64 size = 0;
    SessionFacts facts;
};

FactsCache::FactsCache() = default;
FactsCache::~FactsCache() = default;

/// Reads what the state folder has of sessions.
class SessionFolder {
public:
    explicit SessionFolder(FactsCache* cache) : cache_(cache) {}

    /// nullopt: it is only starting, and nothing is recorded of it yet.
    std::optional<SessionFacts> read(const QString& id, const std::vector<RegistryEntry>& running) {
        SessionFacts facts = read_stored(id);
        const auto entry = std::find_if(running.begin(), running.end(), [&](const RegistryEntry& candidate) {
            return candidate.id == id.toStdString();
        });
        if (entry == running.end())
            return judge_unregistered(std::move(facts));
        take_entry(*entry, facts);
        if (facts.ended_ms != 0)
            facts.state = SessionFacts::State::Asking;
        return facts;
    }

private:
    /// Registered or not, it lives as long as its program holds the folder.
    static std::optional<SessionFacts> judge_unregistered(SessionFacts facts) {
        if (facts.ended_ms != 0 || !is_session_folder_held(facts.folder.toStdString()))
            return facts;
        if (facts.project.isEmpty()) // no session.json
            return std::nullopt;
        facts.state = SessionFacts::State::Running;
        return facts;
    }

    SessionFacts read_stored(const QString& id) {
        const QString folder = sessions_folder() + QLatin1Char('/') + id;
        const QFileInfo file(folder + QStringLiteral("/session.json"));
        const QDateTime time = file.lastModified();
        if (cache_) {
            const auto known = cache_->entries_.find(id);
            if (known != cache_->entries_.end() && known->second.time == time
                && known->second.size == file.size())
                return known->second.facts;
        }
        SessionFacts facts = read_file_of(id, folder);
        if (cache_)
            cache_->entries_[id] = {time, file.size(), facts};
        return facts;
    }

    static SessionFacts read_file_of(const QString& id, const QString& folder) {
        SessionFacts facts;
        facts.id = id;
        facts.folder = folder;
        facts.store = QString::fromStdString(store_path(id.toStdString()));
        facts.state = SessionFacts::State::Died;
        facts.started_ms = QFileInfo(folder).lastModified().toMSecsSinceEpoch();
        const Result<std::string> text = read_file(folder.toStdString() + "/session.json", kMaxFacts);
        if (!text)
            return facts;
        const QJsonObject object = QJsonDocument::fromJson(QByteArray::fromStdString(*text)).object();
        read_facts(object, facts);
        facts.id = id; // the folder's name counts, whatever stands inside
        facts.state = facts.ended_ms != 0 ? SessionFacts::State::Ended : SessionFacts::State::Died;
        return facts;
    }

    FactsCache* cache_;
};

const char* to_string(SessionFacts::State state) {
    return kStates[static_cast<std::size_t>(state)];
}

SessionFacts::State session_state_from(const QString& word) {
    for (std::size_t i = 0; i < std::size(kStates); ++i) {
        if (word == QLatin1String(kStates[i]))
            return static_cast<SessionFacts::State>(i);
    }
    return SessionFacts::State::Running;
}

void read_facts(const QJsonObject& object, SessionFacts& facts) {
    const Members members(object);
    members.take("id", facts.id);
    members.take("project", facts.project);
    members.take("agent", facts.agent);
    members.take("arguments", facts.arguments);
    members.take("config", facts.config);
    members.take("started_ms", facts.started_ms);
    members.take("ended_ms", facts.ended_ms);
    if (const QJsonValue status = members.find("status"); status.isDouble())
        facts.status = status.toInt();
    members.take("red", facts.red);
    members.take("requests", facts.requests);
    members.take("commands", facts.commands);
    members.take("refused", facts.refused);
    members.take("unseen", facts.unseen);
    members.take("agent_profile", facts.agent_profile);
    members.take("command_profile", facts.command_profile);
    members.take("agent_nono", facts.agent_nono);
    members.take("command_nono", facts.command_nono);
    members.take("nono", facts.nono_version);
    members.take("nono_audit", facts.nono_audit);
    members.take("proofs", facts.proofs);
    members.take("launch", facts.launch);
    members.take("question", facts.question);
    members.take("change", facts.change);
    members.take("change_problem", facts.change_problem);
    members.take("agent_environment", facts.agent_environment);
    members.take("command_environment", facts.command_environment);
    const Members refusal(members.find("refusal").toObject());
    refusal.take("rule", facts.refusal_rule);
    refusal.take("reason", facts.refusal_reason);
    refusal.take("command", facts.refusal_command);
    if (const QJsonValue state = members.find("state"); state.isString())
        facts.state = session_state_from(state.toString());
}

std::vector<SessionFacts> list_sessions(FactsCache* cache) {
    const std::vector<RegistryEntry> running = running_sessions();
    std::vector<SessionFacts> sessions;
    SessionFolder reader(cache);
    const QDir folder(sessions_folder());
    for (const QString& name : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot | QDir::NoSymLinks)) {
        if (!is_id(name))
            continue;
        if (std::optional<SessionFacts> facts = reader.read(name, running))
            sessions.push_back(std::move(*facts));
    }
    std::sort(sessions.begin(), sessions.end(), [](const SessionFacts& left, const SessionFacts& right) {
        if (left.is_running() != right.is_running())
            return left.is_running();
        return left.started_ms > right.started_ms;
    });
    return sessions;
}

std::optional<SessionFacts> load_session(const QString& id) {
    if (!is_id(id) || !QFileInfo(sessions_folder() + QLatin1Char('/') + id).isDir())
        return std::nullopt;
    return SessionFolder(nullptr).read(id, running_sessions());
}

Result<SessionFacts> find_session(const std::vector<SessionFacts>& sessions, const std::string& prefix,
                                  const std::string& what_for) {
    std::vector<const SessionFacts*> matches;
    std::vector<const SessionFacts*> all;
    for (const SessionFacts& session : sessions) {
        all.push_back(&session);
        if (session.id.toStdString().compare(0, prefix.size(), prefix) == 0)
            matches.push_back(&session);
    }
    if (all.empty())
        return Error{what_for + ": there is no session", "start one with `agent-sandbox claude`", 0};
    if (prefix.empty()) {
        const auto newest =
            std::max_element(all.begin(), all.end(), [](const SessionFacts* left, const SessionFacts* right) {
                return left->started_ms < right->started_ms;
            });
        return **newest;
    }
    if (matches.size() == 1)
        return *matches.front();
    if (matches.empty())
        return Error{what_for + ": no session begins with \"" + prefix + '"', "there are " + list_of(all), 0};
    return Error{what_for + ": " + std::to_string(matches.size()) + " sessions begin with \"" + prefix + '"',
                 "give more digits of one of " + list_of(matches), 0};
}

} // namespace asb
