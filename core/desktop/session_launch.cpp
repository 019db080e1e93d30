#include "core/desktop/session_launch.h"

#include "core/base/fd.h"
#include "core/desktop/shell_words.h"

#include <QFileInfo>
#include <QProcess>

namespace asb {
namespace {

constexpr int kPollMs = 50;
constexpr qint64 kOutputPage = 65536;
constexpr std::size_t kSaid = 4096; ///< of what the terminal said

} // namespace

SessionLaunch::SessionLaunch(LaunchPlan plan, std::string program, DesktopFacts facts, QObject* parent)
    : QObject(parent), plan_(std::move(plan)), program_(std::move(program)), facts_(std::move(facts)) {
    file_.id = fresh_launch_id();
    timer_.setInterval(kPollMs);
    connect(&timer_, &QTimer::timeout, this, &SessionLaunch::poll);
}

SessionLaunch::~SessionLaunch() {
    // The started program may still be on its way to the launch file.
    if (file_.state == LaunchFile::State::Waiting && !since_.isValid())
        remove_launch_file(file_.id);
}

/// Beside the launch file.
QString SessionLaunch::output_path() const {
    const Result<std::string> path = launch_path(file_.id);
    QString name = path ? QString::fromStdString(*path) : QString();
    return name.replace(QStringLiteral(".json"), QStringLiteral(".out"));
}

Status SessionLaunch::start() {
    if (!QFileInfo(plan_.folder).isDir() || !plan_.folder.startsWith(QLatin1Char('/')))
        return Error{"start a session in " + plan_.folder.toStdString() + ": there is no such folder",
                     "choose another one", 0};
    file_.folder = plan_.folder;
    file_.agent = plan_.agent;
    if (!plan_.config.isEmpty())
        file_.words << QStringLiteral("--config") << plan_.config;
    for (const QString& path : plan_.environment_files)
        file_.words << QStringLiteral("--env") << path;
    if (!plan_.arguments.isEmpty())
        file_.words << QStringLiteral("--") << plan_.arguments;
    if (const Status written = write_launch_file(file_); !written)
        return written;

    std::vector<std::string> argv{program_, plan_.agent.toStdString(), "--launch", file_.id.toStdString()};
    if (!plan_.in_terminal)
        argv.insert(argv.begin() + 1, "--no-gui");
    if (plan_.in_terminal) {
        const Result<std::string> terminal = choose_terminal(facts_);
        if (!terminal)
            return terminal.error();
        const std::string title = base_name(plan_.folder.toStdString()) + " - agent-sandbox";
        Result<TerminalCall> call = terminal_call(*terminal, plan_.folder.toStdString(), title, argv);
        if (!call)
            return call.error();
        argv = std::move(call->argv);
    }
    QProcess process;
    QStringList arguments;
    for (std::size_t i = 1; i < argv.size(); ++i)
        arguments.append(QString::fromStdString(argv[i]));
    process.setProgram(QString::fromStdString(argv.front()));
    process.setArguments(arguments);
    process.setWorkingDirectory(plan_.folder);
    process.setStandardInputFile(QProcess::nullDevice());
    process.setStandardOutputFile(plan_.in_terminal ? QProcess::nullDevice() : output_path());
    process.setStandardErrorFile(output_path(), QIODevice::Append);
    if (!process.startDetached()) {
        remove_launch_file(file_.id);
        return Error{"start " + argv.front() + ": " + process.errorString().toStdString(), {}, 0};
    }
    since_.start();
    timer_.start();
    return success();
}

void SessionLaunch::poll() {
    read_output();
    const Result<LaunchFile> now = read_launch_file(file_.id);
    if (!now) {
        finish(QString::fromStdString(now.error().text()));
        return;
    }
    const LaunchFile before = std::exchange(file_, *now);
    if (before.session.isEmpty() && !file_.session.isEmpty())
        Q_EMIT hello(file_.session);
    for (qsizetype i = before.steps.size(); i < file_.steps.size(); ++i)
        Q_EMIT step(file_.steps[i].name, file_.steps[i].ms);
    using State = LaunchFile::State;
    if (file_.state == State::Failed) {
        finish(file_.error);
        return;
    }
    if (file_.state != before.state && (file_.state == State::Running || before.state < State::Running)
        && file_.state >= State::Running)
        Q_EMIT running(file_.session);
    if (file_.state == State::Ended || (file_.state == State::Running && plan_.in_terminal)) {
        // In a terminal the session is on its own from here on.
        done_ = true;
        timer_.stop();
        read_output();
        QFile::remove(output_path());
        remove_launch_file(file_.id);
        if (file_.state == State::Ended)
            Q_EMIT ended(file_.status.value_or(0));
        return;
    }
    if (file_.state == State::Waiting && since_.elapsed() > hello_ms_) {
        QString text = QStringLiteral("The session did not start within %1 s.").arg(hello_ms_ / 1000);
        const Result<std::string> said = read_file(output_path().toStdString(), kSaid);
        if (said && !said->empty())
            text += QLatin1Char('\n') + QString::fromUtf8(QByteArray::fromStdString(*said)).trimmed();
        finish(text);
    }
}

void SessionLaunch::read_output() {
    if (plan_.in_terminal)
        return;
    if (!output_file_.isOpen()) {
        output_file_.setFileName(output_path());
        if (!output_file_.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
            return;
    }
    const QByteArray more = output_file_.read(kOutputPage);
    if (!more.isEmpty())
        Q_EMIT output(more);
}

void SessionLaunch::finish(const QString& error) {
    done_ = true;
    timer_.stop();
    read_output();
    QFile::remove(output_path());
    remove_launch_file(file_.id);
    Q_EMIT failed(error);
}

} // namespace asb
