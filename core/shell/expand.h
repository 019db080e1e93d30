// Expansion of words (bash manual, "Shell Expansions"), internal to expand*.cpp.
#pragma once

#include "core/shell/ast.h"
#include "core/shell/pattern.h"
#include "core/shell/value.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace asb::shell {

class Shell;

enum class ExpandMode : std::uint8_t {
    Fields,        ///< splitting and globbing
    Text,          ///< one string
    Document,      ///< one string: a here-document
    Pattern,       ///< one string, quoted characters behind a backslash
    TracedPattern, ///< as Pattern, every quoted character behind a backslash, as xtrace shows it
    Regex,         ///< as Pattern, for ERE
    Replacement,   ///< as Pattern, only & and \ are escaped: ${x/p/r}
};

/// How a list becomes one string, beside what "$*" says.
enum class ListJoin : std::uint8_t {
    Value,    ///< by spaces, by IFS what some operators have made
    Declared, ///< as Value, with spaces for an empty IFS: behind declare, local, export, readonly
    Spaces,   ///< by spaces: in [[ ]], the word of case, keys and elements of associative arrays
    Element,  ///< by IFS: ([key]=$@) of an indexed array
};

/// A field that may be a pattern; these are replaced by names when all words of a command are expanded.
struct PatternField {
    using QuotedRanges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
    std::size_t field; ///< its index among the fields
    QuotedRanges quoted;
};
using PatternFields = std::vector<PatternField>;

/// The fields of a word without the names that they match; `patterns` gets those that may match some.
bool split_word(Shell& shell, const Word& word, std::vector<std::string>& fields, PatternFields& patterns);
/// The names that a field matches, or itself, behind `fields`. False: failglob or a limit (message written,
/// unwinding set).
bool expand_pathname(Shell& shell, std::string& text, const PatternField& field,
                     std::vector<std::string>& fields);
/// Puts what `names_of(field, pattern, out)` appends to `out` in the place of each field that `patterns`
/// names. False as soon as it answers so.
template <typename Field, typename NamesOf>
bool replace_patterns(const PatternFields& patterns, std::vector<Field>& fields, NamesOf names_of) {
    if (patterns.empty())
        return true;
    std::vector<Field> before = std::move(fields);
    fields.clear();
    auto pattern = patterns.cbegin();
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (pattern == patterns.cend() || pattern->field != i) {
            fields.push_back(std::move(before[i]));
            continue;
        }
        if (!names_of(before[i], *pattern, fields))
            return false;
        ++pattern;
    }
    return true;
}
/// Puts the names in the place of those fields that match some. False as expand_pathname() has it.
bool expand_pathnames(Shell& shell, const PatternFields& patterns, std::vector<std::string>& fields);

/// The pattern of [[ == ]] and of case: a "$@" makes fields of the word first. case takes the first field
/// only. Null after an error; valid until the word is expanded again.
const PreparedPattern* prepare_field_pattern(Shell& shell, const Word& word, const PatternOptions& how,
                                             bool first_only);

/// Takes the pieces of a word and makes fields or one string of them. Splitting looks only at unquoted
/// results of expansions, globbing at all unquoted characters.
class ExpansionSink {
public:
    ExpansionSink(Shell& shell, ExpandMode mode);

    ListJoin joins = ListJoin::Value;
    bool traces = false; ///< pattern() shows what is quoted, as TracedPattern does

    ExpandMode mode() const { return mode_; }
    void literal(std::string_view text, bool quoted);
    void expansion(std::string_view text, bool quoted);
    /// "" was written: the field exists though it is empty.
    void presence();
    /// Between two elements of $@, ${a[@]}, unquoted $*: the field ends. `quoted`: it ends even when it is
    /// empty.
    void separate(bool quoted);
    /// Counts everything that was put in: tells whether a part gave anything.
    std::size_t activity() const { return activity_; }
    /// The string (all modes but Fields).
    std::string& text() { return text_; }
    /// Ends the word: its fields as one pattern, with blanks between them, or only the first one.
    std::string pattern(bool first_only);
    /// Ends the word: appends its fields, and to `patterns` those that may be patterns.
    void finish(std::vector<std::string>& fields, PatternFields& patterns);

private:
    void append(std::string_view text, bool quoted);
    void append_regex(std::string_view text, bool quoted);
    void append_traced(std::string_view text, bool quoted, std::string& pattern) const;
    void add_field(std::string_view word);
    void close();

    Shell& shell_;
    const ExpandMode mode_;
    std::string text_; ///< of the open field
    PatternField::QuotedRanges quoted_;
    std::vector<std::string> done_;
    PatternFields patterns_; ///< those of them that may be patterns
    std::size_t activity_ = 0;
    enum class After : std::uint8_t {
        Start,
        Space,
        Other
    } after_ = After::Start; ///< last delimiter, field not open
    bool open_ = false;
    bool special_ = false;
    bool in_bracket_ = false; ///< Regex
    const bool extglob_;
};

/// The word as one string.
bool expand_joined(Shell& shell, const Word& word, ListJoin joins, std::string& text);

/// The text of a word that holds only literals and $name or $1 that are set; false when it holds more
/// (`text` is anything then). `splits`: as a field, where an unquoted parameter may be split and a pattern
/// names files.
bool expand_plain(Shell& shell, const Word& word, bool splits, std::string& text);

bool is_strip(ParamOp op); ///< # ## % %%

/// What ${…} is about, once subscripts and indirection are known.
struct ParamTarget {
    ParamKind kind = ParamKind::Variable;
    SubscriptKind subscript = SubscriptKind::None;
    Slot slot = kNoSlot;
    std::uint32_t index = 0;
    std::string name;
    std::string key;           ///< expanded subscript
    std::string_view written;  ///< the subscript in the script; empty: the key is it
    bool is_list() const;      ///< "$@", "${a[@]}" and the like
    std::string shown() const; ///< as error messages name it
};

struct ParamValue {
    bool set = false;
    bool list = false;
    bool star = false;
    bool elements = false; ///< all elements of an array as they are
    bool changed = false;  ///< an operator made it
    bool spaced = false;   ///< then: in the word of ${u-…}, unquoted, an empty IFS does not join it
    bool present = false;  ///< a field between double quotes even when it is empty
    bool split = false;    ///< the separators of its elements are looked at as in word splitting
    bool source = false;   ///< shell text, which may be parted even between double quotes: "${a[@]@A}"
    std::string text;
    std::vector<std::string> items;
};

/// Expands the parts of one word into a sink. All functions answer false after an error (message written,
/// unwinding set).
class Expander {
public:
    Expander(Shell& shell, ExpansionSink& sink) : shell_(shell), sink_(sink) {}

    bool parts(const std::vector<WordPart>& parts, bool quoted, bool operand = false);
    bool part(const WordPart& part, bool quoted, bool operand = false);
    bool document(const std::vector<WordPart>& parts);
    bool meets_list(const std::vector<WordPart>& parts, bool quoted);

private:
    bool tilde(const WordPart& part, bool quoted);
    bool double_quoted(const WordPart& part, bool nested);
    bool command_substitution(const WordPart& part, bool quoted);
    // expand_param.cpp
    bool parameter(const WordPart& part, bool quoted);
    enum class Quick { No, Done, Failed };
    Quick quick(const Parameter& parameter, bool quoted);
    Quick quick_element(const Parameter& parameter, bool quoted);
    Quick length_by_index(const Parameter& parameter, std::string& subscript, bool quoted);
    Quick length_from_end(const Parameter& parameter, std::int64_t index, bool quoted);
    Quick quick_list(const Parameter& parameter, bool quoted);
    Quick quick_key(const Parameter& parameter, bool quoted);
    bool find_target(const Parameter& parameter, ParamTarget& target);
    bool exists(Slot slot); ///< what it stands for
    bool whole_list(const Parameter& parameter, bool quoted);
    bool all_elements(Slot slot, bool quoted);
    bool joined_elements(const ParamTarget& target, ParamValue& value);
    std::string
    last_reference(Slot slot); ///< what the last of a chain of namerefs says; empty: none, a circle
    bool indirect_target(ParamTarget& target, ParamOp op, bool& unset);
    bool target_from_name(const std::string& name, ParamTarget& target);
    bool read(const ParamTarget& target, ParamValue& value);
    bool special_value(const ParamTarget& target, ParamValue& value);
    bool keys(const ParamTarget& target, const Parameter& parameter, bool quoted);
    bool length(const ParamTarget& target, bool quoted);
    bool array_is_set(const Parameter& parameter);
    bool asks_of_array(const Parameter& parameter, const ParamTarget& target) const;
    bool unset_error(const ParamTarget& target, const Parameter& parameter);
    bool conditional(const Parameter& parameter, const ParamTarget& target, ParamValue& value, bool quoted);
    bool operand(const Parameter& parameter, bool quoted);
    bool gives_list(const Parameter& parameter, bool quoted);
    bool assign_default(const Parameter& parameter, const ParamTarget& target, bool quoted);
    bool error_if_unset(const Parameter& parameter, const ParamTarget& target, bool quoted);
    void changed_list(ParamValue& value, bool quoted, ParamOp op, bool positional);
    void join_names(ParamValue& value, bool quoted);
    bool is_null(const Parameter& parameter, const ParamTarget& target, const ParamValue& value,
                 bool quoted) const;
    std::string list_separator(const ParamValue& value, bool quoted) const;
    void emit(const ParamValue& value, bool quoted);
    void emit_in_operand(const ParamValue& value);
    std::string bad_text(const std::string& part) const;
    // expand_operator.cpp
    bool apply(const Parameter& parameter, const ParamTarget& target, ParamValue& value, bool quoted);
    bool strip(const Parameter& parameter, ParamValue& value);
    bool replace(const Parameter& parameter, ParamValue& value);
    bool change(const Parameter& parameter, ParamValue& value);
    bool substring(const Parameter& parameter, const ParamTarget& target, ParamValue& value);
    bool slice(const Parameter& parameter, const ParamTarget& target, std::int64_t offset, ParamValue& value);
    bool transform(const Parameter& parameter, const ParamTarget& target, ParamValue& value, bool quoted);
    bool arithmetic_operand(const Word& word, std::int64_t& value);

    Shell& shell_;
    ExpansionSink& sink_;
    bool quoted_ = false;         ///< of the parameter that is being expanded
    bool in_operand_ = false;     ///< inside the word of ${x-word}
    bool beside_list_ = false;    ///< inside "…" or a here-document with a $@ in it
    std::size_t quoted_from_ = 0; ///< the sink's activity at the beginning of the "…"
    bool empty_list_ = false;     ///< inside "…": a $@ without elements was seen
};

bool is_conditional(ParamOp op);
/// Whether "…" with these parts has a ${*#x} or ${a[*]#x} in it, which a $@ beside it parts.
bool changes_star(const std::vector<WordPart>& parts);
/// `[subscript]` as it stands in the source; empty: there is none.
std::string written_subscript(const Parameter& parameter);
/// `!name[subscript]`: how messages call what ${!…} is about.
std::string indirect_name(const Parameter& parameter);
/// Separator of "$*".
std::string star_separator(const Shell& shell);
/// ~ or ~user or ~+ ~-, text is what follows the ~. False: stays as it is.
bool expand_tilde(Shell& shell, const std::string& text, std::string& result);
/// A folder of PATH or CDPATH, which may begin with a tilde that was quoted when the list was made.
std::string expand_folder(Shell& shell, std::string folder);
/// ${x@P}, PS4: backslash escapes of prompts, then expansion as in double quotes.
bool expand_prompt(Shell& shell, std::string_view text, std::string& result);

} // namespace asb::shell
