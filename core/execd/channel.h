// What travels between execd and a worker over their private SOCK_SEQPACKET pair. Both ends are the same
// program, so numbers are in the machine's own order; execd still takes everything from a worker as hostile:
// bounded and checked.
//
//   execd -> worker   the request, in packets of at most kMaxPacket, stdin, stdout and stderr with the first
//                     (RequestSender, receive_request)
//   worker -> execd   one packet each of WorkerPacket, also from subshells forked from the worker (packets
//   are atomic)
#pragma once

#include "core/base/event.h"
#include "core/base/fd.h"
#include "core/base/result.h"
#include "core/base/wire.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace asb::execd {

inline constexpr std::size_t kMaxPacket = std::size_t{64} << 10;

enum class PacketType : std::uint8_t {
    Started = 1, ///< pid: the worker is there and owns its session
    Event = 2,   ///< event (CommandStart or CommandEnd), lost
    Places = 3,  ///< count; one end of a fresh socket pair comes with it
    Exit = 4,    ///< status, text = final directory
    Failure = 5, ///< text: why the line could not be started
};

struct WorkerPacket {
    PacketType type{};
    int pid = 0;
    int count = 0;
    int status = 0;
    std::string text;
    std::uint64_t lost = 0; ///< events that were dropped before this packet
    Event event;
};

std::string encode_started(int pid);
/// Texts that do not fit into a packet are cut and named in the event's `truncated`.
std::string encode_event(const Event& event, std::uint64_t lost);
std::string encode_places(int count);
std::string encode_exit(int status, std::string_view cwd, std::uint64_t lost = 0);
std::string encode_failure(std::string_view text);
/// Error names what is wrong with the packet.
Result<WorkerPacket> decode_packet(std::string_view packet);

/// Sends one request without ever blocking.
class RequestSender {
public:
    RequestSender() = default;
    /// `payload` is the payload of a wire::FrameType::Request frame; `stdio` must stay open until everything
    /// is sent.
    RequestSender(std::uint64_t request, std::string_view payload, std::array<int, 3> stdio);

    /// Sends what the socket takes now. True when everything is sent, or when the worker is gone.
    bool send_some(int socket);

private:
    std::string bytes_;
    std::array<int, 3> stdio_{-1, -1, -1};
    std::size_t offset_ = 0;
};

struct ReceivedRequest {
    std::uint64_t number = 0;
    wire::Request request;
    std::array<Fd, 3> stdio;
};
/// Blocking, in the worker. Error when execd is gone or the request is malformed.
Result<ReceivedRequest> receive_request(int socket);

/// Sends one packet; waits at most `wait_ms` for room (0 never, -1 for ever). False when it was not sent.
bool send_packet(int socket, std::string_view packet, int wait_ms, std::span<const int> passed = {});

/// In execd, once for a worker that has sent Exit, when its client has the answer or is to get another one.
void let_go(int socket);
/// In the worker, after Exit: waits for let_go() or the end of execd, so that the kernel takes its memory
/// back when the client does not want the processor any more.
void wait_to_go(int socket);

} // namespace asb::execd
