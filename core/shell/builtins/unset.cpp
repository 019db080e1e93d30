// unset and shift.
#include "core/shell/arith_host.h"
#include "core/shell/builtins/language.h"
#include "core/shell/builtins/utility.h"
#include "core/shell/names.h"
#include "core/shell/option_effects.h"
#include "core/shell/shell.h"

#include <utility>

namespace asb::shell {
namespace {

int unset_function(Shell& shell, const std::string& name) {
    const FunctionPtr function = shell.functions.find(name);
    if (function && function->readonly) {
        shell.builtin_error(name + ": cannot unset: readonly function");
        return 1;
    }
    if (function && function->exported)
        shell.variables.environment_changed();
    shell.functions.erase(name);
    return 0;
}

int refuse(Shell& shell, const std::string& name) {
    shell.builtin_error(name + ": cannot unset: readonly variable");
    return 1;
}

int unset_indexed(Shell& shell, IndexedArray& array, const std::string& subscript) {
    const std::string_view builtin = std::exchange(shell.builtin_name, std::string_view{});
    std::int64_t index = 0;
    const bool good = evaluate_expression(shell, subscript, index, ArithFailure::ExitShell);
    shell.builtin_name = builtin;
    if (!good)
        return 1;
    if (index < 0)
        index += array.max_index() + 1;
    if (index < 0) {
        shell.builtin_error("[" + subscript + "]: bad array subscript");
        return 1;
    }
    array.erase(index);
    return 0;
}

/// arguments[index] was written as a reference.
bool written(const Shell& shell, const Arguments& arguments, std::size_t index) {
    return shell.builtin_words && shell.builtin_words->words.size() == arguments.size()
           && written_as_reference(shell.builtin_words->words[index].source);
}

int unset_element(Shell& shell, const std::string& name, const std::string& subscript, bool expanded) {
    Variables& variables = shell.variables;
    const Slot slot = intern(name);
    const NameTarget target = variables.resolve(slot);
    if (target.slot == kNoSlot)
        return 0;
    Variable& v = variables.raw(target.slot);
    if (!v.exists)
        return 0;
    if (v.has(kReadonly))
        return refuse(shell, name_of(target.slot));
    if (all_elements_subscript(subscript) && v.is_array()) {
        if (compatibility_level(shell) <= 51)
            return variables.unset(target.slot) ? 0 : 1;
        if (v.has(kAssoc)) // there it is a key
            v.assoc->erase(subscript);
        else
            v.array->clear();
        return 0;
    }
    if (all_elements_subscript(subscript) && !v.has(kNameref)) {
        shell.builtin_error(name_of(target.slot) + ": not an array variable");
        return 1;
    }
    std::string key;
    if (v.has(kAssoc)) {
        if (expanded)
            key = subscript;
        else if (!shell.expand_subscript_text(subscript, key))
            return 1;
    } else if (!shell.expand_index_text(subscript, key)) {
        return 1;
    } else if (v.has(kIndexed)) {
        return unset_indexed(shell, *v.array, key);
    }
    if (v.has(kAssoc) && key.empty()) {
        shell.builtin_error("[" + subscript + "]: bad array subscript");
        return 1;
    }
    return variables.unset_element(target.slot, key) ? 0 : 1;
}

int unset_variable(Shell& shell, const std::string& name, bool nameref_itself) {
    Slot slot = intern(name);
    Variables& variables = shell.variables;
    if (!nameref_itself) {
        const NameTarget target = variables.resolve(slot);
        if (target.slot == kNoSlot)
            return 0;
        if (target.has_subscript && !variables.raw(target.slot).is_array())
            return 0;
        if (target.has_subscript)
            return unset_element(shell, name_of(target.slot), target.subscript, false);
        slot = name_of(target.slot) == name ? slot : target.slot; // not what lies behind a circle
    } else if (!variables.raw(slot).has(kNameref)) {
        return variables.raw(slot).has(kReadonly) ? refuse(shell, name) : 0;
    }
    const Variable& v = variables.raw(slot);
    if (v.has(kNoAssign) && v.has(kIndexed)
        && name_of(slot).starts_with("BASH_")) { // the call stack's arrays
        shell.builtin_error(name_of(slot) + ": cannot unset");
        return 1;
    }
    return variables.unset(slot) ? 0 : refuse(shell, name_of(slot));
}

} // namespace

int builtin_unset(Shell& shell, const Arguments& arguments) {
    bool functions = false;
    bool variables = false;
    bool nameref = false;
    OptionParser options(shell, arguments, "fnv");
    while (const int letter = options.next()) {
        switch (letter) {
        case 'f':
            functions = true;
            break;
        case 'v':
            variables = true;
            break;
        case 'n':
            nameref = true;
            break;
        default:
            return kUsageStatus;
        }
    }
    if (functions && variables) {
        shell.builtin_error("cannot simultaneously unset a function and a variable");
        return 1;
    }
    int status = 0;
    for (std::size_t i = options.index(); i < arguments.size() && shell.unwind == Unwind::None; ++i) {
        const std::string& word = arguments[i];
        std::string name;
        std::string subscript;
        bool known = false;
        int result = 0;
        if (functions) {
            result = unset_function(shell, word);
        } else if (nameref && !is_name(word)) {
            result = 0; // an element is no reference
        } else if (written(shell, arguments, i) && word.find('[') + 1 < word.rfind(']')) {
            const std::size_t open = word.find('[');
            result = unset_element(shell, word.substr(0, open),
                                   word.substr(open + 1, word.rfind(']') - open - 1), true);
        } else if (shell.variables.split_argument(word, name, subscript, known)) {
            result = unset_element(shell, name, subscript, known);
        } else if (!is_name(word)) {
            if (variables) {
                shell.builtin_error("`" + word + "': not a valid identifier");
                result = 1;
            } else {
                result = unset_function(shell, word);
            }
        } else if (variables || nameref || shell.variables.raw(intern(word)).exists) {
            result = unset_variable(shell, word, nameref);
        } else {
            result = unset_function(shell, word);
        }
        status = result != 0 ? 1 : status;
        if (!functions && is_name(word)) { // bash looks at its special variables once more
            const Slot slot = intern(word);
            shell.variables.special_changed(slot, shell.variables.raw(slot));
        }
    }
    return status;
}

int builtin_shift(Shell& shell, const Arguments& arguments) {
    const std::size_t first = arguments.size() > 1 && arguments[1] == "--" ? 2 : 1;
    std::int64_t count = 1;
    if (first < arguments.size()) {
        if (!legal_number(arguments[first], count)) {
            shell.builtin_error(arguments[first] + ": numeric argument required");
            return 1;
        }
        if (first + 1 < arguments.size()) {
            shell.builtin_error("too many arguments");
            shell.set_unwind_exit(1);
            return 1;
        }
    }
    const auto out_of_range = [&] { // bash names its first argument, a "--" too
        shell.builtin_error((arguments.size() > 1 ? arguments[1] + ": " : "") + "shift count out of range");
        return 1;
    };
    if (count < 0)
        return out_of_range();
    if (!shell.positionals.shift(static_cast<std::size_t>(count)))
        return shell.options.is(Shopt::ShiftVerbose) ? out_of_range() : 1;
    return 0;
}

} // namespace asb::shell
