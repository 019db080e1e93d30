#include "core/base/command_line.h"

#include "core/base/nearest.h"
#include "core/base/text.h"

#include <algorithm>

namespace asb {
namespace {

constexpr std::size_t kShownBytes = 100;

std::string shown(const std::string& text) {
    return '"' + visible_text(text, false, kShownBytes) + '"';
}

std::vector<std::string> names_of(const std::vector<OptionSpec>& known) {
    std::vector<std::string> names;
    for (const OptionSpec& option : known)
        names.emplace_back(option.name);
    return names;
}

std::string known_options(const std::vector<OptionSpec>& known) {
    std::vector<std::string> texts;
    for (const OptionSpec& option : known)
        texts.push_back(option.value == nullptr ? option.name
                                                : std::string(option.name) + ' ' + option.value);
    return texts.empty() ? "it takes no options" : "known are: " + join_names(texts);
}

Error usage_error(const std::string& word, const std::string& text, const std::string& hint) {
    return Error{word.empty() ? text : word + ": " + text, hint, 0};
}

Error unknown_option(const std::string& word, const std::string& name, const std::vector<OptionSpec>& known) {
    const std::string near = nearest_name(name, names_of(known));
    return usage_error(word,
                       "unknown option " + shown(name)
                           + (near.empty() ? std::string() : "; did you mean " + near + "?"),
                       known_options(known));
}

} // namespace

bool CommandLine::has(std::string_view name) const {
    return std::any_of(options.begin(), options.end(),
                       [name](const Option& option) { return option.name == name; });
}

std::string CommandLine::value(std::string_view name, const std::string& otherwise) const {
    const auto last = std::find_if(options.rbegin(), options.rend(),
                                   [name](const Option& option) { return option.name == name; });
    return last == options.rend() ? otherwise : last->value;
}

Result<CommandLine> parse_command_line(const std::string& word, const std::vector<std::string>& arguments,
                                       const std::vector<OptionSpec>& known) {
    CommandLine line;
    for (std::size_t at = 0; at < arguments.size(); ++at) {
        const std::string& argument = arguments[at];
        if (argument == "--") {
            line.separated = true;
            line.rest.assign(arguments.begin() + static_cast<std::ptrdiff_t>(at) + 1, arguments.end());
            break;
        }
        if (argument.size() < 2 || argument[0] != '-') {
            line.operands.push_back(argument);
            continue;
        }
        const std::size_t equals = argument.find('=');
        const std::string name = argument.substr(0, equals);
        const auto spec = std::find_if(known.begin(), known.end(),
                                       [&](const OptionSpec& option) { return name == option.name; });
        if (spec == known.end())
            return unknown_option(word, name, known);
        std::string value;
        if (spec->value == nullptr && equals != std::string::npos)
            return usage_error(word, name + " takes no value", known_options(known));
        if (spec->value != nullptr) {
            if (equals != std::string::npos)
                value = argument.substr(equals + 1);
            else if (at + 1 < arguments.size() && arguments[at + 1] != "--")
                value = arguments[++at];
            if (value.empty())
                return usage_error(word, name + " needs a value: " + name + ' ' + spec->value,
                                   known_options(known));
        }
        line.options.push_back({name, std::move(value)});
    }
    return line;
}

Error unknown_word(const std::string& word, const std::string& kind, const std::string& what,
                   const std::vector<std::string>& known) {
    const std::string near = nearest_name(what, known);
    return usage_error(word,
                       "unknown " + kind + ' ' + shown(what)
                           + (near.empty() ? std::string() : "; did you mean " + near + "?"),
                       "known are: " + join_names(known));
}

Error unexpected_word(const std::string& word, const std::string& what,
                      const std::vector<OptionSpec>& known) {
    return usage_error(word, shown(what) + " is not understood", known_options(known));
}

} // namespace asb
