// Joined records as lines for people: `log`, `demo`.
#pragma once

#include "core/base/event.h"

#include <cstdint>
#include <string>

namespace asb {

/// "floor", "policy", "REFUSED", "unknown", "…" while nothing is known.
std::string verdict_word(const Event& event);
/// "6 ms", "8.2 s", "12 min".
std::string duration_text(std::int64_t duration_us);
/// "0", "126", "SIG9".
std::string status_text(const Event& event);

/// One command (or call of a declared command inside one): time, verdict, status, duration, command line; for
/// a refusal the reason below. Steps, notes, gaps and jobs: one line. Empty for what people do not look for
/// (requests, hello, proofs that held). Ends with a newline. Control characters are made visible.
std::string record_text(const Event& event);

} // namespace asb
