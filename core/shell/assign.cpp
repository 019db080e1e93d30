// Assignments to variables and elements, with attributes and refusals. Words of the messages: bash 5.2.
#include "core/shell/arith_host.h"
#include "core/shell/names.h"
#include "core/shell/restore.h"
#include "core/shell/shell.h"
#include "core/shell/text_case.h"
#include "core/shell/variables.h"

#include <algorithm>

namespace asb::shell {

std::optional<std::int64_t> evaluate_subscript(Shell& shell, std::string_view subscript) {
    std::int64_t index = 0;
    if (Value(subscript).number(index))
        return index;
    const Restore<std::string_view> builtin(shell.builtin_name, {}); // messages name the expression only
    const Restore<std::string_view> command(shell.arith_name, {});
    if (!evaluate_expression(shell, subscript, index, ArithFailure::ExitShell))
        return std::nullopt;
    return index;
}

std::optional<std::int64_t> array_index(Shell& shell, std::string_view name, const std::string& subscript,
                                        std::int64_t max_index, bool reading, std::string_view written) {
    const std::string_view shown = written.empty() ? std::string_view(subscript) : written;
    const auto refuse = [&] {
        shell.report(std::string(name) + (reading ? "" : "[" + std::string(shown) + "]")
                     + ": bad array subscript");
        return std::nullopt;
    };
    if (!reading && all_elements_subscript(shown)) // as it is written: what expands to it is an expression
        return refuse();
    const std::optional<std::int64_t> value = evaluate_subscript(shell, subscript);
    if (!value)
        return std::nullopt;
    std::int64_t index = *value;
    if (index < 0)
        index += max_index + 1;
    if (index < 0)
        return refuse();
    return index;
}

bool Variables::refuse_readonly(Slot slot) {
    const NameTarget target = resolve(slot);
    if (target.slot == kNoSlot || !raw(target.slot).has(kReadonly))
        return false;
    shell_.report(name_of(target.slot) + ": readonly variable");
    return true;
}

bool Variables::convert(const Variable& variable, std::string& value) {
    if (variable.has(kInteger)) {
        std::int64_t number = 0;
        if (!evaluate_expression(shell_, value, number, ArithFailure::ExitShell))
            return false;
        value = std::to_string(number);
    }
    if (variable.has(kUpper))
        value = change_case(value, CaseChange::Upper, shell_.utf8());
    else if (variable.has(kLower))
        value = change_case(value, CaseChange::Lower, shell_.utf8());
    else if (variable.has(kCapital))
        value = change_case(value, CaseChange::Capital, shell_.utf8());
    return true;
}

/// Puts value into place (the scalar or an element of variable).
bool Variables::store(Variable& variable, Value& place, std::string value, bool append) {
    if (!variable.has(kInteger | kUpper | kLower | kCapital)) {
        if (append)
            place.append(value);
        else
            place.set(std::move(value));
        return true;
    }
    if (variable.has(kInteger)) {
        std::int64_t number = 0;
        std::int64_t before = 0;
        if (!evaluate_expression(shell_, value, number, ArithFailure::ExitShell))
            return false;
        if (append && !place.text().empty() && !place.number(before)
            && !evaluate_expression(shell_, place.text(), before, ArithFailure::ExitShell))
            return false;
        place.set(append ? static_cast<std::int64_t>(static_cast<std::uint64_t>(before)
                                                     + static_cast<std::uint64_t>(number))
                         : number);
        return true;
    }
    if (append)
        value.insert(0, place.text());
    if (!convert(variable, value))
        return false;
    place.set(std::move(value));
    return true;
}

void Variables::changed(Slot slot, const Variable& variable) {
    if (variable.has(kExported))
        environment_stale_ = true;
    special_changed(slot, variable);
}

void Variables::special_changed(Slot slot, const Variable& variable) {
    if (variable.dynamic && variable.dynamic->changed && !shell_.prefix_of_program)
        variable.dynamic->changed(shell_, slot);
}

void Variables::touched(Slot slot) {
    Variable& v = raw(slot);
    if (v.has(kTemporary))
        note_assigned(slot, v);
    if (shell_.options.is(SetOption::Allexport) && !v.is_array())
        v.attributes |= kExported;
    changed(slot, v);
}

bool Variables::assign(Slot slot, std::string value, bool append) {
    record(slot);
    Variable& v = raw(slot);
    if (v.attributes == 0 && !v.dynamic && !shell_.options.is(SetOption::Allexport)) {
        v.exists = true;
        if (append && v.is_set)
            v.value.append(value);
        else
            v.value.set(std::move(value));
        v.is_set = true;
        return true;
    }
    return assign_slow(slot, std::move(value), append);
}

bool Variables::assign_slow(Slot slot, std::string value, bool append) {
    const NameTarget target = resolve(slot);
    if (target.slot == kNoSlot)
        return false;
    if (target.has_subscript && all_elements_subscript(target.subscript)) {
        shell_.report(name_of(target.slot) + "[" + target.subscript + "]: bad array subscript");
        return false;
    }
    if (target.has_subscript && target.slot == slot
        && raw(slot).value.text().starts_with(name_of(slot) + "[")) { // local -n a=a[0]
        shell_.error("`" + name_of(slot) + "[" + target.subscript + "]': not a valid identifier");
        shell_.abort_command();
        return false;
    }
    if (target.has_subscript) {
        drop_nameref(raw(target.slot), name_of(target.slot));
        return assign_element(target.slot, target.subscript, std::move(value), append);
    }
    record(target.slot);
    Variable& v = raw(target.slot);
    if (v.has(kReadonly)) {
        shell_.report(name_of(target.slot) + ": readonly variable");
        return false;
    }
    if (v.has(kNoAssign))
        return true;
    if (v.has(kDynamic) && v.dynamic && v.dynamic->assign) {
        if (append) { // goes on from what was last seen or assigned
            if (!store(v, v.value, std::move(value), true))
                return false;
            value = v.value.text();
        } else {
            v.value.set(value);
        }
        v.dynamic->assign(shell_, v, value);
        return true;
    }
    if (v.has(kNameref)) { // points nowhere yet: the value is the name it shall stand for
        std::string name;
        std::string subscript;
        if (!is_name(value) && !split_reference(value, name, subscript)) {
            const std::string_view command = shell_.arith_name;
            shell_.builtin_error(std::string(command) + (command.empty() ? "`" : ": `") + value
                                 + "': not a valid identifier");
            return false;
        }
        v.value.set(std::move(value));
        v.is_set = true;
        return true;
    }
    Value& place = v.has(kAssoc) ? v.assoc->at("0") : v.has(kIndexed) ? v.array->at(0) : v.value;
    if (!v.is_set && !v.is_array())
        place.set(std::string{});
    if (!store(v, place, std::move(value), append))
        return false;
    v.exists = true;
    v.is_set = true;
    if (shell_.options.is(SetOption::Allexport)) // an array, too, when it is assigned to as a whole
        v.attributes |= kExported;
    touched(target.slot);
    return true;
}

bool Variables::assign(std::string_view name, std::string value, bool append) {
    return assign(intern(name), std::move(value), append);
}

bool Variables::assign_number(Slot slot, std::int64_t number) {
    record(slot);
    Variable& v = raw(slot);
    if ((v.attributes & ~kInteger & 0xffff) == 0 && !v.dynamic && !shell_.options.is(SetOption::Allexport)) {
        v.exists = true;
        v.is_set = true;
        v.value.set(number);
        return true;
    }
    return assign_slow(slot, std::to_string(number), false);
}

void Variables::make_indexed(Variable& variable) {
    if (variable.is_array())
        return;
    variable.array = std::make_unique<IndexedArray>();
    if (variable.is_set)
        variable.array->at(0) = std::move(variable.value);
    variable.value = Value{};
    variable.attributes |= kIndexed;
}

void Variables::make_assoc(Variable& variable) {
    if (variable.is_array())
        return;
    variable.assoc =
        std::make_unique<AssocArray>(variable.is_set ? 128 : 1024); // bash converts into a small one
    if (variable.is_set)
        variable.assoc->at("0") = std::move(variable.value);
    variable.value = Value{};
    variable.attributes |= kAssoc;
}

bool Variables::assign_element(Slot slot, const std::string& subscript, std::string value, bool append,
                               std::string_view written) {
    const NameTarget target = resolve(slot);
    if (target.slot == kNoSlot)
        return false;
    const std::string& name = name_of(target.slot);
    record(target.slot);
    Variable& v = raw(target.slot);
    if (target.has_subscript || v.has(kNameref)) {
        shell_.error("`" + (target.has_subscript ? name + "[" + target.subscript + "]" : std::string{})
                     + "': not a valid identifier");
        return false;
    }
    if (v.has(kReadonly)) {
        shell_.report(name_of(slot) + ": readonly variable"); // the nameref's name
        return false;
    }
    if (v.has(kNoAssign))
        return true;
    if (v.has(kDynamic) && v.dynamic && v.dynamic->refresh)
        v.dynamic->refresh(shell_, v);
    if (v.has(kAssoc)) {
        if (subscript.empty()) {
            shell_.report(name + "[" + std::string(written) + "]: bad array subscript");
            return false;
        }
        if (!store(v, v.assoc->at(subscript), std::move(value), append))
            return false;
    } else {
        const std::int64_t max = v.has(kIndexed) ? v.array->max_index() : (v.is_set ? 0 : -1);
        const auto index = array_index(shell_, name, subscript, max, false, written);
        if (!index)
            return false;
        make_indexed(v);
        if (!store(v, v.array->at(*index), std::move(value), append))
            return false;
    }
    v.exists = true;
    v.is_set = true;
    touched(target.slot);
    return true;
}

/// The element of an indexed array without any attribute that needs attention; null for others.
Value* Variables::plain_element(Slot slot, std::int64_t index) {
    record(slot);
    Variable& v = raw(slot);
    if (v.attributes != kIndexed || v.dynamic || index < 0 || shell_.options.is(SetOption::Allexport))
        return nullptr;
    v.exists = true;
    v.is_set = true;
    return &v.array->at(index);
}

bool Variables::assign_element(Slot slot, std::int64_t index, std::string_view written, std::string value,
                               bool append) {
    if (Value* place = plain_element(slot, index)) {
        if (append)
            place->append(value);
        else
            place->set(std::move(value));
        return true;
    }
    if (index < 0) {
        const NameTarget target = resolve(slot);
        if (target.slot == kNoSlot)
            return false;
        const Variable& v = raw(target.slot);
        index += (v.has(kIndexed) ? v.array->max_index() : v.is_set ? 0 : -1) + 1;
        if (index < 0) {
            shell_.report(name_of(target.slot) + "[" + std::string(written) + "]: bad array subscript");
            return false;
        }
    }
    return assign_element(slot, std::to_string(index), std::move(value), append, written);
}

bool Variables::assign_element_number(Slot slot, std::int64_t index, std::string_view written,
                                      std::int64_t value) {
    if (Value* place = plain_element(slot, index)) {
        place->set(value);
        return true;
    }
    return assign_element(slot, std::to_string(index), std::to_string(value), false, written);
}

bool Variables::is_associative(Slot slot) {
    const NameTarget target = resolve(slot);
    return target.slot != kNoSlot && raw(target.slot).has(kAssoc);
}

bool Variables::is_associative(std::string_view name) {
    const Slot slot = is_name(name) ? find_slot(std::string(name)) : kNoSlot;
    return slot != kNoSlot && is_associative(slot);
}

bool Variables::split_argument(std::string_view text, std::string& name, std::string& subscript,
                               bool& expanded) {
    const std::size_t open = text.find('[');
    expanded = shell_.options.is(Shopt::AssocExpandOnce) && open != std::string_view::npos
               && is_associative(text.substr(0, open));
    if (!expanded)
        return split_reference(text, name, subscript);
    const std::string_view head = text.substr(0, open + 1);
    const bool written =
        shell_.builtin_words
        && std::any_of(shell_.builtin_words->words.begin(), shell_.builtin_words->words.end(),
                       [head](const Word& word) {
                           return word.source.starts_with(head) && written_as_reference(word.source);
                       });
    const std::size_t close = written ? text.size() - 1 : text.find(']', open);
    if (close != text.size() - 1 || text.back() != ']' || close == open + 1)
        return false;
    name = text.substr(0, open);
    subscript = text.substr(open + 1, close - open - 1);
    return true;
}

bool Variables::assign_reference(std::string_view reference, std::string value) {
    if (is_name(reference))
        return assign(reference, std::move(value));
    std::string name;
    std::string subscript;
    bool known = false;
    if (!split_argument(reference, name, subscript, known)) {
        shell_.builtin_error("`" + std::string(reference) + "': not a valid identifier");
        return false;
    }
    const Slot slot = intern(name);
    const bool associative = is_associative(slot);
    if (associative && shell_.options.is(Shopt::AssocExpandOnce))
        return assign_element(slot, subscript, std::move(value), false, subscript);
    std::string expanded;
    if (!shell_.expand_reference_subscript(subscript, associative, expanded))
        return false;
    return assign_element(slot, expanded, std::move(value), false, subscript);
}

void Variables::drop_nameref(Variable& variable, const std::string& name) {
    if (!variable.has(kNameref))
        return;
    shell_.error("warning: " + name + ": removing nameref attribute");
    variable.attributes = static_cast<std::uint16_t>(variable.attributes & ~kNameref);
    variable.value = Value{};
    variable.is_set = false;
}

IndexedArray* Variables::array_for_builtin(std::string_view name, bool clear) {
    const NameTarget target = resolve(intern(name));
    if (target.slot == kNoSlot)
        return nullptr;
    if (target.has_subscript) {
        shell_.builtin_error("`" + name_of(target.slot) + "[" + target.subscript
                             + "]': not a valid identifier");
        return nullptr;
    }
    record(target.slot);
    Variable& v = raw(target.slot);
    drop_nameref(v, name_of(target.slot));
    if (v.has(kReadonly | kNoAssign)) {
        if (v.has(kReadonly))
            shell_.report(std::string(name) + ": readonly variable");
        return nullptr;
    }
    if (v.has(kAssoc)) {
        shell_.builtin_error(name_of(target.slot) + ": cannot convert associative to indexed array");
        return nullptr;
    }
    make_indexed(v);
    if (clear)
        v.array->clear();
    v.exists = true;
    v.is_set = true;
    touched(target.slot);
    return v.array.get();
}

void Variables::outlive_prefix(Slot slot) {
    const Variable* inner = &raw(slot);
    while (inner->has(kTemporary) && !inner->has(kLocal) && inner->scope > 0) {
        std::vector<Saved>& saved = scopes_[inner->scope - 1].saved;
        const auto hidden =
            std::find_if(saved.begin(), saved.end(), [slot](const Saved& s) { return s.slot == slot; });
        if (hidden == saved.end() || hidden->old.has(kReadonly) || hidden->old.is_array())
            return;
        Variable& outer = hidden->old;
        outer.exists = outer.is_set = true;
        outer.value = inner->value;
        outer.attributes |= kExported;
        inner = &outer;
    }
}

void Variables::set_plain(Slot slot, std::string value) {
    record(slot);
    Variable& v = raw(slot);
    v.exists = true;
    v.is_set = true;
    v.value.set(std::move(value));
    if (v.has(kExported))
        environment_stale_ = true;
}

} // namespace asb::shell
