// Lists, pipelines, simple commands, functions, coprocesses.
#include "core/shell/grammar.h"

#include "core/shell/names.h"

#include <algorithm>
#include <array>

namespace asb::shell {

namespace {

constexpr std::array<std::string_view, 22> kReserved = {
    "if", "then", "else", "elif",     "fi",   "case", "esac", "for", "select", "while", "until",
    "do", "done", "in",   "function", "time", "{",    "}",    "!",   "[[",     "]]",    "coproc"};
constexpr std::array<std::string_view, 8> kEnds = {"then", "do", "done", "fi", "elif", "else", "esac", "}"};
constexpr std::array<std::string_view, 8> kStarts = {"if",    "case",  "for", "select",
                                                     "while", "until", "{",   "[["};

/// Builtins whose arguments may be compound assignments (parse.y: assignment builtins, eval and let).
constexpr std::array<std::string_view, 8> kAssignmentWords = {"declare", "local", "export", "readonly",
                                                              "typeset", "alias", "eval",   "let"};
constexpr std::array<std::string_view, 6> kDeclarations = {"declare",  "local",   "export",
                                                           "readonly", "typeset", "alias"};

template <std::size_t N>
bool among(const std::array<std::string_view, N>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_bare(const Token& token) {
    return token.kind == Tok::Word && !token.word.quoted && token.word.parts.size() == 1
           && token.word.parts.front().kind == PartKind::Literal;
}

bool is_separator(const Token& token) {
    return token.kind == Tok::Semi || token.kind == Tok::Amp || token.kind == Tok::AndIf
           || token.kind == Tok::OrIf || token.kind == Tok::Pipe || token.kind == Tok::PipeAmp;
}

} // namespace

bool is_word(const Token& token, std::string_view word) {
    return is_bare(token) && token.word.source == word;
}
bool ends_list(const Token& token) {
    return is_bare(token) && among(kEnds, token.word.source);
}
bool starts_compound(const Token& token) {
    return token.kind == Tok::LeftParen || (is_bare(token) && among(kStarts, token.word.source));
}

const std::vector<std::string>& reserved_words() {
    static const std::vector<std::string> words(kReserved.begin(), kReserved.end());
    return words;
}
bool is_reserved_word(std::string_view text) {
    return among(kReserved, text);
}

// -------------------------------------------------------------------------------------------- lists

std::shared_ptr<List> Grammar::complete_command() {
    while (peek().kind == Tok::Newline)
        lex_.consume();
    if (peek().kind == Tok::End)
        return nullptr;
    auto out = std::make_shared<List>();
    list(*out, true);
    Token& token = peek(TokenMode::Argument);
    if (token.kind != Tok::Newline && token.kind != Tok::End)
        lex_.unexpected_behind_list(token);
    out->end_line = lex_.line() - (token.kind == Tok::Newline ? 1 : 0); // behind its here-documents
    lex_.consume();
    return out;
}

std::shared_ptr<List> Grammar::substitution() {
    auto out = std::make_shared<List>();
    const Lexer::Nest nest(lex_);
    skip_newlines();
    if (peek().kind != Tok::RightParen)
        list(*out, false);
    Token& token = peek(TokenMode::Argument);
    if (token.kind != Tok::RightParen)
        lex_.unexpected(token);
    out->end_line = token.line;
    lex_.consume();
    return out;
}

void Grammar::skip_newlines(TokenMode mode) {
    while (peek(mode).kind == Tok::Newline)
        lex_.consume();
}

void Grammar::expect(std::string_view word) {
    Token& token = peek();
    if (!is_word(token, word))
        lex_.unexpected(token);
    lex_.consume();
}

/// and_or { (; | & | newline) and_or }; at least one. `one_line`: a newline ends it and stays unread.
bool Grammar::list(List& out, bool one_line) {
    const Lexer::Nest nest(lex_);
    for (;;) {
        ListItem item;
        item.command = and_or();
        out.items.push_back(std::move(item));
        if (!separator(out, one_line))
            break;
        const Token& token = peek();
        if (token.kind == Tok::End || token.kind == Tok::RightParen || token.kind == Tok::DoubleSemi
            || token.kind == Tok::SemiAnd || token.kind == Tok::DoubleSemiAnd || ends_list(token))
            break;
        if (one_line && (token.kind == Tok::Newline || is_separator(token))) // the caller refuses these
            break;
    }
    out.end_line = lex_.line();
    return true;
}

/// What stands between two statements; false when the list ends here.
bool Grammar::separator(List& out, bool one_line) {
    const Token& token = peek(TokenMode::Argument);
    if (token.kind == Tok::Newline) {
        if (one_line)
            return false;
        out.items.back().newline = true;
    } else if (token.kind == Tok::Amp) {
        out.items.back().background = true;
    } else if (token.kind != Tok::Semi) {
        return false;
    }
    lex_.consume();
    if (!one_line)
        skip_newlines();
    return true;
}

CommandPtr Grammar::and_or() {
    CommandPtr first = pipeline();
    std::unique_ptr<AndOrCommand> chain;
    for (;;) {
        const Tok kind = peek(TokenMode::Argument).kind;
        if (kind != Tok::AndIf && kind != Tok::OrIf)
            break;
        lex_.consume();
        skip_newlines();
        if (!chain) {
            chain = std::make_unique<AndOrCommand>();
            chain->line = first->line;
            chain->first = std::move(first);
        }
        CommandPtr next = pipeline();
        chain->rest.push_back({kind == Tok::AndIf, std::move(next)});
    }
    if (chain)
        return chain;
    return first;
}

/// `a |& b` is `a 2>&1 | b`.
void Grammar::join_errors(Command& stage) {
    Redirection both;
    both.kind = RedirKind::DupOut;
    both.fd = 2;
    both.fd_given = true;
    both.line = lex_.line();
    both.target.source = both.target.literal = "1";
    both.target.plain = true;
    both.target.parts.emplace_back().text = "1";
    stage.redirections.push_back(std::move(both));
}

CommandPtr Grammar::pipeline() {
    auto out = std::make_unique<PipelineCommand>();
    bool prefixed = false;
    for (;;) { // ! and time in any order
        Token& token = peek();
        out->line = out->line == 0 ? token.line : out->line;
        if (is_word(token, "!")) {
            out->negated = !out->negated;
            lex_.consume();
        } else if (is_word(token, "time")) {
            out->timed = true;
            lex_.consume();
            if (is_word(peek(), "-p")) {
                out->timed_posix = true;
                lex_.consume();
            }
            if (is_word(peek(), "--")) {
                out->timed_posix = true;
                lex_.consume();
            }
        } else {
            break;
        }
        prefixed = true;
    }
    const Tok kind = peek().kind;
    if (prefixed && (kind == Tok::Semi || kind == Tok::Newline || kind == Tok::End)) // `time` or `!` alone
        return out;
    out->stages.push_back(command(true));
    for (;;) {
        const Tok separator_kind = peek(TokenMode::Argument).kind;
        if (separator_kind != Tok::Pipe && separator_kind != Tok::PipeAmp)
            break;
        lex_.consume();
        out->pipe_stderr.push_back(separator_kind == Tok::PipeAmp);
        if (separator_kind == Tok::PipeAmp)
            join_errors(*out->stages.back());
        skip_newlines();
        out->stages.push_back(command(false));
    }
    if (!prefixed && out->stages.size() == 1)
        return std::move(out->stages.front());
    out->pipe_stderr.push_back(false);
    return out;
}

CommandPtr Grammar::command(bool first_stage) {
    Token& token = peek();
    if (CommandPtr found = compound(token)) {
        redirections(*found);
        return found;
    }
    if (is_word(token, "function")) {
        const std::uint32_t line = token.line;
        lex_.consume();
        Token& name = peek(TokenMode::Argument);
        if (name.kind != Tok::Word)
            lex_.unexpected(name);
        std::string text = name.word.source;
        lex_.consume();
        if (peek(TokenMode::Command).kind == Tok::LeftParen) {
            const std::size_t behind = peek().end;
            const bool arithmetic = behind < lex_.text().size() && lex_.text()[behind] == '(';
            if (!arithmetic) {
                const Lexer::State state = lex_.save();
                lex_.consume();
                if (peek(TokenMode::Argument).kind == Tok::RightParen) {
                    lex_.consume();
                } else { // function f (body)
                    lex_.restore(state);
                    lex_.reread(behind - 1);
                }
            }
        }
        return function_definition(std::move(text), line, true);
    }
    if (is_word(token, "coproc"))
        return coproc();
    if (is_bare(token) && is_reserved_word(token.word.source) && (first_stage || !is_word(token, "time")))
        lex_.unexpected(token);
    return simple_command();
}

// -------------------------------------------------------------------------------------------- simple
// commands

/// How the words behind the command's name are read.
void Grammar::argument_mode(const SimpleCommand& command, TokenMode& mode) const {
    mode =
        among(kAssignmentWords, command.words.front().source) ? TokenMode::Declaration : TokenMode::Argument;
}

CommandPtr Grammar::simple_command() {
    auto out = std::make_unique<SimpleCommand>();
    TokenMode mode = TokenMode::Command;
    out->line = peek(mode).line;
    for (;;) {
        if (redirection(*out, mode)) {
            if (out->words.empty())
                mode = TokenMode::AfterAssign;
            continue;
        }
        Token& token = peek(mode);
        if (token.kind == Tok::Assignment && out->words.empty()) {
            out->assignments.push_back(std::move(*token.assignment));
            mode = TokenMode::AfterAssign;
            lex_.consume();
            if (out->assignments.size() == 1 && out->redirections.empty())
                out->line = peek(mode).line;
            continue;
        }
        if (token.kind != Tok::Word)
            break;
        const std::uint32_t line = token.line;
        out->words.push_back(std::move(token.word));
        std::unique_ptr<Assignment> assignment = std::move(token.assignment);
        lex_.consume();
        if (out->words.size() == 1) {
            argument_mode(*out, mode);
            if (out->assignments.empty() && out->redirections.empty() && peek(mode).kind == Tok::LeftParen) {
                lex_.consume();
                Token& close = peek(TokenMode::Argument);
                if (close.kind != Tok::RightParen)
                    lex_.unexpected(close);
                lex_.consume();
                return function_definition(std::move(out->words.front().source), line, false);
            }
        }
        // bash takes the line that it has read up to when it makes the command: behind the token after the
        // first, and behind the here-documents that begin at this token.
        if (out->words.size() == 1 && out->assignments.empty() && out->redirections.empty()) {
            const Token& next = peek(mode);
            out->line = next.kind == Tok::Newline ? std::max(next.line, lex_.line() - 1) : next.line;
        }
        if (assignment && !out->words.back().has_brace) {
            out->word_assignment.resize(out->words.size(), -1);
            out->word_assignment.back() = static_cast<int>(out->word_assignments.size());
            out->word_assignments.push_back(std::move(*assignment));
        }
    }
    if (out->words.empty() && out->assignments.empty() && out->redirections.empty())
        lex_.unexpected(peek(mode));
    finish_declaration(*out);
    return out;
}

/// In POSIX mode the words of `command declare x=…` are assignments too, though never compound ones.
void Grammar::finish_declaration(SimpleCommand& command) {
    std::size_t i = 0;
    const auto is = [&](std::string_view name) {
        return i < command.words.size() && command.words[i].source == name;
    };
    while (lex_.options.posix && is("command"))
        ++i;
    if (!command.word_assignment.empty() && !among(kDeclarations, command.words.front().source)) {
        command.word_assignment.clear(); // eval, let
        command.word_assignments.clear();
    }
    if (i > 0 && std::any_of(kDeclarations.begin(), kDeclarations.end(), is)) {
        command.word_assignment.assign(command.words.size(), -1);
        for (std::size_t k = i + 1; k < command.words.size(); ++k) {
            std::unique_ptr<Assignment> assignment = lex_.reread_assignment(command.words[k]);
            if (!assignment)
                continue;
            command.word_assignment[k] = static_cast<int>(command.word_assignments.size());
            command.word_assignments.push_back(std::move(*assignment));
        }
    }
    if (!command.word_assignment.empty())
        command.word_assignment.resize(command.words.size(), -1);
}

// -------------------------------------------------------------------------------------------- functions,
// coproc

/// Behind the name (and its parentheses).
CommandPtr Grammar::function_definition(std::string name, std::uint32_t line, bool keyword) {
    const Lexer::Nest nest(lex_);
    skip_newlines();
    auto out = std::make_unique<FunctionCommand>();
    out->name = std::move(name);
    out->line = line;
    out->keyword = keyword;
    if (is_word(peek(), "{"))
        lex_.brace_line = peek().line;
    CommandPtr body = compound(peek());
    if (!body)
        lex_.unexpected(peek());
    redirections(*body);
    out->body = std::move(body);
    out->brace_line = lex_.brace_line; // a function inside has moved it, and another body keeps it
    return out;
}

CommandPtr Grammar::coproc() {
    const Lexer::Nest nest(lex_);
    auto out = std::make_unique<CoprocCommand>();
    out->line = peek().line;
    out->name = "COPROC";
    lex_.consume();
    CommandPtr body = compound(peek());
    if (!body && peek().kind == Tok::Word) {
        const std::size_t begin = peek().begin;
        std::string name = peek().word.source;
        const Lexer::State before = lex_.save();
        const std::uint32_t line = peek().line;
        lex_.consume();
        if (!lex_.at_line_end()) // reading the newline would take here-documents
            body = compound(peek());
        if (body)
            out->name = std::move(name);
        else
            lex_.restore({begin, line, before.here_documents, before.messages});
    }
    if (body)
        redirections(*body);
    else
        body = simple_command();
    out->body = std::move(body);
    return out;
}

} // namespace asb::shell
