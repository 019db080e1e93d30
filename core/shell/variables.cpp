#include "core/shell/variables.h"

#include "core/shell/names.h"
#include "core/shell/shell.h"

#include <algorithm>

namespace asb::shell {

Variable Variable::clone() const {
    Variable copy;
    copy.attributes = attributes;
    copy.exists = exists;
    copy.is_set = is_set;
    copy.scope = scope;
    copy.value = value;
    copy.dynamic = dynamic;
    copy.recorded = recorded;
    if (array)
        copy.array = std::make_unique<IndexedArray>(*array);
    if (assoc)
        copy.assoc = std::make_unique<AssocArray>(*assoc);
    return copy;
}

bool is_identifier(std::string_view text) {
    return is_name(text);
}

bool written_as_reference(std::string_view source) {
    const std::size_t open = source.find('[');
    return open != std::string_view::npos && is_name(source.substr(0, open))
           && skip_subscript(source, open) == source.size() - 1;
}

std::size_t skip_subscript(std::string_view text, std::size_t open) {
    std::string closers; // innermost last: ] ) } or a quote
    for (std::size_t i = open; i < text.size(); ++i) {
        const char c = text[i];
        const char inner = closers.empty() ? '\0' : closers.back();
        if (c == '\\' && inner != '\'') {
            ++i;
        } else if (c == inner) {
            closers.pop_back();
            if (closers.empty())
                return i;
        } else if (inner == '\'' || inner == '`') {
            continue;
        } else if (c == '$' && i + 1 < text.size() && (text[i + 1] == '(' || text[i + 1] == '{')) {
            closers += text[++i] == '(' ? ')' : '}';
        } else if (c == '`' || c == '"') {
            closers += c;
        } else if (inner != '"' && (c == '\'' || c == '[')) {
            closers += c == '[' ? ']' : c;
        } else if (c == '(' && inner == ')') {
            closers += ')';
        }
    }
    return std::string_view::npos;
}

bool split_reference(std::string_view text, std::string& name, std::string& subscript) {
    const std::size_t open = text.find('[');
    if (open == std::string_view::npos || open == 0 || text.back() != ']' || text.size() - open < 3
        || !is_name(text.substr(0, open)))
        return false;
    if (skip_subscript(text, open) != text.size() - 1)
        return false;
    name = text.substr(0, open);
    subscript = text.substr(open + 1, text.size() - open - 2);
    return true;
}

Variables::Variables(Shell& shell) : shell_(shell) {}
Variables::~Variables() = default;

void Variables::grow(Slot slot) {
    while (slot >= capacity_) {
        chunks_.push_back(std::make_unique<Variable[]>(kChunk));
        capacity_ += kChunk;
    }
}

const Variable* Variables::find(Slot slot) {
    Variable& v = raw(slot);
    if (!v.exists)
        return nullptr;
    if (v.has(kDynamic) && v.dynamic && v.dynamic->refresh) {
        v.dynamic->refresh(shell_, v);
        if (v.has(kExported)) // programs get what was read last
            environment_stale_ = true;
    }
    return &v;
}

NameTarget Variables::resolve(Slot slot) {
    NameTarget target;
    target.slot = slot;
    for (int depth = 0;; ++depth) {
        const Variable& v = raw(target.slot);
        if (!v.has(kNameref) || !v.is_set || v.value.text().empty())
            return target;
        if (depth > 8 || (depth > 0 && target.slot == slot)) {
            shell_.error("warning: " + name_of(slot) + ": circular name reference");
            target.slot = behind_circle(slot);
            return target;
        }
        const std::string text = v.value.text();
        std::string name;
        if (split_reference(text, name, target.subscript)) {
            target.slot = intern(name);
            target.has_subscript = true;
            if (target.subscript.find_first_of("$`\\\"'") == std::string::npos)
                return target;
            const std::string written = target.subscript; // expanded at each use
            if (!shell_.expand_reference_subscript(written, raw(target.slot).has(kAssoc), target.subscript))
                target.slot = kNoSlot;
            return target;
        }
        target.slot = intern(text);
    }
}

/// A function's nameref that leads to itself stands for the global variable of that name (`local -n v=v`),
/// which lives in a slot of its own until the function ends; at the top level it stands for nothing.
Slot Variables::behind_circle(Slot slot) {
    const std::uint32_t scope = raw(slot).scope;
    if (scope == 0)
        return kNoSlot;
    for (const Circle& circle : circles_) {
        if (circle.slot == slot)
            return circle.twin;
    }
    const Slot twin = twin_slot(slot);
    raw(twin) = std::move(global(slot));
    circles_.push_back({slot, twin, scope});
    return twin;
}

/// What a nameref to NAME[@] gives: the elements, joined.
const Value* Variables::all_elements(Slot slot) {
    const Variable* v = find(slot);
    if (!v || !v->is_array())
        return v && v->is_set ? &v->value : nullptr;
    std::string text;
    bool any = false;
    const auto add = [&](const Value& item) {
        text.append(std::exchange(any, true) ? " " : "").append(item.text());
    };
    if (v->has(kAssoc))
        v->assoc->for_each([&](const std::string&, const Value& item) { add(item); });
    else
        v->array->for_each([&](std::int64_t, const Value& item) { add(item); });
    joined_.set(std::move(text));
    return any ? &joined_ : nullptr;
}

const Value* Variables::value_slow(Slot slot) {
    const NameTarget target = resolve(slot);
    if (target.slot == kNoSlot)
        return nullptr;
    if (target.has_subscript && all_elements_subscript(target.subscript))
        return all_elements(target.slot);
    if (target.has_subscript)
        return element(target.slot, target.subscript);
    const Variable* v = find(target.slot);
    if (!v)
        return nullptr;
    if (v->has(kAssoc))
        return v->assoc->find("0");
    if (v->has(kIndexed))
        return v->array->find(0);
    if (v->has(kNameref))
        return nullptr;
    return v->is_set ? &v->value : nullptr;
}

const Value* Variables::value(std::string_view name) {
    return value(intern(name));
}

std::string Variables::text(std::string_view name) {
    const Value* v = value(intern(name));
    return v ? v->text() : std::string{};
}

const std::string& Variables::text(Slot slot) {
    static const std::string empty;
    const Value* v = value(slot);
    return v ? v->text() : empty;
}

const Value* Variables::element(Slot slot, const std::string& subscript) {
    const NameTarget target = resolve(slot);
    if (target.slot == kNoSlot || target.has_subscript)
        return nullptr;
    const Variable* v = find(target.slot);
    if (v && v->has(kAssoc)) {
        if (subscript.empty())
            shell_.report(name_of(target.slot) + ": bad array subscript");
        return v->assoc->find(subscript);
    }
    const std::int64_t max = v && v->has(kIndexed) ? v->array->max_index() : -1; // none from a scalar's end
    const auto index = array_index(shell_, name_of(target.slot), subscript, max, true);
    if (!index || !v)
        return nullptr;
    v = find(target.slot); // the subscript may have changed it
    if (v && v->has(kIndexed))
        return v->array->find(*index);
    return v && v->is_set && *index == 0 ? &v->value : nullptr;
}

const Value* Variables::element(Slot slot, std::int64_t index) {
    const NameTarget target = resolve(slot);
    if (target.slot == kNoSlot || target.has_subscript)
        return nullptr;
    const Variable* v = find(target.slot);
    if (index < 0 && v && v->has(kIndexed))
        index += v->array->max_index() + 1;
    if (index < 0) {
        shell_.report(name_of(target.slot) + ": bad array subscript");
        return nullptr;
    }
    if (v && v->has(kIndexed))
        return v->array->find(index);
    return v && v->is_set && index == 0 ? &v->value : nullptr;
}

bool Variables::is_array(Slot slot) {
    const NameTarget target = resolve(slot);
    return target.slot != kNoSlot && raw(target.slot).is_array();
}

std::optional<std::size_t> Variables::ArrayView::size() const {
    if (array)
        return array->size();
    return assoc ? std::optional(assoc->size()) : std::nullopt;
}

Variables::ArrayView Variables::array_view(Slot slot) {
    const NameTarget target = resolve(slot);
    const Variable* v = target.slot == kNoSlot || target.has_subscript ? nullptr : find(target.slot);
    if (!v)
        return {};
    return {v->has(kIndexed) ? v->array.get() : nullptr, v->has(kAssoc) ? v->assoc.get() : nullptr};
}

// ---------------------------------------------------------------------------------------------- unset

bool Variables::unset(Slot slot) {
    Variable& v = raw(slot);
    if (!v.exists) { // bash looks at its special variables all the same
        changed(slot, v);
        return true;
    }
    if (v.has(kReadonly))
        return false;
    if (v.has(kExported))
        environment_stale_ = true;
    const DynamicVariable* const hook = v.dynamic && v.dynamic->changed ? v.dynamic : nullptr;
    const std::uint32_t scope = v.scope;
    const bool taken_over = v.has(kLocal);
    const bool own = scope > 0
                     && (taken_over || (!v.has(kTemporary) && scopes_[scope - 1].kind == ScopeKind::Function))
                     && (scope >= function_scope() || shell_.options.is(Shopt::LocalvarUnset));
    if (scope > 0 && !own) {
        // An outer function's local: what it had hidden shows up again.
        std::vector<Saved>& saved = scopes_[scope - 1].saved;
        const auto it =
            std::find_if(saved.begin(), saved.end(), [&](const Saved& s) { return s.slot == slot; });
        if (it != saved.end()) {
            v = std::move(it->old);
            saved.erase(it);
            if (v.has(kExported))
                environment_stale_ = true;
        }
    } else {
        const int kept = taken_over ? kLocal | (v.attributes & kExported) : 0;
        const Existence there = v.exists;
        v = Variable{};
        v.scope = scope;
        if (own) // stays a local without value until the function returns
            v.exists = there;
        v.attributes = static_cast<std::uint16_t>(kept);
        v.dynamic = hook;
    }
    if (hook)
        hook->changed(shell_, slot);
    return true;
}

bool Variables::unset_element(Slot slot, const std::string& subscript) {
    const NameTarget target = resolve(slot);
    if (target.slot == kNoSlot)
        return true;
    Variable& v = raw(target.slot);
    if (!v.exists)
        return true;
    if (v.has(kReadonly))
        return false;
    if (v.has(kAssoc)) {
        v.assoc->erase(subscript);
        return true;
    }
    if (!v.has(kIndexed)) {
        const auto index = evaluate_subscript(shell_, subscript);
        if (index && *index == 0)
            return unset(target.slot);
        if (index)
            shell_.builtin_error(name_of(target.slot) + ": not an array variable");
        return false;
    }
    const auto index = array_index(shell_, name_of(target.slot), subscript, v.array->max_index());
    if (index)
        v.array->erase(*index);
    return index.has_value();
}

} // namespace asb::shell
