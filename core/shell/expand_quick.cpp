// The frequent forms of ${…}, without a copy of what they name.
#include "core/shell/expand.h"
#include "core/shell/names.h"
#include "core/shell/shell.h"
#include "core/shell/text_case.h"

#include <optional>
#include <utility>

namespace asb::shell {

namespace {

/// Of $name or $1 that is set, where no rule asks for more.
const std::string* plain_value(Shell& shell, const Parameter& p) {
    if (p.kind == ParamKind::Positional) {
        const bool bare = p.op == ParamOp::None && !p.length && !p.indirect;
        const std::size_t count = shell.positionals.size();
        return bare && p.index != 0 && p.index <= count ? &shell.positionals[p.index - 1] : nullptr;
    }
    if (!p.is_plain() || shell.variables.raw(p.slot).has(kNameref | kDynamic))
        return nullptr;
    const Value* const value = shell.variables.value(p.slot);
    return value ? &value->text() : nullptr;
}

bool append_plain(Shell& shell, const std::vector<WordPart>& parts, bool may_be_split, std::string& text) {
    for (const WordPart& part : parts) {
        if (part.kind == PartKind::Literal) {
            text += part.text;
        } else if (part.kind == PartKind::DoubleQuoted) {
            if (!append_plain(shell, part.parts, false, text))
                return false;
        } else {
            const std::string* const value =
                part.kind == PartKind::Parameter && !may_be_split ? plain_value(shell, *part.param) : nullptr;
            if (!value)
                return false;
            text += *value;
        }
    }
    return true;
}

} // namespace

bool expand_plain(Shell& shell, const Word& word, bool splits, std::string& text) {
    if (splits && (word.has_glob || !word.quoted))
        return false;
    text.clear();
    return append_plain(shell, word.parts, splits, text);
}

Expander::Quick Expander::quick(const Parameter& p, bool quoted) {
    const auto number = [&](std::size_t n) {
        sink_.expansion(std::to_string(n), quoted);
        return Quick::Done;
    };
    if (p.kind == ParamKind::Positional) {
        if (p.length || p.index == 0 || p.index > shell_.positionals.size())
            return Quick::No;
        sink_.expansion(shell_.positionals[p.index - 1], quoted);
        return Quick::Done;
    }
    if (p.kind == ParamKind::Special) {
        if (p.length || p.name.size() != 1)
            return Quick::No;
        if (p.name[0] == '#')
            return number(shell_.positionals.size());
        return p.name[0] == '?' ? number(static_cast<std::size_t>(shell_.status)) : Quick::No;
    }
    switch (p.subscript) {
    case SubscriptKind::Index:
        return quick_element(p, quoted);
    case SubscriptKind::At:
    case SubscriptKind::Star:
        return quick_list(p, quoted);
    case SubscriptKind::None:
        break;
    }
    const bool known = p.length && !shell_.variables.raw(p.slot).has(kNameref);
    const Value* const value = known ? shell_.variables.value(p.slot) : nullptr;
    return value ? number(count_characters(value->text(), shell_.utf8())) : Quick::No;
}

Expander::Quick Expander::quick_element(const Parameter& p, bool quoted) {
    if (p.length && !shell_.options.is(SetOption::Nounset) && !shell_.variables.raw(p.slot).exists) {
        sink_.expansion("0", quoted); // its subscript is not looked at
        return Quick::Done;
    }
    std::int64_t index = 0;
    switch (shell_.subscript_number(*p.subscript_word, p.slot, index)) {
    case Shell::SubscriptNumber::None:
        return Quick::No;
    case Shell::SubscriptNumber::Failed:
        return Quick::Failed;
    case Shell::SubscriptNumber::Number:
        break;
    }
    if (const Quick known = p.length ? length_from_end(p, index, quoted) : Quick::No; known != Quick::No)
        return known;
    const Value* const value = shell_.variables.element(p.slot, index);
    if (!value && shell_.unwind == Unwind::Exit)
        return Quick::Failed;
    if (!value && !p.length && shell_.options.is(SetOption::Nounset)) {
        ParamTarget target;
        target.subscript = SubscriptKind::Index;
        target.name = p.name;
        target.key = p.subscript_word->literal;
        return unset_error(target, p) ? Quick::Done : Quick::Failed;
    }
    if (p.length)
        sink_.expansion(std::to_string(value ? count_characters(value->text(), shell_.utf8()) : 0), quoted);
    else if (value)
        sink_.expansion(value->text(), quoted);
    return Quick::Done;
}

/// ${#a[i]} of a list: the subscript becomes its value, so that it is not evaluated again.
Expander::Quick Expander::length_by_index(const Parameter& p, std::string& subscript, bool quoted) {
    if (p.subscript != SubscriptKind::Index)
        return Quick::No;
    const Slot slot = shell_.variables.resolve(p.slot).slot;
    const Variable* const v = slot == kNoSlot ? nullptr : shell_.variables.find(slot);
    std::int64_t number = 0;
    const bool expression = !Value(std::string_view(subscript)).number(number);
    if ((v && v->has(kAssoc)) || (expression && !(v && v->is_set)))
        return Quick::No;
    const std::optional<std::int64_t> index = evaluate_subscript(shell_, subscript);
    if (!index)
        return Quick::Failed;
    subscript = std::to_string(*index);
    return length_from_end(p, *index, quoted);
}

/// ${#a[-9]} before the first element is an error, which ${a[-9]} is not; without a value it is 0.
Expander::Quick Expander::length_from_end(const Parameter& p, std::int64_t index, bool quoted) {
    const Slot slot = index < 0 ? shell_.variables.resolve(p.slot).slot : kNoSlot;
    if (slot == kNoSlot)
        return Quick::No;
    const Variable* const v = shell_.variables.find(slot);
    if (!v || !v->is_set) {
        sink_.expansion("0", quoted);
        return Quick::Done;
    }
    if (v->has(kAssoc) || (v->has(kIndexed) && index + v->array->max_index() + 1 >= 0))
        return Quick::No;
    shell_.report(p.subscript_word->source + "]: bad array subscript");
    shell_.abort_command();
    return Quick::Failed;
}

Expander::Quick Expander::quick_list(const Parameter& p, bool quoted) {
    const Variables::ArrayView view = shell_.variables.array_view(p.slot);
    const std::optional<std::size_t> size = view.size();
    if (!size)
        return Quick::No;
    if (p.length) {
        sink_.expansion(std::to_string(*size), quoted);
        return Quick::Done;
    }
    if (!quoted || p.subscript != SubscriptKind::At || sink_.mode() != ExpandMode::Fields)
        return Quick::No;
    bool first = true;
    const auto put = [&](const Value& value) {
        if (!std::exchange(first, false))
            sink_.separate(true);
        sink_.presence();
        sink_.expansion(value.text(), true);
    };
    if (view.array)
        view.array->for_each([&](std::int64_t, const Value& value) { put(value); });
    else
        view.assoc->for_each([&](const std::string&, const Value& value) { put(value); });
    empty_list_ = empty_list_ || first;
    return Quick::Done;
}

/// ${map[$key]} and ${map[$key]:-word} of an element that is there.
Expander::Quick Expander::quick_key(const Parameter& p, bool quoted) {
    if ((p.op != ParamOp::None && p.op != ParamOp::Default) || p.length || p.indirect
        || p.subscript_word->parts.size() != 1)
        return Quick::No;
    const Variable& map = shell_.variables.raw(p.slot);
    const WordPart& outer = p.subscript_word->parts[0];
    const WordPart& part =
        outer.kind == PartKind::DoubleQuoted && outer.parts.size() == 1 ? outer.parts[0] : outer;
    if (!map.has(kAssoc) || map.has(kNameref | kDynamic) || part.kind != PartKind::Parameter
        || !part.param->is_plain())
        return Quick::No;
    const Variable& key = shell_.variables.raw(part.param->slot);
    if (!key.is_set || key.has(kNameref | kIndexed | kAssoc | kDynamic) || key.value.text().empty())
        return Quick::No;
    const Value* const value = map.assoc->find(key.value.text());
    if (!value || (p.op == ParamOp::Default && p.colon && value->text().empty()))
        return Quick::No;
    sink_.expansion(value->text(), quoted);
    return Quick::Done;
}

std::string Expander::last_reference(Slot slot) {
    for (int depth = 0; depth < 8; ++depth) {
        const Variable& v = shell_.variables.raw(slot);
        if (!v.has(kNameref) || !v.is_set)
            break;
        std::string text = v.value.text();
        const Slot next = find_slot(text);
        if (next == kNoSlot || !shell_.variables.raw(next).has(kNameref))
            return text;
        slot = next;
    }
    return {};
}

/// $r of a nameref to a[@] or a[*]: the elements, as those forms give them (${r} is the joined text).
bool Expander::all_elements(Slot slot, bool quoted) {
    const std::string last = last_reference(slot);
    if (!last.ends_with("[@]") && !last.ends_with("[*]"))
        return false;
    const NameTarget named = shell_.variables.resolve(slot);
    if (named.slot == kNoSlot)
        return false;
    ParamTarget target;
    target.slot = named.slot;
    target.name = name_of(named.slot);
    target.subscript = named.subscript == "@" ? SubscriptKind::At : SubscriptKind::Star;
    ParamValue value;
    if (read(target, value))
        emit(value, quoted);
    return true;
}

bool Expander::whole_list(const Parameter& p, bool quoted) {
    if (!p.braced)
        return all_elements(p.slot, quoted);
    quoted_ = quoted;
    ParamTarget target;
    target.slot = p.slot;
    ParamValue value;
    if (!joined_elements(target, value) || !value.set)
        return false;
    sink_.expansion(value.text, quoted);
    return true;
}

/// ${r} of such a nameref: one text.
bool Expander::joined_elements(const ParamTarget& target, ParamValue& value) {
    if (target.kind != ParamKind::Variable || target.subscript != SubscriptKind::None
        || !shell_.variables.raw(target.slot).has(kNameref))
        return false;
    const std::string last = last_reference(target.slot);
    const bool star = last.ends_with("[*]");
    const NameTarget named =
        star || last.ends_with("[@]") ? shell_.variables.resolve(target.slot) : NameTarget{};
    if (named.slot == kNoSlot)
        return false;
    ParamTarget elements;
    elements.slot = named.slot;
    elements.name = name_of(named.slot);
    elements.subscript = star ? SubscriptKind::Star : SubscriptKind::At;
    ParamValue list;
    if (!read(elements, list))
        return false;
    const std::string joined = star || quoted_ ? star_separator(shell_) : std::string();
    const std::string separator = joined.empty() && !star ? " " : joined;
    for (const std::string& item : list.items)
        value.text.append(&item == list.items.data() ? "" : separator).append(item);
    value.set = list.set;
    return true;
}

bool Expander::exists(Slot slot) {
    const Slot last = shell_.variables.resolve(slot).slot;
    return last != kNoSlot && shell_.variables.find(last);
}

} // namespace asb::shell
