#include "core/shell/in_process.h"

#include "core/shell/process.h"
#include "core/shell/process_state.h"
#include "core/shell/redirect.h"
#include "core/shell/shell.h"
#include "core/shell/subshell.h"

#include <fcntl.h>
#include <unistd.h>

namespace asb::shell {

namespace {

/// Keeps the shell's own state over a subshell in it.
class StateKeeper {
public:
    explicit StateKeeper(Shell& shell)
        : shell_(shell),
          loops_to_leave_(shell.loops_to_leave),
          loop_depth_(shell.loop_depth),
          line_base_(shell.line_base),
          line_(shell.line),
          outer_line_(shell.outer_line),
          builtin_name_(shell.builtin_name),
          builtin_(shell.builtin),
          expanding_(shell.expanding),
          arith_name_(shell.arith_name),
          current_command_(shell.current_command),
          errexit_ignored_(shell.errexit_ignored),
          subshell_level_(shell.subshell_level),
          in_subshell_process_(shell.in_subshell_process),
          lone_command_(shell.lone_command),
          pipe_status_(shell.pipe_status),
          last_argument_(shell.last_argument),
          trace_level_(shell.trace_level),
          substitution_ran_(shell.substitution_ran),
          redirections_(shell.redirections),
          errexit_(shell.options.is(SetOption::Errexit)),
          exec_in_place_(shell.process->exec_in_place),
          replacing_(shell.process->replacing),
          stdin_redirected_(shell.process->stdin_redirected),
          group_text_depth_(shell.process->group_text_depth),
          journal_(shell.variables) {
        ++shell.process->in_process;
    }
    ~StateKeeper() {
        shell_.loops_to_leave = loops_to_leave_;
        shell_.loop_depth = loop_depth_;
        shell_.line_base = line_base_;
        shell_.line = line_;
        shell_.outer_line = outer_line_;
        shell_.builtin_name = builtin_name_;
        shell_.builtin = builtin_;
        shell_.expanding = expanding_;
        shell_.arith_name = arith_name_;
        shell_.current_command = current_command_;
        shell_.errexit_ignored = errexit_ignored_;
        shell_.subshell_level = subshell_level_;
        shell_.in_subshell_process = in_subshell_process_;
        shell_.lone_command = lone_command_;
        shell_.pipe_status = std::move(pipe_status_);
        shell_.last_argument = std::move(last_argument_);
        shell_.trace_level = trace_level_;
        shell_.substitution_ran = substitution_ran_;
        shell_.process->stdin_redirected = stdin_redirected_;
        shell_.process->group_text_depth = group_text_depth_;
        --shell_.process->in_process;
        shell_.redirections = redirections_;
        shell_.options.change(SetOption::Errexit, errexit_);
        shell_.process->exec_in_place = exec_in_place_;
        shell_.process->replacing = replacing_;
    }
    StateKeeper(const StateKeeper&) = delete;
    StateKeeper& operator=(const StateKeeper&) = delete;

private:
    Shell& shell_;
    const int loops_to_leave_;
    const int loop_depth_;
    const std::uint32_t line_base_;
    const std::uint32_t line_;
    const std::uint32_t outer_line_;
    const std::string_view builtin_name_;
    const Builtin* const builtin_;
    const std::string_view expanding_;
    const std::string_view arith_name_;
    const Command* const current_command_;
    const int errexit_ignored_;
    const int subshell_level_;
    const bool in_subshell_process_;
    const bool lone_command_;
    std::vector<int> pipe_status_;
    std::string last_argument_;
    const int trace_level_;
    const bool substitution_ran_;
    RedirectionScope* const redirections_;
    const bool errexit_;
    const Command* const exec_in_place_;
    const Replacing replacing_;
    const bool stdin_redirected_;
    const int group_text_depth_;
    const Variables::Journal journal_;
};

} // namespace

bool may_run_in_process(Shell& shell) {
    ProcessState& process = *shell.process;
    const Options& options = shell.options;
    return !options.is(SetOption::Monitor) && !options.is(SetOption::Posix) && !options.is(SetOption::Noexec)
           && !options.is(Shopt::Extdebug) && !process.traps.running() && process.traps.only_exit()
           && process.jobs.all().empty() && !process.coproc && process.substitutions.empty();
}

int run_subshell_in_process(Shell& shell, const SubshellCommand& command) {
    Shell::SubshellBody body;
    body.list = &command.body;
    body.redirections = &command.redirections;
    return shell.run_in_process(body, nullptr);
}

int Shell::run_in_process(const SubshellBody& body, std::string* output) {
    const StateKeeper keeper(*this);
    std::string* const outer = output ? out.capture(output) : nullptr;
    const bool group = body.list && !body.substitution;
    process->group_text_depth = group ? process->text_depth : -1;
    outer_line = group ? line : outer_line;
    const Command* const stage = std::exchange(stage_command_, body.command ? body.command
                                                               : group      ? only_subshell(*body.list)
                                                                            : stage_command_);
    // `break` in $( ) or as a stage ends that, silently.
    const bool in_loop = body.substitution || (body.command && body.command->kind == CommandKind::Simple);
    loop_depth = in_loop ? loop_depth : 0;
    builtin = nullptr;
    builtin_name = {};
    arith_name = {};
    redirections = nullptr;
    process->exec_in_place = nullptr;
    process->replacing = {body.list ? last_simple_command(*body.list) : nullptr,
                          group && is_simple_command(*body.list)};
    lone_command = body.command && body.command->kind == CommandKind::Simple && !in_subshell_process;
    in_subshell_process = true;
    subshell_level += body.deeper ? 1 : 0;
    if (body.substitution) {
        line_base = line;
        outer_line = 0;
        ++trace_level;
        if (!options.is(Shopt::InheritErrexit))
            options.change(SetOption::Errexit, false);
    }
    RedirectionScope scope(*this);
    if (body.redirections && !scope.apply(*body.redirections))
        status = unwind == Unwind::None ? 1 : status;
    else if (body.list)
        run_list(*body.list);
    else
        run_command(*body.command);
    scope.undo();
    if (process->traps.fatal_signal() == 0)
        unwind = Unwind::None;
    if (output)
        static_cast<void>(out.capture(outer));
    stage_command_ = stage;
    return status & 0xff;
}

// ---------------------------------------------------------------------------------------------- pipelines

namespace {

/// Descriptor 0 of the shell, put back at the end.
class BorrowedStdin {
public:
    BorrowedStdin() : saved_(duplicate_private(0)) {}
    ~BorrowedStdin() {
        if (saved_ < 0) {
            close(0);
            return;
        }
        dup2(saved_, 0);
        close(saved_);
    }
    BorrowedStdin(const BorrowedStdin&) = delete;
    BorrowedStdin& operator=(const BorrowedStdin&) = delete;

private:
    const int saved_;
};

/// A pipe with what the stage before has printed; more than fits into it is written by a process that ends
/// with the stage's status, or by SIGPIPE when nobody reads it.
bool make_input(Shell& shell, const std::string& text, int status, ChildProcess& writer) {
    Fd reading;
    Fd writing;
    if (!open_pipe(shell, reading, writing))
        return false;
    const int capacity = fcntl(writing.get(), F_GETPIPE_SZ);
    if (capacity >= 0 && text.size() <= static_cast<std::size_t>(capacity)) {
        static_cast<void>(write_all(writing.get(), text));
    } else {
        const pid_t pid = fork_subshell(shell, SubshellKind::Stage, writer);
        if (pid < 0)
            return false;
        if (pid == 0) {
            reading.reset();
            static_cast<void>(write_all(writing.get(), text));
            _exit(status);
        }
    }
    writing.reset();
    move_descriptor(reading.release(), 0);
    return true;
}

} // namespace

std::vector<int> run_pipeline_in_process(Shell& shell, const PipelineCommand& pipeline) {
    std::vector<int> statuses;
    std::vector<ChildProcess> writers(pipeline.stages.size());
    std::string text;
    const BorrowedStdin borrowed;
    const int before = shell.status;
    for (std::size_t i = 0; i < pipeline.stages.size() && shell.unwind == Unwind::None; ++i) {
        const Command& stage = *pipeline.stages[i];
        if (i > 0 && !make_input(shell, text, statuses.back(), writers[i - 1]))
            return {};
        text.clear();
        shell.status = before; // what $? is in each stage
        Shell::SubshellBody body;
        body.command = &stage;
        body.deeper = stage.kind != CommandKind::Simple && stage.kind != CommandKind::Subshell;
        const bool last = i + 1 == pipeline.stages.size();
        statuses.push_back(shell.run_in_process(body, last ? nullptr : &text));
    }
    move_descriptor(open("/dev/null", O_RDONLY | O_CLOEXEC), 0); // a writer ends when nobody reads
    for (std::size_t i = 0; i < writers.size(); ++i) {
        if (writers[i].pid != 0)
            statuses[i] = shell.process->jobs.wait_foreground(writers[i], Telling::Silent);
    }
    return statuses;
}

} // namespace asb::shell
