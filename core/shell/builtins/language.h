// Builtins of the language: control flow, variables, options, directories, aliases. See bash's manual, "Shell
// Builtin Commands".
#pragma once

#include "core/shell/ast.h"
#include "core/shell/builtin.h"

namespace asb::shell {

int builtin_true(Shell& shell, const Arguments& arguments);
int builtin_false(Shell& shell, const Arguments& arguments);
int builtin_break(Shell& shell, const Arguments& arguments);
int builtin_continue(Shell& shell, const Arguments& arguments);
int builtin_return(Shell& shell, const Arguments& arguments);
int builtin_exit(Shell& shell, const Arguments& arguments);
int builtin_eval(Shell& shell, const Arguments& arguments);
int builtin_source(Shell& shell, const Arguments& arguments);
int builtin_builtin(Shell& shell, const Arguments& arguments);
int builtin_declare(Shell& shell, const Arguments& arguments);
int builtin_local(Shell& shell, const Arguments& arguments);
int builtin_export(Shell& shell, const Arguments& arguments);
int builtin_readonly(Shell& shell, const Arguments& arguments);
int builtin_unset(Shell& shell, const Arguments& arguments);
int builtin_shift(Shell& shell, const Arguments& arguments);
int builtin_set(Shell& shell, const Arguments& arguments);
int builtin_shopt(Shell& shell, const Arguments& arguments);
int builtin_cd(Shell& shell, const Arguments& arguments);
int builtin_pwd(Shell& shell, const Arguments& arguments);
int builtin_alias(Shell& shell, const Arguments& arguments);
int builtin_unalias(Shell& shell, const Arguments& arguments);

/// The message, without a line number, of `who` that finds no name for the current folder; `code`: errno.
void tell_lost_directory(Shell& shell, std::string_view who, int code);
/// `path` behind `base`, without . and .. and doubled slashes. Empty when something before a .. is no
/// directory.
std::string logical_path(const std::string& base, const std::string& path);
/// The current folder as the system names it; empty, with errno: it has no name.
std::string physical_directory();
/// `path` is the current folder.
bool names_working_directory(const std::string& path);

/// Runs `local` by the command's tree when all its words are plain names or NAME=value; status and `unwind`
/// are then set. False: it is another command or form, nothing was done.
bool run_plain_local(Shell& shell, const SimpleCommand& command);

} // namespace asb::shell
