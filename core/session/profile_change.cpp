#include "core/session/profile_change.h"

#include "core/base/fd.h"
#include "core/base/paths.h"
#include "core/base/text.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace asb {
namespace {

using Kind = ProfileChange::Line::Kind;
using Items = std::multiset<std::pair<Kind, std::string>>;
using Words = std::vector<std::string>;

constexpr const char* kWords[] = {"rule", "grant", "command", "variable", "setting"};

void add(Items& items, Kind kind, const std::string& place, const std::string& value) {
    items.emplace(kind, place + ": " + value);
}

void add_all(Items& items, Kind kind, const std::string& place, const Words& values) {
    for (const std::string& value : values)
        add(items, kind, place, value);
}

void add_ports(Items& items, const std::string& place, const std::vector<int>& ports) {
    for (const int port : ports)
        add(items, Kind::Grant, place, std::to_string(port));
}

void add_variables(Items& items, const std::string& place, const std::optional<Words>& allowed,
                   const std::map<std::string, std::string>& set) {
    if (allowed)
        add_all(items, Kind::Variable, place + ".allow_vars", *allowed);
    for (const auto& [name, value] : set)
        add(items, Kind::Variable, place + ".set_vars", name + '=' + value);
}

std::string rule_text(const InvocationRule& rule) {
    std::string text(to_string(rule.kind));
    const auto part = [&](const char* name, const std::optional<Words>& words) {
        if (words)
            text += std::string(" ") + name + ' ' + shell_join(*words);
    };
    part("exact", rule.exact);
    part("prefix", rule.prefix);
    part("contains", rule.contains);
    for (const std::string& name : rule.environment_names)
        text += " env " + name;
    if (!rule.reason.empty())
        text += " (\"" + rule.reason + "\")";
    return text;
}

// The place without the rule's number: a rule that only moved is the same rule.
void add_edge(Items& items, const CommandEdge& edge) {
    if (edge.denied)
        add(items, Kind::Rule, edge.path, "deny");
    else
        add(items, Kind::Setting, edge.path, "without a rule: " + edge.default_decision);
    for (const InvocationRule& rule : edge.rules)
        add(items, Kind::Rule, edge.path, rule_text(rule));
    add_all(items, Kind::Grant, edge.path + ".fs_read", edge.fs_read);
    add_all(items, Kind::Grant, edge.path + ".fs_read_file", edge.fs_read_file);
    add_all(items, Kind::Grant, edge.path + ".fs_write", edge.fs_write);
    add_all(items, Kind::Grant, edge.path + ".fs_write_file", edge.fs_write_file);
    add_all(items, Kind::Grant, edge.path + ".exec", edge.exec_paths);
    add_variables(items, edge.path + ".environment", edge.allow_vars, edge.set_vars);
}

void add_command(Items& items, const DeclaredCommand& command) {
    const std::string place = "commands." + command.name;
    add(items, Kind::Command, place, command.executable.empty() ? "declared" : command.executable);
    add_all(items, Kind::Grant, place + ".can_use", command.can_use);
    add_all(items, Kind::Variable, place + ".export_env", command.export_env);
    for (const CommandEdge& edge : command.edges)
        add_edge(items, edge);
}

const char* workdir_word(WorkdirAccess access) {
    switch (access) {
    case WorkdirAccess::None:
        return "none";
    case WorkdirAccess::Read:
        return "read";
    case WorkdirAccess::Write:
        return "write";
    case WorkdirAccess::ReadWrite:
        return "read and write";
    }
    return "none";
}

const char* network_word(NetworkMode mode) {
    return mode == NetworkMode::Open ? "open" : mode == NetworkMode::Blocked ? "blocked" : "filtered";
}

Items items_of(const Profile& profile) {
    Items items;
    add(items, Kind::Grant, "workdir", workdir_word(profile.workdir));
    for (const auto& [key, paths] : profile.filesystem)
        add_all(items, Kind::Grant, "filesystem." + key, paths);
    const ProfileNetwork& network = profile.network;
    add(items, Kind::Setting, "network", network_word(network.mode));
    if (!network.network_profile.empty())
        add(items, Kind::Grant, "network.network_profile", network.network_profile);
    add_all(items, Kind::Grant, "network.allow_domain", network.allow_domain);
    add_all(items, Kind::Rule, "network.deny_domain", network.deny_domain);
    add_all(items, Kind::Grant, "network.credentials", network.credentials);
    add_ports(items, "network.open_port", network.open_ports);
    add_ports(items, "network.connect_port", network.connect_ports);
    add_ports(items, "network.listen_port", network.listen_ports);
    add_variables(items, "environment", profile.environment.allow_vars, profile.environment.set_vars);
    add_all(items, Kind::Variable, "environment.deny_vars", profile.environment.deny_vars);
    add_all(items, Kind::Grant, "groups.include", profile.groups_include);
    add_all(items, Kind::Grant, "groups.exclude", profile.groups_exclude);
    add_all(items, Kind::Setting, "extends", profile.builtin_bases);
    add(items, Kind::Setting, "af_unix_mediation", profile.af_unix_mediation);
    add(items, Kind::Setting, "sandbox_policy", profile.sandbox_policy);
    add_all(items, Kind::Grant, "executable_dirs", profile.executable_dirs);
    add_all(items, Kind::Variable, "session.export_env", profile.session_export_env);
    for (const DeclaredCommand& command : profile.commands)
        add_command(items, command);
    return items;
}

std::string count_text(std::size_t count, const char* word, const char* what) {
    return std::to_string(count) + ' ' + word + (count == 1 ? " " : "s ") + what;
}

} // namespace

ProfileChange compare_profiles(const Profile& before, const Profile& now) {
    const Items old_items = items_of(before);
    const Items new_items = items_of(now);
    std::vector<std::pair<Kind, std::string>> removed;
    std::vector<std::pair<Kind, std::string>> added;
    std::set_difference(old_items.begin(), old_items.end(), new_items.begin(), new_items.end(),
                        std::back_inserter(removed));
    std::set_difference(new_items.begin(), new_items.end(), old_items.begin(), old_items.end(),
                        std::back_inserter(added));
    ProfileChange change;
    for (const auto& [kind, text] : removed)
        change.lines.push_back({kind, false, text});
    for (const auto& [kind, text] : added)
        change.lines.push_back({kind, true, text});
    std::stable_sort(change.lines.begin(), change.lines.end(),
                     [](const ProfileChange::Line& left, const ProfileChange::Line& right) {
                         return left.kind < right.kind;
                     });
    return change;
}

std::string ProfileChange::sentence() const {
    std::string text;
    for (const Kind kind : {Kind::Rule, Kind::Grant, Kind::Command, Kind::Variable, Kind::Setting}) {
        for (const bool is_added : {true, false}) {
            const auto count = std::count_if(lines.begin(), lines.end(), [&](const Line& line) {
                return line.kind == kind && line.added == is_added;
            });
            if (count != 0)
                text += (text.empty() ? "" : ", ")
                        + count_text(static_cast<std::size_t>(count), kWords[static_cast<std::size_t>(kind)],
                                     is_added ? "added" : "removed");
        }
    }
    return text.empty() ? "nothing that counts differs" : text;
}

std::string ProfileChange::text() const {
    std::string result;
    for (const Line& line : lines)
        result += (line.added ? "+ " : "- ") + visible_text(line.text, false, 4096) + '\n';
    return result;
}

std::string change_sentence(const ProfileChange& agent, const ProfileChange& commands) {
    if (agent.empty() == commands.empty())
        return agent.empty() ? commands.sentence()
                             : "commands: " + commands.sentence() + "; agent: " + agent.sentence();
    return agent.empty() ? commands.sentence() : agent.sentence();
}

Result<std::string> keep_profile(const Profile& profile, const std::string& folder) {
    if (const Status made = make_dirs(folder, 0700); !made)
        return made.error();
    // A base is looked for as <name>.json beside the file that extends it.
    const auto copy_name = [](const std::string& path) {
        std::string name = path.substr(path.rfind('/') + 1);
        const std::size_t dot = name.rfind('.');
        return name.substr(0, dot) + ".json";
    };
    std::set<std::string> used;
    std::vector<std::string> files = profile.files;
    std::stable_partition(files.begin(), files.end(),
                          [&](const std::string& path) { return path == profile.path; });
    for (const std::string& path : files) {
        const std::string name = copy_name(path);
        if (!used.insert(name).second)
            continue;
        const Result<std::string> text = read_file(path, std::size_t{1} << 20);
        if (!text)
            return text.error();
        if (const Status written = write_file_atomically(folder + '/' + name, *text, 0600); !written)
            return written.error();
    }
    return folder + '/' + copy_name(profile.path);
}

} // namespace asb
