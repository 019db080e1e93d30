// The end of a session: one road, whatever brought it here.
#include "core/session/session.h"

#include "core/base/clock.h"
#include "core/base/paths.h"
#include "core/ipc/registry.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <cstdio>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace asb {
namespace {

QJsonArray words(const std::vector<std::string>& values) {
    QJsonArray array;
    for (const std::string& value : values)
        array.append(QString::fromStdString(value));
    return array;
}

/// Names of the variables that get through to this side.
QJsonArray passing_names(const Environment& environment, const Profile& profile) {
    QJsonArray names;
    for (const auto& [name, value] : environment) {
        if (profile.environment.passes(name))
            names.append(QString::fromStdString(name));
    }
    return names;
}

QJsonArray proof_words(const std::vector<Proof>& agent, const std::vector<Proof>& commands) {
    QJsonArray words;
    for (const Proof& proof : agent)
        words.append(QString::fromStdString("agent: " + to_string(proof)));
    for (const Proof& proof : commands)
        words.append(QString::fromStdString("commands: " + to_string(proof)));
    return words;
}

void remove_if_empty(const std::string& path) {
    struct stat state {};
    if (::lstat(path.c_str(), &state) == 0 && S_ISREG(state.st_mode) && state.st_size == 0)
        ::unlink(path.c_str());
}

} // namespace

SessionParts Session::parts() {
    return SessionParts{agent_, commands_, link_, ender_, preparation_.folder(), execd_ready_, keeper_};
}

void Session::begin_teardown(int signal) {
    if (state_ == SessionState::Ending)
        return;
    state_ = SessionState::Ending;
    launch_limit_.stop();
    loopback_.close();
    listener_.reset();
    commands_.give_full_share();
    checks_.reset();
    recorder_.add_step("ending");
    log_.info("ending");
    teardown_ = std::make_unique<Teardown>(parts());
    connect(teardown_.get(), &Teardown::finished, this, &Session::after_teardown, Qt::QueuedConnection);
    teardown_->start(signal);
}

void Session::after_teardown() {
    link_.close();
    ended_ms_ = wall_clock_ms();
    recorder_.add_step("ended", status_);
    examine_profiles();
}

void Session::finish_up(bool again) {
    if (!ran_)
        close_records();
    for (const std::string& text : std::exchange(delayed_, {}))
        tell(text);
    if (again)
        order_restart();
    launch_report_.ended(status_);
    control_.close();
    for (const std::string& path : preparation_.agent_plan().made_for_grants)
        ::rmdir(path.c_str());
    if (!runtime_folder_.empty())
        remove_registry_entry(runtime_folder_, preparation_.options().id);
    if (keeper_ != 0 && ::getppid() != keeper_) {
        // The keeper is gone, and with it who would do this.
        restore_terminal();
        static_cast<void>(remove_tree(preparation_.folder().root));
    }
    Q_EMIT finished(status_);
}

/// The store and the log stay when the agent ran; a launch that came to nothing leaves nothing.
void Session::close_records() {
    recorder_.finish();
    log_.info("ended with status " + std::to_string(status_));
    log_.close();
    const std::string& folder = preparation_.state_folder();
    if (ran_) {
        write_facts();
        remove_if_empty(folder + "/nono-agent.log");
        remove_if_empty(folder + "/nono-commands.log");
    } else if (is_session_id(preparation_.options().id)) {
        static_cast<void>(remove_tree(folder));
    }
}

void Session::tell(const std::string& text) const {
    std::fprintf(stderr, "%s\n", text.c_str());
    std::fflush(stderr);
}

QJsonObject Session::profile_facts(const Profile& profile, const std::string& digest, const std::string& copy,
                                   bool changed) const {
    return {{QStringLiteral("path"), QString::fromStdString(profile.path)},
            {QStringLiteral("files"), words(profile.files)},
            {QStringLiteral("digest"), QString::fromStdString(digest)},
            {QStringLiteral("copy"), QString::fromStdString(copy)},
            {QStringLiteral("changed"), changed}};
}

void Session::write_facts() {
    const SessionOptions& options = preparation_.options();
    QJsonObject facts{
        {QStringLiteral("version"), 1},
        {QStringLiteral("id"), QString::fromStdString(options.id)},
        {QStringLiteral("agent"), QString::fromStdString(options.agent)},
        {QStringLiteral("product"), QString::fromLatin1(product_version())},
        {QStringLiteral("nono"), QString::fromStdString(nono_version_)},
        {QStringLiteral("project"), QString::fromStdString(preparation_.project())},
        {QStringLiteral("arguments"), words(options.arguments)},
        {QStringLiteral("config"), QString::fromStdString(preparation_.config().config_path)},
        {QStringLiteral("agent_profile"),
         profile_facts(preparation_.agent_profile(), profile_watch_.agent_digest(), agent_copy_,
                       profile_watch_.agent_changed())},
        {QStringLiteral("command_profile"),
         profile_facts(preparation_.command_profile(), profile_watch_.commands_digest(), command_copy_,
                       profile_watch_.commands_changed())},
        {QStringLiteral("agent_nono"), words(run_argv(preparation_.agent_command()))},
        {QStringLiteral("command_nono"), words(run_argv(preparation_.command_command()))},
        {QStringLiteral("agent_nono_session"),
         QString::fromStdString(preparation_.agent_command().session_id)},
        {QStringLiteral("command_nono_session"),
         QString::fromStdString(preparation_.command_command().session_id)},
        {QStringLiteral("nono_audit"),
         QString::fromStdString(
             audit_file(preparation_.command_command().session_id, preparation_.command_environment()))},
        {QStringLiteral("proofs"), proof_words(preparation_.proofs().agent, preparation_.proofs().commands)},
        {QStringLiteral("agent_environment"),
         passing_names(preparation_.agent_environment(), preparation_.agent_profile())},
        {QStringLiteral("command_environment"),
         passing_names(preparation_.command_environment(), preparation_.command_profile())},
        {QStringLiteral("launch"), QString::fromStdString(options.launch)},
        {QStringLiteral("started_ms"), static_cast<qint64>(started_ms_)}};
    if (news_.any()) {
        facts.insert(QStringLiteral("change"), QString::fromStdString(reload_notice(news_)));
        facts.insert(QStringLiteral("change_problem"), QString::fromStdString(news_.problem));
    }
    control_host_.add_counts(facts);
    if (!red_.empty())
        facts.insert(QStringLiteral("red"), QString::fromStdString(red_));
    if (ended_ms_ != 0) {
        facts.insert(QStringLiteral("ended_ms"), static_cast<qint64>(ended_ms_));
        facts.insert(QStringLiteral("status"), status_);
    }
    const Status written = write_file_atomically(preparation_.state_folder() + "/session.json",
                                                 QJsonDocument(facts).toJson().toStdString(), 0600);
    if (!written)
        log_.warning(written.error().text());
}

} // namespace asb
