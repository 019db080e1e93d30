// The syntax tree of a shell line (bash manual, section "Shell Grammar"). Plain data: the parser fills it,
// the interpreter walks it, the unparser prints it as bash's `declare -f` does. Trees are immutable once
// parsed.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace asb::shell {

/// Index of an interned variable name, see names.h.
using Slot = std::uint32_t;
inline constexpr Slot kNoSlot = ~Slot{0};

struct Command;
struct List;
struct Word;
struct ArithExpr;       // arith.h
struct PreparedPattern; // shell.h
struct Function;        // call_stack.h
struct Builtin;         // builtin.h

using CommandPtr = std::unique_ptr<Command>;
using WordPtr = std::unique_ptr<Word>;

/// Where the interpreter keeps what it found out about a body (in_process.h); no part of the tree's meaning.
struct InProcessVerdict {
    std::uint32_t generation = 0; ///< of the command names that it is true for; 0: not looked at yet
    bool allowed = false;
};

// ---------------------------------------------------------------------------------------------- words

enum class PartKind : std::uint8_t {
    Literal,      ///< text; `quoted` when it came from '…', $'…', \x or inside "…"
    DoubleQuoted, ///< parts: what stands between "…" (also $"…")
    Tilde,     ///< text: what follows ~ up to the / or the end (unquoted, at a place where tilde is special);
               ///< alternatives: the rest of the word, when there is such a name and when there is none
    Parameter, ///< param
    CommandSub, ///< body (parsed) and text (source between the parentheses); `backquote`
    Arithmetic, ///< parts: the expression as a double-quoted word would be read; arith when it has only names
                ///< and plain $x; text: source
    ProcessSub, ///< body, text; text2 is "<" or ">"
    Brace,      ///< unexpanded brace expression: alternatives, or a sequence; see braces.h
    ExtGlob, ///< ?(…) *(…) +(…) @(…) !(…): text is the operator character, alternatives the patterns
};

/// ${…} and $x in all forms. Order of evaluation is the bash manual's, "Shell Parameter Expansion".
enum class ParamOp : std::uint8_t {
    None,
    Default,       ///< ${x-w} ${x:-w}
    Assign,        ///< ${x=w} ${x:=w}
    Error,         ///< ${x?w} ${x:?w}
    Alternative,   ///< ${x+w} ${x:+w}
    PrefixShort,   ///< ${x#w}
    PrefixLong,    ///< ${x##w}
    SuffixShort,   ///< ${x%w}
    SuffixLong,    ///< ${x%%w}
    ReplaceFirst,  ///< ${x/p/r}
    ReplaceAll,    ///< ${x//p/r}
    ReplacePrefix, ///< ${x/#p/r}
    ReplaceSuffix, ///< ${x/%p/r}
    Substring,     ///< ${x:o} ${x:o:l}; arg and arg2 are arithmetic texts
    UpperFirst,
    UpperAll,
    LowerFirst,
    LowerAll,
    ToggleFirst,
    ToggleAll,       ///< ^ ^^ , ,, ~ ~~; arg = pattern or null
    Transform,       ///< ${x@Q} …; transform = the letter
    BadSubstitution, ///< bash reports it at run time: `${…}: bad substitution`, text = the source
};
enum class ParamKind : std::uint8_t {
    Variable,   ///< name, slot
    Positional, ///< index (0 = $0)
    Special,    ///< name is one of @ * # ? - $ !
};
enum class SubscriptKind : std::uint8_t { None, At, Star, Index };

struct Parameter {
    ParamKind kind = ParamKind::Variable;
    ParamOp op = ParamOp::None;
    SubscriptKind subscript = SubscriptKind::None;
    bool colon = false;    ///< the :-, :=, :?, :+ forms
    bool braced = false;   ///< written as ${…}: names the parameter without $ in `unbound variable`
    bool length = false;   ///< ${#x}
    bool indirect = false; ///< ${!x}
    bool keys = false;     ///< ${!a[@]} ${!a[*]}
    bool names = false;    ///< ${!prefix@} ${!prefix*}; subscript says which
    char transform = 0;
    Slot slot = kNoSlot;
    std::uint32_t index = 0;
    std::string name;
    std::string unknown;    ///< what follows @ when it is no transformation
    WordPtr subscript_word; ///< for SubscriptKind::Index
    WordPtr arg;            ///< operand; parts follow the quoting of the surrounding word
    WordPtr arg2;           ///< replacement or length; null when absent
    bool has_arg2 = false;

    bool is_plain() const { ///< $name or ${name}
        return kind == ParamKind::Variable && op == ParamOp::None && subscript == SubscriptKind::None
               && !length && !indirect && !keys && !names;
    }
};

struct WordPart {
    PartKind kind = PartKind::Literal;
    bool quoted = false;
    bool backquote = false;
    std::string text;
    std::string text2;
    std::vector<WordPart> parts;
    std::vector<std::vector<WordPart>> alternatives;
    std::unique_ptr<Parameter> param;
    std::shared_ptr<const List> body;
    std::shared_ptr<const ArithExpr> arith;

    WordPart() = default;
    WordPart(WordPart&&) noexcept = default;
    WordPart& operator=(WordPart&&) noexcept = default;
};

/// A word as written. `source` is its exact text (for declare -f, BASH_COMMAND, set -v, diagnostics).
struct Word {
    std::string source;
    std::vector<WordPart> parts;
    std::uint32_t line = 0;
    bool plain =
        false; ///< one unquoted or quoted literal without any expansion, glob or brace: use `literal`
    bool has_brace = false; ///< contains a Brace part somewhere at top level
    bool has_glob = false;  ///< an unquoted * ? [ or extended glob stands in it
    bool quoted = false;    ///< any part of it is quoted (here-document delimiters, empty words)
    std::string literal;    ///< the value when `plain`
    /// Where the interpreter keeps the word's pattern between two uses; no part of the tree's meaning.
    mutable std::shared_ptr<const PreparedPattern> prepared;
    /// The same for a word that is used as a subscript: its arithmetic, once it was looked at.
    mutable std::shared_ptr<const ArithExpr> subscript;
    mutable bool subscript_known = false;
};

// ---------------------------------------------------------------------------------------------- commands

enum class RedirKind : std::uint8_t {
    In,         ///< <
    Out,        ///< >
    Append,     ///< >>
    Clobber,    ///< >|
    InOut,      ///< <>
    DupIn,      ///< <&word (also move and close forms: `word-`, `-`)
    DupOut,     ///< >&word; with a word that is no number and no fd given it is OutErr
    OutErr,     ///< &>
    AppendErr,  ///< &>>
    HereDoc,    ///< << and <<-
    HereString, ///< <<<
};
struct Redirection {
    RedirKind kind{};
    int fd = -1; ///< given or default descriptor; -1 with fd_variable
    bool fd_given = false;
    std::string fd_variable;    ///< {name}> form
    Word target;                ///< file, descriptor word, here-string; delimiter word of a here-document
    std::shared_ptr<Word> body; ///< here-document text, read behind the line; one literal part when
                                ///< the delimiter was quoted
    bool strip_tabs = false;    ///< <<-
    bool body_quoted = false;
    std::uint32_t line = 0;
};

/// name=value, name+=value, name[sub]=value, name=( … ).
struct ArrayElement {
    WordPtr subscript;   ///< [sub]=; null without
    bool append = false; ///< [sub]+=
    Word value;
    WordPtr whole; ///< all of it as a word, when braces stand in the value of a [sub]=
};
struct Assignment {
    std::string name;
    Slot slot = kNoSlot;
    WordPtr subscript;
    bool append = false;
    bool is_array = false;
    Word value;
    std::vector<ArrayElement> elements;
    std::string source; ///< exact text of the whole assignment
};

enum class CommandKind : std::uint8_t {
    Simple,
    Pipeline,
    AndOr,
    Group,
    Subshell,
    If,
    While,
    For,
    ArithFor,
    Select,
    Case,
    Function,
    Conditional,
    Arithmetic,
    Coproc,
};

struct Command {
    explicit Command(CommandKind k) : kind(k) {}
    virtual ~Command() = default;
    const CommandKind kind;
    std::uint32_t line = 0;                ///< line of its first token, LINENO
    std::vector<Redirection> redirections; ///< of compound commands and simple ones alike, in order
};

struct ListItem {
    CommandPtr command;
    bool background = false; ///< ended by &
    bool newline = false;    ///< ended by a newline
    std::uint32_t end_line =
        0; ///< in $( ), at its outer level: 1 + the line that bash has read up to by then
};
/// Statements in order: bodies of compound commands, command substitutions, whole scripts.
struct List {
    std::vector<ListItem> items;
    std::uint32_t end_line = 0;
    mutable InProcessVerdict in_process;
};

struct SimpleCommand : Command {
    SimpleCommand() : Command(CommandKind::Simple) {}
    std::vector<Assignment> assignments;
    std::vector<Word> words;
    /// words[i] of a declaration builtin (declare, local, export, readonly, typeset, and alias? no) that has
    /// the form of an assignment: index into `word_assignments`, or -1. Same length as words when any is set,
    /// else empty.
    std::vector<int> word_assignment;
    std::vector<Assignment> word_assignments;
    /// What the first word, a literal one, named when the command ran last (Functions::generation); no part
    /// of the tree's meaning.
    struct Found {
        std::uint32_t generation = 0;
        const std::shared_ptr<Function>* function = nullptr;
        const Builtin* builtin = nullptr;
    };
    mutable Found found;
};

struct PipelineCommand : Command {
    PipelineCommand() : Command(CommandKind::Pipeline) {}
    std::vector<CommandPtr> stages;
    std::vector<bool> pipe_stderr; ///< stage i is joined to the next by |&
    bool negated = false;
    bool timed = false;
    bool timed_posix = false; ///< time -p
    mutable InProcessVerdict in_process;
};

struct AndOrCommand : Command {
    AndOrCommand() : Command(CommandKind::AndOr) {}
    CommandPtr first;
    struct Rest {
        bool is_and = true;
        CommandPtr command;
    };
    std::vector<Rest> rest;
};

struct GroupCommand : Command {
    GroupCommand() : Command(CommandKind::Group) {}
    List body;
};
struct SubshellCommand : Command {
    SubshellCommand() : Command(CommandKind::Subshell) {}
    List body;
};

struct IfCommand : Command {
    IfCommand() : Command(CommandKind::If) {}
    struct Branch {
        List condition;
        List body;
    };
    std::vector<Branch> branches;
    std::unique_ptr<List> else_body;
};

struct WhileCommand : Command {
    WhileCommand() : Command(CommandKind::While) {}
    bool until = false;
    List condition;
    List body;
};

struct ForCommand : Command { ///< also Select (kind says which)
    explicit ForCommand(CommandKind k = CommandKind::For) : Command(k) {}
    std::string name;
    Slot slot = kNoSlot;
    bool has_words = false; ///< false: over "$@"
    std::vector<Word> words;
    List body;
};

struct ArithForCommand : Command {
    ArithForCommand() : Command(CommandKind::ArithFor) {}
    WordPart init, condition, update; ///< PartKind::Arithmetic; empty text = 1
    List body;
};

struct CaseCommand : Command {
    CaseCommand() : Command(CommandKind::Case) {}
    enum class End : std::uint8_t { Break, FallThrough, TestNext }; ///< ;; ;& ;;&
    struct Clause {
        std::vector<Word> patterns;
        List body;
        End end = End::Break;
    };
    Word subject;
    std::vector<Clause> clauses;
};

/// Redirections of the definition belong to the body and are done at each call.
struct FunctionCommand : Command {
    FunctionCommand() : Command(CommandKind::Function) {}
    std::string name;
    std::shared_ptr<const Command> body;
    std::uint32_t brace_line = 0; ///< of the last { read that began the body of a function
    bool keyword = false;         ///< `function` was written
};

/// [[ … ]]
struct Condition {
    enum class Kind : std::uint8_t { Unary, Binary, Word, Not, And, Or, Group } kind{};
    std::string op;         ///< "-f", "==", "=~", "-lt", "<" …
    std::uint32_t line = 0; ///< that had been read when it was complete
    Word left, right;
    std::unique_ptr<Condition> a, b;
};
struct ConditionalCommand : Command {
    ConditionalCommand() : Command(CommandKind::Conditional) {}
    std::unique_ptr<Condition> condition;
};

struct ArithmeticCommand : Command { ///< (( … ))
    ArithmeticCommand() : Command(CommandKind::Arithmetic) {}
    WordPart expression; ///< PartKind::Arithmetic
};

struct CoprocCommand : Command {
    CoprocCommand() : Command(CommandKind::Coproc) {}
    std::string name; ///< COPROC when none was given
    std::shared_ptr<const Command> body;
};

} // namespace asb::shell
