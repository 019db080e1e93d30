// agent-sandbox-session: everything of the command line that needs Qt (core/commands/dispatch.h).
#include "core/base/output.h"
#include "core/commands/dispatch.h"

int main(int argc, char** argv) {
    return asb::output_status(asb::run_session_program(argc, argv));
}
