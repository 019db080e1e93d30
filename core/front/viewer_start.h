// Makes sure that a viewer is up when a session starts on a desktop (design §2). The viewer is no part of the
// session: it is started outside the keeper's tree and outlives it.
#pragma once

#include "core/front/blocked_signals.h"

#include <string>

namespace asb {

/// True when there is a display and the window is installed (`program`).
bool viewer_wanted(const std::string& program);

/// True when a viewer answers at its socket, `<runtime_dir>/viewer.sock`. Never waits.
bool viewer_is_up(const std::string& socket);

/// Starts `program --background` in a session of its own, with / as its folder and nothing of ours open; its
/// parent is process 1 (or who stands for it). To be called before this process becomes a child subreaper.
/// Returns when it is on its way. A viewer that does not come up costs the user its sight, never the session:
/// so there is no error to report.
void start_viewer(const std::string& program, const BlockedSignals& signals);

} // namespace asb
