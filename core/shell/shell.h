// The shell's state and its interpreter. One object is one shell process; a subshell is a fork with the same
// object. No state of the shell lives outside of it but the intern table and the flags that signal handlers
// set.
#pragma once

#include "core/shell/ast.h"
#include "core/shell/builtin.h"
#include "core/shell/call_stack.h"
#include "core/shell/exhaustion.h"
#include "core/shell/host.h"
#include "core/shell/options.h"
#include "core/shell/parser.h"
#include "core/shell/pattern.h"
#include "core/shell/variables.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace asb::shell {

struct ProcessState; ///< S3 (process.h): jobs, traps, hashed paths, coprocesses
class RandomSource;
struct UtilityState; ///< S1 (builtins/utility_state.h): getopts position, directory stack, regex cache

/// Why the interpreter is on its way out of nested commands. Tested after every statement.
enum class Unwind : std::uint8_t {
    None,
    Break,    ///< shell.loops_to_leave loops
    Continue, ///< shell.loops_to_leave - 1 loops are left, the next one continues
    Return,   ///< to the end of the function or sourced file; shell.status is its status
    Exit,     ///< the shell (or subshell) ends with shell.status
    Abort,    ///< the rest of the current complete command is dropped (expansion error); a subshell ends
};

/// Output of a builtin: collected, written at its end. Errors written meanwhile first push out complete
/// lines, so that the order on a shared descriptor is bash's (line buffered stdout).
class Output {
public:
    void write(std::string_view text) {
        buffer_.append(text);
        if (buffer_.size() > kLimit)
            flush();
    }
    void put(char c) { buffer_.push_back(c); }
    /// Writes everything to descriptor 1; false when a write failed since the last take_error.
    bool flush();
    void flush_lines();
    /// errno of the first failed write, and forgets it.
    int take_error();
    void discard() { buffer_.clear(); }
    bool empty() const { return buffer_.empty(); }
    /// What is flushed goes to `target` instead of descriptor 1; null: to the descriptor again. Answers the
    /// former target. Flushes first.
    std::string* capture(std::string* target);
    bool capturing() const { return target_ != nullptr; }
    /// More was written into memory than a command substitution may give.
    bool overflowed() const { return target_ && target_->size() > kMostCaptured; }
    static constexpr std::size_t kMostCaptured = std::size_t{512} << 20;

private:
    static constexpr std::size_t kLimit = 64 * 1024;
    std::string buffer_;
    std::string* target_ = nullptr;
    int error_ = 0;
};

/// One element of NAME=( … ) after expansion.
struct ExpandedElement {
    bool has_subscript = false; ///< [subscript]=value
    bool pair = false;          ///< of an associative array: keys and values by turns
    bool append = false;
    std::string subscript;
    std::string value;
    std::string_view source; ///< of the value's word, in messages
    std::string_view key;    ///< of the subscript's word
};

/// Text of a word prepared as a pattern: quoted characters are escaped by a backslash.
using PatternText = std::string;

/// A word's pattern, kept with the word: made again only when its text or the options have changed.
struct PreparedPattern {
    PatternText text;
    PatternOptions options;
    Pattern pattern;
    bool constant = false; ///< the word has no expansion
};

class Shell {
public:
    Shell(const ShellStart& start, Host& host);
    ~Shell();
    Shell(const Shell&) = delete;
    Shell& operator=(const Shell&) = delete;

    // ------------------------------------------------------------------ parts
    Host& host;
    Options options;
    Variables variables;
    Functions functions;
    std::map<std::string, std::string> aliases;
    Positionals positionals;
    std::vector<CallFrame> frames; ///< innermost last
    ArgumentStack argument_stack;
    Output out; ///< of the running builtin
    std::unique_ptr<ProcessState> process;
    std::unique_ptr<UtilityState> utilities;
    std::set<std::string_view> disabled_builtins; ///< enable -n; names of the table
    std::string shell_name;                       ///< $0
    std::string execution_string;                 ///< BASH_EXECUTION_STRING

    // ------------------------------------------------------------------ state of execution
    int status = 0; ///< $?
    Unwind unwind = Unwind::None;
    int loops_to_leave = 0;
    int loop_depth = 0;
    std::uint32_t line_base = 0; ///< added to the lines of the running tree (bodies of $( ) count from 0)
    std::uint32_t line = 0;      ///< LINENO, line of the running command
    /// Line of what has none of its own, as redirections of compound commands: where the complete command
    /// ends that was read, or the head of the function or loop around it; 0 in a $( ): where it stands.
    std::uint32_t outer_line = 0;
    std::string_view builtin_name; ///< of the running builtin, for its diagnostics; empty outside
    const Builtin* builtin = nullptr;
    bool builtin_misused = false;    ///< the running builtin was called wrongly: POSIX mode ends the shell
    bool plain_builtin = false;      ///< the next builtin is run by `command`: a special one is then none
    bool assignment_refused = false; ///< the running declaration builtin could not assign: 4 as a process
    bool special_in_posix = false;   ///< the running builtin is special, and this is POSIX mode
    bool restricted = false;         ///< set -r
    std::string_view expanding;      ///< source of the word that is being expanded, for `bad substitution`
    /// In a $( ) of an assignment's value, a here-string, [[ ]] or the word of case: with an empty IFS bash
    /// does not part an unquoted $* there, until such a word with an expansion has been expanded.
    bool star_undivided = false;
    /// A command while its redirections are made, and a function or eval until the first command in it has
    /// ended: bash's messages about assignments name it.
    std::string_view outer_name;
    std::optional<Options> before_posix; ///< POSIXLY_CORRECT=y COMMAND: what comes back behind it
    std::string_view arith_name; ///< "((", "[[", "let": put before arithmetic errors; else builtin_name
    const Command* current_command = nullptr; ///< BASH_COMMAND (unparsed when asked for)
    const Command* text_command = nullptr;    ///< the eval or . of this process that all others are in
    int errexit_ignored = 0;          ///< > 0: in a condition, &&, ||, ! …: set -e and ERR do nothing
    bool expansion_ended = false;     ///< what set `unwind` only leaves an EXIT trap that is running
    bool errexit_paused = false;      ///< set -e waits for the end of an eval (ErrexitPause)
    int subshell_level = 0;           ///< BASH_SUBSHELL
    bool in_subshell_process = false; ///< a forked copy: Abort ends it
    bool lone_command = false;        ///< in the copy that one simple command of the shell itself runs in
    std::vector<int> pipe_status{0};
    std::string last_argument;     ///< $_
    std::string working_directory; ///< logical: what pwd prints
    int trace_level = 1;           ///< how often PS4's first character is shown: +1 in eval, source, $( )
    bool substitution_ran = false; ///< the running command's expansion contained a $( ): its status counts
    class RedirectionScope* redirections = nullptr; ///< of the running builtin: exec keeps them
    pid_t shell_pid = 0;                            ///< $$: same in all subshells
    pid_t parent_pid = 0;                           ///< PPID
    std::int64_t started_at = 0;                    ///< SECONDS counts from here
    bool script_mode = false; ///< runs a script file (ENOEXEC): BASH_SOURCE and FUNCNAME have a main entry
    std::unique_ptr<RandomSource> random;
    StackRoom stack;
    bool interrupted(); ///< a signal wants attention: runs pending traps; true when unwinding is set

    // ------------------------------------------------------------------ running (interpreter.cpp)
    /// All of these answer the status (also in `status`); look at `unwind` afterwards.
    int run_list(const List& list);
    int run_command(const Command& command);
    /// Body of `-c`, eval, source, traps: parse one complete command, run it, next.
    /// first_line: number of the text's first line. Syntax errors have been written, status 2.
    int run_text(std::string_view text, std::uint32_t first_line, std::string_view origin = {});
    /// A function by its object; arguments[0] is its name. Pushes scope, frame, positionals.
    int call_function(const FunctionPtr& function, const Arguments& arguments);
    /// A builtin with its output written and `builtin_name` set; redirections are the caller's.
    int call_builtin(const Builtin& builtin, const Arguments& arguments);
    /// Words as a simple command after expansion (command, builtin, xargs-like callers): functions are looked
    /// for only with `functions_too`.
    int run_words(const Arguments& arguments, bool functions_too);
    /// What S3 does in the child of a pipeline stage, & or ( ): run_command and then exit_subshell.
    int run_in_subshell(const Command& command);
    /// The body of $( ), <( ) in the child, with its EXIT trap; answers the status to exit with.
    int run_list_in_subshell(const List& list);
    /// A subshell without a process of its own: all that the body changes is put back. Only for what
    /// InProcess (in_process.h) allows. `output` (may be null: descriptor 1) takes what it prints. Answers
    /// its status; `unwind` is only set when a signal ends the whole shell.
    struct SubshellBody {
        const List* list = nullptr;                             ///< this, or
        const Command* command = nullptr;                       ///< this
        const std::vector<Redirection>* redirections = nullptr; ///< of ( … )
        bool substitution = false; ///< $( ): lines count from the running one, errexit is off
        bool deeper = true;        ///< counts for BASH_SUBSHELL
    };
    int run_in_process(const SubshellBody& body, std::string* output);
    /// NAME=value, NAME=( … ) as a statement. False: refused (message written).
    bool run_assignment(const Assignment& assignment);
    /// The number of a subscript of an indexed array when its word is arithmetic without any expansion, so
    /// that it needs no text: None when it is another word, Failed when it has no value (message written).
    enum class SubscriptNumber : std::uint8_t { None, Number, Failed };
    SubscriptNumber subscript_number(const Word& word, Slot slot, std::int64_t& number);
    /// The elements of NAME=( … ) into the variable.
    bool assign_compound(Slot slot, const std::vector<ArrayElement>& elements, bool append);
    /// The same in two steps, for NAME=( … ) as an argument of a declaration builtin, which xtrace and
    /// messages show quoted: the elements are expanded before the builtin makes the variable.
    /// `declared`: of a word of a declaration builtin.
    bool expand_elements(const std::vector<ArrayElement>& elements, bool associative, bool declared,
                         std::vector<ExpandedElement>& expanded);
    bool store_declared(Slot slot, std::vector<ExpandedElement> elements, bool append);
    /// xtrace: PS4 and the text, to BASH_XTRACEFD. Only call it with SetOption::Xtrace on.
    void trace(std::string_view text);
    void trace_words(const std::vector<std::string>& words);
    void trace_assignment(const std::string& name, const std::string& value);

    // ------------------------------------------------------------------ expansion (expand*.cpp)
    /// All expansions, splitting, globbing, quote removal. False: an error has been written and unwind is
    /// set.
    bool expand_words(const std::vector<Word>& words, std::vector<std::string>& fields);
    bool expand_word(const Word& word, std::vector<std::string>& fields);
    /// Everything but splitting, braces and globbing: the right side of an assignment, case subject,
    /// redirection text without splitting, [[ ]].
    bool expand_to_string(const Word& word, std::string& text);
    /// Quoted characters escaped by backslash, for pattern.h.
    bool expand_to_pattern(const Word& word, PatternText& pattern);
    /// The same, ready for matching; null after an error. Valid until the word is expanded again.
    const PreparedPattern* prepare_pattern(const Word& word, const PatternOptions& how);
    /// For =~: quoted characters escaped where they are special in an ERE.
    bool expand_to_regex(const Word& word, std::string& regex);
    /// Here-document body: no splitting, quotes are literal.
    bool expand_document(const Word& body, std::string& text);
    /// Text of arithmetic expressions.
    bool expand_parts(const std::vector<WordPart>& parts, std::string& text);
    /// A text that is only known at run time: parsed in its context, then expanded.
    bool expand_in(std::string_view text, WordContext context, std::string& result);
    /// As if in double quotes.
    bool expand_text(std::string_view text, std::string& result);
    /// Key of an associative array given as source text: one word with quotes, expanded, quotes removed.
    bool expand_subscript_text(std::string_view text, std::string& key);
    /// Subscript of an indexed array given as source text, for an expression: expanded, double quotes
    /// removed.
    bool expand_index_text(std::string_view text, std::string& index);
    /// The one or the other of these, as the array is.
    bool expand_reference_subscript(std::string_view text, bool associative, std::string& result) {
        return associative ? expand_subscript_text(text, result) : expand_index_text(text, result);
    }
    /// Locale's character set is UTF-8.
    bool utf8() const { return utf8_; }
    /// Names are sorted by strcoll, not by bytes.
    bool collates() const { return collates_; }
    PatternOptions pattern_options() const; ///< extglob, nocasematch off, utf8
    ParserOptions parser_options();
    const std::string& ifs() const { return ifs_; } ///< of splitting: default when unset
    /// A byte of the IFS of splitting.
    bool separates(char c) const { return separators_[static_cast<unsigned char>(c)]; }

    // ------------------------------------------------------------------ diagnostics (diagnostics.cpp)
    /// `bash: line N: TEXT`.
    void error(std::string_view text);
    bool errexit_counts() const { return options.is(SetOption::Errexit) && !errexit_paused; }
    /// error() of an expansion or assignment; under set -e it ends the shell, also in a condition.
    void report(std::string_view text);
    /// `bash: line N: BUILTIN: TEXT` inside a builtin, else as error().
    void builtin_error(std::string_view text);
    /// TEXT and newline on stderr as it is (xtrace and usage lines).
    void write_error(std::string_view text);
    /// `bash: line N: ` (or `script: line N: ` in a sourced file).
    std::string error_prefix() const;
    void set_unwind_exit(int exit_status) {
        status = exit_status;
        unwind = Unwind::Exit;
    }
    /// An expansion or assignment error of the kind that ends a `bash -c` line: status and Abort.
    void abort_command(int error_status = 1) {
        if (unwind == Unwind::Exit) // report() under set -e
            return;
        status = error_status;
        unwind = Unwind::Abort;
    }
    /// The same after a ${x:=…} that cannot be carried out.
    void abort_default();
    /// The same after `bad substitution`, an error in $(( )) and a refused assignment, which end the shell in
    /// POSIX mode.
    void abort_expansion() {
        if (options.is(SetOption::Posix))
            fatal_expansion();
        else
            abort_command();
    }
    /// After `unbound variable`, ${x?} and the like: the shell ends, as bash -c does.
    void fatal_expansion() {
        expansion_ended = !errexit_counts();
        set_unwind_exit((in_subshell_process && !lone_command) || script_mode || errexit_counts() ? 1 : 127);
    }
    /// BASH_COMMAND.
    std::string command_text() const;
    const Command* exit_command() const; ///< BASH_COMMAND of an EXIT trap that `exit` runs in place
    int base_text_depth() const;         ///< text_depth of this process outside of eval and the like

    /// Hooks of special variables: IFS and locale were changed.
    void ifs_changed();
    void locale_changed(Slot changed);
    /// The prefix assignments are those of a program: special variables do not notice them in the shell.
    bool prefix_of_program = false;
    /// Locale variables change for a moment only, or in a process that ends: the locale stays.
    bool quiet_locale = false;
    /// The command whose words the running builtin was given; null when others made them.
    const SimpleCommand* builtin_words = nullptr;

private:
    void start_locale();
    void locale_in_force();
    int run_simple(const SimpleCommand& command);
    bool expand_simple(const SimpleCommand& command, Arguments& arguments);
    bool expand_declaration(const SimpleCommand& command, std::size_t index, Arguments& arguments);
    int run_assignments_only(const SimpleCommand& command, const std::vector<Assignment>& keywords);
    bool expand_with_keywords(const SimpleCommand& command, Arguments& arguments,
                              std::vector<Assignment>& keywords);
    int run_prepared(const SimpleCommand& command, Arguments& arguments,
                     const std::vector<Assignment>& keywords);
    bool bind_prefix_assignments(const std::vector<Assignment>& assignments, const Builtin* found);
    std::string wrong_function_name(const std::string& name) const;
    int run_function(FunctionPtr function, Arguments arguments);
    void find_named(const SimpleCommand& command, const std::string& name, FunctionPtr& function,
                    const Builtin*& found) const;
    bool expand_element(const ArrayElement& element, std::vector<ExpandedElement>& expanded);
    bool expand_associative(const ArrayElement& element, bool pairs, bool as_written,
                            std::vector<ExpandedElement>& expanded);
    std::optional<std::int64_t> element_index(const ExpandedElement& element, std::int64_t max_index);
    bool store_elements(Slot slot, std::vector<ExpandedElement> elements);
    bool store_pairs(Slot slot, const std::vector<ExpandedElement>& elements, bool declared);
    bool add_associative(Slot slot, const std::vector<ArrayElement>& elements);
    bool replace_associative(Slot slot, std::vector<ExpandedElement> elements, bool declared);
    bool store_associative(Slot slot, std::vector<ExpandedElement> elements, bool declared,
                           const AssocArray* old);
    bool array_target(Slot slot, Slot& target);
    void trace_compound(Slot slot, const std::vector<ExpandedElement>& elements, bool append);
    int run_compound(const Command& command, std::uint32_t line_before);
    int run_body(const Command& command);
    void show_stage(const PipelineCommand& command);
    void last_stage_failed(const PipelineCommand& command);
    int run_pipeline_command(const PipelineCommand& command);
    int run_and_or(const AndOrCommand& command);
    int run_if(const IfCommand& command);
    int run_while(const WhileCommand& command);
    bool is_loop_name(const ForCommand& command);
    int run_for(const ForCommand& command);
    int run_arith_for(const ArithForCommand& command);
    int run_select(const ForCommand& command);
    int run_case(const CaseCommand& command);
    int run_conditional(const ConditionalCommand& command);
    int run_arithmetic(const ArithmeticCommand& command);
    void end_by_errexit(bool simple);
    void exit_in_place(bool always = false);
    int define_function(const FunctionCommand& command);
    bool loop_goes_on();
    bool debug_trap(const Command& command);
    void failed(const Command& command);
    bool deep_enough();
    int finish_subshell();
    void import_functions(const std::vector<std::string>& environment);
    void report_syntax(const ParserMessage& message, std::string_view origin);

    int redirected_calls_ = 0;        ///< calls of functions under way that have redirections
    bool leaving_by_errexit_ = false; ///< errexit ends the shell, and the EXIT trap is run at the end
    bool leaving_call_ = false;       ///< errexit leaves one of them before the EXIT trap is run
    const Command* stage_command_ =
        nullptr; ///< whole command of this subshell: its failure is no errexit case
    const Command* negated_command_ = nullptr; ///< what stands behind the ! that runs
    std::shared_ptr<const List> last_list_; ///< of the outermost text, which current_command may point into
    FunctionPtr last_function_;             ///< the same of a function that was undefined while it ran
    std::string ifs_ = " \t\n";
    std::array<bool, 256> separators_{};
    bool utf8_ = false;
    bool collates_ = false;
};

} // namespace asb::shell
