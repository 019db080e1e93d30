// How to open a terminal with "this argv, this folder, this title"; a table, tried in desktop-measured.md §8.
#pragma once

#include "core/base/result.h"

#include <string>
#include <vector>

namespace asb {

/// What the choice of a terminal and of an editor depends on, besides the programs on PATH.
struct DesktopFacts {
    std::string setting;         ///< the user's own command for a terminal; empty: none
    std::string terminal;        ///< $TERMINAL
    std::string current_desktop; ///< $XDG_CURRENT_DESKTOP
    bool wayland = false;        ///< $WAYLAND_DISPLAY is set
    std::string editor = {};     ///< the user's own command for an editor; empty: none
};
DesktopFacts current_desktop_facts(const std::string& terminal_setting,
                                   const std::string& editor_setting = {});

struct TerminalCall {
    std::vector<std::string> argv; ///< argv[0] as it was named
    std::string folder;            ///< working directory for the process: some take it only so
    std::string name;              ///< row of the table; "" for an unknown one, taken to know -e
};

/// `command`: the terminal, perhaps with options of the user's. Always a process of its own. Error: not a
/// command line.
Result<TerminalCall> terminal_call(const std::string& command, const std::string& folder,
                                   const std::string& title, const std::vector<std::string>& program);

/// The terminal of this desktop: setting, $TERMINAL, the desktop's own, x-terminal-emulator, then what is
/// there. Error: none is installed, or the setting names one that is not there.
Result<std::string> choose_terminal(const DesktopFacts& facts);

/// Names in the table that are on PATH.
std::vector<std::string> installed_terminals();

} // namespace asb
