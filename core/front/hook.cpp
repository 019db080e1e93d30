#include "core/front/hook.h"

#include "core/base/command_line.h"
#include "core/base/fd.h"
#include "core/base/paths.h"
#include "core/base/text.h"
#include "core/front/console.h"
#include "core/front/dialect.h"
#include "core/front/exec_client.h"
#include "core/front/shell_forms.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <unistd.h>

namespace asb {
namespace {

constexpr std::size_t kInputLimit = std::size_t{8} << 20;
constexpr int kBlock = 2; ///< the only status with which Claude Code does not run the line

enum class Mode { Shell, Ask, Rewrite };

struct HookOptions {
    const Dialect* dialect = nullptr;
    Mode mode = Mode::Shell;
};

int block(const std::string& reason) {
    print_error("hook: " + reason + "; the command was not run");
    return kBlock;
}

Result<HookOptions> parse_options(const std::vector<std::string>& arguments) {
    HookOptions options;
    options.dialect = find_dialect("claude");
    const std::vector<OptionSpec> known{{"--agent", "NAME"}, {"--mediation", "MODE"}};
    const Result<CommandLine> words = parse_command_line("", arguments, known);
    if (!words)
        return words.error();
    if (!words->operands.empty() || words->separated)
        return unexpected_word("", words->separated ? "--" : words->operands[0], known);
    for (const auto& [name, value] : words->options) {
        if (name == "--agent") {
            options.dialect = find_dialect(value);
            if (options.dialect == nullptr)
                return unknown_word("", "agent", value, {"claude"});
        } else if (value == "shell" || value == "ask" || value == "rewrite") {
            options.mode = value == "shell" ? Mode::Shell : value == "ask" ? Mode::Ask : Mode::Rewrite;
        } else {
            return unknown_word("", "mediation", value, {"shell", "ask", "rewrite"});
        }
    }
    return options;
}

Result<std::string> read_input() {
    std::string text;
    char chunk[65536];
    for (;;) {
        const ssize_t count = ::read(STDIN_FILENO, chunk, sizeof chunk);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return system_error("read stdin", errno);
        if (count == 0)
            return text;
        text.append(chunk, static_cast<std::size_t>(count));
        if (text.size() > kInputLimit)
            return Error{"the input is larger than 8 MiB", {}, 0};
    }
}

HookAnswer deny(std::string reason) {
    return {HookAnswer::Kind::Deny, {}, std::move(reason)};
}

HookAnswer answer_command(const ToolCall& call, const HookOptions& options, const std::string& self) {
    if (options.mode != Mode::Rewrite && options.dialect->shell_is_ours(self)) {
        if (options.mode == Mode::Ask)
            return {};
        return {HookAnswer::Kind::Allow, {}, "agent-sandbox runs it in the command sandbox"};
    }
    if (options.mode != Mode::Rewrite)
        send_note(wire::NoteKind::HookRewrote,
                  "the agent's shell is not agent-sandbox-bash: the hook rewrites each command, so "
                  "the agent's own permission rules see the rewritten text");
    const bool asks = options.mode == Mode::Ask;
    return {asks ? HookAnswer::Kind::RewriteAndAsk : HookAnswer::Kind::AllowRewritten,
            wrap_hook_line(call.command, self), "agent-sandbox runs it in the command sandbox"};
}

Result<HookAnswer> answer_call(const ToolCall& call, const HookOptions& options) {
    switch (call.kind) {
    case ToolCall::Kind::Socket:
        return deny("Monitor's ws form is not available in this sandbox: the connection would bypass the "
                    "command sandbox. "
                    "Use Monitor with a command.");
    case ToolCall::Kind::OtherShell:
        return deny("The " + visible_text(call.tool, false, 100)
                    + " tool is not available in this sandbox: only commands of the Bash tool reach the "
                      "command sandbox. Use Bash.");
    case ToolCall::Kind::Command:
        break;
    }
    const Result<std::string> self = self_path();
    if (!self)
        return self.error();
    return answer_command(call, options, *self);
}

int run_hook(const std::vector<std::string>& arguments) {
    // A file of ours must not become the agent's stdout.
    for (int fd = 0; fd <= STDOUT_FILENO; ++fd) {
        if (::fcntl(fd, F_GETFD) < 0)
            return block(fd == 0 ? "stdin is closed" : "stdout is closed");
    }
    const Result<HookOptions> options = parse_options(arguments);
    if (!options)
        return block(options.error().what + "; " + options.error().hint);
    const Result<std::string> input = read_input();
    if (!input)
        return block(input.error().what);
    const Result<ToolCall> call = options->dialect->read_call(*input);
    if (!call)
        return block(call.error().what);
    const Result<HookAnswer> answer = answer_call(*call, *options);
    if (!answer)
        return block(answer.error().what);
    const std::string text = options->dialect->write_answer(*call, *answer);
    if (!text.empty() && !write_all(STDOUT_FILENO, text))
        return block(std::string("the answer could not be written: ") + std::strerror(errno));
    return 0;
}

} // namespace

int hook_command(const std::vector<std::string>& arguments) {
    ::signal(SIGPIPE, SIG_IGN); // an agent that left is a failed write, status 2, not a death by signal
    try {
        return run_hook(arguments);
    } catch (const std::exception& failure) {
        return block(failure.what());
    }
}

} // namespace asb
