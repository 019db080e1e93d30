// The forms in which Claude Code 2.1.332 starts its shell (recorded), and what is not one of them.
#include "core/front/shell_forms.h"

#include <QtTest>

using namespace asb;
using Kind = ShellForm::Kind;

namespace {

const std::string kSource =
    "source /h/.claude/shell-snapshots/snapshot-bash-1795972424452-u97z1g.sh 2>/dev/null || true && ";
const std::string kExtglob = "\\builtin shopt -u extglob 2>/dev/null || true && ";
const std::string kUnalias =
    "{ \\builtin unalias -- 'which'; \\builtin unset -f -- 'which'; } >/dev/null 2>&1 || true && "
    "{ \\builtin unalias -- 'unsetenv'; \\builtin unset -f -- 'unsetenv'; } >/dev/null 2>&1 || true && ";
// In front of lines that an old bash reads differently, for example with backquotes (recorded).
const std::string kGuard =
    R"({ case "${BASH_VERSINFO-}" in '2'|'3') \builtin printf '%s\n' )"
    R"('__CLAUDE_CODE_DID_NOT_RUN_BASH_TOO_OLD='"${BASH_VERSION-}" >&2; \builtin exit 126; )"
    R"(\exit 126;; esac; } && )";
const std::string kEnd = " && pwd -P >| /tmp/claude-69d3-cwd";
const std::string kSnapshot =
    "SNAPSHOT_FILE=/h/.claude/shell-snapshots/snapshot-bash-1-a.sh\n      \n      # No user config file\n"
    "      # First, create/clear the snapshot file\n"
    "      echo \"# Snapshot file\" >| \"$SNAPSHOT_FILE\"\n";

ShellForm parse(const std::string& script) {
    return parse_shell_arguments({"-c", script});
}

} // namespace

class ShellFormsTest : public QObject {
    Q_OBJECT

private slots:
    void environment() {
        QCOMPARE(parse_shell_arguments({"-c", "env"}).kind, Kind::PrintEnvironment);
        QCOMPARE(parse_shell_arguments({"-c", "-l", "env"}).kind, Kind::Unknown);
    }

    void snapshot() {
        const ShellForm form = parse_shell_arguments({"-c", "-l", kSnapshot});
        QCOMPARE(form.kind, Kind::MakeSnapshot);
        QCOMPARE(form.snapshot_file, std::string("/h/.claude/shell-snapshots/snapshot-bash-1-a.sh"));
        const ShellForm quoted = parse_shell_arguments(
            {"-c", "-l", "SNAPSHOT_FILE='/a b/s.sh'\necho \"# Snapshot file\" >| \"$SNAPSHOT_FILE\"\n"});
        QCOMPARE(quoted.snapshot_file, std::string("/a b/s.sh"));
    }

    void snapshot_refused_data() {
        QTest::addColumn<QStringList>("words");
        QTest::newRow("not login") << QStringList{"-c", QString::fromStdString(kSnapshot)};
        QTest::newRow("relative") << QStringList{
            "-c", "-l", "SNAPSHOT_FILE=x\necho \"# Snapshot file\" >| \"$SNAPSHOT_FILE\"\n"};
        QTest::newRow("other script") << QStringList{"-c", "-l", "SNAPSHOT_FILE=/tmp/x\nrm -rf /\n"};
        QTest::newRow("command behind it") << QStringList{"-c", "-l", "SNAPSHOT_FILE=/tmp/x; rm -rf /\n"};
        QTest::newRow("expansion") << QStringList{"-c", "-l", "SNAPSHOT_FILE=$HOME/x\n"};
    }
    void snapshot_refused() {
        QFETCH(QStringList, words);
        std::vector<std::string> arguments;
        for (const QString& word : words)
            arguments.push_back(word.toStdString());
        const ShellForm form = parse_shell_arguments(arguments);
        QCOMPARE(form.kind, Kind::Unknown);
        QVERIFY(!form.reason.empty());
    }

    void command_data() {
        QTest::addColumn<QString>("word");
        QTest::addColumn<QString>("line");
        QTest::newRow("bare") << "pwd < /dev/null"
                              << "pwd";
        QTest::newRow("pipe") << "'echo hi | cat' < /dev/null"
                              << "echo hi | cat";
        QTest::newRow("glob") << "'ls *' < /dev/null"
                              << "ls *";
        QTest::newRow("tilde") << "'~/x' < /dev/null"
                               << "~/x";
        QTest::newRow("utf-8") << "'true#é!^{}]' < /dev/null"
                               << "true#é!^{}]";
        QTest::newRow("here-document, no null") << "'cat <<EOF\nit'\"'\"'s a \"x\" $HOME\nEOF'"
                                                << "cat <<EOF\nit's a \"x\" $HOME\nEOF";
        QTest::newRow("quotes") << "'echo '\"'\"'a b'\"'\"' \\n | grep b' < /dev/null"
                                << "echo 'a b' \\n | grep b";
        QTest::newRow("own words inside") << "'x && eval y && pwd -P >| /z' < /dev/null"
                                          << "x && eval y && pwd -P >| /z";
    }
    void command() {
        QFETCH(QString, word);
        QFETCH(QString, line);
        const std::string body = "eval " + word.toStdString() + kEnd;
        for (const std::string& prologue :
             {kSource + kExtglob + kUnalias, kGuard + kSource + kExtglob + kUnalias, kGuard + kExtglob,
              kSource + kExtglob, kExtglob + kUnalias, kExtglob,
              kSource + "shopt -u extglob 2>/dev/null || true && "}) {
            const ShellForm form = parse(prologue + body);
            QVERIFY2(form.kind == Kind::RunCommand, form.reason.c_str());
            QCOMPARE(form.line, line.toStdString());
            QCOMPARE(form.directory_file, std::string("/tmp/claude-69d3-cwd"));
            QVERIFY(form.environment.empty());
            QCOMPARE(parse_shell_arguments({"-c", "-l", prologue + body}).line, line.toStdString());
        }
    }

    void session_environment() {
        const ShellForm form = parse(kSource + "export FOO=bar\nexport B='x y'\n: && " + kExtglob + kUnalias
                                     + "eval pwd < /dev/null" + kEnd);
        QVERIFY2(form.kind == Kind::RunCommand, form.reason.c_str());
        QCOMPARE(form.environment, std::string("export FOO=bar\nexport B='x y'"));
        QCOMPARE(form.line, std::string("pwd"));
    }

    void refused_data() {
        QTest::addColumn<QString>("script");
        const auto row = [](const char* name, const std::string& script) {
            QTest::newRow(name) << QString::fromStdString(script);
        };
        row("plain", "echo hi");
        row("empty", "");
        row("command in front", "rm -rf x; " + kSource + kExtglob + "eval pwd" + kEnd);
        row("command in the prologue", kSource + "touch x && " + kExtglob + "eval pwd" + kEnd);
        row("command behind", kSource + kExtglob + "eval pwd" + kEnd + "; touch x");
        row("command behind, newline", kSource + kExtglob + "eval pwd" + kEnd + "\ntouch x");
        row("two words", kSource + kExtglob + "eval 'a' 'b'" + kEnd);
        row("expansion", kSource + kExtglob + "eval \"$x\"" + kEnd);
        row("substitution", kSource + kExtglob + "eval `id`" + kEnd);
        row("double quotes", kSource + kExtglob + "eval \"pwd\"" + kEnd);
        row("open quote", kSource + kExtglob + "eval 'pwd" + kEnd);
        row("other input", kSource + kExtglob + "eval pwd < /etc/passwd" + kEnd);
        row("no directory", kSource + kExtglob + "eval pwd < /dev/null");
        row("append", kSource + kExtglob + "eval pwd && pwd -P >> /tmp/x");
        row("expansion in the file", kSource + kExtglob + "eval pwd && pwd -P >| $HOME/x");
        row("guard with another command", "{ case \"${BASH_VERSINFO-}\" in '2'|'3') id;; esac; } && "
                                              + kSource + kExtglob + "eval pwd" + kEnd);
        row("unalias with a command",
            kSource + kExtglob + "{ \\builtin unalias -- 'a'; id; } >/dev/null 2>&1 || true && eval pwd"
                + kEnd);
        row("source of two", "source /a /b 2>/dev/null || true && " + kExtglob + "eval pwd" + kEnd);
        row("zsh", kSource + "\\builtin setopt NO_EXTENDED_GLOB 2>/dev/null || true && eval pwd" + kEnd);
    }
    void refused() {
        QFETCH(QString, script);
        const ShellForm form = parse(script.toStdString());
        QCOMPARE(form.kind, Kind::Unknown);
        QVERIFY(!form.reason.empty());
    }

    void arguments_refused() {
        const std::string good = kExtglob + "eval pwd" + kEnd;
        for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{{},
                                                                                           {"-c"},
                                                                                           {good},
                                                                                           {"-l", "-c", good},
                                                                                           {"-lc", good},
                                                                                           {"-c", good, "x"},
                                                                                           {"-c", "-l"},
                                                                                           {"-i"},
                                                                                           {"script.sh"}})
            QCOMPARE(parse_shell_arguments(words).kind, Kind::Unknown);
    }

    void unwrap() {
        const std::string program = "/opt/bin/agent-sandbox";
        for (const std::string line : {"echo hi", "it's", "a\nb", "x' ; touch y; '", " </dev/null"}) {
            const std::string wrapped = wrap_hook_line(line, program);
            QCOMPARE(unwrap_hook_line(wrapped, program), std::optional<std::string>(line));
            // Claude Code quotes the wrapped text once more.
            QCOMPARE(unwrap_hook_line(wrapped.substr(0, wrapped.size() - 11), program),
                     std::optional<std::string>(line));
            for (const std::string more :
                 {"; touch x", " && touch x", " 'b'", "\ntouch x", " | cat", " </dev/zero", " "})
                QVERIFY(!unwrap_hook_line(wrapped + more, program));
        }
        QVERIFY(!unwrap_hook_line("/opt/bin/agent-sandbox exec -- echo", program));
        QVERIFY(!unwrap_hook_line("/opt/bin/agent-sandbox exec --timeout 1 -- 'echo'", program));
        QVERIFY(!unwrap_hook_line("agent-sandbox exec -- 'echo'", program));
        QVERIFY(!unwrap_hook_line("/opt/bin/agent-sandbox exec -- 'echo", program));
        QVERIFY(!unwrap_hook_line("/opt/bin/agent-sandbox exec -- \"$x\"", program));
        QCOMPARE(unwrap_hook_line(wrap_hook_line("a", "/a b/p"), "/a b/p"), std::optional<std::string>("a"));
    }
};

QTEST_APPLESS_MAIN(ShellFormsTest)
#include "shell_forms_test.moc"
