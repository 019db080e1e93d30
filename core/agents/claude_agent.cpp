#include "core/agents/claude_agent.h"

#include "core/agents/claude_arguments.h"
#include "core/agents/claude_settings.h"
#include "core/agents/claude_unmediated.h"
#include "core/base/fd.h"
#include "core/base/paths.h"

#include <QDir>
#include <QFileInfo>
#include <QUuid>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace asb {
namespace {

/// Real path of the client: nono's grants follow links only to what they name (Landlock looks at the target).
Result<std::string> find_client(const AgentContext& context) {
    const std::string found =
        context.program.find('/') == std::string::npos ? find_program(context.program) : context.program;
    const std::string hint =
        "install it (npm install -g @anthropic-ai/claude-code), or set `program` in [agents.claude]";
    if (found.empty())
        return Error{"look for the agent's program " + context.program + " on PATH: not found", hint, ENOENT};
    char resolved[PATH_MAX];
    if (!::realpath(found.c_str(), resolved))
        return system_error("find the agent's program " + found, errno, hint);
    if (::access(resolved, X_OK) != 0)
        return system_error("use the agent's program " + std::string(resolved), errno, hint);
    return std::string(resolved);
}

std::string config_folder(const AgentContext& context) {
    const std::string* variable = find_variable(context.environment, "CLAUDE_CONFIG_DIR");
    return variable && !variable->empty() ? absolute_path(*variable, context.project)
                                          : context.home + "/.claude";
}

/// Folders that the client writes must exist, because nono grants nothing for a path that does not
/// (road-measured.md §3).
Status make_config_folders(const std::string& config) {
    for (const char* name : {"projects", "sessions", "session-env", "shell-snapshots"}) {
        if (const Status made = make_dirs(config + '/' + name); !made)
            return made;
    }
    const std::string history = config + "/history.jsonl";
    const Fd file(::open(history.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    if (!file)
        return system_error("make " + history, errno, "the agent keeps its history there");
    return success();
}

/// The conversation that --continue will take: the one written to last. Empty when there is none.
std::string newest_conversation(const std::string& folder) {
    const QDir transcripts(QString::fromStdString(folder));
    const QFileInfoList files =
        transcripts.entryInfoList({QStringLiteral("*.jsonl")}, QDir::Files, QDir::Time);
    const std::string id = files.isEmpty() ? std::string() : files.first().completeBaseName().toStdString();
    return is_uuid(id) ? id : std::string();
}

/// The folders of this run's outputs, made and listed for the commands: the model reads its own outputs by
/// shell commands (road-measured.md §6.2).
Status grant_outputs(const AgentContext& context, const std::string& config, const ClaudeArguments& arguments,
                     const std::string& session_id, AgentPlan& plan) {
    const std::string folder = claude_folder_name(context.project);
    const std::string tasks_root = context.agent_temp + "/claude-" + std::to_string(::getuid());
    const std::string results_root = config + "/projects/" + folder;
    if (arguments.continues) {
        // The client picks the id itself: all task outputs of this run, and the results of the conversation
        // that is named by its id or was the last one.
        plan.command_reads.push_back(tasks_root);
        const std::string id =
            arguments.resumed_id.empty() ? newest_conversation(results_root) : arguments.resumed_id;
        if (!id.empty())
            plan.command_reads.push_back(results_root + '/' + id + "/tool-results");
        if (arguments.resumed_id.empty())
            plan.notices.emplace_back(
                "commands may read the large results of the newest conversation only; when another "
                "one is continued, use --resume ID");
    } else {
        plan.command_reads.push_back(tasks_root + '/' + folder + '/' + session_id + "/tasks");
        plan.command_reads.push_back(results_root + '/' + session_id + "/tool-results");
        plan.made_for_grants = {plan.command_reads.back(), results_root + '/' + session_id};
    }
    for (const std::string& path : plan.command_reads) {
        if (const Status made = make_dirs(path); !made)
            return made;
    }
    return success();
}

/// Without CLAUDE_CONFIG_DIR the client keeps `.claude.json` beside the folder, in HOME, where it can lock
/// and write only with rights on all of HOME. Where that file is, it is made readable; where it is not, the
/// variable moves it.
void place_state_file(const AgentContext& context, const std::string& config, AgentPlan& plan) {
    if (find_variable(context.environment, "CLAUDE_CONFIG_DIR"))
        return;
    const std::string beside = context.home + "/.claude.json";
    if (::access(beside.c_str(), R_OK) == 0)
        plan.grants.read_file.push_back(beside);
    else
        plan.variables.emplace_back("CLAUDE_CONFIG_DIR", config);
}

} // namespace

Status ClaudeAgent::check_arguments(const std::vector<std::string>& arguments) const {
    return check_claude_arguments(arguments);
}

Result<AgentPlan> ClaudeAgent::prepare(const AgentContext& context) const {
    const Result<std::string> client = find_client(context);
    if (!client)
        return client.error();
    const std::string config = config_folder(context);
    if (const Status made = make_config_folders(config); !made)
        return made.error();

    const ClaudeArguments arguments = read_claude_arguments(context.arguments);
    AgentPlan plan;
    plan.argv = {*client, "--settings", claude_settings(context)};
    std::string session_id;
    if (!arguments.continues) {
        session_id = QUuid::createUuid().toString(QUuid::WithoutBraces).toStdString();
        plan.argv.insert(plan.argv.end(), {"--session-id", session_id});
    }
    if (!arguments.own_system_prompt)
        plan.argv.insert(plan.argv.end(), {"--append-system-prompt", claude_system_prompt(context)});
    plan.argv.insert(plan.argv.end(), context.arguments.begin(), context.arguments.end());

    if (const Status granted = grant_outputs(context, config, arguments, session_id, plan); !granted)
        return granted.error();
    place_state_file(context, config, plan);
    for (std::string& notice : unmediated_by_claude(config, context.project))
        plan.notices.push_back(std::move(notice));
    const std::string sockets = context.agent_temp + "/cc-socks";
    if (const Status made = make_dirs(sockets); !made)
        return made.error();
    plan.variables.emplace_back("CLAUDE_CODE_TMPDIR", context.agent_temp);
    plan.grants.read_file.push_back(*client);
    plan.grants.allow.push_back(context.agent_temp);
    plan.grants.unix_socket_dir_bind.push_back(sockets);
    return plan;
}

} // namespace asb
