#include "core/nono/tool_run.h"

#include "core/nono/child_setup.h"

#include <algorithm>

namespace asb {
namespace {

constexpr std::size_t kMaxOutput = std::size_t{1} << 20;
constexpr std::size_t kMaxErrors = std::size_t{64} << 10;

void append_bounded(std::string& text, const QByteArray& bytes, std::size_t limit) {
    const std::size_t room = limit - std::min(limit, text.size());
    text.append(bytes.constData(), std::min(room, static_cast<std::size_t>(bytes.size())));
}

} // namespace

ToolRun::ToolRun(std::vector<std::vector<std::string>> calls, Environment environment, int limit_ms,
                 QObject* parent)
    : QObject(parent),
      calls_(std::move(calls)),
      environment_(std::move(environment)),
      results_(calls_.size()),
      done_(calls_.size(), false) {
    limit_.setSingleShot(true);
    limit_.setInterval(limit_ms);
    connect(&limit_, &QTimer::timeout, this, [this] {
        for (std::size_t i = 0; i < processes_.size(); ++i) {
            if (!done_[i]) {
                results_[i].timed_out = true;
                processes_[i]->kill();
            }
        }
    });
}

ToolRun::~ToolRun() {
    for (const auto& process : processes_) {
        process->disconnect();
        if (process->state() != QProcess::NotRunning) {
            process->kill();
            process->waitForFinished(1000);
        }
    }
}

void ToolRun::start() {
    limit_.start();
    for (std::size_t i = 0; i < calls_.size(); ++i) {
        processes_.push_back(std::make_unique<QProcess>());
        QProcess& process = *processes_.back();
        set_image(process, std::make_shared<const ExecImage>(calls_[i], environment_));
        process.setStandardInputFile(QProcess::nullDevice());
        connect(&process, &QProcess::readyReadStandardOutput, this, [this, i] { collect(i); });
        connect(&process, &QProcess::readyReadStandardError, this, [this, i] { collect(i); });
        connect(&process, &QProcess::started, this, [this, i] { results_[i].started = true; });
        connect(&process, &QProcess::finished, this, [this, i](int code, QProcess::ExitStatus how) {
            results_[i].status = shell_status(code, how);
            finish_one(i);
        });
        connect(&process, &QProcess::errorOccurred, this, [this, i](QProcess::ProcessError error) {
            if (error != QProcess::FailedToStart)
                return;
            results_[i].problem = processes_[i]->errorString().toStdString();
            finish_one(i);
        });
        process.start(QIODevice::ReadOnly);
    }
}

void ToolRun::collect(std::size_t index) {
    append_bounded(results_[index].output, processes_[index]->readAllStandardOutput(), kMaxOutput);
    append_bounded(results_[index].errors, processes_[index]->readAllStandardError(), kMaxErrors);
}

void ToolRun::finish_one(std::size_t index) {
    collect(index);
    done_[index] = true;
    // A call that cannot start fails inside start(), before the others exist: wait for those too.
    if (told_ || processes_.size() < calls_.size()
        || !std::all_of(done_.begin(), done_.end(), [](bool done) { return done; }))
        return;
    told_ = true;
    limit_.stop();
    Q_EMIT finished(results_);
}

} // namespace asb
