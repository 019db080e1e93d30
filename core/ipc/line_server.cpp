#include "core/ipc/line_server.h"

#include "core/base/fd.h"
#include "core/base/unix_socket.h"

#include <QJsonDocument>
#include <QRandomGenerator>
#include <QTimer>

#include <unistd.h>
#include <utility>

namespace asb {
namespace {

constexpr qsizetype kMaxLine = 4096;
constexpr qint64 kMaxUnsent = qint64{16} << 20; ///< a peer that asks and never reads
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

} // namespace

QJsonObject refusal(const QString& why) {
    return {{QStringLiteral("ok"), false}, {QStringLiteral("error"), why}};
}

LinePeer::LinePeer(QLocalSocket* socket) : QObject(socket), socket_(socket) {
    connect(socket, &QLocalSocket::bytesWritten, this, &LinePeer::drained);
    connect(socket, &QLocalSocket::disconnected, this, &LinePeer::closed);
}

void LinePeer::send(const QByteArray& lines) {
    if (socket_->state() == QLocalSocket::ConnectedState)
        socket_->write(lines);
}

void LinePeer::send(const QJsonObject& object) {
    send(QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n');
}

LineServer::LineServer(QObject* parent) : QObject(parent) {
    server_.setSocketOptions(QLocalServer::UserAccessOption);
    server_.setMaxPendingConnections(kMaxPeers);
    connect(&server_, &QLocalServer::newConnection, this, &LineServer::accept_peers);
}

LineServer::~LineServer() {
    if (!token_path_.empty())
        ::unlink(token_path_.c_str());
    // While all members live: their ends are told.
    qDeleteAll(findChildren<QLocalSocket*>(QString(), Qt::FindDirectChildrenOnly));
}

Status LineServer::open(const std::string& socket_path, const std::string& token_path) {
    token_ = make_token();
    if (const Status written = write_file_atomically(token_path, token_.toStdString() + '\n', 0600); !written)
        return written;
    token_path_ = token_path;
    ::unlink(socket_path.c_str()); // the folder is ours: what lies here is of a dead program
    if (!server_.listen(QString::fromStdString(socket_path)))
        return Error{"listen on " + socket_path + ": " + server_.errorString().toStdString(), {}, 0};
    return success();
}

void LineServer::close() {
    server_.close();
    if (!token_path_.empty())
        ::unlink(std::exchange(token_path_, {}).c_str());
    for (QLocalSocket* socket : findChildren<QLocalSocket*>(QString(), Qt::FindDirectChildrenOnly)) {
        socket->flush();
        socket->disconnectFromServer();
    }
}

void LineServer::accept_peers() {
    while (QLocalSocket* socket = server_.nextPendingConnection()) {
        socket->setParent(this);
        connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
        const Result<PeerCredentials> who = peer_credentials(static_cast<int>(socket->socketDescriptor()));
        if (!who || who->uid != ::geteuid() || peers_ >= kMaxPeers) {
            socket->abort();
            continue;
        }
        ++peers_;
        socket->setReadBufferSize(kMaxLine * 2);
        auto* peer = new LinePeer(socket);
        connect(socket, &QObject::destroyed, this, [this] { --peers_; });
        connect(socket, &QLocalSocket::readyRead, peer, [this, peer] { read_peer(peer); });
        QTimer::singleShot(kHelloMs, peer, [peer] {
            if (!peer->trusted_)
                peer->socket_->abort();
        });
        read_peer(peer);
    }
}

void LineServer::read_peer(LinePeer* peer) {
    QLocalSocket* socket = peer->socket_;
    while (socket->bytesAvailable() > 0 && socket->state() == QLocalSocket::ConnectedState) {
        peer->pending_.append(socket->read(kMaxLine));
        for (qsizetype end = peer->pending_.indexOf('\n'); end >= 0; end = peer->pending_.indexOf('\n')) {
            const QByteArray line = peer->pending_.left(end);
            peer->pending_.remove(0, end + 1);
            if (line.size() > kMaxLine || peer->unsent() > kMaxUnsent) {
                socket->abort();
                return;
            }
            take_line(peer, line);
            if (socket->state() != QLocalSocket::ConnectedState)
                return;
        }
        if (peer->pending_.size() > kMaxLine) {
            socket->abort();
            return;
        }
    }
}

void LineServer::take_line(LinePeer* peer, const QByteArray& line) {
    const QJsonObject object = QJsonDocument::fromJson(line).object();
    if (!peer->trusted_) {
        peer->trusted_ = take_hello(peer, object);
        return;
    }
    QJsonObject answer =
        handler_ ? handler_(object, peer) : refusal(QStringLiteral("nothing is answered here"));
    if (!answer.contains(QStringLiteral("ok")))
        answer.insert(QStringLiteral("ok"), true);
    if (object.contains(QStringLiteral("serial")))
        answer.insert(QStringLiteral("serial"), object.value(QStringLiteral("serial")).toInteger());
    peer->send(answer);
    if (!peer->after_answer_.isEmpty())
        peer->send(std::exchange(peer->after_answer_, {}));
}

bool LineServer::take_hello(LinePeer* peer, const QJsonObject& object) {
    const bool known = object.value(QStringLiteral("hello")).toInt() == kControlVersion;
    const QByteArray token = object.value(QStringLiteral("token")).toString().toLatin1();
    if (known && equal_tokens(token, token_)) {
        peer->send(QJsonObject{{QStringLiteral("ok"), true}, {QStringLiteral("version"), kControlVersion}});
        return true;
    }
    peer->send(refusal(known ? QStringLiteral("wrong token")
                             : QStringLiteral("say {\"hello\":1,\"token\":…} first; this is version 1")));
    peer->socket_->flush();
    peer->socket_->disconnectFromServer();
    return false;
}

} // namespace asb
