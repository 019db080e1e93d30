// A worker: one process per request. It is the shell for that line, with its own session, directory and
// descriptors.
#pragma once

#include "core/base/fd.h"
#include "core/shell/host.h"

namespace asb::execd {

/// What runs the lines: the shell in the product (host.h), a stand-in in some tests.
struct Runner {
    int (*run)(const shell::ShellStart& start, shell::Host& host) = nullptr; ///< answers the status 0-255
    void (*rehearse)() = nullptr; ///< makes what all lines need first; may be null
};

/// Gives the process the dispositions and the mask that a fresh login would give it.
void reset_signals();

/// Lets the runner rehearse, with signals blocked, for what it runs later in this process or in a fork of it;
/// reset_signals() puts back what it changed. 0-2 must be open.
void rehearse(const Runner& runner);

/// The worker's whole life, called in the fresh process: it waits on its channel for the request that it is
/// to run. Never returns.
[[noreturn]] void worker_main(Fd channel, const Runner& runner);

} // namespace asb::execd
