// The text of `agent-sandbox ai explain`.
#pragma once

#include <string>

namespace asb {

/// Markdown for an agent inside a session. The paths of the policy come from the configuration at
/// `config_path`; when that cannot be read, the text says so in their place.
std::string explain_text(const std::string& config_path);

} // namespace asb
