#include "core/desktop/terminals.h"

#include "core/base/paths.h"
#include "core/desktop/shell_words.h"

#include <algorithm>
#include <cstdlib>

namespace asb {
namespace {

/// Words of `options`: %W folder, %T title; the program's words follow.
struct Row {
    const char* name;
    std::vector<const char*> options;
    const char* desktop; ///< part of XDG_CURRENT_DESKTOP that it belongs to; nullptr: none
    bool wayland_only = false;
};

const std::vector<Row>& table() {
    static const std::vector<Row> rows{
        {"konsole", {"--separate", "--workdir", "%W", "-p", "tabtitle=%T", "-e"}, "KDE"},
        {"xfce4-terminal", {"--disable-server", "--working-directory=%W", "-T", "%T", "-x"}, "XFCE"},
        {"ptyxis", {"--new-window", "-d", "%W", "-T", "%T", "--"}, nullptr},
        {"gnome-terminal", {"--wait", "--working-directory=%W", "--title", "%T", "--"}, "GNOME"},
        {"qterminal", {"-w", "%W", "-e"}, "LXQt"},
        {"mate-terminal", {"--disable-factory", "--working-directory=%W", "--title=%T", "-x"}, "MATE"},
        {"kitty", {"--title", "%T", "--directory", "%W"}, nullptr},
        {"alacritty", {"--working-directory", "%W", "-t", "%T", "-e"}, nullptr},
        {"wezterm", {"start", "--always-new-process", "--cwd", "%W", "--"}, nullptr},
        {"foot", {"-D", "%W", "-T", "%T"}, nullptr, true},
        {"xterm", {"-T", "%T", "-e"}, nullptr},
        {"x-terminal-emulator", {"-T", "%T", "-e"}, nullptr},
    };
    return rows;
}

const Row* find_row(const std::string& name) {
    const auto found =
        std::find_if(table().begin(), table().end(), [&](const Row& row) { return name == row.name; });
    return found == table().end() ? nullptr : &*found;
}

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

std::string filled(std::string option, const std::string& folder, const std::string& title) {
    const std::size_t at = option.find('%');
    if (at == std::string::npos)
        return option;
    return option.replace(at, 2, option[at + 1] == 'W' ? folder : title);
}

bool is_there(const std::string& command) {
    const Result<std::vector<std::string>> words = split_shell_words(command);
    return words && !find_program(words->front()).empty();
}

} // namespace

DesktopFacts current_desktop_facts(const std::string& terminal_setting, const std::string& editor_setting) {
    return {terminal_setting, variable("TERMINAL"), variable("XDG_CURRENT_DESKTOP"),
            !variable("WAYLAND_DISPLAY").empty(), editor_setting};
}

Result<TerminalCall> terminal_call(const std::string& command, const std::string& folder,
                                   const std::string& title, const std::vector<std::string>& program) {
    Result<std::vector<std::string>> words = split_shell_words(command);
    if (!words)
        return words.error();
    TerminalCall call;
    call.folder = folder;
    call.argv = std::move(*words);
    if (const Row* row = find_row(base_name(call.argv.front()))) {
        call.name = row->name;
        for (const char* option : row->options)
            call.argv.push_back(filled(option, folder, title));
    } else {
        call.argv.emplace_back("-e"); // what all of them share
    }
    call.argv.insert(call.argv.end(), program.begin(), program.end());
    return call;
}

Result<std::string> choose_terminal(const DesktopFacts& facts) {
    if (!facts.setting.empty()) {
        if (is_there(facts.setting))
            return facts.setting;
        return Error{"open a terminal: the settings name \"" + facts.setting + "\", which is not on PATH",
                     "choose another one in the settings", 0};
    }
    if (!facts.terminal.empty() && is_there(facts.terminal))
        return facts.terminal;
    const auto usable = [&](const Row& row) {
        return (!row.wayland_only || facts.wayland) && !find_program(row.name).empty();
    };
    for (const Row& row : table()) {
        if (row.desktop && facts.current_desktop.find(row.desktop) != std::string::npos && usable(row))
            return std::string(row.name);
    }
    if (!find_program("x-terminal-emulator").empty())
        return std::string("x-terminal-emulator");
    for (const Row& row : table()) {
        if (usable(row))
            return std::string(row.name);
    }
    return Error{"open a terminal: none is installed",
                 "install one (xterm is the smallest), or name yours in the settings", 0};
}

std::vector<std::string> installed_terminals() {
    std::vector<std::string> names;
    for (const Row& row : table()) {
        if (!find_program(row.name).empty())
            names.emplace_back(row.name);
    }
    return names;
}

} // namespace asb
