#include "ui/settings/autostart.h"

#include "core/base/fd.h"
#include "core/base/paths.h"

#include <cerrno>
#include <cstdlib>
#include <unistd.h>

namespace asb::ui {
namespace {

constexpr const char* kProgram = "agent-sandbox-gui";

/// The viewer itself lies in libexec; `agent-sandbox` opens it without words, so the file names the viewer by
/// path: its word --background keeps it in the tray.
Result<std::string> program() {
    const Result<std::string> folder = libexec_dir();
    if (!folder)
        return folder.error();
    return *folder + '/' + kProgram;
}

std::string quoted(const std::string& path) {
    std::string text = "\"";
    for (const char c : path) {
        if (c == '"' || c == '`' || c == '$' || c == '\\')
            text += "\\\\";
        if (c == '%')
            text += '%';
        text += c;
    }
    return text + '"';
}

} // namespace

std::string autostart_file() {
    const char* folder = std::getenv("XDG_CONFIG_HOME");
    const std::string base = folder != nullptr && folder[0] == '/' ? folder : home_dir() + "/.config";
    return base + "/autostart/agent-sandbox.desktop";
}

std::string autostart_text(const std::string& command) {
    return "[Desktop Entry]\nType=Application\nName=agent-sandbox\nComment=Shows the sessions of sandboxed "
           "agents\n"
           "Exec="
           + quoted(command)
           + " --background\nIcon=agent-sandbox\nTerminal=false\nX-GNOME-Autostart-enabled=true\n";
}

bool starts_at_login() {
    const Result<std::string> text = read_file(autostart_file(), 65536);
    return text && text->find("Hidden=true") == std::string::npos;
}

Status set_start_at_login(bool on) {
    const std::string file = autostart_file();
    if (!on)
        return ::unlink(file.c_str()) == 0 || errno == ENOENT ? success()
                                                              : Status(system_error("remove " + file, errno));
    const Result<std::string> command = program();
    if (!command)
        return command.error();
    if (const Status made = make_dirs(file.substr(0, file.rfind('/')), 0700); !made)
        return made;
    return write_file_atomically(file, autostart_text(*command), 0644);
}

Status repair_autostart() {
    const Result<std::string> command = program();
    if (!command || !starts_at_login())
        return success();
    const Result<std::string> text = read_file(autostart_file(), 65536);
    return text && *text == autostart_text(*command) ? success() : set_start_at_login(true);
}

} // namespace asb::ui
