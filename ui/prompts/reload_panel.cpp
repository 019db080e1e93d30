#include "ui/prompts/reload_panel.h"

#include "ui/common/plain_text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace asb::ui {

ReloadPanel::ReloadPanel(QWidget* parent)
    : QFrame(parent),
      text_(plain_label(this)),
      again_(new QPushButton(this)),
      difference_(new QPushButton(this)),
      edit_(new QPushButton(this)),
      later_(new QPushButton(this)) {
    setObjectName(QStringLiteral("reload_panel"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::ToolTipBase);
    setForegroundRole(QPalette::ToolTipText);
    text_->setForegroundRole(QPalette::ToolTipText);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(10, 6, 10, 6);
    layout->addWidget(text_, 1);
    for (QPushButton* button : {again_, difference_, edit_, later_})
        layout->addWidget(button);
    connect(again_, &QPushButton::clicked, this, [this] { answer(QStringLiteral("again")); });
    connect(difference_, &QPushButton::clicked, this, [this] { answer(QStringLiteral("difference")); });
    connect(later_, &QPushButton::clicked, this, [this] { answer(QStringLiteral("later")); });
    connect(edit_, &QPushButton::clicked, this, [this] { Q_EMIT editor_wanted(question_.session); });
    hide();
    refresh();
}

void ReloadPanel::ask(const ReloadQuestion& question) {
    if (question == question_)
        return;
    question_ = question;
    refresh();
    setVisible(!question_.session.isEmpty());
}

void ReloadPanel::answer(const QString& word) {
    Q_EMIT answered(question_.session, word);
}

void ReloadPanel::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        refresh();
}

void ReloadPanel::refresh() {
    const bool valid = question_.fault.isEmpty();
    const QString what = visible(question_.text.toStdString(), true);
    text_->setText(valid ? what
                         : tr("A changed profile is not valid, so nothing is started with it: %1")
                               .arg(visible(question_.fault.toStdString(), true)));
    again_->setText(tr("Start &again with it"));
    difference_->setText(tr("Show &difference"));
    edit_->setText(tr("Open in &editor"));
    later_->setText(tr("&Later"));
    again_->setVisible(valid);
    edit_->setVisible(!valid);
    setAccessibleName(tr("Question about changed profiles"));
    setAccessibleDescription(text_->text());
}

} // namespace asb::ui
