// declare, typeset, local, export, readonly.
#include "core/shell/builtins/declare_listing.h"
#include "core/shell/builtins/language.h"
#include "core/shell/names.h"
#include "core/shell/shell.h"
#include "core/shell/unparse.h"

namespace asb::shell {
namespace {

/// NAME, NAME=value, NAME+=value, NAME[sub]=value as it reached the builtin.
struct DeclareWord {
    std::string name;
    std::string subscript;
    std::string value;
    bool has_subscript = false;
    bool has_value = false;
    bool append = false;
    const Assignment* compound = nullptr;
};

std::uint16_t attribute_of(int letter) {
    switch (letter) {
    case 'a':
        return kIndexed;
    case 'A':
        return kAssoc;
    case 'c':
        return kCapital;
    case 'i':
        return kInteger;
    case 'l':
        return kLower;
    case 'n':
        return kNameref;
    case 'r':
        return kReadonly;
    case 't':
        return kTrace;
    case 'u':
        return kUpper;
    case 'x':
        return kExported;
    default:
        return 0;
    }
}

bool parse_flags(Shell& shell, const Arguments& arguments, DeclareFlags& flags, std::size_t& first) {
    OptionParser options(shell, arguments, "+acfgilnprtuxAFGI");
    while (const int letter = options.next()) {
        flags.any = true;
        switch (letter) {
        case '?':
            return false;
        case 'p':
            flags.print = true;
            break;
        case 'g':
            flags.global = true;
            break;
        case 'G':
            flags.global = true;
            break;
        case 'I':
            flags.inherit = true;
            break;
        case 'f':
            flags.functions = true;
            flags.off_functions = options.plus();
            break;
        case 'F':
            flags.functions = flags.function_names = true;
            break;
        default: {
            std::uint16_t& set = options.plus() ? flags.off : flags.on;
            set = static_cast<std::uint16_t>(set | attribute_of(letter));
        }
        }
    }
    // The case attributes exclude each other.
    const std::uint16_t cases = kUpper | kLower | kCapital;
    const auto chosen = static_cast<std::uint16_t>(flags.on & cases);
    if ((chosen & (chosen - 1)) != 0) // several cancel each other
        flags.on = static_cast<std::uint16_t>(flags.on & ~cases);
    if (chosen != 0)
        flags.off = static_cast<std::uint16_t>(flags.off | (cases & ~flags.on));
    first = options.index();
    return true;
}

bool split_word(const std::string& text, DeclareWord& word) {
    std::size_t at = 0;
    while (at < text.size() && is_name_char(text[at]))
        ++at;
    word.name = text.substr(0, at);
    if (at < text.size() && text[at] == '[') {
        // The bracket before `=` closes it; keys may hold brackets of their own.
        std::size_t close = text.find("]=", at);
        const std::size_t plus = text.find("]+=", at);
        if (plus < close)
            close = plus;
        if (close == std::string::npos && text.back() == ']')
            close = text.size() - 1;
        if (close == std::string::npos)
            return false;
        word.has_subscript = true;
        word.subscript = text.substr(at + 1, close - at - 1);
        at = close + 1;
    }
    if (at < text.size() && text.compare(at, 2, "+=") == 0) {
        word.append = true;
        ++at;
    }
    if (at < text.size()) {
        if (text[at] != '=')
            return false;
        word.has_value = true;
        word.value = text.substr(at + 1);
    }
    return is_name(word.name);
}

// ---------------------------------------------------------------------------------------------- one word

bool valid_nameref_target(const std::string& text) {
    std::string name;
    std::string subscript;
    return is_name(text) || split_reference(text, name, subscript);
}

int declare_nameref(Shell& shell, Variable& v, const DeclareWord& word, const DeclareFlags& flags) {
    if (v.has(kReadonly) && word.has_value) {
        shell.builtin_error(word.name + ": readonly variable");
        return 1;
    }
    if (v.is_array()) {
        shell.builtin_error(word.name + ": reference variable cannot be an array");
        return 1;
    }
    const std::string target = word.has_value ? word.value : (v.is_set ? v.value.text() : std::string{});
    if (word.has_value || v.is_set) {
        if (target == word.name && v.scope > 0 && word.has_value)
            shell.builtin_error("warning: " + word.name + ": circular name reference");
        if (target == word.name && !(v.scope > 0 && word.has_value)) {
            shell.builtin_error(word.name + ": nameref variable self references not allowed");
            return 1;
        }
        if (!target.empty() && !valid_nameref_target(target)) {
            shell.builtin_error("`" + target + "': invalid variable name for name reference");
            return 1;
        }
    }
    if (word.has_value) {
        v.value.set(word.value);
        v.is_set = true;
    }
    v.exists = true;
    v.attributes = static_cast<std::uint16_t>(v.attributes | (flags.on & ~(kIndexed | kAssoc)));
    shell.variables.environment_changed();
    return 0;
}

/// Array attributes; 1: they cannot be given to this variable.
int shape(Shell& shell, Variable& v, const DeclareWord& word, const DeclareFlags& flags) {
    const bool both = (flags.on & kAssoc) != 0 && (flags.on & kIndexed) != 0;
    if (both || ((flags.on & kAssoc) != 0 && v.has(kIndexed))
        || ((flags.on & kIndexed) != 0 && v.has(kAssoc))) {
        shell.builtin_error(word.name
                            + (v.has(kIndexed) ? ": cannot convert indexed to associative array"
                                               : ": cannot convert associative to indexed array"));
        return 1;
    }
    if ((flags.off & (kIndexed | kAssoc)) != 0 && v.is_array()) {
        shell.builtin_error(word.name + ": cannot destroy array variables in this way");
        return 1;
    }
    if ((flags.on & kAssoc) != 0)
        shell.variables.make_assoc(v);
    else if ((flags.on & kIndexed) != 0 || word.compound || word.has_subscript)
        shell.variables.make_indexed(v);
    return 0;
}

/// "(a b)" given as text to an array.
bool compound_text(Shell& shell, const Variable& v, const DeclareWord& word,
                   std::vector<ArrayElement>& elements) {
    return v.is_array() && !word.has_subscript && word.value.size() >= 2 && word.value.front() == '('
           && word.value.back() == ')' && parse_array_text(word.value, shell.parser_options(), elements);
}

int give_value(Shell& shell, Slot slot, Variable& v, const DeclareWord& word) {
    bool ok = true;
    std::vector<ArrayElement> elements;
    if (word.compound) {
        std::string text;
        const bool tracing = shell.options.is(SetOption::Xtrace);
        ok = shell.assign_compound(slot, word.compound->elements, word.compound->append,
                                   tracing ? &text : nullptr);
        if (tracing && ok)
            shell.trace(word.name + (word.compound->append ? "+=" : "=") + text);
    } else if (word.has_subscript && word.has_value) {
        if (word.subscript.empty()) {
            shell.error(word.name + "[]: bad array subscript");
            return 1;
        }
        ok = shell.variables.assign_element(slot, word.subscript, word.value, word.append);
    } else if (word.has_value && compound_text(shell, v, word, elements)) {
        ok = shell.assign_compound(slot, elements, word.append);
    } else if (word.has_value) {
        ok = shell.variables.assign(slot, word.value, word.append);
    }
    return ok ? 0 : 1;
}

bool make_word(Shell& shell, const Arguments& arguments, std::size_t i, DeclareWord& word) {
    word.compound = shell.compound_argument(arguments, i);
    if (split_word(arguments[i], word))
        return true;
    shell.builtin_error("`" + arguments[i] + "': not a valid identifier");
    return false;
}

/// The last of a chain of namerefs: +n takes the attribute off that one.
Slot last_nameref(Variables& variables, Slot slot) {
    for (int depth = 0; depth < 8; ++depth) {
        const Variable& v = variables.raw(slot);
        const Slot next = v.has(kNameref) && v.is_set ? find_slot(v.value.text()) : kNoSlot;
        if (next == kNoSlot || !variables.raw(next).has(kNameref))
            break;
        slot = next;
    }
    return slot;
}

int declare_word(Shell& shell, const DeclareWord& word, const DeclareFlags& flags, bool local) {
    Variables& variables = shell.variables;
    Slot slot = intern(word.name);
    const bool nameref = ((flags.on | flags.off) & kNameref) != 0;
    if ((flags.off & kNameref) != 0)
        slot = last_nameref(variables, slot);
    if (!nameref && !local) {
        const NameTarget target = variables.resolve(slot);
        if (target.slot == kNoSlot)
            return 1;
        if (!target.has_subscript)
            slot = target.slot;
    }
    if (local && !variables.is_local(slot)) {
        const Variable& outer = variables.raw(slot);
        if (outer.has(kReadonly) && outer.scope == 0) {
            shell.builtin_error(word.name + ": readonly variable");
            return 1;
        }
    }
    Variable& v = local
                      ? variables.make_local(slot, flags.inherit || shell.options.is(Shopt::LocalvarInherit))
                  : flags.global ? variables.global(slot)
                                 : variables.raw(slot);
    if ((flags.on & kNameref) != 0)
        return declare_nameref(shell, v, word, flags);
    const bool written = word.has_value || word.compound;
    if (v.has(kReadonly) && (written || (flags.off & kReadonly) != 0)) {
        shell.builtin_error(word.name + ": readonly variable");
        return 1;
    }
    if (const int status = shape(shell, v, word, flags))
        return status;
    v.exists = true;
    constexpr std::uint16_t kLater = kReadonly | kIndexed | kAssoc;
    v.attributes = static_cast<std::uint16_t>((v.attributes | (flags.on & ~kLater)) & ~(flags.off & ~kLater));
    if (((flags.on | flags.off) & kExported) != 0)
        variables.environment_changed();
    int status = 0;
    if (written) {
        if (flags.global && !local && &v != &variables.raw(slot)) { // a local of that name hides it
            if (word.has_value && !v.is_array()) {
                std::string value = word.append ? v.value.text() + word.value : word.value;
                status = variables.convert(v, value) ? 0 : 1;
                v.value.set(std::move(value));
                v.is_set = true;
            } else {
                std::swap(v, variables.raw(slot));
                status = give_value(shell, slot, variables.raw(slot), word);
                std::swap(v, variables.raw(slot));
            }
        } else {
            status = give_value(shell, slot, v, word);
        }
    }
    v.attributes = static_cast<std::uint16_t>(v.attributes | (flags.on & kReadonly));
    return status;
}

int declare_command(Shell& shell, const Arguments& arguments, bool local_builtin) {
    DeclareFlags flags;
    std::size_t first = 1;
    if (!parse_flags(shell, arguments, flags, first))
        return kUsageStatus;
    const bool in_function = shell.variables.in_function();
    if (flags.global && in_function)
        local_builtin = false;
    if (local_builtin && first >= arguments.size()) {
        list_locals(shell);
        return 0;
    }
    if (flags.functions)
        return functions_command(shell, arguments, first, flags);
    if (first >= arguments.size()) {
        if (!flags.any)
            return builtin_set(shell, {arguments[0]});
        list_with(shell, flags.on);
        return 0;
    }
    if (flags.print)
        return print_names(shell, arguments, first);
    int status = 0;
    for (std::size_t i = first; i < arguments.size(); ++i) {
        if (local_builtin && arguments[i] == "-") {
            for (auto it = shell.frames.rbegin(); it != shell.frames.rend(); ++it) {
                if (it->kind != CallFrame::Kind::Function)
                    continue;
                if (!it->saved_options)
                    it->saved_options = shell.options;
                break;
            }
            continue;
        }
        DeclareWord word;
        if (!make_word(shell, arguments, i, word)
            || declare_word(shell, word, flags, (in_function && !flags.global) || local_builtin) != 0)
            status = 1;
        if (shell.unwind != Unwind::None)
            break;
    }
    return status;
}

} // namespace

int builtin_declare(Shell& shell, const Arguments& arguments) {
    return declare_command(shell, arguments, false);
}

int builtin_local(Shell& shell, const Arguments& arguments) {
    if (!shell.variables.in_function()) {
        shell.builtin_error("can only be used in a function");
        return 1;
    }
    return declare_command(shell, arguments, true);
}

// ---------------------------------------------------------------------------------------------- export,
// readonly

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
    } else {
        function->exported = on;
        shell.variables.environment_changed();
    }
    return 0;
}

int attribute_word(Shell& shell, const DeclareWord& word, const DeclareFlags& flags, std::uint16_t attribute,
                   bool on) {
    Variables& variables = shell.variables;
    const NameTarget target = variables.resolve(intern(word.name));
    if (target.slot == kNoSlot)
        return 1;
    Variable& v = variables.raw(target.slot);
    const bool written = word.has_value || word.compound;
    if (v.has(kReadonly) && written) {
        shell.error(name_of(target.slot) + ": readonly variable");
        return 1;
    }
    if (const int status = shape(shell, v, word, flags))
        return status;
    v.exists = true;
    if (written && !word.compound && shell.options.is(SetOption::Xtrace))
        shell.trace_assignment(word.name, word.value);
    const int status = written ? give_value(shell, target.slot, v, word) : 0;
    v.attributes = static_cast<std::uint16_t>(on ? v.attributes | attribute : v.attributes & ~attribute);
    // `x=1 export x` keeps the value: it becomes the variable's own.
    if (v.has(kTemporary) && v.scope > 0 && !written) {
        Variable copy = v.clone();
        copy.attributes = static_cast<std::uint16_t>(copy.attributes & ~kTemporary);
        copy.scope = 0;
        Variable& outer = variables.global(target.slot);
        if (&outer != &v)
            outer = std::move(copy);
    }
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
        if (functions) {
            flags.on = what.attribute;
            return functions_command(shell, arguments, first, flags);
        }
        for (const Slot slot : shell.variables.sorted()) {
            const Variable& v = shell.variables.raw(slot);
            if (v.has(what.attribute) && (flags.on == 0 || v.has(flags.on)))
                shell.out.write(listed(shell, arguments[0], slot) + "\n");
        }
        return 0;
    }
    int status = 0;
    for (std::size_t i = first; i < arguments.size() && shell.unwind == Unwind::None; ++i) {
        if (functions) {
            status = export_function(shell, arguments[i], what.attribute, on) != 0 ? 1 : status;
            continue;
        }
        DeclareWord word;
        if (!make_word(shell, arguments, i, word)
            || attribute_word(shell, word, flags, what.attribute, on) != 0)
            status = 1;
    }
    static_cast<void>(list);
    return status;
}

} // namespace

int builtin_export(Shell& shell, const Arguments& arguments) {
    return attribute_command(shell, arguments, {kExported, "fnp"});
}

int builtin_readonly(Shell& shell, const Arguments& arguments) {
    return attribute_command(shell, arguments, {kReadonly, "aAfnp"});
}

} // namespace asb::shell
