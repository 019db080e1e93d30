// Both profiles of the session that is shown (ui.md "Profiles"); watches their files.
#pragma once

#include "core/ipc/session_facts.h"

#include <QFileSystemWatcher>
#include <QTabWidget>
#include <QTimer>

namespace asb::ui {

class DraftsPanel;
class ProfilePanel;

class ProfilesPage : public QTabWidget {
    Q_OBJECT
public:
    explicit ProfilesPage(QWidget* parent = nullptr);

    void set_session(const SessionFacts& facts);
    /// The same session has moved on; the files are read again only when something about them differs.
    void update_facts(const SessionFacts& facts);
    /// Opens the difference of the profile that has changed.
    void show_difference();

Q_SIGNALS:
    void changed_since(bool command_profile, bool agent_profile);
    void rule_wanted(const QString& file, int line);

protected:
    void changeEvent(QEvent* event) override;

private:
    void watch();
    void report();
    void retitle();

    ProfilePanel* command_;
    ProfilePanel* agent_;
    DraftsPanel* drafts_;
    SessionFacts facts_;
    QFileSystemWatcher watcher_;
    QTimer soon_;
};

} // namespace asb::ui
