#include "core/front/ai.h"

#include "core/base/command_line.h"
#include "core/base/fd.h"
#include "core/base/nearest.h"
#include "core/base/output.h"
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

void say_ok(const std::string& text) {
    put_out("ok: " + text + '\n');
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
        put_out("Running sessions keep the profiles they started with.\n"
                "What a profile grants: nono profile show --json FILE; why something is refused: "
                "nono why --profile FILE --command NAME | --path PATH --op read|write | --host HOST\n"
                "Whether a session would start with them: agent-sandbox doctor\n"));
    return success();
}

} // namespace

int ai_command(const std::vector<std::string>& arguments) {
    const std::vector<OptionSpec> options{{"--config", "FILE"}};
    const std::vector<std::string> topics{"explain", "config-check"};
    const Result<CommandLine> line = parse_command_line("ai", arguments, options);
    if (!line) {
        print_error(line.error());
        return kUsageStatus;
    }
    if (line->operands.empty()) {
        print_error("ai: say what: " + join_names(topics));
        return kUsageStatus;
    }
    const std::string& topic = line->operands[0];
    if (topic != "explain" && topic != "config-check") {
        print_error(unknown_word("ai", "word", topic, topics));
        return kUsageStatus;
    }
    if (line->operands.size() > 1 || line->separated) {
        print_error(unexpected_word("ai " + topic, line->separated ? "--" : line->operands[1], options));
        return kUsageStatus;
    }
    const std::string config = line->value("--config", default_config_name);
    if (topic == "explain") {
        put_out(explain_text(config));
        return output_status(0);
    }
    const Status checked = check_configuration(config);
    flush_out();
    if (!checked)
        print_error(checked.error());
    return output_status(checked ? 0 : 1);
}

} // namespace asb
