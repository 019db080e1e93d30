// A signal at each step of a launch: status 128+n, no process, no file. In a process of its own for each
// case, with a stand-in for nono (the real one is in tests/e2e).
#include "core/base/fd.h"
#include "core/base/paths.h"
#include "core/session/processes.h"
#include "core/session/session.h"
#include "tests/support/patience.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

using namespace asb;

namespace {

constexpr const char* kId = "0123456789abcdef";

// Answers the checks, and as `run` stays until TERM. A child of it ignores TERM and has lost its parent at
// the end: the environment tells whose it is, that of its first moment too, before its own exec.
constexpr const char* kFakeNono = "#!/bin/sh\n"
                                  "case \"$*\" in\n"
                                  "*--version*) echo 'nono 0.81.0' ;;\n"
                                  "*validate*) echo '{\"valid\":true,\"errors\":[]}' ;;\n"
                                  "*--dry-run*) exit 0 ;;\n"
                                  "*) exec env NONO_CAP_FILE=\"$TMPDIR/.nono-1.json\" /bin/sh -c \\\n"
                                  "   \"(trap '' TERM INT HUP; exec sleep 600) & exec sleep 600\" ;;\n"
                                  "esac\n";

/// The part of this program that runs as the session: `session_test --as-session RUN STEP SIGNAL`.
int run_as_session(int argc, char** argv) {
    QCoreApplication application(argc, argv);
    SessionOptions options;
    options.run_dir = argv[2];
    options.id = kId;
    options.agent = "claude";
    options.arguments = {"-p", "x"};
    const std::string step = argv[3];
    const int signal = QByteArray(argv[4]).toInt();
    Session session(std::move(options));
    session.set_step_listener([&](const std::string& name) {
        if (name == step)
            ::kill(::getpid(), signal);
    });
    QObject::connect(&session, &Session::finished, &application,
                     [](int status) { QCoreApplication::exit(status); });
    session.start();
    return QCoreApplication::exec();
}

} // namespace

class SessionTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        // Beside this program, so that a hard link to it works: libexec is found from where a program lies.
        folder_ = std::make_unique<QTemporaryDir>(QCoreApplication::applicationDirPath()
                                                  + QStringLiteral("/session-test-XXXXXX"));
        QVERIFY(folder_->isValid());
        for (const char* name : {"bin", "libexec/agent-sandbox", "home", "project", "runtime"})
            QVERIFY(QDir().mkpath(path(name)));
        QFile::setPermissions(path("runtime"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        program_ = path("bin/session_test");
        QCOMPARE(::link(QCoreApplication::applicationFilePath().toLocal8Bit().constData(),
                        program_.toLocal8Bit().constData()),
                 0);
        write("bin/nono", kFakeNono, 0755);
        write("bin/claude", "#!/bin/sh\n", 0755);
        write("bin/agent-sandbox", "#!/bin/sh\n", 0755);
        QVERIFY(QFile::link(QStringLiteral("../../bin/agent-sandbox"),
                            path("libexec/agent-sandbox/agent-sandbox-bash")));
        write("project/agent-sandbox.toml", "", 0644);
        write("project/claude-profile.json",
              "{\"workdir\":{\"access\":\"readwrite\"},\"network\":{\"block\":true,\"open_port\":[9]}}",
              0644);
        write("project/command-profile.json", "{\"network\":{\"block\":true}}", 0644);
        run_ = std::make_unique<QTemporaryDir>(QStringLiteral("/var/tmp/asb-XXXXXX"));
        // As the keeper holds it: another session's would take it for one that nobody uses.
        run_lock_.reset(::open(run_->filePath(QStringLiteral("lock")).toLocal8Bit().constData(),
                               O_RDWR | O_CREAT | O_CLOEXEC, 0600));
        QCOMPARE(::flock(run_lock_.get(), LOCK_EX | LOCK_NB), 0);
    }

    void signal_at_each_step_data() {
        QTest::addColumn<QString>("step");
        QTest::addColumn<int>("signal");
        QTest::addColumn<int>("status");
        for (const char* step :
             {"arguments", "config", "programs", "profiles", "folders", "checks", "socket", "sandboxes"}) {
            for (const int signal : {SIGINT, SIGTERM, SIGHUP})
                QTest::addRow("%s %d", step, signal) << QString::fromLatin1(step) << signal << 128 + signal;
        }
    }
    void signal_at_each_step() {
        QFETCH(QString, step);
        QFETCH(int, signal);
        QFETCH(int, status);
        QProcess process;
        start(process, step, signal);
        QVERIFY(process.waitForFinished(test::kPatienceMs));
        QCOMPARE(process.readAllStandardError(), QByteArray());
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), status);
        nothing_is_left();
    }

    void failures_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("nono too old") << "bin/nono" << QByteArray("#!/bin/sh\necho nono 0.70.0\n")
                                      << QByteArray("outside the tested range");
        QTest::newRow("nono fails") << "bin/nono"
                                    << QByteArray("#!/bin/sh\necho 'nono: broken' >&2; exit 1\n")
                                    << QByteArray("nono: broken");
        QTest::newRow("profile is refused")
            << "bin/nono"
            << QByteArray("#!/bin/sh\ncase \"$*\" in *--version*) echo nono 0.81.0;; *) echo "
                          "'{\"valid\":false,\"errors\":[\"no such group\"]}';; esac\n")
            << QByteArray("no such group");
        QTest::newRow("start is refused") << "bin/nono"
                                          << QByteArray("#!/bin/sh\ncase \"$*\" in *--version*) echo nono "
                                                        "0.81.0;; *--dry-run*) echo 'nono: overlap' "
                                                        ">&2; exit 1;; *) echo '{\"valid\":true}';; esac\n")
                                          << QByteArray("nono: overlap");
        QTest::newRow("command sandbox ends at once")
            << "bin/nono"
            << QByteArray("#!/bin/sh\ncase \"$*\" in *--version*) echo nono 0.81.0;; *validate*) echo "
                          "'{\"valid\":true}';; *--dry-run*) ;; *execd*) echo 'nono: no landlock' >&2; exit "
                          "1;; *) exec "
                          "sleep 600;; esac\n")
            << QByteArray("nono: no landlock");
        QTest::newRow("config") << "project/agent-sandbox.toml" << QByteArray("command_profil = 1\n")
                                << QByteArray("command_profile");
        QTest::newRow("socket for commands")
            << "project/command-profile.json"
            << QByteArray("{\"environment\":{\"set_vars\":{\"AGENT_SANDBOX_EXECD_SOCKET\":\"/x\"}}}")
            << QByteArray("to commands");
        QTest::newRow("no socket for the agent")
            << "project/claude-profile.json"
            << QByteArray("{\"workdir\":{\"access\":\"read\"},\"environment\":{\"allow_vars\":[\"PATH\"]}}")
            << QByteArray("environment.allow_vars");
        QTest::newRow("agent would start in /")
            << "project/claude-profile.json" << QByteArray("{}") << QByteArray("workdir");
    }
    void failures() {
        QFETCH(QString, file);
        QFETCH(QByteArray, content);
        QFETCH(QByteArray, said);
        write(file.toLatin1().constData(), content, file.startsWith(QStringLiteral("bin")) ? 0755 : 0644);
        QProcess process;
        start(process, QStringLiteral("none"), 0);
        QVERIFY(process.waitForFinished(test::kPatienceMs));
        const QByteArray errors = process.readAllStandardError();
        QVERIFY2(errors.contains(said), errors.constData());
        QCOMPARE(process.exitCode(), 1);
        nothing_is_left();
    }

private:
    QString path(const char* name) const { return folder_->filePath(QString::fromLatin1(name)); }

    void write(const char* name, const QByteArray& content, unsigned mode) {
        const Status written = write_file_atomically(path(name).toStdString(), content.toStdString(), mode);
        QVERIFY(written.ok());
    }

    void start(QProcess& process, const QString& step, int signal) {
        QProcessEnvironment environment;
        environment.insert(QStringLiteral("PATH"), path("bin") + QStringLiteral(":/usr/bin:/bin"));
        environment.insert(QStringLiteral("HOME"), path("home"));
        environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), path("runtime"));
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(path("project"));
        process.start(program_,
                      {QStringLiteral("--as-session"), run_->path(), step, QString::number(signal)});
    }

    /// No process; of files only what the agent itself keeps (its own folders) and what the keeper removes
    /// (RUN).
    void nothing_is_left() {
        QVERIFY(processes_under_nono(run_->path().toStdString() + "/n1").empty());
        QVERIFY(processes_under_nono(run_->path().toStdString() + "/n2").empty());
        const QString state = path("home/.local/state/agent-sandbox/sessions");
        QVERIFY(QDir(state).entryList(QDir::AllEntries | QDir::NoDotAndDotDot).isEmpty());
        const QDir runtime(path("runtime/agent-sandbox"));
        QCOMPARE(runtime.entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot), QStringList());
    }

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<QTemporaryDir> run_;
    Fd run_lock_;
    QString program_;
};

int main(int argc, char** argv) {
    if (argc == 5 && QByteArray(argv[1]) == "--as-session")
        return run_as_session(argc, argv);
    QCoreApplication application(argc, argv);
    SessionTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "session_test.moc"
