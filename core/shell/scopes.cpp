// Scopes of variables: calls of functions, prefix assignments, subshells without a process.
#include "core/shell/variables.h"

#include "core/shell/builtin.h"
#include "core/shell/names.h"
#include "core/shell/shell.h"

#include <algorithm>
#include <utility>

namespace asb::shell {

void Variables::push_scope(ScopeKind kind) {
    scopes_.push_back(Scope{kind, {}});
    if (!spare_.empty()) {
        scopes_.back().saved = std::move(spare_.back());
        spare_.pop_back();
    }
}

void Variables::pop_scope() {
    while (!circles_.empty() && circles_.back().scope == scopes_.size()) {
        global(circles_.back().slot) = std::exchange(raw(circles_.back().twin), Variable{});
        circles_.pop_back();
    }
    Scope scope = std::move(scopes_.back());
    const HandedDown kept = scope.merges || !scope.assigned.empty() ? handed_down(scope) : HandedDown{};
    scopes_.pop_back();
    for (auto it = scope.saved.rbegin(); it != scope.saved.rend(); ++it) {
        Variable& v = raw(it->slot);
        if (v.has(kExported) || it->old.has(kExported))
            environment_stale_ = true;
        const DynamicVariable* const hook = it->old.dynamic;
        v = std::move(it->old);
        if (hook && hook->changed && !shell_.prefix_of_program)
            hook->changed(shell_, it->slot);
    }
    scope.saved.clear();
    spare_.push_back(std::move(scope.saved));
    for (const auto& [slot, value] : kept) {
        if (!assign(slot, value) || !scope.merges)
            continue;
        raw(slot).attributes |= kExported;
        outlive_prefix(slot);
        environment_stale_ = true;
    }
}

/// `x=1 printf -v x 2`: the builtin assigns both, the prefix and the variable that it hides. Not so what has
/// a scope of variables of its own.
void Variables::note_assigned(Slot slot, const Variable& variable) {
    if (scopes_.empty() || scopes_.back().kind != ScopeKind::Temporary || variable.scope != scopes_.size()
        || !shell_.builtin || (shell_.builtin->flags & (kDeclaration | kKeepsPrefix)) != 0)
        return;
    scopes_.back().assigned.push_back(slot);
}

Variables::HandedDown Variables::handed_down(const Scope& scope) {
    HandedDown kept;
    for (const Saved& saved : scope.saved) {
        const Variable& v = raw(saved.slot);
        const bool assigned =
            std::find(scope.assigned.begin(), scope.assigned.end(), saved.slot) != scope.assigned.end();
        if (v.exists && v.has(kTemporary) && !v.is_array() && (scope.merges || assigned))
            kept.emplace_back(saved.slot, v.value.text());
    }
    return kept;
}

void Variables::abandon_scopes() {
    std::vector<ScopeKind> kinds;
    while (!scopes_.empty()) {
        kinds.push_back(scopes_.back().kind);
        pop_scope();
    }
    for (auto kind = kinds.rbegin(); kind != kinds.rend(); ++kind) // their ends are still to come
        push_scope(*kind);
}

void Variables::swap_innermost_scope() {
    environment_stale_ = true;
    const bool quiet = std::exchange(shell_.quiet_locale, true); // for the moment the locale stays
    for (Saved& saved : scopes_.back().saved) {
        Variable& v = raw(saved.slot);
        std::swap(v, saved.old);
        const DynamicVariable* const hook = v.dynamic ? v.dynamic : saved.old.dynamic;
        if (hook && hook->changed && !shell_.prefix_of_program)
            hook->changed(shell_, saved.slot);
    }
    shell_.quiet_locale = quiet;
}

std::size_t Variables::function_scope() const {
    for (std::size_t i = scopes_.size(); i > 0; --i) {
        if (scopes_[i - 1].kind == ScopeKind::Function)
            return i;
    }
    return 0;
}

bool Variables::in_function() const {
    return function_scope() != 0;
}

Variable& Variables::bind(Slot slot, std::size_t scope_index) {
    Variable& v = raw(slot);
    const auto number = static_cast<std::uint32_t>(scope_index + 1);
    if (v.scope == number)
        return v;
    // A binding of an inner scope (a prefix assignment of the running builtin) hides the one that is asked
    // for.
    if (v.scope > number) {
        for (std::size_t i = scope_index + 1; i < scopes_.size(); ++i) {
            for (Saved& saved : scopes_[i].saved) {
                if (saved.slot != slot)
                    continue;
                if (saved.old.scope != number) {
                    scopes_[scope_index].saved.emplace_back(slot, std::move(saved.old));
                    saved.old = Variable{};
                    saved.old.scope = number;
                    saved.old.exists = true;
                }
                return saved.old;
            }
        }
    }
    if (v.has(kExported))
        environment_stale_ = true;
    const DynamicVariable* const hook = v.dynamic && v.dynamic->changed ? v.dynamic : nullptr;
    scopes_[scope_index].saved.emplace_back(slot, std::move(v));
    v = Variable{};
    v.scope = number;
    v.exists = true;
    v.dynamic = hook;
    return v;
}

Variable& Variables::make_local(Slot slot, bool inherit) {
    const std::size_t scope = function_scope();
    if (scope == 0)
        return raw(slot);
    Variable& old = raw(slot);
    const bool temporary = old.has(kTemporary);
    // `x=1 f` and then `local x` in f: the prefix assignment is in f's own scope. `x=1 eval 'local x'`
    // likewise takes what eval has.
    if (old.scope == scope
        || (temporary && old.scope > scope && scopes_[old.scope - 1].kind == ScopeKind::Commands)) {
        old.attributes |= temporary ? kLocal : 0;
        return old;
    }
    if (!inherit) {
        const bool exported = old.has(kExported); // a local takes that over
        Value value;
        if (temporary)
            value = old.value;
        Variable& v = bind(slot, scope - 1);
        if (exported)
            v.attributes |= kExported;
        if (temporary) {
            v.value = std::move(value);
            v.is_set = true;
        }
        return v;
    }
    Variable copy = old.clone();
    copy.attributes &= static_cast<std::uint16_t>(~kNameref & 0xffff);
    Variable& v = bind(slot, scope - 1);
    copy.scope = v.scope;
    copy.exists = v.exists;
    v = std::move(copy);
    return v;
}

void Variables::bind_temporary(Slot slot, std::string value) {
    Variable& v = bind(slot, scopes_.size() - 1);
    v.attributes = kExported | kTemporary;
    v.is_set = true;
    v.value.set(std::move(value));
    environment_stale_ = true;
    changed(slot, v);
}

Variable& Variables::global(Slot slot) {
    Variable& v = raw(slot);
    if (v.scope == 0)
        return v;
    for (Scope& scope : scopes_) {
        for (Saved& saved : scope.saved) {
            if (saved.slot == slot)
                return saved.old;
        }
    }
    return v;
}

bool Variables::is_local(Slot slot) const {
    const std::size_t scope = function_scope();
    if (scope == 0 || slot >= capacity_)
        return false;
    return chunks_[slot >> kChunkBits][slot & (kChunk - 1)].scope == scope;
}

std::vector<Slot> Variables::local_slots() const {
    std::vector<Slot> slots;
    const std::size_t scope = function_scope();
    if (scope != 0) {
        for (const Saved& saved : scopes_[scope - 1].saved) {
            const Variable& v = chunks_[saved.slot >> kChunkBits][saved.slot & (kChunk - 1)];
            if (!v.has(kTemporary) || v.has(kLocal))
                slots.push_back(saved.slot);
        }
    }
    return slots;
}

// ---------------------------------------------------------------------------------------------- journal

Variables::Journal::Journal(Variables& variables)
    : variables_(variables),
      outer_(std::exchange(variables.journal_, this)),
      depth_(variables.scope_depth()),
      number_(++variables.journals_) {}

Variables::Journal::~Journal() {
    if (variables_.journal_ != this) // a forked child does not go back
        return;
    variables_.journal_ = outer_;
    for (auto it = old_.rbegin(); it != old_.rend(); ++it) {
        auto& [slot, old] = *it;
        Variable& v = variables_.raw(slot);
        if (v.has(kExported) || old.has(kExported))
            variables_.environment_stale_ = true;
        v = std::move(old);
        if (v.dynamic && v.dynamic->changed)
            v.dynamic->changed(variables_.shell_, slot);
    }
}

void Variables::record_now(Slot slot) {
    Variable& v = raw(slot);
    if (v.scope > journal_->depth_ || v.recorded == journal_->number_)
        return;
    journal_->old_.emplace_back(slot, v.clone());
    v.recorded = journal_->number_;
}

} // namespace asb::shell
