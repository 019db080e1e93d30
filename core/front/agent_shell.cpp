#include "core/front/agent_shell.h"

#include "core/base/fd.h"
#include "core/base/paths.h"
#include "core/base/text.h"
#include "core/front/console.h"
#include "core/front/exec_client.h"
#include "core/front/shell_forms.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>

namespace asb {
namespace {

constexpr int kCannotWriteStatus = 1; ///< what bash answers when a redirection fails

/// As `>|` does it: made if needed, emptied, kept where it is.
int write_agent_file(const std::string& path, const std::string& text) {
    const Fd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (file && write_all(file.get(), text))
        return 0;
    print_error(system_error("agent's shell: write " + path, errno));
    return kCannotWriteStatus;
}

int refuse(const std::vector<std::string>& arguments, const std::string& reason) {
    const std::string text = "the agent's shell refused a call: " + reason;
    print_error(text
                + "\n  it takes only the forms in which Claude Code 2.1 starts its shell; nothing was run");
    send_note(wire::NoteKind::ShellRefused,
              text + "; argv: " + visible_text(shell_join(arguments), false, 2048));
    return kCannotExecuteStatus;
}

/// The text for execd. With a session environment in front it keeps the shape that the agent gave it, so that
/// the diagnostics of the shell read the same.
std::string text_to_run(const ShellForm& form, const std::string& line) {
    return form.environment.empty() ? line : form.environment + "\n: && eval " + single_quote(line);
}

/// The line ended its own shell by a signal. The agent tells that from `exit 137`, so this shell ends the
/// same way; returns only when the signal does not end a process.
void end_like_the_line(int number) {
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    ::signal(number, SIG_DFL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    ::sigprocmask(SIG_UNBLOCK, &set, nullptr);
    ::raise(number);
}

int run_command(const ShellForm& form) {
    wire::Request request;
    request.shell_name = "/bin/bash";
    request.origin = wire::Origin::AgentShell;
    request.cwd = current_directory();
    std::string line = form.line;
    const Result<std::string> self = self_path();
    if (self) {
        if (std::optional<std::string> inner = unwrap_hook_line(line, *self)) {
            line = std::move(*inner);
            request.origin = wire::Origin::HookAndShell;
        }
    }
    request.line = text_to_run(form, line);
    if (request.cwd.empty()) {
        print_error("agent's shell: the current directory is gone");
        return kFrontFailureStatus;
    }
    if (is_blank(request.line))
        return write_agent_file(form.directory_file, request.cwd + '\n');
    // The agent leaves a socket on stdin that never ends, so a command must not get it (road-measured.md
    // §5.1).
    const Fd null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    if (!null) {
        print_error(
            system_error("agent's shell: open /dev/null", errno, "the agent profile has to grant it"));
        return kFrontFailureStatus;
    }
    const LineResult result = run_line(request, {null.get(), 1, 2});
    if (result.signal != 0)
        end_like_the_line(result.signal);
    if (!result.answered || result.status != 0)
        return result.status;
    return write_agent_file(form.directory_file, (result.cwd.empty() ? request.cwd : result.cwd) + '\n');
}

} // namespace

int agent_shell(const std::vector<std::string>& arguments) {
    const ShellForm form = parse_shell_arguments(arguments);
    switch (form.kind) {
    case ShellForm::Kind::PrintEnvironment:
        return 0; // the agent needs no answer and imports none
    case ShellForm::Kind::MakeSnapshot:
        return write_agent_file(form.snapshot_file, {});
    case ShellForm::Kind::RunCommand:
        return run_command(form);
    case ShellForm::Kind::Unknown:
        break;
    }
    return refuse(arguments, form.reason);
}

} // namespace asb
