// Variables that stand for another table of the shell, or that switch something when they are assigned.
#pragma once

namespace asb::shell {

class Shell;

/// BASH_ALIASES, BASH_CMDS, BASH_ARGC, BASH_ARGV, BASH_COMPAT, POSIXLY_CORRECT. Called once, after the
/// environment has been taken over.
void declare_linked_variables(Shell& shell);

} // namespace asb::shell
