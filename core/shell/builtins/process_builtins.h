// Builtins of the process side; see process_table.cpp.
#pragma once

#include "core/shell/builtin.h"
#include "core/shell/jobs.h"

namespace asb::shell {

int builtin_exec(Shell& shell, const Arguments& arguments);
int builtin_wait(Shell& shell, const Arguments& arguments);
int builtin_jobs(Shell& shell, const Arguments& arguments);
int builtin_fg(Shell& shell, const Arguments& arguments);
int builtin_bg(Shell& shell, const Arguments& arguments);
int builtin_disown(Shell& shell, const Arguments& arguments);
int builtin_suspend(Shell& shell, const Arguments& arguments);
int builtin_kill(Shell& shell, const Arguments& arguments);
int builtin_trap(Shell& shell, const Arguments& arguments);
int builtin_umask(Shell& shell, const Arguments& arguments);
int builtin_ulimit(Shell& shell, const Arguments& arguments);

/// The job of a %specification; null after bash's message.
Job* find_job(Shell& shell, const std::string& specification);

/// The table of `kill -l` and `trap -l`.
std::string signal_table();

} // namespace asb::shell
