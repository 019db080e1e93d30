// A command that is neither builtin, function nor program.
#include "core/shell/process.h"
#include "core/shell/process_state.h"
#include "core/shell/quote.h"
#include "core/shell/shell.h"
#include "core/shell/spawn.h"
#include "core/shell/subshell.h"

#include <unistd.h>

#include <string>
#include <utility>
#include <vector>

namespace asb::shell {

int run_not_found(Shell& shell, const Arguments& arguments, const std::vector<Redirection>& redirections) {
    const FunctionPtr handler = shell.functions.find("command_not_found_handle");
    if (!handler && RedirectionPlan::suits(shell, redirections)) {
        RedirectionScope scope(shell);
        if (!scope.apply(redirections))
            return 1;
        shell.error(printable_name(arguments[0]) + ": command not found");
        return 127;
    }
    ChildProcess child;
    const pid_t pid = fork_subshell(shell, SubshellKind::External, child);
    if (pid < 0)
        return 254;
    if (pid == 0) {
        RedirectionScope scope(shell);
        if (!scope.apply(redirections))
            _exit(shell.unwind != Unwind::None ? shell.status : 1);
        if (handler) {
            Arguments words = arguments;
            words.insert(words.begin(), handler->name);
            shell.prefix_of_program = false;
            shell.status = shell.call_function(handler, std::move(words));
            run_exit_trap(shell);
            end_subshell(shell);
        }
        shell.error(printable_name(arguments[0]) + ": command not found");
        _exit(127);
    }
    return shell.process->jobs.wait_foreground(child);
}

} // namespace asb::shell
