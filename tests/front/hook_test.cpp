// The hook: every answer is exactly one JSON object, every failure is status 2 with a reason and an empty
// stdout.
#include "child.h"
#include "core/base/paths.h"
#include "core/front/hook.h"
#include "core/front/shell_forms.h"
#include "fake_execd.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>
#include <fcntl.h>

using namespace asb;
using namespace asb::test;

namespace {

/// JSON text, written with ' for ": moc does not read raw strings well.
std::string q(std::string text) {
    for (char& c : text)
        c = c == '\'' ? '"' : c;
    return text;
}

std::string call(const std::string& tool, const std::string& input) {
    return q("{'session_id':'e45b','cwd':'/p','hook_event_name':'PreToolUse','tool_name':'") + tool
           + q("','tool_input':") + input + q(",'tool_use_id':'t1'}");
}

const std::string kEcho =
    call("Bash", q("{'command':'echo hi','description':'d','timeout':5000,'run_in_background':true}"));

QJsonObject answer_of(const Child& child) {
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(child.out()), &error);
    return error.error == QJsonParseError::NoError
               ? document.object()
               : QJsonObject{{"bad", QString::fromStdString(child.out())}};
}

QJsonObject output_of(const Child& child) {
    const QJsonObject answer = answer_of(child);
    return answer.size() == 1 ? answer["hookSpecificOutput"].toObject() : answer;
}

} // namespace

class HookTest : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;
    std::string link_;
    std::string self_;
    std::string path(const char* name) const { return dir_.path().toStdString() + '/' + name; }

    void shell_in_place() { ::setenv("CLAUDE_CODE_SHELL", link_.c_str(), 1); }
    /// The hook rewrote the whole input.
    void verify_rewritten(const Child& child, bool allowed) {
        const QJsonObject output = output_of(child);
        QCOMPARE(output["hookEventName"].toString(), "PreToolUse");
        QCOMPARE(output.contains("permissionDecision"), allowed);
        const QJsonObject input = output["updatedInput"].toObject();
        QCOMPARE(input["command"].toString().toStdString(), wrap_hook_line("echo hi", self_));
        QCOMPARE(input["timeout"].toInt(), 5000);
        QCOMPARE(input["description"].toString(), "d");
        QCOMPARE(input["run_in_background"].toBool(), true);
        QCOMPARE(input.size(), 4);
    }

private slots:
    void initTestCase() {
        const Result<std::string> self = self_path();
        QVERIFY(self);
        self_ = *self;
        link_ = path("agent-sandbox-bash");
        QCOMPARE(::symlink(self_.c_str(), link_.c_str()), 0);
    }
    void init() {
        ::unsetenv("CLAUDE_CODE_SHELL");
        ::unsetenv("CLAUDE_CODE_SHELL_PREFIX");
        ::unsetenv(wire::kSocketVariable);
    }

    void allows_when_the_shell_is_ours() {
        shell_in_place();
        for (const char* tool : {"Bash", "Monitor"}) {
            Child child(
                [] {
                    return hook_command({"--agent", "claude", "--mediation", "shell"});
                },
                call(tool, q("{'command':'echo hi','timeout_ms':9}")));
            QCOMPARE(child.wait(), 0);
            const QJsonObject output = output_of(child);
            QCOMPARE(output["permissionDecision"].toString(), "allow");
            QCOMPARE(output["hookEventName"].toString(), "PreToolUse");
            QVERIFY(!output.contains("updatedInput"));
            QVERIFY(child.err().empty());
        }
    }

    void silent_when_it_should_ask() {
        shell_in_place();
        Child child([] { return hook_command({"--mediation=ask"}); }, kEcho);
        QCOMPARE(child.wait(), 0);
        QVERIFY(child.out().empty());
        QVERIFY(child.err().empty());
    }

    void rewrites_when_told() {
        shell_in_place();
        FakeExecd execd(dir_.path().toStdString());
        Child child([] { return hook_command({"--mediation", "rewrite"}); }, kEcho);
        QCOMPARE(child.wait(), 0);
        verify_rewritten(child, true);
        QVERIFY(execd.notes().empty());
    }

    void rewrites_when_the_shell_is_not_ours_data() {
        QTest::addColumn<QString>("shell");
        QTest::addColumn<QString>("prefix");
        QTest::newRow("unset") << ""
                               << "";
        QTest::newRow("real bash") << "/bin/bash"
                                   << "";
        QTest::newRow("missing") << "/nowhere/agent-sandbox-bash"
                                 << "";
        QTest::newRow("relative") << "agent-sandbox-bash"
                                  << "";
        QTest::newRow("wrong name") << "NAME"
                                    << "";
        QTest::newRow("prefix") << "LINK"
                                << "env";
    }
    void rewrites_when_the_shell_is_not_ours() {
        QFETCH(QString, shell);
        QFETCH(QString, prefix);
        const std::string named = path("agent-sandbox");
        if (shell == "NAME") {
            QCOMPARE(::symlink(self_.c_str(), named.c_str()), 0);
            shell = QString::fromStdString(named);
        } else if (shell == "LINK") {
            shell = QString::fromStdString(link_);
        }
        if (!shell.isEmpty())
            ::setenv("CLAUDE_CODE_SHELL", shell.toUtf8().constData(), 1);
        if (!prefix.isEmpty())
            ::setenv("CLAUDE_CODE_SHELL_PREFIX", prefix.toUtf8().constData(), 1);
        FakeExecd execd(dir_.path().toStdString());
        for (const bool ask : {false, true}) {
            Child child([&] { return hook_command({"--mediation", ask ? "ask" : "shell"}); }, kEcho);
            QCOMPARE(child.wait(), 0);
            verify_rewritten(child, !ask);
            const std::vector<wire::Note> notes = execd.notes();
            QCOMPARE(notes.size(), std::size_t{1});
            QCOMPARE(notes[0].kind, wire::NoteKind::HookRewrote);
        }
        ::unlink(named.c_str());
    }

    void rewrites_without_a_daemon_to_tell() {
        Child child([] { return hook_command({}); }, kEcho);
        QCOMPARE(child.wait(), 0);
        verify_rewritten(child, true);
    }

    void rewritten_line_keeps_every_byte() {
        for (const std::string& json : std::vector<std::string>{
                 "\"it's\"", q("'a\\nb\\tc'"), q("'é€😀 \\\\ \\' $x `id`'"), "\"x' ; touch y; '\""}) {
            Child child(
                [] {
                    return hook_command({"--mediation", "rewrite"});
                },
                call("Bash", (q("{'command':")) + json + '}'));
            QCOMPARE(child.wait(), 0);
            const QString line =
                QJsonDocument::fromJson(QByteArray::fromStdString("[" + json + "]")).array()[0].toString();
            const std::string command =
                output_of(child)["updatedInput"].toObject()["command"].toString().toStdString();
            QCOMPARE(unwrap_hook_line(command, self_), std::optional<std::string>(line.toStdString()));
        }
    }

    void denies_data() {
        QTest::addColumn<QString>("tool");
        QTest::addColumn<QString>("input");
        QTest::newRow("ws") << "Monitor"
                            << QString::fromStdString(q("{'ws':{'url':'ws://x'},'timeout_ms':1}"));
        QTest::newRow("ws and command")
            << "Monitor" << QString::fromStdString(q("{'ws':{'url':'ws://x'},'command':'true'}"));
        QTest::newRow("neither") << "Monitor" << QString::fromStdString(q("{'timeout_ms':1}"));
        QTest::newRow("powershell") << "PowerShell" << QString::fromStdString(q("{'command':'ls'}"));
    }
    void denies() {
        QFETCH(QString, tool);
        QFETCH(QString, input);
        shell_in_place();
        for (const char* mode : {"shell", "ask", "rewrite"}) {
            Child child(
                [&] {
                    return hook_command({"--mediation", mode});
                },
                call(tool.toStdString(), input.toStdString()));
            QCOMPARE(child.wait(), 0);
            const QJsonObject output = output_of(child);
            QCOMPARE(output["permissionDecision"].toString(), "deny");
            QVERIFY(output["permissionDecisionReason"].toString().contains("not available"));
            QVERIFY(!output.contains("updatedInput"));
        }
    }

    void failures_data() {
        QTest::addColumn<QByteArray>("input");
        const auto row = [](const char* name, const std::string& text) {
            QTest::newRow(name) << QByteArray::fromStdString(text);
        };
        row("nothing", "");
        row("not JSON", "echo hi");
        row("two documents", kEcho + kEcho);
        row("cut off", kEcho.substr(0, kEcho.size() - 1));
        row("array", "[]");
        row("null", "null");
        row("number", "17");
        row("no tool", q("{'tool_input':{'command':'x'}}"));
        row("tool is no text", q("{'tool_name':7,'tool_input':{'command':'x'}}"));
        row("unknown tool", call("Write", q("{'command':'x'}")));
        row("other event",
            q("{'hook_event_name':'PostToolUse','tool_name':'Bash','tool_input':{'command':'x'}}"));
        row("no input", q("{'tool_name':'Bash'}"));
        row("input is no object", call("Bash", q("'echo'")));
        row("no command", call("Bash", q("{'description':'x'}")));
        row("command is no text", call("Bash", q("{'command':5}")));
        row("empty command", call("Bash", q("{'command':''}")));
        row("blank command", call("Bash", q("{'command':' \\n\\t'}")));
        row("NUL", call("Bash", q("{'command':'a\\u0000b'}")));
        row("bad UTF-8", call("Bash", "{\"command\":\"a\xff\"}"));
        row("bad escape", call("Bash", q("{'command':'a\\ud800'}")));
        row("deep", call("Bash", q("{'command':'x','y':") + std::string(100'000, '[')
                                     + std::string(100'000, ']') + "}"));
        row("deep objects", std::string(1'000'000, '{'));
        row("huge", call("Bash", q("{'command':'") + std::string(std::size_t{9} << 20, 'x') + "\"}"));
    }
    void failures() {
        QFETCH(QByteArray, input);
        shell_in_place();
        for (const char* mode : {"shell", "ask", "rewrite"}) {
            Child child([&] { return hook_command({"--mediation", mode}); }, input.toStdString());
            QCOMPARE(child.wait(), 2);
            QVERIFY(child.out().empty());
            QVERIFY(!child.err().empty());
        }
    }

    void large_command_is_fine() {
        Child child(
            [] {
                return hook_command({"--mediation", "rewrite"});
            },
            call("Bash", q("{'command':'") + std::string(std::size_t{4} << 20, 'x') + "\"}"));
        QCOMPARE(child.wait(), 0);
        QVERIFY(output_of(child)["updatedInput"].toObject()["command"].toString().size() > (4 << 20));
    }

    void bad_arguments() {
        for (const std::vector<std::string>& words :
             std::vector<std::vector<std::string>>{{"--mediation", "off"},
                                                   {"--mediation"},
                                                   {"--agent", "other"},
                                                   {"--agent"},
                                                   {"extra"},
                                                   {"--x", "y"}}) {
            Child child([&] { return hook_command(words); }, kEcho);
            QCOMPARE(child.wait(), 2);
            QVERIFY(child.out().empty());
            QVERIFY(!child.err().empty());
        }
    }

    void bad_descriptors() {
        Child no_stdin([] { return ::close(0), hook_command({}); });
        QCOMPARE(no_stdin.wait(), 2);
        Child no_stdout([] { return ::close(1), hook_command({}); }, kEcho);
        QCOMPARE(no_stdout.wait(), 2);
        Child directory(
            [] {
                ::dup2(::open("/", O_RDONLY), 0);
                return hook_command({});
            },
            kEcho);
        QCOMPARE(directory.wait(), 2);
        Child full(
            [] {
                ::dup2(::open("/dev/full", O_WRONLY), 1);
                return hook_command({});
            },
            kEcho);
        QCOMPARE(full.wait(), 2);
        QVERIFY(!full.err().empty());
        Child gone(
            [] {
                int ends[2];
                if (::pipe(ends) != 0)
                    return 99;
                ::dup2(ends[1], 1);
                ::close(ends[0]);
                return hook_command({});
            },
            kEcho);
        QCOMPARE(gone.wait(), 2);
        QVERIFY(!gone.err().empty());
    }
};

QTEST_APPLESS_MAIN(HookTest)
#include "hook_test.moc"
