#include "core/commands/init.h"

#include "core/base/fd.h"
#include "core/base/paths.h"
#include "core/base/wire.h"
#include "core/commands/doctor_nono.h"
#include "core/commands/init_templates.h"
#include "core/config/config.h"
#include "tests/support/files.h"
#include "tests/support/patience.h"
#include "tests/support/required_tool.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

using namespace asb;
using namespace asb::test;
using Strings = std::vector<std::string>;

namespace {

bool contains(const Strings& list, const std::string& item) {
    return std::find(list.begin(), list.end(), item) != list.end();
}

/// What a function prints on stdout and stderr.
class Captured {
public:
    Captured() {
        std::fflush(nullptr);
        for (int i = 0; i < 2; ++i) {
            saved_[i].reset(::fcntl(i + 1, F_DUPFD_CLOEXEC, 3));
            file_[i] = std::make_unique<QFile>(folder_.filePath(QString::number(i)));
            static_cast<void>(file_[i]->open(QIODevice::ReadWrite));
            ::dup2(file_[i]->handle(), i + 1);
        }
    }
    ~Captured() { restore(); }
    QByteArray text() {
        restore();
        return content(file_[0]->fileName()) + content(file_[1]->fileName());
    }

private:
    void restore() {
        std::fflush(nullptr);
        for (int i = 0; i < 2; ++i) {
            if (saved_[i])
                ::dup2(saved_[i].get(), i + 1);
            saved_[i].reset();
        }
    }

    QTemporaryDir folder_;
    Fd saved_[2];
    std::unique_ptr<QFile> file_[2];
};

} // namespace

class InitTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        path_variable_ = qgetenv("PATH");
        nono_ = find_program("nono");
        hide_broken_cgroups();
    }

    void init() {
        qputenv("PATH", path_variable_);
        folder_ = std::make_unique<QTemporaryDir>();
        QVERIFY(QDir().mkpath(path("home")));
        qputenv("HOME", path("home").toLocal8Bit());
        qputenv("XDG_STATE_HOME", path("home/state").toLocal8Bit());
        qputenv("XDG_CONFIG_HOME", path("home/config").toLocal8Bit());
        qunsetenv("CLAUDE_CONFIG_DIR");
    }

    void placeholders_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("filled");
        const auto row = [](const char* name, const char* text, const char* filled) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(filled);
        };
        row("none", "a\n\nb\n", "a\n\nb\n");
        row("list with comma", "  \"@@TWO@@\",\n", "  \"/a\",\n  \"/b\",\n");
        row("list at the end", "  \"@@TWO@@\"\n", "  \"/a\",\n  \"/b\"\n");
        row("empty list", "[\n  \"@@NONE@@\"\n]\n", "[\n]\n");
        row("inside", "  \"@@ONE@@/x\", \"@@ONE@@\"\n", "  \"/one/x\", \"/one\"\n");
        row("escaped", "x \"@@ODD@@\"\n", "x \"a\\\"b\\\\c\\u000ad\"\n");
        row("escaped in a list", "\"@@ODD@@\",\n", "\"a\\\"b\\\\c\\u000ad\",\n");
        row("nono's own tokens stay", "\"@git:worktree\" a@@b\n", "\"@git:worktree\" a@@b\n");
        row("no last newline", "a", "a\n");
    }

    void placeholders() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, filled);
        const TemplateValues values = {
            {"ONE", {"/one"}}, {"TWO", {"/a", "/b"}}, {"NONE", {}}, {"ODD", {"a\"b\\c\nd"}}};
        const Result<std::string> result = fill_template(text.toStdString(), values);
        QVERIFY2(result.ok(), result ? "" : result.error().what.c_str());
        QCOMPARE(*result, filled.toStdString());
    }

    void badPlaceholders() {
        QVERIFY(!fill_template("\"@@OTHER@@\"\n", {}));
        QVERIFY(!fill_template("x @@OTHER@@\n", {}));
        QVERIFY(!fill_template("x @@TWO@@\n", {{"TWO", {"a", "b"}}}));
        QVERIFY(!fill_template("x @@TWO@@\n", {{"TWO", {}}}));
        QVERIFY(!fill_template("\"@@BAD@@\"\n", {{"BAD", {"\xff"}}}));
    }

    void everyPlaceholderHasValues() {
        const Result<std::vector<FilledTemplate>> templates = filled_templates(find_machine_values());
        QVERIFY2(templates.ok(), templates ? "" : templates.error().what.c_str());
        QCOMPARE(templates->size(), std::size_t{3});
        for (const FilledTemplate& item : *templates)
            QVERIFY2(item.text.find("@@") == std::string::npos, item.name.c_str());
    }

    void configNamesBothProfiles() {
        write_templates();
        const Result<Config> config = load_config(project("agent-sandbox.toml"));
        QVERIFY2(config.ok(), config ? "" : config.error().text().c_str());
        const AgentConfig agent = *agent_config(*config, "claude");
        QVERIFY(check_profile_files(*config, agent).ok());
        QCOMPARE(agent.mediation, Mediation::Shell);
        QVERIFY(config->accepted_risks.empty());
    }

    void commandTemplateLetsNothingSecretIn() {
        write_templates();
        const Result<Profile> profile = read_profile(project("command-profile.json"));
        QVERIFY2(profile.ok(), profile ? "" : profile.error().what.c_str());
        QCOMPARE(ways_in(*profile, wire::kSocketVariable), Strings{});
        for (const char* name : {"ANTHROPIC_API_KEY", "CLAUDE_CODE_OAUTH_TOKEN", "SSH_AUTH_SOCK",
                                 "AWS_SECRET_ACCESS_KEY", "DBUS_SESSION_BUS_ADDRESS", "NONO_ALLOW"})
            QCOMPARE(ways_in(*profile, name), Strings{});
        QVERIFY(profile->environment.allow_vars.has_value());
        QCOMPARE(profile->network.mode, NetworkMode::Blocked);
        QVERIFY(contains(profile->groups_exclude, "system_write_linux"));
        QVERIFY(contains(profile->filesystem.at("allow"), "$XDG_RUNTIME_DIR"));
        QCOMPARE(profile->environment.set_vars.at("TMPDIR"), std::string("$XDG_RUNTIME_DIR"));
        for (const char* key : {"read", "allow", "write"}) {
            const auto list = profile->filesystem.find(key);
            QVERIFY(list == profile->filesystem.end() || !contains(list->second, "$HOME"));
        }
    }

    void commandTemplateRefusesPushWithAReason() {
        write_templates();
        const Result<Profile> profile = read_profile(project("command-profile.json"));
        const CommandEdge* edge = profile->command("git")->edge_from("session");
        QCOMPARE(edge->default_decision, std::string("allow"));
        QCOMPARE(*edge->rules.at(0).contains, Strings{"push"});
        QVERIFY(!edge->rules.at(0).reason.empty());
        QVERIFY(edge->rules.at(0).reason.find('\n') == std::string::npos);
        // Measured: with this token a few calls of many parallel ones fail.
        for (const std::string& path : edge->fs_read_file)
            QVERIFY(path.find("@git:config-files") == std::string::npos);
    }

    void agentTemplateHasWhatALaunchNeeds() {
        write_templates();
        const Result<Profile> profile = read_profile(project("claude-profile.json"));
        QVERIFY2(profile.ok(), profile ? "" : profile.error().what.c_str());
        for (const char* name :
             {"AGENT_SANDBOX_EXECD_SOCKET", "CLAUDE_CONFIG_DIR", "CLAUDE_CODE_TMPDIR", "CLAUDE_CODE_SHELL",
              "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "PATH", "HOME", "TERM"})
            QVERIFY2(profile->environment.passes(name), name);
        QVERIFY(!profile->environment.passes("SSH_AUTH_SOCK"));
        QCOMPARE(profile->environment.set_vars.at("SHLVL"), std::string("1"));
        QCOMPARE(profile->workdir, WorkdirAccess::ReadWrite);
        QCOMPARE(profile->network.mode, NetworkMode::Filtered);
        QCOMPARE(profile->af_unix_mediation, std::string("pathname"));
        QVERIFY(contains(profile->groups_exclude, "system_write_linux"));
        QVERIFY(contains(profile->filesystem.at("read"), "$HOME/.claude"));
        QVERIFY(!contains(profile->filesystem.at("allow"), "$HOME/.claude"));
        QVERIFY(!profile->has_command_policies);
        QVERIFY(profile->builtin_bases.empty() && profile->files.size() == 1); // self-contained
    }

    void anotherConfigFolderIsTaken() {
        qputenv("CLAUDE_CONFIG_DIR", "/srv/claude \"settings\"");
        write_templates();
        const Result<Profile> profile = read_profile(project("claude-profile.json"));
        QVERIFY(contains(profile->filesystem.at("read"), "/srv/claude \"settings\""));
        qputenv("CLAUDE_CONFIG_DIR", path("home/cc").toLocal8Bit());
        QCOMPARE(find_machine_values().at("CLAUDE_CONFIG"), Strings{"$HOME/cc"});
    }

    void writesOnceAndNeverOver() {
        ASB_REQUIRE_TOOL("nono");
        const std::string target = path("new/folder").toStdString();
        QCOMPARE(run({"--dir", target}), 0);
        QVERIFY2(said_.count("written ") == 3, said_.constData());
        QVERIFY(said_.contains("agent-sandbox doctor"));
        write(path("new/folder/agent-sandbox.toml"), "# mine\n");
        QVERIFY(QFile::remove(path("new/folder/claude-profile.json")));
        QVERIFY(QFile::remove(path("new/folder/command-profile.json")));
        QVERIFY(QFile::link(path("nowhere"), path("new/folder/claude-profile.json")));
        QCOMPARE(run({"--dir=" + target}), 0);
        QVERIFY2(said_.count("skipped") == 2 && said_.count("written ") == 1, said_.constData());
        QCOMPARE(content(path("new/folder/agent-sandbox.toml")), QByteArray("# mine\n"));
        QVERIFY(!QFile::exists(path("nowhere")));
        QCOMPARE(run({"--dir", target}), 0);
        QVERIFY(said_.contains("Nothing to do"));
    }

    void withoutNonoNothingIsWritten() {
        qputenv("PATH", "/nowhere");
        QCOMPARE(run({"--dir", path("target").toStdString()}), 1);
        QVERIFY2(said_.contains("nono"), said_.constData());
        QVERIFY(!QFile::exists(path("target")));
    }

    void whatNonoRefusesIsNotWritten_data() {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("validation") << QByteArray(
            "#!/bin/sh\necho '{\"valid\": false, \"errors\": [\"odd key\"]}'\nexit 1\n")
                                    << QByteArray("odd key");
        QTest::newRow("no answer") << QByteArray("#!/bin/sh\necho broken >&2\nexit 3\n")
                                   << QByteArray("broken");
        QTest::newRow("dry run") << QByteArray(
            "#!/bin/sh\ncase \"$*\" in *validate*) echo '{\"valid\": true}'; exit 0;; esac\n"
            "echo 'nono: overlaps' >&2\nexit 1\n")
                                 << QByteArray("nono: overlaps");
    }

    void whatNonoRefusesIsNotWritten() {
        QFETCH(QByteArray, script);
        QFETCH(QByteArray, said);
        QVERIFY(QDir().mkpath(path("bin")));
        write(path("bin/nono"), script, true);
        qputenv("PATH", path("bin").toLocal8Bit() + ":/usr/bin:/bin");
        QCOMPARE(run({"--dir", path("target").toStdString()}), 1);
        QVERIFY2(said_.contains(said) && said_.contains("nothing was written"), said_.constData());
        QVERIFY(!QFile::exists(path("target")));
    }

    void wrongWordsAreUsageErrors() {
        QCOMPARE(run({"here"}), 2);
        QVERIFY(said_.contains("\"here\" is not understood"));
        QCOMPARE(run({"--dir"}), 2);
        QCOMPARE(run({"--dir="}), 2);
        QVERIFY(said_.contains("--dir needs a value"));
        QCOMPARE(run({"--dri", "x"}), 2);
        QVERIFY(said_.contains("did you mean --dir?"));
    }

    void aHomeIsNoProject() {
        QVERIFY(QDir().mkpath(path("home/project")));
        for (const QString& place :
             {path("home"), path("home/."), path("home/project/.."), path("."), QString("/")}) {
            QCOMPARE(run({"--dir", place.toStdString()}), 1);
            QVERIFY2(said_.contains("home folder") && said_.contains("--dir"), said_.constData());
        }
        QVERIFY(QDir(path("home")).entryList({"*.toml", "*.json"}).isEmpty());
    }

    void templatesWorkUnderNono() {
        ASB_REQUIRE_TOOL("nono");
        write_templates();
        const std::string git = find_program("git");
        ASB_REQUIRE_TOOL("git");
        const auto scratch = ScratchFolder::make();
        QVERIFY(scratch.ok());
        const std::string folder = path("project").toStdString();
        QVERIFY(run_process({{git, "init", "-q"}, current_environment(), folder, 5000}).succeeded());
        const auto inside = [&](Strings program) {
            SandboxCommand command = side_command(Side::Command, nono_, project("command-profile.json"),
                                                  WorkdirAccess::None, folder, **scratch, std::move(program));
            command.grants.read_file.clear();
            Environment environment = side_environment(Side::Command, command, **scratch);
            set_variable(environment, "XDG_STATE_HOME", (*scratch)->nono_state());
            set_variable(environment, "SECRET_TOKEN", "x");
            return run_process({run_argv(command), environment, folder, 20000});
        };
        const ProcessResult push = inside({"git", "push"});
        QCOMPARE(push.status, 126);
        QVERIFY2(push.errors.find("pushing is for people") != std::string::npos, push.errors.c_str());
        const ProcessResult commit = inside(
            {"git", "-c", "user.name=a", "-c", "user.email=b", "commit", "-q", "--allow-empty", "-m", "x"});
        QVERIFY2(commit.succeeded() && commit.errors.empty(), commit.errors.c_str());
        const ProcessResult names = inside({"env"});
        QVERIFY(names.output.find("TMPDIR=" + (*scratch)->run().command_temp()) != std::string::npos);
        for (const char* name : {"SECRET_TOKEN", "AGENT_SANDBOX_EXECD_SOCKET", "XDG_RUNTIME_DIR"})
            QVERIFY2(names.output.find(name) == std::string::npos, name);
        const ProcessResult temp = inside({"mktemp"});
        QVERIFY2(temp.succeeded(), temp.errors.c_str());
        QVERIFY(inside({"ls", path("home").toStdString()}).status != 0);
        if (!find_program("gcc").empty()) {
            write(path("project/a.c"), "#include <stdio.h>\nint main(void) { return puts(\"x\") < 0; }\n");
            const ProcessResult built = inside({"gcc", "a.c", "-o", "a"});
            QVERIFY2(built.succeeded(), built.errors.c_str());
            QCOMPARE(inside({"./a"}).output, std::string("x\n"));
        }
    }

    void nothingIsLeftBehind() {
        ASB_REQUIRE_TOOL("nono");
        const QStringList before =
            QDir(QStringLiteral("/var/tmp")).entryList({QStringLiteral("asb-*")}, QDir::AllEntries);
        QCOMPARE(run({"--dir", path("target").toStdString()}), 0);
        // nono makes its own settings and state folders; of ours there is nothing left.
        QVERIFY(QDir(path("home/state/agent-sandbox/checks"))
                    .isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
        // What other programs have there at this moment is locked by them, or goes with them.
        for (const QString& name :
             QDir(QStringLiteral("/var/tmp")).entryList({QStringLiteral("asb-*")}, QDir::AllEntries)) {
            const QString folder = QStringLiteral("/var/tmp/") + name;
            QTRY_VERIFY(before.contains(name) || !QFileInfo::exists(folder + QStringLiteral("/p"))
                        || is_in_use(folder));
        }
    }

private:
    /// Somebody who lives holds its lock.
    static bool is_in_use(const QString& folder) {
        const Fd lock(
            ::open((folder + QStringLiteral("/lock")).toLocal8Bit().constData(), O_RDONLY | O_CLOEXEC));
        return lock && ::flock(lock.get(), LOCK_SH | LOCK_NB) != 0;
    }
    QString path(const char* name) const { return folder_->filePath(QString::fromUtf8(name)); }
    std::string project(const char* name) const { return path("project/").toStdString() + name; }

    int run(const Strings& arguments) {
        Captured captured;
        const int status = run_init(arguments);
        said_ = captured.text();
        return status;
    }

    void write_templates() const {
        QVERIFY(QDir().mkpath(path("project")));
        const Result<std::vector<FilledTemplate>> templates = filled_templates(find_machine_values());
        QVERIFY(templates.ok());
        for (const FilledTemplate& item : *templates)
            write(QString::fromStdString(project(item.name.c_str())), QByteArray::fromStdString(item.text));
    }

    std::unique_ptr<QTemporaryDir> folder_;
    QByteArray path_variable_;
    QByteArray said_;
    std::string nono_;
};

QTEST_GUILESS_MAIN(InitTest)
#include "init_test.moc"
