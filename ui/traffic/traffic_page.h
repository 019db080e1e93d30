// The traffic of one session: filter line, table, detail pane, statistics (ui.md "Traffic"). A page shows one
// session at a time and remembers for each one it has shown the filter, the place and whether it followed.
#pragma once

#include "core/ipc/session_facts.h"

#include <QList>
#include <QString>
#include <QWidget>

#include <memory>

class QAction;

namespace asb {
class RecordFeed;
}

namespace asb::ui {

class TrafficPage : public QWidget {
    Q_OBJECT
public:
    explicit TrafficPage(QWidget* parent = nullptr);
    ~TrafficPage() override;

    /// Shows what `feed` delivers from now on; the caller owns it and keeps it until the next call. nullptr:
    /// no session. A feed that has handed records over before has to be restarted by the caller.
    void set_session(RecordFeed* feed, const SessionFacts& facts);

    /// Lines and commands kept in memory; older ones leave in blocks and stay in the store.
    void set_row_limit(qsizetype rows);

    /// Which columns are shown, their order and widths, as a text for the settings; an empty or odd text
    /// means the built-in choice.
    QString columns() const;
    void set_columns(const QString& text);

    QString filter_text() const;
    void set_filter_text(const QString& text);
    /// Ctrl+F.
    void focus_filter();
    bool is_following() const;
    void set_following(bool following);

    /// For the window's menu: follow, copy as …, export, columns, statistics, in this order; nullptr stands
    /// for a separator. The page owns them, they have shortcuts and change their text with the language.
    QList<QAction*> actions_for_menu() const;

Q_SIGNALS:
    void columns_changed(const QString& text);
    void filter_changed(const QString& text);
    void following_changed(bool following);
    /// The profile at a rule shall be opened in the user's editor.
    void rule_wanted(const QString& file, int line);
    /// One sentence for the status line: what an export wrote, what was copied.
    void told(const QString& text);

protected:
    void changeEvent(QEvent* event) override;

private:
    class Parts;
    std::unique_ptr<Parts> parts_;
};

} // namespace asb::ui
