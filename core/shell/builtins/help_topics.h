// What `help` knows besides the table of builtins.
#pragma once

#include <string_view>
#include <vector>

namespace asb::shell {

struct HelpTopic {
    std::string_view name;
    std::string_view usage; ///< empty: the builtin's own
    std::string_view summary;
};

/// Builtins and the shell's grammar, in the order of `help`.
const std::vector<HelpTopic>& help_topics();

} // namespace asb::shell
