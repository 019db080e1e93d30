#include "ui/application/viewer_main.h"

#include "core/base/paths.h"
#include "ui/application/viewer.h"

#include <QApplication>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <xcb/xcb.h>

namespace asb::ui {
namespace {

constexpr int kHandOverMs = 5000;
constexpr int kUsageStatus = 2;
constexpr const char* kHelp =
    "usage: agent-sandbox-gui [--background] [--session ID] [--start]\n"
    "The supervisor: shows every session of this user. `agent-sandbox` opens it.\n"
    "\n"
    "  --background   stay in the tray when there is one\n"
    "  --session ID   show this session; the first digits of its id suffice\n"
    "  --start        open the dialog that starts a session\n"
    "  --version\n"
    "\n"
    "A second start raises the first. Exit status: 0; 1 no display, or the viewer that\n"
    "runs does not answer; 2 usage.\n";

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

int fail(const Error& error, int status) {
    std::fprintf(stderr, "agent-sandbox: %s\n", error.text().c_str());
    return status;
}

/// Becomes the program anew, with these words.
int become(const std::vector<std::string>& words) {
    const Result<std::string> program = self_path();
    if (!program)
        return fail(program.error(), 1);
    std::vector<std::string> copies(words);
    std::vector<char*> arguments;
    for (std::string& word : copies)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    ::execv(program->c_str(), arguments.data());
    return fail(system_error("start " + *program, errno), 1);
}

int run(int argc, char** argv, const InstancePaths& paths, const Handover& start) {
    QApplication::setApplicationName(QStringLiteral("agent-sandbox"));
    QApplication::setApplicationDisplayName(QStringLiteral("agent-sandbox"));
    QApplication::setApplicationVersion(QLatin1String(product_version()));
    QApplication::setDesktopFileName(QStringLiteral("agent-sandbox"));
    const QApplication application(argc, argv);
    QApplication::setQuitOnLastWindowClosed(false);
    std::vector<std::string> restart;
    {
        InstanceServer server;
        if (const Status opened = server.open(paths); !opened)
            return fail(opened.error(), 1);
        Viewer viewer(server, start.arguments);
        viewer.start(start);
        const int status = QApplication::exec();
        restart = viewer.restart_words();
        if (restart.empty())
            return status;
    }
    return become(restart);
}

} // namespace

const char* display_fault() {
    const std::string platform = variable("QT_QPA_PLATFORM");
    const bool other =
        !platform.empty() && platform.compare(0, 3, "xcb") != 0 && platform.compare(0, 7, "wayland") != 0;
    if (other || !variable("WAYLAND_DISPLAY").empty())
        return "";
    if (variable("DISPLAY").empty())
        return "no display: neither DISPLAY nor WAYLAND_DISPLAY is set";
    xcb_connection_t* connection = xcb_connect(nullptr, nullptr);
    const bool broken = xcb_connection_has_error(connection) != 0;
    xcb_disconnect(connection);
    return broken ? "the display that DISPLAY names does not answer" : "";
}

int viewer_main(int argc, char** argv) {
    Handover start;
    // Read before Qt, which uses them up; children must not get them either.
    start.startup_id = variable("DESKTOP_STARTUP_ID");
    start.activation_token = variable("XDG_ACTIVATION_TOKEN");
    const Result<ViewerArguments> arguments =
        parse_viewer_arguments({argv + (argc > 0 ? 1 : 0), argv + argc});
    if (!arguments)
        return fail(arguments.error(), kUsageStatus);
    start.arguments = *arguments;
    if (arguments->help || arguments->version) {
        std::fputs(arguments->help ? kHelp
                                   : (std::string("agent-sandbox ") + product_version() + '\n').c_str(),
                   stdout);
        return 0;
    }
    const Result<std::string> folder = runtime_dir();
    if (!folder)
        return fail(folder.error(), 1);
    const InstancePaths paths = instance_paths(*folder);
    const Result<std::optional<Fd>> lock = take_instance_lock(paths);
    if (!lock)
        return fail(lock.error(), 1);
    if (!*lock) {
        const Status handed = hand_over(paths, start, kHandOverMs);
        return handed ? 0 : fail(handed.error(), 1);
    }
    if (const char* fault = display_fault(); *fault != '\0')
        return fail(Error{fault,
                          "without a window: `agent-sandbox --no-gui claude`, `agent-sandbox log --follow`",
                          0},
                    1);
    int qt_argc = 1; // our words are read; Qt has none of its own to find
    return run(qt_argc, argv, paths, start);
}

} // namespace asb::ui
