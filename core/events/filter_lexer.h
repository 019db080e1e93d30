// The words of a filter.
#pragma once

#include "core/events/filter_term.h"

#include <QString>

#include <vector>

namespace asb {

struct FilterToken {
    enum class Kind { Word, Quoted, Comparison, Open, Close, Minus, End };
    Kind kind = Kind::End;
    qsizetype position = 0; ///< of its first character
    QString source;         ///< as written
    QString text;           ///< Word, Quoted: the text; Comparison: the value; without quotes
    QString key;            ///< Comparison
    FilterOperator comparison = FilterOperator::Holds;
};

/// The tokens, an End last. Error: a quote that is not closed.
Result<std::vector<FilterToken>> lex_filter(const QString& text);

/// `text` as one word of the language that is no key, flag or operator: in quotes where needed.
QString quote_filter_text(const QString& text);

/// The piece of an unfinished filter that is being typed at `cursor`: a word, or the value behind a key.
struct FilterPiece {
    qsizetype start = 0;
    qsizetype length = 0;
    QString key;  ///< empty: a word
    QString text; ///< of the piece, up to the cursor
    bool quoted = false;
};
FilterPiece filter_piece_at(const QString& text, qsizetype cursor);

} // namespace asb
