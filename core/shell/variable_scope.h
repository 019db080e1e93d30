// The scope of variables that a command has while it runs.
#pragma once

#include "core/shell/builtins/utility_state.h"
#include "core/shell/names.h"
#include "core/shell/shell.h"

namespace asb::shell {

/// Opens a scope of variables and closes it on every way out.
class VariableScope {
public:
    VariableScope(Shell& shell, Variables::ScopeKind kind)
        : shell_(shell), kind_(kind), getopts_(shell.utilities->getopts) {
        shell_.variables.push_scope(kind);
    }
    ~VariableScope() {
        static const Slot optind = intern("OPTIND");
        const bool own = kind_ == Variables::ScopeKind::Function
                         && shell_.variables.raw(optind).scope == shell_.variables.scope_depth();
        shell_.variables.pop_scope();
        if (own) // getopts goes on inside the word where it was
            shell_.utilities->getopts = getopts_;
    }
    VariableScope(const VariableScope&) = delete;
    VariableScope& operator=(const VariableScope&) = delete;

private:
    Shell& shell_;
    const Variables::ScopeKind kind_;
    const GetoptsState getopts_;
};

} // namespace asb::shell
