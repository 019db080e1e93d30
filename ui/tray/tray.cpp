#include "ui/tray/tray.h"

#include "ui/theme/icons.h"

#include <QApplication>
#include <QDir>
#include <QEvent>
#include <QSystemTrayIcon>

#include <algorithm>
#include <utility>

namespace asb::ui {
namespace {

constexpr qsizetype kRecentShown = 5;

/// A menu takes a single & for a mark of the next letter.
QString menu_text(QString plain) {
    return plain.replace(QLatin1Char('&'), QStringLiteral("&&"));
}

} // namespace

Tray::Tray(QObject* parent) : QObject(parent) {
    connect(&hosts_, &TrayHosts::looked, this, &Tray::look);
    qApp->installEventFilter(this);
    connect(&menu_, &QMenu::aboutToHide, this, [this] {
        if (menu_stale_)
            QMetaObject::invokeMethod(this, &Tray::update_menu, Qt::QueuedConnection);
    });
    make_menu();
    refresh();
}

Tray::~Tray() = default;

void Tray::start() {
    hosts_.start();
}

bool Tray::can_hide() const {
    if (!icon_)
        return false;
    return bound_ == HostKind::StatusNotifier ? hosts_.status_notifier() : hosts_.xembed_now();
}

void Tray::look() {
    const bool other_only = bound_ != HostKind::None && !can_hide() && hosts_.present() != HostKind::None;
    lost_polls_ = other_only ? lost_polls_ + 1 : 0;
    switch (tray_action(bound_, hosts_.present(), lost_polls_)) {
    case TrayAction::MakeIcon:
        make_icon();
        break;
    case TrayAction::Restart:
        Q_EMIT restart_wanted();
        break;
    case TrayAction::Nothing:
        break;
    }
    // Not only once: a host may have come, taken the window and gone between two looks.
    if (icon_ && !can_hide())
        Q_EMIT host_lost();
}

void Tray::make_icon() {
    bound_ = hosts_.present();
    icon_ = std::make_unique<QSystemTrayIcon>();
    icon_->setContextMenu(&menu_);
    connect(icon_.get(), &QSystemTrayIcon::activated, this, [this](QSystemTrayIcon::ActivationReason reason) {
        if (reason == QSystemTrayIcon::Trigger)
            Q_EMIT toggle_window();
    });
    connect(icon_.get(), &QSystemTrayIcon::messageClicked, this,
            [this] { Q_EMIT show_session(notified_session_); });
    refresh();
    icon_->show();
}

void Tray::show_sessions(const std::vector<TraySession>& sessions) {
    sessions_ = sessions;
    refresh();
}

void Tray::set_recent_projects(const QStringList& folders) {
    if (recent_ == folders)
        return;
    recent_ = folders;
    refresh();
}

void Tray::set_paused(bool paused) {
    paused_ = paused;
    refresh();
}

void Tray::refresh() {
    state_ = tray_state(sessions_);
    tooltip_ = tray_tooltip(sessions_);
    update_menu();
    if (!icon_)
        return;
    icon_->setIcon(tray_icon(state_));
    icon_->setToolTip(tooltip_);
}

/// What stands in the menu stays the same entry: a host that shows the menu tells a click by the entry, and a
/// session's news must not lose it.
void Tray::make_menu() {
    sessions_end_ = menu_.addSeparator();
    start_ = menu_.addMenu(QString());
    choose_ = start_->addAction(QString());
    connect(choose_, &QAction::triggered, this, [this] { Q_EMIT start_session(QString()); });
    choose_end_ = start_->addSeparator();
    open_ = menu_.addAction(QString());
    connect(open_, &QAction::triggered, this, &Tray::show_window);
    pause_ = menu_.addAction(QString());
    pause_->setCheckable(true);
    connect(pause_, &QAction::triggered, this, &Tray::pause_changed);
    menu_.addSeparator();
    quit_ = menu_.addAction(QString());
    connect(quit_, &QAction::triggered, this, &Tray::quit);
}

void Tray::update_menu() {
    if (menu_.isVisible()) { // not under the hand: when it is closed
        menu_stale_ = true;
        return;
    }
    menu_stale_ = false;
    update_sessions();
    update_projects();
    start_->setTitle(tr("Start session"));
    choose_->setText(tr("Choose a folder…"));
    open_->setText(tr("Open window"));
    pause_->setText(tr("Pause notifications"));
    pause_->setChecked(paused_);
    quit_->setText(tr("Quit"));
}

void Tray::update_sessions() {
    std::vector<const TraySession*> running;
    for (const TraySession& session : sessions_) {
        if (session.running)
            running.push_back(&session);
    }
    const auto is_running = [&running](const Entry& entry) {
        return std::any_of(running.begin(), running.end(),
                           [&entry](const TraySession* session) { return session->id == entry.id; });
    };
    const auto ended = std::stable_partition(entries_.begin(), entries_.end(), is_running);
    std::for_each(ended, entries_.end(), [this](const Entry& entry) { drop(entry); });
    entries_.erase(ended, entries_.end());
    for (std::size_t i = 0; i < running.size(); ++i) {
        const TraySession& session = *running[i];
        if (i == entries_.size() || entries_[i].id != session.id)
            put_entry(i, session.id);
        QString name = session.project;
        if (session.unseen_refusals > 0)
            name = tr("%1 (%n refused)", nullptr, session.unseen_refusals).arg(name);
        entries_[i].menu->setTitle(menu_text(name));
        entries_[i].show->setText(tr("Show"));
        entries_[i].stop->setText(tr("Stop…"));
    }
    sessions_end_->setVisible(!entries_.empty());
}

/// At this place; from another one when it is there already.
void Tray::put_entry(std::size_t place, const QString& id) {
    const auto old =
        std::find_if(entries_.begin(), entries_.end(), [&id](const Entry& entry) { return entry.id == id; });
    if (old != entries_.end()) {
        drop(*old);
        entries_.erase(old);
    }
    Entry entry{id, new QMenu(&menu_), nullptr, nullptr};
    entry.show = entry.menu->addAction(QString());
    connect(entry.show, &QAction::triggered, this, [this, id] { Q_EMIT show_session(id); });
    entry.stop = entry.menu->addAction(QString());
    connect(entry.stop, &QAction::triggered, this, [this, id] { Q_EMIT stop_session(id); });
    menu_.insertMenu(place < entries_.size() ? entries_[place].menu->menuAction() : sessions_end_,
                     entry.menu);
    entries_.insert(entries_.begin() + static_cast<std::ptrdiff_t>(place), entry);
}

void Tray::drop(const Entry& entry) {
    menu_.removeAction(entry.menu->menuAction());
    entry.menu->deleteLater(); // one of its actions may be what is being done
}

void Tray::update_projects() {
    const QStringList shown = recent_.mid(0, kRecentShown);
    choose_end_->setVisible(!shown.isEmpty());
    if (shown == shown_projects_)
        return;
    shown_projects_ = shown;
    for (QAction* project : std::exchange(projects_, {})) {
        start_->removeAction(project);
        project->deleteLater();
    }
    for (const QString& folder : shown) {
        projects_.push_back(start_->addAction(menu_text(QDir::toNativeSeparators(folder))));
        connect(projects_.back(), &QAction::triggered, this,
                [this, folder] { Q_EMIT start_session(folder); });
    }
}

void Tray::notify(const QString& title, const QString& text, const QString& session) {
    if (!icon_)
        return;
    notified_session_ = session;
    // XEmbed hosts get Qt's own balloon, which shows plain text.
    const QString body = bound_ == HostKind::StatusNotifier ? notification_body(text) : text;
    icon_->showMessage(title, body, tray_icon(state_));
}

bool Tray::eventFilter(QObject* watched, QEvent* event) {
    if (watched == qApp && event->type() == QEvent::LanguageChange)
        QMetaObject::invokeMethod(this, &Tray::refresh, Qt::QueuedConnection);
    return false;
}

} // namespace asb::ui
