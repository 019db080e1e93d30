// Runs short helper programs (nono's own checks) beside the event loop, several at once, with a limit of time
// and output.
#pragma once

#include "core/nono/sandbox_command.h"

#include <QObject>
#include <QProcess>
#include <QTimer>

#include <memory>
#include <string>
#include <vector>

namespace asb {

struct ToolResult {
    bool started = false;
    bool timed_out = false;
    int status = -1;     ///< exit status; 128+n for a signal
    std::string output;  ///< stdout, at most 1 MiB
    std::string errors;  ///< stderr, at most 64 KiB
    std::string problem; ///< why it could not be started
};

class ToolRun : public QObject {
    Q_OBJECT
public:
    /// `calls` are argument vectors; argv[0] is an absolute path. They run in the current folder.
    ToolRun(std::vector<std::vector<std::string>> calls, Environment environment, int limit_ms,
            QObject* parent = nullptr);
    ~ToolRun() override;

    void start();

Q_SIGNALS:
    /// Once, when all have ended; results in the order of the calls.
    void finished(const std::vector<asb::ToolResult>& results);

private:
    void finish_one(std::size_t index);
    void collect(std::size_t index);

    std::vector<std::vector<std::string>> calls_;
    Environment environment_;
    std::vector<std::unique_ptr<QProcess>> processes_;
    std::vector<ToolResult> results_;
    std::vector<bool> done_;
    QTimer limit_;
    bool told_ = false;
};

} // namespace asb
