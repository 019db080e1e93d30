// The keeper: the process outside every sandbox that starts one session and, however that ends, leaves
// nothing of it: no process, no folder, no registry entry, no terminal mode (design §3, nono-measured.md
// §7.3).
#pragma once

#include "core/front/blocked_signals.h"

#include <string>
#include <vector>

namespace asb {

struct KeeperOptions {
    std::string session_program; ///< empty: agent-sandbox-session in libexec_dir()
    std::string run_parent = "/var/tmp";
    std::string viewer_program; ///< empty: agent-sandbox-gui in libexec_dir()
};

/// Runs `<session program> --run-dir RUN --session-id ID WORDS…` to its end; `words` begin with an optional
/// --no-gui; without it a viewer is started first where there is a display and none is up. TERM and HUP are
/// passed on, INT and QUIT swallowed (the terminal gives them to the session too); those that come during the
/// start count. A session that asks for it (RUN/again) is followed by another one. Returns the session's
/// status, 128+n when a signal ended it; 125 when it could not be started.
int keep_session(const std::vector<std::string>& words, const BlockedSignals& blocked,
                 const KeeperOptions& options = {});

} // namespace asb
