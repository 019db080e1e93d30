// Builtins that are commands for text, input and lookup; see the bash manual for what each does.
#pragma once

#include "core/shell/builtin.h"

#include <cstdint>
#include <string>

namespace asb::shell {

int builtin_echo(Shell& shell, const Arguments& arguments);
int builtin_printf(Shell& shell, const Arguments& arguments);
int builtin_test(Shell& shell, const Arguments& arguments);
int builtin_bracket(Shell& shell, const Arguments& arguments);
int builtin_read(Shell& shell, const Arguments& arguments);
int builtin_mapfile(Shell& shell, const Arguments& arguments);
int builtin_getopts(Shell& shell, const Arguments& arguments);
int builtin_let(Shell& shell, const Arguments& arguments);
int builtin_pushd(Shell& shell, const Arguments& arguments);
int builtin_popd(Shell& shell, const Arguments& arguments);
int builtin_dirs(Shell& shell, const Arguments& arguments);
int builtin_hash(Shell& shell, const Arguments& arguments);
int builtin_type(Shell& shell, const Arguments& arguments);
int builtin_command(Shell& shell, const Arguments& arguments);
int builtin_times(Shell& shell, const Arguments& arguments);
int builtin_help(Shell& shell, const Arguments& arguments);
int builtin_caller(Shell& shell, const Arguments& arguments);
int builtin_enable(Shell& shell, const Arguments& arguments);
int builtin_compgen(Shell& shell, const Arguments& arguments);
int builtin_complete(Shell& shell, const Arguments& arguments);
int builtin_compopt(Shell& shell, const Arguments& arguments);
int builtin_history(Shell& shell, const Arguments& arguments);
int builtin_fc(Shell& shell, const Arguments& arguments);
int builtin_bind(Shell& shell, const Arguments& arguments);
int builtin_logout(Shell& shell, const Arguments& arguments);

/// May stand before = in `alias` and between the brackets of BASH_ALIASES.
bool valid_alias_name(const std::string& name);
/// "`x': not a valid identifier" on stderr.
void invalid_identifier(Shell& shell, const std::string& name);
/// A decimal number as operands and options have it: blanks around it and a sign are allowed.
bool legal_number(const std::string& text, std::int64_t& value);
/// "X: invalid number"; what looks like one to other bases is an invalid octal or hex number.
std::string invalid_number(const std::string& text);

} // namespace asb::shell
