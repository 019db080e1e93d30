// Compound commands: ( ) { } (( )) if while until for select case.
#include "core/shell/grammar.h"

#include "core/shell/names.h"
#include "core/shell/restore.h"

namespace asb::shell {

/// The compound command that `token` begins; null when it begins none.
CommandPtr Grammar::compound(const Token& token) {
    const Lexer::Nest nest(lex_);
    const std::uint32_t line = token.line;
    CommandPtr out;
    if (token.kind == Tok::LeftParen)
        out = parenthesised();
    else if (starts_compound(token))
        out = reserved_compound(token.word.source);
    if (out && out->line == 0)
        out->line = line;
    return out;
}

CommandPtr Grammar::reserved_compound(std::string_view word) {
    switch (word.front()) {
    case 'i':
        return if_command();
    case 'c':
        return case_command();
    case 'f':
        return for_command(false);
    case 's':
        return for_command(true);
    case 'w':
        return while_command(false);
    case 'u':
        return while_command(true);
    case '[':
        return conditional();
    default:
        return group();
    }
}

CommandPtr Grammar::parenthesised() { // at the (
    const std::size_t behind = peek().end;
    const std::uint32_t line = peek().line;
    if (behind < lex_.text().size() && lex_.text()[behind] == '(') {
        lex_.reread(behind);
        auto arithmetic = std::make_unique<ArithmeticCommand>();
        const bool read = lex_.read_double_parens(arithmetic->expression);
        arithmetic->line = lex_.line(); // of the end
        if (read)
            return arithmetic;
    }
    lex_.reread(behind);
    auto out = std::make_unique<SubshellCommand>();
    out->line = line;
    skip_newlines();
    list(out->body, false);
    Token& close = peek(TokenMode::Argument);
    if (close.kind != Tok::RightParen)
        lex_.unexpected(close);
    out->line = close.line; // bash numbers a subshell by its end
    lex_.consume();
    return out;
}

/// A non-empty list and one of the words that may follow it, which stays unread.
void Grammar::body_until(List& body, std::initializer_list<std::string_view> ends) {
    skip_newlines();
    list(body, false);
    Token& token = peek();
    for (const std::string_view end : ends) {
        if (is_word(token, end))
            return;
    }
    lex_.unexpected(token);
}

void Grammar::braced_body(List& body) {
    {
        const Restore open(lex_.open_braces, lex_.open_braces + 1);
        body_until(body, {"}"});
    }
    lex_.consume();
}

CommandPtr Grammar::group() {
    auto out = std::make_unique<GroupCommand>();
    out->line = peek().line;
    lex_.consume();
    braced_body(out->body);
    return out;
}

CommandPtr Grammar::if_command() {
    auto out = std::make_unique<IfCommand>();
    out->line = peek().line;
    lex_.consume();
    for (;;) {
        IfCommand::Branch& branch = out->branches.emplace_back();
        body_until(branch.condition, {"then"});
        lex_.consume();
        body_until(branch.body, {"fi", "else", "elif"});
        const std::string end = peek().word.source;
        lex_.consume();
        if (end == "fi")
            return out;
        if (end == "else")
            break;
    }
    out->else_body = std::make_unique<List>();
    body_until(*out->else_body, {"fi"});
    lex_.consume();
    return out;
}

CommandPtr Grammar::while_command(bool until) {
    auto out = std::make_unique<WhileCommand>();
    out->line = peek().line;
    out->until = until;
    lex_.consume();
    body_until(out->condition, {"do"});
    lex_.consume();
    body_until(out->body, {"done"});
    lex_.consume();
    return out;
}

/// do … done, or { … } which bash also takes.
void Grammar::for_body(List& body) {
    skip_newlines();
    const bool braces = is_word(peek(), "{");
    if (!braces && !is_word(peek(), "do"))
        lex_.unexpected(peek());
    lex_.consume();
    if (braces) {
        braced_body(body);
        return;
    }
    body_until(body, {"done"});
    lex_.consume();
}

CommandPtr Grammar::for_command(bool select) {
    auto out = std::make_unique<ForCommand>(select ? CommandKind::Select : CommandKind::For);
    out->line = peek().line;
    lex_.consume();
    Token& name = peek(TokenMode::Argument);
    if (!select && name.kind == Tok::LeftParen && name.end < lex_.text().size()
        && lex_.text()[name.end] == '(')
        return arith_for(out->line, name.end);
    if (name.kind != Tok::Word)
        lex_.unexpected(name);
    out->name = name.word.source;
    if (is_name(out->name))
        out->slot = intern(out->name);
    lex_.consume();
    if (peek(TokenMode::Argument).kind == Tok::Semi) { // no alias is looked for here
        lex_.consume();
        for_body(out->body);
        return out;
    }
    skip_newlines();
    if (!is_word(peek(), "in")) {
        for_body(out->body);
        return out;
    }
    out->has_words = true;
    lex_.consume();
    while (peek(TokenMode::Argument).kind == Tok::Word) {
        out->words.push_back(std::move(peek(TokenMode::Argument).word));
        lex_.consume();
    }
    Token& end = peek(TokenMode::Argument);
    if (end.kind != Tok::Semi && end.kind != Tok::Newline)
        lex_.unexpected(end);
    lex_.consume();
    for_body(out->body);
    return out;
}

CommandPtr Grammar::arith_for(std::uint32_t line, std::size_t second_paren) {
    auto out = std::make_unique<ArithForCommand>();
    out->line = line;
    lex_.reread(second_paren);
    std::array<WordPart, 3> expressions;
    std::optional<SyntaxError> refused = lex_.read_for_expressions(expressions);
    out->init = std::move(expressions[0]);
    out->condition = std::move(expressions[1]);
    out->update = std::move(expressions[2]);
    if (peek().kind == Tok::Semi)
        lex_.consume();
    for_body(out->body);
    if (refused) {
        lex_.gives_up_in_substitution(*refused);
        throw std::move(*refused);
    }
    return out;
}

CommandPtr Grammar::case_command() {
    auto out = std::make_unique<CaseCommand>();
    lex_.consume();
    Token& subject = peek(TokenMode::CasePattern);
    out->line = lex_.line(); // where the word ends
    if (subject.kind != Tok::Word)
        lex_.unexpected(subject);
    out->subject = std::move(subject.word);
    lex_.consume();
    skip_newlines(TokenMode::Argument);
    Token& in = peek(TokenMode::Argument);
    if (!is_word(in, "in"))
        lex_.unexpected(in);
    lex_.consume();
    bool after_in = peek(TokenMode::CasePattern).kind != Tok::Newline;
    while (case_clause(*out, after_in))
        after_in = false;
    return out;
}

/// One clause; false when `esac` was read. A lone } is no pattern as long as a { is open, but behind `in`.
bool Grammar::case_clause(CaseCommand& command, bool after_in) {
    skip_newlines(TokenMode::CasePattern);
    if (is_word(peek(TokenMode::CasePattern), "esac")) {
        lex_.consume();
        return false;
    }
    CaseCommand::Clause& clause = command.clauses.emplace_back();
    if (peek(TokenMode::CasePattern).kind == Tok::LeftParen) {
        lex_.consume();
        after_in = false;
    }
    for (;; after_in = false) {
        Token& pattern = peek(TokenMode::CasePattern);
        if (pattern.kind != Tok::Word || (!after_in && lex_.open_braces > 0 && is_word(pattern, "}")))
            lex_.unexpected(pattern);
        clause.patterns.push_back(std::move(pattern.word));
        lex_.consume();
        Token& next = peek(TokenMode::CasePattern);
        if (next.kind == Tok::Pipe) {
            lex_.consume();
            continue;
        }
        if (next.kind != Tok::RightParen)
            lex_.unexpected(next);
        lex_.consume();
        break;
    }
    skip_newlines();
    const Tok first = peek().kind;
    const bool empty = first == Tok::DoubleSemi || first == Tok::SemiAnd || first == Tok::DoubleSemiAnd
                       || is_word(peek(), "esac");
    if (!empty)
        list(clause.body, false);
    Token& end = peek();
    switch (end.kind) {
    case Tok::DoubleSemi:
        clause.end = CaseCommand::End::Break;
        break;
    case Tok::SemiAnd:
        clause.end = CaseCommand::End::FallThrough;
        break;
    case Tok::DoubleSemiAnd:
        clause.end = CaseCommand::End::TestNext;
        break;
    default:
        if (!is_word(end, "esac"))
            lex_.unexpected(end);
        lex_.consume();
        return false;
    }
    lex_.consume();
    return true;
}

} // namespace asb::shell
