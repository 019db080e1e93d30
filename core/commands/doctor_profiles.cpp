#include "core/commands/doctor_profiles.h"

#include "core/base/paths.h"
#include "core/commands/doctor_nono.h"
#include "core/session/proof_plan.h"

#include <algorithm>
#include <filesystem>
#include <unistd.h>

namespace asb {

namespace {

/// nono's words about one profile.
void tell_verdict(Check& check, const std::string& what, const NonoAnswer& verdict) {
    std::string text = what + (verdict.accepted ? ": accepted" : ": refused");
    for (const std::string& line : verdict.accepted ? verdict.warnings : verdict.problems)
        text += "\n  " + line;
    if (verdict.accepted)
        check.tell(text);
    else
        check.fail(text, "correct the profile at what nono names; `nono profile guide` explains the keys");
}

void check_one_profile(Check& check, Side side, const std::string& path, DoctorContext& context) {
    const std::string name = side == Side::Agent ? "agent profile " : "command profile ";
    Result<Profile> profile = read_profile(path);
    if (!profile)
        check.fail(profile.error());
    if (!context.nono.empty())
        tell_verdict(check, name + path, validate_profile(context.nono, path));
    if (!profile)
        return;
    if (!context.nono.empty() && context.scratch != nullptr && !context.nested) {
        const SandboxCommand command =
            side_command(side, context.nono, path, profile->workdir, context.project, *context.scratch,
                         {find_program("true")});
        tell_verdict(check, "dry run with it", dry_run(side, command, *context.scratch));
    }
    (side == Side::Agent ? context.agent_profile : context.command_profile) = std::move(*profile);
}

/// Expands what can be expanded here; empty for a path that only nono or a running session can tell.
std::string real_place(const std::string& path) {
    if (path == "~" || path.rfind("~/", 0) == 0)
        return home_dir() + path.substr(1);
    if (path == "$HOME" || path.rfind("$HOME/", 0) == 0)
        return home_dir() + path.substr(5);
    return path.rfind('/', 0) == 0 && path.find_first_of("$*") == std::string::npos ? path : std::string();
}

bool is_missing(const std::string& path) {
    const std::string place = real_place(path);
    std::error_code code;
    return !place.empty() && !std::filesystem::exists(place, code);
}

void check_command_paths(Check& check, const DeclaredCommand& command, std::size_t& sets) {
    const std::string at = command.where.file + ":" + std::to_string(command.where.line);
    if (!command.executable.empty() && is_missing(command.executable))
        check.fail(command.name + ": its executable " + command.executable + " does not exist (" + at + ")",
                   "correct it: nono passes such a command over, and it runs without its rules");
    if (command.executable.empty() && find_program(command.name).empty())
        check.tell(command.name + " is declared and not on PATH (" + at + ")");
    for (const CommandEdge& edge : command.edges) {
        const bool none = !edge.exec_paths.empty()
                          && std::all_of(edge.exec_paths.begin(), edge.exec_paths.end(), is_missing);
        sets += edge.exec_paths.empty() ? 0 : 1;
        if (none)
            check.fail(command.name + " from " + edge.caller + ": none of its exec_paths exists ("
                           + edge.where.file + ":" + std::to_string(edge.where.line) + ")",
                       "name the folders of its helper programs on this machine");
    }
}

} // namespace

Check check_configuration(const std::string& path, DoctorContext& context) {
    Check check("configuration");
    Result<Config> config = load_config(path);
    if (!config)
        return check.fail(config.error());
    check.tell(config->config_path);
    if (!config->user_config_path.empty())
        check.tell("over " + config->user_config_path);
    for (const std::string& name : config->accepted_risks)
        check.tell("accepted risk: " + name);
    context.config = *config;
    Result<AgentConfig> agent = agent_config(*config, "claude");
    if (!agent)
        return check.fail(agent.error());
    check.tell("project: " + context.project + " (a session runs in the folder it is started in)");
    check.tell("mediation: " + std::string(to_string(agent->mediation)));
    context.agent = std::move(*agent);
    return check;
}

Check check_profile_texts(DoctorContext& context) {
    Check check("profiles");
    if (!context.agent)
        return check.skip("no configuration");
    if (const Status files = check_profile_files(*context.config, *context.agent); !files)
        check.fail(files.error());
    for (const Side side : {Side::Agent, Side::Command}) {
        const std::string& path =
            side == Side::Agent ? context.agent->profile : context.config->command_profile;
        if (::access(path.c_str(), R_OK) == 0)
            check_one_profile(check, side, path, context);
    }
    if (context.agent_profile && context.command_profile) {
        const Status launchable = check_profiles(*context.agent_profile, *context.command_profile);
        if (!launchable)
            check.fail(launchable.error());
    }
    if (context.nono.empty())
        check.skip("without nono only their text could be read");
    return check;
}

Check check_profile_paths(const DoctorContext& context) {
    Check check("profile paths");
    if (!context.command_profile)
        return check.skip("no command profile");
    const Profile& profile = *context.command_profile;
    for (const std::string& folder : profile.executable_dirs) {
        if (is_missing(folder))
            check.fail("executable_dirs: " + folder + " does not exist",
                       "correct it: nono does not start with it. A new compiler version has a new folder");
    }
    std::size_t sets = 0;
    for (const DeclaredCommand& command : profile.commands)
        check_command_paths(check, command, sets);
    return check.tell(std::to_string(profile.commands.size()) + " declared commands, "
                      + std::to_string(profile.executable_dirs.size()) + " folders of programs, "
                      + std::to_string(sets) + " lists of helper programs");
}

} // namespace asb
