// The window: assembles the sidebar, the pages and the strip at the foot, and turns keys into wishes. What is
// done about a wish is the viewer's business.
//
// It is on the screen before it holds anything: fonts, pages and menus cost more than the rest of a start, so
// they are made in the turn after its first paint (fill()).
#pragma once

#include "core/ipc/session_list.h"
#include "ui/window/sidebar_model.h"

#include <QMainWindow>

#include <functional>

class QLabel;
class QSplitter;
class QStackedWidget;
class QTimer;

namespace asb::ui {

class EmptyPage;
class ReloadPanel;
class SessionPages;
class Settings;
class Sidebar;
class StatusStrip;

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    MainWindow(SessionList& sessions, Settings& settings, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Makes what the window holds, once; later calls do nothing. It comes by itself after the first paint,
    /// or a moment after show() when nothing is painted; every function below that needs a part does it too.
    void fill();
    bool is_filled() const { return filled_; }

    /// Asked when the window is closed: true when hiding it leaves a way back.
    void set_can_hide(std::function<bool()> can_hide) { can_hide_ = std::move(can_hide); }
    /// False: it is not known (yet); it is shown as soon as it is.
    bool show_session(const QString& id_or_start);
    /// Raises and activates, from whatever state, with the desktop's marks of the start that asked for it
    /// (desktop-measured.md §10); both may be empty.
    void raise_now(const std::string& startup_id, const std::string& activation_token);
    /// Shows it without taking the focus: nobody asked for it.
    void show_quietly();
    void tell(const QString& text);
    /// Why no session can start on this machine; empty when it can.
    void set_machine_fault(const QString& fault);
    void save_place();

    Sidebar& sidebar();
    SessionPages& pages();
    ReloadPanel& reload_panel();
    StatusStrip& strip();

Q_SIGNALS:
    /// fill() has been done: the sessions can be read now.
    void filled();
    void start_wanted();
    void stop_wanted(const QString& id);
    void remove_wanted(const QString& id);
    void settings_wanted();
    void doctor_wanted();
    void quit_wanted();
    /// The window was closed and nothing brings it back: the viewer ends.
    void closed_for_good();
    void rule_wanted(const QString& file, int line);

protected:
    bool event(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void show_parts();
    QAction* add(QMenu* menu, const char* name, const QKeySequence& key);
    void build_menus();
    void build_body();
    void retranslate();
    void refresh_list();
    void refresh_strip();
    void choose(const QString& id);
    void show_shortcuts();
    void show_about();
    void tell_once_without_tray();

    SessionList& sessions_;
    Settings& settings_;
    std::function<bool()> can_hide_;
    QSplitter* splitter_ = nullptr;
    Sidebar* sidebar_ = nullptr;
    QStackedWidget* stack_ = nullptr;
    EmptyPage* empty_ = nullptr;
    SessionPages* pages_ = nullptr;
    ReloadPanel* reload_ = nullptr;
    StatusStrip* strip_ = nullptr;
    QLabel* told_ = nullptr; ///< what was told last, for a moment
    QTimer* forget_told_ = nullptr;
    QTimer* tick_ = nullptr;
    QMenu* session_menu_ = nullptr;
    QMenu* view_menu_ = nullptr;
    QMenu* traffic_menu_ = nullptr;
    QMenu* help_menu_ = nullptr;
    QHash<QString, QAction*> actions_;
    QString wanted_session_; ///< asked for, not known yet
    bool command_changed_ = false;
    bool agent_changed_ = false;
    bool close_confirmed_ = false;
    bool fill_awaited_ = false; ///< it has been painted
    bool filled_ = false;
};

/// The sidebar's view of a session.
SidebarEntry entry_of(const SessionFacts& facts);

} // namespace asb::ui
