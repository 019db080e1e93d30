#include "core/session/proof_plan.h"

#include "core/base/paths.h"
#include "core/base/wire.h"

#include <algorithm>

namespace asb {
namespace {

/// Commands never get the socket variable from us, so only a profile that sets it itself could bring it in.
Status check_commands_have_no_socket(const Profile& commands) {
    const std::string name = wire::kSocketVariable;
    std::string where;
    if (commands.environment.set_vars.count(name) != 0)
        where = "environment.set_vars";
    for (const DeclaredCommand& command : commands.commands) {
        for (const CommandEdge& edge : command.edges) {
            if (edge.set_vars.count(name) != 0)
                where = edge.path + ".sandbox.environment.set_vars";
        }
    }
    if (where.empty())
        return success();
    return Error{"check the command profile " + commands.path + ": " + where + " gives " + name
                     + " to commands, which would let them run lines as the agent",
                 "remove the variable there", 0};
}

} // namespace

Status check_profiles(const Profile& agent, const Profile& commands) {
    const std::string name = wire::kSocketVariable;
    if (!agent.environment.passes(name))
        return Error{"check the agent profile " + agent.path + ": " + name
                         + " does not reach the agent, so none of its commands could reach execd",
                     "add it to environment.allow_vars", 0};
    if (agent.environment.set_vars.count(name) != 0)
        return Error{"check the agent profile " + agent.path + ": environment.set_vars replaces " + name,
                     "remove it there: each session has a socket of its own", 0};
    if (agent.workdir == WorkdirAccess::None)
        return Error{"check the agent profile " + agent.path
                         + ": workdir.access is \"none\", so the agent would start in /",
                     "set \"workdir\": {\"access\": \"readwrite\"}", 0};
    return check_commands_have_no_socket(commands);
}

ProofPlan plan_proofs(const Config& config, const Profile& agent, const RunLayout& folder,
                      const ProgramPaths& programs, const std::string& project, const std::string& loopback) {
    using Kind = Proof::Kind;
    ProofPlan plan;
    plan.agent = {{Kind::MustConnectUnix, folder.exec_socket()},
                  {Kind::MustRead, programs.front},
                  {Kind::MustExecute, programs.shell},
                  {Kind::MustNotRead, folder.canary()},
                  {Kind::MustNotWrite, folder.socket_folder()}};
    plan.commands = {{Kind::MustRead, programs.front}, {Kind::MustNotRead, folder.canary()}};
    plan.agent.push_back({Kind::MustRead, project});
    plan.commands.push_back({Kind::MustRead, project});
    if (!programs.agent.empty())
        plan.agent.push_back({Kind::MustRead, programs.agent});
    plan.agent_network_limited = agent.network.mode != NetworkMode::Open;
    if (plan.agent_network_limited && !loopback.empty())
        plan.agent.push_back({Kind::MustNotConnect, loopback});
    if (agent.network.mode == NetworkMode::Blocked && agent.network.open_ports.empty()
        && agent.network.connect_ports.empty())
        plan.warnings.push_back(
            "the agent profile " + agent.path
            + " blocks the whole network: an agent that needs its service waits for it without a word");
    if (!plan.agent_network_limited)
        plan.notices.push_back("the agent's network is open: its profile " + agent.path
                               + " neither blocks nor filters it");

    const auto must_not_write = [&](const char* risk_name, const std::string& path) {
        if (config.accepts(risk_name))
            plan.notices.push_back(std::string("accepted risk: ") + risk_name + " (" + path + ")");
        else
            plan.commands.push_back({Kind::MustNotWrite, path});
    };
    must_not_write(risk::writable_nono_folder, folder.command_nono_temp());
    must_not_write(risk::writable_socket_folder, folder.socket_folder());
    std::vector<std::string> folders{parent_folder(programs.front)};
    if (programs.libexec != folders.front())
        folders.push_back(programs.libexec);
    for (const std::string& path : folders) {
        must_not_write(risk::writable_programs, path);
        if (!config.accepts(risk::writable_programs))
            plan.agent.push_back({Kind::MustNotWrite, path});
    }
    if (agent.af_unix_mediation != "pathname")
        plan.notices.push_back("the agent can reach every unix socket of this user: its profile does not set "
                               "linux.af_unix_mediation to \"pathname\"");
    return plan;
}

std::string risk_hint(const std::string& failure, const RunLayout& folder, const ProgramPaths& programs) {
    struct Place {
        std::string path;
        const char* what;
        const char* risk_name;
    };
    const Place places[] = {
        {folder.command_nono_temp(), "nono's own folder, from which commands could end mediation",
         risk::writable_nono_folder},
        {folder.socket_folder(), "the folder of the exec socket", risk::writable_socket_folder},
        {parent_folder(programs.front), "the folder of agent-sandbox's programs", risk::writable_programs},
        {programs.libexec, "the folder of agent-sandbox's private programs", risk::writable_programs}};
    std::string text;
    for (const Place& place : places) {
        // With the comma of the sentence behind it: one path may begin another.
        if (failure.find("write in " + place.path + ',') == std::string::npos
            || text.find(place.path + " is ") != std::string::npos)
            continue;
        text += (text.empty() ? "" : "\n  ") + place.path + " is " + place.what
                + "; to start all the same: accept_risks = [\"" + place.risk_name + "\"] in the config";
    }
    return text;
}

} // namespace asb
