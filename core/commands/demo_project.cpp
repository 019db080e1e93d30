#include "core/commands/demo_project.h"

#include "core/base/fd.h"
#include "core/base/paths.h"
#include "core/base/text.h"
#include "core/commands/init_templates.h"

#include <QProcess>
#include <QProcessEnvironment>

namespace asb {
namespace {

constexpr int kGitMs = 10000;

Status git(const std::string& program, const std::string& folder, const QStringList& arguments) {
    QProcess process;
    process.setWorkingDirectory(QString::fromStdString(folder));
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* role : {"AUTHOR", "COMMITTER"}) {
        environment.insert(QStringLiteral("GIT_%1_NAME").arg(QLatin1String(role)), QStringLiteral("Demo"));
        environment.insert(QStringLiteral("GIT_%1_EMAIL").arg(QLatin1String(role)),
                           QStringLiteral("demo@example.invalid"));
    }
    // Nothing of the user's configuration: no signing, no hooks, no templates.
    environment.insert(QStringLiteral("GIT_CONFIG_GLOBAL"), QStringLiteral("/dev/null"));
    environment.insert(QStringLiteral("GIT_CONFIG_NOSYSTEM"), QStringLiteral("1"));
    process.setProcessEnvironment(environment);
    process.setStandardInputFile(QProcess::nullDevice());
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(QString::fromStdString(program), arguments);
    if (process.waitForFinished(kGitMs) && process.exitStatus() == QProcess::NormalExit
        && process.exitCode() == 0)
        return success();
    const std::string said = process.readAll().trimmed().toStdString();
    return Error{"make the demo's repository: git " + arguments.join(QLatin1Char(' ')).toStdString() + ": "
                     + (said.empty() ? process.errorString().toStdString() : visible_text(said, true, 2048)),
                 "check that git works by hand", 0};
}

Status make_repository(const std::string& folder) {
    const std::string program = find_program("git");
    if (program.empty())
        return Error{"make the demo's repository: git is not on PATH", "install git", 0};
    if (const Status made = make_dirs(folder); !made)
        return made;
    if (const Status written = write_file_atomically(folder + "/README", "A scratch project.\n"); !written)
        return written;
    for (const QStringList& arguments : {QStringList{QStringLiteral("init"), QStringLiteral("-q"),
                                                     QStringLiteral("-b"), QStringLiteral("main")},
                                         QStringList{QStringLiteral("add"), QStringLiteral("README")},
                                         QStringList{QStringLiteral("commit"), QStringLiteral("-q"),
                                                     QStringLiteral("-m"), QStringLiteral("first")}}) {
        if (const Status done = git(program, folder, arguments); !done)
            return done;
    }
    return success();
}

/// The agent's own folders lie in the scratch folder; there is no client program.
TemplateValues demo_values(const std::string& agent_folder) {
    TemplateValues values = find_machine_values();
    values["CLAUDE_CONFIG"] = {agent_folder};
    values["CLAUDE_VERSIONS"].clear();
    values["CLAUDE_PROGRAM"].clear();
    return values;
}

} // namespace

Result<DemoProject> make_demo_project(const std::string& run_dir, const std::string& front) {
    DemoProject project;
    project.folder = run_dir + "/demo-project";
    const std::string settings = run_dir + "/demo-settings";
    const std::string agent_folder = run_dir + "/demo-agent";
    if (const Status made = make_repository(project.folder); !made)
        return made.error();
    for (const char* name : {"/projects", "/sessions", "/session-env", "/shell-snapshots"}) {
        if (const Status made = make_dirs(agent_folder + name); !made)
            return made.error();
    }
    if (const Status written = write_file_atomically(agent_folder + "/history.jsonl", "", 0600); !written)
        return written.error();
    if (const Status made = make_dirs(settings); !made)
        return made.error();
    const Result<std::vector<FilledTemplate>> templates = filled_templates(demo_values(agent_folder));
    if (!templates)
        return templates.error();
    for (const FilledTemplate& filled : *templates) {
        if (const Status written = write_file_atomically(settings + '/' + filled.name, filled.text, 0600);
            !written)
            return written.error();
    }
    Config& config = project.config.first;
    config.config_path = settings + "/agent-sandbox.toml";
    config.command_profile = settings + "/command-profile.json";
    AgentConfig& agent = project.config.second;
    agent.name = "demo";
    agent.program = front;
    agent.profile = settings + "/claude-profile.json";
    return project;
}

} // namespace asb
