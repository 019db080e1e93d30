// Which variables pass into a nono session (nono-cli 0.81, environment sanitization).
#include "core/config/profile_reader.h"

#include <algorithm>

namespace asb {

namespace {

bool starts_with(std::string_view text, std::string_view prefix) {
    return text.substr(0, prefix.size()) == prefix;
}

std::string lowered(std::string_view text) {
    std::string out(text);
    for (char& c : out) {
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    }
    return out;
}

std::string first_match(const std::vector<std::string>& patterns, std::string_view name,
                        bool case_insensitive) {
    const std::string folded = case_insensitive ? lowered(name) : std::string(name);
    for (const std::string& pattern : patterns) {
        if (variable_glob_matches(case_insensitive ? lowered(pattern) : pattern, folded))
            return pattern;
    }
    return {};
}

void add_match(std::vector<std::string>& ways, const std::vector<std::string>& patterns,
               std::string_view name, const std::string& where) {
    const std::string pattern = first_match(patterns, name, false);
    if (!pattern.empty())
        ways.push_back(where + ": " + pattern);
}

void add_set(std::vector<std::string>& ways, const std::map<std::string, std::string>& set_vars,
             std::string_view name, const std::string& where) {
    if (set_vars.count(std::string(name)) != 0)
        ways.push_back(where + ": " + std::string(name));
}

} // namespace

bool variable_glob_matches(std::string_view pattern, std::string_view name) {
    if (pattern.empty())
        return false;
    const std::size_t first_star = pattern.find('*');
    if (first_star == std::string_view::npos)
        return pattern == name;
    if (!starts_with(name, pattern.substr(0, first_star)))
        return false;
    std::string_view rest = name.substr(first_star);
    pattern.remove_prefix(first_star + 1);
    for (std::size_t star = pattern.find('*'); star != std::string_view::npos; star = pattern.find('*')) {
        const std::size_t found = rest.find(pattern.substr(0, star));
        if (found == std::string_view::npos)
            return false;
        rest.remove_prefix(found + star);
        pattern.remove_prefix(star + 1);
    }
    return rest.size() >= pattern.size() && rest.substr(rest.size() - pattern.size()) == pattern;
}

bool is_blocked_variable(std::string_view name) {
    static constexpr std::string_view prefixes[] = {"LD_", "DYLD_", "BASH_FUNC_", "OP_SESSION_"};
    static constexpr std::string_view names[] = {"BASH_ENV",
                                                 "ENV",
                                                 "CDPATH",
                                                 "GLOBIGNORE",
                                                 "PROMPT_COMMAND",
                                                 "IFS",
                                                 "PYTHONSTARTUP",
                                                 "PYTHONPATH",
                                                 "NODE_OPTIONS",
                                                 "NODE_PATH",
                                                 "PERL5OPT",
                                                 "PERL5LIB",
                                                 "RUBYOPT",
                                                 "RUBYLIB",
                                                 "GEM_PATH",
                                                 "GEM_HOME",
                                                 "GOFLAGS",
                                                 "_JAVA_OPTIONS",
                                                 "JAVA_TOOL_OPTIONS",
                                                 "DOTNET_STARTUP_HOOKS",
                                                 "OP_CONNECT_HOST",
                                                 "OP_CONNECT_TOKEN",
                                                 "OP_SERVICE_ACCOUNT_TOKEN"};
    return std::any_of(std::begin(prefixes), std::end(prefixes),
                       [&](std::string_view prefix) { return starts_with(name, prefix); })
           || std::find(std::begin(names), std::end(names), name) != std::end(names);
}

std::string ProfileEnvironment::passed_by(std::string_view name) const {
    if (name.empty() || is_blocked_variable(name) || !first_match(deny_vars, name, case_insensitive).empty())
        return {};
    return allow_vars ? first_match(*allow_vars, name, case_insensitive) : std::string("*");
}

bool ProfileEnvironment::passes(std::string_view name) const {
    return !passed_by(name).empty();
}

std::vector<std::string> ways_in(const Profile& profile, std::string_view variable) {
    std::vector<std::string> ways;
    if (const std::string pattern = profile.environment.passed_by(variable); !pattern.empty())
        ways.push_back(profile.environment.allow_vars ? "environment.allow_vars: " + pattern
                                                      : "environment.allow_vars: there is no list");
    add_set(ways, profile.environment.set_vars, variable, "environment.set_vars");
    add_match(ways, profile.session_export_env, variable, "command_policies.session_export_env");
    for (const DeclaredCommand& command : profile.commands) {
        add_match(ways, command.export_env, variable, "commands." + command.name + ".export_env");
        for (const CommandEdge& edge : command.edges) {
            const std::string where = edge.path + (edge.long_form ? ".sandbox" : "") + ".environment.";
            if (edge.allow_vars)
                add_match(ways, *edge.allow_vars, variable, where + "allow_vars");
            add_set(ways, edge.set_vars, variable, where + "set_vars");
        }
    }
    return ways;
}

} // namespace asb
