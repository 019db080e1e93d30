// `local name=value …` where nothing is out of the ordinary: done from the tree, without texts that the
// builtin would take apart again.
#include "core/shell/builtins/language.h"
#include "core/shell/expand.h"
#include "core/shell/names.h"
#include "core/shell/shell.h"

#include <array>
#include <span>

namespace asb::shell {

namespace {

constexpr std::size_t kMostLocals = 6; ///< more of them go the builtin's way

struct PlainLocal {
    Slot slot = kNoSlot;
    const Assignment* assignment = nullptr; ///< null: only the name
    std::string value;
};

/// The i-th word as such a local; false when it is something else.
bool take_word(Shell& shell, const SimpleCommand& command, std::size_t i, PlainLocal& local) {
    const int index = command.word_assignment.empty() ? -1 : command.word_assignment[i];
    if (index < 0) {
        const Word& word = command.words[i];
        if (!word.plain || word.quoted || !is_name(word.literal))
            return false;
        local.slot = intern(word.literal);
    } else {
        const Assignment& a = command.word_assignments[static_cast<std::size_t>(index)];
        if (a.is_array || a.subscript || a.append)
            return false;
        local.slot = a.slot;
        local.assignment = &a;
    }
    const Variable& outer = shell.variables.raw(local.slot);
    return !outer.dynamic && !shell.variables.is_local(local.slot)
           && !(outer.has(kReadonly) && outer.scope == 0);
}

} // namespace

bool run_plain_local(Shell& shell, const SimpleCommand& command) {
    const Builtin* const found = command.found.builtin;
    if (!found || found->function != builtin_local || command.found.generation != shell.functions.generation()
        || command.words.size() < 2 || command.words.size() > kMostLocals + 1 || !command.redirections.empty()
        || !command.assignments.empty() || shell.options.is(SetOption::Xtrace)
        || shell.options.is(SetOption::Keyword) || shell.options.is(Shopt::LocalvarInherit)
        || !shell.variables.in_function())
        return false;
    std::array<PlainLocal, kMostLocals> places;
    const std::span locals(places.data(), command.words.size() - 1);
    for (std::size_t i = 0; i < locals.size(); ++i) {
        if (!take_word(shell, command, i + 1, locals[i]))
            return false;
    }
    for (PlainLocal& local : locals) { // all of them before the first one is bound
        if (local.assignment
            && !expand_joined(shell, local.assignment->value, ListJoin::Declared, local.value))
            return true;
    }
    for (PlainLocal& local : locals) {
        if (&local == &locals.back()) {
            shell.last_argument = name_of(local.slot);
            if (local.assignment)
                shell.last_argument.append("=").append(local.value);
        }
        shell.variables.make_local(local.slot);
        if (local.assignment)
            shell.variables.assign(local.slot, std::move(local.value));
    }
    shell.status = 0;
    shell.pipe_status.assign(1, 0);
    return true;
}

} // namespace asb::shell
