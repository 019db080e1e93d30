// Words that have the form of an assignment, and the compound values name=( … ).
#include "core/shell/lexer.h"

#include "core/shell/lex_parts.h"
#include "core/shell/names.h"
#include "core/shell/restore.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace asb::shell {

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
    if (cur() == '(') {
        const std::size_t value_mark = source_.size();
        read_compound_value(*assignment);
        if (!at_end() && !ends_word(cur())) // x=(a b)c is the text (a b)c
            make_plain_value(*assignment, value_mark);
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
    if (mode == TokenMode::Declaration) {
        make_assignment_word(*assignment, prefix, token_.word);
        token_.line = line_; // bash has read all of it before it makes the command
    }
    token_.word.line = first_line;
    token_.assignment = std::move(assignment);
    token_.end = pos_;
    alias_next_ = false;
    return true;
}

void Lexer::make_plain_value(Assignment& assignment, std::size_t value_mark) {
    assignment.is_array = false;
    assignment.elements.clear();
    assignment.value.parts = std::move(read_text_again(source_.substr(value_mark))->parts);
    Scan how;
    how.in_word = true;
    how.colon_tilde = true;
    how.extglob = options.extglob;
    scan(assignment.value.parts, how);
    const std::string value_source = source_.substr(value_mark);
    finish_word(assignment.value, value_mark);
    source_ += value_source;
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
        WordPtr reread = read_text_again(assignment.source); // for eval: expanded, neither split nor globbed
        word.parts = std::move(reread->parts);
        for (WordPart& part : word.parts)
            part.quoted = true;
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

// -------------------------------------------------------------------------------------------- compound
// values

/// At the ( of name=( … ). In a substitution bash reads the list twice: when it looks for the end of the
/// substitution, then with the meaning that backslashes have behind the delimiter before it, and when the
/// substitution runs.
void Lexer::read_compound_value(Assignment& assignment) {
    assignment.is_array = true;
    bump();
    const std::uint32_t first_line = line_;
    const Restore<bool> backslash(literal_backslash_, delimiter_ != 0);
    try {
        read_elements(assignment.elements, first_line);
    } catch (SyntaxError& error) {
        if ((error.status == 2 || error.status == ParseResult::kKeepFailure) && !at_closing_paren_) {
            const auto lines = std::count(text_.begin(), text_.end(), '\n'); // bash notices the end once more
            const char* const what = substitutions_ > 0 ? "unexpected EOF while looking for matching `)'"
                                                        : "syntax error: unexpected end of file";
            error.messages.push_back({static_cast<std::uint32_t>(lines) + 1, what, false});
        }
        const bool open = error.status == ParseResult::kKeepFailure
                          || (error.status == 2 && substitutions_ > 0); // a quote that is not closed
        if (open && !at_closing_paren_)
            pos_ = text_.size(); // all of it has been looked through
        at_closing_paren_ = false;
        if (error.status == 2 || error.status == ParseResult::kKeepFailure)
            give_up_list(error);
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
            unexpected_element(bad);
        }
        first = false;
        read_element(elements);
    }
}

/// bash gives up what it reads, in a substitution too, but not the shell; POSIX mode ends that.
void Lexer::give_up_list(SyntaxError& error) const {
    error.status = options.posix ? 127 : 1;
    error.exits = options.posix;
    error.resumes = !options.posix;
}

void Lexer::unexpected_element(const Token& token) {
    try {
        unexpected(token);
    } catch (SyntaxError& error) {
        give_up_list(error);
        throw;
    }
}

/// What begins with [ goes up to the matching ] in a list, blanks and operators too, be it a subscript or
/// not.
void Lexer::scan_bracketed(std::vector<WordPart>& out, std::size_t close) {
    Scan how;
    how.stop = ']';
    how.no_process_sub = true;
    Parts(out).literal('[', false);
    bump();
    for (scan(out, how); pos_ < close && cur() == ']'; scan(out, how)) {
        Parts(out).literal(']', false);
        bump();
    }
}

/// [subscript]=value with braces: in an indexed array bash takes it for a word like any other, but that its
/// brackets do not glob.
void Lexer::read_whole_element(ArrayElement& element, std::size_t close, Scan how) {
    auto whole = std::make_unique<Word>();
    const std::size_t mark = source_.size();
    scan_bracketed(whole->parts, close);
    if (pos_ != close)
        return;
    WordPart bracket;
    bracket.quoted = true;
    bracket.text = "[";
    whole->parts.front().text.erase(0, 1);
    whole->parts.insert(whole->parts.begin(), std::move(bracket));
    Parts(whole->parts).literal(']', true);
    bump();
    how.colon_tilde = false;
    how.tilde_start = false;
    scan(whole->parts, how);
    whole->has_brace = find_braces(whole->parts, options);
    const std::string source = source_.substr(mark);
    finish_word(*whole, mark);
    source_ += source;
    if (whole->has_brace)
        element.whole = std::move(whole);
}

void Lexer::read_element(std::vector<ArrayElement>& elements) {
    ArrayElement& element = elements.emplace_back();
    Scan how;
    how.in_word = true;
    how.tilde_start = true;
    how.extglob = options.extglob;
    std::size_t close = std::string::npos;
    if (raw() == '[') {
        close = find_matching('[', ']', pos_ + 1);
        if (close == std::string::npos)
            unclosed_inner();
        const std::size_t i = close + 1;
        const bool append = i + 1 < text_.size() && text_[i] == '+' && text_[i + 1] == '=';
        if (i < text_.size() && (append || text_[i] == '=')) {
            element.append = append;
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
            const std::string value_source = source_.substr(value_mark);
            finish_word(element.value, value_mark);
            source_ += value_source;
            const bool in_subscript = source_.find('{', mark) < value_mark;
            if (!options.brace_expand || (!find_braces(probe, options) && !in_subscript))
                return;
            const State behind = save();
            const std::string read = source_.substr(mark);
            restore(state);
            forget_source(mark);
            read_whole_element(element, close, how);
            if (!element.whole) {
                restore(behind);
                source_ += read;
            }
            return;
        }
    }
    const std::size_t mark = source_.size();
    if (close != std::string::npos)
        scan_bracketed(element.value.parts, close);
    scan(element.value.parts, how);
    if (options.brace_expand)
        element.value.has_brace = find_braces(element.value.parts, options);
    const std::string source = source_.substr(mark);
    finish_word(element.value, mark);
    element.value.line = line_;
    source_ += source;
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
