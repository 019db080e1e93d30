#include "core/front/ai.h"

#include "core/base/fd.h"
#include "core/base/paths.h"
#include "core/base/text.h"
#include "core/config/config.h"
#include "core/front/console.h"
#include "core/front/explain.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace asb {
namespace {

constexpr std::size_t kOutputLimit = 16'384;

struct Finished {
    int status = 0; ///< as a shell gives it
    std::string output;
};

/// Runs a program with stdin from /dev/null; stdout and stderr are collected, up to the limit.
Result<Finished> run_program(std::vector<std::string> words) {
    Result<Pipe> pipe = make_pipe();
    if (!pipe)
        return pipe.error();
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, pipe->write_end.get(), 1);
    ::posix_spawn_file_actions_adddup2(&actions, pipe->write_end.get(), 2);
    pid_t pid = -1;
    const int code = ::posix_spawn(&pid, words[0].c_str(), &actions, nullptr, arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    if (code != 0)
        return system_error("start " + words[0], code);
    pipe->write_end.reset();
    Finished finished;
    char chunk[4096];
    for (;;) {
        const ssize_t count = ::read(pipe->read_end.get(), chunk, sizeof chunk);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            break;
        const std::size_t room = kOutputLimit - finished.output.size();
        finished.output.append(chunk, std::min(static_cast<std::size_t>(count), room));
    }
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    finished.status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    return finished;
}

bool say_ok(const std::string& text) {
    return print_out("ok: " + text + '\n');
}

Status validate_profile(const std::string& nono, const std::string& label, const std::string& path) {
    const Result<Finished> checked = run_program({nono, "-s", "profile", "validate", path});
    if (!checked)
        return checked.error();
    if (checked->status != 0)
        return Error{label + ' ' + path + " is not valid, nono profile validate ended with "
                         + std::to_string(checked->status) + ":\n" + visible_text(checked->output, true),
                     "correct the profile and run agent-sandbox ai config-check again", 0};
    say_ok(label + ' ' + path);
    return success();
}

Status check_configuration(const std::string& path) {
    const Result<Config> config = load_config(path);
    if (!config)
        return config.error();
    say_ok("configuration " + config->config_path);
    const std::string nono = find_program("nono");
    if (nono.empty())
        return Error{"nono is not on PATH", "install it: packaging/setup.sh does", ENOENT};
    for (const auto& [name, agent] : config->agents) {
        Status files = check_profile_files(*config, agent);
        if (!files)
            return files;
        Status valid = validate_profile(nono, "profile of agent " + name, agent.profile);
        if (!valid)
            return valid;
    }
    Status valid = validate_profile(nono, "command profile", config->command_profile);
    if (!valid)
        return valid;
    static_cast<void>(
        print_out("Running sessions keep the profiles they started with.\n"
                  "What a profile grants: nono profile show --json FILE; why something is refused: "
                  "nono why --profile FILE --command NAME | --path PATH --op read|write | --host HOST\n"
                  "Whether a session would start with them: agent-sandbox doctor\n"));
    return success();
}

int usage() {
    print_error("ai: usage: agent-sandbox ai explain | agent-sandbox ai config-check [--config FILE]");
    return kUsageStatus;
}

} // namespace

int ai_command(const std::vector<std::string>& arguments) {
    if (arguments.empty())
        return usage();
    std::string config = default_config_name;
    if (arguments.size() == 3 && arguments[1] == "--config")
        config = arguments[2];
    else if (arguments.size() != 1)
        return usage();
    if (arguments[0] == "explain")
        return print_out(explain_text(config)) ? 0 : 1;
    if (arguments[0] != "config-check")
        return usage();
    const Status checked = check_configuration(config);
    if (checked)
        return 0;
    print_error(checked.error());
    return 1;
}

} // namespace asb
