// Coverage-guided fuzzer for what reads hostile text: the parser, the unparser and whatever expands words,
// patterns, braces, arithmetic and conditions, with the builtins that give variables their values and
// attributes. Built on demand (-DASB_FUZZ=ON with clang), see tests/shell/fuzz/README.md. No process is
// started and no file is opened: each command is looked at first, and the cage is for what that look misses.
#include "core/shell/braces.h"
#include "core/shell/host.h"
#include "core/shell/parser.h"
#include "core/shell/pattern.h"
#include "core/shell/shell.h"
#include "core/shell/unparse.h"
#include "tests/shell/fuzz/cage.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <sanitizer/allocator_interface.h>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace {

using namespace asb::shell;

constexpr std::size_t kMostMemory = std::size_t{2} << 20; ///< that the values of one input may grow to
constexpr std::uint64_t kMostBraces = 1000;

class QuietHost : public Host {
public:
    void report(asb::Event) override {}
    std::uint64_t next_command_number() override { return 1; }
    std::string tag_prefix() const override { return {}; }
    bool is_declared(const std::string&) const override { return false; }
    asb::Fd acquire_places(int) override { return {}; }
    /// libFuzzer's own, which `BASH_XTRACEFD=` would close.
    bool is_private(int fd) const override { return fd > STDERR_FILENO; }
};

// ------------------------------------------------------------------------------------ what may be expanded

bool is_harmless(const std::vector<WordPart>& parts);

/// Values are expanded again as subscripts and in arithmetic: no substitution may hide in any text.
bool hides_substitution(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::string_view rest = text.substr(i);
        if (rest[0] == '`' || rest.starts_with("<(") || rest.starts_with(">("))
            return true;
        if (rest.starts_with("$(") && !rest.starts_with("$(("))
            return true;
    }
    return false;
}

bool is_harmless(const Word& word) {
    return !hides_substitution(word.source) && is_harmless(word.parts)
           && (!word.has_brace || BraceExpander(word).count() <= kMostBraces);
}

bool is_harmless(const WordPtr& word) {
    return !word || is_harmless(*word);
}

bool is_harmless(const WordPart& part) {
    if (part.kind == PartKind::CommandSub || part.kind == PartKind::ProcessSub
        || hides_substitution(part.text))
        return false;
    if (part.param) {
        const Parameter& p = *part.param;
        if (!is_harmless(p.subscript_word) || !is_harmless(p.arg) || !is_harmless(p.arg2))
            return false;
    }
    return is_harmless(part.parts)
           && std::all_of(part.alternatives.begin(), part.alternatives.end(),
                          [](const std::vector<WordPart>& alternative) { return is_harmless(alternative); });
}

bool is_harmless(const std::vector<WordPart>& parts) {
    return std::all_of(parts.begin(), parts.end(), [](const WordPart& part) { return is_harmless(part); });
}

bool is_harmless(const std::vector<Word>& words) {
    return std::all_of(words.begin(), words.end(), [](const Word& word) { return is_harmless(word); });
}

bool is_harmless(const Assignment& assignment) {
    return !hides_substitution(assignment.source)
           && std::all_of(assignment.elements.begin(), assignment.elements.end(),
                          [](const ArrayElement& element) {
                              return is_harmless(element.value) && is_harmless(element.whole);
                          });
}

bool is_harmless(const std::vector<Assignment>& assignments) {
    return std::all_of(assignments.begin(), assignments.end(),
                       [](const Assignment& assignment) { return is_harmless(assignment); });
}

bool is_harmless(const Condition* condition) {
    return condition == nullptr
           || (is_harmless(condition->left) && is_harmless(condition->right)
               && is_harmless(condition->a.get()) && is_harmless(condition->b.get()));
}

/// Here-strings and here-documents for stdin; what names a file or a descriptor is none.
bool is_harmless(const Redirection& redirection) {
    const bool document = redirection.kind == RedirKind::HereDoc || redirection.kind == RedirKind::HereString;
    return document && redirection.fd == 0 && redirection.fd_variable.empty()
           && is_harmless(redirection.target) && (!redirection.body || is_harmless(*redirection.body));
}

/// Builtins that only change variables, options and arguments, or print.
bool is_harmless(const SimpleCommand& command) {
    constexpr std::array<std::string_view, 19> known = {
        "declare", "typeset", "readonly", "export", "let",  "set",     "shopt",   "unset", "printf", "echo",
        "test",    "[",       "shift",    ":",      "read", "mapfile", "getopts", "local", "true"};
    if (!command.words.empty()) {
        const Word& name = command.words.front();
        if (!name.plain || std::find(known.begin(), known.end(), name.literal) == known.end())
            return false;
    }
    return is_harmless(command.words) && is_harmless(command.assignments)
           && is_harmless(command.word_assignments)
           && std::all_of(command.redirections.begin(), command.redirections.end(),
                          [](const Redirection& redirection) { return is_harmless(redirection); });
}

// ------------------------------------------------------------------------------------ running

class Runner {
public:
    explicit Runner(Shell& shell) : shell_(shell), before_(__sanitizer_get_current_allocated_bytes()) {}

    void run(const List& list) {
        for (const ListItem& item : list.items)
            run(*item.command);
    }

private:
    void run(const Command& command);
    void run_simple(const SimpleCommand& command);
    void run_loops(const Command& command);
    void run_case(const CaseCommand& command);

    void expand(const Word& word) {
        if (!is_harmless(word) || is_full())
            return;
        std::vector<std::string> fields;
        static_cast<void>(shell_.expand_word(word, fields));
        std::string text;
        static_cast<void>(shell_.expand_to_string(word, text));
        static_cast<void>(shell_.expand_to_regex(word, text));
        static_cast<void>(shell_.expand_to_pattern(word, text));
        PatternOptions how;
        how.extglob = how.utf8 = true;
        const Pattern pattern(text, how);
        for (const std::string& field : fields)
            static_cast<void>(pattern.matches(field.substr(0, 200)));
        go_on();
    }

    void execute(const Command& command) {
        if (!is_full())
            shell_.run_command(command);
        go_on();
    }

    /// Errors and set -e do not end the input.
    void go_on() {
        shell_.unwind = Unwind::None;
        static_cast<void>(shell_.out.flush());
    }

    bool is_full() const { return __sanitizer_get_current_allocated_bytes() > before_ + kMostMemory; }

    Shell& shell_;
    std::size_t before_;
};

void Runner::run_simple(const SimpleCommand& command) {
    if (is_harmless(command)) {
        execute(command);
        return;
    }
    for (const Word& word : command.words)
        expand(word);
    for (const Assignment& assignment : command.assignments)
        expand(assignment.value);
    for (const Redirection& redirection : command.redirections) {
        std::string text;
        if (redirection.body && is_harmless(*redirection.body) && !is_full())
            static_cast<void>(shell_.expand_document(*redirection.body, text));
        go_on();
        expand(redirection.target);
    }
}

void Runner::run_case(const CaseCommand& command) {
    expand(command.subject);
    for (const CaseCommand::Clause& clause : command.clauses) {
        for (const Word& pattern : clause.patterns)
            expand(pattern);
        run(clause.body);
    }
}

void Runner::run_loops(const Command& command) {
    if (command.kind == CommandKind::While) {
        const auto& loop = static_cast<const WhileCommand&>(command);
        run(loop.condition);
        run(loop.body);
    } else if (command.kind == CommandKind::ArithFor) {
        run(static_cast<const ArithForCommand&>(command).body);
    } else {
        const auto& loop = static_cast<const ForCommand&>(command);
        for (const Word& word : loop.words)
            expand(word);
        run(loop.body);
    }
}

/// Every body once, in order, whatever a condition says: each piece of the text counts.
void Runner::run(const Command& command) {
    switch (command.kind) {
    case CommandKind::Simple:
        return run_simple(static_cast<const SimpleCommand&>(command));
    case CommandKind::Pipeline:
        for (const CommandPtr& stage : static_cast<const PipelineCommand&>(command).stages)
            run(*stage);
        return;
    case CommandKind::AndOr:
        run(*static_cast<const AndOrCommand&>(command).first);
        for (const AndOrCommand::Rest& rest : static_cast<const AndOrCommand&>(command).rest)
            run(*rest.command);
        return;
    case CommandKind::Group:
        return run(static_cast<const GroupCommand&>(command).body);
    case CommandKind::Subshell:
        return run(static_cast<const SubshellCommand&>(command).body);
    case CommandKind::If:
        for (const IfCommand::Branch& branch : static_cast<const IfCommand&>(command).branches) {
            run(branch.condition);
            run(branch.body);
        }
        return;
    case CommandKind::While:
    case CommandKind::For:
    case CommandKind::ArithFor:
    case CommandKind::Select:
        return run_loops(command);
    case CommandKind::Case:
        return run_case(static_cast<const CaseCommand&>(command));
    case CommandKind::Function:
        return run(*static_cast<const FunctionCommand&>(command).body);
    case CommandKind::Coproc:
        return run(*static_cast<const CoprocCommand&>(command).body);
    case CommandKind::Conditional:
        if (is_harmless(static_cast<const ConditionalCommand&>(command).condition.get())
            && command.redirections.empty())
            execute(command);
        return;
    case CommandKind::Arithmetic:
        if (is_harmless(static_cast<const ArithmeticCommand&>(command).expression)
            && command.redirections.empty())
            execute(command);
        return;
    }
}

void run_text(Shell& shell, const std::string& text) {
    ParserOptions how = shell.parser_options();
    how.extglob = true;
    Parser parser(text, how, 1);
    Runner runner(shell);
    for (int i = 0; i < 1000; ++i) {
        const ParseResult result = parser.next();
        if (result.kind == ParseResult::Kind::End)
            break;
        if (result.kind == ParseResult::Kind::Error) {
            if (!result.resumes)
                break;
            continue;
        }
        for (const ListItem& item : result.list->items)
            static_cast<void>(unparse(*item.command));
        runner.run(*result.list);
    }
}

} // namespace

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
    std::vector<std::string> folders = {"."};
    for (int i = 1; i < *count; ++i) {
        std::string argument = (*arguments)[i];
        constexpr std::string_view artifacts = "-artifact_prefix=";
        if (argument.starts_with(artifacts))
            argument.erase(0, artifacts.size());
        struct stat found {};
        if (stat(argument.c_str(), &found) == 0 && S_ISDIR(found.st_mode))
            folders.push_back(argument);
    }
    return asb::fuzz::close_cage(folders) ? 0 : (_exit(2), 1);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string text(reinterpret_cast<const char*>(data), std::min<std::size_t>(size, 4096));
    std::erase(text, '\0'); // a line is a C string
    QuietHost host;
    ShellStart start;
    start.line = text;
    start.arguments = {"one", "two words"};
    start.environment = {"PATH=/nonexistent", "HOME=/nonexistent", "LANG=C.UTF-8"};
    Shell shell(start, host);
    shell.options.change(Shopt::Extglob, true);
    run_text(shell, text);
    return 0;
}
