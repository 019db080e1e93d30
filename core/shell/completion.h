// Programmable completion as far as scripts use it: what `compgen` prints and what `complete` keeps.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace asb::shell {

class Shell;

/// -A names, in the order in which bash shows and generates them.
enum class CompletionAction {
    Alias,
    Arrayvar,
    Binding,
    Builtin,
    Command,
    Directory,
    Disabled,
    Enabled,
    Export,
    File,
    Function,
    Group,
    Helptopic,
    Hostname,
    Job,
    Keyword,
    Running,
    Service,
    Setopt,
    Shopt,
    Signal,
    Stopped,
    User,
    Variable,
};

std::optional<CompletionAction> completion_action(std::string_view name);
/// The action of an option letter of complete and compgen ('a' alias …).
std::optional<CompletionAction> completion_action(char letter);
bool is_completion_option(std::string_view name); ///< of -o: nospace, filenames …

struct CompletionSpec {
    std::vector<CompletionAction> actions;
    std::vector<std::string> options;
    std::optional<std::string> glob, words, prefix, suffix, filter, command, function;
    bool has(CompletionAction action) const;
};

/// Everything that the specification gives for `word`, in bash's order. Functions and commands are run.
std::vector<std::string> completions(Shell& shell, const CompletionSpec& spec, const std::string& word);
/// What the function's COMPREPLY and the command's lines give (-F, -C; completion_programs.cpp).
std::vector<std::string> function_words(Shell& shell, const std::string& name, const std::string& word);
std::vector<std::string> command_lines(Shell& shell, const std::string& command, const std::string& word);
/// `complete OPTIONS NAME` that defines the specification again.
std::string completion_text(const CompletionSpec& spec, const std::string& name);

/// `compopt -o … NAME`: which of the options are on.
std::string completion_options_text(const CompletionSpec& spec, const std::string& name);

/// Names with specifications; -D, -E and -I are kept under names of their own.
struct CompletionTable {
    static constexpr std::string_view kDefault = "_DefaultCmD_";
    static constexpr std::string_view kEmpty = "_EmptycmD_";
    static constexpr std::string_view kInitial = "_InitialWorD_";
    std::map<std::string, CompletionSpec> specs;
    bool made = false; ///< there has been one
    /// In the order of bash's hash table.
    std::vector<std::string> names() const;
};

} // namespace asb::shell
