// The question between two sessions: a profile has changed, start again with it? Not modal, never in front of
// anything, the first answer counts (here or in the terminal).
#pragma once

#include <QFrame>

class QLabel;
class QPushButton;

namespace asb::ui {

struct ReloadQuestion {
    QString session; ///< id; empty: nothing is asked
    QString text;    ///< what has changed, plain text
    QString fault;   ///< nono's words when a changed profile is not valid: no start is offered, the editor is
    bool operator==(const ReloadQuestion&) const = default;
};

class ReloadPanel : public QFrame {
    Q_OBJECT
public:
    explicit ReloadPanel(QWidget* parent = nullptr);
    /// Shows, changes or (empty session) hides the panel; takes no focus.
    void ask(const ReloadQuestion& question);
    const ReloadQuestion& question() const { return question_; }

Q_SIGNALS:
    /// "again", "difference" or "later".
    void answered(const QString& session, const QString& word);
    void editor_wanted(const QString& session);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void answer(const QString& word);

    QLabel* text_;
    QPushButton* again_;
    QPushButton* difference_;
    QPushButton* edit_;
    QPushButton* later_;
    ReloadQuestion question_;
};

} // namespace asb::ui
