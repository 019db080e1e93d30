// The environment of children, and variables as text.
#include "core/shell/names.h"
#include "core/shell/quote.h"
#include "core/shell/shell.h"
#include "core/shell/test_primaries.h"
#include "core/shell/unparse.h"
#include "core/shell/variables.h"

#include <algorithm>
#include <utility>

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
    }
    environment_stale_ = true;
}

namespace {

/// The order in which bash lists a hash table of `chains` chains at first that has taken up keys with these
/// hashes one after the other: new ones in front of their chain, four times as many chains when there are
/// twice as many keys as chains.
std::vector<std::uint32_t> table_order(const std::vector<std::uint32_t>& hashes, std::size_t chains) {
    constexpr std::uint32_t kEnd = ~std::uint32_t{0};
    std::vector<std::uint32_t> first(chains, kEnd);
    std::vector<std::uint32_t> next(hashes.size());
    const auto put = [&](std::uint32_t key) {
        std::uint32_t& chain = first[hashes[key] & (first.size() - 1)];
        next[key] = chain;
        chain = key;
    };
    for (std::uint32_t key = 0; key < hashes.size(); ++key) {
        if (key >= 2 * first.size()) {
            std::vector<std::uint32_t> before(4 * first.size(), kEnd);
            before.swap(first);
            for (std::uint32_t chain : before) {
                while (chain != kEnd)
                    put(std::exchange(chain, next[chain]));
            }
        }
        put(key);
    }
    std::vector<std::uint32_t> order;
    for (const std::uint32_t chain : first) {
        for (std::uint32_t key = chain; key != kEnd; key = next[key])
            order.push_back(key);
    }
    return order;
}

} // namespace

/// All variables, innermost scope first; those of one scope in the order of bash's hash table.
std::vector<Variables::Binding> Variables::bindings() {
    std::vector<Binding> found;
    for (Slot slot = 0; slot < capacity_; ++slot) {
        const Variable& v = raw(slot);
        if (v.has(kDynamic) && v.has(kReadonly) && v.has(kExported)) // SHELLOPTS, BASHOPTS: as they are then
            static_cast<void>(find(slot));
        if (v.exists)
            found.push_back({slot, &v});
    }
    for (const Scope& scope : scopes_) {
        for (const Saved& hidden : scope.saved) {
            if (hidden.old.exists
                && hidden.old.scope
                       < raw(hidden.slot).scope) // else: swapped for a moment, see swap_innermost_scope()
                found.push_back({hidden.slot, &hidden.old});
        }
    }
    std::sort(found.begin(), found.end(), [](const Binding& a, const Binding& b) {
        if (a.variable->scope != b.variable->scope)
            return a.variable->scope > b.variable->scope;
        return a.variable->exists.number() < b.variable->exists.number();
    });
    std::vector<Binding> ordered;
    std::vector<std::uint32_t> hashes;
    for (std::size_t begin = 0, end = 0; begin < found.size(); begin = end) {
        const std::uint32_t scope = found[begin].variable->scope;
        hashes.clear();
        for (; end < found.size() && found[end].variable->scope == scope; ++end)
            hashes.push_back(AssocArray::hash(name_of(found[end].slot)));
        for (const std::uint32_t key : table_order(hashes, scope == 0 ? 1024 : 4))
            ordered.push_back(found[begin + key]);
    }
    return ordered;
}

const std::vector<std::string>& Variables::environment() {
    if (!environment_stale_)
        return environment_;
    environment_stale_ = false;
    environment_.clear();
    // A local without a value, or one that is not exported, hides nothing from a program.
    std::vector<bool> seen(capacity_);
    for (const auto& [slot, variable] : bindings()) {
        if (seen[slot] || !variable->is_set || !variable->has(kExported) || variable->is_array())
            continue;
        environment_.push_back(name_of(slot) + "=" + variable->value.text());
        seen[slot] = true;
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
