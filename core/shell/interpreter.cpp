// Lists, pipelines, compound commands (bash manual, "Shell Grammar").
#include "core/shell/arith_host.h"
#include "core/shell/conditional.h"
#include "core/shell/names.h"
#include "core/shell/process.h"
#include "core/shell/process_state.h"
#include "core/shell/redirection_text.h"
#include "core/shell/restore.h"
#include "core/shell/shell.h"

#include <utility>

namespace asb::shell {
namespace {

/// BASH_COMMAND may be `shown` meanwhile, `after` in the end.
class CommandShown {
public:
    CommandShown(const Command*& current, const Command& shown, const Command& after)
        : current_(current), shown_(shown), after_(after) {}
    ~CommandShown() {
        if (current_ == &shown_)
            current_ = &after_;
    }
    CommandShown(const CommandShown&) = delete;
    CommandShown& operator=(const CommandShown&) = delete;

private:
    const Command*& current_;
    const Command& shown_;
    const Command& after_;
};

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
        if (item.background)
            status = run_background(*this, *item.command);
        else
            run_command(*item.command);
        if (unwind != Unwind::None || (traps_pending() && interrupted()))
            break;
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
        if (status != 0 && (trapped || !has_error_trap(*this)))
            failed(command);
        else if (status != 0 && errexit_counts() && errexit_ignored == 0 && unwind == Unwind::None
                 && &command != stage_command_)
            unwind = Unwind::Exit;
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
        const Restore<std::uint32_t> outer(outer_line, std::uint32_t{line});
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
        unwind = Unwind::Exit;
}

/// `line_before`: that of the last command, which the ERR trap is told when the redirections fail.
int Shell::run_compound(const Command& command, std::uint32_t line_before) {
    if (command.redirections.empty())
        return run_body(command);
    if (redirects_stdin(command))
        process->stdin_redirected = true;
    const std::uint32_t own_line =
        std::exchange(line, outer_line == 0 ? line_base + command.line : outer_line);
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

/// After the body of a loop: false when the loop is left (break, or something that goes further up).
bool Shell::loop_goes_on() {
    if (traps_pending())
        interrupted();
    switch (unwind) {
    case Unwind::None:
        return true;
    case Unwind::Break:
        if (--loops_to_leave == 0)
            unwind = Unwind::None;
        return false;
    case Unwind::Continue:
        if (loops_to_leave > 1) {
            --loops_to_leave;
            return false;
        }
        unwind = Unwind::None;
        return true;
    default:
        return false;
    }
}

int Shell::run_while(const WhileCommand& command) {
    const Counter depth(loop_depth);
    int result = 0;
    for (;;) {
        {
            const Counter ignored(errexit_ignored);
            run_list(command.condition);
        }
        if (unwind != Unwind::None) {
            if (!loop_goes_on())
                return unwind == Unwind::None ? status = result : status;
            continue;
        }
        if ((status == 0) == command.until)
            break;
        run_list(command.body);
        result = status;
        if (!loop_goes_on())
            return status;
    }
    return status = result;
}

/// The name of `for` and `select`. False: the message has been written.
bool Shell::is_loop_name(const ForCommand& command) {
    if (is_identifier(command.name))
        return true;
    error("`" + command.name + "': not a valid identifier");
    status = 1;
    if (options.is(SetOption::Posix) && command.kind == CommandKind::For)
        set_unwind_exit(kUsageStatus);
    return false;
}

int Shell::run_for(const ForCommand& command) {
    if (!is_loop_name(command))
        return status;
    std::vector<std::string> words;
    if (!command.has_words)
        words = positionals.all();
    else if (!expand_words(command.words, words))
        return status;
    if (words.empty()) // $? of what came before is visible in the first round
        return status = 0;
    const Counter depth(loop_depth);
    const Restore<std::uint32_t> outer(outer_line, line_base + command.line);
    for (std::string& word : words) {
        line = line_base + command.line;
        if (options.is(SetOption::Xtrace)) {
            std::string text = "for " + command.name + " in";
            for (const Word& w : command.words)
                text.append(" ").append(w.source);
            trace(command.has_words ? text : text + " \"$@\"");
        }
        if (!debug_trap(command))
            continue;
        variables.record(command.slot);
        Variable& v = variables.raw(command.slot);
        if (v.has(kNameref)) {
            std::string base;
            std::string subscript;
            if (!is_name(word) && !split_reference(word, base, subscript)) {
                error("`" + word + "': not a valid identifier");
                return status = 1;
            }
            v.value.set(std::move(word));
            v.is_set = true;
        } else if (!variables.assign(command.slot, std::move(word))) {
            status = unwind == Unwind::None ? 1 : status;
            if (unwind == Unwind::None && options.is(SetOption::Posix))
                fatal_expansion();
            return status;
        }
        run_list(command.body);
        if (!loop_goes_on())
            break;
    }
    return status;
}

int Shell::run_arith_for(const ArithForCommand& command) {
    const Counter depth(loop_depth);
    const Restore<std::uint32_t> outer(outer_line, line_base + command.line);
    ArithmeticCommand shown; // each expression is a command of its own for DEBUG and BASH_COMMAND
    const CommandShown until_the_end(current_command, shown, command);
    const auto evaluate = [&](const WordPart& part, std::int64_t& value) {
        value = 1;
        line = line_base + command.line;
        if (has_debug_trap(*this)) {
            shown.expression.text = part.text.empty() ? "1" : part.text;
            if (!debug_trap(shown)) {
                value = 0;
                return unwind == Unwind::None;
            }
        }
        if (part.text.empty()) {
            if (options.is(SetOption::Xtrace))
                trace("(( 1 ))");
            return true;
        }
        const bool ok = evaluate_command(*this, part, value);
        if (!ok && unwind == Unwind::None)
            status = 1;
        return ok;
    };
    std::int64_t value = 0;
    int result = 0;
    if (!evaluate(command.init, value))
        return status;
    for (;;) {
        if (!evaluate(command.condition, value))
            return status;
        if (value == 0)
            break;
        run_list(command.body);
        result = status;
        if (!loop_goes_on())
            return status;
        if (!evaluate(command.update, value))
            return status;
    }
    return status = result;
}

int Shell::run_case(const CaseCommand& command) {
    if (options.is(SetOption::Xtrace))
        trace("case " + command.subject.source + " in");
    if (!debug_trap(command))
        return status;
    std::string subject;
    if (!expand_to_string(command.subject, subject))
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
            const PreparedPattern* prepared = prepare_pattern(word, how);
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
    current_command = process->traps.running() ? current_command : &command;
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
    current_command = process->traps.running() ? current_command : &command;
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
    if (!has_debug_trap(*this))
        return true;
    if (!process->traps.running())
        current_command = &command;
    return run_debug_trap(*this) && unwind == Unwind::None;
}

int Shell::finish_subshell() {
    unwind = Unwind::None;
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
    run_list(list);
    return finish_subshell();
}

} // namespace asb::shell
