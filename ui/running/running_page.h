// What runs now in one session and what earlier lines left running, as a tree (ui.md "Running").
#pragma once

#include "core/ipc/session_facts.h"

#include <QString>
#include <QWidget>

#include <memory>

namespace asb {
class SessionClient;
}

namespace asb::ui {

class RunningPage : public QWidget {
    Q_OBJECT
public:
    explicit RunningPage(QWidget* parent = nullptr);
    ~RunningPage() override;

    /// `client` is the connection to the session's control socket; the caller owns it and keeps it until the
    /// next call. nullptr: no session, or one that has ended.
    void set_session(SessionClient* client, const SessionFacts& facts);

    int running() const;

Q_SIGNALS:
    void count_changed(int running);
    void told(const QString& text);

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    class Parts;
    std::unique_ptr<Parts> parts_;
};

} // namespace asb::ui
