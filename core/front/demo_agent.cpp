#include "core/front/demo_agent.h"

#include "core/base/clock.h"
#include "core/base/fd.h"
#include "core/front/console.h"
#include "core/front/demo_steps.h"
#include "core/front/exec_client.h"

#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

namespace asb {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t kCallLimitMs = 60'000;
constexpr std::int64_t kStopLimitMs = 1'500; ///< between TERM and KILL, as Claude Code does it
constexpr std::size_t kOutputLimit = 65'536;

/// As Claude Code quotes: plain words stay, ' becomes '"'"'.
std::string agent_quote(const std::string& text) {
    constexpr const char* kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-";
    if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos)
        return text;
    std::string quoted = "'";
    for (const char c : text)
        quoted += c == '\'' ? std::string("'\"'\"'") : std::string(1, c);
    return quoted + '\'';
}

struct Options {
    std::string shell;
    std::string hook;
    std::string mediation = "shell";
    std::string outside = "/etc/shadow";
};

bool parse_options(const std::vector<std::string>& arguments, Options& options) {
    const std::map<std::string, std::string*> places{{"--shell", &options.shell},
                                                     {"--hook", &options.hook},
                                                     {"--mediation", &options.mediation},
                                                     {"--outside", &options.outside}};
    for (std::size_t i = 0; i + 1 < arguments.size(); i += 2) {
        const auto place = places.find(arguments[i]);
        if (place == places.end())
            return false;
        *place->second = arguments[i + 1];
    }
    return arguments.size() % 2 == 0 && !options.shell.empty() && !options.hook.empty();
}

void pause_ms(long milliseconds) {
    const timespec pause{0, milliseconds * 1'000'000};
    ::nanosleep(&pause, nullptr);
}

/// A child in a session of its own.
class Child {
public:
    bool start(const std::vector<std::string>& words, const std::string& folder, int in, int out) {
        std::vector<std::string> copies(words);
        std::vector<char*> arguments;
        arguments.reserve(copies.size() + 1);
        for (std::string& word : copies)
            arguments.push_back(word.data());
        arguments.push_back(nullptr);
        posix_spawn_file_actions_t actions;
        posix_spawnattr_t attributes;
        ::posix_spawn_file_actions_init(&actions);
        ::posix_spawnattr_init(&attributes);
        ::posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
        ::posix_spawn_file_actions_adddup2(&actions, in, 0);
        ::posix_spawn_file_actions_adddup2(&actions, out, 1);
        ::posix_spawn_file_actions_adddup2(&actions, out, 2);
        ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
        const int code =
            ::posix_spawn(&pid_, copies[0].c_str(), &actions, &attributes, arguments.data(), environ);
        ::posix_spawn_file_actions_destroy(&actions);
        ::posix_spawnattr_destroy(&attributes);
        if (code != 0) {
            pid_ = -1;
            print_error(system_error("demo-agent: start " + words[0], code));
        }
        return code == 0;
    }
    bool running() const { return pid_ > 0; }

    /// Status as a shell gives it; nullopt when it did not end in time.
    std::optional<int> wait(std::int64_t limit_ms) {
        const std::int64_t deadline = monotonic_us() + limit_ms * 1000;
        for (;;) {
            int status = 0;
            const pid_t ended = ::waitpid(pid_, &status, WNOHANG);
            if (ended == pid_) {
                pid_ = -1;
                return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
            }
            if ((ended < 0 && errno != EINTR) || monotonic_us() >= deadline)
                return std::nullopt;
            pause_ms(2);
        }
    }
    int stop() {
        ::kill(-pid_, SIGTERM);
        const std::optional<int> status = wait(kStopLimitMs);
        if (status)
            return *status;
        ::kill(-pid_, SIGKILL);
        return wait(kStopLimitMs).value_or(-1);
    }

private:
    pid_t pid_ = -1;
};

std::string trimmed(std::string text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ' || text.back() == '\r'))
        text.pop_back();
    return text;
}

class DemoAgent {
public:
    explicit DemoAgent(Options options) : options_(std::move(options)) {}

    int run() {
        if (!prepare())
            return 1;
        bool all_expected = true;
        for (const DemoStep& step : demo_steps(options_.outside))
            all_expected = run_step(step) && all_expected;
        if (background_.running())
            background_.stop();
        ::unlink(output_path_.c_str());
        ::unlink(background_output_.c_str());
        ::unlink(directory_file_.c_str());
        ::unlink(snapshot_.c_str());
        return all_expected ? 0 : 1;
    }

private:
    /// What Claude Code does once a session: environment of its hook, `-c env`, the snapshot.
    bool prepare() {
        ::setenv("CLAUDECODE", "1", 1);
        ::setenv("CLAUDE_CODE_SHELL", options_.shell.c_str(), 1);
        ::setenv("CLAUDE_PID", std::to_string(::getpid()).c_str(), 1);
        project_ = current_directory();
        directory_ = project_;
        const char* own = ::getenv("CLAUDE_CODE_TMPDIR");
        const char* common = ::getenv("TMPDIR");
        const std::string folder = own != nullptr ? own : common != nullptr ? common : project_;
        const std::string stem = folder + "/demo-" + std::to_string(::getpid());
        output_path_ = stem + "-output";
        background_output_ = stem + "-background";
        directory_file_ = stem + "-cwd";
        snapshot_ = stem + "-snapshot.sh";
        const std::string make = "SNAPSHOT_FILE=" + agent_quote(snapshot_)
                                 + "\n      # First, create/clear the snapshot file\n"
                                   "      echo \"# Snapshot file\" >| \"$SNAPSHOT_FILE\"\n";
        int status = 0;
        std::string output;
        return call_shell({"-c", "env"}, status, output) && call_shell({"-c", "-l", make}, status, output);
    }

    bool run_step(const DemoStep& step) {
        Json result{{"step", step.name}, {"line", step.line}};
        bool expected = false;
        if (step.how == DemoStep::How::Stop)
            expected = stop_background(step, result);
        else
            expected = call_tool(step, result);
        result["expected"] = expected;
        const std::string text = result.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
        return write_all(STDOUT_FILENO, text) && expected;
    }

    bool stop_background(const DemoStep& step, Json& result) {
        const int status = background_.running() ? background_.stop() : -1;
        result["status"] = status;
        result["output"] = trimmed(read_output(background_output_));
        return status == step.status;
    }

    bool call_tool(const DemoStep& step, Json& result) {
        std::string line = step.line;
        std::string denied;
        const bool asked = ask_hook(step, line, denied);
        if (!asked || !denied.empty()) {
            result["denied"] = denied.empty() ? "the hook could not be run" : denied;
            return asked && step.how == DemoStep::How::Socket && denied.find(step.text) != std::string::npos;
        }
        if (step.how == DemoStep::How::Socket)
            return false;
        if (step.how == DemoStep::How::Background) {
            const bool started = start_shell({"-c", script_for(line)}, background_output_, background_);
            result["status"] = started ? 0 : -1;
            result["output"] = "started in the background";
            return started;
        }
        int status = -1;
        std::string output;
        const bool ran = call_shell({"-c", script_for(line)}, status, output);
        follow_directory(status);
        result["status"] = status;
        result["output"] = trimmed(output);
        return ran && status == step.status && output.find(step.text) != std::string::npos;
    }

    /// False when the hook did not answer; `denied` gets the words of a refusal, `line` the line as the hook
    /// wants it.
    bool ask_hook(const DemoStep& step, std::string& line, std::string& denied) {
        const bool socket = step.how == DemoStep::How::Socket;
        Json input{{"description", step.name}};
        if (socket)
            input["ws"] = {{"url", "ws://127.0.0.1:9/"}};
        else
            input["command"] = line;
        if (step.how == DemoStep::How::Background)
            input["run_in_background"] = true;
        const Json call{{"session_id", "demo"},
                        {"cwd", directory_},
                        {"hook_event_name", "PreToolUse"},
                        {"tool_name", socket ? "Monitor" : "Bash"},
                        {"tool_input", input}};
        int status = -1;
        std::string answer;
        if (!call_program({options_.hook, "hook", "--agent", "claude", "--mediation", options_.mediation},
                          call.dump(), status, answer))
            return false;
        if (status != 0) {
            denied = answer;
            return true;
        }
        if (answer.empty())
            return true;
        const Json document = Json::parse(answer, nullptr, false);
        const auto output = document.is_object() ? document.find("hookSpecificOutput") : document.end();
        if (output == document.end() || !output->is_object())
            return false;
        if (output->value("permissionDecision", "allow") == "deny")
            denied = output->value("permissionDecisionReason", "denied");
        if (output->contains("updatedInput"))
            line = (*output)["updatedInput"].value("command", line);
        return true;
    }

    std::string script_for(const std::string& line) const {
        return "source " + agent_quote(snapshot_)
               + " 2>/dev/null || true && \\builtin shopt -u extglob 2>/dev/null || true && { \\builtin "
                 "unalias -- 'which'; "
                 "\\builtin unset -f -- 'which'; } >/dev/null 2>&1 || true && eval "
               + agent_quote(line) + (line.find('<') == std::string::npos ? " < /dev/null" : "")
               + " && pwd -P >| " + agent_quote(directory_file_);
    }

    /// The next call starts where this one ended, unless that is outside the project.
    void follow_directory(int status) {
        if (status != 0)
            return;
        const Result<std::string> text = read_file(directory_file_, PATH_MAX + 1);
        if (!text)
            return;
        const std::string directory = text->substr(0, text->find('\n'));
        const bool inside =
            directory == project_ || directory.compare(0, project_.size() + 1, project_ + '/') == 0;
        directory_ = inside ? directory : project_;
    }

    bool start_shell(std::vector<std::string> words, const std::string& output_path, Child& child) {
        words.insert(words.begin(), options_.shell);
        const Fd output(::open(output_path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
        const Result<std::pair<Fd, Fd>> sockets = make_socket_pair(SOCK_STREAM);
        if (!output || !sockets) {
            print_error(system_error("demo-agent: open " + output_path, errno));
            return false;
        }
        return child.start(words, directory_, sockets->first.get(), output.get());
    }

    bool call_shell(const std::vector<std::string>& words, int& status, std::string& output) {
        Child child;
        if (!start_shell(words, output_path_, child))
            return false;
        std::optional<int> ended = child.wait(kCallLimitMs);
        status = ended ? *ended : child.stop();
        output = read_output(output_path_);
        return ended.has_value();
    }

    bool call_program(const std::vector<std::string>& words, const std::string& input, int& status,
                      std::string& output) {
        Result<std::pair<Fd, Fd>> sockets = make_socket_pair(SOCK_STREAM);
        const Fd file(::open(output_path_.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
        Child child;
        if (!sockets || !file || !child.start(words, directory_, sockets->first.get(), file.get()))
            return false;
        static_cast<void>(write_all(sockets->second.get(), input));
        ::shutdown(sockets->second.get(), SHUT_WR);
        const std::optional<int> ended = child.wait(kCallLimitMs);
        status = ended ? *ended : child.stop();
        output = read_output(output_path_);
        return ended.has_value();
    }

    static std::string read_output(const std::string& path) {
        Result<std::string> text = read_file(path, std::size_t{16} << 20);
        if (!text)
            return {};
        text->resize(std::min(text->size(), kOutputLimit));
        return *std::move(text);
    }

    Options options_;
    std::string project_;
    std::string directory_;
    std::string output_path_;
    std::string background_output_;
    std::string directory_file_;
    std::string snapshot_;
    Child background_;
};

} // namespace

int demo_agent_command(const std::vector<std::string>& arguments) {
    Options options;
    if (!parse_options(arguments, options)) {
        print_error("demo-agent: usage: --shell LINK --hook PROGRAM --mediation MODE [--outside FILE]");
        return kUsageStatus;
    }
    return DemoAgent(std::move(options)).run();
}

} // namespace asb
