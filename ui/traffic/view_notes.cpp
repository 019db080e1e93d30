#include "ui/traffic/view_notes.h"

#include "ui/common/plain_text.h"

#include <QAbstractScrollArea>
#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace asb::ui {
namespace {
constexpr int kFoot = 8;
constexpr int kNoteWidth = 420;
} // namespace

NewRowsPill::NewRowsPill(QAbstractScrollArea* view) : QToolButton(view), view_(view) {
    setObjectName(QStringLiteral("new_rows"));
    setArrowType(Qt::DownArrow);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setFocusPolicy(Qt::StrongFocus);
    view->viewport()->installEventFilter(this);
    hide();
}

void NewRowsPill::show_count(bool wanted, std::size_t count, bool filtered, bool sorted) {
    if (!wanted) {
        hide();
        return;
    }
    const int shown = static_cast<int>(count);
    setText(sorted       ? tr("Sorted: back to the order of time")
            : count == 0 ? tr("Go to the newest row")
            : filtered   ? tr("%n new row(s), not filtered yet", nullptr, shown)
                         : tr("%n new row(s)", nullptr, shown));
    adjustSize();
    place();
    show();
    raise();
}

bool NewRowsPill::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize)
        place();
    return QToolButton::eventFilter(watched, event);
}

void NewRowsPill::place() {
    const QRect room = view_->viewport()->geometry();
    move(room.right() - width() - kFoot, room.bottom() - height() - kFoot);
}

EmptyNote::EmptyNote(QAbstractScrollArea* view)
    : QFrame(view), view_(view), text_(plain_label(this)), button_(new QPushButton(this)) {
    setObjectName(QStringLiteral("empty_note"));
    text_->setAlignment(Qt::AlignCenter);
    text_->setMinimumWidth(kNoteWidth);
    button_->setAutoDefault(false);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(text_);
    layout->addWidget(button_, 0, Qt::AlignHCenter);
    connect(button_, &QPushButton::clicked, this, &EmptyNote::pressed);
    view->viewport()->installEventFilter(this);
    hide();
}

void EmptyNote::say(const QString& text, const QString& button) {
    text_->setText(text);
    button_->setText(button);
    button_->setVisible(!button.isEmpty());
    setVisible(!text.isEmpty());
    place();
}

bool EmptyNote::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize)
        place();
    return QFrame::eventFilter(watched, event);
}

void EmptyNote::place() {
    adjustSize();
    const QRect room = view_->viewport()->geometry();
    move(room.left() + (room.width() - width()) / 2, room.top() + (room.height() - height()) / 3);
}

} // namespace asb::ui
