// The tray icon with its menu and notifications. The icon exists only while some host has been there once;
// see tray_host.h for why.
#pragma once

#include "ui/tray/tray_host.h"
#include "ui/tray/tray_state.h"

#include <QMenu>
#include <QObject>

#include <memory>
#include <vector>

class QSystemTrayIcon;

namespace asb::ui {

class Tray : public QObject {
    Q_OBJECT
public:
    explicit Tray(QObject* parent = nullptr);
    ~Tray() override;

    void start();
    /// True when closing the window may hide it: an icon is shown by a host that is there now.
    bool can_hide() const;
    void show_sessions(const std::vector<TraySession>& sessions);
    void set_recent_projects(const QStringList& folders);
    void set_paused(bool paused);
    /// `title` and `text` are plain text. `session` comes back when the bubble is clicked. Possibly lost.
    void notify(const QString& title, const QString& text, const QString& session);

    TrayHosts& hosts() { return hosts_; }
    QMenu& menu() { return menu_; }
    const QString& tooltip() const { return tooltip_; }
    TrayState state() const { return state_; }

Q_SIGNALS:
    void toggle_window();
    void show_window();
    void show_session(const QString& id);
    void stop_session(const QString& id);
    /// Empty: ask for the folder.
    void start_session(const QString& project);
    void pause_changed(bool paused);
    void quit();
    /// The icon has no host, said at each look: what is hidden must be shown again.
    void host_lost();
    /// A host is there that this process can never show an icon in: start anew.
    void restart_wanted();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void look();
    void make_icon();
    void refresh();
    void make_menu();
    void update_menu();
    void update_sessions();
    void update_projects();

    /// A running session's submenu.
    struct Entry {
        QString id;
        QMenu* menu;
        QAction* show;
        QAction* stop;
    };
    void put_entry(std::size_t place, const QString& id);
    void drop(const Entry& entry);

    TrayHosts hosts_;
    QMenu menu_; ///< owns what is below
    std::vector<Entry> entries_;
    QAction* sessions_end_ = nullptr;
    QMenu* start_ = nullptr;
    QAction* choose_ = nullptr;
    QAction* choose_end_ = nullptr;
    std::vector<QAction*> projects_;
    QStringList shown_projects_;
    QAction* open_ = nullptr;
    QAction* pause_ = nullptr;
    QAction* quit_ = nullptr;
    std::unique_ptr<QSystemTrayIcon> icon_;
    HostKind bound_ = HostKind::None;
    int lost_polls_ = 0;
    bool paused_ = false;
    bool menu_stale_ = false;
    TrayState state_ = TrayState::Idle;
    QString tooltip_;
    std::vector<TraySession> sessions_;
    QStringList recent_;
    QString notified_session_;
};

} // namespace asb::ui
