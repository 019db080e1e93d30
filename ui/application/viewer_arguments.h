// The viewer's command line. The same words go over the socket when a second start hands them to the first,
// so none of them is a path or a program.
#pragma once

#include "core/base/result.h"

#include <string>
#include <vector>

namespace asb::ui {

struct ViewerArguments {
    bool background = false; ///< started beside a session: stay in the tray when there is one
    bool start = false;      ///< open the dialog that starts a session
    bool restarted = false;  ///< by the viewer itself, for another kind of tray host; not handed over
    std::string
        session; ///< id (or its first digits) of the session to show; empty: the one that needs it most
    bool help = false;
    bool version = false;
};

/// Error: a word that is not known, an id that is not hexadecimal.
Result<ViewerArguments> parse_viewer_arguments(const std::vector<std::string>& words);
/// The words that mean `arguments`; parse_viewer_arguments reads them back.
std::vector<std::string> to_words(const ViewerArguments& arguments);

} // namespace asb::ui
