// The line in which a filter is typed: proposals while typing, errors in words below it, the last good filter
// stays in force meanwhile.
#pragma once

#include "core/events/filter.h"

#include <QTimer>
#include <QWidget>

class QAction;
class QCompleter;
class QLabel;
class QLineEdit;
class QStringListModel;

namespace asb::ui {

class FilterLine : public QWidget {
    Q_OBJECT
public:
    explicit FilterLine(QWidget* parent = nullptr);

    QString text() const;
    void set_text(const QString& text);
    /// Adds a term to what is there; `negated` puts "-" in front of it.
    void add_term(const QString& term, bool negated);
    void focus();
    /// What is wrong with the text; empty when nothing is.
    const QString& error() const { return error_; }

Q_SIGNALS:
    /// The text is a filter, a new one.
    void changed(const asb::Filter& filter);
    /// Escape in an empty line, Return, arrow down: the focus belongs to the table again.
    void left();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void edited();
    void show_error();
    void propose();
    void take_proposal(const QString& word);
    void retranslate();

    QLineEdit* edit_;
    QLabel* message_;
    QCompleter* completer_;
    QStringListModel* proposals_;
    QString error_;
    QString last_text_;
    QTimer error_timer_;
};

} // namespace asb::ui
