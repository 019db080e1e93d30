// What a viewer or a command of this user may ask of a running session (control_server.h has the verbs).
#pragma once

#include "core/ipc/control_server.h"
#include "core/ipc/unseen.h"
#include "core/session/execd_link.h"
#include "core/session/process_view.h"
#include "core/session/processes.h"
#include "core/session/recorder.h"
#include "core/session/sandbox_process.h"

#include <functional>
#include <string>

namespace asb {

class SessionControl : public ControlHost {
public:
    struct Parts {
        Recorder& recorder;
        ExecdLink& link;
        SandboxProcess& commands;
        ProcessEnder& ender;
        std::function<QJsonObject()> status; ///< without the counts, which are added here
        std::function<pid_t()> execd_pid;
        std::function<void()> stop;
        std::function<Result<QString>(const QString&)> answer_reload;
    };
    explicit SessionControl(Parts parts) : parts_(std::move(parts)) {}

    /// As the Recorder reports them.
    void take(const std::vector<Record>& records);
    /// Members requests, commands, refused, unseen, unseen_rules, for status and session.json.
    void add_counts(QJsonObject& object) const;

    QJsonObject status() const override;
    const Ring& ring() const override { return parts_.recorder.ring(); }
    void stop() override { parts_.stop(); }
    Status cancel(std::uint64_t request) override;
    Result<int> kill_command(std::uint64_t request, std::uint64_t command) override;
    Result<int> kill_process(int pid) override;
    Result<int> end_leftovers() override;
    QVector<ProcessFacts> processes() const override;
    void acknowledge(const std::string& rule) override;
    Result<QString> answer_reload(const QString& answer) override { return parts_.answer_reload(answer); }

private:
    Result<int> end(int pid, const std::string& what);

    Parts parts_;
    RunningRecords running_;
    Unseen unseen_;
    Event newest_refusal_;
};

} // namespace asb
