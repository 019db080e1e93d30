#include "core/commands/doctor_process.h"

#include "core/base/sweep.h"
#include "core/base/text.h"
#include "core/nono/child_setup.h"

#include <QElapsedTimer>
#include <QProcess>

#include <algorithm>
#include <csignal>
#include <sys/prctl.h>
#include <unistd.h>

namespace asb {

namespace {

constexpr std::size_t kMostOutput = std::size_t{1} << 20;
constexpr int kTurnMs = 50;
constexpr std::chrono::milliseconds kSweepLimit{3000};

void own_session(int) {
    ::setsid();
}

void append_bounded(ProcessResult& result, std::string& text, const QByteArray& bytes) {
    const std::size_t room = kMostOutput - text.size();
    text.append(bytes.constData(), std::min(room, static_cast<std::size_t>(bytes.size())));
    result.flooded = result.flooded || static_cast<std::size_t>(bytes.size()) > room;
}

void collect(QProcess& process, ProcessResult& result) {
    append_bounded(result, result.output, process.readAllStandardOutput());
    append_bounded(result, result.errors, process.readAllStandardError());
}

} // namespace

void adopt_orphans() {
    ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

ProcessResult run_process(const ProcessRequest& request) {
    ProcessResult result;
    QProcess process;
    set_image(process, std::make_shared<const ExecImage>(request.argv, request.environment), own_session, 0);
    process.setStandardInputFile(QProcess::nullDevice());
    if (!request.folder.empty())
        process.setWorkingDirectory(QString::fromLocal8Bit(request.folder.c_str()));
    QElapsedTimer clock; // monotonic
    clock.start();
    process.start(QIODevice::ReadOnly);
    if (!process.waitForStarted(request.limit_ms)) {
        result.problem = process.errorString().toStdString();
        return result;
    }
    result.started = true;
    const auto group = static_cast<pid_t>(process.processId());
    while (process.state() != QProcess::NotRunning && !result.timed_out && !result.flooded) {
        process.waitForFinished(kTurnMs);
        collect(process, result);
        result.timed_out = process.state() != QProcess::NotRunning && clock.elapsed() >= request.limit_ms;
    }
    if (process.state() != QProcess::NotRunning) {
        ::kill(-group, SIGKILL);
        process.kill();
        process.waitForFinished(-1);
        collect(process, result);
    }
    result.status = shell_status(process.exitCode(), process.exitStatus());
    sweep_descendants(kSweepLimit);
    return result;
}

std::string describe_failure(const ProcessResult& result) {
    if (!result.started)
        return "could not be started: " + result.problem;
    std::string text = "ended with status " + std::to_string(result.status);
    if (result.timed_out)
        text = "did not end in time and was killed";
    else if (result.flooded)
        text = "wrote more than 1 MiB and was killed";
    for (const std::string& line : shown_lines(result.errors.empty() ? result.output : result.errors, 6))
        text += "\n" + line;
    return text;
}

std::vector<std::string> shown_lines(const std::string& text, std::size_t limit) {
    std::vector<std::string> lines;
    std::size_t begin = 0;
    while (begin < text.size() && lines.size() < limit) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::size_t first = text.find_first_not_of(" \t\r", begin);
        if (first < end) {
            const std::size_t last = text.find_last_not_of(" \t\r", end - 1);
            lines.push_back(visible_text(std::string_view(text).substr(first, last + 1 - first), false, 400));
        }
        begin = end + 1;
    }
    return lines;
}

} // namespace asb
