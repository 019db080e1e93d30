#include "core/events/filter.h"

#include "core/base/nearest.h"
#include "core/events/filter_lexer.h"
#include "core/events/filter_term.h"

#include <algorithm>

namespace asb {
namespace {

constexpr qsizetype kMaxText = 4096;
constexpr int kMaxTerms = 256;
constexpr int kMaxDepth = 32;

using Token = FilterToken;

std::string known_keys() {
    std::string list;
    for (const FilterKeyFacts& facts : filter_key_facts())
        list += (list.empty() ? "" : ", ") + std::string(facts.name);
    return list;
}

/// Descends through `or`, `and`, negation and parentheses.
class Parser {
public:
    Parser(std::vector<Token> tokens, qint64 now_ms) : tokens_(std::move(tokens)), now_ms_(now_ms) {}

    Result<FilterNode> parse() {
        FilterNode root;
        if (const Status parsed = parse_or(root); !parsed)
            return parsed.error();
        if (peek().kind != Token::Kind::End)
            return wrong(peek(), "nothing is open that it could close", "put ( in front, or quote it: \")\"");
        return root;
    }

private:
    const Token& peek() const { return tokens_[at_]; }
    bool is_word(const char* word) const {
        return peek().kind == Token::Kind::Word && peek().text == QLatin1String(word);
    }

    static Error wrong(const Token& token, const std::string& why, const std::string& hint) {
        const std::string shown =
            token.kind == Token::Kind::End ? std::string("the end") : '"' + token.source.toStdString() + '"';
        return Error{"read the filter at position " + std::to_string(token.position + 1) + ", " + shown + ": "
                         + why,
                     hint, 0};
    }

    Status parse_or(FilterNode& node) {
        FilterNode all{FilterNode::Kind::Or, {}, {}};
        for (;;) {
            all.children.emplace_back();
            if (const Status parsed = parse_and(all.children.back()); !parsed)
                return parsed;
            if (!is_word("or"))
                break;
            ++at_;
        }
        node = all.children.size() == 1 ? FilterNode(all.children.front()) : std::move(all);
        return success();
    }

    Status parse_and(FilterNode& node) {
        FilterNode all{FilterNode::Kind::And, {}, {}};
        for (;;) {
            all.children.emplace_back();
            if (const Status parsed = parse_unary(all.children.back()); !parsed)
                return parsed;
            if (is_word("and"))
                ++at_;
            else if (peek().kind == Token::Kind::End || peek().kind == Token::Kind::Close || is_word("or"))
                break;
        }
        node = all.children.size() == 1 ? FilterNode(all.children.front()) : std::move(all);
        return success();
    }

    Status parse_unary(FilterNode& node) {
        if (++depth_ > kMaxDepth)
            return wrong(peek(), "more than 32 parentheses and negations inside each other", {});
        Status parsed = success();
        if (peek().kind == Token::Kind::Minus || is_word("not")) {
            ++at_;
            node.kind = FilterNode::Kind::Not;
            node.children.emplace_back();
            parsed = parse_unary(node.children.front());
        } else if (peek().kind == Token::Kind::Open) {
            const Token open = peek();
            ++at_;
            parsed = parse_or(node);
            if (parsed && peek().kind != Token::Kind::Close)
                parsed = wrong(open, "it is not closed", "put ) behind, or quote it: \"(\"");
            ++at_;
        } else {
            parsed = parse_term(node);
        }
        --depth_;
        return parsed;
    }

    Status parse_term(FilterNode& node) {
        const Token& token = peek();
        if (token.kind != Token::Kind::Word && token.kind != Token::Kind::Quoted
            && token.kind != Token::Kind::Comparison)
            return wrong(token, "a word, key:value or ( has to stand here", {});
        if (is_word("or") || is_word("and"))
            return wrong(token, "a term has to stand in front of it",
                         "quote it to search for the word: \"" + token.text.toStdString() + '"');
        if (++terms_ > kMaxTerms)
            return wrong(token, "more than 256 terms", {});
        ++at_;
        if (token.kind == Token::Kind::Comparison)
            return make_comparison(token, node.term);
        if (token.kind == Token::Kind::Word && make_flag(token, node.term))
            return success();
        node.term.text = token.text.toStdString();
        return success();
    }

    static bool make_flag(const Token& token, FilterTerm& term) {
        const FilterKeyFacts* facts = find_filter_key(token.text);
        if (!facts || facts->kind != FilterValueKind::None)
            return false;
        term.key = facts->key;
        term.kind = facts->kind;
        return true;
    }

    Status make_comparison(const Token& token, FilterTerm& term) const {
        const FilterKeyFacts* facts = find_filter_key(token.key);
        if (!facts) {
            const std::string key = token.key.toStdString();
            std::vector<std::string> names;
            for (const FilterKeyFacts& known : filter_key_facts())
                names.emplace_back(known.name);
            const std::string near = nearest_name(key, names);
            return wrong(token,
                         '"' + key + "\" is no key" + (near.empty() ? "" : "; did you mean " + near + '?'),
                         "known are " + known_keys() + "; quote it to search for the text");
        }
        Result<FilterTerm> made = make_filter_term(*facts, token.comparison, token.text, now_ms_);
        if (!made)
            return wrong(token, made.error().what, made.error().hint);
        term = std::move(*made);
        return success();
    }

    std::vector<Token> tokens_;
    qint64 now_ms_;
    std::size_t at_ = 0;
    int depth_ = 0;
    int terms_ = 0;
};

bool node_matches(const FilterNode& node, const Event& event, const Event* request,
                  std::string_view session) {
    const auto holds_too = [&](const FilterNode& child) {
        return node_matches(child, event, request, session);
    };
    switch (node.kind) {
    case FilterNode::Kind::Term:
        return term_matches(node.term, event, request, session);
    case FilterNode::Kind::Not:
        return !holds_too(node.children.front());
    case FilterNode::Kind::And:
        return std::all_of(node.children.begin(), node.children.end(), holds_too);
    case FilterNode::Kind::Or:
        return std::any_of(node.children.begin(), node.children.end(), holds_too);
    }
    return false;
}

} // namespace

Result<Filter> Filter::parse(const QString& text, qint64 now_ms) {
    if (text.size() > kMaxText)
        return Error{"read the filter: it has " + std::to_string(text.size())
                         + " characters, 4096 are allowed",
                     {},
                     0};
    Result<std::vector<FilterToken>> tokens = lex_filter(text);
    if (!tokens)
        return tokens.error();
    Filter filter;
    if (tokens->front().kind == FilterToken::Kind::End)
        return filter;
    Result<FilterNode> root = Parser(std::move(*tokens), now_ms).parse();
    if (!root)
        return root.error();
    filter.root_ = std::make_shared<const FilterNode>(std::move(*root));
    return filter;
}

bool Filter::matches(const Event& event, const Event* request, std::string_view session) const {
    return !root_ || node_matches(*root_, event, request, session);
}

QString Filter::term(const QString& key, const QString& value) {
    const QString quoted = quote_filter_text(value);
    return key.isEmpty() ? quoted : key + QLatin1Char('=') + quoted;
}

FilterCompletion Filter::completions(const QString& text, qsizetype cursor) {
    const FilterPiece piece = filter_piece_at(text, cursor);
    FilterCompletion completion{piece.start, piece.length, {}};
    if (piece.quoted)
        return completion;
    if (piece.key.isEmpty()) {
        for (const FilterKeyFacts& facts : filter_key_facts()) {
            const QString name = QLatin1String(facts.name);
            if (!name.startsWith(piece.text, Qt::CaseInsensitive))
                continue;
            completion.words.append(facts.kind == FilterValueKind::None ? name : name + QLatin1Char(':'));
        }
        return completion;
    }
    if (const FilterKeyFacts* facts = find_filter_key(piece.key)) {
        for (const char* word : facts->words) {
            if (QLatin1String(word).startsWith(piece.text, Qt::CaseInsensitive))
                completion.words.append(QLatin1String(word));
        }
    }
    return completion;
}

} // namespace asb
