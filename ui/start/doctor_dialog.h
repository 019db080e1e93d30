// `agent-sandbox doctor`, run for a folder, with what it says.
#pragma once

#include <QDialog>
#include <QProcess>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace asb::ui {

class DoctorDialog : public QDialog {
    Q_OBJECT
public:
    /// `program`: agent-sandbox.
    explicit DoctorDialog(const QString& program, QWidget* parent = nullptr);
    ~DoctorDialog() override;
    void run(const QString& folder);

protected:
    void changeEvent(QEvent* event) override;

private:
    void read();
    void finish();
    void refresh();

    enum class State { Running, Done, Failed };
    QString program_;
    QString folder_;
    QProcess process_;
    State state_ = State::Running;
    qsizetype shown_ = 0;
    QLabel* title_;
    QPlainTextEdit* text_;
    QPushButton* copy_;
    QPushButton* again_;
};

} // namespace asb::ui
