// What the keyboard can do, as two columns.
#pragma once

#include <QDialog>
#include <QList>

namespace asb::ui {

struct Shortcut {
    QString keys;
    QString what;
};

class ShortcutsDialog : public QDialog {
    Q_OBJECT
public:
    /// The groups stand apart from each other.
    ShortcutsDialog(const QString& title, const QList<QList<Shortcut>>& groups, QWidget* parent);
};

} // namespace asb::ui
