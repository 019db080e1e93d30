// Words to the person (or agent) at the other end of stderr and stdout, without iostream: the front program
// is started for every command.
#pragma once

#include "core/base/result.h"

#include <string_view>

namespace asb {

/// Statuses of the front program's own failures, as env(1) and timeout(1) give them.
inline constexpr int kUsageStatus = 2;
inline constexpr int kFrontFailureStatus = 125; ///< ours, before or instead of the command's own status
inline constexpr int kCannotExecuteStatus = 126;
inline constexpr int kNotFoundStatus = 127;

/// "agent-sandbox: TEXT\n" on stderr, in one write. Errors of that write are ignored.
void print_error(std::string_view text);
void print_error(const Error& error);

/// Opens /dev/null on each of 0, 1 and 2 that came in closed, so that no file of ours becomes one of them.
void ensure_standard_descriptors();

} // namespace asb
