// How nono is called: argv, environment, version, and what its own checks say.
#include "core/base/paths.h"
#include "core/nono/nono_program.h"
#include "core/nono/sandbox_command.h"
#include "core/nono/tool_run.h"
#include "core/session/nono_checks.h"
#include "tests/support/patience.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace asb;

namespace {

SandboxCommand sample() {
    SandboxCommand command;
    command.nono = "/usr/local/bin/nono";
    command.profile = "/p/c.json";
    command.project = "/p";
    command.log_file = "/l";
    command.grants.read_file = {"/opt/a"};
    command.grants.unix_socket_dir = {"/r/s"};
    command.program = {"/opt/a", "execd", "--proof", "must-read=/opt/a"};
    command.session_id = "asb-1-c";
    command.temp_dir = "/r/n2";
    return command;
}

} // namespace

class NonoCallsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void argv() {
        SandboxCommand command = sample();
        QCOMPARE(run_argv(command),
                 (std::vector<std::string>{"/usr/local/bin/nono", "-s", "--log-file", "/l", "run",
                                           "--profile", "/p/c.json", "--workdir", "/p", "--read-file",
                                           "/opt/a", "--allow-unix-socket-dir", "/r/s", "--", "/opt/a",
                                           "execd", "--proof", "must-read=/opt/a"}));
        command.allow_cwd = true;
        const std::vector<std::string> dry = dry_run_argv(command);
        QVERIFY(std::find(dry.begin(), dry.end(), "--dry-run") != dry.end());
        QVERIFY(std::find(dry.begin(), dry.end(), "--allow-cwd") != dry.end());
        QVERIFY(std::find(dry.begin(), dry.end(), "-v") == dry.end());
    }

    void environment() {
        const Environment user{{"PATH", "/bin"},
                               {"NONO_CAP_FILE", "/outer"},
                               {"NONO_PROFILE", "x"},
                               {"AGENT_SANDBOX_EXECD_SOCKET", "/outer"},
                               {"AGENT_SANDBOX_TAG", "1.1"},
                               {"XDG_RUNTIME_DIR", ""},
                               {"XDG_STATE_HOME", "relative"},
                               {"XDG_CACHE_HOME", "/cache"},
                               {"ODD", "a=b\nc"}};
        const Environment cleaned = cleaned_environment(user);
        QCOMPARE(cleaned.size(), std::size_t{4});
        QCOMPARE(*find_variable(cleaned, "XDG_CACHE_HOME"), std::string("/cache"));
        QCOMPARE(*find_variable(cleaned, "HOME"), home_dir());
        QCOMPARE(*find_variable(cleaned_environment({{"HOME", "/h"}}), "HOME"), std::string("/h"));
        QVERIFY(find_variable(cleaned_environment({{"HOME", "h"}}), "HOME")->front() == '/');
        const Environment made = sandbox_environment(sample(), cleaned);
        QCOMPARE(*find_variable(made, "NONO_DETACHED_SESSION_ID"), std::string("asb-1-c"));
        QCOMPARE(*find_variable(made, "TMPDIR"), std::string("/r/n2"));
        QCOMPARE(*find_variable(made, "ODD"), std::string("a=b\nc"));
        for (const char* name :
             {"NONO_NO_SAVE_PROMPT", "NONO_NO_UPDATE_CHECK", "NONO_NO_PACK_UPDATE_HINTS", "NONO_NO_MIGRATE"})
            QVERIFY(find_variable(made, name));
    }

    void versions_data() {
        QTest::addColumn<QByteArray>("output");
        QTest::addColumn<bool>("known");
        QTest::newRow("0.80") << QByteArray("nono 0.80.0\n") << true;
        QTest::newRow("0.81") << QByteArray("nono 0.81.0\n") << true;
        QTest::newRow("with a warning in front") << QByteArray("WARN x\nnono 0.89.12\n") << true;
        QTest::newRow("too old") << QByteArray("nono 0.79.9\n") << false;
        QTest::newRow("too new") << QByteArray("nono 0.90.0\n") << false;
        QTest::newRow("major") << QByteArray("nono 1.81.0\n") << false;
        QTest::newRow("words") << QByteArray("nono next\n") << false;
        QTest::newRow("empty") << QByteArray() << false;
        QTest::newRow("short") << QByteArray("nono 0.81") << false;
    }
    void versions() {
        QFETCH(QByteArray, output);
        QFETCH(bool, known);
        const Result<NonoVersion> version = parse_nono_version(output.toStdString());
        QCOMPARE(version && check_nono_version(*version), known);
    }

    void validation_answers_data() {
        QTest::addColumn<QByteArray>("output");
        QTest::addColumn<QByteArray>("errors");
        QTest::addColumn<bool>("accepted");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("valid") << QByteArray(R"({"file":"x","valid":true,"errors":[],"warnings":["w"]})")
                               << QByteArray() << true << QByteArray();
        QTest::newRow("invalid") << QByteArray(R"({"valid":false,"errors":["unknown field `x`"]})")
                                 << QByteArray("nono: Profile parse error") << false
                                 << QByteArray("unknown field `x`");
        QTest::newRow("no json") << QByteArray() << QByteArray("nono: Profile read error: No such file")
                                 << false << QByteArray("No such file");
        QTest::newRow("nothing") << QByteArray() << QByteArray() << false << QByteArray("exit status");
    }
    void validation_answers() {
        QFETCH(QByteArray, output);
        QFETCH(QByteArray, errors);
        QFETCH(bool, accepted);
        QFETCH(QByteArray, said);
        ToolResult result;
        result.status = accepted ? 0 : 1;
        result.output = output.toStdString();
        result.errors = errors.toStdString();
        const Status status = read_validation("/p/c.json", result);
        QCOMPARE(status.ok(), accepted);
        if (!status) {
            QVERIFY(status.error().text().find(said.toStdString()) != std::string::npos);
            QVERIFY(status.error().text().find("/p/c.json") != std::string::npos);
        }
    }

    void tools_run_together() {
        const QTemporaryDir folder;
        // Each waits for what the other one leaves.
        const auto meets = [&folder](const char* mine, const char* other) {
            return std::vector<std::string>{
                "/bin/sh",
                "-c",
                "> \"$0/$1\"; until [ -e \"$0/$2\" ]; do sleep 0.01; done; echo $1",
                folder.path().toStdString(),
                mine,
                other};
        };
        const std::vector<ToolResult> results = run_tools({meets("one", "two"),
                                                           meets("two", "one"),
                                                           {"/nowhere/tool"},
                                                           {"/bin/sh", "-c", "echo no >&2; kill -TERM $$"}},
                                                          test::kPatienceMs);
        QCOMPARE(results.size(), std::size_t{4});
        QCOMPARE(results[0].output, std::string("one\n"));
        QCOMPARE(results[0].status, 0);
        QCOMPARE(results[1].output, std::string("two\n"));
        QVERIFY(!results[2].problem.empty());
        QCOMPARE(results[3].status, 128 + 15);
        QCOMPARE(results[3].errors, std::string("no\n"));
    }

    void tools_are_bounded() {
        const std::vector<ToolResult> results = run_tools({{"/bin/sleep", "600"}}, 200);
        QCOMPARE(results.size(), std::size_t{1});
        QVERIFY(results[0].timed_out);
    }

private:
    std::vector<ToolResult> run_tools(std::vector<std::vector<std::string>> tools, int limit_ms) {
        ToolRun run(std::move(tools), {{"PATH", "/bin"}}, limit_ms);
        std::vector<ToolResult> results;
        connect(&run, &ToolRun::finished, this, [&](const std::vector<ToolResult>& all) { results = all; });
        run.start();
        static_cast<void>(QTest::qWaitFor([&] { return !results.empty(); }, 2 * test::kPatienceMs));
        return results;
    }
};

QTEST_GUILESS_MAIN(NonoCallsTest)
#include "nono_calls_test.moc"
