// agent-sandbox-gui: the supervisor, a viewer of all sessions (ui/application/viewer.h).
#include "ui/application/viewer_main.h"

int main(int argc, char** argv) {
    return asb::ui::viewer_main(argc, argv);
}
