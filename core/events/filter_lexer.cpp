#include "core/events/filter_lexer.h"

#include <algorithm>
#include <iterator>

namespace asb {
namespace {

bool is_key_letter(QChar c) {
    return c >= QLatin1Char('a') && c <= QLatin1Char('z');
}

bool ends_word(QChar c) {
    return c.isSpace() || c == QLatin1Char('(') || c == QLatin1Char(')');
}

struct OperatorText {
    const char* text;
    FilterOperator op;
};
constexpr OperatorText kOperators[] = {
    {"!=", FilterOperator::NotEqual}, {"<=", FilterOperator::LessEqual}, {">=", FilterOperator::GreaterEqual},
    {"=", FilterOperator::Equal},     {":", FilterOperator::Holds},      {"<", FilterOperator::Less},
    {">", FilterOperator::Greater}};

const OperatorText* operator_at(const QString& text, qsizetype at) {
    const auto found =
        std::find_if(std::begin(kOperators), std::end(kOperators), [&](const OperatorText& op) {
            return QStringView(text).mid(at).startsWith(QLatin1String(op.text));
        });
    return found == std::end(kOperators) ? nullptr : found;
}

/// Length of "key" in front of an operator at `at`; 0 when none stands there.
qsizetype key_length(const QString& text, qsizetype at) {
    qsizetype length = 0;
    while (at + length < text.size() && is_key_letter(text[at + length]))
        ++length;
    return length > 0 && operator_at(text, at + length) ? length : 0;
}

class Lexer {
public:
    explicit Lexer(const QString& text) : text_(text) {}

    Result<std::vector<FilterToken>> run() {
        std::vector<FilterToken> tokens;
        do {
            Result<FilterToken> token = next();
            if (!token)
                return token.error();
            tokens.push_back(std::move(*token));
        } while (tokens.back().kind != FilterToken::Kind::End);
        return tokens;
    }

private:
    Result<FilterToken> next() {
        while (at_ < text_.size() && text_[at_].isSpace())
            ++at_;
        FilterToken token;
        token.position = at_;
        if (at_ == text_.size())
            return token;
        const QChar first = text_[at_];
        const bool lone = at_ + 1 == text_.size() || text_[at_ + 1].isSpace();
        if (first == QLatin1Char('(') || first == QLatin1Char(')')) {
            token.kind = first == QLatin1Char('(') ? FilterToken::Kind::Open : FilterToken::Kind::Close;
            ++at_;
        } else if (first == QLatin1Char('-') && !lone && text_[at_ + 1] != QLatin1Char('-')) {
            token.kind = FilterToken::Kind::Minus;
            ++at_;
        } else if (const Status read = read_word(token); !read) {
            return read.error();
        }
        token.source = text_.mid(token.position, at_ - token.position);
        return token;
    }

    Status read_word(FilterToken& token) {
        token.kind = FilterToken::Kind::Word;
        if (const qsizetype length = key_length(text_, at_); length > 0) {
            const OperatorText* op = operator_at(text_, at_ + length);
            token.kind = FilterToken::Kind::Comparison;
            token.key = text_.mid(at_, length);
            token.comparison = op->op;
            at_ += length + QLatin1String(op->text).size();
        }
        while (at_ < text_.size() && !ends_word(text_[at_])) {
            if (text_[at_] != QLatin1Char('"')) {
                token.text += text_[at_++];
                continue;
            }
            if (token.kind == FilterToken::Kind::Word)
                token.kind = FilterToken::Kind::Quoted;
            if (const Status read = read_quoted(token.text); !read)
                return read;
        }
        return success();
    }

    Status read_quoted(QString& text) {
        const qsizetype start = at_++;
        for (; at_ < text_.size(); ++at_) {
            if (text_[at_] == QLatin1Char('"')) {
                ++at_;
                return success();
            }
            if (text_[at_] == QLatin1Char('\\') && at_ + 1 < text_.size()
                && (text_[at_ + 1] == QLatin1Char('"') || text_[at_ + 1] == QLatin1Char('\\')))
                ++at_;
            text += text_[at_];
        }
        return Error{"read the filter at position " + std::to_string(start + 1) + ": the quote is not closed",
                     "put \" behind the text", 0};
    }

    const QString& text_;
    qsizetype at_ = 0;
};

} // namespace

Result<std::vector<FilterToken>> lex_filter(const QString& text) {
    return Lexer(text).run();
}

QString quote_filter_text(const QString& text) {
    const Result<std::vector<FilterToken>> tokens = lex_filter(text);
    const bool plain = tokens && tokens->size() == 2 && tokens->front().kind == FilterToken::Kind::Word
                       && tokens->front().text == text && !find_filter_key(text)
                       && text != QLatin1String("or") && text != QLatin1String("and")
                       && text != QLatin1String("not");
    if (plain)
        return text;
    QString quoted = text;
    quoted.replace(QLatin1Char('\\'), QStringLiteral("\\\\"));
    quoted.replace(QLatin1Char('"'), QStringLiteral("\\\""));
    return QLatin1Char('"') + quoted + QLatin1Char('"');
}

FilterPiece filter_piece_at(const QString& text, qsizetype cursor) {
    cursor = std::clamp<qsizetype>(cursor, 0, text.size());
    FilterPiece piece;
    bool fresh = true; // at the beginning of a word
    for (qsizetype at = 0; at < cursor; ++at) {
        const QChar c = text[at];
        if (piece.quoted) {
            if (c == QLatin1Char('\\'))
                ++at;
            else if (c == QLatin1Char('"'))
                piece.quoted = false;
        } else if (ends_word(c) || (fresh && c == QLatin1Char('-'))) {
            piece = FilterPiece{at + 1, 0, {}, {}, false};
            fresh = true;
            continue;
        } else if (c == QLatin1Char('"')) {
            piece.quoted = true;
        } else if (const qsizetype length = fresh ? key_length(text, at) : 0; length > 0) {
            const qsizetype value = at + length + QLatin1String(operator_at(text, at + length)->text).size();
            if (value <= cursor) {
                piece = FilterPiece{value, 0, text.mid(at, length), {}, false};
                at = value - 1;
            }
        }
        fresh = false;
    }
    qsizetype end = cursor;
    while (end < text.size() && !ends_word(text[end]))
        ++end;
    piece.length = std::max<qsizetype>(0, end - piece.start);
    piece.text = text.mid(piece.start, std::max<qsizetype>(0, cursor - piece.start));
    return piece;
}

} // namespace asb
