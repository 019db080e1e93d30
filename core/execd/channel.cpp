#include "core/execd/channel.h"

#include "core/base/byte_cursor.h"
#include "core/base/unix_socket.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <poll.h>
#include <sys/socket.h>
#include <type_traits>
#include <vector>

namespace asb::execd {

namespace {

constexpr std::size_t kMaxWords = 1024;
constexpr std::size_t kArgvBytes = std::size_t{48} << 10;
constexpr std::size_t kPathBytes = 4096;
constexpr std::size_t kTextBytes = std::size_t{4} << 10;
constexpr std::size_t kRequestHeader = 16;

template <typename Number>
void put(std::string& out, Number value) {
    static_assert(std::is_arithmetic_v<Number>);
    char bytes[sizeof(value)];
    std::memcpy(bytes, &value, sizeof(value));
    out.append(bytes, sizeof(value));
}

void put_text(std::string& out, std::string_view text) {
    put(out, static_cast<std::uint32_t>(text.size()));
    out.append(text);
}

void put_optional(std::string& out, const std::optional<int>& value) {
    put(out, static_cast<std::uint8_t>(value.has_value()));
    put(out, value.value_or(0));
}

/// The fields of a packet between a worker and execd: numbers as they lie in memory.
class Cursor : public ByteCursor {
public:
    using ByteCursor::ByteCursor;

    template <typename Number>
    Number number() {
        Number value{};
        const std::string_view bytes = take(sizeof(value));
        if (ok())
            std::memcpy(&value, bytes.data(), sizeof(value));
        return value;
    }
    std::string text(std::size_t limit = kMaxPacket) {
        const std::size_t size = number<std::uint32_t>();
        if (size > limit)
            fail();
        return std::string(take(size));
    }
    std::optional<int> optional() {
        const bool present = number<std::uint8_t>() != 0;
        const int value = number<int>();
        return present ? std::optional<int>(value) : std::nullopt;
    }
};

void note_cut(std::string& truncated, std::string_view name) {
    if (!truncated.empty())
        truncated += ',';
    truncated += name;
}

std::string_view cut_text(std::string_view text, std::size_t limit, std::string_view name,
                          std::string& truncated) {
    if (text.size() <= limit)
        return text;
    note_cut(truncated, name);
    return text.substr(0, limit);
}

void put_argv(std::string& out, const std::vector<std::string>& argv, std::string& truncated) {
    std::size_t left = kArgvBytes;
    std::vector<std::string_view> words;
    for (const std::string& word : argv) {
        if (words.size() == kMaxWords || left == 0) {
            note_cut(truncated, "argv");
            break;
        }
        words.push_back(cut_text(word, left, "argv", truncated));
        left -= words.back().size();
        if (words.back().size() < word.size())
            break;
    }
    put(out, static_cast<std::uint32_t>(words.size()));
    for (const std::string_view word : words)
        put_text(out, word);
}

std::string packet_of(PacketType type) {
    return std::string(1, static_cast<char>(type));
}

Event decode_event(Cursor& cursor) {
    Event event;
    event.type = static_cast<EventType>(cursor.number<std::uint8_t>());
    event.time_ms = cursor.number<std::int64_t>();
    event.command = cursor.number<std::uint64_t>();
    event.pid = cursor.number<int>();
    event.parent = cursor.number<int>();
    event.declared = cursor.number<std::uint8_t>() != 0;
    event.status = cursor.optional();
    event.signal = cursor.optional();
    event.user_us = cursor.number<std::int64_t>();
    event.system_us = cursor.number<std::int64_t>();
    event.max_rss_kb = cursor.number<std::int64_t>();
    event.duration_us = cursor.number<std::int64_t>();
    event.path = cursor.text(kPathBytes);
    event.text = cursor.text(kTextBytes);
    const std::size_t words = cursor.number<std::uint32_t>();
    for (std::size_t i = 0; i < std::min(words, kMaxWords) && cursor.ok(); ++i)
        event.argv.push_back(cursor.text());
    event.truncated = cursor.text(256);
    return event;
}

} // namespace

std::string encode_started(int pid) {
    std::string out = packet_of(PacketType::Started);
    put(out, pid);
    return out;
}

std::string encode_event(const Event& event, std::uint64_t lost) {
    std::string truncated = event.truncated.size() < 128 ? event.truncated : std::string("truncated");
    std::string out = packet_of(PacketType::Event);
    put(out, lost);
    put(out, static_cast<std::uint8_t>(event.type));
    put(out, event.time_ms);
    put(out, event.command);
    put(out, event.pid);
    put(out, event.parent);
    put(out, static_cast<std::uint8_t>(event.declared));
    put_optional(out, event.status);
    put_optional(out, event.signal);
    put(out, event.user_us);
    put(out, event.system_us);
    put(out, event.max_rss_kb);
    put(out, event.duration_us);
    put_text(out, cut_text(event.path, kPathBytes, "path", truncated));
    put_text(out, cut_text(event.text, kTextBytes, "text", truncated));
    put_argv(out, event.argv, truncated);
    put_text(out, truncated);
    return out;
}

std::string encode_places(int count) {
    std::string out = packet_of(PacketType::Places);
    put(out, count);
    return out;
}

std::string encode_exit(int status, std::string_view cwd, std::uint64_t lost) {
    std::string out = packet_of(PacketType::Exit);
    put(out, status);
    put_text(out, cwd.size() < kMaxPacket / 2 ? cwd : std::string_view());
    put(out, lost);
    return out;
}

std::string encode_failure(std::string_view text) {
    std::string out = packet_of(PacketType::Failure);
    put_text(out, text.substr(0, kMaxPacket / 2));
    return out;
}

Result<WorkerPacket> decode_packet(std::string_view packet) {
    Cursor cursor(packet);
    WorkerPacket result;
    result.type = static_cast<PacketType>(cursor.number<std::uint8_t>());
    bool valid = true;
    switch (result.type) {
    case PacketType::Started:
        result.pid = cursor.number<int>();
        valid = result.pid > 1;
        break;
    case PacketType::Event:
        result.lost = cursor.number<std::uint64_t>();
        result.event = decode_event(cursor);
        valid = result.event.type == EventType::CommandStart || result.event.type == EventType::CommandEnd;
        break;
    case PacketType::Places:
        result.count = cursor.number<int>();
        valid = result.count > 0;
        break;
    case PacketType::Exit:
        result.status = cursor.number<int>();
        result.text = cursor.text();
        result.lost = cursor.number<std::uint64_t>();
        break;
    case PacketType::Failure:
        result.text = cursor.text();
        break;
    default:
        valid = false;
    }
    if (!valid || !cursor.at_end())
        return Error{"a worker sent a malformed packet", {}, EPROTO};
    return result;
}

RequestSender::RequestSender(std::uint64_t request, std::string_view payload, std::array<int, 3> stdio)
    : stdio_(stdio) {
    bytes_.reserve(kRequestHeader + payload.size());
    put(bytes_, request);
    put(bytes_, static_cast<std::uint64_t>(payload.size()));
    bytes_ += payload;
}

bool RequestSender::send_some(int socket) {
    while (offset_ < bytes_.size()) {
        const std::string_view packet = std::string_view(bytes_).substr(offset_, kMaxPacket);
        const std::span<const int> passed =
            offset_ == 0 ? std::span<const int>(stdio_) : std::span<const int>();
        if (!send_packet(socket, packet, 0, passed)) {
            // ETOOMANYREFS: too many descriptors are under way just now.
            if (errno == EAGAIN || errno == ETOOMANYREFS)
                return false;
            break;
        }
        offset_ += packet.size();
    }
    bytes_ = std::string();
    offset_ = 0;
    return true;
}

Result<ReceivedRequest> receive_request(int socket) {
    std::string bytes;
    const auto packet = std::make_unique_for_overwrite<char[]>(kMaxPacket);
    std::size_t total = kRequestHeader;
    ReceivedRequest received;
    std::vector<Fd> passed;
    while (bytes.size() < total) {
        const ssize_t got = receive_with_fds(socket, packet.get(), kMaxPacket, passed);
        if (got <= 0)
            return system_error("receive the request from execd", got == 0 ? EPIPE : errno);
        bytes.append(packet.get(), static_cast<std::size_t>(got));
        if (total == kRequestHeader && bytes.size() >= kRequestHeader) {
            Cursor cursor(bytes);
            received.number = cursor.number<std::uint64_t>();
            total += std::min<std::uint64_t>(cursor.number<std::uint64_t>(), wire::kMaxPayload);
        }
    }
    Result<wire::Request> request = wire::decode_request(std::string_view(bytes).substr(kRequestHeader));
    if (!request)
        return request.error();
    if (passed.size() != received.stdio.size())
        return Error{"receive the request from execd: no room for its descriptors", {}, EMFILE};
    std::move(passed.begin(), passed.end(), received.stdio.begin());
    received.request = std::move(*request);
    return received;
}

bool send_packet(int socket, std::string_view packet, int wait_ms, std::span<const int> passed) {
    alignas(cmsghdr) char control[CMSG_SPACE(3 * sizeof(int))]{};
    iovec part{const_cast<char*>(packet.data()), packet.size()};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (!passed.empty()) {
        message.msg_control = control;
        message.msg_controllen = CMSG_SPACE(passed.size_bytes());
        cmsghdr* header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(passed.size_bytes());
        std::memcpy(CMSG_DATA(header), passed.data(), passed.size_bytes());
    }
    for (;;) {
        if (::sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL) >= 0)
            return true;
        if (errno == EINTR)
            continue;
        if (errno != EAGAIN || wait_ms == 0)
            return false;
        pollfd entry{socket, POLLOUT, 0};
        const int ready = ::poll(&entry, 1, wait_ms);
        if (ready == 0 || (ready < 0 && errno != EINTR))
            return false;
        if (wait_ms > 0 && ready > 0)
            wait_ms = 0; // one more try, then give up
    }
}

void let_go(int socket) {
    static_cast<void>(send_packet(socket, std::string_view("\0", 1), 0));
}

void wait_to_go(int socket) {
    char packet = 0;
    static_cast<void>(::recv(socket, &packet, sizeof(packet), 0));
}

} // namespace asb::execd
