// [[ … ]]: its own small grammar with its own error texts (bash: parse.y, cond_term).
#include "core/shell/grammar.h"

#include "core/shell/conditional.h"

#include <algorithm>

namespace asb::shell {

namespace {

/// What cond_term says about a token; words have no text there.
std::string shown(const Token& token) {
    if (token.kind == Tok::Word)
        return is_word(token, "]]") ? "]]" : "";
    if (token.kind == Tok::End)
        return "EOF";
    return Lexer::token_text(token);
}

bool is_end(const Token& token) {
    return is_word(token, "]]");
}

} // namespace

void Grammar::condition_error(const std::string& text, std::uint32_t line) {
    const Tok kind = peek(TokenMode::Condition).kind;
    const bool at_end = kind == Tok::End ? lex_.at_end() : kind == Tok::Newline && lex_.nothing_follows();
    try {
        lex_.fail(line, text, false, at_end ? ParseResult::kKeepFailure : ParseResult::kKeepStatus);
    } catch (SyntaxError& error) {
        lex_.gives_up_in_substitution(error);
        throw;
    }
}

/// The next token. In a quote or group that is not closed bash misses it at the end, too.
Token& Grammar::condition_word(TokenMode mode, const char* missing) {
    try {
        return peek(mode);
    } catch (SyntaxError& error) {
        const auto lines = std::count(lex_.text().begin(), lex_.text().end(), '\n');
        if (missing && !error.exits)
            error.messages.push_back({static_cast<std::uint32_t>(lines) + 1, missing, false});
        throw;
    }
}

void Grammar::condition_newlines(const char* missing) {
    while (condition_word(TokenMode::Condition, missing).kind == Tok::Newline)
        lex_.consume();
}

CommandPtr Grammar::conditional() {
    auto out = std::make_unique<ConditionalCommand>();
    out->line = peek().line;
    condition_line_ = out->line;
    lex_.consume();
    out->condition = condition_or();
    Token& end = peek(TokenMode::Condition);
    if (end.kind == Tok::End)
        condition_error("unexpected EOF while looking for `]]'", condition_line_);
    if (!is_end(end)) {
        const std::string text = shown(end);
        condition_error(text.empty()
                            ? "syntax error in conditional expression"
                            : "syntax error in conditional expression: unexpected token `" + text + "'",
                        condition_line_);
    }
    lex_.consume();
    out->line = out->condition->line;
    return out;
}

std::unique_ptr<Condition> Grammar::condition_or() {
    const Lexer::Nest nest(lex_);
    auto left = condition_and();
    condition_newlines();
    while (peek(TokenMode::Condition).kind == Tok::OrIf) {
        lex_.consume();
        auto out = std::make_unique<Condition>();
        out->kind = Condition::Kind::Or;
        out->a = std::move(left);
        out->b = condition_and();
        left = std::move(out);
        condition_newlines();
        left->line = lex_.line();
    }
    return left;
}

std::unique_ptr<Condition> Grammar::condition_and() {
    auto left = condition_term();
    condition_newlines();
    while (peek(TokenMode::Condition).kind == Tok::AndIf) {
        lex_.consume();
        auto out = std::make_unique<Condition>();
        out->kind = Condition::Kind::And;
        out->a = std::move(left);
        out->b = condition_term();
        left = std::move(out);
        condition_newlines();
        left->line = lex_.line();
    }
    return left;
}

std::unique_ptr<Condition> Grammar::condition_term() {
    const Lexer::Nest nest(lex_);
    condition_newlines("unexpected token `\xff' in conditional command");
    Token& token = peek(TokenMode::Condition);
    if (token.kind == Tok::LeftParen) {
        lex_.consume();
        auto out = std::make_unique<Condition>();
        out->kind = Condition::Kind::Group;
        const std::uint32_t line = token.line;
        try {
            out->a = condition_or();
        } catch (SyntaxError& error) { // bash complains once more at each open parenthesis
            if (error.status == ParseResult::kKeepStatus || error.status == ParseResult::kKeepFailure
                || error.gives_up)
                error.messages.push_back({line, "expected `)'", false});
            throw;
        }
        Token& close = peek(TokenMode::Condition);
        if (close.kind != Tok::RightParen) {
            const std::string text = shown(close);
            condition_error(text.empty() ? "expected `)'" : "unexpected token `" + text + "', expected `)'",
                            close.line);
        }
        lex_.consume();
        out->line = lex_.line();
        condition_newlines();
        return out;
    }
    if (is_word(token, "!")) {
        lex_.consume();
        auto out = std::make_unique<Condition>();
        out->kind = Condition::Kind::Not;
        out->a = condition_term();
        out->line = out->a->line;
        return out;
    }
    if (is_end(token)) { // bash says nothing here
        SyntaxError error{{}, ParseResult::kKeepStatus, false, false, false};
        lex_.gives_up_in_substitution(error);
        throw error;
    }
    if (token.kind != Tok::Word) {
        const std::string text = shown(token);
        condition_error("unexpected token `" + text + "' in conditional command", token.line);
    }
    Word word = std::move(token.word);
    const bool unary = word.source.size() == 2 && word.source.front() == '-' && is_unary_test(word.source);
    lex_.consume();
    if (!unary)
        return condition_binary(std::move(word));
    Token& operand =
        condition_word(TokenMode::Condition, "unexpected argument to conditional unary operator");
    if (operand.kind != Tok::Word || is_end(operand)) {
        const std::string text = shown(operand);
        condition_error(text.empty() ? "unexpected argument to conditional unary operator"
                                     : "unexpected argument `" + text + "' to conditional unary operator",
                        operand.line);
    }
    auto out = std::make_unique<Condition>();
    out->kind = Condition::Kind::Unary;
    out->op = word.source;
    out->left = std::move(operand.word);
    out->line = lex_.line();
    lex_.consume();
    condition_newlines();
    return out;
}

std::unique_ptr<Condition> Grammar::condition_binary(Word left) {
    auto out = std::make_unique<Condition>();
    out->left = std::move(left);
    Token& op = condition_word(TokenMode::Condition, "conditional binary operator expected");
    TokenMode operand_mode = TokenMode::Condition;
    if (op.kind == Tok::Word && !is_end(op) && (is_binary_test(op.word.source) || op.word.source == "=~")) {
        out->op = op.word.source;
        if (out->op == "=" || out->op == "==" || out->op == "!=")
            operand_mode = TokenMode::ConditionPattern;
        else if (out->op == "=~")
            operand_mode = TokenMode::ConditionRegex;
    } else if (op.kind == Tok::Less || op.kind == Tok::Great) {
        out->op.assign(1, op.kind == Tok::Less ? '<' : '>'); // GCC 12 warns wrongly about an assigned literal
    } else if (is_end(op) || op.kind == Tok::AndIf || op.kind == Tok::OrIf || op.kind == Tok::RightParen) {
        out->kind = Condition::Kind::Word;
        out->line = lex_.line();
        return out;
    } else {
        const std::string text = shown(op);
        condition_error(text.empty()
                            ? "conditional binary operator expected"
                            : "unexpected token `" + text + "', conditional binary operator expected",
                        op.line);
    }
    out->kind = Condition::Kind::Binary;
    lex_.consume();
    Token& operand = condition_word(operand_mode, "unexpected argument to conditional binary operator");
    if (operand.kind != Tok::Word || is_end(operand)) {
        const std::string text = shown(operand);
        condition_error(text.empty() ? "unexpected argument to conditional binary operator"
                                     : "unexpected argument `" + text + "' to conditional binary operator",
                        operand.line);
    }
    out->right = std::move(operand.word);
    out->line = lex_.line();
    lex_.consume();
    condition_newlines();
    return out;
}

} // namespace asb::shell
