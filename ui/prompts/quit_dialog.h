// Asked by Quit while sessions run: they go on without the viewer, or are stopped first.
#pragma once

#include <QMessageBox>
#include <QStringList>

namespace asb::ui {

class QuitDialog : public QMessageBox {
    Q_OBJECT
public:
    enum class Choice { Leave, Stop };
    explicit QuitDialog(const QStringList& sessions, QWidget* parent = nullptr);

Q_SIGNALS:
    /// Not when it was cancelled.
    void chosen(asb::ui::QuitDialog::Choice choice);
};

} // namespace asb::ui
