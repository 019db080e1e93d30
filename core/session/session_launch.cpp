// The steps of a launch. Nothing is started before step "sandboxes"; both sandboxes start together (each
// takes 0.3 s), and what they do not need is made while they start.
#include "core/session/session.h"

#include "core/base/clock.h"
#include "core/base/paths.h"
#include "core/base/text.h"
#include "core/base/unix_socket.h"
#include "core/ipc/registry.h"
#include "core/ipc/session_lock.h"
#include "core/session/check_memory.h"
#include "core/session/history.h"

#include <QHostAddress>

#include <csignal>
#include <unistd.h>

namespace asb {
namespace {

constexpr int kLaunchLimitMs = 20000;
constexpr int kProofStatus = 125;
constexpr int kNotGranted = 127;

} // namespace

void Session::next() {
    if (state_ != SessionState::Launching)
        return;
    // Back to the event loop between steps: a signal that came meanwhile is taken there.
    QTimer::singleShot(0, this, &Session::run_step);
}

void Session::run_step() {
    if (state_ != SessionState::Launching || next_step_ >= steps_.size())
        return;
    const Step& step = steps_[next_step_++];
    recorder_.add_step(std::string("step: ") + step.name);
    log_.info(std::string("step: ") + step.name);
    launch_report_.step(step.name);
    control_.status_changed();
    if (step_listener_)
        step_listener_(step.name);
    (this->*step.run)();
}

void Session::finish_step(const Status& status) {
    if (status)
        next();
    else
        fail(status.error());
}

void Session::fail(const Error& error, int status) {
    if (state_ != SessionState::Launching)
        return;
    const std::string step = next_step_ > 0 ? steps_[next_step_ - 1].name : "start";
    tell("agent-sandbox: the session did not start (" + step + "): " + error.text());
    log_.warning(step + ": " + error.text());
    launch_report_.failed(step + ": " + error.text(), status);
    status_ = status;
    begin_teardown(SIGTERM);
}

void Session::step_arguments() {
    finish_step(preparation_.check_arguments());
}

void Session::step_config() {
    finish_step(preparation_.read_config());
}

void Session::step_programs() {
    finish_step(preparation_.find_programs());
}

void Session::step_profiles() {
    finish_step(preparation_.read_profiles());
    recorder_.set_profile(&preparation_.command_profile());
}

void Session::step_folders() {
    Status made = preparation_.make_folders();
    if (made)
        made = open_folder();
    if (!made) {
        fail(made.error());
        return;
    }
    std::string loopback;
    if (loopback_.listen(QHostAddress(QHostAddress::LocalHost)))
        loopback = "127.0.0.1:" + std::to_string(loopback_.serverPort());
    preparation_.build_commands(loopback);
    if (loopback.empty())
        log_.warning(
            "no port on 127.0.0.1 to listen on: the proof that the agent's network is limited is left out");
    for (const std::string& warning : preparation_.proofs().warnings) {
        recorder_.add_step(warning);
        if (preparation_.options().agent != "demo")
            tell("agent-sandbox: warning: " + warning);
    }
    for (const std::string& notice : preparation_.proofs().notices)
        recorder_.add_step(notice);
    for (const std::string& notice : preparation_.agent_plan().notices)
        recorder_.add_step(notice);
    next();
}

/// From here on everybody sees that this session lives.
Status Session::open_folder() {
    const std::string& folder = preparation_.state_folder();
    Status opened = make_dirs(folder, 0700);
    if (opened) {
        Result<Fd> lock = hold_session_folder(folder);
        if (lock)
            folder_lock_ = std::move(*lock);
        opened = lock ? log_.open(folder + "/session.log") : Status(lock.error());
    }
    return opened ? opened : in_state_dir(opened.error());
}

/// Everything that others read of this session. What happened until now is kept in memory and comes first.
Status Session::open_records() {
    if (recorded_)
        return success();
    recorded_ = true;
    watch_profiles();
    const Status opened = recorder_.open_store(preparation_.state_folder() + "/events.sqlite");
    if (!opened)
        return in_state_dir(opened.error());
    write_facts();
    open_control();
    return success();
}

/// Not having it costs a viewer its sight, never a session its life.
void Session::open_control() {
    const Result<std::string> folder = runtime_dir();
    Status opened = folder ? success() : Status(folder.error());
    const std::string& id = preparation_.options().id;
    if (opened) {
        runtime_folder_ = *folder;
        opened = control_.open(control_socket_file(*folder, id), token_file(*folder, id));
    }
    if (opened)
        opened =
            write_registry_entry(*folder, {id, preparation_.options().agent, preparation_.project(),
                                           preparation_.state_folder() + "/events.sqlite",
                                           preparation_.folder().root, ::getpid(), keeper_, started_ms_});
    if (!opened)
        log_.warning("no control socket: " + opened.error().text());
}

void Session::step_checks() {
    std::vector<std::string> files = preparation_.agent_profile().files;
    const std::vector<std::string>& more = preparation_.command_profile().files;
    files.insert(files.end(), more.begin(), more.end());
    const std::string key = check_key(preparation_.nono(), files, preparation_.project());
    const CheckMemory memory(check_memory_path());
    if (const std::optional<std::string> version = memory.passed(key)) {
        nono_version_ = *version;
        next();
        return;
    }
    // This takes a second, in which one wants to see the session.
    if (const Status opened = open_records(); !opened) {
        fail(opened.error());
        return;
    }
    checks_ =
        std::make_unique<NonoChecks>(preparation_.agent_command(), preparation_.agent_environment(),
                                     preparation_.command_command(), preparation_.command_environment());
    connect(checks_.get(), &NonoChecks::finished, this,
            [this, key, memory](const Status& result, const QString& version) {
                nono_version_ = version.toStdString();
                if (result)
                    memory.remember(key, nono_version_);
                finish_step(result);
            });
    checks_->start();
}

void Session::step_socket() {
    const std::string path = preparation_.folder().exec_socket();
    Result<Fd> listener = listen_unix(path);
    if (!listener) {
        fail(listener.error());
        return;
    }
    listener_ = std::move(*listener);
    finish_step(link_.open(path));
}

void Session::step_sandboxes() {
    launch_limit_.start(kLaunchLimitMs);
    recorder_.follow(
        audit_file(preparation_.command_command().session_id, preparation_.command_environment()));
    // The agent first: it is what the user waits for, and its lines queue in the socket until execd accepts.
    agent_.start_agent(preparation_.agent_command(), preparation_.agent_environment(),
                       preparation_.options().quiet_agent);
    commands_.start_commands(preparation_.command_command(), preparation_.command_environment(),
                             listener_.get());
    // From now on only execd can accept: nothing inside can take the socket over (design §3, channel 1).
    listener_.reset();
    // Both nono need longer than this takes, and nothing of theirs is read before.
    if (const Status opened = open_records(); !opened)
        fail(opened.error());
}

void Session::launch_timeout() {
    if (early_agent_end_ && execd_ready_) {
        agent_failed_to_start(*early_agent_end_, QString());
        return;
    }
    std::string text = execd_ready_ ? "the agent's sandbox did not report ready"
                                    : "execd did not answer from the command sandbox";
    text += " within " + std::to_string(kLaunchLimitMs / 1000) + " s";
    if (!commands_.output().empty())
        text += "; it said:\n" + visible_text(commands_.output(), true, 8192);
    fail(Error{text, "run `agent-sandbox doctor`", 0});
}

void Session::agent_started() {
    agent_proved_ = true;
    if (state_ == SessionState::Launching && execd_ready_)
        become_running();
}

void Session::become_running() {
    launch_limit_.stop();
    loopback_.close();
    checks_.reset();
    state_ = SessionState::Running;
    ran_ = true;
    recorder_.add_step("running");
    log_.info("running");
    launch_report_.running();
    control_.status_changed();
    write_facts();
    // Room for this session; at its end somebody would wait for that.
    apply_history_limits(load_history_limits(), wall_clock_ms(),
                         QString::fromStdString(preparation_.options().id));
    if (early_agent_end_)
        agent_ended(*early_agent_end_, QString());
}

/// The agent's nono has ended before `launch` reported that all its proofs held.
void Session::agent_failed_to_start(int status, const QString& problem) {
    if (!problem.isEmpty()) {
        fail(Error{"start " + preparation_.nono() + ": " + problem.toStdString(), {}, 0}, status);
    } else if (status == kProofStatus) {
        launch_report_.failed(
            "launch: a proof failed inside the agent's sandbox; the session's terminal and log "
            "say which",
            status);
        status_ = status; // `launch` has said on stderr what was tried, what came back and what to do
        log_.warning("launch stopped: see the notes before this line");
        begin_teardown(SIGTERM);
    } else if (status == kNotGranted) {
        fail(Error{"the agent's sandbox could not start a program (status 127)",
                   "the agent profile " + preparation_.agent_profile().path
                       + " has to grant what the agent's program and its libraries need",
                   0},
             status);
    } else {
        fail(Error{"the agent's sandbox ended with status " + std::to_string(status)
                       + " before the agent was started",
                   "what nono said stands above; its log is " + preparation_.agent_command().log_file, 0},
             status == 0 ? 1 : status);
    }
}

Error Session::commands_failed(int status, const QString& problem) const {
    if (!problem.isEmpty())
        return Error{"start " + preparation_.nono() + ": " + problem.toStdString(), {}, 0};
    std::string text =
        "the command sandbox ended with status " + std::to_string(status) + " before execd was ready";
    if (!commands_.output().empty())
        return Error{text + "; it said:\n" + visible_text(commands_.output(), true, 8192),
                     "correct the command profile " + preparation_.command_profile().path, 0};
    std::string hint = "run `agent-sandbox doctor`; nono's log is " + preparation_.command_command().log_file;
    if (status == kNotGranted)
        hint =
            "the program " + preparation_.programs().front
            + " could not be started there: the command profile has to leave it and its libraries readable";
    return Error{text, hint, 0};
}

} // namespace asb
