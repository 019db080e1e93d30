// What is known of a session without asking it: from the registry while it runs, from its state folder
// (session.json, written by the session program) always.
#pragma once

#include "core/base/result.h"

#include <QJsonObject>
#include <QMetaType>
#include <QString>
#include <QStringList>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace asb {

/// A profile as the session found it when it started.
struct ProfileFacts {
    QString path;         ///< absolute
    QStringList files;    ///< every file read, bases first
    QString digest;       ///< digest_files(files) at the start
    QString copy;         ///< the text in force: a copy in the session's folder; empty: none was kept
    bool changed = false; ///< the files differ now (known by a running session, or looked at on reading)
};

struct SessionFacts {
    enum class State {
        Launching,
        Running,
        Red,    ///< execd is gone: every later command fails
        Asking, ///< over; asks whether to start again with the changed profiles
        Ending,
        Ended,
        Died, ///< neither ended nor running: its program was killed
    };
    QString id;
    State state = State::Ended;
    QString project; ///< folder
    QString agent;   ///< "claude"
    QStringList arguments;
    QString config;
    qint64 started_ms = 0;
    qint64 ended_ms = 0; ///< 0 while it runs
    std::optional<int> status;
    QString red;          ///< why execd is gone
    quint64 requests = 0; ///< lines
    quint64 commands = 0;
    quint64 refused = 0;
    quint64 unseen = 0; ///< refusals that nobody has looked at (acknowledge)
    QString folder;     ///< its state folder
    QString store;      ///< path of its store
    int pid = 0;        ///< of the session program while it runs
    int keeper_pid = 0;
    ProfileFacts agent_profile;
    ProfileFacts command_profile;
    QStringList agent_nono; ///< argv
    QStringList command_nono;
    QString nono_version;
    QString nono_audit; ///< nono's event log of the command sandbox
    QStringList proofs; ///< what was proved at the start, as `must-not-read=/path`
    QString launch;     ///< id of the launch file that it was started with (core/desktop); empty: none
    QString question;   ///< Asking: what is asked
    QString change;     ///< after the session: what has become of its profiles, for people; empty: nothing
    QString change_problem;        ///< why the changed ones cannot be used: nono's words
    QStringList agent_environment; ///< names of the variables that pass
    QStringList command_environment;
    QString refusal_rule; ///< the newest refusal while it runs: refusal_key
    QString refusal_reason;
    QString refusal_command;

    bool is_running() const { return state != State::Ended && state != State::Died; }
};

const char* to_string(SessionFacts::State state);
SessionFacts::State session_state_from(const QString& word);

/// From the members of session.json or of a running session's status; members that are missing or of a wrong
/// type keep what `facts` has.
void read_facts(const QJsonObject& object, SessionFacts& facts);

/// session.json of sessions that have not changed since the last look.
class FactsCache {
public:
    FactsCache();
    ~FactsCache();

private:
    friend class SessionFolder;
    struct Entry;
    std::map<QString, Entry> entries_;
};

/// All sessions of this user, running ones first, then by start, the newest first. Sessions without a
/// readable session.json are there with what their folder's name and times tell, but not while they only
/// start (session_lock.h).
std::vector<SessionFacts> list_sessions(FactsCache* cache = nullptr);
/// One session by its whole id; nullopt: there is none, or it is only starting.
std::optional<SessionFacts> load_session(const QString& id);
/// The session whose id begins with `prefix` (the newest when it is empty). Error: none, or several; names
/// what there is.
Result<SessionFacts> find_session(const std::vector<SessionFacts>& sessions, const std::string& prefix,
                                  const std::string& what_for);

} // namespace asb

Q_DECLARE_METATYPE(asb::SessionFacts)
