// What the declaration builtins do with one word.
#include "core/shell/builtins/declare_word.h"
#include "core/shell/builtins/language.h"
#include "core/shell/names.h"
#include "core/shell/shell.h"

#include <utility>

namespace asb::shell {
namespace {

bool split_word(const std::string& text, DeclareWord& word) {
    std::size_t at = 0;
    while (at < text.size() && is_name_char(text[at]))
        ++at;
    word.name = text.substr(0, at);
    if (at < text.size() && text[at] == '[') {
        const std::size_t close = skip_subscript(text, at);
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

bool valid_nameref_target(const std::string& text) {
    std::string name;
    std::string subscript;
    return is_name(text) || split_reference(text, name, subscript);
}

int declare_nameref(Shell& shell, Variable& v, const DeclareWord& word, const DeclareFlags& flags) {
    if (v.has(kReadonly)) {
        shell.builtin_error(word.name + ": readonly variable");
        return 1;
    }
    if (word.has_subscript) {
        shell.builtin_error(word.name + "[" + word.subscript + "]: reference variable cannot be an array");
        return 1;
    }
    if (v.is_array()) {
        shell.builtin_error(word.name + ": reference variable cannot be an array");
        return 1;
    }
    const std::string target = word.has_value ? word.value : (v.is_set ? v.value.text() : std::string{});
    if (word.has_value || v.is_set) {
        if (target == word.name && v.scope > 0 && word.has_value)
            for (const std::string_view name : {shell.builtin_name, std::string_view{}}) // bash says it twice
                shell.error(std::string(name) + (name.empty() ? "" : ": ") + "warning: " + word.name
                            + ": circular name reference");
        if (target == word.name && !(v.scope > 0 && word.has_value)) {
            shell.builtin_error(word.name + ": nameref variable self references not allowed");
            return 1;
        }
        if (!valid_nameref_target(target)) {
            shell.builtin_error("`" + target
                                + (target.empty() && word.has_value
                                       ? "': not a valid identifier"
                                       : "': invalid variable name for name reference"));
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

bool looks_like_list(const std::string& value) {
    return value.size() >= 2 && value.front() == '(' && value.back() == ')';
}

/// "(a b)" given as text to an array.
bool compound_text(Shell& shell, const Variable& v, const DeclareWord& word,
                   std::vector<ArrayElement>& elements) {
    return v.is_array() && !word.has_subscript && looks_like_list(word.value)
           && parse_array_text(word.value, shell.parser_options(), elements);
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

} // namespace

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

bool make_word(Shell& shell, const std::string& text, DeclareWord& word) {
    word.text = text;
    if (split_word(text, word))
        return true;
    shell.builtin_error("`" + text + "': not a valid identifier");
    return false;
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

int give_value(Shell& shell, Slot slot, Variable& v, const DeclareWord& word, bool lists) {
    bool ok = true;
    std::vector<ArrayElement> elements;
    if (word.compound) {
        ok = shell.store_declared(slot, word.elements, word.compound->append);
    } else if (word.has_subscript && word.has_value) {
        if (word.subscript.empty()) {
            shell.report(word.name + "[]: bad array subscript");
            return 1;
        }
        ok = shell.variables.assign_element(slot, word.subscript, word.value, word.append);
    } else if (word.has_value && lists && compound_text(shell, v, word, elements)) {
        ok = shell.assign_compound(slot, elements, word.append);
    } else if (word.has_value) {
        ok = shell.variables.assign(slot, word.value, word.append);
    }
    return ok ? 0 : 1;
}

/// `x=1 declare -x x`: the variable (v) has the value of the prefix assignment, and stays.
void keep_prefix(Variables& variables, Slot slot, Variable& v, const Variable& prefix, bool written) {
    if (&v != &prefix) { // a local
        if (!written)
            v.value = prefix.value;
        v.is_set = true;
        return;
    }
    Variable copy = v.clone();
    copy.attributes = static_cast<std::uint16_t>(copy.attributes & ~kTemporary);
    copy.scope = 0;
    if (Variable& outer = variables.global(slot); &outer != &v)
        outer = std::move(copy);
}

int declare_word(Shell& shell, const DeclareWord& given, const DeclareFlags& flags, bool local) {
    DeclareWord word = given;
    if (word.has_subscript && (flags.on & (kIndexed | kAssoc)) != 0 && looks_like_list(word.value))
        word.has_subscript = false; // declare -a x[1]='(a b)' gives all elements
    Variables& variables = shell.variables;
    Slot slot = intern(word.name);
    const bool nameref = ((flags.on | flags.off) & kNameref) != 0;
    if ((flags.off & kNameref) != 0)
        slot = last_nameref(variables, slot);
    if (!nameref && !local) {
        const NameTarget target = variables.resolve(slot);
        if (target.slot == kNoSlot)
            return 1;
        if (target.has_subscript && word.compound) {
            shell.error("`" + name_of(target.slot) + "[" + target.subscript + "]': not a valid identifier");
            shell.abort_command();
            return 1;
        }
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
    const Variable* const prefix =
        variables.raw(slot).has(kTemporary) && !flags.global && (flags.on & (kExported | kReadonly)) != 0
            ? &variables.raw(slot)
            : nullptr;
    Variable& v = local
                      ? variables.make_local(slot, flags.inherit || shell.options.is(Shopt::LocalvarInherit))
                  : flags.global ? variables.global(slot)
                                 : variables.raw(slot);
    if ((flags.on & kNameref) != 0)
        return declare_nameref(shell, v, word, flags);
    const bool written = word.has_value || word.compound;
    if ((flags.off & kNameref) != 0 && v.has(kNameref)
        && word.has_value) { // what it stands for gets the value
        const int status = give_value(shell, slot, v, word, true);
        v.attributes = static_cast<std::uint16_t>(v.attributes & ~kNameref);
        return status;
    }
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
                status = give_value(shell, slot, variables.raw(slot), word, true);
                std::swap(v, variables.raw(slot));
            }
        } else {
            status = give_value(shell, slot, v, word, true);
        }
    }
    v.attributes = static_cast<std::uint16_t>(v.attributes | (flags.on & kReadonly));
    if (prefix)
        keep_prefix(variables, slot, v, *prefix, written);
    return status;
}

bool declare_compound(Shell& shell, const Arguments& words, const Assignment& assignment) {
    DeclareFlags flags;
    for (std::size_t i = 1; i < words.size() && words[i] != "--"; ++i) {
        const char sign = words[i].empty() ? '\0' : words[i][0];
        if (sign != '-' && sign != '+')
            break;
        for (const char letter : words[i].substr(1)) {
            flags.global = flags.global || (sign == '-' && letter == 'g');
            flags.inherit = flags.inherit || letter == 'I';
            constexpr std::uint16_t kAtOnce = kIndexed | kAssoc | kInteger | kLower | kUpper | kCapital;
            std::uint16_t& set = sign == '-' ? flags.on : flags.off;
            set = static_cast<std::uint16_t>(set | (attribute_of(letter) & kAtOnce));
        }
    }
    const bool scoped = words[0] == "declare" || words[0] == "typeset" || words[0] == "local";
    flags.global = flags.global && scoped;
    DeclareWord word;
    word.name = assignment.name;
    word.compound = &assignment;
    const Slot known = shell.variables.resolve(assignment.slot).slot;
    const bool associative =
        (flags.on & kAssoc) != 0 || (known != kNoSlot && shell.variables.raw(known).has(kAssoc));
    if (!shell.expand_elements(assignment.elements, associative, true, word.elements))
        return false;
    if (declare_word(shell, word, flags, scoped && !flags.global && shell.variables.in_function()) == 0)
        return true;
    if (shell.unwind != Unwind::None)
        return false;
    const bool own = known != kNoSlot && shell.variables.raw(known).has(kReadonly)
                     && (flags.global || shell.variables.is_local(known));
    if (scoped && shell.variables.in_function()
        && !own) // bash leaves it to the builtin, which refuses it once more
        return true;
    shell.abort_command();
    return false;
}

} // namespace asb::shell
