// What the utility builtins keep between two calls.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace asb::shell {

struct UtilityState {
    std::size_t getopts_offset = 0; ///< position inside the current word; 0 = at the start of a word
    std::vector<std::string> directory_stack; ///< below the current directory, top first
};

} // namespace asb::shell
