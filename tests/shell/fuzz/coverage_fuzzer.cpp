// Coverage-guided fuzzer for what reads hostile text: the parser, the unparser and what expands words,
// patterns, braces and arithmetic. Built on demand (-DASB_FUZZ=ON with clang), see
// tests/shell/fuzz/README.md. Nothing is executed: of each line the words are expanded whose expansion starts
// no process and opens no file.
#include "core/shell/braces.h"
#include "core/shell/host.h"
#include "core/shell/parser.h"
#include "core/shell/pattern.h"
#include "core/shell/shell.h"
#include "core/shell/unparse.h"

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <fcntl.h>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

using namespace asb::shell;

class QuietHost : public Host {
public:
    void report(asb::Event) override {}
    std::uint64_t next_command_number() override { return 1; }
    std::string tag_prefix() const override { return {}; }
    bool is_declared(const std::string&) const override { return false; }
    asb::Fd acquire_places(int) override { return {}; }
    bool is_private(int) const override { return false; }
};

bool starts_nothing(const std::vector<WordPart>& parts);

bool starts_nothing(const Word* word) {
    return word == nullptr || starts_nothing(word->parts);
}

bool starts_nothing(const WordPart& part) {
    if (part.kind == PartKind::CommandSub || part.kind == PartKind::ProcessSub)
        return false;
    if (part.param) {
        const Parameter& p = *part.param;
        if (p.transform == 'P' || !starts_nothing(p.subscript_word.get()) || !starts_nothing(p.arg.get())
            || !starts_nothing(p.arg2.get()))
            return false;
        // Subscripts and offsets are texts that are expanded again: no substitution may hide in them.
        for (const Word* word : {p.subscript_word.get(), p.arg.get(), p.arg2.get()}) {
            if (word && word->source.find_first_of("`(") != std::string::npos)
                return false;
        }
    }
    return starts_nothing(part.parts)
           && std::all_of(
               part.alternatives.begin(), part.alternatives.end(),
               [](const std::vector<WordPart>& alternative) { return starts_nothing(alternative); });
}

bool starts_nothing(const std::vector<WordPart>& parts) {
    return std::all_of(parts.begin(), parts.end(), [](const WordPart& part) { return starts_nothing(part); });
}

void expand(Shell& shell, const Word& word) {
    if (word.source.find_first_of("`(") != std::string::npos || !starts_nothing(word.parts))
        return;
    if (word.has_brace && BraceExpander(word).count() > 1000)
        return;
    std::vector<std::string> fields;
    static_cast<void>(shell.expand_word(word, fields));
    shell.unwind = Unwind::None;
    std::string text;
    static_cast<void>(shell.expand_to_pattern(word, text));
    shell.unwind = Unwind::None;
    PatternOptions how;
    how.extglob = how.utf8 = true;
    const Pattern pattern(text, how);
    for (const std::string& field : fields)
        static_cast<void>(pattern.matches(field.substr(0, 200)));
}

void expand_all(Shell& shell, const List& list) {
    for (const ListItem& item : list.items) {
        if (item.command->kind != CommandKind::Simple)
            continue;
        const auto& command = static_cast<const SimpleCommand&>(*item.command);
        for (const Word& word : command.words)
            expand(shell, word);
        for (const Assignment& assignment : command.assignments)
            expand(shell, assignment.value);
    }
}

} // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
    const int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    // The messages of the lines would drown the fuzzer's own, which go to a copy.
    if (null >= 0 && dup2(null, 1) < 0)
        return 1;
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string text(reinterpret_cast<const char*>(data), std::min<std::size_t>(size, 4096));
    std::erase(text, '\0'); // a line is a C string
    QuietHost host;
    ShellStart start;
    start.line = text;
    start.environment = {"PATH=/nonexistent", "HOME=/nonexistent", "LANG=C.UTF-8"};
    Shell shell(start, host);
    shell.options.change(SetOption::Noglob, true);
    ParserOptions how = shell.parser_options();
    how.extglob = true;
    Parser parser(text, how, 1);
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
        expand_all(shell, *result.list);
    }
    return 0;
}
