#include "core/commands/dispatch.h"

#include "core/commands/claude.h"
#include "core/commands/control_commands.h"
#include "core/commands/demo.h"
#include "core/commands/doctor.h"
#include "core/commands/init.h"
#include "core/commands/log.h"
#include "core/commands/sessions.h"
#include "core/desktop/launch_file.h"
#include "core/session/session_options.h"

#include <QCoreApplication>

#include <cerrno>
#include <clocale>
#include <cstdio>
#include <optional>
#include <string>
#include <unistd.h>
#include <vector>

namespace asb {
namespace {

int usage(const std::string& what) {
    std::fprintf(
        stderr, "agent-sandbox-session: %s\n  it is started by `agent-sandbox`; see `agent-sandbox --help`\n",
        what.c_str());
    return 2;
}

/// `--launch ID` as the only argument: what a viewer wants started, folder and words, stands in a file.
Status take_launch(const std::string& word, std::vector<std::string>& arguments, SessionOptions& options) {
    if (arguments.size() != 2 || arguments[0] != "--launch")
        return success();
    options.launch = arguments[1];
    const Result<LaunchFile> file = read_launch_file(QString::fromStdString(options.launch));
    if (!file)
        return file.error();
    if (file->agent.toStdString() != word)
        return Error{"start " + word + ": the launch file names " + file->agent.toStdString(), {}, 0};
    const std::string folder = file->folder.toStdString();
    if (::chdir(folder.c_str()) != 0)
        return system_error("go into the project folder " + folder, errno);
    arguments.clear();
    for (const QString& argument : file->words)
        arguments.push_back(argument.toStdString());
    return success();
}

std::optional<int> run_reading_word(const std::string& word, const std::vector<std::string>& arguments) {
    if (word == "init")
        return run_init(arguments);
    if (word == "doctor")
        return run_doctor(arguments);
    if (word == "log")
        return run_log(arguments);
    if (word == "sessions")
        return run_sessions(arguments);
    if (word == "ps")
        return run_ps(arguments);
    if (word == "stop")
        return run_stop(arguments);
    if (word == "kill")
        return run_kill(arguments);
    return std::nullopt;
}

} // namespace

int run_session_program(int argc, char** argv) {
    std::vector<std::string> words(argv + 1, argv + argc);
    SessionOptions options;
    std::size_t at = 0;
    for (; at < words.size() && words[at].compare(0, 2, "--") == 0; ++at) {
        if (words[at] == "--no-gui")
            continue; // the keeper decides about a viewer; a session is the same with and without
        std::string* value = words[at] == "--run-dir"      ? &options.run_dir
                             : words[at] == "--session-id" ? &options.id
                                                           : nullptr;
        if (!value || at + 1 == words.size())
            return usage("option " + words[at] + " is not known or has no value");
        *value = words[++at];
    }
    if (at == words.size())
        return usage("no command given");
    const std::string word = words[at];
    std::vector<std::string> arguments(words.begin() + static_cast<std::ptrdiff_t>(at) + 1, words.end());

    // Only our own name for Qt: it would take options of its own out of the agent's.
    int qt_argc = 1;
    const QCoreApplication application(qt_argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("agent-sandbox"));
    if (const std::optional<int> status = run_reading_word(word, arguments))
        return *status;
    if (word != "claude" && word != "demo")
        return usage("command \"" + word + "\" is not known");
    const bool for_help = !arguments.empty() && (arguments.front() == "--help" || arguments.front() == "-h");
    if (!for_help && (options.run_dir.empty() || !is_session_id(options.id)))
        return usage("a session needs --run-dir and --session-id");
    options.agent = word;
    if (const Status taken = take_launch(word, arguments, options); !taken) {
        std::fprintf(stderr, "agent-sandbox: %s\n", taken.error().text().c_str());
        return 1;
    }
    if (word == "claude") { // a demo's project is gone by then
        options.restart_words = arguments;
        options.restart_words.insert(options.restart_words.begin(), word);
    }
    return word == "claude" ? run_claude(arguments, std::move(options))
                            : run_demo(arguments, std::move(options));
}

} // namespace asb
