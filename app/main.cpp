// agent-sandbox: the one command people type, and what runs inside the sandboxes. Which program does a word
// is in core/front/help.cpp. Started for every command of an agent: no Qt, no iostream.
#include "core/base/command_line.h"
#include "core/base/output.h"
#include "core/base/paths.h"
#include "core/execd/execd_main.h"
#include "core/front/agent_shell.h"
#include "core/front/ai.h"
#include "core/front/cgroup_guard.h"
#include "core/front/console.h"
#include "core/front/demo_agent.h"
#include "core/front/exec_command.h"
#include "core/front/help.h"
#include "core/front/hook.h"
#include "core/front/keeper.h"
#include "core/front/launch.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <unistd.h>

namespace {

using namespace asb;
using Words = std::vector<std::string>;

/// Becomes another of our programs, which lies in `folder` (libexec_dir()); returns only when that failed.
int become(const char* program, const Words& words, const char* when_missing,
           const Result<std::string>& folder = libexec_dir()) {
    if (!folder) {
        print_error(folder.error());
        return 1;
    }
    const std::string path = *folder + '/' + program;
    Words copies(words);
    std::vector<char*> arguments{copies.emplace(copies.begin(), program)->data()};
    for (std::size_t i = 1; i < copies.size(); ++i)
        arguments.push_back(copies[i].data());
    arguments.push_back(nullptr);
    ::execv(path.c_str(), arguments.data());
    if (errno == ENOENT)
        print_error(when_missing);
    else
        print_error(system_error("start " + path, errno));
    return 1;
}

int become_session(const Words& words, const Result<std::string>& folder = libexec_dir()) {
    return become("agent-sandbox-session", words,
                  "agent-sandbox-session is not installed beside this program: install agent-sandbox again",
                  folder);
}

int show(const std::string& text) {
    put_out(text);
    return output_status(0);
}

int usage_error(const Error& error) {
    print_error(error);
    return kUsageStatus;
}

int unknown(const std::string& name) {
    if (name.substr(0, 1) == "-")
        return usage_error(unknown_word("", "option", name, {"--no-gui", "--version", "--help"}));
    return usage_error(unknown_word("", "command", name, word_names()));
}

int show_version(const Words& arguments) {
    if (!arguments.empty())
        return usage_error(unexpected_word("--version", arguments[0], {}));
    return show(std::string("agent-sandbox ") + product_version() + '\n');
}

int show_help(const Words& words) {
    if (words.empty())
        return show(overall_help());
    if (words.size() > 1)
        return usage_error(unexpected_word("help " + words[0], words[1], {}));
    const Word* word = find_word(words[0]);
    if (word == nullptr)
        return unknown(words[0]);
    return word->help != nullptr ? show(word->help) : become_session({words[0], "--help"});
}

/// True when --help stands among the words in front of "--".
bool asks_for_help(const Words& words) {
    const auto end = std::find(words.begin(), words.end(), "--");
    return std::any_of(words.begin(), end,
                       [](const std::string& word) { return word == "--help" || word == "-h"; });
}

int run_here(const std::string& name, const Words& arguments) {
    if (name == "exec")
        return exec_command(arguments);
    if (name == "launch")
        return launch_command(arguments);
    if (name == "execd")
        return execd_main(arguments);
    if (name == "ai")
        return ai_command(arguments);
    if (name == "demo-agent")
        return demo_agent_command(arguments);
    return show_help(arguments);
}

int run_session_word(const Words& words) {
    // First: in another mount namespace the kernel may have another path for this program, or none.
    const Result<std::string> folder = libexec_dir();
    // doctor starts nono as a session does. Where the guard is refused, doctor's own checks say so.
    if (words[0] == "doctor" && cgroup_guard_needed())
        static_cast<void>(guard_cgroup());
    return become_session(words, folder);
}

bool is_agent_shell(const char* program) {
    const char* slash = std::strrchr(program, '/');
    return std::strstr(slash != nullptr ? slash + 1 : program, "bash") != nullptr;
}

int run_keeper(bool no_gui, Words words, const BlockedSignals* signals) {
    if (no_gui)
        words.insert(words.begin(), "--no-gui");
    return keep_session(words, *signals);
}

/// True for a command line that makes this program a keeper, before anything else is done.
bool is_for_keeper(int argc, char** argv) {
    const int at = argc > 1 && std::strcmp(argv[1], "--no-gui") == 0 ? 2 : 1;
    const Word* word = argc > at ? find_word(argv[at]) : nullptr;
    return word != nullptr && word->runner == Runner::Keeper && !is_agent_shell(argv[0]);
}

/// `signals` are held back when a session is to be kept, else nullptr.
int dispatch(Words words, const BlockedSignals* signals) {
    const bool no_gui = !words.empty() && words[0] == "--no-gui";
    if (no_gui)
        words.erase(words.begin());
    if (words.empty() && !no_gui)
        return become("agent-sandbox-gui", {},
                      "the window is not installed here; agent-sandbox --help lists what works without it");
    if (words.empty()) {
        print_error("--no-gui goes in front of claude or demo");
        return kUsageStatus;
    }
    const std::string name = words[0];
    const Words arguments(words.begin() + 1, words.end());
    if (name == "--version" || name == "-V")
        return show_version(arguments);
    if (name == "--help" || name == "-h")
        return show_help(arguments);
    const Word* word = find_word(name);
    if (word == nullptr)
        return unknown(name);
    if (no_gui && word->runner != Runner::Keeper)
        return usage_error(Error{"--no-gui goes in front of claude or demo, not " + name, {}, 0});
    if (word->help != nullptr && asks_for_help(arguments))
        return show(word->help);
    if (word->runner == Runner::Session)
        return run_session_word(words);
    if (word->runner == Runner::Front)
        return run_here(name, arguments);
    return run_keeper(no_gui, words, signals);
}

} // namespace

int main(int argc, char** argv) {
    std::optional<BlockedSignals> signals;
    if (is_for_keeper(argc, argv))
        signals.emplace();
    const Words words(argv + std::min(argc, 1), argv + argc);
    // hook must see what came in closed: a closed stdout is a failure there.
    if (!words.empty() && words[0] == "hook" && !is_agent_shell(argv[0]) && !asks_for_help(words))
        return hook_command(Words(words.begin() + 1, words.end()));
    ensure_standard_descriptors();
    if (argc > 0 && is_agent_shell(argv[0]))
        return agent_shell(words);
    return dispatch(words, signals ? &*signals : nullptr);
}
