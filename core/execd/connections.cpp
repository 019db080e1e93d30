#include "core/execd/connections.h"

#include <cerrno>
#include <sys/socket.h>
#include <unistd.h>

namespace asb::execd {

namespace {

constexpr int kAcceptsPerTurn = 32;
constexpr int kReadsPerTurn = 16;
constexpr std::size_t kMaxNoteBytes = std::size_t{64} << 10;

bool is_shortage(int code) {
    return code == EMFILE || code == ENFILE || code == ENOMEM || code == ENOBUFS;
}

} // namespace

void Connections::tell_failure(int socket, const std::string& text) {
    const std::string frame = wire::encode_frame(wire::FrameType::Failure, text);
    static_cast<void>(::send(socket, frame.data(), frame.size(), MSG_DONTWAIT | MSG_NOSIGNAL));
}

Connections::AcceptResult Connections::accept_some(int listener) {
    for (int i = 0; i < kAcceptsPerTurn; ++i) {
        Fd socket(::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (socket) {
            admit(std::move(socket));
            continue;
        }
        if (errno == EAGAIN)
            return AcceptResult::Ok;
        // accept(2): errors of the connection itself (ECONNABORTED, EPROTO …) concern only that one.
        if (is_shortage(errno))
            return AcceptResult::Pause;
        if (errno == EBADF || errno == EINVAL || errno == ENOTSOCK || errno == EOPNOTSUPP)
            return AcceptResult::Pause;
    }
    return AcceptResult::Ok;
}

void Connections::admit(Fd socket) {
    Connection connection;
    connection.control_slot = std::exchange(wants_control_, false);
    const Result<PeerCredentials> peer = peer_credentials(socket.get());
    std::string failure;
    if (!peer || peer->uid != ::geteuid())
        failure = "execd serves only processes of its own user";
    if (failure.empty() && connections_.size() >= limits_.connections)
        drop(connections_.begin(), "too many connections are waiting to say what they want");
    const std::uint64_t id = next_id_++;
    if (!failure.empty() || !loop_.add(socket.get(), EPOLLIN | EPOLLRDHUP, Source::Peer, id)) {
        tell_failure(socket.get(), failure.empty() ? "execd is out of resources" : failure);
        if (connection.control_slot)
            owner_.on_control_missing(failure);
        return;
    }
    connection.socket = std::move(socket);
    connection.peer = *peer;
    connection.deadline = MonotonicClock::now() + limits_.handshake;
    connections_.emplace(id, std::move(connection));
}

std::size_t Connections::buffered() const {
    std::size_t bytes = 0;
    for (const auto& [id, connection] : connections_)
        bytes += connection.reader.buffered();
    return bytes;
}

/// False with a reason (or none, when the peer is simply gone) ends the connection.
bool Connections::read_some(Connection& connection, std::string& failure) {
    char chunk[16384];
    for (int i = 0; i < kReadsPerTurn; ++i) {
        std::vector<Fd> fds;
        const ssize_t got = receive_with_fds(connection.socket.get(), chunk, sizeof(chunk), fds);
        if (got < 0 && errno == EAGAIN)
            return true;
        if (got <= 0)
            return false;
        if (!fds.empty() && (connection.started || fds.size() > 3)) {
            failure = "exec protocol: descriptors come with the first byte of the hello, and are three";
            return false;
        }
        connection.started = true;
        for (Fd& fd : fds)
            connection.passed.push_back(std::move(fd));
        connection.reader.append(std::string_view(chunk, static_cast<std::size_t>(got)));
        if (connection.reader.buffered() > wire::kMaxPayload + std::size_t{64} * 1024)
            return true; // a whole frame must be in it, or an error
    }
    return true;
}

void Connections::ready(std::uint64_t id) {
    const Entry entry = connections_.find(id);
    if (entry == connections_.end())
        return;
    std::string failure;
    bool alive = read_some(entry->second, failure);
    // What came before the end still counts: a note's sender closes at once.
    while (failure.empty()) {
        wire::Frame frame;
        const Result<bool> have = entry->second.reader.next(frame);
        if (!have)
            failure = have.error().what;
        if (!have || !*have)
            break;
        if (!handle(entry, frame, failure))
            return; // it became something else, or is served
    }
    if (alive && failure.empty() && buffered() > limits_.bytes)
        failure = "execd holds too much unread data";
    if (!alive || !failure.empty())
        drop(entry, failure);
}

/// True: goes on with the handshake (or fails with a reason). False: `entry` is gone.
bool Connections::handle(Entry entry, const wire::Frame& frame, std::string& failure) {
    Connection& connection = entry->second;
    if (!connection.role)
        return handle_hello(entry, frame, failure);
    if (*connection.role == wire::Role::Request && frame.type == wire::FrameType::Request)
        return handle_request(entry, frame, failure);
    if (*connection.role == wire::Role::Note && frame.type == wire::FrameType::Note) {
        const Result<wire::Note> note = wire::decode_note(frame.payload);
        if (!note)
            failure = note.error().what;
        else if (note->text.size() > kMaxNoteBytes)
            failure = "exec protocol: the note is longer than 64 KiB";
        else if (!owner_.on_note(connection.peer, *note))
            failure = "too many notes; this one was dropped";
        return true; // more may follow; the handshake's deadline bounds them
    }
    failure = "exec protocol: a frame that does not belong here";
    return true;
}

bool Connections::handle_hello(Entry entry, const wire::Frame& frame, std::string& failure) {
    Connection& connection = entry->second;
    const Result<wire::Hello> hello =
        frame.type == wire::FrameType::Hello
            ? wire::decode_hello(frame.payload)
            : Error{"exec protocol: the first frame is not a hello", {}, EPROTO};
    if (!hello) {
        failure = hello.error().what;
        return true;
    }
    const std::size_t expected = hello->role == wire::Role::Request ? 3 : 0;
    if (connection.passed.size() != expected) {
        failure = "exec protocol: " + std::to_string(expected) + " descriptors belong to this hello, "
                  + std::to_string(connection.passed.size())
                  + " came (execd may have no room for more: ulimit -n)";
        return true;
    }
    if (connection.control_slot != (hello->role == wire::Role::Control)) {
        failure = "exec protocol: the control connection is the first one, and only that";
        return true;
    }
    connection.role = hello->role;
    if (hello->role == wire::Role::Ping && !owner_.refusal().empty()) {
        failure = owner_.refusal();
        return true;
    }
    if (hello->role == wire::Role::Ping) {
        const std::string answer = wire::encode_hello(wire::Role::Ping);
        static_cast<void>(
            ::send(connection.socket.get(), answer.data(), answer.size(), MSG_DONTWAIT | MSG_NOSIGNAL));
        drop(entry, {});
        return false;
    }
    if (hello->role == wire::Role::Control) {
        loop_.remove(connection.socket.get());
        Connection control = std::move(connection);
        connections_.erase(entry);
        owner_.on_control(std::move(control.socket), control.reader.take_rest());
        return false;
    }
    return true;
}

bool Connections::handle_request(Entry entry, const wire::Frame& frame, std::string& failure) {
    Result<wire::Request> request = wire::decode_request(frame.payload);
    if (!request) {
        failure = request.error().what;
        return true;
    }
    if (limits_.first_is_control && !request->environment.empty()) {
        failure = "exec protocol: a request carries no environment here";
        return true;
    }
    failure = owner_.refusal(); // only now: a client that is still writing would not see it
    if (!failure.empty())
        return true;
    Connection& connection = entry->second;
    loop_.remove(connection.socket.get());
    Accepted accepted;
    accepted.socket = std::move(connection.socket);
    accepted.reader = std::move(connection.reader);
    accepted.peer = connection.peer;
    for (std::size_t i = 0; i < 3; ++i)
        accepted.stdio[i] = std::move(connection.passed[i]);
    accepted.request = std::move(*request);
    accepted.payload = frame.payload;
    connections_.erase(entry);
    owner_.on_request(std::move(accepted));
    return false;
}

void Connections::drop(Entry entry, const std::string& failure) {
    if (!failure.empty())
        tell_failure(entry->second.socket.get(), failure);
    loop_.remove(entry->second.socket.get());
    const bool was_control = entry->second.control_slot;
    connections_.erase(entry);
    if (was_control)
        owner_.on_control_missing(failure.empty() ? "the control connection ended before its hello"
                                                  : failure);
}

void Connections::expire(TimePoint now) {
    // Numbers grow with time, so the oldest stand first.
    while (!connections_.empty() && connections_.begin()->second.deadline <= now)
        drop(connections_.begin(), "exec protocol: hello and request took longer than 5 s");
}

std::optional<TimePoint> Connections::deadline() const {
    if (connections_.empty())
        return std::nullopt;
    return connections_.begin()->second.deadline;
}

} // namespace asb::execd
