// How a launch goes: its steps with their times, what it says when it fails, and for one prompt the answer.
#pragma once

#include "core/desktop/launch_file.h"

#include <QString>
#include <QWidget>

#include <vector>

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QTreeWidget;

namespace asb::ui {

enum class LaunchState { Waiting, Starting, Running, Ended, Failed };

class LaunchView : public QWidget {
    Q_OBJECT
public:
    explicit LaunchView(QWidget* parent = nullptr);

    /// Begins anew. `command`: what is run, as a person would type it. `with_output`: for one prompt.
    void begin(const QString& command, bool with_output);
    void set_steps(const std::vector<LaunchStep>& steps);
    void set_state(LaunchState state);
    /// Which session it has become: what the buttons are about.
    void set_session(const QString& id) { session_ = id; }
    /// Turns the last step red and shows what the command line would print.
    void fail(const QString& words);
    void append_output(const QString& text);
    LaunchState state() const { return state_; }
    QString as_text() const;

Q_SIGNALS:
    void doctor_wanted();
    void session_wanted(const QString& id);
    void stop_wanted(const QString& id);
    void again_wanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void fill_steps();
    void copy();

    LaunchState state_ = LaunchState::Waiting;
    QString command_;
    QString session_;
    std::vector<LaunchStep> list_;
    QString fault_;
    QLabel* title_;
    QTreeWidget* steps_;
    QPlainTextEdit* words_;
    QPlainTextEdit* output_;
    QPushButton* copy_;
    QPushButton* doctor_;
    QPushButton* show_;
    QPushButton* stop_;
    QPushButton* again_;
};

/// A step's name as a person reads it: "profiles" -> "Both profiles read".
QString step_text(const QString& name);

} // namespace asb::ui
