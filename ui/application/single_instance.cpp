#include "ui/application/single_instance.h"

#include "core/base/clock.h"
#include "core/base/unix_socket.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cerrno>
#include <ctime>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

namespace asb::ui {
namespace {

constexpr std::size_t kMaxAnswer = 4096;
constexpr std::size_t kMaxMark = 512;
constexpr long kRetryNs = 20'000'000;

QString text(const std::string& value) {
    return QString::fromStdString(value);
}

/// One line of the other side without the newline; Error at the end of the connection or of the time.
Result<QJsonObject> read_answer(int socket) {
    std::string line;
    for (char byte = 0; line.size() < kMaxAnswer; line += byte) {
        if (!read_exact(socket, &byte, 1))
            return Error{"the viewer that is running does not answer", {}, errno};
        if (byte == '\n')
            break;
    }
    const QJsonObject object = QJsonDocument::fromJson(QByteArray::fromStdString(line)).object();
    if (!object.value(QStringLiteral("ok")).toBool())
        return Error{"the viewer that is running says: "
                         + object.value(QStringLiteral("error")).toString().toStdString(),
                     "end it with Ctrl+Q in its window and start again", 0};
    return object;
}

bool send_object(int socket, const QJsonObject& object) {
    return write_all(socket, QJsonDocument(object).toJson(QJsonDocument::Compact).toStdString() + '\n');
}

QJsonObject verb_of(const Handover& handover) {
    QJsonArray words;
    for (const std::string& word : to_words(handover.arguments))
        words.append(text(word));
    return {{QStringLiteral("verb"), QStringLiteral("raise")},
            {QStringLiteral("words"), words},
            {QStringLiteral("startup_id"), text(handover.startup_id.substr(0, kMaxMark))},
            {QStringLiteral("activation_token"), text(handover.activation_token.substr(0, kMaxMark))}};
}

Status try_hand_over(const InstancePaths& paths, const Handover& handover, int limit_ms) {
    const Result<Fd> socket = connect_unix(paths.socket);
    if (!socket)
        return socket.error();
    timeval limit{};
    limit.tv_sec = limit_ms / 1000;
    limit.tv_usec = static_cast<suseconds_t>(limit_ms % 1000) * 1000;
    for (const int option : {SO_RCVTIMEO, SO_SNDTIMEO})
        ::setsockopt(socket->get(), SOL_SOCKET, option, &limit, sizeof limit);
    const Result<std::string> token = read_file(paths.token, kMaxMark);
    if (!token)
        return token.error();
    const QJsonObject hello{{QStringLiteral("hello"), kControlVersion},
                            {QStringLiteral("token"), text(*token).trimmed()}};
    if (!send_object(socket->get(), hello))
        return system_error("write to the viewer that is running", errno);
    if (const Result<QJsonObject> answer = read_answer(socket->get()); !answer)
        return answer.error();
    if (!send_object(socket->get(), verb_of(handover)))
        return system_error("write to the viewer that is running", errno);
    const Result<QJsonObject> answer = read_answer(socket->get());
    return answer ? success() : Status(answer.error());
}

} // namespace

InstancePaths instance_paths(const std::string& runtime_folder) {
    return {runtime_folder + "/viewer.lock", runtime_folder + "/viewer.sock",
            runtime_folder + "/viewer.token"};
}

Result<std::optional<Fd>> take_instance_lock(const InstancePaths& paths) {
    Fd lock(::open(paths.lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!lock)
        return system_error("open " + paths.lock, errno);
    if (::flock(lock.get(), LOCK_EX | LOCK_NB) == 0)
        return std::optional<Fd>(std::move(lock));
    if (errno == EWOULDBLOCK)
        return std::optional<Fd>();
    return system_error("lock " + paths.lock, errno);
}

Status hand_over(const InstancePaths& paths, const Handover& handover, int limit_ms) {
    const std::int64_t until = monotonic_us() + std::int64_t{limit_ms} * 1000;
    for (;;) {
        Status done = try_hand_over(paths, handover, limit_ms);
        // Its lock is older than its socket: one that is just starting is asked again.
        const int code = done ? 0 : done.error().code;
        if (done || (code != ENOENT && code != ECONNREFUSED) || monotonic_us() >= until)
            return done;
        const timespec pause{0, kRetryNs};
        ::nanosleep(&pause, nullptr);
    }
}

InstanceServer::InstanceServer(QObject* parent) : QObject(parent) {}

Status InstanceServer::open(const InstancePaths& paths) {
    server_.set_handler([this](const QJsonObject& object, LinePeer*) { return answer(object); });
    token_ = paths.token;
    return server_.open(paths.socket, paths.token);
}

void InstanceServer::close() {
    server_.close();
    if (!token_.empty())
        ::unlink(token_.c_str());
    token_.clear();
}

QJsonObject InstanceServer::answer(const QJsonObject& object) {
    if (object.value(QStringLiteral("verb")) != QLatin1String("raise"))
        return refusal(QStringLiteral("unknown verb"));
    std::vector<std::string> words;
    for (const QJsonValue& word : object.value(QStringLiteral("words")).toArray())
        words.push_back(word.toString().toStdString());
    Result<ViewerArguments> arguments = parse_viewer_arguments(words);
    if (!arguments)
        return refusal(QString::fromStdString(arguments.error().what));
    const auto mark = [&](const char* name) {
        return object.value(QLatin1String(name)).toString().toStdString().substr(0, kMaxMark);
    };
    const Handover handover{*arguments, mark("startup_id"), mark("activation_token")};
    // After the answer: what follows may take its time.
    QMetaObject::invokeMethod(
        this, [this, handover] { Q_EMIT started_again(handover); }, Qt::QueuedConnection);
    return {};
}

} // namespace asb::ui
