// `agent-sandbox log [--session ID] [--follow] [--denied] [--since WHEN] [--filter TEXT] [--json]`: what the
// commands of a session did, from its store.
#pragma once

#include <string>
#include <vector>

namespace asb {

/// Without --session the newest session of this user. ID may be cut to what is unambiguous. --json: one
/// joined record a line (event.h). --follow: until the session ends. Returns 0, 1 when there is nothing to
/// read, 2 for usage.
int run_log(const std::vector<std::string>& arguments);

} // namespace asb
