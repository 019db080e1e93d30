// How nono is called for the two sandboxes of a session: argv and environment (road-measured.md §4,
// nono-measured.md §16).
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace asb {

/// Environment as NAME, value pairs without duplicates, in a stable order.
using Environment = std::vector<std::pair<std::string, std::string>>;

/// This process's environment.
Environment current_environment();
/// Sets or replaces one variable.
void set_variable(Environment& environment, const std::string& name, const std::string& value);
void unset_variable(Environment& environment, const std::string& name);
/// nullptr when it is not there.
const std::string* find_variable(const Environment& environment, const std::string& name);

/// A copy without what must not come from outside: every NONO_* (an outer nono's, or the user's that would
/// change this one), our socket variable and the tag variable (a session inside a session talks to its own
/// execd only).
Environment cleaned_environment(const Environment& environment);

/// Filesystem and socket rights given on nono's command line, beside the profile's.
struct Grants {
    std::vector<std::string> allow;           ///< --allow: folder, read and write
    std::vector<std::string> read;            ///< --read: folder
    std::vector<std::string> read_file;       ///< --read-file; on a program it carries the right to execute
    std::vector<std::string> unix_socket_dir; ///< --allow-unix-socket-dir: connect
    std::vector<std::string> unix_socket_dir_bind; ///< --allow-unix-socket-dir-bind: connect and bind
};

/// One call of `nono run`. cwd of the process is the project too, because nono's record takes its own cwd
/// (nono-measured.md §1).
struct SandboxCommand {
    std::string nono;       ///< absolute path
    std::string profile;    ///< absolute path
    std::string project;    ///< --workdir, and the process's cwd
    std::string log_file;   ///< nono's own log; empty: none
    bool allow_cwd = false; ///< --allow-cwd; needed with -s where the profile has workdir.access
    Grants grants;
    std::vector<std::string> program; ///< argv of what runs inside

    std::string session_id; ///< NONO_DETACHED_SESSION_ID
    std::string temp_dir;   ///< nono's TMPDIR: at most 28 bytes (nono-measured.md §8)
};

/// argv of the real start. Never -v: nono's log lines would appear in the stderr of declared commands.
std::vector<std::string> run_argv(const SandboxCommand& command);
/// The same with --dry-run, which tells what a start would refuse (nono-measured.md §10).
std::vector<std::string> dry_run_argv(const SandboxCommand& command);
/// `nono profile validate --json PROFILE`.
std::vector<std::string> validate_argv(const std::string& nono, const std::string& profile);

/// `base` (already cleaned) plus what nono itself needs: session id, TMPDIR, and the switches that keep it
/// from asking or from using the network on its own.
Environment sandbox_environment(const SandboxCommand& command, const Environment& base);
/// `base` plus the switches only, for helper calls of nono.
Environment quiet_nono_environment(const Environment& base);

/// nono's event log of a session: <state>/nono/audit/<session id>/audit-events.ndjson, with the state folder
/// that nono finds in this environment.
std::string audit_file(const std::string& session_id, const Environment& environment);

} // namespace asb
