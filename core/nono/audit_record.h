// One line of nono's event log, read (nono-measured.md §2, nono.md §5). The log comes from nono, but what
// stands in its fields (argv, environment) comes from commands: it is bounded and never trusted beyond nono's
// own decision.
#pragma once

#include "core/base/event.h"
#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace asb {

struct AuditRecord {
    enum class Type { SessionStarted, SandboxRuntime, CommandPolicy, Network, SessionEnded, Other };
    Type type = Type::Other;
    std::uint64_t sequence = 0; ///< nono's own counter
    std::string type_name;      ///< as nono writes it, for types that we do not know

    // CommandPolicy
    std::int64_t time_ms = 0;
    std::string command;  ///< name of the declared command (argv_display[0] may be a shim's path)
    std::string decision; ///< nono's word
    std::string reason;   ///< word for word, newlines kept; empty when nono gives none
    std::string caller;   ///< "session", a command's name, "untrusted"
    std::string caller_kind;
    int caller_pid = 0;
    int shim_pid = 0;
    int session_root_pid = 0;
    std::optional<int> exit_code;
    std::vector<std::string> argv; ///< nono's display form: at most 16 words, secrets cut out
    std::string cwd;
    std::string tag; ///< value of our tag variable in the call's environment; empty when it is not there

    // Network
    std::string target;
    int port = 0;
    std::string identity; ///< the whole event, to tell repeated records (written live and again at the end)

    // SandboxRuntime
    bool tool_sandbox_active = false;
};

/// What a decision means. `Pending`: it was let through and a record of its end follows.
enum class AuditOutcome { Allowed, Refused, Pending, Unknown };
AuditOutcome outcome_of(std::string_view decision);

/// Reads one line (at most 4 MiB). Error: no JSON, no event, a field of a wrong kind.
Result<AuditRecord> parse_audit_line(std::string_view line);

/// "2026-11-29T15:09:02.370784307+00:00" as milliseconds since the epoch; 0 when it is none.
std::int64_t parse_rfc3339_ms(std::string_view text);

} // namespace asb
