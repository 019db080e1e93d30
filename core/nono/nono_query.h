// Short questions to nono for people who look at a session: why, drafts of profiles. Asynchronous: nothing
// waits, answers come from the event loop, and none when `context` has gone.
#pragma once

#include "core/base/result.h"

#include <QObject>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace asb {

using NonoAnswer = std::function<void(const Result<std::string>& text)>;

/// Runs one call of nono (argv without the program) with the switches that keep it from asking or from using
/// the network; answers with its words on stdout and stderr. Error: it is not there, did not end in 10 s, or
/// ended with a status other than 0 (then its words are in it).
void ask_nono(const std::vector<std::string>& arguments, QObject* context, NonoAnswer answer);

/// `nono why`: may `profile` (absolute path) do `operation` (read, write, readwrite) on `path`, which is
/// resolved first, as nono does at run time? A prediction, in nono's own words: both answers have status 0.
void ask_why_path(const std::string& profile, const std::string& project, const std::string& path,
                  const std::string& operation, QObject* context, NonoAnswer answer);
/// The same for a connection.
void ask_why_host(const std::string& profile, const std::string& host, int port, QObject* context,
                  NonoAnswer answer);
/// `nono profile validate`: is it valid, in nono's words (also an invalid one is no Error).
struct ProfileVerdict {
    bool valid = false;
    std::string text;
};
void validate_profile(const std::string& profile, QObject* context,
                      std::function<void(const Result<ProfileVerdict>&)> answer);

/// A change of a profile that nono or somebody proposed: <config>/nono/profile-drafts/<name>.json.
struct ProfileDraft {
    std::string name;
    std::string path;
    std::string live; ///< the profile it is a draft of; empty: there is none yet
    std::int64_t changed_ms = 0;
};
std::string nono_draft_dir();
/// By name. Names that nono would not take are left out.
std::vector<ProfileDraft> list_drafts();
/// `nono profile validate --draft`.
void validate_draft(const std::string& name, QObject* context,
                    std::function<void(const Result<ProfileVerdict>&)> answer);
/// `nono profile promote --diff`: what would change, in nono's words.
void compare_draft(const std::string& name, QObject* context, NonoAnswer answer);
/// `nono profile promote --yes`. nono refuses when the live file has changed since the draft was made.
void promote_draft(const std::string& name, QObject* context, NonoAnswer answer);

/// Lines of nono's event log that speak of a shim's process (its number may have been used again: look at the
/// times), as they stand there, the newest last, at most 100.
void find_audit_lines(const std::string& audit_file, int shim_pid, QObject* context,
                      std::function<void(const Result<std::vector<std::string>>&)> answer);

} // namespace asb
