#include "core/commands/doctor_nono.h"

#include "core/base/paths.h"
#include "core/base/text.h"
#include "core/base/wire.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace asb {

namespace {

constexpr int kAnswerLimitMs = 10000;
constexpr std::size_t kMostLines = 20;

std::vector<std::string> texts(const QJsonValue& list) {
    std::vector<std::string> out;
    for (const QJsonValue& item : list.toArray()) {
        for (std::string& line : shown_lines(item.toString().toStdString(), kMostLines))
            out.push_back(std::move(line));
    }
    return out;
}

} // namespace

NonoAnswer validate_profile(const std::string& nono, const std::string& profile) {
    const ProcessResult result =
        run_process({validate_argv(nono, profile),
                     quiet_nono_environment(cleaned_environment(current_environment())),
                     {},
                     kAnswerLimitMs});
    NonoAnswer verdict;
    const std::size_t begin = result.output.find('{'); // warnings may come before the object
    const QJsonDocument answer = QJsonDocument::fromJson(
        QByteArray::fromStdString(begin == std::string::npos ? std::string() : result.output.substr(begin)));
    if (!answer.isObject()) {
        verdict.problems = shown_lines(describe_failure(result), kMostLines);
        return verdict;
    }
    verdict.accepted = result.succeeded() && answer[QStringLiteral("valid")].toBool();
    verdict.problems = texts(answer[QStringLiteral("errors")]);
    verdict.warnings = texts(answer[QStringLiteral("warnings")]);
    if (!verdict.accepted && verdict.problems.empty())
        verdict.problems = shown_lines(describe_failure(result), kMostLines);
    return verdict;
}

SandboxCommand side_command(Side side, const std::string& nono, const std::string& profile,
                            WorkdirAccess access, const std::string& project, const ScratchFolder& scratch,
                            std::vector<std::string> program) {
    SandboxCommand command;
    command.nono = nono;
    command.profile = profile;
    command.project = project;
    command.allow_cwd = access != WorkdirAccess::None;
    command.session_id = scratch.next_session_id();
    command.temp_dir =
        side == Side::Agent ? scratch.run().agent_nono_temp() : scratch.run().command_nono_temp();
    if (side == Side::Agent) {
        command.grants.allow = {scratch.run().agent_temp()};
        command.grants.unix_socket_dir = {scratch.run().socket_folder()};
    }
    command.grants.read_file = {program.front()};
    command.program = std::move(program);
    return command;
}

Environment side_environment(Side side, const SandboxCommand& command, const ScratchFolder& scratch) {
    Environment environment = sandbox_environment(command, cleaned_environment(current_environment()));
    // Set on both sides: that it does not come through to commands is one of the checks.
    set_variable(environment, wire::kSocketVariable, scratch.run().socket_folder() + "/execd.sock");
    if (side == Side::Command) {
        set_variable(environment, "XDG_RUNTIME_DIR", scratch.run().command_temp());
        return environment;
    }
    set_variable(environment, "CLAUDE_CODE_TMPDIR", scratch.run().agent_temp());
    if (find_variable(environment, "CLAUDE_CONFIG_DIR") == nullptr)
        set_variable(environment, "CLAUDE_CONFIG_DIR", home_dir() + "/.claude");
    return environment;
}

NonoAnswer dry_run(Side side, const SandboxCommand& command, const ScratchFolder& scratch) {
    const ProcessResult result = run_process(
        {dry_run_argv(command), side_environment(side, command, scratch), command.project, kAnswerLimitMs});
    NonoAnswer verdict;
    verdict.accepted = result.succeeded();
    std::vector<std::string> lines = shown_lines(result.errors, kMostLines);
    if (!verdict.accepted && lines.empty())
        lines = shown_lines(describe_failure(result), kMostLines);
    (verdict.accepted ? verdict.warnings : verdict.problems) = std::move(lines);
    return verdict;
}

} // namespace asb
