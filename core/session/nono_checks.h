// What nono itself says before a start: its version, both profiles valid, both starts possible
// (nono-measured.md §16.18).
#pragma once

#include "core/base/result.h"
#include "core/nono/sandbox_command.h"
#include "core/nono/tool_run.h"

#include <QObject>

#include <memory>
#include <string>

namespace asb {

class NonoChecks : public QObject {
    Q_OBJECT
public:
    NonoChecks(const SandboxCommand& agent, const Environment& agent_environment,
               const SandboxCommand& commands, const Environment& command_environment,
               QObject* parent = nullptr);
    /// All five calls at once (each takes 6-13 ms).
    void start();

Q_SIGNALS:
    /// Once. On success `version` is nono's.
    void finished(const asb::Status& result, const QString& version);

private:
    void judge();

    SandboxCommand agent_;
    SandboxCommand commands_;
    std::unique_ptr<ToolRun> agent_run_;
    std::unique_ptr<ToolRun> command_run_;
    std::vector<ToolResult> agent_results_;
    std::vector<ToolResult> command_results_;
};

/// The verdict of one `profile validate --json`: success, or nono's own words.
Status read_validation(const std::string& profile, const ToolResult& result);
/// The verdict of one `run --dry-run`.
Status read_dry_run(const std::string& profile, const ToolResult& result);

} // namespace asb
