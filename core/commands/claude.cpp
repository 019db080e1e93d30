#include "core/commands/claude.h"

#include "core/session/session.h"

#include <QCoreApplication>

#include <algorithm>
#include <cstdio>

namespace asb {
namespace {

constexpr const char* kHelp =
    "usage: agent-sandbox [--no-gui] claude [--config FILE] [--env FILE]... [-- ARGUMENT...]\n"
    "Runs Claude Code in a sandbox; its shell commands run in a second one.\n"
    "\n"
    "  --config FILE  configuration (default: agent-sandbox.toml in this folder)\n"
    "  --env FILE     NAME=value lines for the environment; may be repeated. What the profiles\n"
    "                 do not list in environment.allow_vars does not come through.\n"
    "  -- ARGUMENT... for Claude Code itself. Not to be used there: --settings, --session-id,\n"
    "                 and what would run outside this session (--bg, --tmux, --cloud, ...).\n"
    "\n"
    "`agent-sandbox init` makes a configuration, `agent-sandbox doctor` checks it,\n"
    "`agent-sandbox log` shows what was run.\n";

/// The value of `name` at `at` ("NAME VALUE" or "NAME=VALUE"); moves `at` to the last word used. Empty: it is
/// not there.
bool take_value(const std::vector<std::string>& words, std::size_t& at, const std::string& name,
                std::string& value) {
    if (words[at].compare(0, name.size() + 1, name + '=') == 0)
        value = words[at].substr(name.size() + 1);
    else if (words[at] == name && at + 1 < words.size() && words[at + 1] != "--")
        value = words[++at];
    else
        value.clear();
    return !value.empty();
}

bool names(const std::string& word, const std::string& option) {
    return word == option || word.compare(0, option.size() + 1, option + '=') == 0;
}

} // namespace

Status parse_claude_arguments(const std::vector<std::string>& arguments, SessionOptions& options,
                              bool& help) {
    help = false;
    const auto separator = std::find(arguments.begin(), arguments.end(), "--");
    const std::vector<std::string> own(arguments.begin(), separator);
    for (std::size_t at = 0; at < own.size(); ++at) {
        std::string value;
        if (own[at] == "--help" || own[at] == "-h") {
            help = true;
        } else if (names(own[at], "--config") || names(own[at], "--env")) {
            const bool config = names(own[at], "--config");
            const std::string word = own[at];
            if (!take_value(own, at, config ? "--config" : "--env", value))
                return Error{word + " needs a value", "see `agent-sandbox claude --help`", 0};
            if (config)
                options.config_path = value;
            else
                options.environment_files.push_back(value);
        } else {
            return Error{
                "\"" + own[at] + "\" is no option of `agent-sandbox claude`",
                "what is meant for Claude Code stands behind `--`: agent-sandbox claude -- " + own[at], 0};
        }
    }
    if (separator != arguments.end())
        options.arguments.assign(separator + 1, arguments.end());
    return success();
}

int run_claude(const std::vector<std::string>& arguments, SessionOptions options) {
    bool help = false;
    if (const Status parsed = parse_claude_arguments(arguments, options, help); !parsed) {
        std::fprintf(stderr, "agent-sandbox: %s\n", parsed.error().text().c_str());
        return 2;
    }
    if (help) {
        std::fputs(kHelp, stdout);
        return 0;
    }
    Session session(std::move(options));
    QObject::connect(&session, &Session::finished, qApp, [](int status) { QCoreApplication::exit(status); });
    session.start();
    return QCoreApplication::exec();
}

} // namespace asb
