// A session's control socket: <runtime_dir>/<id>.sock (design §3, channel 3; who may speak: line_server.h).
// Few verbs; none takes a path or a program to run.
//
//   {"verb":"status"}                          -> {"status":{…}}
//   {"verb":"watch"}                           -> {}, then {"status":{…}} now and when something changes
//   {"verb":"follow","revision":17}            -> {"following":true,"revision":20}, then a line for each
//   record
//                                                 that changed after 17 (record_to_json), now and as it
//                                                 comes;
//                                                 {"following":false,"revision":20}: some of them are only in
//                                                 the store any more
//                                                 A peer that reads too slowly gets {"gap":12}, the number of
//                                                 changes it was not sent, and has to ask again.
//   {"verb":"stop"}                            -> {}
//   {"verb":"cancel","request":12}             -> {}
//   {"verb":"kill","request":12,"command":3}   -> {"ended":2}, the number of processes told to end
//   {"verb":"kill","pid":4711}                 -> the same
//   {"verb":"end_leftovers"}                   -> {"ended":1}
//   {"verb":"processes"}                       -> {"processes":[…]} (session_client.h)
//   {"verb":"acknowledge","rule":"…"}          -> {}; an empty rule: all
//   {"verb":"reload","answer":"again"}         -> {}; "difference": {"text":"…"}; "later"
// Anything else: {"ok":false,"error":"…"}.
#pragma once

#include "core/events/ring.h"
#include "core/ipc/line_server.h"
#include "core/ipc/session_client.h"

#include <QHash>
#include <QObject>
#include <QTimer>

#include <cstdint>
#include <string>
#include <vector>

namespace asb {

/// The session as its control socket sees it.
class ControlHost {
public:
    virtual ~ControlHost() = default;
    virtual QJsonObject status() const = 0;
    virtual const Ring& ring() const = 0;
    virtual void stop() = 0;
    virtual Status cancel(std::uint64_t request) = 0;
    /// Each returns how many processes were told to end.
    virtual Result<int> kill_command(std::uint64_t request, std::uint64_t command) = 0;
    virtual Result<int> kill_process(int pid) = 0;
    virtual Result<int> end_leftovers() = 0;
    virtual QVector<ProcessFacts> processes() const = 0;
    virtual void acknowledge(const std::string& rule) = 0;
    /// The text of the difference for "difference", else empty.
    virtual Result<QString> answer_reload(const QString& answer) = 0;
};

class ControlServer : public QObject {
    Q_OBJECT
public:
    /// `host` must outlive this.
    explicit ControlServer(ControlHost& host, QObject* parent = nullptr);

    /// Error: the folder cannot be written.
    Status open(const std::string& socket_path, const std::string& token_path);
    /// What was sent is still read by those who follow.
    void close();

    /// To those who follow. Never waits, whatever they do.
    void publish(const std::vector<Record>& records);
    /// Something in host.status() may have changed.
    void status_changed();

private:
    struct Follower {
        bool watches = false;
        bool follows = false;
        std::uint64_t missed = 0; ///< since it became too slow
        QByteArray status;        ///< as it was sent last
    };
    QJsonObject answer(const QJsonObject& request, LinePeer* peer);
    QJsonObject follow(const QJsonObject& request, LinePeer* peer);
    QJsonObject kill(const QJsonObject& request);
    QJsonObject reload(const QJsonObject& request);
    Follower& follower(LinePeer* peer);
    void send_records(LinePeer* peer, Follower& follower, const QByteArray& lines, std::size_t count);
    void drained(LinePeer* peer);
    void send_status();

    ControlHost& host_;
    QHash<LinePeer*, Follower> followers_;
    LineServer server_; ///< after `followers_`, which hears of its end
    QTimer status_timer_;
};

} // namespace asb
