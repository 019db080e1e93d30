// What lies over the traffic's table: the pill that counts new rows while it stands still, and the words for
// an empty table.
#pragma once

#include <QFrame>
#include <QToolButton>

class QAbstractScrollArea;
class QLabel;
class QPushButton;

namespace asb::ui {

/// At the right foot of a view.
class NewRowsPill : public QToolButton {
    Q_OBJECT
public:
    explicit NewRowsPill(QAbstractScrollArea* view);
    /// `wanted`: it stands still and the newest row is out of sight or not there yet. `filtered`: the filter
    /// has not judged the new ones yet. `sorted`: it is in another order than that of time.
    void show_count(bool wanted, std::size_t count, bool filtered, bool sorted = false);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();
    QAbstractScrollArea* view_;
};

/// In the middle of a view: one sentence, and a button when there is something to do.
class EmptyNote : public QFrame {
    Q_OBJECT
public:
    explicit EmptyNote(QAbstractScrollArea* view);
    /// An empty text hides it, an empty button text the button.
    void say(const QString& text, const QString& button);

Q_SIGNALS:
    void pressed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();
    QAbstractScrollArea* view_;
    QLabel* text_;
    QPushButton* button_;
};

} // namespace asb::ui
