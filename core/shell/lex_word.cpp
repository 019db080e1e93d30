// Words: quotes, backslashes, tildes, extended globs, assignments and compound values.
#include "core/shell/lexer.h"

#include "core/shell/escapes.h"
#include "core/shell/lex_parts.h"
#include "core/shell/names.h"
#include "core/shell/pattern.h"
#include "core/shell/quote.h"

#include <algorithm>

namespace asb::shell {

namespace {

bool ends_word(int c) {
    switch (c) {
    case ' ':
    case '\t':
    case '\n':
    case ';':
    case '&':
    case '|':
    case '<':
    case '>':
    case '(':
    case ')':
        return true;
    default:
        return false;
    }
}

bool is_glob_operator(int c) {
    return c == '?' || c == '*' || c == '+' || c == '@' || c == '!';
}

/// Counts what decides whether a stop character is at the outer level.
struct Depth {
    int brackets = 0;
    int parens = 0;
    int questions = 0;
};

bool collect_literal(const std::vector<WordPart>& parts, std::string& text, std::string& pattern,
                     bool& quoted) {
    for (const WordPart& part : parts) {
        if (part.kind == PartKind::Literal) {
            text += part.text;
            pattern += part.quoted ? quote_pattern(part.text) : part.text;
            quoted = quoted || part.quoted;
        } else if (part.kind == PartKind::DoubleQuoted) {
            quoted = true;
            if (!collect_literal(part.parts, text, pattern, quoted))
                return false;
        } else {
            return false;
        }
    }
    return true;
}

bool may_glob(const std::vector<WordPart>& parts) {
    return std::any_of(parts.begin(), parts.end(), [](const WordPart& part) {
        if (part.kind == PartKind::Brace)
            return std::any_of(part.alternatives.begin(), part.alternatives.end(), may_glob);
        return part.kind == PartKind::Literal && !part.quoted
               && part.text.find_first_of("*?[") != std::string::npos;
    });
}

bool any_quoted(const std::vector<WordPart>& parts) {
    return std::any_of(parts.begin(), parts.end(), [](const WordPart& part) {
        return part.kind == PartKind::DoubleQuoted || (part.kind == PartKind::Literal && part.quoted);
    });
}

} // namespace

void Lexer::finish_word(Word& word, std::size_t mark) {
    word.source = source_.substr(mark);
    source_.resize(mark);
    std::string pattern;
    bool quoted = false;
    if (collect_literal(word.parts, word.literal, pattern, quoted)) {
        word.quoted = quoted;
        word.has_glob = has_pattern_characters(pattern, true);
        word.plain = !word.has_glob;
        return;
    }
    word.literal.clear();
    word.quoted = any_quoted(word.parts);
    word.has_glob = may_glob(word.parts);
}

// -------------------------------------------------------------------------------------------- runs of parts

void Lexer::scan(std::vector<WordPart>& out, const Scan& how) {
    const Nest nest(*this);
    Parts parts(out);
    Depth depth;
    bool assignment_value = how.colon_tilde;
    if (how.tilde_start)
        scan_tilde(parts, how, assignment_value);
    for (;;) {
        const int c = pos_ >= how.limit ? -1 : cur();
        if (c < 0 || (pos_ >= how.limit))
            return;
        if (how.brace_end && c == '}')
            return;
        if (how.stop != 0 && c == static_cast<unsigned char>(how.stop) && depth.brackets == 0
            && depth.parens == 0) {
            if (c != ':' || depth.questions == 0)
                return;
            --depth.questions;
        }
        if (how.in_word && ends_word(c)) {
            const bool process_sub = (c == '<' || c == '>') && at(1) == '(';
            const bool regex_text = how.regex && (c == '(' || c == '|');
            if (!process_sub && !regex_text)
                return;
        }
        if (scan_special(parts, how, c))
            continue;
        if (how.stop == ']' || how.stop == ':') {
            depth.brackets += c == '[' ? 1 : (c == ']' && depth.brackets > 0) ? -1 : 0;
            depth.parens += how.stop != ':' ? 0 : c == '(' ? 1 : (c == ')' && depth.parens > 0) ? -1 : 0;
            depth.questions += how.stop == ':' && c == '?' ? 1 : 0;
        }
        const bool quoted = how.quote != Quote::None && !how.pattern;
        parts.literal(static_cast<char>(c), quoted);
        bump();
        if (how.assignment_tilde && !assignment_value && c == '=' && parts.all().size() == 1) {
            std::string_view name = parts.all().front().text;
            name.remove_suffix(1);
            if (!name.empty() && name.back() == '+')
                name.remove_suffix(1);
            if (!quoted && is_name(name)) {
                assignment_value = true;
                scan_tilde(parts, how, true);
            }
        } else if (assignment_value && c == ':') {
            scan_tilde(parts, how, true);
        }
    }
}

bool Lexer::scan_special(Parts& parts, const Scan& how, int c) {
    switch (c) {
    case '\\':
        scan_backslash(parts, how);
        return true;
    case '`':
        scan_backquote(parts, how);
        return true;
    case '$':
        scan_dollar(parts, how);
        return true;
    case '\'':
        if (how.quote != Quote::None || how.single_literal)
            return false;
        scan_single_quotes(parts);
        return true;
    case '"':
        if (how.quote == Quote::Arith) {
            skip();
            return true;
        }
        if (how.quote == Quote::HereDoc || (how.quote == Quote::Double && !how.brace_end))
            return false;
        scan_double_quotes(parts);
        return true;
    case '<':
    case '>':
        if (how.quote != Quote::None || at(1) != '(' || how.no_process_sub)
            return false;
        scan_process_sub(parts);
        return true;
    case '(':
        if (!how.regex)
            return false;
        parts.literal('(', false);
        bump();
        scan_group(parts, how);
        return true;
    default:
        break;
    }
    if (how.extglob && how.in_word && how.quote == Quote::None && is_glob_operator(c) && at(1) == '(') {
        parts.literal(static_cast<char>(c), false);
        bump();
        parts.literal('(', false);
        bump();
        scan_group(parts, how);
        return true;
    }
    return false;
}

/// Behind the ( of an extended glob or of a regex group: up to its ), blanks and operators are text.
void Lexer::scan_group(Parts& parts, const Scan& how) {
    const std::uint32_t first_line = line_;
    int depth = 1;
    Scan inside = how;
    inside.in_word = false;
    inside.no_process_sub = true;
    for (;;) {
        const int c = cur();
        if (c < 0)
            unclosed(')', first_line);
        if (c == '(' || c == ')') {
            parts.literal(static_cast<char>(c), false);
            bump();
            depth += c == '(' ? 1 : -1;
            if (depth == 0)
                return;
            continue;
        }
        if (scan_special(parts, inside, c))
            continue;
        parts.literal(static_cast<char>(c), false);
        bump();
    }
}

void Lexer::scan_single_quotes(Parts& parts) {
    const std::uint32_t first_line = line_;
    bump();
    std::string text;
    while (raw() >= 0 && raw() != '\'') {
        text += static_cast<char>(raw());
        bump();
    }
    if (raw() < 0)
        unclosed('\'', first_line);
    bump();
    parts.literal(text, true);
}

void Lexer::scan_double_quotes(Parts& parts) {
    const std::uint32_t first_line = line_;
    bump();
    WordPart& part = parts.add(PartKind::DoubleQuoted);
    part.quoted = true;
    Scan how;
    how.quote = Quote::Double;
    how.stop = '"';
    std::vector<WordPart> inner;
    scan(inner, how);
    part.parts = std::move(inner);
    if (raw() < 0)
        unclosed('"', first_line);
    bump();
}

void Lexer::scan_backslash(Parts& parts, const Scan& how) {
    const int next = at(1);
    if (next < 0 || pos_ + 1 >= how.limit) { // a backslash at the very end stands for itself
        parts.literal('\\', how.quote != Quote::None);
        bump();
        return;
    }
    bool escapes = how.quote == Quote::None;
    if (!escapes)
        escapes = next == '$' || next == '`' || next == '\\' || (next == '"' && how.quote != Quote::HereDoc)
                  || (next == '}' && how.brace_end);
    if (!escapes)
        parts.literal('\\', true);
    bump();
    if (!escapes)
        return;
    parts.literal(static_cast<char>(next), true);
    bump();
}

/// ~name where a tilde may stand; when it is none nothing is read.
void Lexer::scan_tilde(Parts& parts, const Scan& how, bool stops_at_colon) {
    if (cur() != '~' || how.quote != Quote::None)
        return;
    std::size_t i = pos_ + 1;
    for (; i < text_.size() && i < how.limit; ++i) {
        const char c = text_[i];
        if (c == '/' || (stops_at_colon && c == ':') || (how.brace_end && c == '}'))
            break;
        if (how.stop != 0 && c == how.stop)
            break;
        if (ends_word(static_cast<unsigned char>(c))) {
            if (how.in_word || c != ' ')
                break;
            return;
        }
        if (c == '\\' || c == '\'' || c == '"' || c == '`' || c == '$' || c == '*' || c == '?' || c == '{')
            return;
    }
    WordPart& part = parts.add(PartKind::Tilde);
    part.text = text_.substr(pos_ + 1, i - pos_ - 1);
    while (pos_ < i)
        bump();
}

/// $'…'. For the word's source bash puts the decoded text in plain quotes.
void Lexer::scan_ansi_quotes(Parts& parts) { // at the quote behind $
    const std::uint32_t first_line = line_;
    source_.pop_back();
    skip();
    std::string text;
    while (raw() >= 0 && raw() != '\'') {
        if (raw() == '\\' && at(1) >= 0) {
            text += '\\';
            skip();
        }
        text += static_cast<char>(raw());
        skip();
    }
    if (raw() < 0)
        unclosed('\'', first_line);
    skip();
    const std::string value = decode_ansi_quotes(text);
    source_ += quote_single(value);
    parts.literal(value, true);
}

// -------------------------------------------------------------------------------------------- assignments

/// NAME=, NAME+=, NAME[sub]=, NAME[sub]+= at the current position.
bool Lexer::try_assignment(TokenMode mode) {
    std::size_t i = pos_;
    if (!is_name_start(text_[i]))
        return false;
    while (i < text_.size() && is_name_char(text_[i]))
        ++i;
    const std::size_t name_end = i;
    if (i < text_.size() && text_[i] == '[') {
        ++i;
        const std::size_t close = find_matching('[', ']', i);
        if (close == std::string::npos) {
            if (mode == TokenMode::Declaration)
                return false;
            unclosed_inner();
        }
        if (mode == TokenMode::Declaration
            && std::any_of(text_.begin() + static_cast<std::ptrdiff_t>(i),
                           text_.begin() + static_cast<std::ptrdiff_t>(close),
                           [](char c) { return ends_word(c); }))
            return false;
        i = close + 1;
    }
    const bool append = i + 1 < text_.size() && text_[i] == '+' && text_[i + 1] == '=';
    if (!append && (i >= text_.size() || text_[i] != '='))
        return false;
    const std::size_t mark = source_.size();
    const std::uint32_t first_line = line_;
    auto assignment = std::make_unique<Assignment>();
    assignment->name = text_.substr(pos_, name_end - pos_);
    assignment->slot = intern(assignment->name);
    assignment->append = append;
    while (pos_ < name_end)
        bump();
    if (raw() == '[') {
        bool star = false;
        bool all = false;
        assignment->subscript = read_subscript(star, all);
    }
    if (append)
        bump();
    bump();
    const std::size_t prefix = source_.size() - mark;
    if (cur() == '(' && !assignment->subscript) {
        read_compound_value(*assignment);
    } else if (cur() == '(' && assignment->subscript) {
        read_compound_value(*assignment);
    } else {
        const std::size_t value_mark = source_.size();
        Scan how;
        how.in_word = true;
        how.colon_tilde = true;
        how.tilde_start = true;
        how.extglob = options.extglob;
        scan(assignment->value.parts, how);
        std::vector<WordPart> parts; // finish_word cuts the source: keep the whole
        const std::string value_source = source_.substr(value_mark);
        finish_word(assignment->value, value_mark);
        source_ += value_source;
    }
    assignment->value.line = first_line;
    assignment->source = source_.substr(mark);
    source_.resize(mark);
    token_.kind = mode == TokenMode::Declaration ? Tok::Word : Tok::Assignment;
    if (mode == TokenMode::Declaration)
        make_assignment_word(*assignment, prefix, token_.word);
    token_.word.line = first_line;
    token_.assignment = std::move(assignment);
    token_.end = pos_;
    token_.line = line_;
    alias_next_ = false;
    return true;
}

/// name[…] where a command begins: blanks and operators between the brackets belong to the word, assignment
/// or not.
void Lexer::scan_subscripted_name(std::vector<WordPart>& out) {
    std::size_t i = pos_;
    while (i < text_.size() && is_name_char(text_[i]))
        ++i;
    if (i == pos_ || !is_name_start(text_[pos_]) || i >= text_.size() || text_[i] != '[')
        return;
    Parts(out).literal(std::string_view(text_).substr(pos_, i + 1 - pos_), false);
    while (pos_ <= i)
        bump();
    Scan how;
    how.stop = ']';
    how.no_process_sub = true;
    scan(out, how);
}

/// The same text as an ordinary word, for the case that the command turns out to be no declaration builtin.
void Lexer::make_assignment_word(const Assignment& assignment, std::size_t prefix, Word& word) {
    word.source = assignment.source;
    Parts parts(word.parts);
    if (assignment.is_array) {
        parts.literal(assignment.source, true);
        word.quoted = true;
        return;
    }
    if (assignment.subscript) {
        WordPtr reread = read_text_again(assignment.source.substr(0, prefix));
        word.parts = std::move(reread->parts);
    } else {
        parts.literal(std::string_view(assignment.source).substr(0, prefix), false);
    }
    for (const WordPart& part : assignment.value.parts)
        word.parts.push_back(clone_part(part));
    if (options.brace_expand)
        word.has_brace = find_braces(word.parts, options);
    const std::size_t mark = source_.size();
    source_ += word.source;
    finish_word(word, mark);
}

WordPtr Lexer::read_text_again(std::string_view text) {
    return parse_word_text(text, WordContext::Plain, options, line_);
}

/// At the ( of name=( … ).
void Lexer::read_compound_value(Assignment& assignment) {
    assignment.is_array = true;
    bump();
    const std::uint32_t first_line = line_;
    try {
        read_elements(assignment.elements, first_line);
    } catch (SyntaxError& error) {
        if (error.status == ParseResult::kKeepFailure && !at_closing_paren_) {
            const auto lines = std::count(text_.begin(), text_.end(), '\n'); // bash notices the end once more
            error.messages.push_back(
                {static_cast<std::uint32_t>(lines) + 1, "syntax error: unexpected end of file", false});
        }
        at_closing_paren_ = false;
        if (error.status == 2 || error.status == ParseResult::kKeepFailure) {
            error.status = 1;
            error.resumes = true;
        }
        throw;
    }
    bump(); // the )
}

void Lexer::read_elements(std::vector<ArrayElement>& elements, std::uint32_t first_line) {
    const Nest nest(*this);
    bool first = true;
    for (;;) {
        const std::size_t before = pos_;
        skip_blanks();
        const int c = cur();
        if (c < 0) {
            at_closing_paren_ = true;
            unclosed(')', first_line);
        }
        if (c == '\n') {
            skip();
            if (!pending_.empty())
                read_here_documents();
            continue;
        }
        if (!first && (c == ')' ? false : before != pos_ || !elements.empty()))
            source_ += ' ';
        if (c == ')')
            return;
        if (ends_word(c) && !((c == '<' || c == '>') && at(1) == '(')) {
            Token bad;
            bad.begin = pos_;
            read_operator(bad.kind);
            bad.end = pos_;
            bad.line = line_;
            unexpected(bad);
        }
        first = false;
        read_element(elements);
    }
}

void Lexer::read_element(std::vector<ArrayElement>& elements) {
    ArrayElement& element = elements.emplace_back();
    Scan how;
    how.in_word = true;
    how.tilde_start = true;
    how.extglob = options.extglob;
    if (raw() == '[') {
        const std::size_t close = find_matching('[', ']', pos_ + 1);
        std::size_t i = close == std::string::npos ? text_.size() : close + 1;
        const bool append = i + 1 < text_.size() && text_[i] == '+' && text_[i + 1] == '=';
        if (i < text_.size() && (append || text_[i] == '=')) {
            element.append = append;
            std::size_t word_end = i;
            while (word_end < text_.size() && !ends_word(static_cast<unsigned char>(text_[word_end])))
                ++word_end;
            const std::size_t mark = source_.size();
            const State state = save();
            bool star = false;
            bool all = false;
            element.subscript = read_subscript(star, all);
            if (append)
                bump();
            bump();
            how.colon_tilde = true;
            const std::size_t value_mark = source_.size();
            scan(element.value.parts, how);
            std::vector<WordPart> probe;
            for (const WordPart& part : element.value.parts)
                probe.push_back(clone_part(part));
            if (options.brace_expand
                && find_braces(probe, options)) { // bash: then it is a word like any other
                element.subscript.reset();
                element.append = false;
                element.value = Word();
                source_.resize(mark);
                restore(state);
                how.colon_tilde = false;
            } else {
                const std::string value_source = source_.substr(value_mark);
                finish_word(element.value, value_mark);
                source_ += value_source;
                return;
            }
        }
    }
    const std::size_t mark = source_.size();
    scan(element.value.parts, how);
    if (options.brace_expand)
        element.value.has_brace = find_braces(element.value.parts, options);
    const std::string source = source_.substr(mark);
    finish_word(element.value, mark);
    element.value.line = line_;
    source_ += source;
}

// -------------------------------------------------------------------------------------------- texts that are
// words

Word Lexer::read_whole(WordContext context) {
    Word word;
    const std::size_t mark = source_.size();
    Scan how;
    how.limit = text_.size();
    switch (context) {
    case WordContext::HereDocument:
        how.quote = Quote::HereDoc;
        break;
    case WordContext::DoubleQuoted:
        how.quote = Quote::Double;
        break;
    case WordContext::Plain:
        break;
    case WordContext::Assignment:
        how.tilde_start = true;
        how.colon_tilde = true;
        break;
    }
    word.line = line_;
    scan(word.parts, how);
    finish_word(word, mark);
    return word;
}

bool Lexer::read_array_elements(std::vector<ArrayElement>& elements) {
    skip_blanks();
    if (cur() != '(')
        return false;
    bump();
    read_elements(elements, line_);
    bump();
    skip_blanks();
    return at_end();
}

} // namespace asb::shell
