// What `init` finds out about this machine for the templates.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace asb {

/// Values for the placeholders of the templates, by name without the @@.
using TemplateValues = std::map<std::string, std::vector<std::string>>;

/// Looks at the file system, PATH and HOME; runs `git --exec-path` when there is a git. Lists only what
/// exists; paths below the home folder begin with "$HOME/", which nono expands. CLAUDE_CONFIG is always one
/// value.
TemplateValues find_machine_values();

} // namespace asb
