// Start at login: a desktop file in the person's autostart folder (XDG autostart). The file is the setting.
#pragma once

#include "core/base/result.h"

#include <string>

namespace asb::ui {

/// <XDG_CONFIG_HOME or ~/.config>/autostart/agent-sandbox.desktop
std::string autostart_file();
bool starts_at_login();
/// Writes or removes the file, which names this installation's viewer.
Status set_start_at_login(bool on);
/// A file of an installation that has moved is written anew; nothing when there is none.
Status repair_autostart();
/// What the file says; `command` is quoted as desktop files want it.
std::string autostart_text(const std::string& command);

} // namespace asb::ui
