// Redirections: their operators, targets and here-documents.
#include "core/shell/grammar.h"

#include "core/shell/redirection_text.h"

#include <string>
#include <utility>

namespace asb::shell {

namespace {

bool is_redirection(const Token& token) {
    switch (token.kind) {
    case Tok::Less:
    case Tok::Great:
    case Tok::DoubleLess:
    case Tok::DoubleLessDash:
    case Tok::TripleLess:
    case Tok::DoubleGreat:
    case Tok::Clobber:
    case Tok::LessGreat:
    case Tok::LessAnd:
    case Tok::GreatAnd:
    case Tok::AndGreat:
    case Tok::AndDoubleGreat:
        return true;
    default:
        return false;
    }
}

RedirKind redirection_kind(Tok kind) {
    switch (kind) {
    case Tok::Less:
        return RedirKind::In;
    case Tok::DoubleGreat:
        return RedirKind::Append;
    case Tok::Clobber:
        return RedirKind::Clobber;
    case Tok::LessGreat:
        return RedirKind::InOut;
    case Tok::LessAnd:
        return RedirKind::DupIn;
    case Tok::GreatAnd:
        return RedirKind::DupOut;
    case Tok::AndGreat:
        return RedirKind::OutErr;
    case Tok::AndDoubleGreat:
        return RedirKind::AppendErr;
    case Tok::TripleLess:
        return RedirKind::HereString;
    case Tok::DoubleLess:
    case Tok::DoubleLessDash:
        return RedirKind::HereDoc;
    default:
        return RedirKind::Out;
    }
}

} // namespace

bool Grammar::redirection(Command& owner, TokenMode mode) {
    Token& token = peek(mode);
    if (token.kind == Tok::IoNumber) {
        const int fd = std::stoi(token.word.source);
        lex_.consume();
        read_redirection(owner, fd, true, "");
        return true;
    }
    if (token.kind == Tok::IoVariable) {
        std::string name = token.word.source;
        lex_.consume();
        read_redirection(owner, -1, true, std::move(name));
        return true;
    }
    if (!is_redirection(token))
        return false;
    read_redirection(owner, -1, false, "");
    return true;
}

void Grammar::read_redirection(Command& owner, int fd, bool fd_given, std::string fd_variable) {
    Token& op = peek(TokenMode::Argument);
    if (!is_redirection(op))
        lex_.unexpected(op);
    Redirection out;
    out.kind = redirection_kind(op.kind);
    out.strip_tabs = op.kind == Tok::DoubleLessDash;
    out.line = op.line;
    out.fd_variable = std::move(fd_variable);
    out.fd_given = fd_given;
    out.fd = fd;
    if (fd < 0 && out.fd_variable.empty())
        out.fd = default_descriptor(out.kind);
    lex_.consume();
    if ((out.kind == RedirKind::DupIn || out.kind == RedirKind::DupOut) && lex_.take_dash(out.target)) {
        owner.redirections.push_back(std::move(out));
        return;
    }
    Token& target = peek(out.kind == RedirKind::HereString ? TokenMode::HereString : TokenMode::CasePattern);
    if (target.kind == Tok::IoNumber && (out.kind == RedirKind::DupIn || out.kind == RedirKind::DupOut)) {
        target.kind = Tok::Word; // 2>&1<file: the number belongs to the duplication
        target.word.literal = target.word.source;
        target.word.plain = true;
        target.word.line = target.line;
        target.word.parts.emplace_back().text = target.word.source;
    }
    if (target.kind != Tok::Word)
        lex_.unexpected(target);
    out.target = std::move(target.word);
    const bool text = out.kind == RedirKind::HereDoc || out.kind == RedirKind::HereString;
    if (!text && lex_.options.brace_expand && out.target.source.find('{') != std::string::npos
        && find_braces(out.target.parts, lex_.options)) {
        out.target.has_brace = true;
        out.target.plain = false;
        out.target.literal.clear();
    }
    lex_.consume();
    if (out.kind == RedirKind::HereDoc) {
        out.target.literal = document_delimiter(out.target, lex_.options);
        out.body_quoted = out.target.quoted;
        out.body = std::make_shared<Word>();
        lex_.add_here_document(out);
    }
    owner.redirections.push_back(std::move(out));
}

void Grammar::redirections(Command& owner) {
    while (redirection(owner, TokenMode::Argument)) {
    }
}

} // namespace asb::shell
