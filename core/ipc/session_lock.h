// The lock on a session's state folder: held as long as the session program lives, whatever ends it. It tells
// a session that is only starting, or has no control socket, from one that died.
#pragma once

#include "core/base/fd.h"

#include <string>

namespace asb {

/// Takes the lock (flock(2), exclusive) on an existing folder; it ends with the descriptor, which is
/// close-on-exec. Waits for a reader that looks just now. Error: the folder cannot be opened.
Result<Fd> hold_session_folder(const std::string& folder);

/// Whether a session program holds this folder now. False too when it cannot be opened.
bool is_session_folder_held(const std::string& folder);

} // namespace asb
