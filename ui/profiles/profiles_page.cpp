#include "ui/profiles/profiles_page.h"

#include "ui/profiles/drafts_panel.h"
#include "ui/profiles/profile_panel.h"

#include <QEvent>
#include <QFileInfo>
#include <QTabBar>

namespace asb::ui {
namespace {

constexpr int kSettleMs = 300; ///< an editor writes in several steps

bool same(const ProfileFacts& left, const ProfileFacts& right) {
    return left.path == right.path && left.digest == right.digest && left.copy == right.copy;
}

} // namespace

ProfilesPage::ProfilesPage(QWidget* parent)
    : QTabWidget(parent),
      command_(new ProfilePanel(this)),
      agent_(new ProfilePanel(this)),
      drafts_(new DraftsPanel(this)) {
    setObjectName(QStringLiteral("profiles_page"));
    setDocumentMode(true);
    addTab(command_, QString());
    addTab(agent_, QString());
    addTab(drafts_, QString());
    soon_.setSingleShot(true);
    soon_.setInterval(kSettleMs);
    connect(&soon_, &QTimer::timeout, this, [this] {
        command_->look_again();
        agent_->look_again();
        watch();
    });
    for (const auto signal : {&QFileSystemWatcher::fileChanged, &QFileSystemWatcher::directoryChanged})
        connect(&watcher_, signal, &soon_, qOverload<>(&QTimer::start));
    for (ProfilePanel* panel : {command_, agent_}) {
        connect(panel, &ProfilePanel::looked, this, &ProfilesPage::report);
        connect(panel, &ProfilePanel::rule_wanted, this, &ProfilesPage::rule_wanted);
    }
    connect(drafts_, &DraftsPanel::listed, this, &ProfilesPage::retitle);
    connect(drafts_, &DraftsPanel::rule_wanted, this, &ProfilesPage::rule_wanted);
    retitle();
}

void ProfilesPage::set_session(const SessionFacts& facts) {
    facts_ = facts;
    command_->set_profile(facts.command_profile);
    agent_->set_profile(facts.agent_profile);
    watch();
    report();
}

void ProfilesPage::update_facts(const SessionFacts& facts) {
    const bool other = !same(facts.command_profile, facts_.command_profile)
                       || !same(facts.agent_profile, facts_.agent_profile);
    if (other || facts.id != facts_.id)
        set_session(facts);
}

/// The files, and their folders: editors replace a file, and a watch on the old one hears nothing more.
void ProfilesPage::watch() {
    QStringList wanted;
    for (const QString& file : facts_.command_profile.files + facts_.agent_profile.files)
        wanted << file << QFileInfo(file).path();
    wanted.removeDuplicates();
    const QStringList watched = watcher_.files() + watcher_.directories();
    for (const QString& path : watched) {
        if (!wanted.contains(path))
            watcher_.removePath(path);
    }
    for (const QString& path : wanted) {
        if (!watched.contains(path) && QFileInfo::exists(path))
            watcher_.addPath(path);
    }
}

void ProfilesPage::report() {
    retitle();
    Q_EMIT changed_since(command_->look().changed, agent_->look().changed);
}

void ProfilesPage::show_difference() {
    ProfilePanel* panel = agent_->look().changed && !command_->look().changed ? agent_ : command_;
    setCurrentWidget(panel);
    panel->show_difference();
}

void ProfilesPage::retitle() {
    const auto name = [](const QString& text, const ProfilePanel* panel) {
        return panel->look().changed ? tr("%1 (changed)").arg(text) : text;
    };
    setTabText(0, name(tr("Command profile"), command_));
    setTabText(1, name(tr("Agent profile"), agent_));
    setTabText(2, drafts_->count() > 0 ? tr("Drafts %1").arg(drafts_->count()) : tr("Drafts"));
    setAccessibleName(tr("Profiles"));
    tabBar()->setAccessibleName(tr("Profiles"));
}

void ProfilesPage::changeEvent(QEvent* event) {
    QTabWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retitle();
}

} // namespace asb::ui
