// Talks to one running session through its control socket: asynchronous, lives in any thread with an event
// loop.
#pragma once

#include "core/events/record.h"
#include "core/ipc/line_client.h"

#include <QObject>
#include <QVector>

#include <functional>
#include <string>

namespace asb {

/// A line, a simple command, what a line left running, or a process below one of these.
struct ProcessFacts {
    enum class Kind { Line, Command, Leftover, Process };
    Kind kind = Kind::Process;
    int pid = 0;           ///< 0 for a line whose processes are listed below it
    int parent = 0;        ///< pid; 0 for those directly below their line
    quint64 request = 0;   ///< 0: not known
    quint64 command = 0;   ///< 0: not known
    bool declared = false; ///< runs behind a nono shim
    QString text;          ///< line or argv, at most 512 bytes
    qint64 started_ms = 0; ///< wall clock
    qint64 cpu_ms = 0;     ///< so far; of a declared command: of its real programs too
    qint64 memory_kb = 0;  ///< resident now
};
const char* to_string(ProcessFacts::Kind kind);
QJsonObject to_json_object(const ProcessFacts& process);
ProcessFacts process_facts_from(const QJsonObject& object);

class SessionClient : public QObject {
    Q_OBJECT
public:
    using Answer = LineClient::Answer;

    explicit SessionClient(QObject* parent = nullptr);

    /// Connects to session `id` in this runtime folder; opened() or closed() follows.
    void open(const std::string& runtime_folder, const std::string& id);
    void close() { line_.close(); }
    bool is_open() const { return line_.is_open(); }

    // Orders. `answer` may be empty; it is called once, from the event loop.
    /// {"status":{…}}: read_facts() understands it.
    void ask_status(Answer answer);
    /// status_changed() from now on, now and when something changes (at most five times a second).
    void watch(Answer answer = {});
    /// Records that changed after `revision`, then each change as it comes: records(). The answer's
    /// "following" is false when the session does not have them any more: read the store up to "revision",
    /// then ask again.
    void follow(quint64 revision, Answer answer);
    /// Ends the session: TERM to the agent, KILL when it does not go.
    void stop(Answer answer = {});
    /// Ends a line with everything it started.
    void cancel(quint64 request, Answer answer = {});
    /// TERM, then KILL, for one simple command, also behind a nono shim. The answer's "ended" is the number
    /// of processes that were told to end.
    void kill_command(quint64 request, quint64 command, Answer answer = {});
    /// The same for a process of the command sandbox that processes() lists.
    void kill_process(int pid, Answer answer = {});
    /// Ends what earlier lines left running.
    void end_leftovers(Answer answer = {});
    /// What runs now and what earlier lines left running, parents first, at most 1000.
    void ask_processes(Answer answer); ///< the same as it comes: {"processes":[…]}
    void processes(std::function<void(const Result<QVector<ProcessFacts>>& processes)> answer);
    /// Refusals of this rule (refusal_key) have been looked at; an empty rule: all.
    void acknowledge(const QString& rule, Answer answer = {});
    /// The question after a session whose profile changed: "again", "difference" (answers {"text"}) or
    /// "later". First answer counts: a late one gets an Error.
    void answer_reload(const QString& answer_word, Answer answer = {});

    /// While held, records wait in the session (which then reports a gap), not here.
    void hold(bool on) { line_.hold(on); }

Q_SIGNALS:
    void opened();
    void closed(const QString& why);
    void status_changed(const QJsonObject& status);
    /// In order of their revisions.
    void records(const QVector<asb::Record>& records);
    /// `missing` changes were not sent because this side was slow; following has ended.
    void gap(quint64 missing);

private:
    void take_line(const QByteArray& line);
    void flush_records();

    LineClient line_;
    QVector<Record> batch_;
    bool flush_due_ = false;
};

} // namespace asb
