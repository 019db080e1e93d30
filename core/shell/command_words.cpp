// The words of a simple command: those of a declaration builtin and those of set -k are assignments.
#include "core/shell/builtins/declare_word.h"
#include "core/shell/expand.h"
#include "core/shell/shell.h"

#include <utility>

namespace asb::shell {

bool Shell::expand_declaration(const SimpleCommand& command, std::size_t index, Arguments& arguments) {
    const Assignment& assignment =
        command.word_assignments[static_cast<std::size_t>(command.word_assignment[index])];
    std::string text = assignment.name;
    if (assignment.is_array) {
        if (!declare_compound(*this, arguments, assignment))
            return false;
        arguments.push_back(std::move(text));
        return true;
    }
    if (assignment.subscript) {
        std::string subscript;
        if (!expand_to_string(*assignment.subscript, subscript))
            return false;
        text.append("[").append(subscript).append("]");
    }
    std::string value;
    if (!expand_joined(*this, assignment.value, ListJoin::Declared, value))
        return false;
    arguments.push_back(text.append(assignment.append ? "+=" : "=").append(value));
    return true;
}

bool Shell::expand_simple(const SimpleCommand& command, Arguments& arguments) {
    if (command.word_assignment.empty())
        return expand_words(command.words, arguments);
    PatternFields patterns; // pathnames come last
    for (std::size_t i = 0; i < command.words.size(); ++i) {
        const bool ok = command.word_assignment[i] >= 0
                            ? expand_declaration(command, i, arguments)
                            : split_word(*this, command.words[i], arguments, patterns);
        if (!ok)
            return false;
    }
    return expand_pathnames(*this, patterns, arguments);
}

/// set -k: words that look like assignments are such, wherever they stand.
bool Shell::expand_with_keywords(const SimpleCommand& command, Arguments& arguments,
                                 std::vector<Assignment>& keywords) {
    for (const Word& word : command.words) {
        if (std::unique_ptr<Assignment> assignment = assignment_of(word, parser_options()))
            keywords.push_back(std::move(*assignment));
        else if (!expand_word(word, arguments))
            return false;
    }
    return true;
}

} // namespace asb::shell
