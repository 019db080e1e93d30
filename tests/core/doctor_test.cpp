// doctor as a program: this test's own file, copied into a prefix of its own, is the session program of these
// runs.
#include "core/commands/doctor.h"

#include "core/base/paths.h"
#include "core/commands/doctor_process.h"
#include "core/commands/init.h"
#include "tests/support/files.h"
#include "tests/support/required_tool.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <unistd.h>

using namespace asb;
using namespace asb::test;
using Strings = std::vector<std::string>;

class DoctorTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        ASB_REQUIRE_TOOL("nono");
        hide_broken_cgroups();
        adopt_orphans();
        // Not where the caller's TMPDIR says: these checks are about what lies below /var/tmp and what does
        // not.
        folder_ = std::make_unique<QTemporaryDir>(QStringLiteral("/tmp/asb-doctor-test-XXXXXX"));
        QVERIFY(folder_->isValid());
        for (const char* name : {"prefix", "bin", "pristine"})
            QVERIFY(QDir().mkpath(path(name)));
        QVERIFY(QFile::copy(QCoreApplication::applicationFilePath(), path("prefix/agent-sandbox-session")));
        QVERIFY(QFile::link(QStringLiteral("agent-sandbox-session"), path("prefix/agent-sandbox-bash")));
        write(path("bin/claude"), "#!/bin/sh\necho '9.9.9 (Claude Code)'\n", true);
        place_ = make_place(QStringLiteral("own"));
        const ProcessResult made = run({"init", "--dir", path("pristine").toStdString()});
        QVERIFY2(made.succeeded(), made.errors.c_str());
    }

    void init() { fill(place_); }

    void everythingHoldsWithTheTemplates() {
        const QJsonObject report = doctor();
        QVERIFY2(report[QStringLiteral("ok")].toBool(), shown_.constData());
        QCOMPARE(status_, 0);
        for (const char* name :
             {"nono", "kernel", "declared commands", "profiles", "agent sandbox starts",
              "command sandbox starts", "agent variables", "socket variable", "exec socket", "own programs",
              "nono's folder", "forbidden read", "agent network", "agent settings", "agent program"})
            QVERIFY2(state(report, name) == QStringLiteral("ok"), name);
        QVERIFY(shown_.contains("9.9.9"));
    }

    void plantedFaultsAreFound_data() {
        QTest::addColumn<std::size_t>("number");
        const auto row = [this](const char* name, const QString& file, const char* from, const char* to,
                                const char* check, const char* told) {
            QTest::newRow(name) << faults_.size();
            faults_.push_back({file, from, to, check, told, nullptr});
        };
        row("commands may write nono's folder", command_, "\"exclude\": [\"system_write_linux\"]",
            "\"exclude\": []", "nono's folder", "must be refused");
        row("commands may read everything there", command_, "\"/dev/shm\"]", "\"/dev/shm\", \"/var/tmp\"]",
            "forbidden read", "must be refused");
        row("commands may write the socket's folder", command_, "\"/dev/shm\"]",
            "\"/dev/shm\", \"/var/tmp\"]", "exec socket", "must be refused");
        row("commands may replace our programs", command_, "\"/dev/shm\"]", "\"/dev/shm\", \"PREFIX\"]",
            "own programs", "must be refused");
        row("socket variable by name", command_, "\"allow_vars\": [\"PATH\", \"HOME\", \"USER\", \"LOGNAME\"",
            "\"allow_vars\": [\"PATH\", \"AGENT_SANDBOX_EXECD_SOCKET\"", "socket variable", "measured");
        row("socket variable by pattern", command_,
            "\"allow_vars\": [\"PATH\", \"HOME\", \"USER\", \"LOGNAME\"",
            "\"allow_vars\": [\"PATH\", \"A*_SOCKET\"", "socket variable", "A*_SOCKET");
        row("no list at all", command_,
            "\"allow_vars\": [\"PATH\", \"HOME\", \"USER\", \"LOGNAME\", \"LANG\", \"LC_*\", \"TZ\"],", "",
            "socket variable", "there is no list");
        row("socket variable for one command", command_, "\"GIT_*\"", "\"AGENT_*\"", "socket variable",
            "commands.git.from.session");
        row("agent without the socket variable", agent_, "\"AGENT_SANDBOX_EXECD_SOCKET\", ", "",
            "agent variables", "does not reach the agent");
        row("agent without its temporary folder's name", agent_, "\"CLAUDE_CODE_TMPDIR\", ", "",
            "agent variables", "CLAUDE_CODE_TMPDIR does not reach");
        row("agent's filter is not in force", agent_, "\"af_unix_mediation\": \"pathname\"",
            "\"sandbox_policy\": \"external\"", "agent network", "the sandbox must refuse");
        row("agent may write its settings", agent_, "\"$HOME/.claude/projects\"", "\"$HOME/.claude\"",
            "agent settings", "must be refused");
        row("agent may read everything there", agent_, "\"$HOME/.claude/projects\"", "\"/var/tmp\"",
            "forbidden read", "must be refused");
        row("agent without a working directory", agent_, "\"access\": \"readwrite\"", "\"access\": \"none\"",
            "profiles", "workdir.access");
        row("key that nono does not know", command_, "\"workdir\"", "\"workdri\"", "profiles", "workdri");
        row("syntax", agent_, "\"meta\": {", "\"meta\" {", "profiles", ":5:");
        row("missing base", agent_, "\"meta\": {", "\"extends\": \"gone\", \"meta\": {", "profiles", "gone");
        row("missing folder of programs", command_, "\"executable_dirs\": [",
            "\"executable_dirs\": [\"/no/such/folder\",", "profile paths", "/no/such/folder");
        row("missing executable", command_, "\"git\": {", "\"git\": { \"executable\": \"/no/such/git\",",
            "profile paths", "/no/such/git");
        row("unknown key of the configuration", config_, "mediation", "mediatoin", "configuration",
            "mediatoin");
        row("missing profile", config_, "\"claude-profile.json\"", "\"gone.json\"", "profiles", "gone.json");
        row("missing agent", config_, "program = \"claude\"", "program = \"no-such-agent\"", "agent program",
            "no-such-agent");
    }

    void plantedFaultsAreFound() {
        QFETCH(std::size_t, number);
        // A run waits most of its time: the next ones are started with this one.
        for (std::size_t i = number; i < std::min(number + kAtOnce, faults_.size()); ++i)
            start(i);
        Fault& fault = faults_[number];
        QVERIFY2(fault.run != nullptr, "the fault could not be planted");
        QVERIFY(fault.run->waitForFinished(60000));
        QCOMPARE(fault.run->exitCode(), 1);
        const QByteArray output = fault.run->readAllStandardOutput();
        note_scratch(output);
        const QJsonObject report = QJsonDocument::fromJson(output).object();
        QVERIFY(!report[QStringLiteral("ok")].toBool());
        QVERIFY2(state(report, fault.check) == QStringLiteral("failed"), output.constData());
        const QJsonObject found = find(report, fault.check);
        const QByteArray details = QJsonDocument(found[QStringLiteral("details")].toArray()).toJson();
        QVERIFY2(details.contains(fault.told), details.constData());
        QVERIFY2(!found[QStringLiteral("hint")].toString().isEmpty(), details.constData());
    }

    void acceptedRisksAreToldAndDoNotFail() {
        plant(command_, "\"/dev/shm\"]", "\"/dev/shm\", \"" + path("prefix").toUtf8() + "\"]");
        plant(config_, "accept_risks = []", "accept_risks = [\"writable-programs\"]");
        const QJsonObject report = doctor();
        QVERIFY2(state(report, "own programs") == QStringLiteral("ok"), shown_.constData());
        QVERIFY(shown_.contains("accepted by accept_risks"));
        QCOMPARE(status_, 0);
    }

    void openNetworkIsNotCalledAFault() {
        plant(agent_, "\"allow_domain\": [\"api.anthropic.com\"]", "");
        const QJsonObject report = doctor();
        QCOMPARE(state(report, "agent network"), QStringLiteral("skipped"));
        QCOMPARE(status_, 0);
    }

    void allChecksRunWithoutNonoAndConfiguration() {
        Environment environment = place_.environment;
        set_variable(environment, "PATH", path("bin").toStdString());
        const QJsonObject report = doctor({"--config", path("gone.toml").toStdString()}, environment);
        QCOMPARE(status_, 1);
        QCOMPARE(state(report, "nono"), QStringLiteral("failed"));
        QCOMPARE(state(report, "configuration"), QStringLiteral("failed"));
        for (const char* name : {"declared commands", "profiles", "profile paths", "sandboxes"})
            QVERIFY2(state(report, name) == QStringLiteral("skipped"), name);
        QCOMPARE(state(report, "agent program"), QStringLiteral("ok"));
    }

    void insideASessionNothingIsStarted() {
        Environment environment = place_.environment;
        set_variable(environment, "AGENT_SANDBOX_EXECD_SOCKET", "/nowhere");
        const QJsonObject report = doctor({}, environment);
        QCOMPARE(status_, 0);
        QCOMPARE(state(report, "profiles"), QStringLiteral("ok"));
        for (const char* name : {"declared commands", "sandboxes"})
            QVERIFY2(state(report, name) == QStringLiteral("skipped"), name);
        QVERIFY(shown_.contains("inside of a session"));
    }

    void anotherVersionOfNonoIsNotUsed() {
        write(path("bin/nono"), "#!/bin/sh\necho 'nono 0.42.0'\n", true);
        const QJsonObject report = doctor();
        QVERIFY(QFile::remove(path("bin/nono")));
        QCOMPARE(state(report, "nono"), QStringLiteral("failed"));
        QVERIFY(shown_.contains("0.42.0"));
        QCOMPARE(state(report, "declared commands"), QStringLiteral("skipped"));
    }

    void aWedgedProgramIsKilledWithItsChildren() {
        const QString pids = path("own/home/pids");
        write(path("bin/wedged"),
              "#!/bin/sh\necho $$ >> " + pids.toUtf8() + "\nsetsid sh -c 'echo $$ >> " + pids.toUtf8()
                  + "; exec sleep 1000' &\nsleep 1000\n",
              true);
        plant(config_, "program = \"claude\"", "program = \"wedged\"");
        const QJsonObject report = doctor(); // without a limit it would take 1000 s
        QCOMPARE(state(report, "agent program"), QStringLiteral("failed"));
        QVERIFY(shown_.contains("did not end in time"));
        const QList<QByteArray> started = content(pids).trimmed().split('\n');
        QCOMPARE(started.size(), 2);
        for (const QByteArray& pid : started)
            QVERIFY2(!QFile::exists(QStringLiteral("/proc/") + QString::fromLatin1(pid)), pid.constData());
    }

    void textReportNamesEveryCheck() {
        const ProcessResult result = run({"doctor"});
        QVERIFY2(result.succeeded(), result.output.c_str());
        QVERIFY(result.output.find("[OK]      nono\n") != std::string::npos);
        QVERIFY(result.output.find("No check failed.") != std::string::npos);
        QCOMPARE(run({"doctor", "--what"}).status, 2);
        QCOMPARE(run({"doctor", "inside", "no json"}).status, 2);
    }

    void cleanupTestCase() {
        if (!folder_)
            return;
        for (Fault& fault : faults_) // those that were started ahead and not asked for
            QVERIFY(!fault.run || fault.run->state() == QProcess::NotRunning
                    || fault.run->waitForFinished(60000));
        // The folders of these runs are gone; others may have their own there.
        for (const QByteArray& used : scratch_)
            QVERIFY2(!QFile::exists(QString::fromLatin1(used)), used.constData());
    }

private:
    QString path(const char* name) const { return folder_->filePath(QString::fromUtf8(name)); }

    /// A project and a home of its own, and nothing of the caller's environment but PATH.
    struct Place {
        QString project;
        Environment environment;
    };
    struct Fault {
        QString file;
        QByteArray from;
        QByteArray to;
        const char* check;
        const char* told;
        std::unique_ptr<QProcess> run;
    };
    static constexpr std::size_t kAtOnce = 4;

    Place make_place(const QString& name) const {
        const QString home = folder_->filePath(name + QStringLiteral("/home"));
        Place place{folder_->filePath(name + QStringLiteral("/project")), {}};
        for (const QString& made : {home + QStringLiteral("/.claude/projects"), place.project})
            QDir().mkpath(made);
        const std::string root = home.toStdString();
        for (const auto& [variable, value] : {std::pair{"HOME", root},
                                              {"XDG_STATE_HOME", root + "/state"},
                                              {"XDG_CONFIG_HOME", root + "/config"},
                                              {"XDG_RUNTIME_DIR", root},
                                              {"LANG", std::string("C.UTF-8")}})
            set_variable(place.environment, variable, value);
        set_variable(place.environment, "PATH",
                     path("bin").toStdString() + ":" + qgetenv("PATH").toStdString());
        return place;
    }

    void fill(const Place& place) const {
        for (const QString& name : {command_, agent_, config_}) {
            QFile::remove(place.project + QLatin1Char('/') + name);
            QVERIFY(QFile::copy(path("pristine/") + name, place.project + QLatin1Char('/') + name));
        }
    }

    /// Plants a fault in a place of its own and starts doctor there; once.
    void start(std::size_t number) {
        Fault& fault = faults_[number];
        if (fault.run)
            return;
        const Place place = make_place(QStringLiteral("fault-%1").arg(number));
        fill(place);
        plant(place, fault.file, fault.from, QByteArray(fault.to).replace("PREFIX", path("prefix").toUtf8()));
        if (QTest::currentTestFailed())
            return;
        fault.run = std::make_unique<QProcess>();
        QProcessEnvironment environment;
        for (const auto& [variable, value] : place.environment)
            environment.insert(QString::fromStdString(variable), QString::fromStdString(value));
        fault.run->setProcessEnvironment(environment);
        fault.run->setWorkingDirectory(place.project);
        fault.run->setProcessChannelMode(QProcess::ForwardedErrorChannel);
        fault.run->setStandardInputFile(QProcess::nullDevice());
        fault.run->start(path("prefix/agent-sandbox-session"),
                         {QStringLiteral("doctor"), QStringLiteral("--json")});
    }

    void plant(const QString& file, const QByteArray& from, const QByteArray& to) {
        plant(place_, file, from, to);
    }
    static void plant(const Place& place, const QString& file, const QByteArray& from, const QByteArray& to) {
        const QString name = place.project + QLatin1Char('/') + file;
        QByteArray text = content(name);
        QVERIFY2(text.contains(from), from.constData());
        text.replace(text.indexOf(from), from.size(), to);
        QVERIFY(QFile::remove(name));
        write(name, text);
    }

    ProcessResult run(Strings words) const { return run(std::move(words), place_.environment); }
    ProcessResult run(Strings words, const Environment& environment) const {
        words.insert(words.begin(), path("prefix/agent-sandbox-session").toStdString());
        return run_process({std::move(words), environment, place_.project.toStdString(), 60000});
    }

    QJsonObject doctor() { return doctor({}, place_.environment); }
    QJsonObject doctor(Strings words, const Environment& environment) {
        words.insert(words.begin(), {"doctor", "--json"});
        const ProcessResult result = run(std::move(words), environment);
        status_ = result.status;
        shown_ = QByteArray::fromStdString(result.output + result.errors);
        note_scratch(shown_);
        return QJsonDocument::fromJson(QByteArray::fromStdString(result.output)).object();
    }

    void note_scratch(const QByteArray& text) {
        for (qsizetype at = text.indexOf("/var/tmp/asb-"); at >= 0;
             at = text.indexOf("/var/tmp/asb-", at + 1))
            scratch_.append(text.mid(at, 19));
    }

    static QJsonObject find(const QJsonObject& report, const char* name) {
        for (const QJsonValue& check : report[QStringLiteral("checks")].toArray()) {
            if (check[QStringLiteral("name")].toString() == QString::fromUtf8(name))
                return check.toObject();
        }
        return {};
    }
    static QString state(const QJsonObject& report, const char* name) {
        return find(report, name)[QStringLiteral("state")].toString();
    }

    const QString command_ = QStringLiteral("command-profile.json");
    const QString agent_ = QStringLiteral("claude-profile.json");
    const QString config_ = QStringLiteral("agent-sandbox.toml");
    std::unique_ptr<QTemporaryDir> folder_;
    Place place_;
    std::vector<Fault> faults_;
    QByteArray shown_;
    QByteArrayList scratch_;
    int status_ = -1;
};

int main(int argc, char** argv) {
    QCoreApplication application(argc, argv);
    const Strings words(argv + 1, argv + argc);
    const Strings rest(words.empty() ? words.begin() : words.begin() + 1, words.end());
    if (!words.empty() && words.front() == "doctor")
        return run_doctor(rest);
    if (!words.empty() && words.front() == "init")
        return run_init(rest);
    DoctorTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "doctor_test.moc"
