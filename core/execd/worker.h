// A worker: one process per request. It is the shell for that line, with its own session, directory and
// descriptors.
#pragma once

#include "core/base/fd.h"
#include "core/shell/host.h"

namespace asb::execd {

/// What runs the line; shell::run_command_string in the product, a stand-in in some tests. Returns the status
/// 0-255.
using Runner = int (*)(const shell::ShellStart& start, shell::Host& host);

/// Gives the process the dispositions and the mask that a fresh login would give it.
void reset_signals();

/// Runs a line that does nothing, so that a later one in this process or in a fork of it finds made what
/// every shell makes first: tables, names, the locale's files, what the C library knows of the user, and, in
/// the very process, its pages. Changes the locale; ends with reset_signals(). 0-2 must be open.
void rehearse(Runner runner);

/// The worker's whole life, called in the fresh process: it waits on its channel for the request that it is
/// to run. Never returns.
[[noreturn]] void worker_main(Fd channel, Runner runner);

} // namespace asb::execd
