// The parts of a filter: keys, operators, terms; how one term is tested on an event and on a row of the
// store.
#pragma once

#include "core/events/filter.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace asb {

enum class FilterKey {
    Text,
    Denied,
    Failed,
    Running,
    ExitStatus,
    Command,
    Decision,
    Folder,
    Session,
    Rule,
    Reason,
    Since,
    Until,
    Duration,
    Cpu,
    Memory,
    Request,
    Pid,
    Caller,
    Type,
};
enum class FilterOperator { Holds, Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual };
/// What a key's values are.
enum class FilterValueKind { None, Text, Number, Duration, Size, Time, Word };

struct FilterKeyFacts {
    const char* name;
    FilterKey key;
    FilterValueKind kind;
    const char* meaning;
    std::vector<const char*> words; ///< the values of a Word key; proposals for others
};
const std::vector<FilterKeyFacts>& filter_key_facts();
/// Also by its other name (took, command, folder).
const FilterKeyFacts* find_filter_key(const QString& name);

struct FilterTerm {
    FilterKey key = FilterKey::Text;
    FilterValueKind kind = FilterValueKind::Text;
    FilterOperator comparison = FilterOperator::Holds;
    std::string text;        ///< Text, Word
    std::int64_t number = 0; ///< Number, Duration (us), Size (KiB), Time (ms since the epoch)
};

struct FilterNode {
    enum class Kind { Term, Not, And, Or };
    Kind kind = Kind::Term;
    FilterTerm term;
    std::vector<FilterNode> children;
};

/// Value of a term as written; the Error says what is wrong with it and what is known there.
Result<FilterTerm> make_filter_term(const FilterKeyFacts& facts, FilterOperator comparison,
                                    const QString& value, qint64 now_ms);

bool term_matches(const FilterTerm& term, const Event& event, const Event* request, std::string_view session);
FilterSql term_sql(const FilterTerm& term, std::string_view session);

} // namespace asb
