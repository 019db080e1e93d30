// The six pages of the session that is shown, with the feed and the connection they live from.
#pragma once

#include "core/events/record_feed.h"
#include "core/ipc/session_list.h"

#include <QPointer>
#include <QTabWidget>

#include <memory>

namespace asb::ui {

class NetworkPage;
class ProfilesPage;
class RefusedPage;
class RunningPage;
class SessionPage;
class Settings;
class TrafficPage;

class SessionPages : public QTabWidget {
    Q_OBJECT
public:
    enum Page { Traffic, Refused, Running, Profiles, Network, Session, PageCount };

    SessionPages(SessionList& sessions, Settings& settings, QWidget* parent = nullptr);
    ~SessionPages() override;

    /// Empty: none.
    void set_session(const QString& id);
    const QString& session() const { return id_; }
    /// The facts or the connection of the session have changed.
    void refresh();
    void show_page(Page page);
    TrafficPage& traffic() { return *traffic_; }
    ProfilesPage& profiles() { return *profiles_; }

Q_SIGNALS:
    void told(const QString& text);
    void rule_wanted(const QString& file, int line);
    void profiles_changed(bool command_changed, bool agent_changed);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retitle();
    void look_at_refusals();

    SessionList& sessions_;
    Settings& settings_;
    TrafficPage* traffic_;
    RefusedPage* refused_;
    RunningPage* running_;
    ProfilesPage* profiles_;
    NetworkPage* network_;
    SessionPage* session_;
    QString id_;
    SessionFacts facts_;
    std::unique_ptr<RecordFeed> feed_;
    QPointer<SessionClient> client_; ///< owned by sessions_; a new one may have the address of the last
    int unseen_ = 0;
    int running_count_ = 0;
    bool profile_mark_ = false;
};

} // namespace asb::ui
