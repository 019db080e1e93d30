// One nono of a session: started by QProcess, watched, ended step by step.
#pragma once

#include "core/nono/child_setup.h"
#include "core/nono/sandbox_command.h"
#include "core/session/group_priority.h"

#include <QObject>
#include <QProcess>

#include <string>
#include <sys/types.h>

namespace asb {

class SandboxProcess : public QObject {
    Q_OBJECT
public:
    explicit SandboxProcess(QObject* parent = nullptr);
    ~SandboxProcess() override;

    /// The agent's side: the terminal's own stdin, stdout and stderr, in the caller's process group. With
    /// `quiet` stdin is empty, and stdout comes as line().
    void start_agent(const SandboxCommand& command, const Environment& environment, bool quiet);
    /// The commands' side: a session of its own, stdin = `listener` (kept by the caller), output gathered
    /// here. Until give_full_share() it gets what the agent's side leaves of the processor: nobody waits for
    /// it yet, and its nono looks into every program on PATH.
    void start_commands(const SandboxCommand& command, const Environment& environment, int listener);

    void give_full_share() { priority_.restore(); }

    bool is_running() const { return process_.state() != QProcess::NotRunning; }
    /// Its end has come and been reported.
    bool has_ended() const { return ended_; }
    pid_t pid() const { return pid_; }
    /// Exit status as a shell gives it.
    int status() const { return status_; }
    bool was_killed() const { return killed_; } ///< it died of a signal
    /// Last 64 KiB of what it wrote (commands' side only).
    const std::string& output() const { return output_; }
    void send_signal(int signal) const;

Q_SIGNALS:
    /// Once, also when it could not be started (`problem` then says why).
    void ended(int status, const QString& problem);
    /// Without its newline; at most 1 MiB, longer ones are cut.
    void line(const QByteArray& text);

private:
    void start(const SandboxCommand& command, const Environment& environment, void (*before_exec)(int),
               int argument);
    void collect();
    void collect_lines(const QByteArray& bytes);

    QProcess process_;
    GroupPriority priority_;
    pid_t pid_ = 0;
    int status_ = -1;
    bool ended_ = false;
    bool killed_ = false;
    std::string output_;
    bool by_lines_ = false;
    QByteArray pending_line_;
};

} // namespace asb
