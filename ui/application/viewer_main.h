// The whole program agent-sandbox-gui.
#pragma once

namespace asb::ui {

/// Reads the command line, hands over to a viewer that runs already, else is the viewer until it is quit.
/// Returns the exit status: 0, 1 when there is no display or the first one does not answer, 2 for usage.
int viewer_main(int argc, char** argv);

/// Why no window can be opened here, tried before Qt, which would abort: no display named, or none behind the
/// name. Empty when one can.
const char* display_fault();

} // namespace asb::ui
