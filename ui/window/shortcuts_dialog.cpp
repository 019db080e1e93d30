#include "ui/window/shortcuts_dialog.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace asb::ui {
namespace {

constexpr int kBetweenColumns = 24;
constexpr int kBetweenGroups = 8;

} // namespace

ShortcutsDialog::ShortcutsDialog(const QString& title, const QList<QList<Shortcut>>& groups, QWidget* parent)
    : QDialog(parent) {
    setObjectName(QStringLiteral("shortcuts_dialog"));
    setWindowTitle(title);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(kBetweenColumns);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(1, 1);
    for (const QList<Shortcut>& group : groups) {
        if (group.isEmpty())
            continue;
        if (grid->count() > 0)
            grid->setRowMinimumHeight(grid->rowCount(), kBetweenGroups);
        for (const Shortcut& shortcut : group) {
            const int row = grid->rowCount();
            auto* keys = new QLabel(shortcut.keys, this);
            keys->setTextFormat(Qt::PlainText);
            keys->setForegroundRole(QPalette::PlaceholderText);
            auto* what = new QLabel(shortcut.what, this);
            what->setTextFormat(Qt::PlainText);
            what->setAccessibleDescription(shortcut.keys);
            grid->addWidget(keys, row, 0);
            grid->addWidget(what, row, 1);
        }
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->setSizeConstraint(QLayout::SetFixedSize);
    layout->addLayout(grid);
    layout->addSpacing(kBetweenGroups);
    layout->addWidget(buttons);
}

} // namespace asb::ui
