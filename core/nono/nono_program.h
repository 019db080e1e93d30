// The nono that a session runs under: where it is, and whether we know this version.
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace asb {

struct NonoVersion {
    int major = 0;
    int minor = 0;
    int patch = 0;
};

/// Absolute path of `nono` on $PATH. Error with the ways to install it when there is none.
Result<std::string> find_nono();

/// Reads what `nono --version` prints ("nono 0.81.0"). Error when no version stands there.
Result<NonoVersion> parse_nono_version(std::string_view output);

/// Holds for the tested range, 0.80 <= v < 0.90: nono promises no stable formats before 1.0 (nono.md,
/// "Versions"), and both the refusals' records and the fixed session id are among what may change.
Status check_nono_version(const NonoVersion& version);

std::string to_string(const NonoVersion& version);

} // namespace asb
