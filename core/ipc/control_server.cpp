#include "core/ipc/control_server.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace asb {
namespace {

constexpr qint64 kMaxUnsent = qint64{4} << 20; ///< for a peer that follows; above it, it gets a gap
constexpr qint64 kDrained = qint64{64} << 10;
constexpr int kStatusMs = 200;

QString word(const char* text) {
    return QLatin1String(text);
}

QByteArray lines_of(const std::vector<Record>& records) {
    QByteArray lines;
    for (const Record& record : records) {
        const std::string line = record_to_json(record);
        lines.append(line.data(), static_cast<qsizetype>(line.size()));
        lines.append('\n');
    }
    return lines;
}

/// A number above 0 that JSON gives as a number; 0 else.
std::uint64_t number(const QJsonObject& object, const char* name) {
    const qint64 value = object.value(word(name)).toInteger();
    return value > 0 ? static_cast<std::uint64_t>(value) : 0;
}

QJsonObject counted(const Result<int>& ended) {
    if (!ended)
        return refusal(QString::fromStdString(ended.error().text()));
    return {{word("ended"), *ended}};
}

} // namespace

ControlServer::ControlServer(ControlHost& host, QObject* parent) : QObject(parent), host_(host) {
    server_.set_handler([this](const QJsonObject& request, LinePeer* peer) { return answer(request, peer); });
    status_timer_.setSingleShot(true);
    status_timer_.setInterval(kStatusMs);
    connect(&status_timer_, &QTimer::timeout, this, &ControlServer::send_status);
}

Status ControlServer::open(const std::string& socket_path, const std::string& token_path) {
    return server_.open(socket_path, token_path);
}

void ControlServer::close() {
    send_status();
    server_.close();
}

QJsonObject ControlServer::answer(const QJsonObject& request, LinePeer* peer) {
    const QString verb = request.value(word("verb")).toString();
    if (verb == word("status"))
        return {{word("status"), host_.status()}};
    if (verb == word("watch")) {
        follower(peer).watches = true;
        status_changed();
        return {};
    }
    if (verb == word("follow"))
        return follow(request, peer);
    if (verb == word("stop")) {
        // Queued: the answer has to be on its way before the session ends.
        QTimer::singleShot(0, this, [this] { host_.stop(); });
        return {};
    }
    if (verb == word("cancel")) {
        const std::uint64_t line = number(request, "request");
        if (line == 0)
            return refusal(QStringLiteral("cancel needs the number of a request"));
        const Status done = host_.cancel(line);
        return done ? QJsonObject() : refusal(QString::fromStdString(done.error().text()));
    }
    if (verb == word("kill"))
        return kill(request);
    if (verb == word("end_leftovers"))
        return counted(host_.end_leftovers());
    if (verb == word("processes")) {
        QJsonArray list;
        for (const ProcessFacts& process : host_.processes())
            list.append(to_json_object(process));
        return {{word("processes"), list}};
    }
    if (verb == word("acknowledge")) {
        host_.acknowledge(request.value(word("rule")).toString().toStdString());
        status_changed();
        return {};
    }
    if (verb == word("reload"))
        return reload(request);
    return refusal(QStringLiteral("unknown verb; known are status, watch, follow, stop, cancel, kill, "
                                  "end_leftovers, processes, acknowledge, reload"));
}

QJsonObject ControlServer::kill(const QJsonObject& request) {
    const std::uint64_t line = number(request, "request");
    const std::uint64_t command = number(request, "command");
    const std::uint64_t pid = number(request, "pid");
    if (line != 0 && command != 0 && pid == 0)
        return counted(host_.kill_command(line, command));
    if (pid > 1 && pid <= std::uint64_t{0x7fffffff} && line == 0 && command == 0)
        return counted(host_.kill_process(static_cast<int>(pid)));
    return refusal(QStringLiteral("kill needs request and command, or pid"));
}

QJsonObject ControlServer::reload(const QJsonObject& request) {
    const Result<QString> done = host_.answer_reload(request.value(word("answer")).toString());
    if (!done)
        return refusal(QString::fromStdString(done.error().text()));
    return done->isEmpty() ? QJsonObject() : QJsonObject{{word("text"), *done}};
}

ControlServer::Follower& ControlServer::follower(LinePeer* peer) {
    if (!followers_.contains(peer)) {
        connect(peer, &LinePeer::closed, this, [this, peer] { followers_.remove(peer); });
        connect(peer, &LinePeer::drained, this, [this, peer] { drained(peer); });
    }
    return followers_[peer];
}

QJsonObject ControlServer::follow(const QJsonObject& request, LinePeer* peer) {
    const QJsonValue revision = request.value(word("revision"));
    if (!revision.isDouble() || revision.toInteger() < 0)
        return refusal(QStringLiteral("follow needs a revision"));
    const Ring& ring = host_.ring();
    const auto missed = ring.changed_since(static_cast<std::uint64_t>(revision.toInteger()));
    Follower& state = follower(peer);
    state.follows = missed.has_value();
    state.missed = 0;
    if (missed) // the ring is smaller than what a follower may have unsent
        peer->send_after_answer(lines_of(*missed));
    return {{word("following"), missed.has_value()},
            {word("revision"), static_cast<qint64>(ring.revision())}};
}

void ControlServer::publish(const std::vector<Record>& records) {
    QByteArray lines;
    for (auto peer = followers_.begin(); peer != followers_.end(); ++peer) {
        if (!peer->follows)
            continue;
        if (lines.isEmpty())
            lines = lines_of(records); // once, and only when somebody follows
        send_records(peer.key(), *peer, lines, records.size());
    }
}

void ControlServer::send_records(LinePeer* peer, Follower& state, const QByteArray& lines,
                                 std::size_t count) {
    if (state.missed != 0 || peer->unsent() + lines.size() > kMaxUnsent) {
        state.missed += count;
        if (peer->unsent() < kDrained)
            drained(peer);
        return;
    }
    peer->send(lines);
}

void ControlServer::drained(LinePeer* peer) {
    const auto found = followers_.find(peer);
    if (found == followers_.end() || found->missed == 0 || peer->unsent() >= kDrained)
        return;
    peer->send(QJsonObject{{word("gap"), static_cast<qint64>(found->missed)}});
    found->missed = 0;
    found->follows = false;
}

void ControlServer::status_changed() {
    if (!status_timer_.isActive() && !followers_.isEmpty())
        status_timer_.start();
}

void ControlServer::send_status() {
    QByteArray line;
    for (auto peer = followers_.begin(); peer != followers_.end(); ++peer) {
        if (!peer->watches)
            continue;
        if (line.isEmpty())
            line = QJsonDocument(QJsonObject{{word("status"), host_.status()}}).toJson(QJsonDocument::Compact)
                   + '\n';
        if (line == peer->status || peer.key()->unsent() > kMaxUnsent)
            continue;
        peer->status = line;
        peer.key()->send(line);
    }
}

} // namespace asb
