// `agent-sandbox init`: a first configuration and both profiles for this machine, from the templates in this
// program.
#pragma once

#include <string>
#include <vector>

namespace asb {

/// `init [--dir D]`. Fills the templates with the paths of this machine, has nono validate and dry-run both
/// profiles in a private folder, then writes what is not there yet into D (default: the current folder; made
/// when missing). Existing entries, links included, are left alone and named. `arguments` are those behind
/// the word. Returns the exit status: 0 written or all there already, 1 failure (nothing written, or what was
/// written is told), 2 usage.
int run_init(const std::vector<std::string>& arguments);

} // namespace asb
