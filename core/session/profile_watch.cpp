#include "core/session/profile_watch.h"

#include "core/nono/nono_query.h"

#include <QFileInfo>

#include <memory>

namespace asb {
namespace {

constexpr int kSoonMs = 200; ///< an editor writes in several steps
constexpr int kPollMs = 5000;

std::string name_of(const Profile& profile) {
    return profile.path.substr(profile.path.rfind('/') + 1);
}

/// The change, or why the new text cannot be read.
ProfileChange change_of(const Profile& before, std::string& problem) {
    const Result<Profile> now = read_profile(before.path);
    if (now)
        return compare_profiles(before, *now);
    problem += (problem.empty() ? "" : "\n") + now.error().text();
    return {};
}

} // namespace

ProfileWatch::ProfileWatch(QObject* parent) : QObject(parent) {
    soon_.setSingleShot(true);
    soon_.setInterval(kSoonMs);
    poll_.setInterval(kPollMs);
    connect(&soon_, &QTimer::timeout, this, &ProfileWatch::look);
    connect(&poll_, &QTimer::timeout, this, &ProfileWatch::look);
    connect(&watcher_, &QFileSystemWatcher::fileChanged, &soon_, qOverload<>(&QTimer::start));
    connect(&watcher_, &QFileSystemWatcher::directoryChanged, &soon_, qOverload<>(&QTimer::start));
}

void ProfileWatch::start(const Profile& agent, const Profile& commands) {
    agent_ = {agent, digest_files(agent.files), false};
    commands_ = {commands, digest_files(commands.files), false};
    watch(agent);
    watch(commands);
    poll_.start();
}

/// The folder too: editors replace a file, which ends a watch on the file itself.
void ProfileWatch::watch(const Profile& profile) {
    for (const std::string& path : profile.files) {
        const QString file = QString::fromStdString(path);
        for (const QString& watched : {file, QFileInfo(file).path()}) {
            if (!watcher_.files().contains(watched) && !watcher_.directories().contains(watched)
                && QFileInfo::exists(watched))
                watcher_.addPath(watched);
        }
    }
}

void ProfileWatch::look() {
    bool news = false;
    for (Side* side : {&agent_, &commands_}) {
        const bool now = digest_files(side->profile.files) != side->digest;
        news = news || now != side->changed;
        side->changed = now;
        watch(side->profile);
    }
    if (news)
        Q_EMIT changed();
}

void ProfileWatch::examine(std::function<void(const ProfileNews&)> done) {
    look();
    auto news = std::make_shared<ProfileNews>();
    news->agent_changed = agent_.changed;
    news->commands_changed = commands_.changed;
    ProfileChange agent;
    ProfileChange commands;
    std::vector<std::string> to_ask;
    if (agent_.changed) {
        agent = change_of(agent_.profile, news->problem);
        news->names = name_of(agent_.profile);
        to_ask.push_back(agent_.profile.path);
    }
    if (commands_.changed) {
        commands = change_of(commands_.profile, news->problem);
        news->names += (news->names.empty() ? "" : " and ") + name_of(commands_.profile);
        to_ask.push_back(commands_.profile.path);
    }
    news->sentence = change_sentence(agent, commands);
    news->text = commands.text() + agent.text();
    if (to_ask.empty()) {
        QTimer::singleShot(0, this, [news, done] { done(*news); });
        return;
    }
    auto left = std::make_shared<std::size_t>(to_ask.size());
    for (const std::string& path : to_ask) {
        validate_profile(path, this, [news, left, done](const Result<ProfileVerdict>& verdict) {
            if (!verdict || !verdict->valid)
                news->problem = verdict ? verdict->text : verdict.error().text(); // nono's words before ours
            if (--*left == 0)
                done(*news);
        });
    }
}

} // namespace asb
