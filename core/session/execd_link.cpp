#include "core/session/execd_link.h"

#include "core/base/unix_socket.h"
#include "core/base/wire.h"

namespace asb {
namespace {
constexpr qsizetype kMaxLine = qsizetype{2} << 20; ///< as event.h promises
constexpr qint64 kReadBuffer = 4 << 20;            ///< beyond it execd's own queue bounds, then gaps
} // namespace

ExecdLink::ExecdLink(QObject* parent) : QObject(parent) {
    socket_.setReadBufferSize(kReadBuffer);
    connect(&socket_, &QLocalSocket::readyRead, this, &ExecdLink::read_lines);
    connect(&socket_, &QLocalSocket::disconnected, this, [this] {
        if (!open_)
            return; // closed here
        read_lines();
        lose(QStringLiteral("execd closed the control connection"));
    });
}

Status ExecdLink::open(const std::string& socket_path) {
    Result<Fd> socket = connect_unix(socket_path);
    if (!socket)
        return socket.error();
    if (!wire::send_frame(socket->get(), wire::encode_hello(wire::Role::Control)))
        return system_error("say hello on " + socket_path, errno);
    set_nonblocking(socket->get(), true);
    if (!socket_.setSocketDescriptor(socket->release(), QLocalSocket::ConnectedState))
        return Error{"use the control connection on " + socket_path + ": "
                         + socket_.errorString().toStdString(),
                     {},
                     0};
    open_ = true;
    return success();
}

void ExecdLink::send(const Order& order) {
    if (!open_)
        return;
    const std::string line = to_json(order) + '\n';
    socket_.write(line.data(), static_cast<qint64>(line.size()));
    socket_.flush();
}

void ExecdLink::close() {
    open_ = false;
    socket_.abort();
}

void ExecdLink::read_lines() {
    pending_.append(socket_.readAll());
    qsizetype start = 0;
    while (open_) {
        const qsizetype end = pending_.indexOf('\n', start);
        if (end < 0)
            break;
        const std::string_view line(pending_.constData() + start, static_cast<std::size_t>(end - start));
        start = end + 1;
        const Result<Event> parsed = event_from_json(line);
        if (!parsed) {
            lose(QStringLiteral("execd sent a line that is no event: ")
                 + QString::fromStdString(parsed.error().what));
            return;
        }
        Q_EMIT reported(*parsed);
    }
    pending_.remove(0, start);
    if (pending_.size() > kMaxLine)
        lose(QStringLiteral("execd sent an event that is longer than 2 MiB"));
}

void ExecdLink::lose(const QString& why) {
    if (!open_)
        return;
    close();
    Q_EMIT lost(why);
}

} // namespace asb
