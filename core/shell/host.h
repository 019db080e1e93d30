// The shell's only door to the outside: what a worker of execd (or a test) provides, and the entry point.
#pragma once

#include "core/base/event.h"
#include "core/base/fd.h"

#include <cstdint>
#include <string>
#include <vector>

namespace asb::shell {

/// Given by whoever runs a line. All calls come from the shell's process or from a subshell forked from it,
/// never from a vfork child. No call may block for long but acquire_places.
class Host {
public:
    virtual ~Host() = default;

    /// One simple command was started / has ended (Event::CommandStart, CommandEnd; request and times are
    /// filled by the host). Must not block.
    virtual void report(Event event) = 0;

    /// Number of the next simple command of this request, unique among all subshells of the line (the
    /// subshell's number space may be disjoint: host decides). Used for the tag variable.
    virtual std::uint64_t next_command_number() = 0;
    /// "<request>." or empty: no tag variable is set.
    virtual std::string tag_prefix() const = 0;

    /// True when the program at `path` is reached through nono's shim (…/nono-tool-sandbox-…/shims/name).
    virtual bool is_declared(const std::string& path) const = 0;

    /// Waits until `count` declared commands may start together; the places are held as long as the returned
    /// descriptor is open. An invalid Fd means that no accounting is needed.
    virtual Fd acquire_places(int count) = 0;

    /// Descriptors of the host that commands and redirections must not see: they answer EBADF for them.
    virtual bool is_private(int fd) const = 0;
};

struct ShellStart {
    std::string line;                     ///< the text after -c
    std::string shell_name = "bash";      ///< $0 and the name in diagnostics
    std::vector<std::string> arguments;   ///< $1 …
    std::vector<std::string> environment; ///< NAME=value; what the process got
    /// As `bash -c "… && eval 'LINE' && …"` runs it, which is how coding agents do: diagnostics name `eval`,
    /// lines are counted from the end of the text's copy in the outer command (N + number of newlines), and
    /// the last command is never executed in place of the shell.
    bool eval_form = false;
};

/// Runs the line as `bash -c line name args…` does, in this process: it may change directory, descriptors,
/// signal dispositions. Returns the exit status (0-255); EXIT trap has run. A line that ends by `exec
/// program` does not return.
int run_command_string(const ShellStart& start, Host& host);

/// Runs a line that does nothing, so that a later one in this process or in a fork of it finds made what
/// every shell makes first: tables, names, the files of the environment's locale, what the C library knows of
/// the user, and, in the very process, its pages. Changes signal dispositions; the locale is "C" behind it.
void rehearse();

} // namespace asb::shell
