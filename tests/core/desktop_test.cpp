// Terminals and editors as data, and the launch of a session that proves itself.
#include "core/desktop/editors.h"
#include "core/desktop/session_launch.h"
#include "core/desktop/shell_words.h"
#include "core/session/launch_report.h"
#include "tests/core/session_home.h"
#include "tests/support/patience.h"

#include <QFile>
#include <QSignalSpy>
#include <QTest>

#include <sys/stat.h>

using namespace asb;

namespace {

QString joined(const std::vector<std::string>& words) {
    QStringList list;
    for (const std::string& word : words)
        list.append(QString::fromStdString(word));
    return list.join(QLatin1Char('|'));
}

DesktopFacts facts(const char* setting, const char* terminal, const char* desktop, bool wayland = false) {
    DesktopFacts result;
    result.setting = setting;
    result.terminal = terminal;
    result.current_desktop = desktop;
    result.wayland = wayland;
    return result;
}

} // namespace

class DesktopTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        home_ = std::make_unique<SessionHome>();
        QDir().mkpath(home_->path(QStringLiteral("bin")));
        path_before_ = qgetenv("PATH");
        qputenv("PATH", home_->path(QStringLiteral("bin")).toUtf8());
    }
    void cleanup() { qputenv("PATH", path_before_); }

    void shell_words_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("words");
        QTest::newRow("plain") << QStringLiteral(" code  -w ") << QStringLiteral("code|-w");
        QTest::newRow("empty word") << QStringLiteral("emacsclient -t -a ''")
                                    << QStringLiteral("emacsclient|-t|-a|");
        QTest::newRow("double") << QStringLiteral("\"my ed\" \"a\\\"b\"") << QStringLiteral("my ed|a\"b");
        QTest::newRow("escaped") << QStringLiteral("my\\ ed 'a\\b'") << QStringLiteral("my ed|a\\b");
        QTest::newRow("open") << QStringLiteral("a 'b") << QString();
        QTest::newRow("nothing") << QStringLiteral("  ") << QString();
        QTest::newRow("no program") << QStringLiteral("''") << QString();
    }
    void shell_words() {
        QFETCH(QString, text);
        QFETCH(QString, words);
        const auto split = split_shell_words(text.toStdString());
        QCOMPARE(split.ok(), !words.isNull());
        if (split)
            QCOMPARE(joined(*split), words);
    }

    void terminals_data() {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("argv");
        const auto row = [](const char* command, const char* argv) {
            QTest::newRow(command) << QString::fromUtf8(command) << QString::fromUtf8(argv);
        };
        row("xterm", "xterm|-T|a title|-e|a b|c\"d");
        row("konsole", "konsole|--separate|--workdir|/w d|-p|tabtitle=a title|-e|a b|c\"d");
        row("xfce4-terminal",
            "xfce4-terminal|--disable-server|--working-directory=/w d|-T|a title|-x|a b|c\"d");
        row("gnome-terminal", "gnome-terminal|--wait|--working-directory=/w d|--title|a title|--|a b|c\"d");
        row("kitty", "kitty|--title|a title|--directory|/w d|a b|c\"d");
        row("alacritty", "alacritty|--working-directory|/w d|-t|a title|-e|a b|c\"d");
        row("foot", "foot|-D|/w d|-T|a title|a b|c\"d");
        row("x-terminal-emulator", "x-terminal-emulator|-T|a title|-e|a b|c\"d");
        row("wezterm", "wezterm|start|--always-new-process|--cwd|/w d|--|a b|c\"d");
        row("ptyxis", "ptyxis|--new-window|-d|/w d|-T|a title|--|a b|c\"d");
        row("/opt/x/xterm -fs 12", "/opt/x/xterm|-fs|12|-T|a title|-e|a b|c\"d");
        row("mine", "mine|-e|a b|c\"d");
    }
    void terminals() {
        QFETCH(QString, command);
        QFETCH(QString, argv);
        const auto call = terminal_call(command.toStdString(), "/w d", "a title", {"a b", "c\"d"});
        QVERIFY(call.ok());
        QCOMPARE(joined(call->argv), argv);
        QCOMPARE(call->folder, std::string("/w d"));
    }

    void the_choice_of_a_terminal() {
        QVERIFY(!choose_terminal({}));
        program("xterm");
        QCOMPARE(*choose_terminal({}), std::string("xterm"));
        program("foot");
        QCOMPARE(*choose_terminal({}), std::string("xterm")); // Wayland only
        QCOMPARE(*choose_terminal(facts("", "", "", true)), std::string("foot"));
        program("x-terminal-emulator");
        QCOMPARE(*choose_terminal({}), std::string("x-terminal-emulator"));
        program("konsole");
        QCOMPARE(*choose_terminal(facts("", "", "KDE")), std::string("konsole"));
        QCOMPARE(*choose_terminal(facts("", "missing", "KDE")), std::string("konsole"));
        program("mine");
        QCOMPARE(*choose_terminal(facts("", "mine -x", "KDE")), std::string("mine -x"));
        QCOMPARE(*choose_terminal(facts("xterm", "mine", "KDE")), std::string("xterm"));
        const auto wrong = choose_terminal(facts("missing", "mine", ""));
        QVERIFY(!wrong);
        QVERIFY(wrong.error().what.find("settings") != std::string::npos);
        QVERIFY(installed_terminals().size() == 4);
    }

    void editors_data() {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("argv");
        QTest::addColumn<bool>("terminal");
        QTest::addColumn<bool>("at_line");
        const auto row = [](const char* command, const char* argv, bool terminal, bool at_line) {
            QTest::newRow(command) << QString::fromUtf8(command) << QString::fromUtf8(argv) << terminal
                                   << at_line;
        };
        row("code -w", "code|-w|-g|/p x.json:41", false, true);
        row("kate", "kate|-l|41|/p x.json", false, true);
        row("gedit", "gedit|+41|/p x.json", false, true);
        row("gnome-text-editor", "gnome-text-editor|/p x.json", false, false);
        row("subl", "subl|/p x.json:41", false, true);
        row("/usr/bin/nvim", "/usr/bin/nvim|+41|/p x.json", true, true);
        row("hx", "hx|/p x.json:41", true, true);
        row("emacsclient -t -a ''", "emacsclient|-t|-a||+41|/p x.json", true, true);
        row("emacs", "emacs|+41|/p x.json", false, true);
        row("xdg-open", "xdg-open|/p x.json", false, false);
        row("whatever", "whatever|/p x.json", false, false);
    }
    void editors() {
        QFETCH(QString, command);
        QFETCH(QString, argv);
        QFETCH(bool, terminal);
        QFETCH(bool, at_line);
        const auto call = editor_call(command.toStdString(), "/p x.json", 41);
        QVERIFY(call.ok());
        QCOMPARE(joined(call->argv), argv);
        QCOMPARE(call->in_terminal, terminal);
        QCOMPARE(call->at_line, at_line);
        QCOMPARE(editor_call(command.toStdString(), "/p x.json", 0)->argv.back(), std::string("/p x.json"));
    }

    void the_choice_of_an_editor() {
        qputenv("VISUAL", "missing");
        qputenv("EDITOR", "vi -n");
        QCOMPARE(editor_from_environment(), std::string());
        program("vi");
        QCOMPARE(editor_from_environment(), std::string("vi -n"));
        qunsetenv("VISUAL");
        qunsetenv("EDITOR");
        QCOMPARE(editor_of_desktop_file("org.gnome.gedit.desktop"), std::string("gedit"));
        QCOMPARE(editor_of_desktop_file("org.gnome.TextEditor.desktop"), std::string("gnome-text-editor"));
        QCOMPARE(editor_of_desktop_file("code.desktop"), std::string("code"));
        QCOMPARE(editor_of_desktop_file(""), std::string());
    }

    void an_editor_is_opened() {
        const QString said = home_->path(QStringLiteral("said"));
        program("kate", "printf '%s|' \"$@\" > " + said.toStdString());
        qputenv("VISUAL", "kate -n");
        QString text;
        open_in_editor("/p.json", 7, {}, this, [&](const Result<std::string>& done) {
            text = QString::fromStdString(done ? *done : done.error().text());
        });
        QTRY_COMPARE(text, QStringLiteral("opened /p.json in kate, line 7"));
        QTRY_COMPARE(content(said), QByteArray("-n|-l|7|/p.json|"));
        qunsetenv("VISUAL");
        text.clear();
        open_in_editor("/p.json", 7, {}, this, [&](const Result<std::string>& done) {
            text = QString::fromStdString(done ? *done : done.error().text());
        });
        QTRY_VERIFY(text.contains(QStringLiteral("xdg-open"))); // nothing is there
    }

    void launch_files_are_private_and_checked() {
        LaunchFile file;
        file.id = fresh_launch_id();
        QCOMPARE(file.id.size(), 16);
        QVERIFY(file.id != fresh_launch_id());
        file.folder = QStringLiteral("/project");
        file.agent = QStringLiteral("claude");
        file.words = {QStringLiteral("--"), QStringLiteral("fix \"it\"\n")};
        QVERIFY(write_launch_file(file).ok());
        struct stat state {};
        QCOMPARE(::stat(launch_path(file.id)->c_str(), &state), 0);
        QCOMPARE(state.st_mode & 0777U, 0600U);
        const auto read = read_launch_file(file.id);
        QVERIFY(read.ok());
        QCOMPARE(read->words, file.words);
        ::chmod(launch_path(file.id)->c_str(), 0644);
        QVERIFY(!read_launch_file(file.id));
        for (const char* id : {"", "..", "../../../etc/x", "0123456789abcdeG", "0123456789abcdef0"})
            QVERIFY(!read_launch_file(QLatin1String(id)));
        QVERIFY(!read_launch_file(QStringLiteral("0123456789abcdef"))); // there is none
    }

    void a_launch_in_a_terminal() {
        terminal_runs("sleep 0.01");
        SessionLaunch launch(plan(), "agent-sandbox", {}, nullptr);
        launch.set_hello_limit(test::kPatienceMs);
        QSignalSpy hello(&launch, &SessionLaunch::hello);
        QSignalSpy steps(&launch, &SessionLaunch::step);
        QSignalSpy running(&launch, &SessionLaunch::running);
        QVERIFY(launch.start().ok());
        QTRY_VERIFY(content(home_->path(QStringLiteral("argv"))).endsWith('\n'));
        QCOMPARE(content(home_->path(QStringLiteral("argv"))),
                 "-T|p - agent-sandbox|-e|agent-sandbox|claude|--launch|" + launch.id().toUtf8() + "|\n");
        LaunchReport report;
        report.start(launch.id().toStdString(), "00000000000000aa", 0);
        QTRY_COMPARE(hello.size(), 1);
        QCOMPARE(hello.at(0).at(0).toString(), QStringLiteral("00000000000000aa"));
        report.step("config");
        report.step("profiles");
        report.running();
        QTRY_COMPARE(running.size(), 1);
        QCOMPARE(steps.size(), 3);
        QCOMPARE(steps.at(1).at(0).toString(), QStringLiteral("profiles"));
        QVERIFY(!QFile::exists(QString::fromStdString(*launch_path(launch.id()))));
        report.ended(0); // writes no file that nobody reads
        QVERIFY(!QFile::exists(QString::fromStdString(*launch_path(launch.id()))));
    }

    void a_launch_that_fails_says_why() {
        terminal_runs(":");
        SessionLaunch launch(plan(), "agent-sandbox", {}, nullptr);
        launch.set_hello_limit(test::kPatienceMs);
        QSignalSpy failed(&launch, &SessionLaunch::failed);
        QVERIFY(launch.start().ok());
        LaunchReport report;
        report.start(launch.id().toStdString(), "00000000000000aa", 0);
        report.failed("config: no such file", 1);
        report.ended(1);
        QTRY_COMPARE(failed.size(), 1);
        QCOMPARE(failed.at(0).at(0).toString(), QStringLiteral("config: no such file"));
    }

    void a_terminal_that_does_not_start_anything() {
        terminal_runs("echo 'cannot open display' >&2; exit 1");
        SessionLaunch launch(plan(), "agent-sandbox", {}, nullptr);
        launch.set_hello_limit(test::kPatienceMs);
        QSignalSpy failed(&launch, &SessionLaunch::failed);
        QVERIFY(launch.start().ok());
        QString said = QString::fromStdString(*launch_path(launch.id()));
        said.replace(QStringLiteral(".json"), QStringLiteral(".out"));
        QTRY_VERIFY(content(said).endsWith('\n'));
        launch.set_hello_limit(0); // only now: what it says until then is told
        QTRY_COMPARE(failed.size(), 1);
        QVERIFY(failed.at(0).at(0).toString().contains(QStringLiteral("cannot open display")));
        QVERIFY(QDir(QString::fromStdString(*runtime_dir())).isEmpty());
    }

    void one_prompt_without_a_terminal() {
        program("agent-sandbox", "printf '%s|' \"$@\"; echo said; echo oops >&2");
        LaunchPlan one = plan();
        one.in_terminal = false;
        SessionLaunch launch(one, home_->path(QStringLiteral("bin/agent-sandbox")).toStdString(), {},
                             nullptr);
        launch.set_hello_limit(test::kPatienceMs);
        QByteArray output;
        connect(&launch, &SessionLaunch::output, this, [&](const QByteArray& more) { output += more; });
        QSignalSpy ended(&launch, &SessionLaunch::ended);
        QVERIFY(launch.start().ok());
        QTRY_VERIFY(output.contains("oops"));
        QVERIFY(output.startsWith("--no-gui|claude|--launch|"));
        LaunchReport report;
        report.start(launch.id().toStdString(), "00000000000000aa", 0);
        report.running();
        report.ended(3);
        QTRY_COMPARE(ended.size(), 1);
        QCOMPARE(ended.at(0).at(0).toInt(), 3);
    }

    void a_folder_that_is_not_there() {
        LaunchPlan wrong = plan();
        wrong.folder = home_->path(QStringLiteral("nowhere"));
        SessionLaunch launch(wrong, "agent-sandbox", {}, nullptr);
        QVERIFY(!launch.start());
    }

private:
    LaunchPlan plan() const {
        LaunchPlan plan;
        plan.folder = home_->path(QStringLiteral("p"));
        QDir().mkpath(plan.folder);
        plan.arguments = {QStringLiteral("-p"), QStringLiteral("say hi")};
        return plan;
    }
    void program(const char* name, const std::string& script = ":") const {
        const QString path = home_->path(QStringLiteral("bin/") + QLatin1String(name));
        static_cast<void>(write_file_atomically(path.toStdString(), "#!/bin/sh\n" + script + '\n', 0755));
    }
    /// Its argv goes to the file `argv`.
    void terminal_runs(const std::string& script) const {
        program("xterm", "printf '%s|' \"$@\" > '" + home_->path(QStringLiteral("argv.new")).toStdString()
                             + "'; echo >> '" + home_->path(QStringLiteral("argv.new")).toStdString()
                             + "'; /bin/mv '" + home_->path(QStringLiteral("argv.new")).toStdString() + "' '"
                             + home_->path(QStringLiteral("argv")).toStdString() + "'; " + script);
    }
    static QByteArray content(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    std::unique_ptr<SessionHome> home_;
    QByteArray path_before_;
};

QTEST_GUILESS_MAIN(DesktopTest)
#include "desktop_test.moc"
