// while, until, for (bash manual, "Looping Constructs").
#include "core/shell/arith_host.h"
#include "core/shell/names.h"
#include "core/shell/process.h"
#include "core/shell/process_state.h"
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

} // namespace

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
    line = outer_line == 0 ? line : outer_line;
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
    const auto show = [&](const WordPart& part, std::string& text) {
        if (part.text.empty())
            text.assign(1, '1');
        else if (!expand_command(*this, part, text))
            return false;
        if (options.is(SetOption::Xtrace))
            trace("(( " + text + " ))");
        shown.expression.text = text;
        return debug_trap(shown);
    };
    const auto evaluate = [&](const WordPart& part, std::int64_t& value) {
        value = 1;
        line = line_base + command.line;
        const bool slow = has_debug_trap(*this) || options.is(SetOption::Xtrace);
        std::string text;
        if (slow && !show(part, text)) { // extdebug: a skipped expression is 0
            value = 0;
            return unwind == Unwind::None;
        }
        if (part.text.empty())
            return true;
        const bool ok =
            slow ? evaluate_command_text(*this, text, value) : evaluate_command(*this, part, value);
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
    if (!process->traps.running())
        current_command = &command;
    return status = result;
}

} // namespace asb::shell
