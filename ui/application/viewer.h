// The viewer: puts window, tray, settings and the sessions together and decides what happens when something
// of them asks for it. It owns no session; it can die at any moment.
#pragma once

#include "core/ipc/session_list.h"
#include "ui/application/quit_signals.h"
#include "ui/application/single_instance.h"
#include "ui/settings/settings.h"
#include "ui/settings/translations.h"
#include "ui/start/session_launcher.h"
#include "ui/start/stop_session.h"
#include "ui/theme/theme.h"
#include "ui/tray/tray.h"
#include "ui/window/main_window.h"

#include <QHash>
#include <QObject>
#include <QSet>

#include <memory>
#include <set>

namespace asb::ui {

class StartDialog;

class Viewer : public QObject {
    Q_OBJECT
public:
    /// `server` is open already; `arguments` are those of this start.
    Viewer(InstanceServer& server, const ViewerArguments& arguments, QObject* parent = nullptr);
    ~Viewer() override;

    void start(const Handover& start);
    /// What the program has to become when the event loop has ended; empty: nothing, it ends.
    const std::vector<std::string>& restart_words() const { return restart_words_; }

    MainWindow& window() { return *window_; }
    Tray& tray() { return tray_; }
    Settings& settings() { return settings_; }

private:
    void begin();
    void connect_window();
    void connect_tray();
    void apply_settings();
    void session_changed(const QString& id);
    void refresh_tray();
    void refresh_question();
    void notice(NoticeKind kind, const SessionFacts& facts, const QString& subject, const QString& title,
                const QString& text);
    void started_again(const Handover& handover);
    void toggle_window();
    void show_session(const QString& id);
    void start_session(const QString& project);
    void start_again(const SessionFacts& facts);
    StartDialog* open_start_dialog(const QString& project);
    void stop_session(const QString& id);
    void remove_session(const QString& id);
    void answer_reload(const QString& session, const QString& word);
    void edit_changed_profile(const QString& session);
    void open_doctor(const QString& folder);
    void show_settings();
    void look_at_machine();
    void apply_history_limits();
    void ask_to_quit();
    void quit();
    void restart();

    InstanceServer& server_;
    ViewerArguments arguments_;
    Settings settings_;
    Translations translations_;
    Theme theme_;
    SessionList sessions_;
    Tray tray_;
    StopSession stopper_;
    SessionLauncher launcher_;
    NoticePolicy notices_;
    QHash<QString, SessionFacts> known_; ///< as of the last change, to see what is new
    QuitSignals signals_;
    std::unique_ptr<MainWindow> window_;
    QSet<QString> seen_running_; ///< sessions that ran while this viewer did
    QSet<QString> put_off_;      ///< whose news have had an answer here
    std::set<QString> stop_before_quit_;
    std::vector<std::string> restart_words_;
    QSet<QString> old_; ///< there before this viewer, and have not told yet how they stand: no news
};

} // namespace asb::ui
