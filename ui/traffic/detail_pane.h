// Everything about one row: its full text, the verdict with the profile's own words, where the rule stands,
// and the facts of its run.
#pragma once

#include "core/base/event.h"
#include "core/config/profile_reader.h"

#include <QString>
#include <QWidget>

#include <optional>
#include <vector>

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QScrollArea;

namespace asb::ui {

class ProfileRules;

class DetailPane : public QWidget {
    Q_OBJECT
public:
    explicit DetailPane(QWidget* parent = nullptr);

    /// Shows an event; of a line, TrafficLog::line_event. Does nothing when it is what is shown already.
    void show_event(const Event& event, const ProfileRules& rules);
    void clear();
    /// nono's own record of what is shown, appended to the text; made visible here.
    void add_audit(std::string_view lines);
    const std::optional<Event>& shown() const { return event_; }
    void focus_text();

Q_SIGNALS:
    void copy_wanted();
    void json_wanted();
    void others_wanted();
    void rule_wanted(const QString& file, int line);

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void retranslate();
    void show_head(const Event& event, const ProfileRules& rules);
    void show_facts(const Event& event, const ProfileRules& rules);
    /// Beside the fact before it, or over the whole width.
    void add_fact(const QString& name, const QString& value, bool wide = false);
    void place_facts();
    void fit_text();

    QLabel* mark_;
    QLabel* head_;
    QLabel* reason_;
    QLabel* place_;
    QPlainTextEdit* text_;
    QScrollArea* facts_;
    QPushButton* open_;
    QPushButton* copy_;
    QPushButton* json_;
    QPushButton* others_;
    struct Fact {
        QWidget* title;
        QWidget* value;
        bool wide;
    };
    std::vector<Fact> placed_; ///< in the sheet, in their order
    int pairs_ = 2;            ///< facts beside each other
    std::optional<Event> event_;
    std::string shown_json_; ///< the event as JSON, to tell a change
    std::optional<SourcePosition> rule_place_;
};

} // namespace asb::ui
