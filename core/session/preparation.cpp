#include "core/session/preparation.h"

#include "core/base/paths.h"
#include "core/base/text.h"
#include "core/base/wire.h"
#include "core/config/env_file.h"
#include "core/nono/nono_program.h"
#include "core/session/worktree.h"

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <unistd.h>

namespace asb {
namespace {

Result<std::string> current_folder() {
    char buffer[PATH_MAX];
    if (!::getcwd(buffer, sizeof buffer))
        return system_error("find the working directory", errno);
    return std::string(buffer);
}

/// nono reads the folder's path as text of a profile: a folder named `*` would grant everything beside it,
/// `$HOME` in a name would become another path.
Status check_project_path(const std::string& project) {
    const std::size_t odd = project.find_first_of("*?$");
    if (odd == std::string::npos)
        return success();
    return Error{"use the project folder " + visible_text(project, false, 512) + ": its path holds '"
                     + project[odd] + "', which nono's profiles read as a pattern or a variable",
                 "rename the folder, or start in another one", 0};
}

Result<std::string> resolved(const std::string& path) {
    char buffer[PATH_MAX];
    if (!::realpath(path.c_str(), buffer))
        return system_error("find " + path, errno, "install agent-sandbox again: it is not complete");
    return std::string(buffer);
}

void add_proofs(std::vector<std::string>& argv, const std::vector<Proof>& proofs) {
    for (const Proof& proof : proofs) {
        argv.emplace_back("--proof");
        argv.push_back(to_string(proof));
    }
}

bool needs_allow_cwd(const Profile& profile) {
    return profile.workdir != WorkdirAccess::None;
}

void append(std::vector<std::string>& to, const std::vector<std::string>& from) {
    to.insert(to.end(), from.begin(), from.end());
}

} // namespace

bool is_session_id(const std::string& text) {
    return text.size() == 16 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

Preparation::Preparation(SessionOptions options)
    : options_(std::move(options)),
      folder_{options_.run_dir},
      state_folder_(state_dir() + "/sessions/" + options_.id),
      agent_(make_agent(options_.agent)) {}

Status Preparation::check_arguments() {
    if (!agent_)
        return Error{
            "start a session with the agent \"" + options_.agent + "\": there is no such agent", {}, 0};
    return agent_->check_arguments(options_.arguments);
}

Status Preparation::read_config() {
    const Result<std::string> here = current_folder();
    if (!here)
        return here.error();
    if (const Status usable = check_project_path(*here); !usable)
        return usable;
    project_ = *here;
    user_environment_ = cleaned_environment(current_environment());
    const Result<EnvironmentPairs> pairs = load_env_files(options_.environment_files, project_);
    if (!pairs)
        return pairs.error();
    for (const auto& [name, value] : *pairs)
        set_variable(user_environment_, name, value);
    user_environment_ = cleaned_environment(user_environment_);
    if (options_.prepared) {
        config_ = options_.prepared->first;
        agent_config_ = options_.prepared->second;
        return success();
    }
    Result<Config> config = load_config(options_.config_path);
    if (!config)
        return config.error();
    config_ = std::move(*config);
    Result<AgentConfig> agent = asb::agent_config(config_, options_.agent);
    if (!agent)
        return agent.error();
    agent_config_ = std::move(*agent);
    return check_profile_files(config_, agent_config_);
}

Status Preparation::find_programs() {
    Result<std::string> nono = find_nono();
    if (!nono)
        return nono.error();
    nono_ = std::move(*nono);
    Result<std::string> shell = agent_shell_path();
    if (!shell)
        return shell.error();
    programs_.shell = std::move(*shell);
    // A missing link is silently replaced by the real bash in the client (road-measured.md §9.5).
    if (::access(programs_.shell.c_str(), X_OK) != 0)
        return system_error("use the agent's shell " + programs_.shell, errno,
                            "install agent-sandbox again: it is not complete");
    Result<std::string> front = resolved(programs_.shell);
    if (!front)
        return front.error();
    programs_.front = std::move(*front);
    Result<std::string> libexec = libexec_dir();
    if (!libexec)
        return libexec.error();
    programs_.libexec = std::move(*libexec);
    return success();
}

Status Preparation::read_profiles() {
    Result<Profile> agent = read_profile(agent_config_.profile);
    if (!agent)
        return agent.error();
    agent_profile_ = std::move(*agent);
    Result<Profile> command = read_profile(config_.command_profile);
    if (!command)
        return command.error();
    command_profile_ = std::move(*command);
    return check_profiles(agent_profile_, command_profile_);
}

Status Preparation::make_folders() {
    if (const Status made = make_run_layout(folder_); !made)
        return made;
    AgentContext context;
    context.program = agent_config_.program;
    context.project = project_;
    context.home = home_dir();
    context.agent_temp = folder_.agent_temp();
    context.exec_socket = folder_.exec_socket();
    context.front = programs_.front;
    context.shell = programs_.shell;
    context.mediation = agent_config_.mediation;
    context.arguments = options_.arguments;
    context.environment = user_environment_;
    Result<AgentPlan> plan = agent_->prepare(context);
    if (!plan)
        return plan.error();
    agent_plan_ = std::move(*plan);
    programs_.agent = agent_plan_.argv.front();
    worktree_folder_ = outside_git_folder(project_);
    return success();
}

void Preparation::build_commands(const std::string& loopback) {
    proofs_ = plan_proofs(config_, agent_profile_, folder_, programs_, project_, loopback);

    agent_command_ = SandboxCommand{};
    agent_command_.nono = nono_;
    agent_command_.profile = agent_profile_.path;
    agent_command_.project = project_;
    agent_command_.log_file = state_folder_ + "/nono-agent.log";
    agent_command_.allow_cwd = needs_allow_cwd(agent_profile_);
    agent_command_.grants = agent_plan_.grants;
    agent_command_.grants.read_file.push_back(programs_.front);
    agent_command_.grants.unix_socket_dir.push_back(folder_.socket_folder());
    if (!worktree_folder_.empty())
        agent_command_.grants.allow.push_back(worktree_folder_);
    agent_command_.session_id = "asb-" + options_.id + "-a";
    agent_command_.temp_dir = folder_.agent_nono_temp();
    // The agent starts while the command sandbox still does (a third of a second): its lines wait in the
    // listening socket.
    agent_command_.program = {programs_.front, "launch", "--wait-ms", "0"};
    add_proofs(agent_command_.program, proofs_.agent);
    agent_command_.program.emplace_back("--");
    append(agent_command_.program, agent_plan_.argv);
    agent_environment_ = user_environment_;
    for (const auto& [name, value] : agent_plan_.variables)
        set_variable(agent_environment_, name, value);
    set_variable(agent_environment_, wire::kSocketVariable, folder_.exec_socket());

    command_command_ = SandboxCommand{};
    command_command_.nono = nono_;
    command_command_.profile = command_profile_.path;
    command_command_.project = project_;
    command_command_.log_file = state_folder_ + "/nono-commands.log";
    command_command_.allow_cwd = needs_allow_cwd(command_profile_);
    command_command_.grants.read_file.push_back(programs_.front);
    command_command_.grants.read = agent_plan_.command_reads;
    command_command_.session_id = "asb-" + options_.id + "-c";
    command_command_.temp_dir = folder_.command_nono_temp();
    command_command_.program = {programs_.front, "execd"};
    add_proofs(command_command_.program, proofs_.commands);
    command_environment_ = user_environment_;
    shorten_path();
    set_variable(command_environment_, "XDG_RUNTIME_DIR", folder_.command_temp());
}

/// At its start the commands' nono reads every program on PATH, those of /bin once more for /usr/bin where
/// both are one folder: on a full system a quarter of a second of work beside the agent's start. execd gives
/// commands the whole PATH again.
void Preparation::shorten_path() {
    const std::string* path = find_variable(command_environment_, "PATH");
    if (!path)
        return;
    const std::string whole = *path;
    const std::string shortened = without_repeated_folders(whole);
    if (shortened == whole || shortened.empty())
        return;
    append(command_command_.program, {"--path", whole, "--nono-path", shortened});
    set_variable(command_environment_, "PATH", shortened);
}

} // namespace asb
