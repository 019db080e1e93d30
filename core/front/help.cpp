#include "core/front/help.h"

namespace asb {
namespace {

constexpr const char* kClaudeHelp =
    R"(Usage: agent-sandbox [--no-gui] claude [OPTION]... [-- CLAUDE-ARGUMENT...]

Runs Claude Code in the agent sandbox of agent-sandbox.toml and every shell
command it issues in the command sandbox. Everything behind -- goes to claude, but
--settings, --session-id and what would run outside this session are refused.

Options:
  --config FILE   use FILE instead of ./agent-sandbox.toml
  --env FILE      NAME=value lines for the agent's environment (may be repeated)
  --no-gui        start no viewer window (nothing else differs)
  --help          this text; for claude's own: agent-sandbox claude -- --help

Exit status: claude's own; 125 when the session could not be started;
128+n when signal n ended it.
)";

constexpr const char* kDemoHelp =
    R"(Usage: agent-sandbox [--no-gui] demo [--json]

Runs a session in a scratch project with a scripted agent, without any account:
a build, a pipeline, a here-document, a refused push, a refused read, a failing
test, a background server. Shows each command as it happens, its verdict and the
profile's reason for a refusal, then a summary.

  --json          one JSON object a line, for machines

Exit status: 0 when all went as it should, 1 when something did not, 125 when the
session could not be started.
)";

constexpr const char* kExecHelp =
    R"(Usage: agent-sandbox exec [--timeout DURATION] -- LINE...

Runs a shell line through the session's execd. The words behind -- are joined by
one blank each. stdin, stdout and stderr are the line's own. The daemon is the one
that AGENT_SANDBOX_EXECD_SOCKET names; a session sets it.

  --timeout DURATION   end the line after 500ms, 30s, 2m, 1h or plain seconds

The first Ctrl-C (INT) or TERM is passed to the line, the second cancels it.

Exit status: the line's own (126 cannot be executed or refused, 127 not found,
128+n ended by signal n); 124 after the timeout; 125 when execd cannot be reached
or is lost; 2 for a usage error.
)";

constexpr const char* kExecdHelp =
    R"(Usage: agent-sandbox execd [--socket PATH] [--proof SPEC]... [--path DIRS --nono-path DIRS]

The exec daemon. A session starts it in the command sandbox, with the listening
socket as stdin. By hand, outside any sandbox, for tests and benchmarks:

  --socket PATH   bind PATH, write events as JSON lines to stdout, end on TERM or
                  when stdin, a pipe, reaches its end
  --proof SPEC    check first, see agent-sandbox help launch
  --path DIRS     the PATH of commands, behind what nono puts before it
  --nono-path DIRS  the PATH that nono was started with: the same without folders
                  that are there twice, as nono reads every program on it
)";

constexpr const char* kHookHelp =
    R"(Usage: agent-sandbox hook [--agent claude] [--mediation shell|ask|rewrite]

The agent's PreToolUse hook: reads one call as JSON on stdin.

  shell     allow it when the agent's shell is agent-sandbox-bash, else rewrite it
  ask       the same, but answer nothing, so that the agent's own rules decide
  rewrite   always rewrite it to agent-sandbox exec -- '<line>' </dev/null

Exit status: 0 with one JSON object (or, with ask, nothing) on stdout; 2, which stops
the call, for every failure.
)";

constexpr const char* kLaunchHelp =
    R"(Usage: agent-sandbox launch [--proof SPEC]... [--wait-ms N] -- PROGRAM ARG...

The first program inside the agent sandbox: waits for execd, proves what the launch
promises, and becomes PROGRAM. It ends when its parent ends.

  --wait-ms N     how long execd may take to answer (20000; 0: do not wait for it)
  --proof SPEC    must-read=PATH, must-not-read=PATH, must-not-write=FILE-OR-FOLDER,
                  must-execute=PATH, must-not-connect=ADDRESS:PORT,
                  must-connect-unix=PATH

Exit status: the program's own; 125 when execd does not answer or a proof fails;
126, 127 when the program cannot be executed or found; 2 for a usage error.
)";

constexpr const char* kAiHelp = R"(Usage: agent-sandbox ai explain
       agent-sandbox ai config-check [--config FILE]

  explain        Markdown for an agent that works in a session: how commands run, how
                 to read a failure, which files hold the policy
  config-check   reads the configuration and has nono validate both profiles

  --config FILE  use FILE instead of ./agent-sandbox.toml

Exit status: 0 good, 1 a fault was found, 2 usage error.
)";

constexpr const char* kDemoAgentHelp =
    R"(Usage: agent-sandbox demo-agent --shell LINK --hook PROGRAM --mediation MODE [--outside FILE]

The scripted agent of agent-sandbox demo. One JSON object a step on stdout.
)";

constexpr const char* kHelpHelp = R"(Usage: agent-sandbox help [WORD]
)";

constexpr Word kWords[] = {
    {"claude", Runner::Keeper, true, "run Claude Code in a sandboxed session", kClaudeHelp},
    {"demo", Runner::Keeper, true, "show a session with a scripted agent, no account needed", kDemoHelp},
    {"init", Runner::Session, true, "write a first configuration and both profiles", nullptr},
    {"doctor", Runner::Session, true, "check everything that a session stands on", nullptr},
    {"log", Runner::Session, true, "show what a session's commands did and what was refused", nullptr},
    {"sessions", Runner::Session, true, "list the sessions that run and that ran", nullptr},
    {"ps", Runner::Session, true, "show what runs in the running sessions", nullptr},
    {"stop", Runner::Session, true, "end a running session", nullptr},
    {"kill", Runner::Session, true, "end a line, a command or a process of a running session", nullptr},
    {"ai", Runner::Front, true, "explain the sandbox to an agent; check the configuration", kAiHelp},
    {"exec", Runner::Front, true, "run one shell line through the session's execd", kExecHelp},
    {"hook", Runner::Front, true, "the agent's pre-tool hook", kHookHelp},
    {"execd", Runner::Front, true, "the exec daemon", kExecdHelp},
    {"launch", Runner::Front, true, "the first program inside the agent sandbox", kLaunchHelp},
    {"help", Runner::Front, true, "this text, or that of a word", kHelpHelp},
    {"demo-agent", Runner::Front, false, "the scripted agent of demo", kDemoAgentHelp},
};

} // namespace

const Word* find_word(std::string_view name) {
    for (const Word& word : kWords) {
        if (name == word.name)
            return &word;
    }
    return nullptr;
}

std::vector<std::string> word_names() {
    std::vector<std::string> names;
    for (const Word& word : kWords) {
        if (word.listed)
            names.emplace_back(word.name);
    }
    return names;
}

std::string overall_help() {
    std::string text =
        "Usage: agent-sandbox                         open the supervisor window\n"
        "       agent-sandbox [--no-gui] claude ...   run Claude Code in a session\n"
        "       agent-sandbox WORD ...\n"
        "\n"
        "Runs a coding agent inside a nono sandbox and each of its shell commands in a second one.\n"
        "\n"
        "Words:\n";
    for (const Word& word : kWords) {
        if (!word.listed)
            continue;
        std::string name = word.name;
        name.resize(12, ' ');
        text += "  " + name + word.summary + '\n';
    }
    text += "\n"
            "  --no-gui    in front of claude or demo: start no viewer\n"
            "  --version   print the version\n"
            "  --help      this text; agent-sandbox help WORD for more\n";
    return text;
}

} // namespace asb
