// Tokens: blanks, comments, operators, descriptor prefixes, aliases, here-documents and error messages.
#include "core/shell/lexer.h"

#include "core/shell/lex_parts.h"
#include "core/shell/names.h"
#include "core/shell/quote.h"

#include <algorithm>

namespace asb::shell {

namespace {

constexpr int kMaxNesting = 1000;
constexpr std::size_t kMaxDocuments = 16; ///< as in bash
constexpr std::size_t kMaxAliasGrowth = std::size_t{1} << 20;

struct Operator {
    std::string_view text;
    Tok kind;
};
// Longest first.
constexpr Operator kOperators[] = {
    {";;&", Tok::DoubleSemiAnd},
    {"<<<", Tok::TripleLess},
    {"<<-", Tok::DoubleLessDash},
    {"&>>", Tok::AndDoubleGreat},
    {"&&", Tok::AndIf},
    {"||", Tok::OrIf},
    {";;", Tok::DoubleSemi},
    {";&", Tok::SemiAnd},
    {"|&", Tok::PipeAmp},
    {"<<", Tok::DoubleLess},
    {">>", Tok::DoubleGreat},
    {">|", Tok::Clobber},
    {"<>", Tok::LessGreat},
    {"<&", Tok::LessAnd},
    {">&", Tok::GreatAnd},
    {"&>", Tok::AndGreat},
    {";", Tok::Semi},
    {"&", Tok::Amp},
    {"|", Tok::Pipe},
    {"(", Tok::LeftParen},
    {")", Tok::RightParen},
    {"<", Tok::Less},
    {">", Tok::Great},
};

} // namespace

Lexer::Nest::Nest(Lexer& owner) : lexer(owner) {
    if (++lexer.depth_ > kMaxNesting) {
        --lexer.depth_; // the destructor does not run
        lexer.fail(lexer.line_, "syntax error: nested too deeply");
    }
}

Lexer::Lexer(std::string_view text, const ParserOptions& parser_options, std::uint32_t first_line)
    : options(parser_options), text_(text), line_(first_line) {}

/// At a newline that is passed over: those of an alias are no lines of the text.
void Lexer::count_line() {
    if (aliases_.empty() || pos_ + aliases_.front().end_from_back >= text_.size())
        ++line_;
}

int Lexer::cur() {
    while (raw() == '\\' && at(1) == '\n') {
        ++line_;
        pos_ += 2;
    }
    return raw();
}

void Lexer::bump() {
    const int c = raw();
    if (c == '\n')
        count_line();
    source_ += static_cast<char>(c);
    ++pos_;
}

void Lexer::skip() {
    if (raw() == '\n')
        count_line();
    ++pos_;
}

void Lexer::restore(const State& state) {
    pos_ = state.position;
    line_ = state.line;
    pending_ = state.here_documents;
    if (messages.size() > state.messages)
        messages.erase(messages.begin() + static_cast<std::ptrdiff_t>(state.messages), messages.end());
    has_token_ = false;
}

void Lexer::forget_source(std::size_t mark) {
    source_.resize(mark);
    while (!arith_quotes_.empty() && arith_quotes_.back() >= mark)
        arith_quotes_.pop_back();
}

Token& Lexer::peek(TokenMode mode) {
    if (!has_token_) {
        read_token(mode);
        has_token_ = true;
    }
    return token_;
}

bool Lexer::skip_blanks() {
    bool any = false;
    for (int c = cur(); c == ' ' || c == '\t'; c = cur()) {
        ++pos_;
        any = true;
    }
    if (cur() == '#') {
        while (raw() >= 0 && raw() != '\n')
            ++pos_;
    }
    return any;
}

bool Lexer::take_dash(Word& word) {
    skip_blanks();
    if (cur() != '-')
        return false;
    skip();
    word.source = word.literal = "-";
    word.plain = true;
    word.line = line_;
    word.parts.emplace_back().text = "-";
    return true;
}

void Lexer::read_token(TokenMode mode) {
    token_ = Token();
    token_.blank_before = skip_blanks();
    while (!aliases_.empty() && pos_ + aliases_.back().end_from_back >= text_.size()) {
        alias_next_ = alias_next_ || aliases_.back().blank_at_end;
        aliases_.pop_back();
    }
    token_.begin = pos_;
    token_.line = line_;
    const int c = cur();
    if (c < 0) {
        token_.end = pos_;
        if (!pending_.empty())
            read_here_documents();
        return;
    }
    if (c == '\n') {
        token_.kind = Tok::Newline;
        skip();
        token_.end = pos_;
        alias_next_ = false;
        read_here_documents();
        return;
    }
    // Behind =~ stands a word, be it empty: ( and | belong to it, other operators come behind it.
    const bool regex = mode == TokenMode::ConditionRegex;
    const bool process_sub = (c == '<' || c == '>') && at(1) == '(';
    if (!regex && !process_sub && read_operator(token_.kind)) {
        token_.end = pos_;
        token_.line = line_;
        alias_next_ = false;
        return;
    }
    read_word_token(mode);
}

bool Lexer::read_operator(Tok& kind) {
    const int c = raw();
    if (c != ';' && c != '&' && c != '|' && c != '<' && c != '>' && c != '(' && c != ')')
        return false;
    for (const Operator& candidate : kOperators) {
        const State start = save();
        bool matched = true;
        for (const char wanted : candidate.text) {
            if (cur() != static_cast<unsigned char>(wanted)) {
                matched = false;
                break;
            }
            ++pos_;
        }
        if (matched) {
            kind = candidate.kind;
            return true;
        }
        restore(start);
    }
    return false;
}

bool Lexer::try_io_prefix() {
    std::size_t i = pos_;
    if (raw() == '{') {
        ++i;
        while (i < text_.size() && is_name_char(text_[i]))
            ++i;
        const std::string_view name = std::string_view(text_).substr(pos_ + 1, i - pos_ - 1);
        if (i < text_.size() && text_[i] == '[') // {array[index]}
            i = std::min(text_.find_first_of("]\n\"'\\$`", i), text_.size() - 1) + 1;
        if (i + 1 >= text_.size() || text_[i] != '}' || (text_[i + 1] != '<' && text_[i + 1] != '>')
            || !is_name(name))
            return false;
        token_.kind = Tok::IoVariable;
        token_.word.source = text_.substr(pos_ + 1, i - pos_ - 1);
        ++i;
    } else {
        while (i < text_.size() && is_digit(text_[i]))
            ++i;
        if (i == pos_ || i - pos_ > 9 || i >= text_.size() || (text_[i] != '<' && text_[i] != '>'))
            return false;
        if (!aliases_.empty() && text_.size() - aliases_.back().end_from_back == i) // bash puts a space there
            return false;
        token_.kind = Tok::IoNumber;
        token_.word.source = text_.substr(pos_, i - pos_);
    }
    pos_ = i;
    token_.end = pos_;
    token_.line = line_;
    return true;
}

void Lexer::read_word_token(TokenMode mode) {
    const bool condition = mode == TokenMode::Condition || mode == TokenMode::ConditionPattern
                           || mode == TokenMode::ConditionRegex;
    if (!condition && try_io_prefix())
        return;
    if ((mode == TokenMode::Command || mode == TokenMode::AfterAssign || mode == TokenMode::Declaration)
        && try_assignment(mode))
        return;
    token_.kind = Tok::Word;
    const std::size_t mark = source_.size();
    const std::uint32_t first_line = line_;
    Scan how;
    how.in_word = true;
    how.tilde_start = true;
    how.extglob = options.extglob || mode == TokenMode::ConditionPattern;
    how.regex = mode == TokenMode::ConditionRegex;
    how.colon_tilde = mode == TokenMode::HereString;
    if (mode == TokenMode::Argument || mode == TokenMode::AfterAssign || mode == TokenMode::Command
        || mode == TokenMode::Declaration)
        how.assignment_tilde = true;
    if (mode == TokenMode::Command || mode == TokenMode::AfterAssign)
        scan_subscripted_name(token_.word.parts);
    scan(token_.word.parts, how);
    if (pos_ == token_.begin && !how.regex) { // cannot happen: every byte is an operator or starts a word
        fail(line_, "syntax error");
    }
    const bool braces = mode == TokenMode::Command || mode == TokenMode::AfterAssign
                        || mode == TokenMode::Argument || mode == TokenMode::Declaration;
    if (braces && options.brace_expand)
        token_.word.has_brace = find_braces(token_.word.parts, options);
    finish_word(token_.word, mark);
    token_.word.line = first_line;
    token_.end = pos_;
    token_.line = line_;
    const bool next = std::exchange(alias_next_, false);
    if (token_.word.quoted) // is not looked at: the next word still is
        alias_next_ = next;
    const bool wanted = next || mode == TokenMode::Command || mode == TokenMode::AfterAssign;
    if (wanted && !condition && expand_alias()) {
        alias_next_ = next; // an alias behind a blank may be one of an alias
        read_token(mode);
    }
}

bool Lexer::expand_alias() {
    if (!options.alias || token_.word.quoted || token_.word.parts.size() != 1
        || token_.word.parts.front().kind != PartKind::Literal)
        return false;
    const std::string& name = token_.word.source;
    for (const ActiveAlias& active : aliases_) {
        if (active.name == name)
            return false;
    }
    const std::string* value = options.alias(name);
    if (!value)
        return false;
    alias_growth_ += value->size();
    if (alias_growth_ > kMaxAliasGrowth)
        fail(line_, "syntax error: aliases expand to too much text");
    if (written_.empty())
        written_ = text_;
    ActiveAlias active;
    active.name = name;
    active.end_from_back = text_.size() - pos_;
    active.blank_at_end = !value->empty() && (value->back() == ' ' || value->back() == '\t');
    text_.replace(token_.begin, pos_ - token_.begin, *value);
    pos_ = token_.begin;
    aliases_.push_back(std::move(active));
    return true;
}

// -------------------------------------------------------------------------------------------- here-documents

void Lexer::add_here_document(const Redirection& redirection) {
    if (pending_.size() >= kMaxDocuments) {
        SyntaxError error;
        error.messages.push_back({line_, "maximum here-document count exceeded", false});
        error.exits = true;
        throw error;
    }
    pending_.push_back({redirection.body, line_, redirection.target.literal, redirection.strip_tabs,
                        redirection.body_quoted, false});
}

/// At a line of a here-document in a $( ): it begins with the delimiter and has the substitution's ) too.
/// Then the text goes on behind the delimiter.
bool Lexer::ends_with_substitution(const std::string& delimiter, bool strip_tabs) {
    if (substitutions_ == 0)
        return false;
    const std::size_t end = std::min(text_.find('\n', pos_), text_.size());
    const std::size_t begin = strip_tabs ? std::min(text_.find_first_not_of('\t', pos_), end) : pos_;
    const std::size_t rest = begin + delimiter.size();
    if (rest >= end || text_.compare(begin, delimiter.size(), delimiter) != 0 || text_.find(')', rest) >= end)
        return false;
    pos_ = rest;
    return true;
}

void Lexer::read_here_documents() {
    std::vector<PendingDocument> documents;
    documents.swap(pending_);
    for (const PendingDocument& document : documents) {
        const std::string& delimiter = document.delimiter;
        const std::uint32_t first_line = line_;
        std::string body;
        bool closed = false;
        bool cut = false; // in $( ): DELIMITER and a ) on one line, which goes on behind the delimiter
        while (pos_ < text_.size() && !closed) {
            if ((cut = ends_with_substitution(delimiter, document.strip_tabs)))
                break;
            std::string line;
            std::string joined; // without \newline: the delimiter may be written over two lines
            for (;;) {          // one logical line: \newline joins unless the delimiter was quoted
                const std::size_t end = std::min(text_.find('\n', pos_), text_.size());
                line.append(text_, pos_, end - pos_);
                joined.append(text_, pos_, end - pos_);
                pos_ = std::min(end + 1, text_.size());
                const bool newline = end < text_.size();
                if (newline)
                    ++line_;
                std::size_t slashes = 0;
                while (slashes < line.size() && line[line.size() - 1 - slashes] == '\\')
                    ++slashes;
                if (!newline || document.quoted || slashes % 2 == 0)
                    break;
                line += '\n';
                joined.pop_back();
            }
            std::size_t start = 0; // tabs go from the beginning of what has been joined
            std::size_t written = 0;
            if (document.strip_tabs) {
                start = std::min(joined.find_first_not_of('\t'), joined.size());
                while (line[written] == '\t'
                       || (joined.size() < line.size() && line.compare(written, 2, "\\\n") == 0))
                    written += line[written] == '\t' ? 1 : 2;
            }
            if (joined == delimiter || joined.compare(start, std::string::npos, delimiter) == 0) {
                closed = true;
                break;
            }
            body.append(line, written, std::string::npos);
            body += '\n';
        }
        if (!closed) {
            const std::uint32_t last = cut ? line_ : line_ - 1;
            messages.push_back({last,
                                "warning: here-document at line " + std::to_string(first_line - 1)
                                    + " delimited by end-of-file (wanted `" + delimiter + "')",
                                true});
        }
        if (const std::shared_ptr<Word> waiting = document.body.lock())
            set_document_body(*waiting, std::move(body), document.quoted, options, first_line);
    }
}

void Lexer::skip_rest_of_line() {
    pos_ = std::min(text_.find('\n', pos_), text_.size());
    if (pos_ < text_.size())
        skip();
    pending_.clear();
    has_token_ = false;
    depth_ = 0;
    source_.clear();
}

// -------------------------------------------------------------------------------------------- errors

std::string Lexer::token_text(const Token& token) {
    switch (token.kind) {
    case Tok::End:
        return "";
    case Tok::Newline:
        return "newline";
    case Tok::Word:
    case Tok::IoNumber:
        return token.word.source;
    case Tok::IoVariable:
        return token.word.source;
    case Tok::Assignment:
        return token.assignment ? token.assignment->source : "";
    default:
        break;
    }
    for (const Operator& candidate : kOperators) {
        if (candidate.kind == token.kind)
            return std::string(candidate.text);
    }
    return "";
}

void Lexer::fail(std::uint32_t line, std::string text, bool with_line, int status) {
    SyntaxError error;
    error.messages.push_back({line, std::move(text), false});
    const auto [again, again_end] = read_again_;
    if (with_line && pos_ > again && pos_ < again_end && aliases_.empty()) {
        error.messages.push_back({line, "`" + text_.substr(again, again_end - again) + "'", false});
    } else if (with_line) {
        // bash shows the line as it was written: what stands behind an alias keeps its distance from the end.
        const std::string& shown = written_.empty() ? text_ : written_;
        std::size_t last = std::min(pos_, text_.size());
        if (!aliases_.empty())
            last = std::max(last, text_.size() - std::min(aliases_.front().end_from_back, text_.size()));
        last = shown.size() - std::min(text_.size() - last, shown.size());
        if (last > 0)
            --last; // the last character that was read
        const std::size_t before = last == 0 ? std::string::npos : shown.rfind('\n', last - 1);
        const std::size_t begin = before == std::string::npos ? 0 : before + 1;
        const std::size_t end = std::min(shown.find('\n', last), shown.size());
        error.messages.push_back({line, "`" + shown.substr(begin, end - begin) + "'", false});
    }
    error.status = status;
    throw error;
}

void Lexer::unexpected(const Token& token) {
    if (token.kind == Tok::End)
        unexpected_end();
    pos_ = token.end;
    const std::string text = token_text(token);
    const bool odd = std::any_of(text.begin(), text.end(),
                                 [](char c) { return static_cast<unsigned char>(c) < 32 || c == 127; });
    // A newline has been read with the here-documents behind it.
    const std::uint32_t line = token.kind == Tok::Newline ? std::max(token.line, line_ - 1) : token.line;
    try {
        fail(line, "syntax error near unexpected token `" + (odd ? quote_ansi(text) : text) + "'", true);
    } catch (SyntaxError& error) {
        ends_shell_in_substitution(error);
        throw;
    }
}

void Lexer::unexpected_behind_list(const Token& token) {
    try {
        unexpected(token);
    } catch (SyntaxError& error) {
        if (!pending_.empty()) {
            pos_ = std::min(text_.find('\n', pos_), text_.size());
            if (pos_ < text_.size())
                skip();
            read_here_documents();
            for (ParserMessage& message : error.messages)
                message.line = line_ - 1;
        }
        throw;
    }
}

void Lexer::unexpected_end() {
    const std::uint32_t last = line_ + (backslash_at_end_ ? 1 : 0);
    if (substitutions_ > 0)
        fail(last, "unexpected EOF while looking for matching `)'");
    fail(last, "syntax error: unexpected end of file");
}

void Lexer::unclosed(char closer, std::uint32_t line) {
    const int status = substitutions_ > 0 ? 2 : ParseResult::kKeepFailure;
    fail(line, std::string("unexpected EOF while looking for matching `") + closer + "'", false, status);
}

} // namespace asb::shell
