// Shell variables by slot: attributes, scopes by shallow binding, namerefs, dynamic variables, the
// environment.
#pragma once

#include "core/shell/ast.h"
#include "core/shell/value.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace asb::shell {

class Shell;

enum Attribute : std::uint16_t {
    kExported = 1,
    kReadonly = 2,
    kInteger = 4,
    kUpper = 8,
    kLower = 16,
    kCapital = 32,
    kNameref = 64,
    kTrace = 128,
    kIndexed = 256,
    kAssoc = 512,
    kDynamic = 1024,   ///< computed when read, see Variable::dynamic
    kNoAssign = 2048,  ///< assignments are ignored without a word (FUNCNAME, GROUPS …)
    kTemporary = 4096, ///< from a prefix assignment
    kInvisible = 8192, ///< kept out of listings (startup defaults that bash hides)
    kLocal = 16384,    ///< a prefix assignment that `local` has taken over
};

struct Variable;
/// A variable that the shell computes. refresh fills value or array before each read; assign stores an
/// assignment (null: the assignment is plain; for kDynamic only). changed is called after each change of the
/// visible binding, also of variables that are not computed (IFS, LC_ALL, OPTIND …).
struct DynamicVariable {
    void (*refresh)(Shell&, Variable&) = nullptr;
    void (*assign)(Shell&, Variable&, const std::string&) = nullptr;
    void (*changed)(Shell&, Slot) = nullptr;
};

/// Whether there is a variable, and since when: bash lists what came last first.
class Existence {
public:
    explicit operator bool() const { return number_ != 0; }
    Existence& operator=(bool there) {
        if (!there)
            number_ = 0;
        else if (number_ == 0)
            number_ = ++last_ != 0 ? last_ : ++last_;
        return *this;
    }
    std::uint32_t number() const { return number_; } ///< later ones have more

private:
    std::uint32_t number_ = 0;
    inline static std::uint32_t last_ = 0;
};

struct Variable {
    std::uint16_t attributes = 0;
    bool is_set = false;     ///< scalar has a value; arrays: see `array`/`assoc`
    Existence exists;        ///< declared (by an assignment or an attribute)
    std::uint32_t scope = 0; ///< number of the scope it is bound in; 0 = global
    Value value;
    std::unique_ptr<IndexedArray> array; ///< with kIndexed
    std::unique_ptr<AssocArray> assoc;   ///< with kAssoc
    const DynamicVariable* dynamic = nullptr;

    bool has(std::uint16_t attribute) const { return (attributes & attribute) != 0; }
    std::uint32_t recorded = 0; ///< number of the journal that has its old value

    bool is_array() const { return (attributes & (kIndexed | kAssoc)) != 0; }
    Variable clone() const; ///< deep copy
};

/// What a name stands for once namerefs are followed: a variable, or one element of it.
struct NameTarget {
    Slot slot = kNoSlot; ///< kNoSlot: the nameref points nowhere or in a circle
    bool has_subscript = false;
    std::string subscript; ///< text between the brackets
};

/// The value of SHLVL, `change` levels deeper than `before` says.
std::string shell_level(const std::string& before, int change);

class Variables {
public:
    explicit Variables(Shell& shell);
    ~Variables();

    // ------------------------------------------------------------------ reading
    /// The visible binding, namerefs not followed, dynamic ones refreshed; null when it was never declared.
    const Variable* find(Slot slot);
    /// Same without refresh, made when missing. The reference stays valid.
    Variable& raw(Slot slot) {
        if (slot >= capacity_)
            grow(slot);
        return chunks_[slot >> kChunkBits][slot & (kChunk - 1)];
    }
    /// Follows namerefs; a plain variable gives itself. Warns about circles as bash does.
    NameTarget resolve(Slot slot);
    /// What `$name` gives: scalar value, or element 0 / "0" of an array; namerefs followed. Null when unset.
    const Value* value(Slot slot) {
        const Variable& v = raw(slot);
        if (v.has(kNameref | kIndexed | kAssoc | kDynamic))
            return value_slow(slot);
        return v.is_set ? &v.value : nullptr;
    }
    const Value* value(std::string_view name);
    /// Text of value() or empty.
    std::string text(std::string_view name);
    const std::string& text(Slot slot);
    bool is_set(Slot slot) { return value(slot) != nullptr; }
    /// What it stands for is an array.
    bool is_array(Slot slot);
    bool is_associative(Slot slot);
    bool is_associative(std::string_view name);
    /// split_reference() for a word that a builtin was given. With assoc_expand_once the key of an
    /// associative array ends at the first ] (where the reference was written without quotes: at the end of
    /// the word), and `expanded` tells that it is not to be expanded.
    bool split_argument(std::string_view text, std::string& name, std::string& subscript, bool& expanded);
    /// Element by the text of its subscript (already expanded): arithmetic for indexed arrays and scalars,
    /// key for associative ones. Null when unset or when the subscript is wrong (then the message has been
    /// written and unwinding is set).
    const Value* element(Slot slot, const std::string& subscript);
    /// The same by the number, for what is no associative array.
    const Value* element(Slot slot, std::int64_t index);

    // ------------------------------------------------------------------ writing
    /// name=value or name+=value as a statement does it: readonly check with message, integer/case
    /// attributes, namerefs, dynamic variables, allexport. False when it was refused (message written).
    bool assign(Slot slot, std::string value, bool append = false);
    bool assign(std::string_view name, std::string value, bool append = false);
    /// Shape changes: a scalar becomes element 0. make_indexed/make_assoc leave an array of that kind alone.
    void make_indexed(Variable& variable);
    void make_assoc(Variable& variable);
    /// Value with the variable's integer and case attributes applied; false when arithmetic failed (unwinding
    /// set).
    bool convert(const Variable& variable, std::string& value);
    /// After a change through raw(): allexport, environment, hooks.
    void touched(Slot slot);
    bool assign_number(Slot slot, std::int64_t number);
    /// name[subscript]=value. Makes an indexed array of a scalar or missing variable. Messages show the
    /// subscript as it was `written`, before its expansion (empty: it was written so).
    bool assign_element(Slot slot, const std::string& subscript, std::string value, bool append = false,
                        std::string_view written = {});
    /// The same by the number, for what is no associative array.
    bool assign_element(Slot slot, std::int64_t index, std::string_view written, std::string value,
                        bool append = false);
    bool assign_element_number(Slot slot, std::int64_t index, std::string_view written, std::int64_t value);
    /// Elements of what `slot` stands for; nothing when it is no array.
    struct ArrayView {
        const IndexedArray* array = nullptr;
        const AssocArray* assoc = nullptr;
        /// Nothing when it is no array.
        std::optional<std::size_t> size() const;
    };
    ArrayView array_view(Slot slot);
    /// For builtins (read, printf -v, getopts, mapfile …): "name" or "name[sub]". False: not an identifier or
    /// refused; the message (`builtin: name: …`) has been written.
    bool assign_reference(std::string_view reference, std::string value);
    /// An empty indexed array to fill by a builtin (read -a, mapfile); null when refused (message written).
    /// `clear` drops the former elements.
    IndexedArray* array_for_builtin(std::string_view name, bool clear);
    /// Sets without any check, attribute or hook: for the shell's own variables (PIPESTATUS, REPLY-like
    /// internals).
    void set_plain(Slot slot, std::string value);

    /// unset -v. False when it is readonly (message written by the caller).
    bool unset(Slot slot);
    /// unset 'name[sub]'.
    bool unset_element(Slot slot, const std::string& subscript);

    /// A nameref is to become an array: it is none any more, with a warning.
    void drop_nameref(Variable& variable, const std::string& name);
    /// Writes `NAME: readonly variable` and answers true when the variable (or what the nameref leads to) is
    /// readonly.
    bool refuse_readonly(Slot slot);

    // ------------------------------------------------------------------ scopes (functions and prefix
    // assignments)
    enum class ScopeKind : std::uint8_t {
        Function,
        Temporary, ///< prefix assignments of a builtin
        Commands,  ///< the same of eval and source: commands run in it
    };
    void push_scope(ScopeKind kind);
    void pop_scope();
    /// The shell is about to end: what the scopes hide is back already.
    void abandon_scopes();
    /// The prefix assignments of the running builtin are those of the commands that it is about to run.
    void commands_follow() {
        if (!scopes_.empty() && scopes_.back().kind == ScopeKind::Temporary)
            scopes_.back().kind = ScopeKind::Commands;
    }
    /// What is left of the prefix assignments of eval, source and unset stays (POSIX mode).
    void merge_scope() { scopes_.back().merges = true; }
    /// What the innermost scope hides is visible until the next call, its own bindings are not.
    void swap_innermost_scope();
    std::uint32_t scope_depth() const { return static_cast<std::uint32_t>(scopes_.size()); }
    bool in_function() const;
    /// Binds slot anew in the innermost function scope; the old binding comes back at pop_scope. Answers the
    /// new (or already local) binding. `inherit`: keeps value and attributes of the outer one; that of a
    /// prefix assignment keeps its value anyway.
    Variable& make_local(Slot slot, bool inherit = false);
    /// Binds slot in the innermost scope, which must be Temporary, exported, with this value.
    void bind_temporary(Slot slot, std::string value);
    /// Gives the value on to what a function's prefix assignment hides: POSIX mode, special builtins.
    void outlive_prefix(Slot slot);
    /// The global binding, wherever it is saved now (declare -g).
    Variable& global(Slot slot);
    /// Variable is bound in the innermost function scope (as a local or as its prefix assignment).
    bool is_local(Slot slot) const;
    /// Slots bound in the innermost function scope, in order of their making (local without arguments).
    std::vector<Slot> local_slots() const;

    // ------------------------------------------------------------------ subshells without a process
    /// From its making to its end the old value of every variable that is assigned (not: declared or unset)
    /// is kept; the end puts them back. They nest.
    class Journal {
    public:
        explicit Journal(Variables& variables);
        ~Journal();
        Journal(const Journal&) = delete;
        Journal& operator=(const Journal&) = delete;

    private:
        friend class Variables;
        Variables& variables_;
        Journal* const outer_;
        const std::uint32_t
            depth_; ///< scopes that are there already: what is bound in later ones ends before
        const std::uint32_t number_;
        std::vector<std::pair<Slot, Variable>> old_;
    };
    /// Before each change of a value; whoever writes through raw() calls it.
    void record(Slot slot) {
        if (journal_)
            record_now(slot);
    }
    /// In a forked child nothing will be put back.
    void forget_journal() { journal_ = nullptr; }

    // ------------------------------------------------------------------ environment and listings
    /// Must be called by whoever changes an exported variable or an export attribute through raw().
    void environment_changed() { environment_stale_ = true; }
    /// What depends on a special variable (IFS, OPTIND, locales …) is done anew; nothing for others.
    void special_changed(Slot slot, const Variable& variable);
    /// NAME=value of all exported variables in bash's order, then exported functions. Valid until the next
    /// change.
    const std::vector<std::string>& environment();
    /// SHLVL for a program that runs in place of this shell: one less.
    std::string level_without_shell();
    /// As find(), but what is kInvisible is not computed.
    const Variable* listed(Slot slot);
    /// All declared variables, sorted by name.
    std::vector<Slot> sorted() const;
    /// visit(slot) for all of them as listings show them: without the running builtin's own prefix
    /// assignments.
    template <typename F>
    void for_each_listed(F visit) {
        const bool own = !scopes_.empty() && scopes_.back().kind == ScopeKind::Temporary;
        if (own)
            swap_innermost_scope();
        for (const Slot slot : sorted())
            visit(slot);
        if (own)
            swap_innermost_scope();
    }
    /// Names that begin with prefix, sorted: ${!prefix*}.
    std::vector<std::string> names_with_prefix(std::string_view prefix) const;
    void import_environment(const std::vector<std::string>& environment);

    /// What `declare -p` prints: `declare -x NAME="value"`, without newline. Without `refresh` computed
    /// scalars show what they were when last read (listings).
    std::string declaration(Slot slot, bool refresh = true);
    /// What `set` prints: `NAME=value`, quoted when needed.
    std::string assignment_text(Slot slot, bool refresh = true);
    /// Letters of the attributes in bash's order ("ir"), for declare -p and ${x@a}.
    static std::string attribute_letters(const Variable& variable);
    /// `([0]="a" [1]="b")` of an array.
    static std::string array_text(const Variable& variable);
    /// `0 "a" 1 "b"`: ${a[@]@K}.
    static std::string pairs_text(const Variable& variable);

private:
    struct Saved {
        Saved(Slot of, Variable&& value) : slot(of), old(std::move(value)) {}
        Slot slot;
        Variable old;
    };
    struct Scope {
        ScopeKind kind;
        std::vector<Saved> saved;
        std::vector<Slot> assigned = {}; ///< prefix assignments that the builtin gave another value
        bool merges = false;             ///< what is left of the prefix assignments stays (POSIX mode)
    };
    using HandedDown = std::vector<std::pair<Slot, std::string>>;
    HandedDown handed_down(const Scope& scope);
    void note_assigned(Slot slot, const Variable& variable);
    static constexpr unsigned kChunkBits = 8;
    static constexpr Slot kChunk = Slot{1} << kChunkBits;
    void grow(Slot slot);
    const Value* value_slow(Slot slot);
    const Value* all_elements(Slot slot);
    struct Circle {
        Slot slot; ///< of the nameref
        Slot twin; ///< has the global variable meanwhile
        std::uint32_t scope;
    };
    Slot behind_circle(Slot slot);
    Variable& bind(Slot slot, std::size_t scope_index);
    void changed(Slot slot, const Variable& variable);
    bool assign_slow(Slot slot, std::string value, bool append);
    Value* plain_element(Slot slot, std::int64_t index);
    void record_now(Slot slot);
    bool store(Variable& variable, Value& place, std::string value, bool append);
    std::size_t function_scope() const; ///< index + 1 of the innermost function scope, 0 = none
    struct Binding {
        Slot slot;
        const Variable* variable;
    };
    std::vector<Binding> bindings();

    Shell& shell_;
    std::vector<std::unique_ptr<Variable[]>> chunks_;
    std::size_t capacity_ = 0;
    std::vector<Scope> scopes_;
    std::vector<std::vector<Saved>> spare_; ///< empty ones of scopes that ended: the next need no memory
    std::vector<Circle> circles_;
    std::vector<std::string> environment_;
    std::vector<std::string> invalid_environment_; ///< inherited entries that are no valid names: passed on
    bool environment_stale_ = true;
    Value joined_; ///< of all_elements
    Journal* journal_ = nullptr;
    std::uint32_t journals_ = 0; ///< how many there have been
};

/// The value of the text of a subscript of an indexed array. nullopt: message of arithmetic written.
std::optional<std::int64_t> evaluate_subscript(Shell& shell, std::string_view subscript);
/// The element it means: negative ones count from max_index + 1. nullopt:
/// message written (`name[written]: bad array subscript`, only the name when reading, or arithmetic error).
std::optional<std::int64_t> array_index(Shell& shell, std::string_view name, const std::string& subscript,
                                        std::int64_t max_index, bool reading = false,
                                        std::string_view written = {});
bool is_identifier(std::string_view text);
/// At the [ of a reference: index of the ] that closes it (quotes, expansions and brackets inside are
/// skipped), npos without one.
std::size_t skip_subscript(std::string_view text, std::size_t open);
/// `@` or `*`: all elements, where that has a meaning.
inline bool all_elements_subscript(std::string_view subscript) {
    return subscript == "@" || subscript == "*";
}
/// A word of the source is name[…], without quotes around it: its subscript is expanded with the word, and
/// not a second time.
bool written_as_reference(std::string_view source);
/// Splits "name[sub]"; false when it has not that form.
bool split_reference(std::string_view text, std::string& name, std::string& subscript);

} // namespace asb::shell
