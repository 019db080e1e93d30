// A stand-in for execd: takes connections on a socket of its own and lets the test speak for the daemon.
#pragma once

#include "core/base/unix_socket.h"
#include "core/base/wire.h"
#include "tests/support/patience.h"

#include <poll.h>
#include <string>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

namespace asb::test {

/// One accepted connection: what the client said, and the test's answers.
class Peer {
public:
    Peer() = default;
    explicit Peer(Fd socket) : socket_(std::move(socket)) {}

    /// Next frame; false when none came in time or the client is gone.
    bool next(wire::Frame& frame, int limit_ms = kPatienceMs) {
        for (;;) {
            const Result<bool> have = reader_.next(frame);
            if (!have)
                return false;
            if (*have)
                return true;
            pollfd wait{socket_.get(), POLLIN, 0};
            if (!socket_ || ::poll(&wait, 1, limit_ms) <= 0)
                return false;
            char chunk[65536];
            const ssize_t count = receive_with_fds(socket_.get(), chunk, sizeof chunk, fds);
            if (count <= 0) {
                closed = true;
                return false;
            }
            reader_.append(std::string_view(chunk, static_cast<std::size_t>(count)));
        }
    }
    bool hello(wire::Role role) {
        wire::Frame frame;
        if (!next(frame) || frame.type != wire::FrameType::Hello)
            return false;
        const Result<wire::Hello> said = wire::decode_hello(frame.payload);
        return said && said->version == wire::kVersion && said->role == role;
    }
    Result<wire::Request> request() {
        wire::Frame frame;
        if (!hello(wire::Role::Request) || !next(frame) || frame.type != wire::FrameType::Request)
            return Error{"no request came", {}, 0};
        return wire::decode_request(frame.payload);
    }
    /// The next frame is a signal: its number; 0 for anything else.
    int signal() {
        wire::Frame frame;
        if (!next(frame) || frame.type != wire::FrameType::Signal)
            return 0;
        const Result<int> number = wire::decode_signal(frame.payload);
        return number ? *number : 0;
    }
    void send(const std::string& bytes) { static_cast<void>(wire::send_frame(socket_.get(), bytes)); }
    void hang_up() { socket_.reset(); }

    std::vector<Fd> fds;
    bool closed = false;

private:
    Fd socket_;
    wire::FrameReader reader_;
};

class FakeExecd {
public:
    explicit FakeExecd(const std::string& folder) : path_(folder + "/execd.sock") {
        Result<Fd> socket = listen_unix(path_);
        if (socket)
            socket_ = std::move(*socket);
        ::setenv(wire::kSocketVariable, path_.c_str(), 1);
    }
    FakeExecd(const FakeExecd&) = delete;
    FakeExecd& operator=(const FakeExecd&) = delete;
    ~FakeExecd() {
        ::unsetenv(wire::kSocketVariable);
        ::unlink(path_.c_str());
    }

    Peer accept(int limit_ms = kPatienceMs) {
        pollfd wait{socket_.get(), POLLIN, 0};
        if (::poll(&wait, 1, limit_ms) <= 0)
            return Peer();
        return Peer(Fd(::accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC)));
    }
    /// Texts of all notes that wait to be taken.
    std::vector<wire::Note> notes() {
        std::vector<wire::Note> found;
        pollfd wait{socket_.get(), POLLIN, 0};
        while (::poll(&wait, 1, 0) > 0) {
            Peer peer = accept();
            wire::Frame frame;
            if (!peer.hello(wire::Role::Note))
                continue;
            while (peer.next(frame)) {
                if (const Result<wire::Note> note = wire::decode_note(frame.payload))
                    found.push_back(*note);
            }
        }
        return found;
    }
    const std::string& path() const { return path_; }
    void stop_listening() { socket_.reset(); }

private:
    std::string path_;
    Fd socket_;
};

} // namespace asb::test
