// Words: quotes, backslashes, tildes, extended globs.
#include "core/shell/lexer.h"

#include "core/shell/escapes.h"
#include "core/shell/lex_parts.h"
#include "core/shell/names.h"
#include "core/shell/pattern.h"
#include "core/shell/quote.h"
#include "core/shell/restore.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace asb::shell {

namespace {

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

/// NAME=, NAME+=, NAME[…]=, NAME[…]+=
bool is_assignment_head(const std::vector<WordPart>& parts) {
    const WordPart& first = parts.front();
    const WordPart& last = parts.back();
    if (first.kind != PartKind::Literal || first.quoted || last.kind != PartKind::Literal || last.quoted)
        return false;
    const std::size_t tail = last.text.ends_with("+=") ? 2 : 1;
    const std::size_t bracket = first.text.find('[');
    if (bracket == std::string::npos)
        return parts.size() == 1 && is_name(std::string_view(first.text).substr(0, first.text.size() - tail));
    if (!is_name(std::string_view(first.text).substr(0, bracket)))
        return false;
    int depth = 0;
    for (const WordPart& part : parts) {
        if (part.kind != PartKind::Literal || part.quoted)
            continue;
        const std::size_t end = part.text.size() - (&part == &last ? tail : 0);
        for (std::size_t i = &part == &first ? bracket : 0; i < end; ++i) {
            depth += part.text[i] == '[' ? 1 : part.text[i] == ']' ? -1 : 0;
            if (depth == 0)
                return &part == &last && i + 1 == end;
        }
    }
    return false;
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
    name_unclosed_braces(word);
    std::string pattern;
    bool quoted = false;
    if (collect_literal(word.parts, word.literal, pattern, quoted)) {
        word.quoted = quoted;
        word.has_glob = has_pattern_characters(pattern, true, false);
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
    if (how.tilde_start) {
        const std::size_t begin = pos_;
        scan_tilde(parts, how, true);
        if (!how.colon_tilde && pos_ > begin && cur() == ':')
            return scan_behind_tilde(out, how);
    }
    for (;;) {
        const int c = pos_ >= limit(how) ? -1 : cur();
        if (c < 0 || (pos_ >= limit(how)))
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
            depth.questions += how.stop == ':' && c == '?' && depth.parens == 0 ? 1 : 0;
        }
        const bool quoted = how.quote != Quote::None && !how.pattern;
        parts.literal(static_cast<char>(c), quoted);
        bump();
        if (how.assignment_tilde && !assignment_value && c == '=') {
            if (is_assignment_head(parts.all())) {
                assignment_value = true;
                scan_argument_tilde(parts, how);
            }
        } else if (assignment_value && c == ':' && how.assignment_tilde) {
            scan_argument_tilde(parts, how);
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
        if ((how.quote == Quote::Double || how.quote == Quote::Arith) && how.brace_end && !options.posix) {
            scan_literal_quotes(parts, how);
            return true;
        }
        if (how.quote != Quote::None || how.single_literal)
            return false;
        scan_single_quotes(parts);
        return true;
    case '"':
        if (how.drops_double) {
            skip();
            return true;
        }
        if (how.quote == Quote::Arith && how.brace_end && !how.document && !how.keeps_double) {
            scan_expression_quotes(parts, how);
            return true;
        }
        if (how.quote == Quote::Arith) {
            if (how.keeps_double) {
                arith_quotes_.push_back(source_.size());
                source_ += '"';
            }
            skip();
            return true;
        }
        if (how.quote == Quote::HereDoc || (how.quote == Quote::Double && !how.brace_end))
            return false;
        {
            const Restore<char> delimiter(delimiter_, delimiter_behind(how, '"'));
            scan_double_quotes(parts, how.quote == Quote::Double);
        }
        return true;
    case '<':
    case '>':
        if (how.quote != Quote::None || at(1) != '(' || how.no_process_sub)
            return false;
        {
            const Restore<char> delimiter(delimiter_, delimiter_behind(how, '('));
            scan_process_sub(parts);
        }
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

char Lexer::delimiter_behind(const Scan& how, char opener) const {
    return how.quote == Quote::None && !how.brace_end ? opener : delimiter_;
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

/// '…' in the word of "${x-word}": it is passed over as one when bash looks for the }, but expanded as the
/// rest of the word is, with the quotes in it.
void Lexer::scan_literal_quotes(Parts& parts, const Scan& how) {
    const std::size_t close = std::min(text_.find('\'', pos_ + 1), limit(how));
    if (close >= text_.size() || close >= limit(how)) {
        if (!lenient)
            unclosed('\'', line_);
        parts.literal('\'', true);
        bump();
        return;
    }
    parts.literal('\'', true);
    bump();
    Scan inside;
    inside.quote = how.quote;
    inside.behind = text_.size() - close;
    inside.drops_double = how.quote == Quote::Double;
    std::vector<WordPart> inner;
    const bool was_lenient = std::exchange(lenient, true);
    scan(inner, inside);
    lenient = was_lenient;
    for (WordPart& part : inner)
        parts.add(part.kind) = std::move(part);
    parts.literal('\'', true);
    bump();
}

/// "…" in ${x:offset:length}: the quotes are dropped, } and : between them end nothing.
void Lexer::scan_expression_quotes(Parts& parts, const Scan& how) {
    const std::uint32_t first_line = line_;
    skip();
    Scan inside = how;
    inside.brace_end = false;
    inside.stop = '"';
    std::vector<WordPart> inner;
    scan(inner, inside);
    for (WordPart& part : inner)
        parts.add(part.kind) = std::move(part);
    if (pos_ < limit(how))
        skip();
    else if (!lenient)
        unclosed('"', first_line);
}

/// `nested`: in the word of "${x-word}", where quotes come off a first time.
void Lexer::scan_double_quotes(Parts& parts, bool nested) {
    const std::uint32_t first_line = line_;
    bump();
    WordPart& part = parts.add(PartKind::DoubleQuoted);
    part.quoted = true;
    Scan how;
    how.quote = Quote::Double;
    how.stop = '"';
    how.nested_quotes = nested;
    std::vector<WordPart> inner;
    const std::size_t mark = source_.size();
    const int bad = bad_substitutions;
    scan(inner, how);
    part.parts = std::move(inner);
    if (bad_substitutions > bad)
        part.text = source_.substr(mark);
    if (raw() < 0)
        unclosed('"', first_line);
    bump();
}

void Lexer::scan_backslash(Parts& parts, const Scan& how) {
    const int next = at(1);
    const bool literal =
        literal_backslash_ && how.quote == Quote::None && !how.brace_end && how.stop != ']'
        && (delimiter_ != '"' || next < 0
            || std::string_view("$`\"\\").find(static_cast<char>(next)) == std::string_view::npos);
    read_twice_ = read_twice_ || literal;
    if (literal || next < 0 || pos_ + 1 >= limit(how)) { // a backslash at the very end stands for itself
        parts.literal('\\', how.quote != Quote::None);
        bump();
        return;
    }
    bool escapes = how.quote == Quote::None;
    if (!escapes)
        escapes = next == '$' || next == '`' || next == '\\' || (next == '"' && how.quote != Quote::HereDoc)
                  || (next == '}' && (how.brace_end || how.drops_double));
    if (!escapes && !how.nested_quotes)
        parts.literal('\\', true);
    bump();
    if (!escapes && !(next == '\'' && how.brace_end)) // \' does not begin a quotation
        return;
    parts.literal(static_cast<char>(next), true);
    bump();
}

/// ~name where a tilde may stand; when it is none nothing is read.
void Lexer::scan_tilde(Parts& parts, const Scan& how, bool stops_at_colon) {
    if (cur() != '~' || how.quote != Quote::None)
        return;
    std::size_t i = pos_ + 1;
    for (; i < text_.size() && i < limit(how); ++i) {
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

/// ~name: outside of an assignment. bash takes what follows, up to a slash, for part of the name that it
/// looks up: a quotation in it keeps the tilde as it is, an expansion in it stays text when there is such a
/// name.
void Lexer::scan_behind_tilde(std::vector<WordPart>& out, Scan how) {
    const std::size_t begin = pos_;
    const std::size_t tilde = out.size() - 1;
    how.tilde_start = false;
    scan(out, how);
    const std::string behind = text_.substr(begin, pos_ - begin);
    const std::size_t end = std::min(behind.find('/'), behind.size());
    const std::string_view name = std::string_view(behind).substr(0, end);
    bool brace = false;
    for (std::size_t i = 0; i < name.size(); ++i)
        brace = brace || (name[i] == '{' && name[i - 1] != '$'); // the first character is the colon
    if (name.find_first_of("\\'\"") != std::string_view::npos) {
        out[tilde].kind = PartKind::Literal;
        out[tilde].text.insert(0, "~");
    } else if (name.find_first_of("$`*?[<>") != std::string_view::npos && !brace) {
        WordPart known;
        known.quoted = true;
        known.text = name;
        WordPtr rest = read_text_again(std::string_view(behind).substr(end));
        std::vector<std::vector<WordPart>>& either = out[tilde].alternatives;
        either.emplace_back().push_back(std::move(known));
        std::move(rest->parts.begin(), rest->parts.end(), std::back_inserter(either[0]));
        either.emplace_back(std::make_move_iterator(out.begin() + static_cast<std::ptrdiff_t>(tilde) + 1),
                            std::make_move_iterator(out.end()));
        out.resize(tilde + 1);
    }
}

/// The ~ of NAME=~ in an argument, which POSIX mode leaves alone.
void Lexer::scan_argument_tilde(Parts& parts, const Scan& how) {
    const std::size_t before = parts.all().size();
    scan_tilde(parts, how, true);
    if (parts.all().size() > before)
        parts.last().text2.assign(1, '='); // GCC 12 warns falsely of text2 = "="
}

/// $'…'. For the word's source bash puts the decoded text in plain quotes, where they would quote, and in
/// expressions, where they are an error.
void Lexer::scan_ansi_quotes(Parts& parts, const Scan& how) { // at the quote behind $
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
    std::string value = decode_ansi_quotes(text);
    if (literal_backslash_ && substitutions_ > 1 && value.find('\'') != std::string::npos)
        read_twice_ = true; // 'it'\''s' is what the outer one will read
    if (how.quote == Quote::Arith && !how.bare_ansi)
        value = quote_single(value);
    source_ += how.quote == Quote::None ? quote_single(value) : value;
    parts.literal(value, true);
}

// -------------------------------------------------------------------------------------------- texts that are
// words

Word Lexer::read_whole(WordContext context) {
    Word word;
    const std::size_t mark = source_.size();
    Scan how;
    how.document = context == WordContext::HereDocument || context == WordContext::DoubleQuoted
                   || context == WordContext::Arithmetic;
    switch (context) {
    case WordContext::HereDocument:
        how.quote = Quote::HereDoc;
        document_ = true;
        break;
    case WordContext::DoubleQuoted:
        how.quote = Quote::Double;
        break;
    case WordContext::Arithmetic:
        how.quote = Quote::Arith;
        break;
    case WordContext::Plain:
        break;
    case WordContext::Subscript:
        how.no_process_sub = true;
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

} // namespace asb::shell
