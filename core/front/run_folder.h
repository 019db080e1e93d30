// RUN, the private folder of one session, and the traces of sessions whose keeper died.
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"

#include <string>

namespace asb {

struct RunFolder {
    std::string
        path; ///< /var/tmp/asb-XXXXXX: on a disk (nono puts 108 MB there) and short (nono-measured.md §8)
    std::string session_id; ///< 16 hexadecimal digits
    Fd lock;                ///< <path>/lock, locked as long as this lives; holds the session id
};

/// Makes a fresh one, mode 0700, locked. `parent` is /var/tmp but in tests.
Result<RunFolder> make_run_folder(const std::string& parent = "/var/tmp");

/// Removes the folder, the registry entries of its session (<runtime_dir>/<id>.json, .sock, .token) and logs
/// in the session's record that are empty.
Status remove_run_folder(const RunFolder& run);

/// Removes the folders and registry entries of the caller's sessions whose keeper is gone (nobody holds the
/// lock). What cannot be removed stays, silently: it is tried again at the next start.
void remove_stale_run_folders(const std::string& parent = "/var/tmp");

} // namespace asb
