// What a launch promises, checked from inside a sandbox: by `launch` on the agent's side, by execd on the
// commands'.
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace asb {

struct Proof {
    enum class Kind { MustRead, MustNotRead, MustNotWrite, MustExecute, MustNotConnect, MustConnectUnix };
    Kind kind{};
    std::string object; ///< path, or HOST:PORT with a numeric address
};

/// "must-not-read=/path" and so on; the names are those of the kinds. Error for an unknown kind or an empty
/// object.
Result<Proof> parse_proof(std::string_view specification);
std::string to_string(const Proof& proof);

/// Holds or tells what was tried, what came back, and what to do. A missing object of a must-not proof counts
/// as held only when the sandbox hides it (EACCES/EPERM, or ENOENT with the object known to exist outside).
/// Leaves nothing: must-not-write opens a fresh name in a folder and removes it at once when that wrongly
/// succeeds.
Status check(const Proof& proof);

} // namespace asb
