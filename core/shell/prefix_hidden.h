// Prefix assignments (`x=1 cmd <$x`) and the redirections of the command.
#pragma once

#include "core/shell/shell.h"

namespace asb::shell {

/// The words of an external command's redirections see the values outside, not its prefix assignments.
class PrefixHidden {
public:
    explicit PrefixHidden(Shell& shell) : shell_(shell), hides_(shell.prefix_of_program) { swap(); }
    ~PrefixHidden() { swap(); }
    PrefixHidden(const PrefixHidden&) = delete;
    PrefixHidden& operator=(const PrefixHidden&) = delete;

private:
    void swap() {
        if (hides_)
            shell_.variables.swap_innermost_scope();
    }
    Shell& shell_;
    const bool hides_;
};

} // namespace asb::shell
