// ${…}: what it names, whether it is set, and the operators that depend on that.
#include "core/shell/arith_host.h"
#include "core/shell/arith_text.h"
#include "core/shell/expand.h"
#include "core/shell/names.h"
#include "core/shell/process.h"
#include "core/shell/shell.h"
#include "core/shell/text_case.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace asb::shell {
namespace {

/// What the operator made is a field of its own between double quotes, beside a list without elements.
bool gives_field(const Parameter& p) {
    return p.op != ParamOp::Transform || std::string_view("EULu").find(p.transform) != std::string_view::npos;
}

} // namespace

bool is_strip(ParamOp op) {
    return op == ParamOp::PrefixShort || op == ParamOp::PrefixLong || op == ParamOp::SuffixShort
           || op == ParamOp::SuffixLong;
}

bool ParamTarget::is_list() const {
    if (kind == ParamKind::Special)
        return name == "@" || name == "*";
    return subscript == SubscriptKind::At || subscript == SubscriptKind::Star;
}

std::string ParamTarget::shown() const {
    if (kind == ParamKind::Special)
        return name;
    switch (subscript) {
    case SubscriptKind::At:
        return name + "[@]";
    case SubscriptKind::Star:
        return name + "[*]";
    case SubscriptKind::Index:
        return name + "[" + (written.empty() ? key : std::string(written)) + "]";
    case SubscriptKind::None:
        break;
    }
    return kind == ParamKind::Positional ? std::to_string(index) : name;
}

bool Expander::parameter(const WordPart& part, bool quoted) {
    const Parameter& p = *part.param;
    if (p.is_plain()) {
        if (shell_.variables.raw(p.slot).has(kNameref) && whole_list(p, quoted))
            return true;
        if (const Value* value = shell_.variables.value(p.slot)) {
            sink_.expansion(value->text(), quoted);
            return true;
        }
        if (shell_.unwind != Unwind::None)
            return false;
        if (!shell_.options.is(SetOption::Nounset))
            return true;
    }
    if (p.subscript == SubscriptKind::Index && p.subscript_word->source.empty()) {
        shell_.report(bad_text(part.text) + ": bad substitution");
        shell_.abort_expansion();
        return false;
    }
    if (p.length && !array_is_set(p))
        return false;
    if (p.op == ParamOp::None && !p.indirect && !p.keys && !p.names) {
        const Quick answer = quick(p, quoted);
        if (answer != Quick::No)
            return answer == Quick::Done;
    }
    if (p.subscript == SubscriptKind::Index && quick_key(p, quoted) == Quick::Done)
        return true;
    if (p.op == ParamOp::BadSubstitution && !part.text2.empty()) { // never closed, in a here-document
        shell_.report(part.text2);
        shell_.abort_command();
        return false;
    }
    if (p.op == ParamOp::BadSubstitution) {
        const std::size_t at = part.text.find('@');
        std::string name = at == std::string::npos || at < 3 ? std::string{} : part.text.substr(2, at - 2);
        if (name.ends_with("[") && part.text.compare(at, 3, "@]@") == 0)
            name.pop_back(); // ${a[@]@}: always an error
        else if (is_name(name) && !shell_.variables.is_set(intern(name)))
            return true; // an unknown transformation of nothing
        shell_.report(bad_text(part.text) + ": bad substitution");
        if (is_name(name))
            shell_.fatal_expansion();
        else
            shell_.abort_expansion();
        return false;
    }
    if (p.names) {
        ParamValue value;
        value.set = value.list = true;
        value.star = p.subscript == SubscriptKind::Star;
        value.items = shell_.variables.names_with_prefix(p.name);
        join_names(value, quoted);
        emit(value, quoted);
        return true;
    }
    ParamTarget target;
    quoted_ = quoted;
    if (!find_target(p, target))
        return false;
    if (p.keys)
        return keys(target, p, quoted);
    if (p.indirect) {
        bool unset = false;
        if (!indirect_target(target, p.op, unset))
            return false;
        if (unset) { // the name to follow is itself unset: only the forms with a default have a value
            ParamValue none;
            if (is_conditional(p.op))
                return conditional(p, target, none, quoted);
            return !shell_.options.is(SetOption::Nounset) || unset_error(target, p);
        }
    }
    if (p.length) {
        const Quick known = p.indirect ? Quick::No : length_by_index(p, target.key, quoted);
        return known == Quick::No ? length(target, quoted) : known == Quick::Done;
    }
    ParamValue value;
    if (!read(target, value))
        return false;
    if (is_conditional(p.op))
        return conditional(p, target, value, quoted);
    if (!value.set && !value.list && shell_.options.is(SetOption::Nounset) && !asks_of_array(p, target))
        return unset_error(target, p);
    const bool strips_nothing = (p.op == ParamOp::PrefixShort || p.op == ParamOp::SuffixShort)
                                && (!p.arg || p.arg->source.empty()); // ${x#} is ${x}, ${x##} is not
    if (p.op != ParamOp::None && !strips_nothing) {
        value.elements = false;
        value.changed = true;
        const bool stripped_nothing = value.text.empty() && is_strip(p.op);
        if (!apply(p, target, value, quoted))
            return false;
        changed_list(value, quoted, p.op, target.kind == ParamKind::Special);
        value.present = value.set && !stripped_nothing && gives_field(p);
    }
    emit(value, quoted);
    return true;
}

/// ${#a[…]} under set -u: the array itself has to be set, while a missing element has no length.
bool Expander::array_is_set(const Parameter& p) {
    if (p.subscript == SubscriptKind::None || p.kind != ParamKind::Variable
        || !shell_.options.is(SetOption::Nounset))
        return true;
    const Slot slot = shell_.variables.resolve(p.slot).slot;
    const Variable* const v = slot == kNoSlot ? nullptr : shell_.variables.find(slot);
    if (v && v->is_array() && v->is_set)
        return true;
    shell_.report(p.name + ": unbound variable");
    shell_.abort_command();
    return false;
}

std::string written_subscript(const Parameter& p) {
    if (p.kind != ParamKind::Variable || p.subscript == SubscriptKind::None)
        return {};
    if (p.subscript == SubscriptKind::Index)
        return "[" + p.subscript_word->source + "]";
    return p.subscript == SubscriptKind::At ? "[@]" : "[*]";
}

std::string indirect_name(const Parameter& p) {
    return "!" + (p.kind == ParamKind::Positional ? std::to_string(p.index) : p.name) + written_subscript(p);
}

bool Expander::unset_error(const ParamTarget& target, const Parameter& p) {
    std::string name = target.shown();
    if (!p.braced && target.kind != ParamKind::Variable)
        name.insert(0, "$");
    if (p.indirect)
        name = indirect_name(p);
    shell_.report(name + ": unbound variable");
    shell_.fatal_expansion();
    return false;
}

// ---------------------------------------------------------------------------------------------- what is
// named

bool Expander::find_target(const Parameter& p, ParamTarget& target) {
    target.kind = p.kind;
    target.slot = p.slot;
    target.index = p.index;
    target.name = p.name;
    target.subscript = p.subscript;
    if (p.kind == ParamKind::Positional)
        target.name = std::to_string(p.index);
    if (p.subscript != SubscriptKind::Index
        || !expand_subscript(shell_, *p.subscript_word, p.slot, target.key))
        return p.subscript != SubscriptKind::Index;
    target.written = p.subscript_word->source;
    const Slot slot = p.length && target.key.empty() ? shell_.variables.resolve(p.slot).slot : kNoSlot;
    const Variable* const v = slot == kNoSlot ? nullptr : shell_.variables.find(slot);
    if (!v || !v->is_set || !v->has(kAssoc))
        return true;
    shell_.report(p.subscript_word->source + "]: bad array subscript");
    shell_.abort_command();
    return false;
}

bool Expander::indirect_target(ParamTarget& target, ParamOp op, bool& unset) {
    const bool with_operator = op != ParamOp::None && !is_conditional(op);
    if (target.kind == ParamKind::Variable && target.subscript == SubscriptKind::None) {
        const Variable& v = shell_.variables.raw(target.slot);
        if (v.has(kNameref) && v.is_set) {
            const Slot other = find_slot(v.value.text());
            const bool element = v.value.text().ends_with(']');
            if (with_operator && (element || (other != kNoSlot && shell_.variables.raw(other).is_array())))
                return target_from_name(v.value.text(),
                                        target); // ${!ref#x} of an element: bash's own exception
            const std::string last = last_reference(target.slot); // ${!ref}: what the chain ends with
            const std::string name = last.empty() ? v.value.text() : last;
            target = ParamTarget{};
            target.kind = ParamKind::Special;
            target.name = "\1" + name;
            return true;
        }
    }
    ParamValue value;
    if (!read(target, value))
        return false;
    std::string name = value.list ? (value.items.empty() ? "" : value.items[0]) : value.text;
    if (value.list && value.items.size() > 1) {
        for (std::size_t i = 1; i < value.items.size(); ++i)
            name.append(" ").append(value.items[i]);
    }
    if (!value.set || (value.list && value.items.empty())) {
        unset = true;
        const bool unknown = target.kind == ParamKind::Variable && !exists(target.slot);
        if (!unknown && (target.kind == ParamKind::Special ? !value.set : op != ParamOp::Assign))
            return true;
        shell_.report((unknown ? "" : "!") + target.shown() + ": invalid indirect expansion");
        shell_.abort_command();
        return false;
    }
    return target_from_name(name, target);
}

bool Expander::target_from_name(const std::string& name, ParamTarget& target) {
    ParamTarget next;
    std::string subscript;
    if (is_name(name)) {
        next.slot = intern(name);
        next.name = name;
    } else if (!name.empty() && name.find_first_not_of("0123456789") == std::string::npos) {
        next.kind = ParamKind::Positional;
        std::from_chars(name.data(), name.data() + name.size(), next.index);
        next.name = name;
    } else if (name.size() == 1 && std::string_view("@*#?-$!").find(name[0]) != std::string_view::npos) {
        next.kind = ParamKind::Special;
        next.name = name;
    } else if (split_reference(name, next.name, subscript)) {
        next.slot = intern(next.name);
        next.subscript = subscript == "@"   ? SubscriptKind::At
                         : subscript == "*" ? SubscriptKind::Star
                                            : SubscriptKind::Index;
        if (next.subscript == SubscriptKind::Index
            && !shell_.expand_reference_subscript(subscript, shell_.variables.is_associative(next.slot),
                                                  next.key))
            return false;
    } else {
        shell_.report(name + ": invalid variable name");
        shell_.abort_command();
        return false;
    }
    target = std::move(next);
    return true;
}

bool Expander::special_value(const ParamTarget& target, ParamValue& value) {
    value.set = true;
    switch (target.name[0]) {
    case '@':
    case '*':
        value.list = true;
        value.star = target.name[0] == '*';
        value.items = shell_.positionals.all();
        value.set = !value.items.empty();
        return true;
    case '#':
        value.text = std::to_string(shell_.positionals.size());
        return true;
    case '?':
        value.text = std::to_string(shell_.status);
        return true;
    case '-':
        value.text = shell_.options.dash();
        if (shell_.script_mode) // no -c there
            value.text.pop_back();
        if (shell_.restricted) // between p and t
            value.text.insert(std::min(value.text.find_first_of("tuvxBCEHPTc"), value.text.size()), "r");
        return true;
    case '$':
        value.text = std::to_string(shell_.shell_pid);
        return true;
    case '!':
        value.text = last_background_pid(shell_);
        value.set = !value.text.empty();
        return true;
    case '\1':
        value.text = target.name.substr(1);
        return true;
    default:
        value.set = false;
        return true;
    }
}

bool Expander::read(const ParamTarget& target, ParamValue& value) {
    if (target.kind == ParamKind::Special)
        return special_value(target, value);
    if (target.kind == ParamKind::Positional) {
        if (target.index == 0) {
            value.set = true;
            value.text = shell_.shell_name;
        } else if (target.index <= shell_.positionals.size()) {
            value.set = true;
            value.text = shell_.positionals[target.index - 1];
        }
        return true;
    }
    Variables& variables = shell_.variables;
    if (!target.is_list()) {
        if (joined_elements(target, value))
            return true;
        const Value* found = target.subscript == SubscriptKind::Index
                                 ? variables.element(target.slot, target.key)
                                 : variables.value(target.slot);
        if (found) {
            value.set = true;
            value.text = found->text();
            return true;
        }
        return shell_.unwind == Unwind::None;
    }
    value.list = true;
    value.elements = true;
    value.star = target.subscript == SubscriptKind::Star;
    const NameTarget resolved = variables.resolve(target.slot);
    const bool element = resolved.has_subscript; // has no elements of its own
    const Variable* v = resolved.slot == kNoSlot || element ? nullptr : variables.find(resolved.slot);
    if (!v)
        return true;
    if (v->has(kIndexed))
        v->array->for_each([&](std::int64_t, const Value& item) { value.items.push_back(item.text()); });
    else if (v->has(kAssoc))
        v->assoc->for_each(
            [&](const std::string&, const Value& item) { value.items.push_back(item.text()); });
    else if (v->is_set)
        value.items.push_back(v->value.text());
    else if (const Value* computed = variables.value(resolved.slot))
        value.items.push_back(computed->text());
    value.set = !value.items.empty();
    return true;
}

bool Expander::keys(const ParamTarget& target, const Parameter& p, bool quoted) {
    ParamValue value;
    value.list = true;
    value.star = p.subscript == SubscriptKind::Star;
    const NameTarget resolved = shell_.variables.resolve(target.slot);
    const Variable* v = resolved.slot == kNoSlot ? nullptr : shell_.variables.find(resolved.slot);
    if (v && v->has(kIndexed))
        v->array->for_each([&](std::int64_t i, const Value&) { value.items.push_back(std::to_string(i)); });
    else if (v && v->has(kAssoc))
        v->assoc->for_each([&](const std::string& key, const Value&) { value.items.push_back(key); });
    else if (v && v->is_set)
        value.items.emplace_back("0");
    if (value.star || quoted)
        changed_list(value, quoted,
                     sink_.mode() == ExpandMode::Fields && !quoted ? ParamOp::None : ParamOp::Substring,
                     false);
    emit(value, quoted);
    return true;
}

bool Expander::length(const ParamTarget& target, bool quoted) {
    ParamValue value;
    if (!read(target, value))
        return false;
    if (!value.set && !value.list && target.subscript == SubscriptKind::None
        && shell_.options.is(SetOption::Nounset)) {
        shell_.report((target.kind == ParamKind::Variable ? target.name : target.shown())
                      + ": unbound variable");
        shell_.fatal_expansion();
        return false;
    }
    const bool named_element = target.kind == ParamKind::Variable && target.subscript == SubscriptKind::None
                               && last_reference(target.slot).ends_with(']');
    const std::size_t n = named_element ? 0 // bash finds no variable of that name
                          : value.list  ? value.items.size()
                                        : count_characters(value.text, shell_.utf8());
    sink_.expansion(std::to_string(n), quoted);
    return true;
}

} // namespace asb::shell
