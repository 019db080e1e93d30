// The one event schema (version 1): what execd reports, what the session program adds, what the store keeps,
// what viewers and `log --json` show. On every channel an event is one JSON object on one line.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace asb {

inline constexpr int kEventSchemaVersion = 1;

enum class EventType {
    Hello,        ///< execd is ready: pid, text = notices joined by newlines, landlock_abi
    RequestStart, ///< request, line, cwd, origin, peer_pid
    CommandStart, ///< request, command, argv, path, pid, parent, declared
    CommandEnd,   ///< request, command, status or signal, user_us, system_us, max_rss_kb, duration_us
    RequestEnd,   ///< request, status, cwd, end_reason, duration_us, user_us, system_us
    JobLeft,      ///< request, pid, line: a process of an ended line that lives on
    JobEnd,       ///< request, pid, status or signal
    Ending,  ///< request, pids = shims whose real programs must be ended from outside before execd goes on
    Note,    ///< text, note_kind (of wire::NoteKind), peer_pid
    Gap,     ///< count: events lost because the reader was slow
    Verdict, ///< request, command, verdict, reason, rule, caller (chain), from nono's record; made by the
             ///< session
    Session, ///< text: a step of the session's life (started, step name, ended), status; made by the session
};

/// What nono decided about a simple command.
enum class Verdict { None, Floor, Policy, Refused, Unknown };

/// Why a request ended.
enum class EndReason { Exit, Timeout, Cancelled, ClientLost, WorkerLost };

struct Event {
    EventType type{};
    std::uint64_t sequence =
        0; ///< counts from 1 in each session, given by the last writer (execd, then the session)
    std::int64_t time_ms = 0; ///< wall clock, milliseconds since the epoch, for people only
    std::uint64_t request = 0;
    std::uint64_t command =
        0; ///< counts from 1 within its request; with `request` it is the tag "<request>.<command>"
    std::string line;
    std::string cwd;
    std::string origin;
    std::vector<std::string> argv;
    std::string path;
    int pid = 0;
    int parent = 0;
    int peer_pid = 0;
    bool declared = false;
    std::optional<int> status;
    std::optional<int> signal;
    std::int64_t user_us = 0;
    std::int64_t system_us = 0;
    std::int64_t max_rss_kb = 0;
    std::int64_t duration_us = 0;
    std::optional<EndReason> end_reason;
    std::vector<int> pids;
    int note_kind = 0;
    std::uint64_t count = 0;
    Verdict verdict = Verdict::None;
    std::string reason; ///< the profile's own words, newlines kept
    std::string rule;   ///< for example commands.git.from.session.deny[0]
    std::vector<std::string> caller_chain;
    std::string policy; ///< name of the declared command that decided
    int landlock_abi = 0;
    std::string text;
    std::string truncated; ///< names of fields that were cut to the limits, comma separated
};

/// "12.3" for request 12, command 3.
std::string tag_of(const Event& event);
bool parse_tag(std::string_view tag, std::uint64_t& request, std::uint64_t& command);

/// One line of JSON without the newline; members that hold their default are left out; bytes that are not
/// UTF-8 become
/// "\xNN" text. Texts over 256 KiB and argv over 1024 words or 256 KiB together are cut and named in
/// `truncated`.
std::string to_json(const Event& event);
/// Unknown members are ignored, a wrong type or an unknown event type is an Error. Input is at most 2 MiB.
Result<Event> event_from_json(std::string_view line);

const char* to_string(EventType type);
const char* to_string(Verdict verdict);
const char* to_string(EndReason reason);

/// Orders, session program -> execd, JSON lines on the control connection.
enum class OrderType {
    Cancel,  ///< request: end it as a lost client would
    Ended,   ///< request: answer to Ending: the real programs are gone
    KillJob, ///< pid: TERM, then KILL, one left-over process and what descends from it
    EndAllJobs,
    Shutdown, ///< end everything and exit 0
};
struct Order {
    OrderType type{};
    std::uint64_t request = 0;
    int pid = 0;
};
std::string to_json(const Order& order);
Result<Order> order_from_json(std::string_view line);

} // namespace asb
