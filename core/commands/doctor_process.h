// Short helper programs for `init` and `doctor`, one at a time, with a limit of time and output.
#pragma once

#include "core/nono/sandbox_command.h"

#include <string>
#include <vector>

namespace asb {

struct ProcessRequest {
    std::vector<std::string> argv; ///< argv[0] is an absolute path
    Environment environment;
    std::string folder;  ///< working directory; empty: this one
    int limit_ms = 5000; ///< monotonic
};

struct ProcessResult {
    bool started = false;
    bool timed_out = false;
    bool flooded = false; ///< ended because it wrote more than 1 MiB
    int status = -1;      ///< exit status, 128+n for a signal, -1 when not started
    std::string output;   ///< stdout
    std::string errors;   ///< stderr
    std::string problem;  ///< why it could not be started

    bool succeeded() const { return started && !timed_out && !flooded && status == 0; }
};

/// Makes this process a child subreaper, so that run_process can end what its programs leave behind. Once, at
/// start of a command that has no other children of its own.
void adopt_orphans();

/// Runs to the end. stdin is /dev/null; the program has a session of its own. Whatever of it and its children
/// is still there when it has ended, or when the limit is over, is killed and reaped.
ProcessResult run_process(const ProcessRequest& request);

/// "did not end within 5 s", "ended with status 3: <first lines of its errors>": what went wrong, for
/// details.
std::string describe_failure(const ProcessResult& result);

/// Text of a program as lines without blanks around, empty ones left out, at most `limit` of them, made
/// visible.
std::vector<std::string> shown_lines(const std::string& text, std::size_t limit);

} // namespace asb
