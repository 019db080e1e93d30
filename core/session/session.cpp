#include "core/session/session.h"

#include "core/base/clock.h"
#include "core/base/paths.h"
#include "core/base/text.h"

#include <QJsonArray>

#include <algorithm>
#include <csignal>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

namespace asb {
namespace {

constexpr int kLateNotesMs = 500;
constexpr int kRealProgramMs = 500;       ///< TERM to KILL for what stands behind a shim
constexpr int kRealProgramEndingMs = 200; ///< the same while the session ends
constexpr int kProofStatus = 125;

/// Our parent when it is the keeper, else 0: it runs the same program as the agent's shell link points to. A
/// test or a person that starts this program has children that are not ours to end.
pid_t find_keeper() {
    const pid_t parent = ::getppid();
    const Result<std::string> name = read_file("/proc/" + std::to_string(parent) + "/comm", 64);
    return name && *name == "agent-sandbox\n" ? parent : 0;
}

/// Qt's own messages belong into the log: the terminal is the agent's.
SessionLog* message_log = nullptr;
void log_message(QtMsgType type, const QMessageLogContext& context, const QString& text) {
    static_cast<void>(context);
    if (message_log)
        message_log->warning((type == QtCriticalMsg || type == QtFatalMsg ? "Qt (critical): " : "Qt: ")
                             + text.toStdString());
}

} // namespace

struct Session::Terminal {
    termios modes{};
    bool known = false;
};

Session::Session(SessionOptions options, QObject* parent)
    : QObject(parent),
      preparation_(std::move(options)),
      control_host_(control_parts()),
      control_(control_host_),
      terminal_(std::make_unique<Terminal>()) {
    message_log = &log_;
    qInstallMessageHandler(log_message);
    launch_limit_.setSingleShot(true);
    connect(&launch_limit_, &QTimer::timeout, this, &Session::launch_timeout);
    connect(&signals_, &UnixSignals::received, this, &Session::take_signal);
    connect(&link_, &ExecdLink::reported, this, &Session::take_event);
    connect(&link_, &ExecdLink::lost, this, &Session::link_lost);
    connect(&agent_, &SandboxProcess::ended, this, &Session::agent_ended);
    connect(&agent_, &SandboxProcess::line, this, &Session::agent_line);
    connect(&commands_, &SandboxProcess::ended, this, &Session::commands_ended);
    connect(&recorder_, &Recorder::trouble, this,
            [this](const QString& text) { log_.warning(text.toStdString()); });
    connect(&recorder_, &Recorder::changed, this, [this](const std::vector<Record>& records) {
        control_host_.take(records);
        control_.publish(records);
        control_.status_changed();
    });
    steps_ = {{"arguments", &Session::step_arguments}, {"config", &Session::step_config},
              {"programs", &Session::step_programs},   {"profiles", &Session::step_profiles},
              {"folders", &Session::step_folders},     {"checks", &Session::step_checks},
              {"socket", &Session::step_socket},       {"sandboxes", &Session::step_sandboxes}};
}

Session::~Session() {
    qInstallMessageHandler(nullptr);
    message_log = nullptr;
}

void Session::start() {
    keeper_ = find_keeper();
    started_ms_ = wall_clock_ms();
    launch_report_.start(preparation_.options().launch, preparation_.options().id, started_ms_);
    terminal_->known = ::tcgetattr(STDIN_FILENO, &terminal_->modes) == 0;
    if (const Status ready = signals_.start(); !ready) {
        fail(ready.error());
        return;
    }
    if (keeper_ != 0 && ::getppid() != keeper_) { // it died before its death could be told to us
        take_signal(SIGTERM);
        return;
    }
    next();
}

void Session::take_signal(int signal) {
    log_.info("signal " + std::to_string(signal));
    switch (state_) {
    case SessionState::Launching:
        status_ = 128 + signal;
        begin_teardown(SIGTERM);
        break;
    case SessionState::Running:
        // INT and QUIT come from the terminal, to the whole group: the agent has them too, and decides.
        if (signal == SIGTERM || signal == SIGHUP)
            stop(signal);
        break;
    case SessionState::Ending:
        stop_signal_ = signal; // nobody is to be asked any more
        question_.withdraw();
        break;
    }
}

/// Asks the agent to end; when it does not in time the teardown goes on without it.
void Session::stop(int signal) {
    if (state_ == SessionState::Launching) {
        status_ = 128 + signal;
        begin_teardown(SIGTERM);
        return;
    }
    if (question_.is_open()) {
        question_.withdraw();
        return;
    }
    if (state_ != SessionState::Running || stop_signal_ != 0)
        return;
    stop_signal_ = signal;
    agent_.send_signal(signal);
    QTimer::singleShot(agent_grace_ms(keeper_), this, [this] {
        if (state_ != SessionState::Running)
            return;
        status_ = 128 + stop_signal_;
        begin_teardown(SIGKILL);
    });
}

void Session::take_event(const Event& event) {
    if (event.type == EventType::Ending) {
        end_real_programs(event);
        return;
    }
    recorder_.add(event);
    if (event.type == EventType::Hello)
        take_hello(event);
    if (event.type != EventType::Note)
        return;
    const auto kind = static_cast<wire::NoteKind>(event.note_kind);
    if (kind == wire::NoteKind::ProofPassed && event.text == "all" && state_ == SessionState::Launching) {
        watch_agent_program(event.peer_pid);
        agent_started();
    } else if (kind == wire::NoteKind::ProofFailed)
        log_.warning("launch: " + event.text);
    else if (kind == wire::NoteKind::ShellRefused || kind == wire::NoteKind::HookRewrote)
        log_.warning("note: " + event.text);
}

void Session::take_hello(const Event& event) {
    execd_pid_ = event.pid;
    commands_.give_full_share();
    if (event.status.value_or(0) != 0) {
        fail(Error{"the command sandbox does not keep what the launch promises:\n"
                       + visible_text(event.text, true, 8192),
                   risk_hint(event.text, preparation_.folder(), preparation_.programs()), 0},
             kProofStatus);
        return;
    }
    execd_ready_ = true;
    log_.info("execd is ready" + (event.text.empty() ? std::string() : ": " + event.text));
    if (state_ != SessionState::Launching)
        return;
    if (agent_proved_)
        become_running();
    else if (early_agent_end_)
        judge_early_end();
}

/// execd cannot reach what nono runs for a shim: it asks for that here and waits (nono-measured.md §7.4).
void Session::end_real_programs(const Event& event) {
    const pid_t execd = execd_pid_;
    std::vector<ProcessInfo> programs = real_programs_of(event.pids, commands_.pid(), execd);
    const std::uint64_t request = event.request;
    const int term_ms = state_ == SessionState::Ending ? kRealProgramEndingMs : kRealProgramMs;
    ender_.end(std::move(programs), term_ms, [this, request] {
        Order order;
        order.type = OrderType::Ended;
        order.request = request;
        link_.send(order);
    });
}

void Session::agent_ended(int status, const QString& problem) {
    if (state_ == SessionState::Ending)
        return;
    if (state_ == SessionState::Launching) {
        if (early_agent_end_)
            return;
        early_agent_end_ = status;
        if (!problem.isEmpty() || status == kProofStatus)
            agent_failed_to_start(status, problem);
        else if (execd_ready_)
            judge_early_end(); // else when execd says hello, or the launch takes too long
        return;
    }
    status_ = status;
    recorder_.add_step("agent ended", status);
    log_.info("the agent ended with status " + std::to_string(status));
    begin_teardown(SIGTERM);
}

/// The notes of `launch` come through execd and may be behind.
void Session::judge_early_end() {
    QTimer::singleShot(kLateNotesMs, this, [this] {
        if (state_ == SessionState::Launching)
            agent_failed_to_start(*early_agent_end_, QString());
    });
}

/// `launch` became the agent's program and kept its pid. When that ends its nono needs a tenth of a second
/// more, in which execd can end already.
void Session::watch_agent_program(int pid) {
    const std::optional<ProcessInfo> process = find_process(pid);
    if (!process || process->parent != agent_.pid())
        return;
    agent_program_.reset(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    if (!agent_program_)
        return;
    agent_program_end_ = std::make_unique<QSocketNotifier>(agent_program_.get(), QSocketNotifier::Read);
    connect(agent_program_end_.get(), &QSocketNotifier::activated, this, &Session::agent_program_ended);
}

void Session::agent_program_ended() {
    agent_program_end_->setEnabled(false);
    if (state_ != SessionState::Running || shutting_execd_down_)
        return;
    shutting_execd_down_ = true;
    recorder_.expect_end();
    Order order;
    order.type = OrderType::Shutdown;
    link_.send(order);
}

void Session::commands_ended(int status, const QString& problem) {
    if (state_ == SessionState::Launching)
        fail(commands_failed(status, problem));
    else if (state_ == SessionState::Running)
        turn_red("the command sandbox ended with status " + std::to_string(status));
}

void Session::link_lost(const QString& why) {
    if (shutting_execd_down_ || state_ == SessionState::Ending) {
        // It has ended, as it was told to; its nono would notice that within 0.2 s, a signal wakes it.
        commands_.send_signal(SIGTERM);
        recorder_.stop_watching();
        return;
    }
    log_.warning(why.toStdString());
    if (state_ == SessionState::Running)
        turn_red(why.toStdString());
    // While launching, the end of execd's nono follows and tells more.
}

/// execd is never started again inside a session: what was mediated so far would look as if it went on
/// (design §5).
void Session::turn_red(const std::string& why) {
    if (!red_.empty() || shutting_execd_down_)
        return;
    red_ = why;
    recorder_.add_step("execd is gone: " + why + "; every later command fails", 1);
    write_facts();
    const std::string text = "agent-sandbox: execd is gone (" + why
                             + "): commands fail from now on; end this session and start a new one";
    if (::isatty(STDOUT_FILENO) == 1)
        delayed_.push_back(text); // the terminal is the agent's until it ends
    else
        tell(text);
    // What it ran must not go on unwatched.
    std::vector<ProcessInfo> left = leftovers_of(preparation_.folder().command_nono_temp(), parts());
    if (commands_.is_running()) {
        for (const ProcessInfo& process : living_descendants(commands_.pid()))
            left.push_back(process);
        commands_.send_signal(SIGTERM);
    }
    ender_.end(std::move(left), 0, [] {});
}

QJsonObject Session::status_object() const {
    const char* state = state_ == SessionState::Launching ? "launching"
                        : question_.is_open()             ? "asking"
                        : state_ == SessionState::Ending  ? "ending"
                        : red_.empty()                    ? "running"
                                                          : "red";
    return {{QStringLiteral("id"), QString::fromStdString(preparation_.options().id)},
            {QStringLiteral("agent"), QString::fromStdString(preparation_.options().agent)},
            {QStringLiteral("project"), QString::fromStdString(preparation_.project())},
            {QStringLiteral("state"), QLatin1String(state)},
            {QStringLiteral("red"), QString::fromStdString(red_)},
            {QStringLiteral("question"), question_.text()},
            {QStringLiteral("agent_profile"),
             QJsonObject{{QStringLiteral("changed"), profile_watch_.agent_changed()}}},
            {QStringLiteral("command_profile"),
             QJsonObject{{QStringLiteral("changed"), profile_watch_.commands_changed()}}},
            {QStringLiteral("started_ms"), static_cast<qint64>(started_ms_)}};
}

SessionControl::Parts Session::control_parts() {
    return {recorder_,
            link_,
            commands_,
            ender_,
            [this] { return status_object(); },
            [this] { return execd_pid_; },
            [this] { stop(SIGTERM); },
            [this](const QString& answer) { return question_.answer(answer); }};
}

void Session::restore_terminal() {
    if (terminal_->known)
        ::tcsetattr(STDIN_FILENO, TCSANOW, &terminal_->modes);
}

} // namespace asb
