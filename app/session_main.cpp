// agent-sandbox-session: everything of the command line that needs Qt (core/commands/dispatch.h).
#include "core/commands/dispatch.h"

int main(int argc, char** argv) {
    return asb::run_session_program(argc, argv);
}
