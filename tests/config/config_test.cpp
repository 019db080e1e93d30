#include "core/base/nearest.h"
#include "core/config/config.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace asb;

namespace {

void write(const QString& path, const QByteArray& text) {
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text), text.size());
}

} // namespace

class ConfigTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        QVERIFY(folder_->isValid());
        qputenv("HOME", path("home").toLocal8Bit());
        qputenv("XDG_CONFIG_HOME", path("home/.config").toLocal8Bit());
        QVERIFY(QDir().mkpath(path("home")));
        QVERIFY(QDir().mkpath(path("project/sub")));
    }

    void emptyFileGivesDefaults() {
        write(path("project/agent-sandbox.toml"), "");
        const Result<Config> config = load();
        QVERIFY2(config.ok(), what(config));
        QCOMPARE(config->command_profile, text("project/command-profile.json"));
        QCOMPARE(config->config_path, text("project/agent-sandbox.toml"));
        QVERIFY(config->user_config_path.empty());
        QVERIFY(config->accepted_risks.empty());
        QCOMPARE(config->agents.size(), std::size_t{1});
        const AgentConfig agent = *agent_config(*config, "claude");
        QCOMPARE(agent.program, std::string("claude"));
        QCOMPARE(agent.profile, text("project/claude-profile.json"));
        QCOMPARE(agent.mediation, Mediation::Shell);
    }

    void everyKeyIsRead() {
        write(path("project/agent-sandbox.toml"),
              "command_profile = '~/c.json'\n"
              "accept_risks = ['writable-programs', 'writable-nono-folder']\n"
              "[agents.claude]\nprofile = '/abs/../p.json'\nmediation = 'ask'\n"
              "program = 'bin/claude'\n[agents.demo]\nmediation = 'rewrite'\n");
        const Result<Config> config = load();
        QVERIFY2(config.ok(), what(config));
        QCOMPARE(config->command_profile, text("home/c.json"));
        QVERIFY(config->accepts(risk::writable_programs));
        QVERIFY(config->accepts(risk::writable_nono_folder));
        QVERIFY(!config->accepts(risk::writable_socket_folder));
        const AgentConfig agent = *agent_config(*config, "claude");
        QCOMPARE(agent.profile, std::string("/p.json"));
        QCOMPARE(agent.program, text("project/bin/claude"));
        QCOMPARE(agent.mediation, Mediation::Ask);
        QCOMPARE(agent_config(*config, "demo")->mediation, Mediation::Rewrite);
        QCOMPARE(agent_config(*config, "demo")->profile, text("project/demo-profile.json"));
        QVERIFY(!agent_config(*config, "other"));
    }

    void projectWinsOverUserKeyByKey() {
        write(path("home/.config/agent-sandbox/config.toml"),
              "command_profile = 'user.json'\naccept_risks = ['writable-programs']\n"
              "[agents.claude]\nprofile = 'user-claude.json'\nmediation = 'ask'\nprogram = '~/bin/claude'\n");
        write(path("project/agent-sandbox.toml"),
              "accept_risks = []\n[agents.claude]\nmediation = 'shell'\n");
        const Result<Config> config = load();
        QVERIFY2(config.ok(), what(config));
        QCOMPARE(config->user_config_path, text("home/.config/agent-sandbox/config.toml"));
        // A relative path of the user's file is against the project file's folder too.
        QCOMPARE(config->command_profile, text("project/user.json"));
        QVERIFY(config->accepted_risks.empty());
        const AgentConfig agent = *agent_config(*config, "claude");
        QCOMPARE(agent.profile, text("project/user-claude.json"));
        QCOMPARE(agent.mediation, Mediation::Shell);
        QCOMPARE(agent.program, text("home/bin/claude"));
    }

    void blankValuesMeanTheDefault() {
        write(path("project/agent-sandbox.toml"),
              "command_profile = '  '\n[agents.claude]\nmediation = ''\n");
        const Result<Config> config = load();
        QVERIFY2(config.ok(), what(config));
        QCOMPARE(config->command_profile, text("project/command-profile.json"));
    }

    void relativeConfigPathIsAgainstTheCurrentFolder() {
        write(path("project/agent-sandbox.toml"), "");
        const QString before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(path("project/sub")));
        const Result<Config> config = load_config("../agent-sandbox.toml");
        QVERIFY(QDir::setCurrent(before));
        QVERIFY2(config.ok(), what(config));
        QVERIFY(QFile::exists(QString::fromStdString(config->config_path)));
        QCOMPARE(QFileInfo(QString::fromStdString(config->command_profile)).fileName(),
                 QStringLiteral("command-profile.json"));
    }

    void missingFileNamesInit() {
        const Result<Config> config = load();
        QVERIFY(!config);
        QCOMPARE(config.error().code, ENOENT);
        QVERIFY(config.error().hint.find("agent-sandbox init") != std::string::npos);
    }

    void faultsAreToldWithTheirPlace_data() {
        QTest::addColumn<QByteArray>("toml");
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("told");
        QTest::addColumn<QString>("hint");
        const auto row = [](const char* name, const char* toml, const char* place, const char* told,
                            const char* hint) {
            QTest::newRow(name) << QByteArray(toml) << QString::fromUtf8(place) << QString::fromUtf8(told)
                                << QString::fromUtf8(hint);
        };
        row("syntax", "command_profile = \n", ":1:", "not valid TOML", "quotes");
        row("syntax on line 3", "\n\n[agents.claude\n", ":3:", "not valid TOML", "");
        row("twice", "command_profile = 'a'\ncommand_profile = 'b'\n", ":2:", "not valid TOML", "");
        row("unknown key", "command_profle = 'x'\n", ":1:1", "command_profle", "'command_profile'");
        row("unknown far away", "\n  zzz = 1\n", ":2:3", "zzz", "known here: command_profile");
        row("removed table", "[sandbox]\nx = 1\n", ":1:", "sandbox", "");
        row("unknown agent key", "[agents.claude]\nprofil = 'x'\n", ":2:1", "profil", "'profile'");
        row("unknown agent", "[agents.cluade]\nprofile = 'x'\n", ":1:", "cluade", "'claude'");
        row("unknown mediation", "[agents.claude]\nmediation = 'shel'\n", ":2:13", "shel", "'shell'");
        row("unknown risk", "accept_risks = ['writable-program']\n", ":1:17", "writable-program",
            "'writable-programs'");
        row("wrong type", "command_profile = 3\n", ":1:", "string", "");
        row("risks no list", "accept_risks = 'writable-programs'\n", ":1:", "list", "");
        row("risk no string", "accept_risks = [1]\n", ":1:", "list of names", "");
        row("agents no table", "agents = 1\n", ":1:", "table", "");
        row("agent no table", "[agents]\nclaude = 'x'\n", ":2:", "table", "");
        row("NUL in a path", "command_profile = \"a\\u0000b\"\n", ":1:", "NUL", "");
        row("bad UTF-8", "command_profile = '\xff'\n", ":1:", "not valid TOML", "");
    }

    void faultsAreToldWithTheirPlace() {
        QFETCH(QByteArray, toml);
        QFETCH(QString, place);
        QFETCH(QString, told);
        QFETCH(QString, hint);
        write(path("project/agent-sandbox.toml"), toml);
        const Result<Config> config = load();
        QVERIFY(!config);
        const QString text = QString::fromStdString(config.error().what);
        QVERIFY2(text.contains(QStringLiteral("agent-sandbox.toml") + place), qPrintable(text));
        QVERIFY2(text.contains(told), qPrintable(text));
        QVERIFY2(QString::fromStdString(config.error().hint).contains(hint), config.error().hint.c_str());
    }

    void faultInTheUserFileNamesIt() {
        write(path("home/.config/agent-sandbox/config.toml"), "x = 1\n");
        write(path("project/agent-sandbox.toml"), "");
        const Result<Config> config = load();
        QVERIFY(!config);
        QVERIFY(config.error().what.find("config.toml:1:1") != std::string::npos);
    }

    void userFileThatIsNoFileIsNotPassedOver() {
        QVERIFY(QDir().mkpath(path("home/.config/agent-sandbox/config.toml")));
        write(path("project/agent-sandbox.toml"), "");
        QVERIFY(!load());
    }

    void hostileFilesEndInErrors() {
        write(path("project/agent-sandbox.toml"), QByteArray(2 << 20, '#'));
        QVERIFY(!load());
        write(path("project/agent-sandbox.toml"), "a = " + QByteArray(100000, '['));
        QVERIFY(!load());
        write(path("project/agent-sandbox.toml"), QByteArray("\0\0", 2));
        QVERIFY(!load());
    }

    void profileFilesAreLookedAt() {
        write(path("project/agent-sandbox.toml"), "");
        const Result<Config> config = load();
        const AgentConfig agent = *agent_config(*config, "claude");
        Status status = check_profile_files(*config, agent);
        QVERIFY(!status);
        QVERIFY(status.error().what.find("claude-profile.json") != std::string::npos);
        QVERIFY(status.error().hint.find("[agents.claude] profile") != std::string::npos);
        write(path("project/claude-profile.json"), "{}");
        status = check_profile_files(*config, agent);
        QVERIFY(!status);
        QVERIFY(status.error().hint.find("command_profile") != std::string::npos);
        QVERIFY(QDir().mkpath(path("project/command-profile.json")));
        QVERIFY(check_profile_files(*config, agent).error().what.find("regular") != std::string::npos);
        QVERIFY(QDir().rmdir(path("project/command-profile.json")));
        write(path("project/command-profile.json"), "{}");
        QVERIFY(check_profile_files(*config, agent).ok());
    }

    void mediationWordsGoBothWays() {
        for (const Mediation mediation : {Mediation::Shell, Mediation::Ask, Mediation::Rewrite})
            QCOMPARE(parse_mediation(to_string(mediation)), mediation);
        QVERIFY(!parse_mediation("Shell"));
        QVERIFY(!parse_mediation(""));
    }

    void nearestNameIsNear() {
        QCOMPARE(nearest_name("porfile", {"profile", "program"}), std::string("profile"));
        QCOMPARE(nearest_name("x", {"profile", "program"}), std::string());
        QCOMPARE(nearest_name(std::string(1000, 'a'), {std::string(1000, 'a')}), std::string());
    }

private:
    QString path(const char* name) const { return folder_->filePath(QString::fromUtf8(name)); }
    std::string text(const char* name) const { return path(name).toStdString(); }
    Result<Config> load() const { return load_config(text("project/agent-sandbox.toml")); }
    template <typename T>
    static const char* what(const Result<T>& result) {
        static std::string kept;
        kept = result ? std::string() : result.error().text();
        return kept.c_str();
    }

    std::unique_ptr<QTemporaryDir> folder_;
};

QTEST_GUILESS_MAIN(ConfigTest)
#include "config_test.moc"
