#include "core/base/wire.h"

#include "core/base/byte_cursor.h"
#include "core/base/fd.h"

#include <cerrno>
#include <csignal>
#include <limits>
#include <sys/socket.h>
#include <unistd.h>

namespace asb::wire {

namespace {

constexpr std::size_t kMaxCwd = 64U << 10;
constexpr std::size_t kMaxShellName = 4096;
constexpr std::size_t kMaxVariables = 65536;

void put_u8(std::string& out, std::uint8_t value) {
    out.push_back(static_cast<char>(value));
}

void put_u32(std::string& out, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8)
        out.push_back(static_cast<char>((value >> shift) & 0xffU));
}

void put_u64(std::string& out, std::uint64_t value) {
    put_u32(out, static_cast<std::uint32_t>(value >> 32U));
    put_u32(out, static_cast<std::uint32_t>(value & 0xffffffffU));
}

void put_text(std::string& out, std::string_view text) {
    put_u32(out, static_cast<std::uint32_t>(text.size()));
    out.append(text);
}

std::uint32_t u32_at(std::string_view bytes) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value = value << 8U | static_cast<unsigned char>(bytes[i]);
    return value;
}

/// The fields of a payload: numbers in network order, texts with their length before them.
class Cursor : public ByteCursor {
public:
    using ByteCursor::ByteCursor;

    std::uint8_t u8() {
        const std::string_view bytes = take(1);
        return ok() ? static_cast<std::uint8_t>(bytes[0]) : std::uint8_t{0};
    }
    std::uint32_t u32() {
        const std::string_view bytes = take(4);
        return ok() ? u32_at(bytes) : 0;
    }
    std::uint64_t u64() {
        const std::uint64_t high = u32();
        return high << 32U | u32();
    }
    std::string_view text() { return take(u32()); }
};

Error protocol_error(std::string what) {
    return Error{"exec protocol: " + std::move(what), {}, EPROTO};
}

bool has_nul(std::string_view text) {
    return text.find('\0') != std::string_view::npos;
}

bool known_frame(std::uint8_t type) {
    return type >= static_cast<std::uint8_t>(FrameType::Hello)
           && type <= static_cast<std::uint8_t>(FrameType::Failure);
}

Status check_request(const Request& request) {
    if (request.line.find_first_not_of(" \t\r\n") == std::string::npos)
        return protocol_error("the command line is blank");
    if (has_nul(request.line))
        return protocol_error("the command line holds a NUL byte");
    if (request.cwd.empty() || request.cwd[0] != '/' || request.cwd.size() > kMaxCwd || has_nul(request.cwd))
        return protocol_error("the working directory is not an absolute path");
    if (request.shell_name.empty() || request.shell_name.size() > kMaxShellName
        || has_nul(request.shell_name))
        return protocol_error("the shell name is empty, too long or holds a NUL byte");
    for (const std::string& entry : request.environment) {
        const std::size_t equals = entry.find('=');
        if (equals == std::string::npos || equals == 0 || has_nul(entry))
            return protocol_error("an environment entry is not NAME=value");
    }
    return success();
}

} // namespace

std::string encode_frame(FrameType type, std::string_view payload) {
    std::string out;
    out.reserve(kFrameHeader + payload.size());
    put_u8(out, static_cast<std::uint8_t>(type));
    put_u32(out, static_cast<std::uint32_t>(payload.size()));
    out.append(payload);
    return out;
}

std::string encode_hello(Role role) {
    std::string payload;
    put_u32(payload, kVersion);
    put_u8(payload, static_cast<std::uint8_t>(role));
    return encode_frame(FrameType::Hello, payload);
}

std::string encode_request(const Request& request) {
    std::string payload;
    put_text(payload, request.line);
    put_text(payload, request.cwd);
    put_text(payload, request.shell_name);
    put_u64(payload, request.timeout_ms);
    put_u8(payload, static_cast<std::uint8_t>(request.origin));
    put_u32(payload, static_cast<std::uint32_t>(request.environment.size()));
    for (const std::string& entry : request.environment)
        put_text(payload, entry);
    return encode_frame(FrameType::Request, payload);
}

std::string encode_note(NoteKind kind, std::string_view text) {
    std::string payload;
    put_u8(payload, static_cast<std::uint8_t>(kind));
    payload.append(text);
    return encode_frame(FrameType::Note, payload);
}

std::string encode_signal(int signal) {
    std::string payload;
    put_u8(payload, static_cast<std::uint8_t>(signal));
    return encode_frame(FrameType::Signal, payload);
}

std::string encode_exit(const Exit& exit) {
    std::string payload;
    put_u32(payload, static_cast<std::uint32_t>(exit.status));
    put_text(payload, exit.cwd);
    return encode_frame(FrameType::Exit, payload);
}

Result<Hello> decode_hello(std::string_view payload) {
    Cursor cursor(payload);
    Hello hello;
    hello.version = cursor.u32();
    const std::uint8_t role = cursor.u8();
    if (!cursor.at_end())
        return protocol_error("the hello frame has the wrong length");
    if (hello.version != kVersion)
        return protocol_error("version " + std::to_string(hello.version) + " is not spoken here, "
                              + std::to_string(kVersion) + " is");
    if (role < static_cast<std::uint8_t>(Role::Control) || role > static_cast<std::uint8_t>(Role::Ping))
        return protocol_error("the hello's role " + std::to_string(role) + " is not known");
    hello.role = static_cast<Role>(role);
    return hello;
}

Result<Request> decode_request(std::string_view payload) {
    Cursor cursor(payload);
    Request request;
    request.line = cursor.text();
    request.cwd = cursor.text();
    request.shell_name = cursor.text();
    request.timeout_ms = cursor.u64();
    const std::uint8_t origin = cursor.u8();
    const std::uint32_t variables = cursor.u32();
    if (variables > kMaxVariables)
        return protocol_error("more than 65536 environment entries");
    for (std::uint32_t i = 0; i < variables && cursor.ok(); ++i)
        request.environment.emplace_back(cursor.text());
    if (!cursor.at_end())
        return protocol_error("the request frame has the wrong length");
    if (origin < static_cast<std::uint8_t>(Origin::Exec) || origin > static_cast<std::uint8_t>(Origin::Demo))
        return protocol_error("the request's origin " + std::to_string(origin) + " is not known");
    request.origin = static_cast<Origin>(origin);
    if (const Status valid = check_request(request); !valid)
        return valid.error();
    return request;
}

Result<Note> decode_note(std::string_view payload) {
    if (payload.empty())
        return protocol_error("the note frame is empty");
    const std::uint8_t kind = static_cast<std::uint8_t>(payload[0]);
    if (kind < static_cast<std::uint8_t>(NoteKind::ShellRefused)
        || kind > static_cast<std::uint8_t>(NoteKind::HookRewrote))
        return protocol_error("the note's kind " + std::to_string(kind) + " is not known");
    return Note{static_cast<NoteKind>(kind), std::string(payload.substr(1))};
}

Result<int> decode_signal(std::string_view payload) {
    if (payload.size() != 1)
        return protocol_error("the signal frame has the wrong length");
    const int signal = static_cast<unsigned char>(payload[0]);
    switch (signal) {
    case SIGHUP:
    case SIGINT:
    case SIGQUIT:
    case SIGTERM:
    case SIGKILL:
        return signal;
    default:
        return protocol_error("signal " + std::to_string(signal) + " is not relayed");
    }
}

Result<Exit> decode_exit(std::string_view payload) {
    Cursor cursor(payload);
    Exit exit;
    exit.status = static_cast<std::int32_t>(cursor.u32());
    exit.cwd = cursor.text();
    if (!cursor.at_end() || has_nul(exit.cwd))
        return protocol_error("the exit frame is malformed");
    return exit;
}

Result<bool> FrameReader::next(Frame& frame) {
    const std::string_view rest = std::string_view(buffer_).substr(offset_);
    if (rest.size() < kFrameHeader) {
        // Nothing whole is left: let go of what was handed out.
        buffer_.erase(0, offset_);
        offset_ = 0;
        return false;
    }
    const std::uint8_t type = static_cast<std::uint8_t>(rest[0]);
    const std::size_t size = u32_at(rest.substr(1));
    if (!known_frame(type))
        return protocol_error("frame type " + std::to_string(type) + " is not known");
    if (size > kMaxPayload)
        return protocol_error("a frame of " + std::to_string(size) + " bytes is over the limit of "
                              + std::to_string(kMaxPayload));
    if (rest.size() < kFrameHeader + size) {
        buffer_.erase(0, offset_);
        offset_ = 0;
        return false;
    }
    frame.type = static_cast<FrameType>(type);
    frame.payload = rest.substr(kFrameHeader, size);
    offset_ += kFrameHeader + size;
    return true;
}

std::string FrameReader::take_rest() {
    std::string rest = buffer_.substr(offset_);
    buffer_.clear();
    offset_ = 0;
    return rest;
}

bool send_frame(int fd, std::string_view encoded) {
    return write_all(fd, encoded);
}

Result<Frame> receive_frame(int fd, FrameReader& reader) {
    Frame frame;
    char chunk[16384];
    for (;;) {
        const Result<bool> have = reader.next(frame);
        if (!have)
            return have.error();
        if (*have)
            return frame;
        const ssize_t got = ::read(fd, chunk, sizeof(chunk));
        if (got > 0)
            reader.append(std::string_view(chunk, static_cast<std::size_t>(got)));
        else if (got == 0)
            return protocol_error("the connection ended");
        else if (errno != EINTR)
            return system_error("read from the exec socket", errno);
    }
}

} // namespace asb::wire
