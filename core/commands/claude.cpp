#include "core/commands/claude.h"

#include "core/base/command_line.h"
#include "core/base/output.h"
#include "core/session/session.h"

#include <QCoreApplication>

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

} // namespace

Status parse_claude_arguments(const std::vector<std::string>& arguments, SessionOptions& options,
                              bool& help) {
    const std::vector<OptionSpec> known{{"--config", "FILE"}, {"--env", "FILE"}, {"--help"}, {"-h"}};
    Result<CommandLine> words = parse_command_line("claude", arguments, known);
    const bool understood = words && words->operands.empty();
    if (!understood) {
        Error error = words ? unexpected_word("claude", words->operands[0], known) : words.error();
        error.hint += "; what is meant for Claude Code stands behind --: agent-sandbox claude -- ARGUMENT...";
        return error;
    }
    help = words->has("--help") || words->has("-h");
    for (const CommandLine::Option& option : words->options) {
        if (option.name == "--config")
            options.config_path = option.value;
        else if (option.name == "--env")
            options.environment_files.push_back(option.value);
    }
    options.arguments = std::move(words->rest);
    return success();
}

int run_claude(const std::vector<std::string>& arguments, SessionOptions options) {
    bool help = false;
    if (const Status parsed = parse_claude_arguments(arguments, options, help); !parsed) {
        std::fprintf(stderr, "agent-sandbox: %s\n", parsed.error().text().c_str());
        return 2;
    }
    if (help) {
        put_out(kHelp);
        return output_status(0);
    }
    Session session(std::move(options));
    QObject::connect(&session, &Session::finished, qApp, [](int status) { QCoreApplication::exit(status); });
    session.start();
    return QCoreApplication::exec();
}

} // namespace asb
