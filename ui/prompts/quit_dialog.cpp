#include "ui/prompts/quit_dialog.h"

#include <QPushButton>

namespace asb::ui {

QuitDialog::QuitDialog(const QStringList& sessions, QWidget* parent) : QMessageBox(parent) {
    setObjectName(QStringLiteral("quit_question"));
    setWindowTitle(tr("Quit"));
    setIcon(QMessageBox::Question);
    setTextFormat(Qt::PlainText);
    setText(tr("%n session(s) are running: %1.", nullptr, static_cast<int>(sessions.size()))
                .arg(sessions.join(QStringLiteral(", "))));
    setInformativeText(tr("They can go on without the viewer. `agent-sandbox` opens it again."));
    QPushButton* leave = addButton(tr("&Leave them running"), QMessageBox::AcceptRole);
    QPushButton* stop = addButton(tr("&Stop them"), QMessageBox::DestructiveRole);
    setEscapeButton(addButton(QMessageBox::Cancel));
    setDefaultButton(leave);
    connect(leave, &QPushButton::clicked, this, [this] { Q_EMIT chosen(Choice::Leave); });
    connect(stop, &QPushButton::clicked, this, [this] { Q_EMIT chosen(Choice::Stop); });
}

} // namespace asb::ui
