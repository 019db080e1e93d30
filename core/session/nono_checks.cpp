#include "core/session/nono_checks.h"

#include "core/base/text.h"
#include "core/nono/nono_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace asb {
namespace {

constexpr int kLimitMs = 10000;

std::string trimmed(const std::string& text) {
    return QString::fromStdString(text).trimmed().toStdString();
}

Error call_failed(const std::string& operation, const ToolResult& result) {
    if (!result.problem.empty())
        return Error{operation + ": " + result.problem, "check that nono can be started by hand", 0};
    if (result.timed_out)
        return Error{operation + ": no answer within " + std::to_string(kLimitMs / 1000) + " s",
                     "check that nono can be started by hand", 0};
    std::string said = trimmed(result.errors);
    if (said.empty())
        said = "exit status " + std::to_string(result.status);
    return Error{operation + ":\n" + visible_text(said, true, 8192), {}, 0};
}

} // namespace

Status read_validation(const std::string& profile, const ToolResult& result) {
    const std::string operation = "let nono check the profile " + profile;
    const QJsonObject answer = QJsonDocument::fromJson(QByteArray::fromStdString(result.output)).object();
    const QJsonValue valid = answer.value(QLatin1String("valid"));
    if (!valid.isBool())
        return call_failed(operation, result);
    if (valid.toBool())
        return success();
    std::string errors;
    const QJsonArray listed = answer.value(QLatin1String("errors")).toArray();
    for (const QJsonValue& error : listed)
        errors += "\n" + visible_text(error.toString().toStdString(), false, 2048);
    return Error{operation + ": it is not valid" + errors,
                 "correct the profile; `agent-sandbox doctor` checks it too", 0};
}

Status read_dry_run(const std::string& profile, const ToolResult& result) {
    if (result.status == 0 && !result.timed_out)
        return success();
    Error error = call_failed("let nono try the start with the profile " + profile, result);
    error.hint = "correct the profile, or what stands in its way on this machine";
    return error;
}

NonoChecks::NonoChecks(const SandboxCommand& agent, const Environment& agent_environment,
                       const SandboxCommand& commands, const Environment& command_environment,
                       QObject* parent)
    : QObject(parent), agent_(agent), commands_(commands) {
    // The dry runs get the real environments: profiles may expand variables of it.
    agent_run_ = std::make_unique<ToolRun>(
        std::vector<std::vector<std::string>>{
            {agent.nono, "--version"}, validate_argv(agent.nono, agent.profile), dry_run_argv(agent)},
        quiet_nono_environment(agent_environment), kLimitMs);
    command_run_ = std::make_unique<ToolRun>(
        std::vector<std::vector<std::string>>{validate_argv(commands.nono, commands.profile),
                                              dry_run_argv(commands)},
        quiet_nono_environment(command_environment), kLimitMs);
    connect(agent_run_.get(), &ToolRun::finished, this, [this](const std::vector<ToolResult>& results) {
        agent_results_ = results;
        judge();
    });
    connect(command_run_.get(), &ToolRun::finished, this, [this](const std::vector<ToolResult>& results) {
        command_results_ = results;
        judge();
    });
}

void NonoChecks::start() {
    agent_run_->start();
    command_run_->start();
}

void NonoChecks::judge() {
    if (agent_results_.empty() || command_results_.empty())
        return;
    const Result<NonoVersion> version = parse_nono_version(agent_results_[0].output);
    Status result = success();
    if (!version)
        result = agent_results_[0].status == 0
                     ? version.error()
                     : call_failed("ask " + agent_.nono + " for its version", agent_results_[0]);
    else
        result = check_nono_version(*version);
    if (result)
        result = read_validation(commands_.profile, command_results_[0]);
    if (result)
        result = read_validation(agent_.profile, agent_results_[1]);
    if (result)
        result = read_dry_run(commands_.profile, command_results_[1]);
    if (result)
        result = read_dry_run(agent_.profile, agent_results_[2]);
    Q_EMIT finished(result, version ? QString::fromStdString(to_string(*version)) : QString());
}

} // namespace asb
