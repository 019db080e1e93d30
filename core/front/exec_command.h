// `agent-sandbox exec [--timeout D] -- LINE…`: runs one shell line through execd.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace asb {

/// "500ms", "30s", "2m", "1h", or seconds, each with a fraction ("0.25", "1.5s"). Milliseconds, rounded up;
/// "0" is 0 (no limit). nullopt for anything else and for more than 30 days.
std::optional<std::uint64_t> parse_duration_ms(std::string_view text);

/// `arguments`: the words behind "exec". Returns the program's exit status: the command's, 2 for a usage
/// error, 125 when there is no execd to run it.
int exec_command(const std::vector<std::string>& arguments);

} // namespace asb
