// export, readonly.
#include "core/shell/builtins/declare_word.h"
#include "core/shell/builtins/language.h"
#include "core/shell/names.h"
#include "core/shell/shell.h"

namespace asb::shell {
namespace {

struct AttributeCommand {
    std::uint16_t attribute;
    std::string_view letters;
};

int export_function(Shell& shell, const std::string& name, std::uint16_t attribute, bool on) {
    const FunctionPtr function = shell.functions.find(name);
    if (!function) {
        shell.builtin_error(name + ": not a function");
        return 1;
    }
    if (attribute == kReadonly) {
        function->readonly = true;
    } else if (name.find_first_of("=/") != std::string::npos) {
        shell.builtin_error(name + ": cannot export");
        return 1;
    } else {
        function->exported = on;
        shell.variables.environment_changed();
    }
    return 0;
}

/// What names no variable that can be given a value: EX_BADASSIGN, where POSIX mode ends the shell.
int refuse_assignment(Shell& shell) {
    if (shell.special_in_posix)
        shell.set_unwind_exit(1);
    shell.assignment_refused = true;
    return 1;
}

int attribute_word(Shell& shell, const DeclareWord& word, const DeclareFlags& flags, std::uint16_t attribute,
                   bool on) {
    Variables& variables = shell.variables;
    if (word.has_subscript) {
        shell.builtin_error("`" + word.name + "[" + word.subscript + "]': not a valid identifier");
        return word.has_value ? refuse_assignment(shell) : 1;
    }
    const NameTarget target = variables.resolve(intern(word.name));
    if (target.slot == kNoSlot)
        return 1;
    if (target.has_subscript) {
        shell.builtin_error("`" + name_of(target.slot) + "[" + target.subscript
                            + "]': not a valid identifier");
        return 0; // as bash has it
    }
    Variable& v = variables.raw(target.slot);
    if (!on && !word.has_value && !v.exists)
        return 0;
    // With -a and -A bash makes an array of it by another road.
    const bool traced =
        word.has_value && shell.options.is(SetOption::Xtrace) && (flags.on & (kIndexed | kAssoc)) == 0;
    if (traced)
        shell.trace_assignment(word.name + (word.append ? "+" : ""), word.value);
    if (v.has(kReadonly) && word.has_value) {
        if (flags.on != 0)
            shell.builtin_error(name_of(target.slot) + ": readonly variable");
        else
            shell.report(name_of(target.slot) + ": readonly variable");
        return refuse_assignment(shell);
    }
    // -a and -A say what a value is; without one they do nothing.
    if (const int status = word.has_value ? shape(shell, v, word, flags) : 0)
        return status;
    if (!v.exists)
        export_new(shell, v);
    v.exists = true;
    const int status = word.has_value ? give_value(shell, target.slot, v, word, flags.on != 0) : 0;
    v.attributes = static_cast<std::uint16_t>(on ? v.attributes | attribute : v.attributes & ~attribute);
    if (v.has(kTemporary) && v.scope > 0)
        make_lasting(variables, target.slot, v);
    if (on)
        static_cast<void>(variables.find(target.slot)); // a computed one is read
    variables.environment_changed();
    return status;
}

/// `declare -rx x="1"`; in POSIX mode `readonly x="1"`.
std::string listed(Shell& shell, const std::string& command, Slot slot) {
    std::string text = shell.variables.declaration(slot, false);
    if (!shell.options.is(SetOption::Posix))
        return text;
    const Variable& v = shell.variables.raw(slot);
    text.erase(0, text.find(' ', text.find(' ') + 1) + 1);
    return command + (v.has(kIndexed) ? " -a " : v.has(kAssoc) ? " -A " : " ") + text;
}

int attribute_command(Shell& shell, const Arguments& arguments, const AttributeCommand& what) {
    bool on = true;
    bool functions = false;
    bool list = false;
    DeclareFlags flags;
    OptionParser options(shell, arguments, what.letters);
    while (const int letter = options.next()) {
        switch (letter) {
        case 'f':
            functions = true;
            break;
        case 'n':
            on = false;
            break;
        case 'p':
            list = true;
            break;
        case 'a':
            flags.on |= kIndexed;
            break;
        case 'A':
            flags.on |= kAssoc;
            break;
        default:
            return kUsageStatus;
        }
    }
    const std::size_t first = options.index();
    if (first >= arguments.size()) {
        if (functions && shell.options.is(SetOption::Posix)) {
            for (const FunctionPtr& function : shell.functions.sorted()) {
                if (what.attribute == kReadonly ? function->readonly : function->exported)
                    shell.out.write(arguments[0] + " -f " + function->name + "\n");
            }
            return 0;
        }
        if (functions) {
            flags.on = what.attribute;
            return functions_command(shell, arguments, first, flags);
        }
        shell.variables.for_each_listed([&](Slot slot) {
            const Variable& v = shell.variables.raw(slot);
            if (v.has(what.attribute) && (flags.on == 0 || v.has(flags.on)))
                shell.out.write(listed(shell, arguments[0], slot) + "\n");
        });
        return 0;
    }
    int status = 0;
    for (std::size_t i = first; i < arguments.size() && shell.unwind == Unwind::None; ++i) {
        if (functions) {
            status = export_function(shell, arguments[i], what.attribute, on) != 0 ? 1 : status;
            continue;
        }
        DeclareWord word;
        if (!make_word(shell, arguments[i], word)
            || attribute_word(shell, word, flags, what.attribute, on) != 0)
            status = 1;
    }
    static_cast<void>(list);
    return status;
}

} // namespace

int builtin_export(Shell& shell, const Arguments& arguments) {
    return attribute_command(shell, arguments, {kExported, "aAfnp"});
}

int builtin_readonly(Shell& shell, const Arguments& arguments) {
    return attribute_command(shell, arguments, {kReadonly, "aAfnp"});
}

} // namespace asb::shell
