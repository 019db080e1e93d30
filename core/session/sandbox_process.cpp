#include "core/session/sandbox_process.h"

#include <csignal>
#include <unistd.h>

namespace asb {
namespace {

constexpr std::size_t kMaxOutput = std::size_t{64} << 10;
constexpr qsizetype kMaxLine = qsizetype{1} << 20;

/// Between fork and exec: out of the terminal's reach, and the listening socket as stdin (its close-on-exec
/// flag does not go to the copy).
void detach_with_socket(int listener) {
    ::setsid();
    ::dup2(listener, STDIN_FILENO);
}

} // namespace

SandboxProcess::SandboxProcess(QObject* parent) : QObject(parent) {
    connect(&process_, &QProcess::started, this, [this] { pid_ = static_cast<pid_t>(process_.processId()); });
    connect(&process_, &QProcess::readyReadStandardOutput, this, &SandboxProcess::collect);
    connect(&process_, &QProcess::finished, this, [this](int code, QProcess::ExitStatus how) {
        collect();
        ended_ = true;
        killed_ = how == QProcess::CrashExit;
        status_ = shell_status(code, how);
        Q_EMIT ended(status_, QString());
    });
    connect(&process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart || ended_)
            return;
        ended_ = true;
        status_ = 127;
        Q_EMIT ended(status_, process_.errorString());
    });
}

SandboxProcess::~SandboxProcess() {
    process_.disconnect(this);
    if (process_.state() == QProcess::NotRunning)
        return;
    process_.kill(); // only when a teardown did not run; QProcess would do the same and warn
    process_.waitForFinished(1000);
}

void SandboxProcess::start_agent(const SandboxCommand& command, const Environment& environment, bool quiet) {
    by_lines_ = quiet;
    if (quiet) {
        process_.setStandardInputFile(QProcess::nullDevice());
        process_.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    } else {
        process_.setInputChannelMode(QProcess::ForwardedInputChannel);
        process_.setProcessChannelMode(QProcess::ForwardedChannels);
    }
    start(command, environment, nullptr, 0);
}

void SandboxProcess::start_commands(const SandboxCommand& command, const Environment& environment,
                                    int listener) {
    process_.setStandardInputFile(QProcess::nullDevice());
    process_.setProcessChannelMode(QProcess::MergedChannels);
    start(command, environment, detach_with_socket, listener);
    priority_.lower(pid_);
}

void SandboxProcess::start(const SandboxCommand& command, const Environment& environment,
                           void (*before_exec)(int), int argument) {
    set_image(process_,
              std::make_shared<const ExecImage>(run_argv(command), sandbox_environment(command, environment)),
              before_exec, argument);
    process_.start(QIODevice::ReadOnly);
    pid_ = static_cast<pid_t>(process_.processId());
}

void SandboxProcess::send_signal(int signal) const {
    if (is_running() && pid_ > 0)
        ::kill(pid_, signal);
}

void SandboxProcess::collect() {
    const QByteArray bytes = process_.readAllStandardOutput();
    if (by_lines_) {
        collect_lines(bytes);
        return;
    }
    output_.append(bytes.constData(), static_cast<std::size_t>(bytes.size()));
    if (output_.size() > kMaxOutput)
        output_.erase(0, output_.size() - kMaxOutput);
}

void SandboxProcess::collect_lines(const QByteArray& bytes) {
    pending_line_.append(bytes);
    for (qsizetype end = pending_line_.indexOf('\n'); end >= 0; end = pending_line_.indexOf('\n')) {
        Q_EMIT line(pending_line_.left(end));
        pending_line_.remove(0, end + 1);
    }
    if (pending_line_.size() > kMaxLine)
        pending_line_.truncate(kMaxLine);
}

} // namespace asb
