// Client of the exec socket: sends one line with three descriptors to execd and waits for its status. Used by
// `exec` and by the agent's shell. Protocol: core/base/wire.h; interrupt rules: reference-cli.md §9.
#pragma once

#include "core/base/wire.h"

#include <array>
#include <string>

namespace asb {

struct LineResult {
    int status = 0;        ///< of the command, or ours
    int signal = 0;        ///< ended the shell that ran the line (`kill -9 $$`); status is then 128 + signal
    bool answered = false; ///< the status is execd's answer; false: said on stderr why there is none
    std::string cwd;       ///< final directory, when answered; may be empty
};

/// Runs `request` through the execd that $AGENT_SANDBOX_EXECD_SOCKET names and returns its status (124
/// timeout, 126, 127, 128+n as bash). `fds` (stdin, stdout, stderr of the command) are only passed on, never
/// read. INT, TERM, HUP and QUIT are relayed while it waits, those that are ignored at the call stay ignored.
/// The second INT or TERM closes the connection, which cancels the request: 128+n, not answered. No socket
/// variable, no daemon, a lost connection or a fault of execd: one line on stderr, 125, not answered.
LineResult run_line(const wire::Request& request, const std::array<int, 3>& fds);

/// The caller's directory as the request carries it: getcwd(2), else $PWD; empty when neither is known.
std::string current_directory();

/// True when the text has nothing that a shell could run: only blanks and newlines.
bool is_blank(std::string_view line);

/// Tells the session program one thing through execd. Best effort: false when there is nobody to tell.
bool send_note(wire::NoteKind kind, std::string_view text);

/// Several at once, in this order, over one connection: each connect(2) goes through nono's supervisor. With
/// `taken_ms` it waits so long for execd to have taken them: what happens then is told behind them.
bool send_notes(const std::vector<wire::Note>& notes, int taken_ms = 0);

} // namespace asb
