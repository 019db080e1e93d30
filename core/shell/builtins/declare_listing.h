// What declare, export, readonly and local print, and the options that they share.
#pragma once

#include "core/shell/builtin.h"
#include "core/shell/variables.h"

namespace asb::shell {

struct DeclareFlags {
    std::uint16_t on = 0;
    std::uint16_t off = 0;
    bool print = false;
    bool global = false;
    bool inherit = false;
    bool off_functions = false;  ///< +f: names are left alone
    bool functions = false;      ///< -f
    bool function_names = false; ///< -F
    bool any = false;            ///< some option was given
};

/// declare -f and -F, with names or for all functions; also changes their attributes. Answers the status.
int functions_command(Shell& shell, const Arguments& arguments, std::size_t first, const DeclareFlags& flags);
/// Variables that have one of these attributes (all with 0), as `declare -p` shows them.
void list_with(Shell& shell, std::uint16_t attributes);
/// declare -p NAME …
/// `locals`: only those of the running function count.
int print_names(Shell& shell, const Arguments& arguments, std::size_t first, bool locals);
/// `local` without names.
void list_locals(Shell& shell);

} // namespace asb::shell
