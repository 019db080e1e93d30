#include "core/ipc/control_server.h"

#include "core/base/fd.h"
#include "core/base/unix_socket.h"

#include <QJsonDocument>
#include <QLocalSocket>
#include <QRandomGenerator>
#include <QTimer>

#include <memory>
#include <unistd.h>

namespace asb {
namespace {

constexpr qsizetype kMaxLine = 4096;
constexpr int kMaxPeers = 16;
constexpr int kHelloMs = 2000;
constexpr int kTokenWords = 8;

QByteArray make_token() {
    quint32 words[kTokenWords];
    QRandomGenerator::system()->fillRange(words);
    return QByteArray::fromRawData(reinterpret_cast<const char*>(words), sizeof words).toHex();
}

/// Takes the same time wherever the difference is.
bool equal_tokens(const QByteArray& left, const QByteArray& right) {
    if (left.size() != right.size())
        return false;
    unsigned difference = 0;
    for (qsizetype i = 0; i < left.size(); ++i)
        difference |=
            static_cast<unsigned char>(left[i]) ^ static_cast<unsigned>(static_cast<unsigned char>(right[i]));
    return difference == 0;
}

void answer(QLocalSocket* socket, const QJsonObject& object) {
    socket->write(QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n');
}

void refuse(QLocalSocket* socket, const QString& why) {
    answer(socket, {{QStringLiteral("ok"), false}, {QStringLiteral("error"), why}});
}

} // namespace

ControlServer::ControlServer(QObject* parent) : QObject(parent) {
    server_.setSocketOptions(QLocalServer::UserAccessOption);
    server_.setMaxPendingConnections(kMaxPeers);
    connect(&server_, &QLocalServer::newConnection, this, &ControlServer::accept_peers);
}

Status ControlServer::open(const std::string& socket_path, const std::string& token_path) {
    token_ = make_token();
    if (const Status written = write_file_atomically(token_path, token_.toStdString() + '\n', 0600); !written)
        return written;
    ::unlink(socket_path.c_str()); // the folder is ours and the id fresh: what lies here is of a dead session
    if (!server_.listen(QString::fromStdString(socket_path)))
        return Error{"listen on " + socket_path + ": " + server_.errorString().toStdString(), {}, 0};
    return success();
}

void ControlServer::close() {
    server_.close();
}

void ControlServer::accept_peers() {
    while (QLocalSocket* socket = server_.nextPendingConnection()) {
        socket->setParent(this);
        connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
        const Result<PeerCredentials> peer = peer_credentials(static_cast<int>(socket->socketDescriptor()));
        if (!peer || peer->uid != ::geteuid() || peers_ >= kMaxPeers) {
            socket->abort();
            continue;
        }
        ++peers_;
        socket->setReadBufferSize(kMaxLine * 2);
        const auto state = std::make_shared<Peer>();
        connect(socket, &QObject::destroyed, this, [this] { --peers_; });
        connect(socket, &QLocalSocket::readyRead, this, [this, socket, state] { read_peer(socket, *state); });
        QTimer::singleShot(kHelloMs, socket, [socket, state] {
            if (!state->trusted)
                socket->abort();
        });
        read_peer(socket, *state);
    }
}

void ControlServer::read_peer(QLocalSocket* socket, Peer& peer) {
    while (socket->bytesAvailable() > 0 && socket->state() == QLocalSocket::ConnectedState) {
        peer.pending.append(socket->read(kMaxLine));
        for (qsizetype end = peer.pending.indexOf('\n'); end >= 0; end = peer.pending.indexOf('\n')) {
            const QByteArray line = peer.pending.left(end);
            peer.pending.remove(0, end + 1);
            if (line.size() > kMaxLine) {
                socket->abort();
                return;
            }
            take_line(socket, peer, line);
            if (socket->state() != QLocalSocket::ConnectedState)
                return;
        }
        if (peer.pending.size() > kMaxLine) {
            socket->abort();
            return;
        }
    }
}

void ControlServer::take_line(QLocalSocket* socket, Peer& peer, const QByteArray& line) {
    const QJsonObject object = QJsonDocument::fromJson(line).object();
    if (!peer.trusted)
        take_hello(socket, peer, object);
    else
        take_verb(socket, object);
}

void ControlServer::take_hello(QLocalSocket* socket, Peer& peer, const QJsonObject& object) {
    const bool known = object.value(QStringLiteral("hello")).toInt() == kControlVersion;
    const QByteArray token = object.value(QStringLiteral("token")).toString().toLatin1();
    if (!known || !equal_tokens(token, token_)) {
        refuse(socket, known ? QStringLiteral("wrong token")
                             : QStringLiteral("say {\"hello\":1,\"token\":…} first; this is version 1"));
        socket->flush();
        socket->disconnectFromServer();
        return;
    }
    peer.trusted = true;
    answer(socket, {{QStringLiteral("ok"), true}, {QStringLiteral("version"), kControlVersion}});
}

void ControlServer::take_verb(QLocalSocket* socket, const QJsonObject& object) {
    const QString verb = object.value(QStringLiteral("verb")).toString();
    if (verb == QLatin1String("status")) {
        answer(socket, {{QStringLiteral("ok"), true},
                        {QStringLiteral("status"), status_ ? status_() : QJsonObject()}});
    } else if (verb == QLatin1String("stop")) {
        answer(socket, {{QStringLiteral("ok"), true}});
        socket->flush();
        Q_EMIT stop_wanted();
    } else if (verb == QLatin1String("cancel")) {
        const qint64 request = object.value(QStringLiteral("request")).toInteger();
        if (request <= 0) {
            refuse(socket, QStringLiteral("cancel needs the number of a request"));
            return;
        }
        answer(socket, {{QStringLiteral("ok"), true}});
        Q_EMIT cancel_wanted(static_cast<quint64>(request));
    } else {
        refuse(socket, QStringLiteral("unknown verb"));
    }
}

} // namespace asb
