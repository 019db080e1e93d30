// The protocol of the exec socket, defined here once (version 1). Client: the agent's shell, `exec`,
// `launch`. Server: execd. Frames are: 1 byte type, 4 bytes big-endian payload length, payload of at most
// kMaxPayload bytes.
//
//   client                                   server
//   hello   [three descriptors for request]  -> answers only on error, and for `ping` with a hello of its own
//   request | note                           -> exit (request) or nothing but end-of-file (note)
//   signal* (request only)
//
// Text travels as raw bytes, not as JSON: command lines need not be UTF-8.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace asb::wire {

inline constexpr std::uint32_t kVersion = 1;
inline constexpr std::size_t kMaxPayload = std::size_t{4} << 20;
inline constexpr std::size_t kFrameHeader = 5;
/// Environment variable that carries the socket's path to the agent's side. Never reaches a command.
inline constexpr const char* kSocketVariable = "AGENT_SANDBOX_EXECD_SOCKET";
/// Set by the worker for every simple command, first in its environment: "<request>.<command>", see event.h.
inline constexpr const char* kTagVariable = "AGENT_SANDBOX_TAG";

enum class FrameType : std::uint8_t {
    Hello = 1,   ///< u32 version, u8 Role
    Request = 2, ///< see Request
    Note = 3,    ///< u8 NoteKind, text
    Signal = 4,  ///< u8 signal number: HUP, INT, QUIT, TERM, KILL
    Exit = 5,    ///< i32 status, final directory (may be empty)
    Failure = 6, ///< text for a person: a fault of execd itself, never of a command
};

enum class Role : std::uint8_t {
    Control =
        1, ///< the session program: orders (JSON lines) down, events (JSON lines) up, no frames after hello
    Request = 2, ///< runs one line; exactly three descriptors come with the first byte of the hello
    Note = 3,    ///< tells the session program something: note frames, the peer closes after the last
    Ping = 4,    ///< asks whether execd is ready; answered with a hello frame
};

enum class NoteKind : std::uint8_t {
    ShellRefused = 1, ///< the agent's shell met an argv form that it does not know
    ProofFailed = 2,  ///< a launch proof failed inside the agent sandbox
    ProofPassed = 3,  ///< a launch proof held (text: its name); "all" ends them
    HookRewrote = 4,  ///< the hook found the shell layer dead and rewrote
};

/// Where a request came from; shown, never trusted.
enum class Origin : std::uint8_t { Exec = 1, AgentShell = 2, HookAndShell = 3, Demo = 4 };

struct Request {
    std::string line;             ///< command text, any bytes but NUL; not blank
    std::string cwd;              ///< absolute
    std::string shell_name;       ///< what $0 is: "/bin/bash" from the agent's shell, "bash" from exec
    std::uint64_t timeout_ms = 0; ///< whole request; 0 = no limit
    Origin origin = Origin::Exec;
    std::vector<std::string>
        environment; ///< only for execd run by hand (--socket): NAME=value for the worker
};

struct Frame {
    FrameType type{};
    std::string payload;
};

struct Exit {
    std::int32_t status =
        0; ///< as bash's parent sees it; -n when signal n ended the worker itself (`kill -9 $$`)
    std::string cwd;
};

std::string encode_frame(FrameType type, std::string_view payload);
std::string encode_hello(Role role);
std::string encode_request(const Request& request);
std::string encode_note(NoteKind kind, std::string_view text);
std::string encode_signal(int signal);
std::string encode_exit(const Exit& exit);

/// Decoders take a frame's payload; the Error says which field is wrong.
struct Hello {
    std::uint32_t version = 0;
    Role role{};
};
Result<Hello> decode_hello(std::string_view payload);
Result<Request> decode_request(std::string_view payload);
struct Note {
    NoteKind kind{};
    std::string text;
};
Result<Note> decode_note(std::string_view payload);
Result<int> decode_signal(std::string_view payload);
Result<Exit> decode_exit(std::string_view payload);

/// Collects bytes and hands out whole frames. Bounded: a frame over kMaxPayload or of unknown type is an
/// error.
class FrameReader {
public:
    void append(std::string_view bytes) { buffer_.append(bytes); }
    /// True with a frame, false when more bytes are needed; Error when the peer breaks the protocol.
    Result<bool> next(Frame& frame);
    bool empty() const { return offset_ == buffer_.size(); }
    /// Bytes that are not handed out yet; servers bound it.
    std::size_t buffered() const { return buffer_.size() - offset_; }
    /// What follows the last frame, for a connection that leaves framing (Role::Control).
    std::string take_rest();

private:
    std::string buffer_;
    std::size_t offset_ = 0;
};

/// Blocking helpers for clients: send a whole frame; read one frame (Error at end of file).
bool send_frame(int fd, std::string_view encoded);
Result<Frame> receive_frame(int fd, FrameReader& reader);

} // namespace asb::wire
