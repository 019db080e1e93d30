#include "ui/tray/tray.h"

#include "ui/theme/icons.h"

#include <QApplication>
#include <QDir>
#include <QEvent>
#include <QSystemTrayIcon>

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
            QMetaObject::invokeMethod(this, &Tray::rebuild_menu, Qt::QueuedConnection);
    });
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
    rebuild_menu();
    if (!icon_)
        return;
    icon_->setIcon(tray_icon(state_));
    icon_->setToolTip(tooltip_);
}

void Tray::rebuild_menu() {
    if (menu_.isVisible()) { // not under the hand: when it is closed
        menu_stale_ = true;
        return;
    }
    menu_stale_ = false;
    menu_.clear();
    for (const TraySession& session : sessions_) {
        if (!session.running)
            continue;
        QString name = session.project;
        if (session.unseen_refusals > 0)
            name = tr("%1 (%n refused)", nullptr, session.unseen_refusals).arg(name);
        QMenu* entry = menu_.addMenu(menu_text(name));
        const QString id = session.id;
        connect(entry->addAction(tr("Show")), &QAction::triggered, this,
                [this, id] { Q_EMIT show_session(id); });
        connect(entry->addAction(tr("Stop…")), &QAction::triggered, this,
                [this, id] { Q_EMIT stop_session(id); });
    }
    if (!menu_.isEmpty())
        menu_.addSeparator();
    QMenu* start = menu_.addMenu(tr("Start session"));
    connect(start->addAction(tr("Choose a folder…")), &QAction::triggered, this,
            [this] { Q_EMIT start_session(QString()); });
    if (!recent_.isEmpty())
        start->addSeparator();
    for (const QString& folder : recent_.mid(0, kRecentShown))
        connect(start->addAction(menu_text(QDir::toNativeSeparators(folder))), &QAction::triggered, this,
                [this, folder] { Q_EMIT start_session(folder); });
    connect(menu_.addAction(tr("Open window")), &QAction::triggered, this, &Tray::show_window);
    QAction* pause = menu_.addAction(tr("Pause notifications"));
    pause->setCheckable(true);
    pause->setChecked(paused_);
    connect(pause, &QAction::toggled, this, &Tray::pause_changed);
    menu_.addSeparator();
    connect(menu_.addAction(tr("Quit")), &QAction::triggered, this, &Tray::quit);
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
