// Simple commands (bash manual, "Simple Command Expansion", "Command Search and Execution"), functions,
// texts.
#include "core/shell/builtins/declare_word.h"
#include "core/shell/builtins/language.h"
#include "core/shell/expand.h"
#include "core/shell/names.h"
#include "core/shell/option_effects.h"
#include "core/shell/process.h"
#include "core/shell/process_state.h"
#include "core/shell/redirection_text.h"
#include "core/shell/restore.h"
#include "core/shell/shell.h"
#include "core/shell/subshell.h"
#include "core/shell/variable_scope.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace asb::shell {
namespace {

/// The trees of eval's text and the like are gone when it has been run: BASH_COMMAND is the caller's again.
class CurrentCommand {
public:
    explicit CurrentCommand(Shell& shell)
        : shell_(shell),
          command_(shell.current_command),
          text_command_(shell.text_command),
          nested_(shell.process->text_depth > 1) {
        if (shell.process->text_depth == shell.base_text_depth() + 1)
            shell.text_command = command_;
    }
    ~CurrentCommand() {
        if (nested_)
            shell_.current_command = command_;
        shell_.text_command = text_command_;
    }
    CurrentCommand(const CurrentCommand&) = delete;
    CurrentCommand& operator=(const CurrentCommand&) = delete;

private:
    Shell& shell_;
    const Command* command_;
    const Command* text_command_;
    bool nested_;
};

/// `NAME --help` is not for those that take it as an operand.
bool answers_help(std::string_view name) {
    for (const std::string_view other : {"echo", "test", "[", "true", "false", ":"}) {
        if (name == other)
            return false;
    }
    return true;
}

} // namespace

// ---------------------------------------------------------------------------------------------- running

int Shell::run_simple(const SimpleCommand& command) {
    if (!process->traps.running())
        current_command = &command;
    const bool announced = std::exchange(process->announced, nullptr) == &command;
    if (!announced && has_debug_trap(*this) && (!run_debug_trap(*this) || unwind != Unwind::None))
        return status;
    const std::size_t mark = process_substitution_mark(*this);
    substitution_ran = false;
    if (run_plain_local(*this, command)) {
        process_substitution_release(*this, mark);
        return status;
    }
    Arguments arguments;
    arguments.reserve(command.words.size());
    std::vector<Assignment> keywords;
    bool ok = command.words.empty()
              || (options.is(SetOption::Keyword) ? expand_with_keywords(command, arguments, keywords)
                                                 : expand_simple(command, arguments));
    ok = ok && unwind != Unwind::Exit; // report()
    const bool bare = !ok || arguments.empty();
    if (ok && arguments.empty())
        run_assignments_only(command, keywords);
    else if (ok)
        run_prepared(command, arguments, keywords);
    if (announced && bare && unwind != Unwind::None) {
        if (process->leaves_scopes)
            RedirectionScope::undo_text(*this);
        process->traps.take_up_exit();
    }
    process_substitution_release(*this, mark);
    outer_name = {};
    return status;
}

int Shell::run_assignments_only(const SimpleCommand& command, const std::vector<Assignment>& keywords) {
    int result = 0;
    for (const std::vector<Assignment>* list : {&command.assignments, &keywords}) {
        for (const Assignment& assignment : *list) {
            if (!run_assignment(assignment)) {
                if (unwind == Unwind::None)
                    abort_expansion();
                return status;
            }
        }
    }
    last_argument.clear();
    bool redirected = true;
    if (!command.redirections.empty()) {
        RedirectionScope scope(*this);
        redirected = scope.apply(command.redirections);
    }
    if (!redirected && &command == stage_command_ && forks_for(command.redirections)) {
        unwind = Unwind::None; // that process ends alone
        status = result;
    } else if (!redirected)
        result = 1;
    else if (substitution_ran) // in an assignment or in the name of a redirection
        result = status;
    if (unwind == Unwind::None)
        status = result;
    pipe_status.assign(1, status);
    return status;
}

/// The function or builtin of that name; looked up once for a name that is written out.
void Shell::find_named(const SimpleCommand& command, const std::string& name, FunctionPtr& function,
                       const Builtin*& found) const {
    SimpleCommand::Found& known = command.found;
    if (known.generation != functions.generation() || !command.words[0].plain) {
        known.builtin = find_builtin(*this, name);
        const bool special = known.builtin && (known.builtin->flags & kSpecialBuiltin) != 0;
        known.function = special && options.is(SetOption::Posix) ? nullptr : functions.look_up(name);
        known.builtin = known.function ? nullptr : known.builtin;
        known.generation = command.words[0].plain ? functions.generation() : 0;
    }
    found = known.builtin;
    if (known.function)
        function = *known.function;
}

/// In a subshell errexit leaves them as it leaves functions.
static bool runs_text(const Builtin& builtin) {
    return builtin.name == "eval" || builtin.name == "." || builtin.name == "source";
}

int Shell::run_prepared(const SimpleCommand& command, Arguments& arguments,
                        const std::vector<Assignment>& keywords) {
    FunctionPtr function;
    const Builtin* found = nullptr;
    find_named(command, arguments[0], function, found);
    if (!function && !found && arguments[0][0] == '%' && &command != stage_command_) { // a job by itself: fg
        found = find_builtin(*this, "fg");
        arguments.insert(arguments.begin(), "fg");
    }
    std::string last = arguments.back();
    const bool leaves_call =
        !command.redirections.empty() && (function || (found && in_subshell_process && runs_text(*found)));
    {
        const bool prefixed = !command.assignments.empty() || !keywords.empty();
        const Restore unnoticed(prefix_of_program, prefixed && !function && !found);
        const Restore quiet(quiet_locale, false);
        std::optional<VariableScope> scope;
        if (function)
            scope.emplace(*this, Variables::ScopeKind::Function);
        else if (prefixed)
            scope.emplace(*this, Variables::ScopeKind::Temporary);
        if (!bind_prefix_assignments(command.assignments, found) || !bind_prefix_assignments(keywords, found))
            return status;
        if (options.is(SetOption::Xtrace))
            trace_words(arguments);
        outer_name = arguments[0];
        if (function || found) {
            RedirectionScope redirected(*this);
            const bool hides = scope && !command.redirections.empty(); // their words see the values outside
            if (hides)
                variables.swap_innermost_scope();
            const bool applied = redirected.apply(command.redirections);
            if (hides)
                variables.swap_innermost_scope();
            if (!applied) {
                if (unwind == Unwind::None)
                    status = 1;
                if (found && (found->flags & kSpecialBuiltin) != 0 && options.is(SetOption::Posix))
                    set_unwind_exit(1);
            } else if (function) {
                const Counter redirected_call(redirected_calls_, leaves_call);
                run_function(std::move(function), std::move(arguments));
            } else {
                const Restore current(redirections, &redirected);
                const Restore<const SimpleCommand*> words(builtin_words, &command);
                const Counter redirected_call(redirected_calls_, leaves_call);
                call_builtin(*found, arguments);
            }
            exit_in_place();
            if (found && &command == stage_command_ && process->in_process == 0)
                quiet_locale = true; // the process ends with the builtin: nothing comes back
        } else {
            status = run_external(*this, arguments, command.redirections);
            // Special variables look at what is back; not so in a process that is, or ends with, the program.
            prefix_of_program = prefixed
                                && (&command == stage_command_
                                    || process->replaced_by(current_command, !command.redirections.empty()));
        }
    }
    if (leaving_call_ && leaves_call)
        end_by_errexit(false);
    pipe_status.assign(1, status);
    last_argument = std::move(last);
    return status;
}

int Shell::call_builtin(const Builtin& what, const Arguments& arguments) {
    outer_name = {};
    const Restore name(builtin_name, std::string_view(what.name));
    const Restore which(builtin, &what);
    const bool plain = std::exchange(plain_builtin, false);
    const Restore special(special_in_posix,
                          !plain && (what.flags & kSpecialBuiltin) != 0 && options.is(SetOption::Posix));
    const Restore misused(builtin_misused, false);
    const Restore refused(assignment_refused, false);
    int result = kUsageStatus;
    if (arguments.size() > 1 && arguments[1] == "--help" && answers_help(what.name))
        out.write(std::string(what.name).append(": ").append(what.usage).append("\n"));
    else
        result = what.function(*this, arguments);
    out.flush();
    if (out.overflowed())
        set_unwind_exit(1);
    const int failure = out.take_error();
    if (failure != 0 && process->traps.fatal_pending()) { // SIGPIPE ends the shell before it can say so
        result = status;
        const Restore nameless(builtin_name, std::string_view{});
        run_pending_traps(*this);
    } else if (failure != 0) {
        error(std::string(what.name) + ": write error: " + std::strerror(failure));
        result = 1;
    }
    if (assignment_refused && builtin_words && builtin_words == stage_command_) {
        result = kRefusedStatus;
        if (unwind == Unwind::Exit)
            set_unwind_exit(result);
    }
    if (unwind != Unwind::Exit && unwind != Unwind::Abort && unwind != Unwind::Return)
        status = result;
    // The action of an ERR trap makes bash forget that the builtin failed.
    if (special_in_posix && builtin_misused && unwind == Unwind::None && errexit_ignored == 0
        && !has_error_trap(*this) && (!builtin_words || builtin_words != negated_command_))
        set_unwind_exit(kUsageStatus);
    return status;
}

int Shell::run_words(const Arguments& arguments, bool functions_too) {
    if (arguments.empty())
        return status;
    if (functions_too) {
        if (const FunctionPtr function = functions.find(arguments[0]))
            return call_function(function, arguments);
    }
    if (const Builtin* found = find_builtin(*this, arguments[0]))
        return call_builtin(*found, arguments);
    const Restore name(builtin_name, std::string_view{});
    const Restore<const Builtin*> which(builtin, nullptr);
    return status = run_external(*this, arguments, {});
}

// ---------------------------------------------------------------------------------------------- functions

/// What is wrong with a function's name; empty: nothing. POSIX mode has more rules.
std::string Shell::wrong_function_name(const std::string& name) const {
    const bool posix = options.is(SetOption::Posix);
    if (name.find_first_of("$'\"\\") != std::string::npos || (posix && !is_identifier(name)))
        return "`" + name + "': not a valid identifier";
    const Builtin* const same = posix ? find_builtin(*this, name) : nullptr;
    return same && (same->flags & kSpecialBuiltin) != 0 ? "`" + name + "': is a special builtin"
                                                        : std::string();
}

int Shell::define_function(const FunctionCommand& command) {
    const auto refuse = [this](const std::string& text) {
        line = outer_line == 0 ? line : outer_line;
        error(text);
        return status = 1;
    };
    if (const std::string wrong = wrong_function_name(command.name); !wrong.empty()) {
        refuse(wrong);
        if (options.is(SetOption::Posix))
            set_unwind_exit(kUsageStatus);
        return status;
    }
    const FunctionPtr old = functions.find(command.name);
    if (old && old->readonly)
        return refuse(command.name + ": readonly function");
    auto function = std::make_shared<Function>();
    function->name = command.name;
    function->body = command.body;
    function->line = line_base + command.line;
    function->body_line = line_base + command.brace_line;
    function->line_base = line_base;
    function->source = !frames.empty() ? frames.back().source : script_mode ? shell_name : "environment";
    functions.define(std::move(function));
    return status = 0;
}

int Shell::call_function(const FunctionPtr& function, const Arguments& arguments) {
    const VariableScope scope(*this, Variables::ScopeKind::Function);
    return run_function(function, arguments);
}

/// `function` is kept while it runs: it may undefine itself.
int Shell::run_function(FunctionPtr function, Arguments arguments) {
    std::int64_t limit = 0;
    static const Slot funcnest = intern("FUNCNEST");
    const Value* nesting = variables.value(funcnest);
    if (nesting && nesting->number(limit) && limit > 0
        && std::count_if(frames.begin(), frames.end(), [](const CallFrame& f) {
               return f.kind == CallFrame::Kind::Function;
           }) >= limit) {
        error(function->name + ": maximum function nesting level exceeded (" + std::to_string(limit) + ")");
        abort_command();
        return status;
    }
    const Restore loops(loop_depth, 0);
    const Restore lines(line, std::uint32_t{line});
    const Restore outer(outer_line, std::uint32_t{function->body_line});
    outer_name = function->name;
    const Restore base(line_base, std::uint32_t{function->line_base});
    const Restore name(builtin_name, std::string_view{});
    const Restore<const Builtin*> which(builtin, nullptr);
    const bool debugged = options.is(Shopt::Extdebug);
    if (debugged)
        argument_stack.push({arguments.begin() + 1, arguments.end()});
    Positionals own;
    own.set(std::move(arguments), 1);
    const Restore parameters(positionals, std::move(own));
    frames.push_back(
        CallFrame{CallFrame::Kind::Function, function->name, function->source, line, std::nullopt});
    const bool traced = function->traced || options.is(SetOption::Functrace);
    auto hidden = mask_function_traps(*this, traced, options.is(SetOption::Errtrace));
    line = function->body_line; // the trap at the entry is still told the command that called
    if (!has_debug_trap(*this) || (run_debug_trap(*this) && unwind == Unwind::None))
        run_command(*function->body);
    const bool returned = unwind == Unwind::Return;
    unwind = returned ? Unwind::None : unwind;
    if (unwind == Unwind::None && has_return_trap(*this)) {
        line = returned ? line : function->body_line; // bash jumps out of `return`
        const int result = std::exchange(status, returned ? utilities->status_before_return : status);
        run_return_trap(*this);
        status = unwind == Unwind::None ? result : status;
    }
    exit_in_place();
    if (debugged)
        argument_stack.pop();
    unmask_function_traps(*this, std::move(hidden));
    if (const auto& saved = frames.back().saved_options)
        restore_set_options(*this, *saved);
    frames.pop_back();
    if (function.use_count() == 1) // BASH_COMMAND may still be in it
        last_function_ = std::move(function);
    return status;
}

// ---------------------------------------------------------------------------------------------- texts

/// What set -v shows: the lines that were read, also when they cannot be run.
static void show_read(Shell& shell, std::string_view source) {
    if (!source.empty() && source.back() == '\n')
        source.remove_suffix(1);
    if (shell.options.is(SetOption::Verbose))
        shell.write_error(source);
}

int Shell::run_text(std::string_view text, std::uint32_t first_line, std::string_view origin) {
    if (deep_enough())
        return status;
    Parser parser(text, parser_options(), first_line);
    const Restore base(line_base, std::uint32_t{0});
    const Restore outer(outer_line, std::uint32_t{0});
    outer_name = builtin_name; // eval, .
    const Restore name(builtin_name, std::string_view{});
    const Restore<const Builtin*> which(builtin, nullptr);
    const Restore depth(process->text_depth, process->text_depth + 1);
    const Restore scopes(process->text_scopes, process->redirection_scopes);
    const Restore leaves(process->leaves_scopes, true);
    const CurrentCommand current(*this);
    bool any = false;
    std::uint32_t next_line = first_line;
    while (unwind == Unwind::None) {
        process->jobs.before_line(next_line);
        parser.set_options(parser_options());
        ParseResult result = parser.next();
        if (result.kind != ParseResult::Kind::End)
            show_read(*this, parser.source(result.begin, result.end));
        for (const ParserMessage& message : result.messages) {
            report_syntax(message, origin);
            if (!message.warning && errexit_counts()) {
                set_unwind_exit(kUsageStatus);
                return status;
            }
        }
        if (result.kind == ParseResult::Kind::Error) {
            if (result.exits) {
                set_unwind_exit(in_subshell_process ? 1 : script_mode ? 2 : result.status);
                return status;
            }
            const bool keeps = (origin == "-c" || (script_mode && process->text_depth == 1))
                               && (result.status == ParseResult::kKeepStatus
                                   || (result.status == ParseResult::kKeepFailure && status != 0));
            if (!keeps)
                status = result.status < 0 ? 2 : result.status;
            any = true;
            if (options.is(SetOption::Posix) && origin == "eval" && special_in_posix) {
                set_unwind_exit(status);
                return status;
            }
            if (result.resumes && in_subshell_process)
                set_unwind_exit(status);
            if (!result.resumes)
                return status;
            continue;
        }
        if (result.kind == ParseResult::Kind::End)
            break;
        any = true;
        if (options.is(SetOption::Noexec))
            continue;
        const std::string_view rest = parser.source(result.end, std::string_view::npos);
        const bool last = !script_mode && process->text_depth == 1
                          && rest.find_first_not_of(" \t\n") == std::string_view::npos;
        process->replacing = {last && !in_subshell_process ? last_simple_command(*result.list) : nullptr,
                              false};
        outer_line = result.list->end_line;
        next_line = outer_line + 1;
        run_list(*result.list);
        if (process->text_depth == 1) // BASH_COMMAND of the EXIT trap
            last_list_ = std::move(result.list);
        if (unwind == Unwind::Abort) {
            expansion_ended = expansion_ended || in_subshell_process;
            unwind = in_subshell_process ? Unwind::Exit : Unwind::None;
            parser.count_from(line + 1);
        }
        if (rest.empty())
            break;
    }
    if (!any)
        status = 0;
    return status;
}

} // namespace asb::shell
