// One run of an agent with both sandboxes, from launch to teardown (design §5).
#pragma once

#include "core/base/wire.h"
#include "core/ipc/control_server.h"
#include "core/session/execd_link.h"
#include "core/session/launch_report.h"
#include "core/session/nono_checks.h"
#include "core/session/preparation.h"
#include "core/session/processes.h"
#include "core/session/profile_watch.h"
#include "core/session/recorder.h"
#include "core/session/reload_question.h"
#include "core/session/sandbox_process.h"
#include "core/session/session_control.h"
#include "core/session/session_log.h"
#include "core/session/teardown.h"
#include "core/session/unix_signals.h"

#include <QObject>
#include <QTcpServer>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace asb {

enum class SessionState { Launching, Running, Ending };

class Session : public QObject {
    Q_OBJECT
public:
    explicit Session(SessionOptions options, QObject* parent = nullptr);
    ~Session() override;

    /// Installs the signal handlers and begins with the first step. Everything else happens in the event
    /// loop.
    void start();

    Recorder& recorder() { return recorder_; }
    /// Called at the beginning of each step with its name; for tests and progress.
    void set_step_listener(std::function<void(const std::string&)> listener) {
        step_listener_ = std::move(listener);
    }

Q_SIGNALS:
    /// Once, when nothing of the session is left but what the keeper removes. The agent's exit status, 128+n
    /// for a signal, 125 when a launch proof failed, 1 for another failure of the launch.
    void finished(int status);
    /// A line of the agent's output (only with quiet_agent).
    void agent_line(const QByteArray& line);

private:
    struct Step {
        const char* name;
        void (Session::*run)();
    };

    // The launch, in order (session_launch.cpp). Each step ends with next() or fail().
    void step_arguments();
    void step_config();
    void step_programs();
    void step_profiles();
    void step_folders();
    void step_checks();
    void step_socket();
    void step_sandboxes();
    void next();
    void run_step();
    void finish_step(const Status& status);
    void fail(const Error& error, int status = 1);
    Status open_folder();
    Status open_records();
    void open_control();
    void launch_timeout();
    void agent_started();
    void judge_early_end();
    void agent_failed_to_start(int status, const QString& problem);
    void watch_agent_program(int pid);
    void agent_program_ended();
    Error commands_failed(int status, const QString& problem) const;
    void become_running();

    // While it runs (session.cpp).
    void take_signal(int signal);
    void take_event(const Event& event);
    void take_hello(const Event& event);
    void end_real_programs(const Event& event);
    void agent_ended(int status, const QString& problem);
    void commands_ended(int status, const QString& problem);
    void link_lost(const QString& why);
    void turn_red(const std::string& why);
    void stop(int signal);
    QJsonObject status_object() const;
    SessionControl::Parts control_parts();

    // The end (session_end.cpp).
    void begin_teardown(int signal);
    void after_teardown();
    void close_records();
    void finish_up(bool again);
    QJsonObject profile_facts(const Profile& profile, const std::string& digest, const std::string& copy,
                              bool changed) const;
    void tell(const std::string& text) const;
    void restore_terminal();
    void write_facts();
    SessionParts parts();

    // Profiles that change (session_reload.cpp).
    void watch_profiles();
    void examine_profiles();
    void order_restart();

    Preparation preparation_;
    UnixSignals signals_;
    SessionLog log_;
    Recorder recorder_;
    ExecdLink link_;
    ProcessEnder ender_;
    SandboxProcess agent_;
    SandboxProcess commands_;
    SessionControl control_host_;
    ControlServer control_;
    QTcpServer loopback_; ///< what the agent must not be able to reach
    QTimer launch_limit_;
    std::unique_ptr<NonoChecks> checks_;
    std::unique_ptr<Teardown> teardown_;
    Fd listener_;
    Fd folder_lock_; ///< of the state folder (session_lock.h)

    std::vector<Step> steps_;
    std::size_t next_step_ = 0;
    std::function<void(const std::string&)> step_listener_;
    SessionState state_ = SessionState::Launching;
    int status_ = 0;
    bool recorded_ = false; ///< open_records was called
    bool ran_ = false;      ///< the agent was started
    bool execd_ready_ = false;
    bool agent_proved_ = false;
    std::optional<int> early_agent_end_; ///< the agent's sandbox has ended before all was reported
    Fd agent_program_; ///< pidfd of the agent's program: its end comes before that of its nono
    std::unique_ptr<QSocketNotifier> agent_program_end_;
    bool shutting_execd_down_ = false;
    std::string red_; ///< why mediation is lost; empty while it is not
    int stop_signal_ = 0;
    pid_t keeper_ = 0;
    pid_t execd_pid_ = 0;
    std::int64_t started_ms_ = 0;
    std::int64_t ended_ms_ = 0;
    std::string runtime_folder_;
    std::string nono_version_;
    ProfileWatch profile_watch_;
    std::string agent_copy_; ///< of the profile in force, in the state folder
    std::string command_copy_;
    ProfileNews news_; ///< after the session
    ReloadQuestion question_;
    LaunchReport launch_report_;
    std::vector<std::string> delayed_; ///< for the terminal, when the agent does not own it any more
    struct Terminal;
    std::unique_ptr<Terminal> terminal_;
};

} // namespace asb
