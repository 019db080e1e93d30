// What begins with $ ` <( or >(: parameters, command and process substitution, arithmetic.
#include "core/shell/lexer.h"

#include "core/shell/arith.h"
#include "core/shell/grammar.h"
#include "core/shell/lex_parts.h"
#include "core/shell/names.h"
#include "core/shell/restore.h"
#include "core/shell/unparse.h"

#include <algorithm>

namespace asb::shell {

// Closers that are waited for; a quote character stands for the quote that it ends, $ for that of $'. When
// the text ends first, unclosed_ tells what was open innermost.
std::size_t Lexer::find_matching(char open, char close, std::size_t from) const {
    std::string stack(1, close);
    std::vector<std::size_t> opened{from};
    const auto push = [&](char closer, std::size_t at) {
        stack += closer;
        opened.push_back(at);
    };
    const auto pop = [&] {
        stack.pop_back();
        opened.pop_back();
    };
    for (std::size_t i = from; i < text_.size(); ++i) {
        const char c = text_[i];
        const char top = stack.back();
        const char next = i + 1 < text_.size() ? text_[i + 1] : '\0';
        if (top == '\'') {
            if (c == '\'')
                pop();
            continue;
        }
        if (c == '\\') {
            ++i;
            continue;
        }
        if (top == '$') { // in $'…'
            if (c == '\'')
                pop();
            continue;
        }
        if (c == top) {
            pop();
            if (stack.empty())
                return i;
            continue;
        }
        if (top == '`')
            continue;
        if (c == '`') {
            push('`', i);
        } else if (c == '$' && (next == '(' || next == '{')) {
            push(next == '(' ? ')' : '}', next == '(' ? std::string::npos : i);
            ++i;
        } else if (c == '"') {
            push('"', i);
        } else if (c == '$' && next == '\'' && top != '"') {
            push('$', ++i);
        } else if (top != '"') {
            if (c == '\'')
                push('\'', i);
            else if (stack.size() == 1 && c == open)
                push(close, from);
            else if (stack.size() > 1 && top == ')' && c == '(')
                push(')', opened.back());
            else if (stack.size() > 1 && top == close && c == open)
                push(close, opened.back());
        }
    }
    unclosed_ = {stack.back() == '$' ? '\'' : stack.back(), opened.back()};
    return std::string::npos;
}

void Lexer::unclosed_inner() {
    const std::size_t end = std::min(unclosed_.position, text_.size());
    const auto begin = text_.begin() + static_cast<std::ptrdiff_t>(std::min(pos_, end));
    const auto lines = std::count(begin, text_.begin() + static_cast<std::ptrdiff_t>(end), '\n');
    // What is missing inside $( ) is noticed at the end of the text.
    unclosed(unclosed_.closer, line_ + static_cast<std::uint32_t>(lines));
}

void Lexer::scan_dollar(Parts& parts, const Scan& how) {
    bump();
    const int c = pos_ >= limit(how) ? -1 : cur();
    if (c == '{') {
        scan_braced(parts, how);
    } else if (c == '(') {
        const Restore<char> delimiter(delimiter_, delimiter_behind(how, '('));
        if (at(1) != '(' || !scan_arithmetic(parts, how))
            scan_command_sub(parts, how);
    } else if (c == '[') {
        scan_old_arithmetic(parts);
    } else if (c == '\''
               && (how.quote == Quote::None
                   || (!how.document
                       && (how.quote == Quote::Arith || (how.quote == Quote::Double && how.brace_end))))) {
        scan_ansi_quotes(parts, how);
    } else if (c == '"' && (how.quote == Quote::None || (how.quote == Quote::Double && how.brace_end))) {
        source_.pop_back(); // translated text: as "…"
        scan_double_quotes(parts, how.quote == Quote::Double);
    } else if (c == '"' && how.quote == Quote::Arith && !how.document) {
        source_.pop_back();
    } else if (name_start(c) || is_digit(c) || is_special_parameter(c)) {
        WordPart& part = parts.add(PartKind::Parameter);
        part.param = std::make_unique<Parameter>();
        Parameter& parameter = *part.param;
        if (is_digit(c)) {
            parameter.kind = ParamKind::Positional;
            parameter.index = static_cast<std::uint32_t>(c - '0');
            bump();
        } else if (is_special_parameter(c)) {
            parameter.kind = ParamKind::Special;
            parameter.name = static_cast<char>(c);
            bump();
        } else {
            while (pos_ < limit(how) && name_char(cur())) {
                parameter.name += static_cast<char>(raw());
                bump();
            }
            parameter.slot = intern(parameter.name);
            part.text = "$" + parameter.name; // marks the form without braces, see find_braces
        }
    } else {
        parts.literal('$', how.quote != Quote::None);
    }
}

// -------------------------------------------------------------------------------------------- substitutions

/// What is wrong with the tokens of the rest of the line counts instead.
void Lexer::skip_given_up(SyntaxError& error) {
    try {
        do {
            read_token(TokenMode::Argument);
        } while (token_.kind != Tok::Newline && token_.kind != Tok::End);
    } catch (const SyntaxError& later) {
        error.status = later.status == 2 ? ParseResult::kKeepFailure : later.status;
        error.exits = later.exits;
        error.messages.insert(error.messages.end(), later.messages.begin(), later.messages.end());
    }
}

/// Behind the opening parenthesis: the commands up to `)`, which is passed over.
std::shared_ptr<List> Lexer::parse_substitution() {
    // The token that is being read waits; it comes back on an error too, as a lenient caller goes on.
    struct Outer {
        Lexer& lexer;
        Token token;
        bool has_token;
        bool alias_next;
        bool literal_backslash;
        std::vector<PendingDocument> documents; ///< begin behind the line on which the substitution ends
        explicit Outer(Lexer& owner)
            : lexer(owner),
              token(std::move(owner.token_)),
              has_token(owner.has_token_),
              alias_next(owner.alias_next_),
              literal_backslash(std::exchange(owner.literal_backslash_, false)),
              documents(std::exchange(owner.pending_, {})) {
            lexer.has_token_ = false;
            lexer.alias_next_ = false;
            ++lexer.substitutions_;
        }
        ~Outer() {
            --lexer.substitutions_;
            lexer.token_ = std::move(token);
            lexer.has_token_ = has_token;
            lexer.alias_next_ = alias_next;
            lexer.literal_backslash_ = literal_backslash;
            lexer.pending_.insert(lexer.pending_.begin(), documents.begin(), documents.end());
        }
        Outer(const Outer&) = delete;
        Outer& operator=(const Outer&) = delete;
    };
    const std::size_t documents = pending_.size();
    std::shared_ptr<List> list;
    {
        const Outer outer(*this);
        try {
            list = Grammar(*this).substitution();
        } catch (SyntaxError& error) {
            if (std::exchange(error.gives_up, false))
                skip_given_up(error);
            throw;
        }
    }
    std::size_t left = 0;
    for (std::size_t i = documents; i < pending_.size(); ++i)
        left += std::exchange(pending_[i].outlives_substitution, true) ? 0 : 1;
    if (left > 0)
        messages.push_back({line_,
                            "warning: command substitution: " + std::to_string(left)
                                + " unterminated here-document" + (left > 1 ? "s" : ""),
                            true});
    return list;
}

/// Only POSIX mode expands aliases here: else that is done when the substitution runs, and the text is read
/// again then.
std::shared_ptr<List> Lexer::parse_unaliased() {
    if (!options.alias || options.posix)
        return parse_substitution();
    const Restore<decltype(options.alias)> none(options.alias, nullptr);
    return parse_substitution();
}

/// What the shell reads when the substitution runs; its faults end the command then.
void Lexer::read_again(WordPart& part) const {
    WholeParse again = parse_whole(part.text, options, 0);
    part.body = std::move(again.list);
    if (part.body)
        return;
    for (const ParserMessage& message : again.messages)
        part.text2.append(part.text2.empty() ? "line " : "\nline ")
            .append(std::to_string(message.line + line_))
            .append(": ")
            .append(message.text);
}

/// At the ( in a here-document, which bash reads when it expands the document: the messages as if the text
/// began behind it, each with how many lines below that it is. Without any: one blank.
std::string Lexer::faults_in_document(const SyntaxError& failure) const {
    const std::size_t begin = text_.rfind('\n', pos_) + 1;
    const std::size_t end = std::min(text_.find('\n', pos_), text_.size());
    const std::string whole = "`" + text_.substr(begin, end - begin) + "'";
    std::string text;
    for (const ParserMessage& message : failure.messages)
        text.append(text.empty() ? "+" : "\n+")
            .append(std::to_string(message.line - line_))
            .append(": ")
            .append(message.text == whole ? "`" + text_.substr(pos_ + 1, end - pos_ - 1) + "'"
                                          : message.text);
    return text.empty() ? " " : text;
}

void Lexer::scan_command_sub(Parts& parts, const Scan& how) { // at the (
    const Nest nest(*this);
    const Restore strict(lenient, lenient && !substitutions_are_read_);
    const State start = save();
    const std::size_t mark = source_.size();
    WordPart part;
    part.kind = PartKind::CommandSub;
    part.quoted = how.quote != Quote::None;
    const std::size_t begin = ++pos_;
    const bool as_written = document_ && substitutions_ == 0; // bash reads it when it expands the document
    try {
        const bool outer = std::exchange(read_twice_, false);
        std::shared_ptr<List> list = parse_unaliased();
        part.text = unparse_substitution(*list);
        if (!part.text.empty() && part.text.front() == '(') // not to become $((
            part.text.insert(0, 1, ' ');
        if (as_written)
            part.text = text_.substr(begin, pos_ - 1 - begin);
        if (read_twice_ || as_written)
            read_again(part);
        else
            part.body = std::move(list);
        read_twice_ = read_twice_ || outer;
    } catch (SyntaxError& failure) {
        if (!lenient)
            throw;
        restore(start);
        forget_source(mark);
        const std::size_t close = find_matching('(', ')', pos_ + 1);
        if (document_ && at(1) != '(') {
            part.text2 = faults_in_document(failure);
            while (pos_ < text_.size() && (close == std::string::npos || pos_ <= close))
                skip();
        } else if (close == std::string::npos) {
            part.kind = PartKind::Parameter;
            part.param = std::make_unique<Parameter>();
            part.param->op = ParamOp::BadSubstitution;
            part.text = text_.substr(pos_ - 1);
            part.text2 = "bad substitution: no closing `)' in " + (document_ ? text_ : part.text);
            while (pos_ < text_.size())
                skip();
        } else {
            part.text = text_.substr(pos_ + 1, close - pos_ - 1);
            while (pos_ <= close)
                skip();
        }
    }
    forget_source(source_.size()); // quotes of expressions in it
    source_ += "(";
    source_ += part.text;
    source_ += ")";
    parts.add(PartKind::CommandSub) = std::move(part);
}

/// <(( … ) … ): bash takes this for an expression and keeps the text, which it reads when it runs.
void Lexer::scan_subshell_first(Parts& parts, char direction) {
    const std::size_t begin = pos_ + 2;
    const std::size_t close = find_matching('(', ')', begin);
    if (close == std::string::npos)
        unclosed_inner();
    WordPart& part = parts.add(PartKind::ProcessSub);
    part.text2 = direction;
    part.text = text_.substr(begin, close - begin);
    source_.append(text_, pos_, close + 1 - pos_);
    while (pos_ <= close)
        skip();
}

void Lexer::scan_process_sub(Parts& parts) { // at < or >
    const Nest nest(*this);
    const char direction = static_cast<char>(raw());
    if (at(2) == '(')
        return scan_subshell_first(parts, direction);
    pos_ += 2;
    const bool outer = std::exchange(read_twice_, false);
    std::shared_ptr<List> list = parse_substitution();
    WordPart& part = parts.add(PartKind::ProcessSub);
    part.text2 = direction;
    part.text = unparse_substitution(*list);
    if (!part.text.empty() && part.text.front() == '(') // not to become <((
        part.text.insert(0, 1, ' ');
    if (!read_twice_) // else it is read when it runs
        part.body = std::move(list);
    read_twice_ = read_twice_ || outer;
    source_ += direction;
    source_ += "(";
    source_ += part.text;
    source_ += ")";
}

void Lexer::scan_backquote(Parts& parts, const Scan& how) {
    const std::uint32_t first_line = line_;
    const std::size_t begin = pos_;
    bump();
    std::string text;
    const bool in_quotes = how.quote == Quote::Double;
    for (;;) {
        const int c = pos_ >= limit(how) ? -1 : raw();
        if (c < 0) {
            if (!lenient)
                unclosed('`', first_line);
            WordPart& bad = parts.add(PartKind::Parameter);
            bad.param = std::make_unique<Parameter>();
            bad.param->op = ParamOp::BadSubstitution;
            bad.text = text_.substr(begin, pos_ - begin);
            bad.text2 = "bad substitution: no closing \"`\" in " + bad.text;
            return;
        }
        if (c == '`')
            break;
        if (c == '\\') {
            const int next = at(1);
            if (next == '$' || next == '`' || next == '\\' || (next == '"' && in_quotes)) {
                bump();
            } else if (next == '\n') {
                pos_ += 2;
                ++line_;
                continue;
            } else if (next >= 0) {
                text += '\\';
                bump();
            }
        }
        text += static_cast<char>(raw());
        bump();
    }
    bump();
    WordPart& part = parts.add(PartKind::CommandSub);
    part.backquote = true;
    part.quoted = how.quote != Quote::None;
    if (depth_ < 100) { // deeper ones are parsed when they are expanded
        const Nest nest(*this);
        part.body = parse_backquoted(text);
    }
    part.text = std::move(text);
}

/// Null when it does not parse: the error belongs to the time of the expansion.
std::shared_ptr<const List> Lexer::parse_backquoted(const std::string& text) const {
    ParserOptions inner = options;
    WholeParse parsed = parse_whole(text, inner, 0);
    if (!parsed.messages.empty())
        return nullptr;
    return parsed.list;
}

// -------------------------------------------------------------------------------------------- arithmetic

/// The text from here to `end` as an expression; the position moves to `end`.
WordPart Lexer::arithmetic_part(std::size_t end) {
    WordPart part;
    part.kind = PartKind::Arithmetic;
    const std::size_t mark = source_.size();
    forget_source(mark); // quotes of a word before
    Scan how;
    how.quote = Quote::Arith;
    how.keeps_double = true;
    how.behind = text_.size() - end;
    {
        const Restore strict(substitutions_are_read_, !lenient || substitutions_are_read_);
        const Restore loose(lenient, true);
        scan(part.parts, how);
    }
    part.text = source_.substr(mark);
    if (!arith_quotes_.empty() && arith_quotes_.back() >= mark) {
        part.text2 = part.text; // as it is shown
        for (auto at = arith_quotes_.rbegin(); at != arith_quotes_.rend() && *at >= mark; ++at)
            part.text.erase(*at - mark, 1);
    }
    part.arith = prepare_arith(part.text);
    return part;
}

/// At the first ( of $((: false when the text is a command substitution that begins with a subshell.
bool Lexer::scan_arithmetic(Parts& parts, const Scan& how) {
    const std::size_t close = find_matching('(', ')', pos_ + 1); // bash reads $(( up to its ) as a text first
    if (close == std::string::npos) {
        if (!lenient)
            unclosed_inner();
        return false;
    }
    const Nest nest(*this);
    if (close < pos_ + 3 || text_[close - 1] != ')' || find_matching('(', ')', pos_ + 2) != close - 1) {
        WordPart
            part; // a command substitution that begins with a subshell: bash parses it when it is expanded
        part.kind = PartKind::CommandSub;
        part.quoted = how.quote != Quote::None;
        part.text = text_.substr(pos_ + 1, close - pos_ - 1);
        part.body = parse_backquoted(part.text);
        while (pos_ <= close)
            bump();
        parts.add(PartKind::CommandSub) = std::move(part);
        return true;
    }
    bump();
    bump();
    WordPart part = arithmetic_part(close - 1);
    part.quoted = how.quote != Quote::None;
    bump();
    bump();
    parts.add(PartKind::Arithmetic) = std::move(part);
    return true;
}

void Lexer::scan_old_arithmetic(Parts& parts) { // $[ … ]
    const std::size_t close = find_matching('[', ']', pos_ + 1);
    if (close == std::string::npos) {
        if (lenient) {
            parts.literal('$', false);
            return;
        }
        unclosed_inner();
    }
    const Nest nest(*this);
    bump();
    WordPart part = arithmetic_part(close);
    bump();
    parts.add(PartKind::Arithmetic) = std::move(part);
}

} // namespace asb::shell
