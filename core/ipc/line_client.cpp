#include "core/ipc/line_client.h"

#include "core/base/fd.h"
#include "core/ipc/line_server.h"

#include <QJsonDocument>

namespace asb {
namespace {

constexpr qsizetype kMaxLine = qsizetype{4} << 20; ///< a record is at most 2 MiB, a list of processes less
constexpr qint64 kReadBuffer = qint64{1} << 20;

QByteArray line_of(const QJsonObject& object) {
    return QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
}

/// Records come in thousands; they are told by their beginning.
bool is_answer(const QByteArray& line) {
    return !line.startsWith("{\"record\":") && line.contains("\"serial\":");
}

} // namespace

LineClient::LineClient(QObject* parent) : QObject(parent), socket_(this), connect_soon_(this) {
    socket_.setReadBufferSize(kReadBuffer);
    // Not out of open(): connecting may fail at once, and closed() must not come from there.
    connect_soon_.setSingleShot(true);
    connect(&connect_soon_, &QTimer::timeout, this,
            [this] { socket_.connectToServer(QString::fromStdString(socket_path_)); });
    connect(&socket_, &QLocalSocket::connected, this, &LineClient::say_hello);
    connect(&socket_, &QLocalSocket::readyRead, this, &LineClient::read_lines);
    connect(&socket_, &QLocalSocket::disconnected, this, [this] {
        held_ = false;
        read_lines();
        lose(QStringLiteral("the connection was closed"));
    });
    connect(&socket_, &QLocalSocket::errorOccurred, this, [this](QLocalSocket::LocalSocketError problem) {
        if (problem != QLocalSocket::PeerClosedError)
            lose(socket_.errorString());
    });
}

LineClient::~LineClient() {
    socket_.disconnect(this);
}

void LineClient::open(const std::string& socket_path, const std::string& token_path) {
    close();
    live_ = true;
    socket_path_ = socket_path;
    token_path_ = token_path;
    connect_soon_.start(0);
}

void LineClient::close() {
    live_ = false;
    trusted_ = false;
    held_ = false;
    connect_soon_.stop();
    socket_.abort();
    pending_.clear();
    taken_ = 0;
    unsent_.clear();
    const QHash<qint64, Answer> due = std::exchange(due_, {});
    for (const Answer& answer : due) {
        if (answer)
            answer(Error{"ask the session: the connection was closed", {}, 0});
    }
}

void LineClient::say_hello() {
    const Result<std::string> token = read_file(token_path_, 1024);
    if (!token) {
        lose(QString::fromStdString(token.error().text()));
        return;
    }
    socket_.write(line_of({{QStringLiteral("hello"), kControlVersion},
                           {QStringLiteral("token"), QString::fromStdString(*token).trimmed()}}));
}

void LineClient::ask(const QString& verb, const QJsonObject& members, Answer answer) {
    if (!live_) {
        if (answer)
            QTimer::singleShot(0, this, [answer] { answer(Error{"ask the session: not connected", {}, 0}); });
        return;
    }
    QJsonObject object = members;
    object.insert(QStringLiteral("verb"), verb);
    object.insert(QStringLiteral("serial"), ++serial_);
    due_.insert(serial_, std::move(answer));
    if (trusted_)
        socket_.write(line_of(object));
    else
        unsent_ += line_of(object);
}

void LineClient::hold(bool on) {
    held_ = on;
    if (!on)
        QTimer::singleShot(0, this, &LineClient::read_lines);
}

void LineClient::read_lines() {
    while (live_ && !held_) {
        const qsizetype end = pending_.indexOf('\n', taken_);
        if (end >= 0) {
            const QByteArray line = pending_.mid(taken_, end - taken_);
            taken_ = end + 1;
            take_line(line);
            continue;
        }
        pending_.remove(0, taken_);
        taken_ = 0;
        if (pending_.size() > kMaxLine) {
            lose(QStringLiteral("the answer is longer than 4 MiB"));
            return;
        }
        const QByteArray more = socket_.readAll();
        if (more.isEmpty())
            return;
        pending_ += more;
    }
}

void LineClient::take_line(const QByteArray& line) {
    if (trusted_ && !is_answer(line)) {
        Q_EMIT pushed(line);
        return;
    }
    const QJsonObject object = QJsonDocument::fromJson(line).object();
    const bool ok = object.value(QStringLiteral("ok")).toBool();
    const QString error = object.value(QStringLiteral("error")).toString();
    if (!trusted_) {
        if (!ok) {
            lose(error.isEmpty() ? QStringLiteral("it does not speak our language") : error);
            return;
        }
        trusted_ = true;
        socket_.write(std::exchange(unsent_, {}));
        Q_EMIT opened();
        return;
    }
    const Answer answer = due_.take(object.value(QStringLiteral("serial")).toInteger());
    if (!answer)
        return;
    if (ok)
        answer(object);
    else
        answer(Error{error.toStdString(), {}, 0});
}

void LineClient::lose(const QString& why) {
    if (!live_)
        return;
    close();
    Q_EMIT closed(why);
}

} // namespace asb
