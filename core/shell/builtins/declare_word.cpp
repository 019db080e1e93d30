// What the declaration builtins do with one word.
#include "core/shell/builtins/declare_word.h"
#include "core/shell/builtins/language.h"
#include "core/shell/names.h"
#include "core/shell/option_effects.h"
#include "core/shell/shell.h"

#include <bit>
#include <optional>
#include <utility>

namespace asb::shell {

namespace {

/// Where the words of a declaration are only expanded yet bash names no command here.
void tell_readonly(Shell& shell, const std::string& name) {
    const std::string text = name + ": readonly variable";
    shell.builtin_name.empty() ? shell.error(text) : shell.builtin_error(text);
}

bool split_word(Shell& shell, const std::string& text, DeclareWord& word) {
    std::size_t at = 0;
    while (at < text.size() && is_name_char(text[at]))
        ++at;
    word.name = text.substr(0, at);
    if (at < text.size() && text[at] == '[') {
        const bool known =
            shell.options.is(Shopt::AssocExpandOnce) && shell.variables.is_associative(word.name);
        const std::size_t close = known ? text.find(']', at) : skip_subscript(text, at);
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

/// What is wrong with the word of `declare -n` before there is a variable. False: refused, message written.
bool check_reference(Shell& shell, const DeclareWord& word, bool local) {
    if (word.has_subscript) {
        shell.builtin_error(word.name + "[" + word.subscript + "]: reference variable cannot be an array");
        return false;
    }
    if (!word.has_value || word.append)
        return true;
    std::string base;
    std::string subscript;
    const bool element = split_reference(word.value, base, subscript);
    if (word.value == word.name || (element && base == word.name)) {
        if (!local) {
            shell.builtin_error(word.name + ": nameref variable self references not allowed");
            shell.assignment_refused = true;
            return false;
        }
        for (const std::string_view name : {shell.builtin_name, std::string_view{}}) // bash says it twice
            shell.error(std::string(name) + (name.empty() ? "" : ": ") + "warning: " + word.name
                        + ": circular name reference");
    } else if (!word.value.empty() && !element && !is_name(word.value)) {
        shell.builtin_error("`" + word.value + "': invalid variable name for name reference");
        shell.assignment_refused = true;
        return false;
    }
    return true;
}

/// `declare -n` once the variable is there. Answers the status.
int declare_nameref(Shell& shell, Variable& v, const DeclareWord& word, const DeclareFlags& flags) {
    if (v.is_array()) {
        shell.builtin_error(word.name + ": reference variable cannot be an array");
        return 1;
    }
    if (!v.has(kNameref) && v.is_set && !word.has_value && !valid_nameref_target(v.value.text())) {
        shell.builtin_error("`" + v.value.text() + "': invalid variable name for name reference");
        return 1;
    }
    if (v.has(kReadonly)) {
        tell_readonly(shell, word.name);
        return 1;
    }
    const bool created = !v.exists;
    constexpr std::uint16_t kNumbersAndCases = kInteger | kUpper | kLower | kCapital;
    v.attributes = static_cast<std::uint16_t>(v.attributes & ~kNumbersAndCases);
    if (word.has_value) {
        std::string target = word.append && v.is_set ? v.value.text() + word.value : word.value;
        const bool integer = (flags.on & kInteger) != 0; // the value is computed, which gives no name
        if (integer || !valid_nameref_target(target)) {
            if (!integer)
                shell.builtin_error("`" + target + "': not a valid identifier");
            if (created && v.scope == 0)
                v = Variable{};
            return 1;
        }
        if (word.append && target == word.name) {
            shell.error(word.name + ": nameref variable self references not allowed");
            return 1;
        }
        v.value.set(std::move(target));
        v.is_set = true;
    }
    v.exists = true;
    v.attributes = static_cast<std::uint16_t>(v.attributes | (flags.on & ~(kIndexed | kAssoc)));
    if (created && v.scope == 0)
        export_new(shell, v);
    shell.variables.environment_changed();
    return 0;
}

/// Where a declaration finds its variables: with -g the global ones.
struct Finder {
    Variables& variables;
    bool global;
    Variable& at(Slot slot) const { return global ? variables.global(slot) : variables.raw(slot); }

    /// The last of a chain of namerefs that have values; kNoSlot: `slot` is none.
    Slot last_nameref(Slot slot) const {
        Slot last = kNoSlot;
        for (int depth = 0; depth < 8; ++depth) {
            const Variable& v = at(slot);
            if (!v.has(kNameref) || !v.is_set)
                break;
            last = slot;
            slot = find_slot(v.value.text());
            if (slot == kNoSlot)
                break;
        }
        return last;
    }
};

/// The word is about what `reference` stands for.
void follow(const Variable& reference, DeclareWord& word) {
    const std::string target = reference.value.text();
    std::string name;
    std::string subscript;
    if (!split_reference(target, name, subscript)) {
        word.name = target;
        return;
    }
    word.name = name;
    if (!word.compound) {
        word.has_subscript = true;
        word.subscript = subscript;
    }
}

/// NAME[sub]=value of a nameref makes an array of the nameref itself.
void drop_nameref(Variables& variables, Variable& v, const DeclareWord& word) {
    if (word.has_subscript && word.has_value)
        variables.drop_nameref(v, word.name);
}

/// Namerefs at the global scope, or where none is to be made local. False: done, `status` is the answer.
bool follow_namerefs(Shell& shell, const Finder& finder, DeclareWord& word, const DeclareFlags& flags,
                     Slot& reference, int& status) {
    const Slot slot = intern(word.name);
    if ((flags.on & kNameref) != 0)
        return true;
    reference = finder.last_nameref(slot);
    if ((flags.off & kNameref) != 0) {
        if (reference == kNoSlot)
            return true;
        Variable& v = finder.at(reference);
        status = v.has(kReadonly) ? 1 : 0;
        if (v.has(kReadonly)) {
            tell_readonly(shell, word.name);
            return false;
        }
        if (flags.on == 0 && flags.off == kNameref && !word.has_value && !word.compound) {
            v.attributes = static_cast<std::uint16_t>(v.attributes & ~kNameref);
            return false;
        }
        follow(v, word);
        v.attributes = static_cast<std::uint16_t>(v.attributes & ~(flags.off & ~kReadonly));
        return true;
    }
    drop_nameref(shell.variables, finder.at(slot), word);
    if (!finder.global && shell.variables.resolve(slot).slot == kNoSlot) { // a circle
        status = 1;
        return false;
    }
    reference = finder.last_nameref(slot);
    if (reference == kNoSlot)
        return true;
    if (word.compound && !is_name(finder.at(reference).value.text())) {
        shell.error("`" + finder.at(reference).value.text() + "': not a valid identifier");
        shell.abort_command();
        status = 1;
        return false;
    }
    follow(finder.at(reference), word);
    drop_nameref(shell.variables, finder.at(intern(word.name)), word);
    return true;
}

/// In a function: what a nameref of the same function stands for becomes the local variable.
void follow_local(Variables& variables, DeclareWord& word, const DeclareFlags& flags) {
    if (((flags.on | flags.off) & kNameref) != 0)
        return;
    const Slot reference = Finder{variables, false}.last_nameref(intern(word.name));
    if (reference != kNoSlot && variables.is_local(reference)
        && is_name(variables.raw(reference).value.text()))
        word.name = variables.raw(reference).value.text();
}

/// A nameref without a value that gets one by a declaration without -n. False: refused (message written).
bool may_be_given(Shell& shell, Variable& v, const DeclareWord& word, const DeclareFlags& flags, bool local) {
    if (!v.has(kNameref) || v.is_set || ((flags.on | flags.off) & kNameref) != 0)
        return true;
    if ((flags.on & (kIndexed | kAssoc)) != 0 || word.compound) { // it becomes an array instead
        v.attributes = static_cast<std::uint16_t>(v.attributes & ~kNameref);
        return true;
    }
    if (!word.has_value || valid_nameref_target(word.value))
        return true;
    shell.builtin_error("`" + word.value + "': "
                        + (local ? "invalid variable name for name reference" : "not a valid identifier"));
    if (!local)
        v = Variable{};
    return false;
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
    if (split_word(shell, text, word))
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
    if (word.has_subscript && !v.exists && (flags.on & kAssoc) == 0) // bash makes the array first
        shell.variables.make_indexed(v);
    const bool assigned = word.has_subscript && word.has_value;
    if (((flags.off & kIndexed) != 0 && v.has(kIndexed)) || ((flags.off & kAssoc) != 0 && v.has(kAssoc))) {
        v.is_set = v.is_set || (assigned && !v.exists);
        v.exists = true;
        shell.builtin_error(word.name + ": cannot destroy array variables in this way");
        return 1;
    }
    if ((flags.on & kAssoc) != 0)
        shell.variables.make_assoc(v);
    else if ((flags.on & kIndexed) != 0 || word.compound || word.has_subscript)
        shell.variables.make_indexed(v);
    return 0;
}

/// `x=1 declare -x x`: the variable (v) has the value of the prefix assignment, and stays.
void keep_prefix(Variables& variables, Slot slot, Variable& v, const Variable& prefix, bool written) {
    if (&v != &prefix) { // a local
        if (!written)
            v.value = prefix.value;
        v.is_set = true;
        return;
    }
    make_lasting(variables, slot, v);
}

namespace {

/// The value of a global variable that a local one may hide, or of a local one behind a prefix assignment.
int give_hidden(Shell& shell, Slot slot, Variable& v, const DeclareWord& word) {
    Variables& variables = shell.variables;
    if (&v == &variables.raw(slot))
        return give_value(shell, slot, v, word, true);
    int status = 0;
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
    return status;
}

} // namespace

/// The value "(a b)" of x[1] where there is no array x yet: it is taken as it is, with a warning; up to
/// compatibility level 43 it is a list for x.
static bool takes_list_as_value(Shell& shell, const Variable& v, const DeclareWord& word,
                                const DeclareFlags& flags, bool local) {
    if (!looks_like_list(word.value) || v.is_array() || local || (flags.on & (kIndexed | kAssoc)) != 0)
        return true;
    if (compatibility_level(shell) <= 43)
        return false;
    shell.error("warning: " + word.text + ": quoted compound array assignment deprecated");
    return true;
}

/// False: message written.
static bool may_be_local(Shell& shell, Slot slot, const std::string& name) {
    const Variable& outer = shell.variables.raw(slot);
    if (shell.variables.is_local(slot))
        return true;
    if (outer.has(kReadonly) && outer.scope == 0) {
        tell_readonly(shell, name);
        return false;
    }
    if (outer.has(kNoAssign))
        shell.builtin_error(name + ": variable may not be assigned value");
    return !outer.has(kNoAssign);
}

/// The status of a declaration of what is readonly, where it would change it; message written.
static std::optional<int> refused_as_it_is(Shell& shell, const Variable& v, const std::string& name,
                                           bool written, const DeclareFlags& flags) {
    const bool loosened =
        (flags.off & kReadonly) != 0 || ((flags.off & kNameref) != 0 && v.has(kNameref) && v.is_set);
    if (!v.has(kReadonly) || (!written && !loosened))
        return std::nullopt;
    if (v.has(kNameref) && !v.is_set && !written)
        return 0; // it stands for nothing
    tell_readonly(shell, name);
    shell.assignment_refused = (flags.off & kReadonly) == 0;
    return 1;
}

int declare_word(Shell& shell, const DeclareWord& given, const DeclareFlags& flags, bool local) {
    DeclareWord word = given;
    if (word.has_subscript && (flags.on & (kIndexed | kAssoc)) != 0 && looks_like_list(word.value))
        word.has_subscript = false; // declare -a x[1]='(a b)' gives all elements
    Variables& variables = shell.variables;
    if ((flags.on & kNameref) != 0 && !check_reference(shell, word, variables.in_function()))
        return 1;
    const Finder finder{variables, flags.global};
    Slot reference = kNoSlot;
    int status = 0;
    if (local)
        follow_local(variables, word, flags);
    else if (!follow_namerefs(shell, finder, word, flags, reference, status))
        return status;
    const Slot slot = intern(word.name);
    if (local && !may_be_local(shell, slot, word.name))
        return 1;
    const Variable* const prefix =
        variables.raw(slot).has(kTemporary) && !flags.global && (flags.on & (kExported | kReadonly)) != 0
            ? &variables.raw(slot)
            : nullptr;
    const bool emptied =
        local && variables.raw(slot).has(kTemporary) && (flags.on & (kIndexed | kAssoc)) != 0;
    Variable& v = local
                      ? variables.make_local(slot, flags.inherit || shell.options.is(Shopt::LocalvarInherit))
                      : finder.at(slot);
    if ((flags.on & kNameref) != 0)
        return declare_nameref(shell, v, word, flags);
    const bool written = word.has_value || word.compound;
    if (const std::optional<int> refused =
            refused_as_it_is(shell, v, written ? given.name : word.name, written, flags))
        return *refused;
    if (!may_be_given(shell, v, word, flags, local))
        return 1;
    if (written && v.has(kNoAssign) && shell.builtin_name != "export" && shell.builtin_name != "readonly") {
        shell.assignment_refused = true;
        return 1; // without a word
    }
    if (emptied && !v.is_array()) // the value of a prefix assignment is no list
        v.is_set = false;
    const bool element = word.has_subscript && word.has_value;
    const bool created = !v.exists && !local;
    const bool whole = element && !takes_list_as_value(shell, v, word, flags, local);
    if (created && !word.has_subscript && (flags.on & (kIndexed | kAssoc)) == 0)
        export_new(shell, v);
    if (const int refused = shape(shell, v, word, flags))
        return refused;
    word.has_subscript = word.has_subscript && !whole;
    v.exists = true;
    v.is_set = v.is_set || emptied || (created && element);
    constexpr std::uint16_t kLater = kReadonly | kIndexed | kAssoc;
    v.attributes = static_cast<std::uint16_t>((v.attributes | (flags.on & ~kLater)) & ~(flags.off & ~kLater));
    if (((flags.on | flags.off) & kExported) != 0) {
        static_cast<void>(variables.find(slot)); // a computed one is read
        variables.environment_changed();
    }
    if (element) // bash makes the variable readonly before it assigns the element
        v.attributes = static_cast<std::uint16_t>(v.attributes | (flags.on & kReadonly));
    if (written)
        status = flags.global || local ? give_hidden(shell, slot, v, word)
                                       : give_value(shell, slot, v, word, true);
    status = element && v.has(kReadonly) ? 0 : status;
    v.attributes = static_cast<std::uint16_t>(v.attributes | (flags.on & kReadonly));
    if (prefix)
        keep_prefix(variables, slot, v, *prefix, written);
    if (!written && shell.builtin_name != "export" && shell.builtin_name != "readonly")
        variables.special_changed(slot, v); // bash looks at its special variables, `local LC_TIME` too
    return status;
}

bool declare_compound(Shell& shell, const Arguments& words, const Assignment& assignment) {
    DeclareFlags flags;
    const bool scoped = words[0] == "declare" || words[0] == "typeset" || words[0] == "local";
    for (std::size_t i = 1; i < words.size() && words[i] != "--"; ++i) {
        const char sign = words[i].empty() ? '\0' : words[i][0];
        if (sign != '-' && sign != '+')
            break;
        for (const char letter : words[i].substr(1)) {
            flags.global = flags.global || (sign == '-' && letter == 'g');
            flags.inherit = flags.inherit || letter == 'I';
            constexpr std::uint16_t kAtOnce = kIndexed | kAssoc | kInteger | kLower | kUpper | kCapital;
            // export and readonly look at the letter only.
            std::uint16_t& set = sign == '-' || !scoped ? flags.on : flags.off;
            set = static_cast<std::uint16_t>(set | (attribute_of(letter) & kAtOnce));
        }
    }
    constexpr std::uint16_t kCases = kLower | kUpper | kCapital;
    if (std::popcount(static_cast<unsigned>((flags.on | flags.off) & kCases)) > 1) // they cancel each other
        flags.on = static_cast<std::uint16_t>(flags.on & ~kCases);
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
