#include "core/shell/completion.h"

#include "core/shell/builtins/help_topics.h"
#include "core/shell/expand.h"
#include "core/shell/glob.h"
#include "core/shell/names.h"
#include "core/shell/process_state.h"
#include "core/shell/quote.h"
#include "core/shell/shell.h"
#include "core/shell/spawn.h"
#include "core/shell/unparse.h"

#include <algorithm>
#include <array>
#include <dirent.h>
#include <fstream>
#include <grp.h>
#include <memory>
#include <pwd.h>
#include <sys/stat.h>

namespace asb::shell {
namespace {

using Action = CompletionAction;
using Names = std::vector<std::string>;

struct ActionName {
    std::string_view name;
    Action action;
    char letter;
};
constexpr ActionName kActions[] = {
    {"alias", Action::Alias, 'a'},       {"arrayvar", Action::Arrayvar, 0},
    {"binding", Action::Binding, 0},     {"builtin", Action::Builtin, 'b'},
    {"command", Action::Command, 'c'},   {"directory", Action::Directory, 'd'},
    {"disabled", Action::Disabled, 0},   {"enabled", Action::Enabled, 0},
    {"export", Action::Export, 'e'},     {"file", Action::File, 'f'},
    {"function", Action::Function, 0},   {"group", Action::Group, 'g'},
    {"helptopic", Action::Helptopic, 0}, {"hostname", Action::Hostname, 0},
    {"job", Action::Job, 'j'},           {"keyword", Action::Keyword, 'k'},
    {"running", Action::Running, 0},     {"service", Action::Service, 's'},
    {"setopt", Action::Setopt, 0},       {"shopt", Action::Shopt, 0},
    {"signal", Action::Signal, 0},       {"stopped", Action::Stopped, 0},
    {"user", Action::User, 'u'},         {"variable", Action::Variable, 'v'},
};

constexpr std::string_view kOptions[] = {"bashdefault", "default", "dirnames", "filenames",
                                         "noquote",     "nosort",  "nospace",  "plusdirs"};

constexpr std::string_view kKeywords[] = {
    "if", "then", "else", "elif",     "fi",   "case", "esac", "for", "select", "while", "until",
    "do", "done", "in",   "function", "time", "{",    "}",    "!",   "[[",     "]]",    "coproc"};

// ---------------------------------------------------------------------------------------------- lists of
// names

Names variable_names(Shell& shell, std::uint16_t attribute) {
    Names names;
    const auto hidden = [&](Slot slot) { // FUNCNAME outside of functions, PIPESTATUS before any pipeline
        const Variable* v = shell.variables.listed(slot);
        return v != nullptr && v->has(kDynamic) && v->has(kIndexed) && !v->has(kInvisible) && !v->is_set;
    };
    shell.variables.for_each_listed([&](Slot slot) {
        const Variable& v = shell.variables.raw(slot);
        if ((attribute == 0 || v.has(attribute)) && (v.is_set || v.is_array() || v.has(kDynamic))
            && !hidden(slot))
            names.push_back(name_of(slot));
    });
    return names;
}

Names builtin_names(const Shell& shell, bool with_enabled, bool with_disabled) {
    Names names;
    for (const Builtin& builtin : all_builtins()) {
        const bool disabled = shell.disabled_builtins.count(builtin.name) != 0;
        if (disabled ? with_disabled : with_enabled)
            names.emplace_back(builtin.name);
    }
    return names;
}

template <typename Option>
Names option_names() {
    Names names;
    for (std::size_t i = 0; i < static_cast<std::size_t>(Option::Count); ++i) {
        const std::string_view name = Options::name(static_cast<Option>(i));
        if (name != "syslog_history")
            names.emplace_back(name);
    }
    return names;
}

Names signal_names() {
    Names names;
    for (int trap = 0; trap < kTrapCount; ++trap) {
        const std::string name = signal_name(trap);
        if (!name.empty())
            names.push_back(trap > 0 && trap < kSignalCount ? "SIG" + name : name);
    }
    return names;
}

Names user_names() {
    Names names;
    setpwent();
    while (const passwd* entry = getpwent())
        names.emplace_back(entry->pw_name);
    endpwent();
    return names;
}

Names group_names() {
    Names names;
    setgrent();
    while (const group* entry = getgrent())
        names.emplace_back(entry->gr_name);
    endgrent();
    return names;
}

/// First words of the lines of a table like /etc/services; `column` 1: the words behind the first.
Names table_names(const char* path, std::size_t column) {
    Names names;
    std::ifstream table(path);
    for (std::string line; std::getline(table, line);) {
        line = line.substr(0, line.find('#'));
        std::size_t index = 0;
        for (std::size_t at = line.find_first_not_of(" \t"); at != std::string::npos; ++index) {
            const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
            if (index == column || (column == 1 && index > 1))
                names.push_back(line.substr(at, end - at));
            at = line.find_first_not_of(" \t", end);
        }
    }
    return names;
}

Names job_names(Shell& shell, bool running, bool stopped) {
    Names names;
    for (const Job& job : shell.process->jobs.all()) {
        if ((running && job.running()) || (stopped && job.stopped()))
            names.push_back(job.text().substr(0, job.text().find(' ')));
    }
    return names;
}

/// Files that begin with the word, in the folder's own order.
Names file_names(const std::string& word, bool folders_only) {
    Names names;
    const std::size_t slash = word.rfind('/');
    const std::string folder = slash == std::string::npos ? "" : word.substr(0, slash + 1);
    const std::string begin = word.substr(folder.size());
    const std::unique_ptr<DIR, int (*)(DIR*)> directory(opendir(folder.empty() ? "." : folder.c_str()),
                                                        closedir);
    if (!directory)
        return names;
    while (const dirent* entry = readdir(directory.get())) {
        const std::string name = entry->d_name;
        if (name == "." || name == ".." || name.compare(0, begin.size(), begin) != 0)
            continue;
        if (!folders_only || is_directory(folder + name))
            names.push_back(folder + name);
    }
    return names;
}

Names program_names(Shell& shell, const std::string& word) {
    Names names;
    for (const std::string& folder : path_folders(shell, shell.variables.text("PATH"))) {
        for (const std::string& file : file_names(folder + word, false)) {
            if (access(file.c_str(), X_OK) == 0 && !is_directory(file))
                names.push_back(file.substr(folder.size()));
        }
    }
    return names;
}

Names command_names(Shell& shell, const std::string& word) {
    Names names;
    const auto add = [&](Names more) {
        names.insert(names.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    };
    for (const auto& [name, value] : shell.aliases)
        names.push_back(name);
    add({std::begin(kKeywords), std::end(kKeywords)});
    for (const FunctionPtr& function : shell.functions.sorted())
        names.push_back(function->name);
    add(builtin_names(shell, true, false));
    if (word.find('/') == std::string::npos)
        add(program_names(shell, word));
    else
        add(file_names(word, false));
    return names;
}

Names names_of(Shell& shell, Action action, const std::string& word) {
    Names names;
    switch (action) {
    case Action::Alias:
        for (const auto& [name, value] : shell.aliases)
            names.push_back(name);
        return names;
    case Action::Arrayvar:
        return variable_names(shell, kIndexed | kAssoc);
    case Action::Binding:
        return names; // there is no line editing
    case Action::Builtin:
        return builtin_names(shell, true, true);
    case Action::Command:
        return command_names(shell, word);
    case Action::Directory:
    case Action::File:
        return file_names(word, action == Action::Directory);
    case Action::Disabled:
        return builtin_names(shell, false, true);
    case Action::Enabled:
        return builtin_names(shell, true, false);
    case Action::Export:
        return variable_names(shell, kExported);
    case Action::Function:
        for (const FunctionPtr& function : shell.functions.sorted())
            names.push_back(function->name);
        return names;
    case Action::Group:
        return group_names();
    case Action::Helptopic:
        for (const HelpTopic& topic : help_topics())
            names.emplace_back(topic.name);
        return names;
    case Action::Hostname:
        return table_names("/etc/hosts", 1);
    case Action::Job:
        return job_names(shell, true, true);
    case Action::Keyword:
        return {std::begin(kKeywords), std::end(kKeywords)};
    case Action::Running:
        return job_names(shell, true, false);
    case Action::Service:
        return table_names("/etc/services", 0);
    case Action::Setopt:
        return option_names<SetOption>();
    case Action::Shopt:
        return option_names<Shopt>();
    case Action::Signal:
        return signal_names();
    case Action::Stopped:
        return job_names(shell, false, true);
    case Action::User:
        return user_names();
    case Action::Variable:
        return variable_names(shell, 0);
    }
    return names;
}

// ---------------------------------------------------------------------------------------------- the other
// sources

void add_matching(Names& all, const Names& more, const std::string& word) {
    for (const std::string& name : more) {
        if (name.compare(0, word.size(), word) == 0)
            all.push_back(name);
    }
}

/// The word list, split by IFS with quotes heeded, and expanded.
Names listed_words(Shell& shell, const std::string& list) {
    Names fields;
    const std::string& ifs = shell.ifs();
    std::size_t at = 0;
    while (at < list.size() && shell.unwind == Unwind::None) {
        if (ifs.find(list[at]) != std::string::npos) {
            ++at;
            continue;
        }
        std::size_t end = at;
        int nested = 0; // $( and ${
        for (char quote = 0; end < list.size(); ++end) {
            const char c = list[end];
            if (c == '$' && quote != '\'' && end + 1 < list.size()
                && (list[end + 1] == '(' || list[end + 1] == '{'))
                ++nested, ++end;
            else if (nested > 0 && (c == ')' || c == '}'))
                --nested;
            else if (nested > 0)
                continue;
            else if (c == '\\' && quote != '\'' && end + 1 < list.size())
                ++end;
            else if (quote != 0)
                quote = c == quote ? '\0' : quote;
            else if (c == '\'' || c == '"' || c == '`')
                quote = c;
            else if (ifs.find(c) != std::string::npos)
                break;
        }
        const WordPtr word = parse_word_text(std::string_view(list).substr(at, end - at), WordContext::Plain,
                                             shell.parser_options(), shell.line);
        if (!shell.expand_word(*word, fields))
            return fields;
        at = end;
    }
    return fields;
}

/// -X: what matches the pattern is taken out; behind a ! what does not match. & stands for the word.
void filter(Shell& shell, Names& names, const std::string& text, const std::string& word) {
    const bool keep = !text.empty() && text[0] == '!';
    std::string pattern;
    for (std::size_t i = keep ? 1 : 0; i < text.size(); ++i) {
        if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == '&')
            pattern += text[++i];
        else if (text[i] == '&')
            pattern += word;
        else
            pattern += text[i];
    }
    PatternOptions how = shell.pattern_options();
    how.nocase = shell.options.is(Shopt::Nocasematch);
    const Pattern compiled(pattern, how);
    names.erase(std::remove_if(names.begin(), names.end(),
                               [&](const std::string& name) { return compiled.matches(name) != keep; }),
                names.end());
}

} // namespace

std::optional<CompletionAction> completion_action(std::string_view name) {
    for (const ActionName& action : kActions) {
        if (action.name == name)
            return action.action;
    }
    return std::nullopt;
}

std::optional<CompletionAction> completion_action(char letter) {
    for (const ActionName& action : kActions) {
        if (action.letter == letter)
            return action.action;
    }
    return std::nullopt;
}

bool is_completion_option(std::string_view name) {
    return std::find(std::begin(kOptions), std::end(kOptions), name) != std::end(kOptions);
}

bool CompletionSpec::has(CompletionAction action) const {
    return std::find(actions.begin(), actions.end(), action) != actions.end();
}

std::vector<std::string> completions(Shell& shell, const CompletionSpec& spec, const std::string& word) {
    constexpr std::array kLast = {Action::Command, Action::File,    Action::User,
                                  Action::Group,   Action::Service, Action::Directory};
    const auto is_last = [&](Action action) {
        return std::find(kLast.begin(), kLast.end(), action) != kLast.end();
    };
    Names all;
    for (const ActionName& action : kActions) {
        if (spec.has(action.action) && !is_last(action.action))
            add_matching(all, names_of(shell, action.action, word), word);
    }
    for (const Action action : kLast) {
        if (spec.has(action))
            add_matching(all, names_of(shell, action, word), word);
    }
    if (spec.glob) {
        GlobOptions how;
        how.extglob = shell.options.is(Shopt::Extglob);
        how.dotglob = shell.options.is(Shopt::Dotglob);
        how.utf8 = shell.utf8();
        how.sorted = false;
        const GlobResult found = expand_glob(*spec.glob, how);
        all.insert(all.end(), found.names.begin(), found.names.end());
    }
    if (spec.words)
        add_matching(all, listed_words(shell, *spec.words), word);
    const auto append = [&](Names more) { all.insert(all.end(), more.begin(), more.end()); };
    if (spec.function)
        append(function_words(shell, *spec.function, word));
    if (spec.command)
        append(command_lines(shell, *spec.command, word));
    if (spec.filter && !spec.filter->empty())
        filter(shell, all, *spec.filter, word);
    for (std::string& name : all)
        name = spec.prefix.value_or("") + name + spec.suffix.value_or("");
    const auto chosen = [&](std::string_view option) {
        return std::find(spec.options.begin(), spec.options.end(), option) != spec.options.end();
    };
    if ((chosen("dirnames") && all.empty()) || chosen("plusdirs"))
        append(file_names(word, true));
    if (chosen("default") && all.empty())
        append(file_names(word, false));
    return all;
}

std::string completion_text(const CompletionSpec& spec, const std::string& name) {
    std::string text = "complete ";
    for (const std::string_view option : kOptions) {
        if (std::find(spec.options.begin(), spec.options.end(), option) != spec.options.end())
            text.append("-o ").append(option).append(" ");
    }
    for (const ActionName& action : kActions) {
        if (action.letter != 0 && spec.has(action.action))
            text.append("-").append(1, action.letter).append(" ");
    }
    for (const ActionName& action : kActions) {
        if (action.letter == 0 && spec.has(action.action))
            text.append("-A ").append(action.name).append(" ");
    }
    const auto quoted = [&](const char* option, const std::optional<std::string>& value) {
        if (value)
            text.append(option).append(" ").append(quote_single(*value)).append(" ");
    };
    quoted("-G", spec.glob);
    quoted("-W", spec.words);
    quoted("-P", spec.prefix);
    quoted("-S", spec.suffix);
    quoted("-X", spec.filter);
    quoted("-C", spec.command);
    if (spec.function)
        text.append("-F ").append(*spec.function).append(" ");
    const std::string_view shown = name == CompletionTable::kDefault   ? "-D"
                                   : name == CompletionTable::kEmpty   ? "-E"
                                   : name == CompletionTable::kInitial ? "-I"
                                                                       : std::string_view(name);
    return text.append(shown).append("\n");
}

std::string completion_options_text(const CompletionSpec& spec, const std::string& name) {
    std::string text = "compopt ";
    for (const std::string_view option : kOptions) {
        const bool on = std::find(spec.options.begin(), spec.options.end(), option) != spec.options.end();
        text.append(on ? "-o " : "+o ").append(option).append(" ");
    }
    return text + name + "\n";
}

std::vector<std::string> CompletionTable::names() const {
    constexpr std::uint32_t kBuckets = 512; // bash's COMPLETE_HASH_BUCKETS
    Names all;
    for (const auto& [name, spec] : specs)
        all.push_back(name);
    std::stable_sort(all.begin(), all.end(), [](const std::string& a, const std::string& b) {
        return (AssocArray::hash(a) & (kBuckets - 1)) < (AssocArray::hash(b) & (kBuckets - 1));
    });
    return all;
}

} // namespace asb::shell
