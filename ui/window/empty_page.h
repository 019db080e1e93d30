// What the window shows instead of a session: why there is none, and what to do about it.
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace asb::ui {

class EmptyPage : public QWidget {
    Q_OBJECT
public:
    explicit EmptyPage(QWidget* parent = nullptr);

    /// `fault`: why no session can be started on this machine (nono is missing, ...), with what to do; empty
    /// when it can.
    void set_fault(const QString& fault);

Q_SIGNALS:
    void start_wanted();
    void doctor_wanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    QLabel* title_;
    QLabel* text_;
    QLabel* command_;
    QPushButton* start_;
    QPushButton* doctor_;
    QString fault_;
};

} // namespace asb::ui
