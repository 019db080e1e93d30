// What differs for Claude Code: refused options, settings, folders.
#include "core/agents/claude_agent.h"
#include "core/agents/claude_arguments.h"
#include "core/agents/claude_settings.h"
#include "core/base/fd.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace asb;

namespace {

AgentContext context_in(const QTemporaryDir& folder) {
    AgentContext context;
    context.program = "/bin/true";
    context.project = "/home/x/my_proj.x";
    context.home = folder.filePath(QStringLiteral("home")).toStdString();
    context.agent_temp = folder.filePath(QStringLiteral("a")).toStdString();
    context.exec_socket = "/run/s/execd.sock";
    context.front = "/opt/a b/bin/agent-sandbox";
    context.shell = "/opt/a b/libexec/agent-sandbox-bash";
    context.environment = {{"PATH", "/usr/bin:/bin"}};
    return context;
}

bool has_pair(const std::vector<std::string>& words, const std::string& option) {
    return std::find(words.begin(), words.end(), option) != words.end();
}

} // namespace

class AgentsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void refused_options_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<bool>("accepted");
        const auto row = [](const char* name, const QStringList& words, bool accepted) {
            QTest::newRow(name) << words << accepted;
        };
        row("nothing", {}, true);
        row("prompt", {QStringLiteral("-p"), QStringLiteral("do it")}, true);
        row("settings", {QStringLiteral("--settings"), QStringLiteral("x")}, false);
        row("settings=", {QStringLiteral("-p"), QStringLiteral("--settings={}")}, false);
        row("setting-sources", {QStringLiteral("--setting-sources"), QStringLiteral("")}, true);
        row("session id", {QStringLiteral("--session-id=1")}, false);
        row("background", {QStringLiteral("--bg"), QStringLiteral("x")}, false);
        row("background long", {QStringLiteral("--background")}, false);
        row("tmux", {QStringLiteral("--worktree"), QStringLiteral("--tmux=classic")}, false);
        row("cloud", {QStringLiteral("--cloud")}, false);
        row("teleport", {QStringLiteral("--teleport")}, false);
        row("desktop", {QStringLiteral("--desktop")}, false);
        row("bare is mediated", {QStringLiteral("--bare")}, true);
        row("safe mode is mediated", {QStringLiteral("--safe-mode")}, true);
        row("resume", {QStringLiteral("--resume")}, true);
        row("behind its own separator", {QStringLiteral("--"), QStringLiteral("--settings is a word")}, true);
        row("attach", {QStringLiteral("attach"), QStringLiteral("1")}, false);
        row("word attach later", {QStringLiteral("-p"), QStringLiteral("attach")}, true);
    }
    void refused_options() {
        QFETCH(QStringList, words);
        QFETCH(bool, accepted);
        std::vector<std::string> arguments;
        for (const QString& word : words)
            arguments.push_back(word.toStdString());
        const Status checked = check_claude_arguments(arguments);
        QCOMPARE(checked.ok(), accepted);
        if (!checked)
            QVERIFY(!checked.error().hint.empty());
    }

    void continued_conversations() {
        QVERIFY(!read_claude_arguments({"-p", "x"}).continues);
        for (const std::vector<std::string>& words : {std::vector<std::string>{"-c"},
                                                      {"--continue"},
                                                      {"-pc"},
                                                      {"-r"},
                                                      {"--resume", "name"},
                                                      {"--from-pr=3"}})
            QVERIFY(read_claude_arguments(words).continues);
        const std::string id = "11111111-2222-4333-8444-555555555555";
        for (const std::vector<std::string>& words : {std::vector<std::string>{"--resume", id},
                                                      {"--resume=" + id},
                                                      {"-r" + id},
                                                      {"-r", id},
                                                      {"-pr", id}})
            QCOMPARE(read_claude_arguments(words).resumed_id, id);
        QVERIFY(!read_claude_arguments({"--", "--continue"}).continues);
        QVERIFY(read_claude_arguments({"--append-system-prompt", "x"}).own_system_prompt);
    }

    void settings() {
        const QTemporaryDir folder;
        const AgentContext context = context_in(folder);
        const QJsonObject settings =
            QJsonDocument::fromJson(QByteArray::fromStdString(claude_settings(context))).object();
        QCOMPARE(settings.value(QStringLiteral("disableAllHooks")), QJsonValue(false));
        const QJsonArray entries =
            settings.value(QStringLiteral("hooks")).toObject().value(QStringLiteral("PreToolUse")).toArray();
        QCOMPARE(entries.size(), 1);
        const QJsonObject entry = entries.at(0).toObject();
        QCOMPARE(entry.value(QStringLiteral("matcher")).toString(),
                 QStringLiteral("Bash|Monitor|PowerShell"));
        const QJsonObject hook = entry.value(QStringLiteral("hooks")).toArray().at(0).toObject();
        QCOMPARE(hook.value(QStringLiteral("onFailure")).toString(), QStringLiteral("block"));
        QCOMPARE(hook.value(QStringLiteral("timeout")).toInt(), 30);
        QCOMPARE(
            hook.value(QStringLiteral("command")).toString(),
            QStringLiteral(
                "timeout 10 '/opt/a b/bin/agent-sandbox' hook --agent claude --mediation shell || exit 2"));
        const QJsonObject pinned = settings.value(QStringLiteral("env")).toObject();
        QCOMPARE(pinned.value(QStringLiteral("CLAUDE_CODE_SHELL")).toString(),
                 QString::fromStdString(context.shell));
        QCOMPARE(pinned.value(QStringLiteral("CLAUDE_CODE_SHELL_PREFIX")).toString(QStringLiteral("x")),
                 QString());
        QCOMPARE(pinned.value(QStringLiteral("CLAUDE_CODE_SIMPLE")).toString(QStringLiteral("x")), QString());
        QCOMPARE(pinned.value(QStringLiteral("CLAUDE_CODE_SAFE_MODE")).toString(), QStringLiteral("0"));
        QCOMPARE(pinned.value(QStringLiteral("PATH")).toString(), QStringLiteral("/usr/bin:/bin"));
        QCOMPARE(pinned.value(QStringLiteral("SHLVL")).toString(), QStringLiteral("1"));
        QCOMPARE(pinned.value(QStringLiteral("AGENT_SANDBOX_EXECD_SOCKET")).toString(),
                 QString::fromStdString(context.exec_socket));
        for (const QJsonValue& value : pinned)
            QVERIFY(value.isString()); // another kind makes the client drop all settings, silently
    }

    void folder_names() {
        QCOMPARE(claude_folder_name("/tmp/my_proj.x \xc3\xa9\xf0\x9f\x98\x80 y"),
                 std::string("-tmp-my-proj-x-----y"));
        const std::string longer = "/tmp/session-h/p/" + std::string(120, 'a') + '/' + std::string(120, 'b');
        const std::string name = claude_folder_name(longer);
        QCOMPARE(name.size(), std::size_t{200 + 7});
        QCOMPARE(name.substr(200), std::string("-exby51")); // seen with 2.1.332
    }

    void plan_of_a_new_conversation() {
        const QTemporaryDir folder;
        AgentContext context = context_in(folder);
        context.arguments = {"-p", "x"};
        const Result<AgentPlan> plan = ClaudeAgent().prepare(context);
        QVERIFY(plan.ok());
        QVERIFY(has_pair(plan->argv, "--settings") && has_pair(plan->argv, "--session-id"));
        QVERIFY(has_pair(plan->argv, "--append-system-prompt"));
        QCOMPARE(plan->argv[plan->argv.size() - 2], std::string("-p"));
        QCOMPARE(plan->command_reads.size(), std::size_t{2});
        for (const std::string& path : plan->command_reads)
            QVERIFY(QFileInfo(QString::fromStdString(path)).isDir());
        QVERIFY(plan->command_reads[0].find("/-home-x-my-proj-x/") != std::string::npos);
        const QString config = QString::fromStdString(context.home) + QStringLiteral("/.claude");
        for (const char* name : {"projects", "sessions", "session-env", "shell-snapshots"})
            QVERIFY(QFileInfo(config + QLatin1Char('/') + QLatin1String(name)).isDir());
        QVERIFY(QFileInfo::exists(config + QStringLiteral("/history.jsonl")));
        QVERIFY(find_variable(plan->variables, "CLAUDE_CONFIG_DIR"));
        QCOMPARE(*find_variable(plan->variables, "CLAUDE_CODE_TMPDIR"), context.agent_temp);
    }

    void plan_of_a_continued_conversation() {
        const QTemporaryDir folder;
        AgentContext context = context_in(folder);
        context.arguments = {"--continue"};
        const Result<AgentPlan> plan = ClaudeAgent().prepare(context);
        QVERIFY(plan.ok());
        QVERIFY(!has_pair(plan->argv, "--session-id"));
        QCOMPARE(plan->command_reads.size(), std::size_t{1});
        QVERIFY(plan->command_reads[0].find("/claude-") != std::string::npos);
        QVERIFY(!plan->notices.empty());
    }

    void state_file_beside_the_folder_stays_there() {
        const QTemporaryDir folder;
        const AgentContext context = context_in(folder);
        QDir().mkpath(QString::fromStdString(context.home));
        QFile state(QString::fromStdString(context.home) + QStringLiteral("/.claude.json"));
        QVERIFY(state.open(QIODevice::WriteOnly));
        state.close();
        const Result<AgentPlan> plan = ClaudeAgent().prepare(context);
        QVERIFY(plan.ok());
        QVERIFY(!find_variable(plan->variables, "CLAUDE_CONFIG_DIR"));
        QVERIFY(has_pair(plan->grants.read_file, context.home + "/.claude.json"));
    }

    void missing_program() {
        const QTemporaryDir folder;
        AgentContext context = context_in(folder);
        for (const char* program : {"/nowhere/claude", "no-such-agent-program"}) {
            context.program = program;
            const Result<AgentPlan> plan = ClaudeAgent().prepare(context);
            QVERIFY(!plan);
            QVERIFY(plan.error().what.find(program) != std::string::npos);
        }
    }
};

QTEST_GUILESS_MAIN(AgentsTest)
#include "agents_test.moc"
