// Private to the parser: reads tokens and words. One Lexer walks one text; where the grammar decides how a
// character is read (assignments, patterns, here-documents) the parser says so through the mode of the next
// token.
#pragma once

#include "core/shell/ast.h"
#include "core/shell/parser.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace asb::shell {

enum class Tok : std::uint8_t {
    End,
    Newline,
    Word,
    Assignment,
    IoNumber,
    IoVariable,
    AndIf,
    OrIf,
    Semi,
    DoubleSemi,
    SemiAnd,
    DoubleSemiAnd,
    Amp,
    Pipe,
    PipeAmp,
    LeftParen,
    RightParen,
    Less,
    Great,
    DoubleLess,
    DoubleLessDash,
    TripleLess,
    DoubleGreat,
    Clobber,
    LessGreat,
    LessAnd,
    GreatAnd,
    AndGreat,
    AndDoubleGreat,
};

/// How the next token is read.
enum class TokenMode : std::uint8_t {
    Command,          ///< a command may begin: aliases, assignments
    AfterAssign,      ///< as Command, but behind an assignment or redirection: no reserved words
    Argument,         ///< plain words
    Declaration,      ///< arguments of declare and friends: name=( … ) is allowed
    CasePattern,      ///< word of a case clause
    HereString,       ///< tildes as in an assignment's value
    Condition,        ///< inside [[ ]]
    ConditionPattern, ///< right side of == and != in [[ ]]: extglob on
    ConditionRegex,   ///< right side of =~
};

struct Token {
    Tok kind = Tok::End;
    Word word;
    std::unique_ptr<Assignment>
        assignment;         ///< Assignment tokens, and Word tokens that have the form in an argument
    std::uint32_t line = 0; ///< line on which it ended
    std::size_t begin = 0;
    std::size_t end = 0;
    bool blank_before = false;
};

/// Thrown inside the parser only; Parser::next catches it.
struct SyntaxError {
    std::vector<ParserMessage> messages;
    int status = 2;
    bool exits = false;
    bool resumes = false;
    bool gives_up = false; ///< bash then passes over the tokens of the rest of the line
};

class Grammar;

class Lexer {
public:
    Lexer(std::string_view text, const ParserOptions& options, std::uint32_t first_line);

    // ---------------------------------------------------------------- tokens (lexer.cpp)
    /// The current token; it is read in `mode` if it was not read yet.
    Token& peek(TokenMode mode);
    /// Drops the current token. The next is not read yet.
    void consume() { has_token_ = false; }
    bool has_token() const { return has_token_; }
    /// Throws bash's error for the current token (syntax error near unexpected token …).
    [[noreturn]] void unexpected(const Token& token);
    /// The same behind a whole list: bash has read the here-documents of that list by then.
    [[noreturn]] void unexpected_behind_list(const Token& token);
    [[noreturn]] void unexpected_end();
    /// The same for [[ ]] and for (( )), which give bash's parser the end of its input for a token.
    void gives_up_in_substitution(SyntaxError& error) const {
        error.gives_up = true;
        ends_shell_in_substitution(error);
    }
    void skip_given_up(SyntaxError& error);
    void ends_shell_in_substitution(SyntaxError& error) const {
        if (substitutions_ == 0)
            return;
        error.status = 127;
        error.exits = true;
    }
    [[noreturn]] void fail(std::uint32_t line, std::string text, bool with_line = false, int status = 2);
    /// What error messages call the token; empty for words in [[ ]].
    static std::string token_text(const Token& token);

    /// At the second ( of "((": the expression up to the matching "))", or false (position unchanged).
    bool read_double_parens(WordPart& expression);
    /// At the second ( of "for ((": the three expressions, until "))". Their number is refused behind the
    /// body.
    std::optional<SyntaxError> read_for_expressions(std::array<WordPart, 3>& expressions);

    /// The - that closes a descriptor, behind <& and >&: a word of its own, whatever follows.
    bool take_dash(Word& word);
    void add_here_document(const Redirection& redirection);
    bool ends_with_substitution(const std::string& delimiter, bool strip_tabs);
    void read_here_documents();

    struct PendingDocument {
        std::weak_ptr<Word> body; ///< of a command that was refused or read again: its text is passed over
        std::uint32_t line;
        std::string delimiter;
        bool strip_tabs;
        bool quoted;
        bool outlives_substitution = false; ///< its $( ) has ended, which was warned of
    };
    struct State {
        std::size_t position;
        std::uint32_t line;
        std::vector<PendingDocument> here_documents; ///< they may be read meanwhile: they wait again then
        std::size_t messages;
    };
    State save() const { return {pos_, line_, pending_, messages.size()}; }
    void restore(const State& state);
    /// The source from `mark` on is read in another way, or no longer of interest.
    void forget_source(std::size_t mark);
    /// Forgets the current token and goes on at `position` (on the same line).
    void reread(std::size_t position) {
        pos_ = position;
        has_token_ = false;
    }
    /// The assignment that a word has the form of; null when it has not.
    std::unique_ptr<Assignment> reread_assignment(const Word& word) const;

    // ---------------------------------------------------------------- words (lex_word.cpp, lex_dollar.cpp,
    // lex_assignment.cpp)
    Word read_whole(WordContext context);
    bool read_array_elements(std::vector<ArrayElement>& elements);

    /// Nesting guard: throws when the text nests too deep.
    struct Nest {
        explicit Nest(Lexer& owner);
        ~Nest() { --lexer.depth_; }
        Nest(const Nest&) = delete;
        Nest& operator=(const Nest&) = delete;
        Lexer& lexer;
    };

    ParserOptions options;
    std::vector<ParserMessage> messages;
    std::uint32_t line() const { return line_; }
    void count_from(std::uint32_t line) { line_ = line; }
    std::size_t position() const { return pos_; }
    /// Behind the line of which something has been read.
    std::size_t end_of_line() const {
        return std::min(text_.find('\n', pos_ == 0 ? 0 : pos_ - 1), text_.size());
    }
    const std::string& text() const { return text_; }
    /// A program's last line ends by a newline, written or not.
    void end_last_line() {
        if (text_.empty() || text_.back() == '\n')
            return;
        std::size_t slashes = 0;
        while (slashes < text_.size() && text_[text_.size() - 1 - slashes] == '\\')
            ++slashes;
        backslash_at_end_ = slashes % 2 == 1;
        text_ += backslash_at_end_ ? "\\\n" : "\n"; // a last backslash stands for itself
    }
    /// Nothing but blanks up to the end of the line.
    bool at_line_end() const {
        const std::size_t i = text_.find_first_not_of(" \t", pos_);
        return i == std::string::npos || text_[i] == '\n';
    }
    bool at_end() const { return pos_ >= text_.size(); }
    bool nothing_follows() const { return text_.find_first_not_of(" \t\n", pos_) == std::string::npos; }
    int bad_substitutions =
        0;               ///< ${…} that fail when they are expanded, and may have to name the text around
    int open_braces = 0; ///< groups that are not closed yet
    std::uint32_t brace_line = 0;     ///< of the last { that began the body of a function
    bool declaration_command = false; ///< the arguments being read may be compound assignments
    bool lenient = false; ///< a malformed substitution becomes a part that fails when it is expanded
    void skip_rest_of_line();
    void skip_all() {
        pos_ = text_.size();
        pending_.clear();
        has_token_ = false;
    }

private:
    friend class Grammar;

    enum class Quote : std::uint8_t { None, Double, HereDoc, Arith };
    /// Where and how a run of parts is read.
    struct Scan {
        Quote quote = Quote::None;
        bool in_word = false;        ///< ends at blanks and operators
        bool brace_end = false;      ///< ends at }
        bool pattern = false;        ///< operand is a pattern: quotes count even inside "…"
        bool single_literal = false; ///< ' is an ordinary character
        bool drops_double = false;   ///< " is left out
        bool document = false;       ///< a here-document, a prompt: $' is nothing special
        bool nested_quotes = false;  ///< \ goes away before a character that it does not quote
        bool colon_tilde = false;    ///< assignment value: ~ after : is special
        bool tilde_start = false;
        bool assignment_tilde = false; ///< NAME=~ in an argument: ~ after the = and after : is special
        bool extglob = false;
        bool regex = false;
        bool no_process_sub = false;
        bool keeps_double = false; ///< Quote::Arith: " stays in the word's source
        bool bare_ansi = false;    ///< Quote::Arith: what $'…' stands for gets no quotes
        char stop = 0;             ///< extra end character (/ : ] `)
        std::size_t behind =
            0; ///< how much of the text stands behind the run's end: an alias may lengthen the run
    };
    class Parts;

    std::size_t limit(const Scan& how) const { return text_.size() - how.behind; }

    // characters
    void count_line();
    int cur();
    int raw() const { return pos_ < text_.size() ? static_cast<unsigned char>(text_[pos_]) : -1; }
    int at(std::size_t offset) const {
        return pos_ + offset < text_.size() ? static_cast<unsigned char>(text_[pos_ + offset]) : -1;
    }
    void bump(); ///< takes the current character into the source text
    void skip(); ///< passes over it

    // tokens
    void read_token(TokenMode mode);
    bool skip_blanks();
    bool read_operator(Tok& kind);
    void read_word_token(TokenMode mode);
    bool try_io_prefix();
    bool try_assignment(TokenMode mode);
    bool expand_alias();
    void finish_word(Word& word, std::size_t mark);

    // words
    void scan(std::vector<WordPart>& out, const Scan& how);
    bool scan_special(Parts& parts, const Scan& how, int c);
    void scan_group(Parts& parts, const Scan& how);
    /// `opener` begins a part here: whether bash keeps it as a delimiter.
    char delimiter_behind(const Scan& how, char opener) const;
    void scan_single_quotes(Parts& parts);
    void scan_literal_quotes(Parts& parts, const Scan& how);
    void scan_expression_quotes(Parts& parts, const Scan& how);
    void scan_double_quotes(Parts& parts, bool nested = false);
    void scan_backslash(Parts& parts, const Scan& how);
    void scan_tilde(Parts& parts, const Scan& how, bool stops_at_colon);
    void scan_behind_tilde(std::vector<WordPart>& out, Scan how);
    void scan_argument_tilde(Parts& parts, const Scan& how);
    void scan_ansi_quotes(Parts& parts, const Scan& how);
    void scan_dollar(Parts& parts, const Scan& how);
    void scan_backquote(Parts& parts, const Scan& how);
    void scan_command_sub(Parts& parts, const Scan& how);
    void scan_subshell_first(Parts& parts, char direction);
    void scan_process_sub(Parts& parts);
    bool scan_arithmetic(Parts& parts, const Scan& how);
    void scan_old_arithmetic(Parts& parts);
    void scan_braced(Parts& parts, const Scan& how);
    void name_unclosed_braces(Word& word);
    void unclosed_in_document(WordPart& part);
    bool parse_braced(Parameter& parameter, const Scan& how);
    bool parse_parameter_name(Parameter& parameter);
    bool parse_indirection(Parameter& parameter);
    bool parse_operator(Parameter& parameter, const Scan& how);
    bool parse_word_operator(Parameter& parameter, const Scan& how, int c);
    bool parse_replacement(Parameter& parameter, const Scan& how);
    bool parse_substring(Parameter& parameter, const Scan& outer);
    bool parse_subscript(Parameter& parameter);
    WordPtr read_subscript(bool& star, bool& all);
    WordPtr scan_operand(const Scan& outer, char stop, bool pattern, bool tilde, bool take_first = false);
    void strip_quotes(Word& word, std::size_t begin);
    std::shared_ptr<List> parse_substitution();
    std::shared_ptr<List> parse_unaliased();
    void read_again(WordPart& part) const;
    std::string faults_in_document(const SyntaxError& failure) const;
    std::shared_ptr<const List> parse_backquoted(const std::string& text) const;
    void read_compound_value(Assignment& assignment);
    void make_plain_value(Assignment& assignment, std::size_t value_mark);
    void read_elements(std::vector<ArrayElement>& elements, std::uint32_t first_line);
    [[noreturn]] void unexpected_element(const Token& token);
    void give_up_list(SyntaxError& error) const;
    void read_whole_element(ArrayElement& element, std::size_t close, Scan how);
    void read_element(std::vector<ArrayElement>& elements);
    void make_assignment_word(const Assignment& assignment, std::size_t prefix, Word& word);
    WordPtr read_text_again(std::string_view text);
    WordPart arithmetic_part(std::size_t end);
    /// Position of the closer that matches, seen from `from` (behind the opener), quotes and nested
    /// substitutions observed; npos at the end of the text.
    std::size_t find_matching(char open, char close, std::size_t from) const;
    [[noreturn]] void unclosed(char closer, std::uint32_t line);
    [[noreturn]] void unclosed_inner(); ///< after find_matching has found nothing
    void scan_bracketed(std::vector<WordPart>& out, std::size_t close);
    void scan_subscripted_name(std::vector<WordPart>& out);

    struct ActiveAlias {
        std::string name;
        std::size_t end_from_back; ///< distance of its text's end from the end of text_
        bool blank_at_end;
    };

    struct Unclosed {
        char closer = 0;
        std::size_t position = 0;
    };

    std::string text_;
    std::string written_; ///< text_ without what aliases have put there; empty: the same
    mutable Unclosed unclosed_;
    std::size_t pos_ = 0;
    bool document_ = false; ///< the text is that of a here-document
    std::uint32_t line_ = 1;
    int depth_ = 0;
    bool at_closing_paren_ = false;  ///< the ) of a compound assignment is what was missing
    bool backslash_at_end_ = false;  ///< of a program: a line more in what is told of its end
    int substitutions_ = 0;          ///< how many $( are open
    char delimiter_ = 0;             ///< " or ( of $( ): the innermost that a word has opened, not a ${
    bool literal_backslash_ = false; ///< in NAME=( … ) inside of one: a backslash quotes little there
    bool read_twice_ = false;        ///< and what it stands before is quoted when the substitution runs
    std::vector<std::size_t> arith_quotes_; ///< in source_: what no expression has of it
    std::string source_; ///< text of the words being read, nested ones behind their outer ones
    Token token_;
    bool has_token_ = false;
    bool alias_next_ = false;
    /// The ( … ) and one character behind a (, which bash reads once more after it was no ((: errors in it
    /// show it.
    std::pair<std::size_t, std::size_t> read_again_{0, 0};
    bool has_unclosed_braces_ = false;    ///< of "${a[}" in the word that is being read
    bool substitutions_are_read_ = false; ///< in an expression: their faults are those of the whole text
    std::vector<PendingDocument> pending_;
    std::vector<ActiveAlias> aliases_;
    std::size_t alias_growth_ = 0;
};

/// Fills the body of a here-document from its text. `quoted`: the delimiter was.
void set_document_body(Word& body, std::string text, bool quoted, const ParserOptions& options,
                       std::uint32_t line);

/// Joins braces of a word (lex_braces.cpp): turns literal { , } of `parts` into Brace parts. True when there
/// is one.
bool find_braces(std::vector<WordPart>& parts, const ParserOptions& options);

/// Deep copy of parts (needed where brace expansion repeats a prefix).
WordPart clone_part(const WordPart& part);

} // namespace asb::shell
