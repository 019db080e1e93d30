// How to open an editor at a line of a file; a table (desktop-measured.md §9).
#pragma once

#include "core/base/result.h"
#include "core/desktop/terminals.h"

#include <QObject>

#include <functional>
#include <string>
#include <vector>

namespace asb {

struct EditorCall {
    std::vector<std::string> argv;
    bool in_terminal = false; ///< the editor needs a terminal around it
    bool at_line = false;     ///< it will show the line; not so: say the line in words
};

/// `command`: the editor, perhaps with options of the user's; an unknown one gets the file alone. `line` from
/// 1; 0: none. Error: not a command line.
Result<EditorCall> editor_call(const std::string& command, const std::string& file, int line);

/// $VISUAL, then $EDITOR when it is on PATH; empty: ask the desktop.
std::string editor_from_environment();
/// Name of the program behind a desktop file's id ("org.gnome.gedit.desktop" gives gedit).
std::string editor_of_desktop_file(const std::string& id);

/// Opens the editor of the settings (`facts`), else the user's, else the desktop's for text, else xdg-open;
/// terminal editors in `facts`' terminal. Returns at once; `done` is called from the event loop with what was
/// done, for people ("opened x.json in kate; the rule is in line 41"), or the Error. Nothing is called when
/// `context` has gone.
void open_in_editor(const std::string& file, int line, const DesktopFacts& facts, QObject* context,
                    std::function<void(const Result<std::string>&)> done);

} // namespace asb
