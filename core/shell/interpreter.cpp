// Lists, pipelines, compound commands (bash manual, "Shell Grammar").
#include "core/shell/arith_host.h"
#include "core/shell/conditional.h"
#include "core/shell/expand.h"
#include "core/shell/names.h"
#include "core/shell/process.h"
#include "core/shell/process_state.h"
#include "core/shell/redirection_text.h"
#include "core/shell/restore.h"
#include "core/shell/shell.h"
#include "core/shell/subshell.h"

#include <utility>

namespace asb::shell {
namespace {

bool sets_line(CommandKind kind) {
    switch (kind) {
    case CommandKind::Simple:
    case CommandKind::Subshell:
    case CommandKind::For:
    case CommandKind::ArithFor:
    case CommandKind::Select:
    case CommandKind::Case:
    case CommandKind::Conditional:
    case CommandKind::Arithmetic:
    case CommandKind::Coproc:
        return true;
    default:
        return false;
    }
}

} // namespace

int Shell::run_list(const List& list) {
    for (const ListItem& item : list.items) {
        if (traps_pending() && interrupted())
            break;
        if (item.end_line != 0)
            outer_line = line_base + item.end_line - 1;
        if (item.background)
            status = run_background(*this, *item.command);
        else
            run_command(*item.command);
        if (unwind != Unwind::None)
            break;
        const bool last = &item == &list.items.back();
        if (traps_pending() && !(last && process->traps.fatal_pending()) && interrupted())
            break; // a signal that ends the shell is noticed before the next command
    }
    return status;
}

bool Shell::deep_enough() {
    if (!stack.is_used_up())
        return false;
    const std::string name = frames.empty() ? std::string() : frames.back().name + ": ";
    error(name + "maximum function nesting level exceeded (" + std::to_string(frames.size()) + ")");
    set_unwind_exit(139); // bash runs out of stack there: SIGSEGV
    return true;
}

int Shell::run_command(const Command& command) {
    if (deep_enough() || options.is(SetOption::Noexec))
        return status;
    const std::uint32_t line_before = line;
    if (sets_line(command.kind))
        line = line_base + command.line;
    switch (command.kind) {
    case CommandKind::Simple: {
        const bool trapped = has_error_trap(*this); // a trap that the command itself sets is not for it
        run_simple(static_cast<const SimpleCommand&>(command));
        if (status != 0 && unwind == Unwind::Break && errexit_counts() && errexit_ignored == 0)
            end_by_errexit(true); // break 0
        if (status != 0 && (trapped || !has_error_trap(*this)))
            failed(command);
        else if (status != 0 && errexit_counts() && errexit_ignored == 0 && unwind == Unwind::None
                 && &command != stage_command_)
            end_by_errexit(true);
        return status;
    }
    case CommandKind::Pipeline:
        return run_pipeline_command(static_cast<const PipelineCommand&>(command));
    case CommandKind::AndOr:
        return run_and_or(static_cast<const AndOrCommand&>(command));
    case CommandKind::Function:
        if (define_function(static_cast<const FunctionCommand&>(command)) != 0)
            failed(command);
        return status;
    case CommandKind::Subshell: {
        if (process->traps.is_set(kTrapErr) && !process->traps.running()) // bash notes it for this trap only
            current_command = &command;
        status = run_subshell(*this, static_cast<const SubshellCommand&>(command));
        pipe_status.assign(1, status);
        if (status != 0)
            failed(command);
        return status;
    }
    case CommandKind::Coproc:
        return status = run_coproc(*this, static_cast<const CoprocCommand&>(command));
    default:
        return run_compound(command, line_before);
    }
}

/// errexit and the ERR trap, after a command that failed where they count.
void Shell::failed(const Command& command) {
    const bool atom = command.kind == CommandKind::Conditional || command.kind == CommandKind::Arithmetic;
    if (errexit_ignored > 0 || unwind != Unwind::None || (&command == stage_command_ && !atom)
        || &command == negated_command_)
        return;
    if (has_error_trap(*this)) {
        run_error_trap(*this);
        if (unwind != Unwind::None)
            return;
    }
    if (errexit_counts())
        end_by_errexit(command.kind == CommandKind::Simple);
}

/// In a function, the EXIT trap still sees its frame and redirections, but no local variables; in ( ) those
/// too. A simple command takes the shell out of the innermost call that has redirections first.
void Shell::end_by_errexit(bool simple) {
    leaving_call_ = simple && redirected_calls_ > 0;
    if (leaving_call_) {
        unwind = Unwind::Exit;
        return;
    }
    const bool direct = process->text_depth == base_text_depth();
    const bool ends_process = in_subshell_process && !process->substitution;
    unwind = Unwind::Exit;
    if (direct && ends_process) {
        exit_in_place();
    } else if (direct && variables.in_function() && process->traps.has_action(kTrapExit)
               && process->in_process == 0 && !process->traps.running()) {
        variables.abandon_scopes();
        exit_in_place(true);
    } else {
        if (ends_process && !simple)
            variables.abandon_scopes();
        leaving_by_errexit_ = !ends_process;
    }
}

/// The shell is about to end: the EXIT trap is run before what is around (redirections, functions) is left.
/// A process of its own for a part of the line always does that, but for what a text of eval or a script in
/// it has redirected; $( ) and the shell itself only where `always` says so.
void Shell::exit_in_place(bool always) {
    const bool ends = unwind == Unwind::Exit || unwind == Unwind::Abort;
    if (!ends || process->in_process != 0 || process->traps.running() || leaving_by_errexit_ || leaving_call_
        || !(always
             || (in_subshell_process && !process->substitution && process->text_depth == base_text_depth())))
        return;
    if (!process->traps.has_action(kTrapExit))
        return;
    const Restore name(builtin_name, std::string_view{});
    const Restore<const Builtin*> which(builtin, nullptr);
    const Restore command(current_command, always ? current_command : exit_command());
    run_exit_trap(*this);
}

const Command* Shell::exit_command() const {
    return process->text_depth > base_text_depth() ? text_command : current_command;
}

int Shell::base_text_depth() const {
    return in_subshell_process ? process->subshell_text_depth : 1;
}

/// These say in messages where they stand, also when it is a redirection that fails.
static bool tells_its_line(const Command& command) {
    return command.kind == CommandKind::ArithFor || command.kind == CommandKind::Arithmetic
           || command.kind == CommandKind::Conditional;
}

/// `line_before`: that of the last command, which the ERR trap is told when the redirections fail.
int Shell::run_compound(const Command& command, std::uint32_t line_before) {
    if (command.redirections.empty())
        return run_body(command);
    if (redirects_stdin(command))
        process->stdin_redirected = true;
    const bool own = tells_its_line(command) || outer_line == 0;
    const std::uint32_t own_line = std::exchange(line, own ? line_base + command.line : outer_line);
    const std::size_t mark = process_substitution_mark(*this);
    RedirectionScope scope(*this);
    if (!scope.apply(command.redirections)) {
        if (unwind == Unwind::None) {
            status = 1;
            pipe_status.assign(1, 1);
            line = line_before;
            failed(command);
        }
    } else {
        line = own_line;
        run_body(command);
    }
    exit_in_place();
    scope.undo();
    process_substitution_release(*this, mark);
    return status;
}

int Shell::run_body(const Command& command) {
    const std::size_t mark = process_substitution_mark(*this);
    const auto released = [&](int result) { // <( … ) among the words
        process_substitution_release(*this, mark);
        return result;
    };
    switch (command.kind) {
    case CommandKind::Group: {
        const auto& group = static_cast<const GroupCommand&>(command);
        status = group.body.items.empty() ? 0 : status;
        return run_list(group.body);
    }
    case CommandKind::If:
        return run_if(static_cast<const IfCommand&>(command));
    case CommandKind::While:
        return run_while(static_cast<const WhileCommand&>(command));
    case CommandKind::For:
        return released(run_for(static_cast<const ForCommand&>(command)));
    case CommandKind::ArithFor:
        return run_arith_for(static_cast<const ArithForCommand&>(command));
    case CommandKind::Select:
        return released(run_select(static_cast<const ForCommand&>(command)));
    case CommandKind::Case:
        return released(run_case(static_cast<const CaseCommand&>(command)));
    case CommandKind::Conditional:
        return released(run_conditional(static_cast<const ConditionalCommand&>(command)));
    case CommandKind::Arithmetic:
        return run_arithmetic(static_cast<const ArithmeticCommand&>(command));
    default:
        return run_command(command);
    }
}

int Shell::run_pipeline_command(const PipelineCommand& command) {
    const bool inside = is_timed_inside(command);
    const TimeStart start = command.timed ? time_begin() : TimeStart{};
    if (inside) {
        const auto& stage = static_cast<const SubshellCommand&>(*command.stages[0]);
        status = run_timed_subshell(*this, stage, command.timed_posix);
        pipe_status.assign(1, status);
        if (status != 0 && !command.negated)
            failed(stage);
    } else {
        const Counter ignored(errexit_ignored, command.negated && errexit_counts());
        if (command.stages.empty())
            status = 0;
        else if (command.stages.size() == 1) {
            const Command* const outer =
                std::exchange(negated_command_, command.negated ? command.stages[0].get() : negated_command_);
            run_command(*command.stages[0]);
            negated_command_ = outer;
        } else {
            status = asb::shell::run_pipeline(*this, command);
            show_stage(command);
            last_stage_failed(command);
        }
    }
    if (command.timed && !inside)
        time_end(*this, start, command.timed_posix);
    if (command.negated && (unwind == Unwind::None))
        status = status == 0 ? 1 : 0;
    else if (status != 0 && command.stages.size() > 1 && !command.negated)
        failed(command);
    return status;
}

int Shell::run_and_or(const AndOrCommand& command) {
    const auto run = [&](const Command& c, bool last) {
        const Counter ignored(errexit_ignored, !last);
        run_command(c);
    };
    run(*command.first, command.rest.empty());
    for (std::size_t i = 0; i < command.rest.size() && unwind == Unwind::None; ++i) {
        if (traps_pending() && interrupted())
            break;
        if (command.rest[i].is_and == (status == 0))
            run(*command.rest[i].command, i + 1 == command.rest.size());
    }
    return status;
}

int Shell::run_if(const IfCommand& command) {
    for (const IfCommand::Branch& branch : command.branches) {
        {
            const Counter ignored(errexit_ignored);
            run_list(branch.condition);
        }
        if (unwind != Unwind::None)
            return status;
        if (status == 0)
            return run_list(branch.body);
    }
    return command.else_body ? run_list(*command.else_body) : status = 0;
}

int Shell::run_case(const CaseCommand& command) {
    if (options.is(SetOption::Xtrace))
        trace("case " + command.subject.source + " in");
    if (!debug_trap(command))
        return status;
    std::string subject;
    if (!expand_joined(*this, command.subject, ListJoin::Spaces, subject))
        return status;
    const Restore<std::uint32_t> outer(outer_line, line_base + command.line);
    PatternOptions how = pattern_options();
    how.nocase = options.is(Shopt::Nocasematch);
    int result = 0;
    bool fall_through = false;
    for (const CaseCommand::Clause& clause : command.clauses) {
        bool matched = fall_through;
        for (std::size_t i = 0; i < clause.patterns.size() && !matched; ++i) {
            const Word& word = clause.patterns[i];
            if (word.plain && !word.has_glob) {
                matched = !how.nocase ? word.literal == subject
                                      : Pattern(quote_pattern(word.literal), how).matches(subject);
                continue;
            }
            const PreparedPattern* prepared = prepare_field_pattern(*this, word, how, true);
            if (!prepared)
                return status;
            matched = prepared->pattern.matches(subject);
        }
        if (!matched)
            continue;
        result = clause.body.items.empty() ? 0 : run_list(clause.body);
        fall_through = clause.end == CaseCommand::End::FallThrough;
        if (unwind != Unwind::None || clause.end == CaseCommand::End::Break)
            return status = result;
    }
    return status = result;
}

int Shell::run_conditional(const ConditionalCommand& command) {
    if (!debug_trap(command))
        return status;
    arith_name = "[[";
    const int result = evaluate_conditional(*this, *command.condition);
    arith_name = {};
    if (unwind == Unwind::None)
        status = result;
    pipe_status.assign(1, status);
    if (status != 0)
        failed(command);
    return status;
}

int Shell::run_arithmetic(const ArithmeticCommand& command) {
    if (!debug_trap(command))
        return status;
    std::int64_t value = 0;
    const bool ok = evaluate_command(*this, command.expression, value);
    if (unwind == Unwind::None)
        status = ok && value != 0 ? 0 : 1;
    pipe_status.assign(1, status);
    if (status != 0)
        failed(command);
    return status;
}

/// False: extdebug's DEBUG trap says to skip the command.
bool Shell::debug_trap(const Command& command) {
    if (!process->traps.running())
        current_command = &command;
    if (!has_debug_trap(*this))
        return true;
    return run_debug_trap(*this) && unwind == Unwind::None;
}

void Shell::abort_default() {
    if (options.is(SetOption::Posix))
        fatal_expansion();
    else
        abort_command(process->group_text_depth == process->text_depth ? kUsageStatus : 1); // ( … ) answers 2
}

int Shell::finish_subshell() {
    unwind = Unwind::None;
    interrupted();
    run_exit_trap(*this);
    return status & 0xff;
}

int Shell::run_in_subshell(const Command& command) {
    stage_command_ = &command;
    loop_depth = command.kind == CommandKind::Simple ? loop_depth : 0; // a stage that is `break` says nothing
    run_command(command);
    return finish_subshell();
}

int Shell::run_list_in_subshell(const List& list) {
    loop_depth = process->command_substitution ? loop_depth : 0;
    const Command* const outer = current_command;
    if (process->group_text_depth >= 0)
        stage_command_ = only_subshell(list);
    run_list(list);
    if (process->substitution) // BASH_COMMAND of its EXIT trap
        current_command = outer;
    return finish_subshell();
}

} // namespace asb::shell
