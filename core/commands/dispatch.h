// The command line of agent-sandbox-session: [--run-dir RUN --session-id ID] [--no-gui] WORD ARGUMENT…
#pragma once

namespace asb {

/// Runs the word's command and returns its exit status; 2 for a command line that is not understood. RUN and
/// ID come from the keeper and only with `claude` and `demo`.
int run_session_program(int argc, char** argv);

} // namespace asb
