// From text to syntax trees, one complete command at a time, as `bash -c` reads its string: a complete
// command is everything up to the newline that ends it (here-documents included); it runs before the next one
// is looked at, so aliases, `shopt -s extglob` and an early `exit` act on what follows, and a later syntax
// error does not undo it.
#pragma once

#include "core/shell/ast.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace asb::shell {

class Lexer;

/// What may change between two complete commands; read at each Parser::next().
struct ParserOptions {
    bool extglob = false;
    bool posix = false;
    bool brace_expand = true; ///< set -B
    /// Returns the text of an alias, or null. Empty function: aliases are not expanded (shopt
    /// expand_aliases).
    std::function<const std::string*(const std::string& name)> alias;
};

/// One line for stderr; the caller puts "<shell>: [-c: |eval: |<source>: ]line <line>: " before it (bash's
/// parser_error) and a newline after it. Warnings of here-documents have `warning` set: they take the shell's
/// plain
/// "<shell>: line N: " prefix, their text begins with "warning: ".
struct ParserMessage {
    std::uint32_t line = 0;
    std::string text;
    bool warning = false;
};

struct ParseResult {
    enum class Kind {
        Commands, ///< `list` is one complete command; run it, then ask again
        End,      ///< nothing is left
        Error,    ///< syntax error: print the messages, set the status; nothing of this command runs
    };
    Kind kind = Kind::End;
    /// For Error: status of the shell or of eval/source: 2; 1 for a compound assignment; 127 for $( ), and
    /// then eval too ends the whole shell (`exits`); kKeepStatus for [[ ]]: a -c string keeps the last
    /// status, eval has 2.
    int status = 2;
    bool exits = false;
    /// After an error in a compound assignment bash goes on with the next line: call next() again.
    bool resumes = false;
    static constexpr int kKeepStatus = -1;
    /// For a quote or bracket that is never closed: a -c string keeps a status that is not 0; else it is 2.
    static constexpr int kKeepFailure = -2;
    std::shared_ptr<const List> list;
    std::vector<ParserMessage> messages; ///< warnings also come with Commands
    std::size_t begin = 0; ///< source range that was read for this result, for set -v and history
    std::size_t end = 0;
};

class Parser {
public:
    /// `text` is copied. `first_line` is the number of its first line.
    explicit Parser(std::string_view text, ParserOptions options = {}, std::uint32_t first_line = 1);
    ~Parser();
    Parser(const Parser&) = delete;
    Parser& operator=(const Parser&) = delete;

    /// Reads the next complete command.
    ParseResult next();

    void set_options(const ParserOptions& options);

    /// Line that the next command would begin on at the earliest.
    std::uint32_t line() const;

    /// The line that is read next has this number from now on: after a command that was given up bash counts
    /// on from where it stopped.
    void count_from(std::uint32_t line);

    /// Source text between two offsets of ParseResult (aliases are expanded in it).
    std::string_view source(std::size_t begin, std::size_t end) const;

private:
    std::unique_ptr<Lexer> lexer_;
};

/// The whole of `text` as one list, for the bodies of `…` and of $( ) in here-documents, which bash parses
/// when they are expanded. On an error `list` is null and the messages say why.
struct WholeParse {
    std::shared_ptr<const List> list;
    std::vector<ParserMessage> messages;
};
WholeParse parse_whole(std::string_view text, const ParserOptions& options, std::uint32_t first_line = 1);

/// How a text that is not part of a program is read as a word.
enum class WordContext {
    HereDocument, ///< $ ` \ are special, quotes are not: here-document bodies, PS4, prompts
    DoubleQuoted, ///< as between "…"
    Arithmetic,   ///< the same without the double quotes in it: expressions
    Plain,        ///< all of it, blanks too, is one word with quotes: ${!x} values, alias-like texts
    Subscript,    ///< as Plain, without process substitutions
    Assignment,   ///< as Plain, with the tilde rules of an assignment's value
};
/// Never fails: what is malformed becomes a BadSubstitution part or literal text; `error` (optional) gets
/// bash's message for an unclosed quote or substitution.
WordPtr parse_word_text(std::string_view text, WordContext context, const ParserOptions& options,
                        std::uint32_t line = 1, std::string* error = nullptr);

/// The assignment that a word of a command has the form of (without braces and no NAME=( … )); null when it
/// has not. For `set -k`.
std::unique_ptr<Assignment> assignment_of(const Word& word, const ParserOptions& options);

/// The text of a compound value "(a [x]=b …)" for `declare "x=(…)"` and friends: elements, or an empty vector
/// and false when it does not parse.
bool parse_array_text(std::string_view text, const ParserOptions& options,
                      std::vector<ArrayElement>& elements);

/// True when `text` is a reserved word of the grammar (`type`, `compgen -k`).
bool is_reserved_word(std::string_view text);
const std::vector<std::string>& reserved_words();

} // namespace asb::shell
