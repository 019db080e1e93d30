// A local socket that answers JSON lines, for sessions and for the viewer. Sandboxed commands of the same
// user can reach such a socket, so a peer has to be of our uid and know the token from a 0600 file that no
// sandbox grants (design §3, channel 3).
//
// One JSON object a line, at most 4 KiB. First {"hello":1,"token":"…"}, answered {"ok":true,"version":1}.
// Then
// {"verb":"…", …}, answered {"ok":true, …} or {"ok":false,"error":"…"}; a member "serial" comes back in the
// answer. What breaks the protocol, or does not say hello within two seconds, is cut off.
#pragma once

#include "core/base/result.h"

#include <QJsonObject>
#include <QLocalServer>
#include <QLocalSocket>
#include <QObject>

#include <functional>
#include <string>

namespace asb {

inline constexpr int kControlVersion = 1;

/// A peer that has proved itself. Owned by the server; gone after closed().
class LinePeer : public QObject {
    Q_OBJECT
public:
    explicit LinePeer(QLocalSocket* socket);

    /// Queues lines, each ended by a newline; never waits. What the peer has not read yet is kept in memory:
    /// look at unsent() first when there may be much.
    void send(const QByteArray& lines);
    void send(const QJsonObject& object);
    /// From within a handler: what goes right behind its answer.
    void send_after_answer(const QByteArray& lines) { after_answer_ += lines; }
    qint64 unsent() const { return socket_->bytesToWrite(); }

Q_SIGNALS:
    void drained(); ///< something was taken by the peer; see unsent()
    void closed();

private:
    friend class LineServer;
    QLocalSocket* socket_;
    QByteArray pending_;
    QByteArray after_answer_;
    bool trusted_ = false;
};

QJsonObject refusal(const QString& why);

class LineServer : public QObject {
    Q_OBJECT
public:
    /// Answers one request of a trusted peer. An answer without "ok" gets "ok":true.
    using Handler = std::function<QJsonObject(const QJsonObject& request, LinePeer* peer)>;

    explicit LineServer(QObject* parent = nullptr);
    ~LineServer() override;

    void set_handler(Handler handler) { handler_ = std::move(handler); }
    /// Writes a fresh token and listens; what lies at the socket's path is taken for a dead one's. Error: the
    /// folder cannot be written.
    Status open(const std::string& socket_path, const std::string& token_path);
    /// Takes the token's file away. No new peers; those that are there are cut off when they have read what
    /// was sent, at the latest when the server is destroyed.
    void close();

private:
    void accept_peers();
    void read_peer(LinePeer* peer);
    void take_line(LinePeer* peer, const QByteArray& line);
    bool take_hello(LinePeer* peer, const QJsonObject& object);

    QLocalServer server_;
    std::string token_path_;
    QByteArray token_;
    Handler handler_;
    int peers_ = 0;
};

} // namespace asb
