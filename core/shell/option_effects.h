// Options of `set` and `shopt` that have effects besides their own flag.
#pragma once

#include "core/shell/options.h"

#include <string>
#include <string_view>

namespace asb::shell {

class Shell;

/// Turns an option of `set` on or off with all that bash ties to it: POSIX mode switches options of shopt and
/// sets or unsets POSIXLY_CORRECT.
void change_option(Shell& shell, SetOption option, bool on);
/// The same for `shopt`: extdebug sets errtrace and functrace, a compatNN sets BASH_COMPAT and clears the
/// others; login_shell and restricted_shell cannot be changed.
void change_option(Shell& shell, Shopt option, bool on);
/// `local -` ends: all options of `set` as they were saved, with the variables that go with them.
void restore_set_options(Shell& shell, const Options& saved);

/// POSIX mode's own switches, without POSIXLY_CORRECT.
void set_posix_mode(Shell& shell, bool on);
/// 52, or the older version whose rules BASH_COMPAT asks for.
int compatibility_level(Shell& shell);

/// After an assignment to BASH_COMPAT ("4.2", "42", "" = this version): sets the compatNN options. A wrong
/// value is reported and means this version.
void apply_compatibility(Shell& shell, std::string_view value);

} // namespace asb::shell
