// What was refused in one session, grouped by rule (ui.md "Refused"), and apart from it what only may have
// been refused: failures that nono does not log.
#pragma once

#include "core/ipc/session_facts.h"

#include <QString>
#include <QWidget>

#include <memory>

namespace asb {
class RecordFeed;
}

namespace asb::ui {

class RefusedPage : public QWidget {
    Q_OBJECT
public:
    explicit RefusedPage(QWidget* parent = nullptr);
    ~RefusedPage() override;

    /// As TrafficPage::set_session. What has been looked at is remembered for each session.
    void set_session(RecordFeed* feed, const SessionFacts& facts);

    /// Refusals of the session that is shown which have come since it was last acknowledged.
    int unseen() const;
    /// They have been looked at: called by the window when the page is shown and the window is active, and by
    /// the page's own button.
    void acknowledge();

Q_SIGNALS:
    void unseen_changed(int count);
    /// For the other viewers and the session's own count.
    void acknowledged(const QString& rule);
    void rule_wanted(const QString& file, int line);
    /// The traffic page shall show the lines that this filter finds.
    void filter_wanted(const QString& filter);
    void told(const QString& text);

protected:
    void changeEvent(QEvent* event) override;

private:
    class Parts;
    std::unique_ptr<Parts> parts_;
};

} // namespace asb::ui
