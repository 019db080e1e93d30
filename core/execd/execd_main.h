// `agent-sandbox execd`.
#pragma once

#include <string>
#include <vector>

namespace asb {

/// Arguments are those after the word `execd`: [--socket PATH] [--proof SPEC]… Returns the exit status: 0
/// after an orderly end, 1 when execd could not serve, 2 for wrong arguments.
int execd_main(const std::vector<std::string>& args);

} // namespace asb
