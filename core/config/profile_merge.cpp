// How nono lays a profile over its base (nono-cli 0.81, profile merge): lists append, the child's scalars
// win.
#include "core/config/profile_commands.h"
#include "core/config/profile_sections.h"

namespace asb::profile_sections {

namespace {

void take_if_set(std::string& base, std::string& child) {
    if (!child.empty())
        base = std::move(child);
}

void merge_network(Draft& base, Draft& child) {
    ProfileNetwork& out = base.profile.network;
    ProfileNetwork& over = child.profile.network;
    base.network_block = base.network_block || child.network_block;
    if (child.clears_network_profile)
        out.network_profile.clear();
    take_if_set(out.network_profile, over.network_profile);
    append_new(out.allow_domain, over.allow_domain);
    append_new(out.deny_domain, over.deny_domain);
    append_new(out.open_ports, over.open_ports);
    append_new(out.connect_ports, over.connect_ports);
    append_new(out.listen_ports, over.listen_ports);
    if (child.has_credentials && over.credentials.empty())
        out.credentials.clear();
    append_new(out.credentials, over.credentials);
    base.has_credentials = base.has_credentials || child.has_credentials;
}

void merge_environment(Draft& base, Draft& child) {
    ProfileEnvironment& out = base.profile.environment;
    ProfileEnvironment& over = child.profile.environment;
    if (!out.allow_vars)
        out.allow_vars = std::move(over.allow_vars);
    else if (over.allow_vars)
        append_new(*out.allow_vars, *over.allow_vars);
    append_new(out.deny_vars, over.deny_vars);
    out.case_insensitive = out.case_insensitive || over.case_insensitive;
    for (auto& [name, value] : over.set_vars)
        out.set_vars[name] = std::move(value);
}

std::shared_ptr<Draft> merge_overrides(const std::shared_ptr<Draft>& base,
                                       const std::shared_ptr<Draft>& child) {
    if (!base || !child)
        return base ? base : child;
    return std::make_shared<Draft>(merge(*base, *child));
}

} // namespace

Draft merge(Draft base, Draft child) {
    Profile& out = base.profile;
    Profile& over = child.profile;
    out.path = std::move(over.path);
    out.name = std::move(over.name);
    append_new(out.files, over.files);
    append_new(out.builtin_bases, over.builtin_bases);
    base.extends = std::move(child.extends);
    if (over.workdir != WorkdirAccess::None)
        out.workdir = over.workdir;
    append_new(out.groups_include, over.groups_include);
    append_new(out.groups_exclude, over.groups_exclude);
    for (const auto& [key, paths] : over.filesystem)
        append_new(out.filesystem[key], paths);
    take_if_set(out.af_unix_mediation, over.af_unix_mediation);
    take_if_set(out.sandbox_policy, over.sandbox_policy);
    merge_network(base, child);
    merge_environment(base, child);
    append_new(out.executable_dirs, over.executable_dirs);
    append_new(out.session_export_env, over.session_export_env);
    out.commands = merge_commands(std::move(out.commands), std::move(over.commands));
    out.has_command_policies = !out.commands.empty();
    base.linux_overrides = merge_overrides(base.linux_overrides, child.linux_overrides);
    return base;
}

Profile finish(Draft draft) {
    if (draft.linux_overrides) {
        Draft over = *draft.linux_overrides;
        over.profile.path = draft.profile.path;
        over.profile.name = draft.profile.name;
        draft.linux_overrides.reset();
        draft = merge(std::move(draft), std::move(over));
    }
    ProfileNetwork& network = draft.profile.network;
    const bool listed = !network.allow_domain.empty() || !network.deny_domain.empty()
                        || !network.network_profile.empty() || !network.credentials.empty();
    if (draft.network_block)
        network.mode = NetworkMode::Blocked;
    else
        network.mode = listed ? NetworkMode::Filtered : NetworkMode::Open;
    return std::move(draft.profile);
}

} // namespace asb::profile_sections
