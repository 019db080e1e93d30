// NAME=value before a command: in the scope of that command.
#include "core/shell/builtin.h"
#include "core/shell/options.h"
#include "core/shell/parser.h"
#include "core/shell/shell.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace asb::shell {

namespace {

/// name=( … ) before a command is no array: the list is the text of the value.
bool compound_text(Shell& shell, const Assignment& assignment, std::string& value) {
    const std::size_t list = assignment.name.size() + (assignment.append ? 2 : 1);
    const WordPtr word = parse_word_text(std::string_view(assignment.source).substr(list), WordContext::Plain,
                                         shell.parser_options(), assignment.value.line);
    return shell.expand_to_string(*word, value);
}

} // namespace

/// In the scope that was just pushed; before a special builtin of POSIX mode they stay. A refused one is left
/// out, the command still runs.
bool Shell::bind_prefix_assignments(const std::vector<Assignment>& assignments, const Builtin* found) {
    const bool stays = found && (found->flags & kSpecialBuiltin) != 0 && options.is(SetOption::Posix);
    const bool merges = stays && (found->flags & kMergesPrefix) != 0;
    for (const Assignment& assignment : assignments) {
        if (assignment.subscript) {
            error("`" + assignment.source.substr(0, assignment.source.find('='))
                  + "': not a valid identifier");
            continue;
        }
        const NameTarget target = variables.resolve(assignment.slot);
        const bool known = target.slot != kNoSlot && !target.has_subscript;
        if (known && variables.raw(target.slot).has(kReadonly)) { // then the value is not expanded
            report(assignment.name + ": readonly variable");
            if (unwind != Unwind::None)
                return false;
            if (!options.is(SetOption::Posix))
                continue;
            if (stays)
                fatal_expansion();
            else
                abort_command();
            return false;
        }
        std::string value;
        if (assignment.is_array ? !compound_text(*this, assignment, value)
                                : !expand_to_string(assignment.value, value))
            return false;
        if (!known)
            continue;
        const Variable& outer = variables.raw(target.slot);
        if (merges)
            variables.merge_scope();
        if (stays && !merges) {
            if (options.is(SetOption::Xtrace))
                trace_assignment(assignment.name, value);
            if (!variables.assign(assignment.slot, std::move(value), assignment.append))
                return false;
            variables.raw(target.slot).attributes |= kExported;
            variables.outlive_prefix(target.slot);
            variables.environment_changed();
            continue;
        }
        if (assignment.append) { // only then the attributes count
            const std::string old = variables.text(target.slot);
            value = outer.has(kInteger) ? old + "+(" + value + ")" : old + value;
            if (!variables.convert(outer, value))
                return false;
        }
        if (options.is(SetOption::Xtrace))
            trace_assignment(assignment.name, value);
        if (assignment.name == "POSIXLY_CORRECT" && !prefix_of_program) // of a builtin or function
            before_posix = options;
        variables.bind_temporary(target.slot, std::move(value));
    }
    return true;
}

} // namespace asb::shell
