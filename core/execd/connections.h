// Connections up to the moment at which it is clear what they want: peer check, hello, one frame. Everything
// here comes from the agent's side and is bounded: number, bytes, descriptors, time.
#pragma once

#include "core/base/unix_socket.h"
#include "core/base/wire.h"
#include "core/execd/loop.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace asb::execd {

/// A connection that has asked for a line to be run.
struct Accepted {
    Fd socket;
    wire::FrameReader reader; ///< may hold signal frames already
    PeerCredentials peer;
    std::array<Fd, 3> stdio;
    wire::Request request;
    std::string payload; ///< of the request frame, for the worker
};

class ConnectionOwner {
public:
    virtual ~ConnectionOwner() = default;
    /// Not empty: why nothing is served (a failed proof, the end is near).
    virtual std::string refusal() const = 0;
    virtual void on_request(Accepted accepted) = 0;
    /// False: too many notes, the sender is told.
    virtual bool on_note(const PeerCredentials& peer, const wire::Note& note) = 0;
    /// The control connection said hello; `rest` is what followed it.
    virtual void on_control(Fd socket, std::string rest) = 0;
    /// The first connection was not a control connection, or went away before it said so.
    virtual void on_control_missing(const std::string& why) = 0;
};

struct ConnectionLimits {
    std::chrono::milliseconds handshake{5000};
    std::size_t connections = 256;             ///< in their handshake; over it the oldest goes
    std::size_t bytes = std::size_t{32} << 20; ///< buffered by all of them
    bool first_is_control = true;              ///< the listening socket came as stdin
};

class Connections {
public:
    Connections(Loop& loop, ConnectionOwner& owner, ConnectionLimits limits)
        : loop_(loop), owner_(owner), limits_(limits), wants_control_(limits.first_is_control) {}

    enum class AcceptResult { Ok, Pause }; ///< Pause: no descriptors or memory just now, try again soon
    AcceptResult accept_some(int listener);
    void ready(std::uint64_t id);
    void expire(TimePoint now);
    std::optional<TimePoint> deadline() const;

    /// Sends a Failure frame, as far as the socket takes it, and leaves closing to the caller.
    static void tell_failure(int socket, const std::string& text);

private:
    struct Connection {
        Fd socket;
        PeerCredentials peer;
        wire::FrameReader reader;
        std::vector<Fd> passed;
        std::optional<wire::Role> role;
        TimePoint deadline;
        bool control_slot = false;
        bool started = false;
    };
    using Entry = std::map<std::uint64_t, Connection>::iterator;

    void admit(Fd socket);
    bool read_some(Connection& connection, std::string& failure);
    bool handle(Entry entry, const wire::Frame& frame, std::string& failure);
    bool handle_hello(Entry entry, const wire::Frame& frame, std::string& failure);
    bool handle_request(Entry entry, const wire::Frame& frame, std::string& failure);
    void drop(Entry entry, const std::string& failure);
    std::size_t buffered() const;

    Loop& loop_;
    ConnectionOwner& owner_;
    ConnectionLimits limits_;
    bool wants_control_;
    std::uint64_t next_id_ = 1;
    std::map<std::uint64_t, Connection> connections_;
};

} // namespace asb::execd
