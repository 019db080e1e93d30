// Pipelines, subshells and background jobs.
#include "core/shell/in_process.h"
#include "core/shell/process.h"
#include "core/shell/process_state.h"
#include "core/shell/redirect.h"
#include "core/shell/redirection_text.h"
#include "core/shell/shell.h"
#include "core/shell/subshell.h"
#include "core/shell/unparse.h"

#include <algorithm>
#include <fcntl.h>
#include <unistd.h>

namespace asb::shell {

namespace {

/// The path of the program that a stage will run, when that can be told without expanding anything.
std::string program_of(Shell& shell, const Command& command) {
    if (command.kind != CommandKind::Simple)
        return {};
    const auto& simple = static_cast<const SimpleCommand&>(command);
    if (simple.words.empty() || !simple.words[0].plain || !simple.assignments.empty())
        return {};
    const std::string& name = simple.words[0].literal;
    if (shell.functions.find(name) || find_builtin(shell, name) != nullptr)
        return {};
    return find_command(shell, name, true);
}

/// Places for all declared stages together, so that no pipeline waits half started.
class StagePlaces {
public:
    StagePlaces(Shell& shell, const PipelineCommand& pipeline) {
        int count = 0;
        for (const CommandPtr& stage : pipeline.stages) {
            const std::string path = program_of(shell, *stage);
            declared_.push_back(!path.empty() && shell.host.is_declared(path));
            count += declared_.back() ? 1 : 0;
        }
        if (count > 0)
            places_ = shell.host.acquire_places(count);
    }
    /// In the child of stage i.
    void hand_over(ProcessState& state, std::size_t i) {
        if (declared_[i])
            state.places = std::move(places_);
        places_.reset();
    }

private:
    std::vector<bool> declared_;
    Fd places_;
};

/// Standard input of a background command without job control.
void use_null_stdin() {
    const int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (null >= 0)
        move_descriptor(null, 0);
}

/// A simple command that gets a process of its own: bash runs the DEBUG trap before the fork, and does not
/// count the process as a subshell. False: the trap's action ends the shell.
bool announce(Shell& shell, const Command& command) {
    if (command.kind != CommandKind::Simple || !has_debug_trap(shell))
        return true;
    shell.line = shell.line_base + command.line;
    if (!shell.process->traps.running())
        shell.current_command = &command;
    static_cast<void>(run_debug_trap(shell));
    return shell.unwind == Unwind::None;
}

/// In that process. `below`: the one that forked it is a subshell.
void enter_announced(Shell& shell, const Command& command, bool below) {
    if (command.kind != CommandKind::Simple) {
        shell.process->traps.leave_action();
        shell.process->leaves_scopes = false;
        return;
    }
    shell.process->announced = &command;
    shell.lone_command = !below;
}

/// Forks all stages but the last `in_shell` ones; `previous` becomes the reading end for what follows.
bool start_stages(Shell& shell, const PipelineCommand& pipeline, std::size_t count, SubshellKind kind,
                  std::vector<ChildProcess>& children, Fd& previous) {
    StagePlaces places(shell, pipeline);
    ProcessState& state = *shell.process;
    state.group = 0;
    const bool null_stdin =
        kind == SubshellKind::Background && !shell.options.is(SetOption::Monitor) && !state.stdin_redirected;
    for (std::size_t i = 0; i < count; ++i) {
        const Command& stage = *pipeline.stages[i];
        Fd reading;
        Fd writing;
        const bool last = i + 1 == pipeline.stages.size();
        if (!last && !open_pipe(shell, reading, writing))
            return false;
        ChildProcess child;
        if (kind == SubshellKind::Stage
            && launch_directly(shell, stage, previous.get(), writing.get(), false, child)) {
            children.push_back(std::move(child));
            previous = std::move(reading);
            continue;
        }
        if (!announce(shell, stage))
            return false;
        const bool below = shell.in_subshell_process;
        const pid_t pid = fork_subshell(shell, kind, child);
        if (pid < 0)
            return false;
        if (pid == 0) {
            enter_announced(shell, stage, below);
            const bool piped = static_cast<bool>(previous);
            state.stdin_redirected = state.stdin_redirected || piped;
            if (stage.kind == CommandKind::Simple && kind == SubshellKind::Stage)
                --shell.subshell_level;
            places.hand_over(state, i);
            reading.reset();
            if (previous)
                move_descriptor(previous.release(), 0);
            else if (null_stdin && !redirects_stdin(stage))
                use_null_stdin();
            if (writing)
                move_descriptor(writing.release(), 1);
            run_child(shell, stage, true, piped);
        }
        child.node = &stage;
        children.push_back(std::move(child));
        previous = std::move(reading);
    }
    return true;
}

/// shopt lastpipe: the last stage in this very shell, its standard input being the pipe.
int run_last_here(Shell& shell, const Command& stage, Fd input) {
    const int saved = duplicate_private(0);
    move_descriptor(input.release(), 0);
    shell.run_command(stage);
    if (saved >= 0) {
        dup2(saved, 0);
        close(saved);
    } else {
        close(0);
    }
    return shell.status;
}

/// A stage whose words cannot be expanded runs the EXIT trap, see TrapTable::take_up_exit().
bool may_run_exit_trap(const Shell& shell, const PipelineCommand& pipeline) {
    return shell.process->traps.is_set(kTrapExit)
           && std::any_of(pipeline.stages.begin(), pipeline.stages.end(),
                          [](const CommandPtr& stage) { return stage->kind == CommandKind::Simple; });
}

/// PIPESTATUS, and the status that the pipeline has by it.
int joined_status(Shell& shell, std::vector<int> statuses) {
    int status = statuses.back();
    if (shell.options.is(SetOption::Pipefail)) {
        const auto failed = std::find_if(statuses.rbegin(), statuses.rend(), [](int s) { return s != 0; });
        status = failed == statuses.rend() ? 0 : *failed;
    }
    shell.pipe_status = std::move(statuses);
    return shell.unwind == Unwind::None ? status : shell.status;
}

/// What the ERR trap is told behind a pipeline: bash counts the line of a stage only when the stage is a
/// simple command or a subshell.
std::uint32_t line_behind(const Shell& shell, const PipelineCommand& pipeline) {
    const auto counts = [](const CommandPtr& stage) {
        return stage->kind == CommandKind::Simple || stage->kind == CommandKind::Subshell;
    };
    const auto last = std::find_if(pipeline.stages.rbegin(), pipeline.stages.rend(), counts);
    if (last == pipeline.stages.rend() && shell.outer_line != 0)
        return shell.outer_line;
    return shell.line_base + (last == pipeline.stages.rend() ? pipeline.stages.back() : *last)->line;
}

} // namespace

int run_pipeline(Shell& shell, const PipelineCommand& pipeline) {
    ProcessState& state = *shell.process;
    state.jobs.poll();
    const bool last_here = shell.options.is(Shopt::Lastpipe) && !shell.options.is(SetOption::Monitor);
    const std::size_t forked = pipeline.stages.size() - (last_here ? 1 : 0);
    if (!last_here && may_run_in_process(shell) && !may_run_exit_trap(shell, pipeline)
        && is_harmless_pipeline(shell, pipeline)) {
        std::vector<int> answers = run_pipeline_in_process(shell, pipeline);
        if (answers.empty())
            answers.push_back(1);
        return joined_status(shell, std::move(answers));
    }
    std::vector<ChildProcess> children;
    Fd previous;
    const bool started = start_stages(shell, pipeline, forked, SubshellKind::Stage, children, previous);
    int own_status = 1;
    if (started && last_here)
        own_status = run_last_here(shell, *pipeline.stages.back(), std::move(previous));
    previous.reset();
    if (!last_here)
        shell.line = line_behind(shell, pipeline);
    if (!children.empty())
        state.jobs.wait_foreground(children, last_here ? Telling::Silent : Telling::Normal);
    std::vector<int> statuses;
    for (const ChildProcess& child : children)
        statuses.push_back(exit_status(child.raw));
    if (last_here || !started)
        statuses.push_back(own_status);
    return joined_status(shell, std::move(statuses));
}

/// BASH_COMMAND behind a pipeline: only these are noted before the process of a stage is made.
void Shell::show_stage(const PipelineCommand& command) {
    const bool for_error = process->traps.is_set(kTrapErr);
    const auto is_noted = [&](const CommandPtr& stage) {
        return stage->kind == CommandKind::Simple || (for_error && stage->kind == CommandKind::Subshell);
    };
    const auto last = std::find_if(command.stages.rbegin(), command.stages.rend(), is_noted);
    if (last != command.stages.rend() && !process->traps.running())
        current_command = last->get();
}

/// ( … ) at the end of a pipeline counts like one that stands alone, before the pipeline does.
void Shell::last_stage_failed(const PipelineCommand& command) {
    const bool here = options.is(Shopt::Lastpipe) && !options.is(SetOption::Monitor);
    if (!here && status != 0 && command.stages.back()->kind == CommandKind::Subshell)
        failed(*command.stages.back());
}

int run_subshell(Shell& shell, const SubshellCommand& command) {
    ProcessState& state = *shell.process;
    state.jobs.poll();
    state.group = 0;
    if (may_run_in_process(shell) && is_harmless_subshell(shell, command))
        return run_subshell_in_process(shell, command);
    ChildProcess child;
    const pid_t pid = fork_subshell(shell, SubshellKind::Group, child);
    if (pid < 0)
        return 254;
    if (pid == 0) {
        shell.outer_line = shell.line;
        run_child(shell, command);
    }
    child.node = &command;
    return state.jobs.wait_foreground(child);
}

bool is_timed_inside(const PipelineCommand& command) {
    return command.timed && command.stages.size() == 1 && command.stages[0]->kind == CommandKind::Subshell
           && !command.stages[0]->redirections.empty();
}

int run_timed_subshell(Shell& shell, const SubshellCommand& command, bool posix) {
    ProcessState& state = *shell.process;
    state.jobs.poll();
    state.group = 0;
    ChildProcess child;
    const pid_t pid = fork_subshell(shell, SubshellKind::Group, child);
    if (pid < 0)
        return 254;
    if (pid == 0) {
        shell.outer_line = shell.line;
        RedirectionScope scope(shell);
        if (scope.apply(command.redirections)) {
            scope.keep();
            const TimeStart start = time_begin();
            shell.status = shell.run_list_in_subshell(command.body);
            time_end(shell, start, posix);
        } else if (shell.unwind == Unwind::None) {
            shell.status = 1;
        }
        end_subshell(shell);
    }
    child.node = &command;
    return state.jobs.wait_foreground(child);
}

int run_background(Shell& shell, const Command& command) {
    ProcessState& state = *shell.process;
    state.jobs.poll();
    state.group = 0;
    std::vector<ChildProcess> children;
    const auto* const pipeline =
        command.kind == CommandKind::Pipeline ? &static_cast<const PipelineCommand&>(command) : nullptr;
    if (pipeline != nullptr && pipeline->stages.size() > 1 && !pipeline->timed) {
        Fd previous;
        if (!start_stages(shell, *pipeline, pipeline->stages.size(), SubshellKind::Background, children,
                          previous)
            && children.empty())
            return 254;
        for (ChildProcess& child : children)
            child.text = unparse(*child.node);
    } else {
        // bash does not turn the status of a job round.
        const bool plain = pipeline != nullptr && pipeline->stages.size() == 1 && !pipeline->timed;
        const Command& body = plain ? *pipeline->stages[0] : command;
        if (!announce(shell, body))
            return shell.status;
        const bool below = shell.in_subshell_process;
        ChildProcess child;
        const pid_t pid = fork_subshell(shell, SubshellKind::Background, child);
        if (pid < 0)
            return 254;
        if (pid == 0) {
            enter_announced(shell, body, below);
            if (!shell.options.is(SetOption::Monitor) && !state.stdin_redirected && !redirects_stdin(body))
                use_null_stdin();
            run_child(shell, body);
        }
        child.text = unparse(command);
        children.push_back(std::move(child));
    }
    for (ChildProcess& child : children)
        child.node = nullptr; // the tree may be gone before the job
    state.jobs.add(std::move(children), state.group, shell.variables.text("PWD"));
    state.group = 0;
    return 0;
}

std::string last_background_pid(const Shell& shell) {
    const pid_t pid = shell.process->jobs.last_background();
    return pid == 0 ? std::string() : std::to_string(pid);
}

std::unique_ptr<ProcessState> make_process_state(Shell& shell) {
    auto state = std::make_unique<ProcessState>(shell);
    state->traps.start();
    return state;
}

} // namespace asb::shell
