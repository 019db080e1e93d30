#include "core/front/explain.h"

#include "core/base/text.h"
#include "core/config/config.h"

namespace asb {
namespace {

constexpr const char* kHowCommandsRun = R"(# You work inside agent-sandbox

Two sandboxes are around you. Your own program runs in the *agent sandbox*. Every shell command you issue runs in a
second one, the *command sandbox*, which may touch other files and other hosts than you can.

## How a command runs

- Use your shell tool as always. Your shell is a stand-in: it hands the line to the exec daemon of this session and
  gives you the output and the status. Nothing has to be put in front of a command.
- The daemon reads the line itself, as bash 5.2 would: pipelines, loops, here-documents, functions, arrays, arithmetic,
  traps, background jobs. Scripts that name an interpreter (`#!/bin/bash`, `bash script.sh`) run in that interpreter.
- Each line is a shell of its own: variables, functions and options end with it. The working directory is kept when
  the line ends with status 0 inside the project. Files such as `~/.bashrc` are not read; aliases and functions of
  the user's own shell do not exist.
- stdin is empty. A job started with `&` lives on after its line and ends with the session at the latest.
- Commands have a temporary folder of their own (`$TMPDIR`); `/tmp` may not be writable.

## How to read a failure

| what you see | what it means | what to do |
| --- | --- | --- |
| status 126 and `nono: command policy denied NAME: … REASON` | the command profile refuses this call; the reason is the operator's | do not try it in another way; follow the reason or ask the user |
| status 126 without that text | the program exists, but may not be executed here (or by this path: a declared command works by its bare name only) | use the bare name, or another program |
| status 127 | no such program on the PATH of the command sandbox | use another one, or ask the user to install it |
| `Permission denied` or `Operation not permitted` on a file or socket | it lies outside what the command sandbox grants | keep to the project and `$TMPDIR`, or ask the user for a grant |
| network errors, `403` from a proxy, `Operation not permitted` on connect | the host is not granted | ask the user |
| status 124 | a time limit ended the line | |
| status 125 and `agent-sandbox: …` | the session's exec daemon is gone or cannot be reached | nothing can run any more: tell the user to start the session again |
| `command not found` or `not supported` for a shell word that bash has | the embedded shell does not have it | write it in another way, or put it in a script for `bash` |

Some commands are *declared*: they run in a sandbox of their own with their own files, hosts and rules for arguments
(often `git`, package managers, cloud tools). A file that one command can read another one may not.
The embedded shell has no interactive features: no history, no job control keys, no `fg`, no line editing. Programs
that want a terminal (editors, pagers, `sudo`) will not find one.
)";

std::string policy_section(const std::string& config_path) {
    std::string text = "\n## Where the policy is\n\n";
    const Result<Config> config = load_config(config_path);
    if (!config) {
        text += "The configuration cannot be read from here (" + visible_text(config.error().what)
                + "); ask the user.\n";
        return text;
    }
    text += "- configuration: `" + config->config_path + "`\n";
    text += "- command profile, for everything your lines start: `" + config->command_profile + "`\n";
    for (const auto& [name, agent] : config->agents)
        text += "- agent profile of " + name + ": `" + agent.profile + "` (mediation \""
                + std::string(to_string(agent.mediation)) + "\")\n";
    text += "\nAsk nono, it reads the same files:\n\n"
            "    nono why --profile "
            + shell_quote(config->command_profile)
            + " --command NAME\n"
              "    nono why --profile "
            + shell_quote(config->command_profile)
            + " --path PATH --op read\n"
              "    nono why --profile "
            + shell_quote(config->command_profile)
            + " --host HOST\n"
              "    nono profile show --json "
            + shell_quote(config->command_profile) + '\n';
    return text;
}

constexpr const char* kChanging = R"(
## Changing it

The files above may lie where you cannot write. Where you can, a change does not touch the running session: profiles
are read at its start. Propose the change to the user, and after it run

    agent-sandbox ai config-check      # configuration and both profiles are valid
    agent-sandbox doctor               # a session with them would start (outside a session)
)";

} // namespace

std::string explain_text(const std::string& config_path) {
    return kHowCommandsRun + policy_section(config_path) + kChanging;
}

} // namespace asb
