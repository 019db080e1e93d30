// help.
#include "core/shell/builtins/help_topics.h"
#include "core/shell/builtins/utility.h"

#include "core/shell/pattern.h"
#include "core/shell/shell.h"

#include <algorithm>

namespace asb::shell {
namespace {

enum class HelpForm { Whole, Summary, Usage, Manual };

std::string usage_of(const Shell& shell, const HelpTopic& topic) {
    if (!topic.usage.empty())
        return std::string(topic.usage);
    const Builtin* builtin = find_builtin(shell, topic.name, false);
    return std::string(builtin ? builtin->usage : topic.name);
}

std::string describe(const Shell& shell, const HelpTopic& topic, HelpForm form) {
    const std::string name(topic.name);
    const std::string usage = usage_of(shell, topic);
    const std::string summary(topic.summary);
    switch (form) {
    case HelpForm::Usage:
        return name + ": " + usage + "\n";
    case HelpForm::Summary:
        return name + " - " + summary + "\n";
    case HelpForm::Manual:
        return "NAME\n    " + name + " - " + summary + "\n\nSYNOPSIS\n    " + usage + "\n\nDESCRIPTION\n    "
               + summary + "\n\nSEE ALSO\n    bash(1)\n\n";
    case HelpForm::Whole:
        break;
    }
    return name + ": " + usage + "\n    " + summary + "\n";
}

/// Both columns of `help` without a name.
void show_overview(Shell& shell) {
    constexpr std::size_t kWidth = 40;
    constexpr std::size_t kSecondWidth = 36;
    const std::vector<HelpTopic>& topics = help_topics();
    const auto cell = [&](const HelpTopic& topic, std::size_t width) {
        const bool off = shell.disabled_builtins.count(topic.name) != 0;
        std::string text = (off ? "*" : " ") + usage_of(shell, topic);
        if (text.size() >= width)
            text = text.substr(0, width - 2) + ">";
        return text;
    };
    shell.out.write(
        "GNU bash, version " + shell.variables.text("BASH_VERSION") + " (" + shell.variables.text("MACHTYPE")
        + ")\nThe commands that the shell itself knows. `help name' tells more about one of them.\n\n"
          "A star (*) next to a name means that the command is disabled.\n\n");
    const std::size_t rows = (topics.size() + 1) / 2;
    for (std::size_t i = 0; i < rows; ++i) {
        std::string line = cell(topics[i], kWidth);
        if (i + rows < topics.size()) {
            line.resize(kWidth, ' ');
            line += cell(topics[i + rows], kSecondWidth + 2).substr(1);
        }
        shell.out.write(line + "\n");
    }
}

/// Topics that the word names: exactly or as a pattern, else those that begin with it.
std::vector<const HelpTopic*> find_topics(Shell& shell, const std::string& word) {
    PatternOptions how = shell.pattern_options();
    how.extglob = true;
    const Pattern pattern(word, how);
    std::vector<const HelpTopic*> found;
    for (const HelpTopic& topic : help_topics()) {
        if (word == topic.name || pattern.matches(topic.name))
            found.push_back(&topic);
    }
    if (!found.empty())
        return found;
    for (const HelpTopic& topic : help_topics()) {
        if (topic.name.substr(0, word.size()) == word)
            found.push_back(&topic);
    }
    return found;
}

} // namespace

int builtin_help(Shell& shell, const Arguments& arguments) {
    HelpForm form = HelpForm::Whole;
    OptionParser options(shell, arguments, "dms");
    while (const int letter = options.next()) {
        if (letter == '?')
            return kUsageStatus;
        if (letter == 's' && form == HelpForm::Whole)
            form = HelpForm::Usage;
        else if (letter == 'm' && form != HelpForm::Summary)
            form = HelpForm::Manual;
        else if (letter == 'd')
            form = HelpForm::Summary;
    }
    if (options.index() >= arguments.size()) {
        show_overview(shell);
        static_cast<void>(shell.out.flush()); // bash does not look whether it could be written
        static_cast<void>(shell.out.take_error());
        return 0;
    }
    if (has_pattern_characters(arguments[options.index()], false)) {
        const bool one = options.index() + 1 == arguments.size();
        shell.out.write(one ? "Shell commands matching keyword `" : "Shell commands matching keywords `");
        for (std::size_t i = options.index(); i < arguments.size(); ++i)
            shell.out.write((i > options.index() ? ", " : "") + arguments[i]);
        shell.out.write("'\n\n");
    }
    bool any = false;
    for (std::size_t i = options.index(); i < arguments.size(); ++i) {
        for (const HelpTopic* topic : find_topics(shell, arguments[i])) {
            shell.out.write(describe(shell, *topic, form));
            any = true;
        }
    }
    if (any)
        return 0;
    const std::string& last = arguments.back();
    shell.builtin_error("no help topics match `" + last + "'.  Try `help help' or `man -k " + last
                        + "' or `info " + last + "'.");
    return 1;
}

} // namespace asb::shell
