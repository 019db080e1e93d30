// The environment of children, and variables as text.
#include "core/shell/names.h"
#include "core/shell/quote.h"
#include "core/shell/shell.h"
#include "core/shell/test_primaries.h"
#include "core/shell/unparse.h"
#include "core/shell/variables.h"

#include <algorithm>

namespace asb::shell {

void Variables::import_environment(const std::vector<std::string>& environment) {
    for (const std::string& entry : environment) {
        const std::size_t equals = entry.find('=');
        if (equals == std::string::npos || equals == 0)
            continue;
        const std::string name = entry.substr(0, equals);
        if (name.compare(0, 10, "BASH_FUNC_") == 0 && name.size() > 12
            && entry.compare(equals - 2, 2, "%%") == 0)
            continue; // functions: Shell imports them
        if (!is_name(name)) {
            invalid_environment_.push_back(entry);
            continue;
        }
        Variable& v = raw(intern(name));
        v.exists = v.is_set = true;
        v.attributes |= kExported;
        v.value.set(entry.substr(equals + 1));
        environment_changed(v);
    }
}

/// All bindings that are exported and have a value, innermost scope first; those of one scope in the order of
/// bash's hash table, in whose chains what came last is first.
std::vector<Variables::Exported> Variables::exported_bindings() {
    std::vector<Exported> found;
    const auto take = [&](Slot slot, Variable& v) {
        if (!v.exists || !v.is_set || !v.has(kExported) || v.is_array())
            return;
        if (v.rank == 0)
            v.rank = ++ranks_;
        found.push_back({slot, AssocArray::hash(name_of(slot)) & 1023U, &v});
    };
    for (Slot slot = 0; slot < capacity_; ++slot) {
        Variable& v = raw(slot);
        if (v.has(kDynamic) && v.has(kExported)) { // as it is then: SHELLOPTS, BASHOPTS
            static_cast<void>(find(slot));
            environment_stale_ = true;
        }
        take(slot, v);
    }
    for (Scope& scope : scopes_) {
        for (Saved& hidden : scope.saved) {
            if (hidden.old.scope
                < raw(hidden.slot).scope) // else: swapped for a moment, see swap_innermost_scope()
                take(hidden.slot, hidden.old);
        }
    }
    std::sort(found.begin(), found.end(), [](const Exported& a, const Exported& b) {
        if (a.variable->scope != b.variable->scope)
            return a.variable->scope > b.variable->scope;
        return a.chain != b.chain ? a.chain < b.chain : a.variable->rank > b.variable->rank;
    });
    return found;
}

const std::vector<std::string>& Variables::environment() {
    if (!environment_stale_)
        return environment_;
    environment_stale_ = false;
    environment_.clear();
    // A local without a value, or one that is not exported, hides nothing from a program.
    const std::vector<Exported> bindings = exported_bindings();
    std::vector<bool> seen(capacity_);
    for (const Exported& entry : bindings) {
        if (!seen[entry.slot])
            environment_.push_back(name_of(entry.slot) + "=" + entry.variable->value.text());
        seen[entry.slot] = true;
    }
    for (const FunctionPtr& function : shell_.functions.sorted()) {
        if (!function->exported)
            continue;
        const std::string text = unparse_function_value(*function->body);
        environment_.push_back("BASH_FUNC_" + function->name + "%%=" + text);
    }
    environment_.insert(environment_.end(), invalid_environment_.begin(), invalid_environment_.end());
    return environment_;
}

// ---------------------------------------------------------------------------------------------- text forms

std::string Variables::attribute_letters(const Variable& v) {
    std::string letters;
    const auto add = [&](std::uint16_t attribute, char letter) {
        if (v.has(attribute))
            letters += letter;
    };
    add(kIndexed, 'a');
    add(kAssoc, 'A');
    add(kInteger, 'i');
    add(kNameref, 'n');
    add(kReadonly, 'r');
    add(kTrace, 't');
    add(kExported, 'x');
    add(kCapital, 'c');
    add(kLower, 'l');
    add(kUpper, 'u');
    return letters;
}

namespace {

std::string key_text(const std::string& key) {
    if (needs_ansi(key))
        return quote_ansi(key);
    if (key.empty() || has_shell_metas(key) || key == "@" || key == "*")
        return quote_double(key);
    return key;
}

} // namespace

std::string Variables::array_text(const Variable& v) {
    std::string text = "(";
    if (v.has(kIndexed)) {
        v.array->for_each([&](std::int64_t index, const Value& value) {
            text.append(text.size() > 1 ? " [" : "[").append(std::to_string(index)).append("]=");
            text.append(quote_declare(value.text()));
        });
    } else if (v.has(kAssoc)) {
        v.assoc->for_each([&](const std::string& key, const Value& value) {
            text.append("[")
                .append(key_text(key))
                .append("]=")
                .append(quote_declare(value.text()))
                .append(" ");
        });
    }
    return text + ")";
}

std::string Variables::pairs_text(const Variable& v) {
    std::string text;
    if (v.has(kIndexed)) {
        v.array->for_each([&](std::int64_t index, const Value& value) {
            text.append(text.empty() ? "" : " ").append(std::to_string(index)).append(" ");
            text.append(quote_declare(value.text()));
        });
    } else if (v.has(kAssoc)) {
        v.assoc->for_each([&](const std::string& key, const Value& value) {
            text.append(key_text(key)).append(" ").append(quote_declare(value.text())).append(" ");
        });
    }
    return text;
}

const Variable* Variables::listed(Slot slot) {
    const Variable& v = raw(slot);
    return v.has(kInvisible) ? &v : find(slot);
}

std::string Variables::declaration(Slot slot, bool refresh) {
    const Variable* v = refresh ? find(slot) : listed(slot);
    if (!v)
        return {};
    const std::string letters = attribute_letters(*v);
    std::string text = "declare -" + (letters.empty() ? std::string("-") : letters) + " " + name_of(slot);
    if (v->is_array())
        return v->is_set ? text + "=" + array_text(*v) : text;
    return v->is_set ? text + "=" + quote_declare(v->value.text()) : text;
}

std::string Variables::assignment_text(Slot slot, bool refresh) {
    const Variable* v = refresh ? find(slot) : listed(slot);
    if (!v)
        return {};
    if (v->is_array())
        return name_of(slot) + "=" + array_text(*v);
    const std::string text = v->value.text();
    if (shell_.options.is(SetOption::Posix) && needs_ansi(text)) // no $'…' there
        return name_of(slot) + "=" + quote_single(text);
    return name_of(slot) + "=" + quote_if_needed(text);
}

// ---------------------------------------------------------------------------------------------- listings

std::vector<Slot> Variables::sorted() const {
    std::vector<Slot> slots;
    for (Slot slot = 0; slot < capacity_; ++slot) {
        if (chunks_[slot >> kChunkBits][slot & (kChunk - 1)].exists)
            slots.push_back(slot);
    }
    std::sort(slots.begin(), slots.end(), [](Slot a, Slot b) { return name_of(a) < name_of(b); });
    return slots;
}

std::vector<std::string> Variables::names_with_prefix(std::string_view prefix) const {
    std::vector<std::string> names;
    for (const Slot slot : sorted()) {
        const Variable& v = chunks_[slot >> kChunkBits][slot & (kChunk - 1)];
        const std::string& name = name_of(slot);
        if (name.compare(0, prefix.size(), prefix) == 0 && (v.is_set || v.has(kDynamic)))
            names.push_back(name);
    }
    return names;
}

std::string shell_level(const std::string& before, int change) {
    constexpr long long kTooDeep = 1000; // bash begins anew
    const long long level = std::clamp(test_integer(before).value_or(0), -kTooDeep, kTooDeep) + change;
    return std::to_string(level >= kTooDeep ? 1 : std::max(level, 0LL));
}

std::string Variables::level_without_shell() {
    static const Slot slot = intern("SHLVL");
    return shell_level((shell_.builtin ? raw(slot) : global(slot)).value.text(),
                       -1); // exec sees its own prefix
}

} // namespace asb::shell
