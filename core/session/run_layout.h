// The private folder of one session (contract of keeper and session program): who makes what in it.
#pragma once

#include "core/base/result.h"

#include <string>

namespace asb {

struct RunLayout {
    std::string root; ///< made and locked by the keeper, 0700

    std::string socket_folder() const { return root + "/s"; } ///< outside every grant but "connect"
    std::string exec_socket() const { return root + "/s/execd.sock"; }
    std::string agent_nono_temp() const { return root + "/n1"; }   ///< TMPDIR of the agent's nono
    std::string command_nono_temp() const { return root + "/n2"; } ///< TMPDIR of the commands' nono
    std::string agent_temp() const { return root + "/a"; }         ///< the agent's own temporary folder
    std::string command_temp() const { return root + "/c"; }       ///< the commands', as $XDG_RUNTIME_DIR
    std::string canary() const { return root + "/canary"; }        ///< a file that no sandbox may read
};

/// Makes the folders (0700) and the canary (0600). Error: `root` is not a private folder of ours, or is too
/// long for nono, which binds a socket in TMPDIR (28 bytes, nono-measured.md §8).
Status make_run_layout(const RunLayout& folder);

} // namespace asb
