// A session's control socket: <runtime_dir>/<id>.sock. Sandboxed commands of the same user can reach such a
// socket, so a peer has to be of our uid and know the token from a 0600 file that no sandbox grants (design
// §3, channel 3). Few verbs; none takes a path or a program to run.
//
// One JSON object a line, at most 4 KiB. First {"hello":1,"token":"…"}, answered {"ok":true,"version":1}.
// Then
//   {"verb":"status"}               -> {"ok":true,"status":{…}}
//   {"verb":"stop"}                 -> {"ok":true}
//   {"verb":"cancel","request":12}  -> {"ok":true}
// Anything else: {"ok":false,"error":"…"}, and before the hello the connection is closed.
#pragma once

#include "core/base/result.h"

#include <QJsonObject>
#include <QLocalServer>
#include <QObject>

#include <cstdint>
#include <functional>
#include <string>

class QLocalSocket;

namespace asb {

inline constexpr int kControlVersion = 1;

class ControlServer : public QObject {
    Q_OBJECT
public:
    explicit ControlServer(QObject* parent = nullptr);

    /// Writes the token and listens. Error: the folder cannot be written, the socket is in use.
    Status open(const std::string& socket_path, const std::string& token_path);
    void close();

    /// Asked for each `status`.
    void set_status_source(std::function<QJsonObject()> source) { status_ = std::move(source); }

Q_SIGNALS:
    void stop_wanted();
    void cancel_wanted(quint64 request);

private:
    struct Peer {
        QByteArray pending;
        bool trusted = false;
    };
    void accept_peers();
    void read_peer(QLocalSocket* socket, Peer& peer);
    void take_line(QLocalSocket* socket, Peer& peer, const QByteArray& line);
    void take_hello(QLocalSocket* socket, Peer& peer, const QJsonObject& object);
    void take_verb(QLocalSocket* socket, const QJsonObject& object);

    QLocalServer server_;
    QByteArray token_;
    std::function<QJsonObject()> status_;
    int peers_ = 0;
};

} // namespace asb
