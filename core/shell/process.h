// What the interpreter asks of the process side (author S3). Everything here may set shell.unwind; each
// answers the status. shell.status and PIPESTATUS are set by the interpreter from the answers (run_pipeline
// sets pipe_status).
#pragma once

#include "core/shell/ast.h"
#include "core/shell/builtin.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace asb::shell {

class Shell;

// ---------------------------------------------------------------------------------------------- redirections
// (redirect.cpp)

/// Redirections of a builtin, function or compound command, taken back at the end of its life.
class RedirectionScope {
public:
    explicit RedirectionScope(Shell& shell);
    ~RedirectionScope(); ///< undo, unless keep()
    RedirectionScope(const RedirectionScope&) = delete;
    RedirectionScope& operator=(const RedirectionScope&) = delete;
    /// In order; false after the first failure (message written, nothing more is done; status 1).
    bool apply(const std::vector<Redirection>& redirections);
    /// exec without a command: they stay.
    void keep();
    void undo();
    /// All that were opened since the text began: a stage of a pipeline that ends by an error of its words.
    static void undo_text(Shell& shell);

private:
    struct State;
    void open();
    void close_state();

    Shell& shell_;
    RedirectionScope* outer_ = nullptr; ///< the one that was opened before
    std::unique_ptr<State> state_;      ///< null while nothing was redirected
};

// ---------------------------------------------------------------------------------------------- external
// commands (spawn.cpp)

/// Searches PATH, applies the command's redirections in the child, runs, waits. `redirections` of the simple
/// command. Assignments before the command are already bound in a temporary scope of shell.variables, so PATH
/// and environment are right. Writes `NAME: command not found` etc. (after command_not_found_handle), answers
/// 126, 127, 128+n, status.
int run_external(Shell& shell, const Arguments& arguments, const std::vector<Redirection>& redirections);
/// Nothing of that name: the handler function in a subshell, or bash's message.
int run_not_found(Shell& shell, const Arguments& arguments, const std::vector<Redirection>& redirections);

// ---------------------------------------------------------------------------------------------- processes
// (pipeline.cpp, subshell.cpp, jobs.cpp)

/// Two or more stages (`!` and `time` are the interpreter's: see time_begin). Sets shell.pipe_status; answers
/// the status with pipefail applied. lastpipe too.
int run_pipeline(Shell& shell, const PipelineCommand& pipeline);
/// command & : sets $!.
int run_background(Shell& shell, const Command& command);
int run_subshell(Shell& shell, const SubshellCommand& command);
/// `time ( … ) 2>file`: the times go where the subshell's messages go.
bool is_timed_inside(const PipelineCommand& command);
int run_timed_subshell(Shell& shell, const SubshellCommand& command, bool posix);
int run_coproc(Shell& shell, const CoprocCommand& command);
/// The shell has closed or moved away a descriptor: that of the coprocess is -1 in its array then.
void coproc_descriptor_closed(Shell& shell, int fd);
/// `time` around a pipeline: begin before, end writes the report (TIMEFORMAT; posix for -p).
struct TimeStart {
    std::int64_t real_ns = 0, user_us = 0, system_us = 0;
};
TimeStart time_begin();
void time_end(Shell& shell, const TimeStart& start, bool posix);

/// $( … ) and ` … `: output without trailing newlines in `output`; shell.status is its status afterwards.
/// Also
/// $(<file). False: too large or no process could be made (message written, unwind set).
bool substitute_command(Shell& shell, const WordPart& part, std::string& output);
/// <( … ) >( … ): the /dev/fd/N path. The descriptor stays open until the command that the word belongs to
/// has ended: the interpreter brackets each command by mark/release.
bool substitute_process(Shell& shell, const WordPart& part, std::string& path);
std::size_t process_substitution_mark(Shell& shell);
void process_substitution_release(Shell& shell, std::size_t mark);

// ---------------------------------------------------------------------------------------------- traps
// (traps.cpp)

/// Runs handlers of signals that have come. Called between commands and by Shell::interrupted().
void run_pending_traps(Shell& shell);
bool traps_pending(); ///< flag of the signal handlers, cheap
/// DEBUG before a simple command, for, case, select, (( )), [[ ]] and function entry. The interpreter has
/// decided that it applies (functrace). Answers false when extdebug says to skip the command.
bool run_debug_trap(Shell& shell);
/// ERR: the interpreter calls it when a command failed where errexit would count, after checking errtrace.
void run_error_trap(Shell& shell);
void run_return_trap(Shell& shell);
/// EXIT, at the end of the shell or subshell.
void run_exit_trap(Shell& shell);
bool has_debug_trap(const Shell& shell);
bool has_error_trap(const Shell& shell);
bool has_return_trap(const Shell& shell);
/// Function entry without functrace/errtrace: DEBUG, ERR, RETURN of the caller.
struct TrapMask {
    std::optional<std::string> debug, error, returns;
};
/// Around eval, source and command where set -e is ignored: what they run does not know, so set -e is off in
/// there and the ERR trap taken away; one that is set in there runs.
class ErrexitPause {
public:
    explicit ErrexitPause(Shell& shell);
    ~ErrexitPause();
    ErrexitPause(const ErrexitPause&) = delete;
    ErrexitPause& operator=(const ErrexitPause&) = delete;

private:
    Shell& shell_;
    const int ignored_;
    const bool paused_;
    std::optional<std::string> error_trap_;
};
std::unique_ptr<TrapMask> mask_function_traps(Shell& shell, bool keep_debug_return, bool keep_error);
void unmask_function_traps(Shell& shell, std::unique_ptr<TrapMask> mask);

std::unique_ptr<struct ProcessState> make_process_state(Shell& shell);
/// $! , "" when there is none; jobs notified; called by Variables and $-expansion.
std::string last_background_pid(const Shell& shell);

} // namespace asb::shell
