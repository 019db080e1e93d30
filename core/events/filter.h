// The filter language of the window and of `log --filter`.
//
//   words and "quoted words"      the command line (or note) holds this text; case of ASCII letters is
//   ignored key:value                     text: holds it; number: equals it; duration, memory: at least
//   key=value  key!=value         equal, not equal (upper and lower case count); a record that has no such
//                                 value matches neither
//   key<value <= > >=             numbers, durations (10ms, 2.5s, 3m, 1h), memory (64k, 10M, 2G)
//   since:10m  until:14:30        start time: an age, a time of day, today, yesterday, 2026-11-29,
//                                 2026-11-29T14:30[:05]
//   denied failed running         refused by the profile; ended with a status other than 0; not ended
//   -term  not term               the opposite; a word that begins with two dashes is a word (--force)
//   a b   a and b   a or b  (…)   both, both, one of them; `or` binds weakest
//
// Keys: see filter_keys(). A filter never takes longer than one look at each of its terms.
#pragma once

#include "core/base/event.h"
#include "core/base/result.h"

#include <QString>
#include <QStringList>
#include <QVariantList>

#include <memory>
#include <string_view>
#include <vector>

namespace asb {

struct FilterNode;

/// What may stand at a place of a filter that is being typed.
struct FilterCompletion {
    qsizetype start = 0;  ///< of the piece to replace, in characters
    qsizetype length = 0; ///< of that piece
    QStringList words;    ///< what can stand there, the likeliest first
};

/// A filter as a condition on the store's table `records`. It holds for every row that the filter matches;
/// with `exact` for no other row.
struct FilterSql {
    QString where; ///< with ? for `values`
    QVariantList values;
    bool exact = true;
};

/// What a condition is asked of: records as they are, or rows of which a view of lines may show the line:
/// there a line has the worst verdict of its commands, with the reason and the rule, and a command has its
/// line's folder where it has none.
enum class FilterRows { Records, Lines };

struct FilterKeyHelp {
    const char* name;
    const char* meaning;
};
/// Keys and flags in the order in which help lists them.
const std::vector<FilterKeyHelp>& filter_keys();

class Filter {
public:
    Filter() = default; ///< matches everything

    /// `now_ms` (milliseconds since the epoch) is what ages and times of day are relative to. At most 4096
    /// characters, 256 terms, 32 nested parentheses. The Error names position, word and what is known there.
    static Result<Filter> parse(const QString& text, qint64 now_ms);

    bool empty() const { return !root_; }
    /// `session`: id of the session that the event is of, for the key `session`. `request`: the line that
    /// holds a simple command, when it is at hand; used for its folder where the command names none.
    bool matches(const Event& event, const Event* request = nullptr, std::string_view session = {}) const;

    static FilterCompletion completions(const QString& text, qsizetype cursor);
    /// "key=value" with quotes where the language needs them; an empty key gives free text.
    static QString term(const QString& key, const QString& value);

    FilterSql sql(std::string_view session = {}, FilterRows rows = FilterRows::Records) const;

private:
    std::shared_ptr<const FilterNode> root_;
};

} // namespace asb
