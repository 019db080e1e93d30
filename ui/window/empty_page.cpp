#include "ui/window/empty_page.h"

#include "ui/theme/icons.h"

#include <QEvent>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace asb::ui {

EmptyPage::EmptyPage(QWidget* parent)
    : QWidget(parent),
      title_(new QLabel(this)),
      text_(new QLabel(this)),
      command_(new QLabel(this)),
      start_(new QPushButton(this)),
      doctor_(new QPushButton(this)) {
    setObjectName(QStringLiteral("empty_page"));
    QFont large = title_->font();
    large.setPointSizeF(large.pointSizeF() * 1.5);
    title_->setFont(large);
    for (QLabel* label : {title_, text_, command_}) {
        label->setTextFormat(Qt::PlainText);
        label->setAlignment(Qt::AlignHCenter);
        label->setWordWrap(true);
    }
    command_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    command_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    start_->setObjectName(QStringLiteral("empty_start"));
    start_->setIcon(icon(Glyph::Start));
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(start_);
    buttons->addWidget(doctor_);
    buttons->addStretch();
    auto* layout = new QVBoxLayout(this);
    layout->addStretch(2);
    layout->addWidget(title_);
    layout->addSpacing(6);
    layout->addWidget(text_);
    layout->addSpacing(6);
    layout->addWidget(command_);
    layout->addSpacing(14);
    layout->addLayout(buttons);
    layout->addStretch(3);
    connect(start_, &QPushButton::clicked, this, &EmptyPage::start_wanted);
    connect(doctor_, &QPushButton::clicked, this, &EmptyPage::doctor_wanted);
    retranslate();
}

void EmptyPage::set_fault(const QString& fault) {
    fault_ = fault;
    retranslate();
}

void EmptyPage::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void EmptyPage::retranslate() {
    const bool able = fault_.isEmpty();
    title_->setText(able ? tr("No session yet") : tr("No session can be started yet"));
    text_->setText(able ? tr("Start one here, or type this in a terminal, in the folder of your project:")
                        : fault_);
    command_->setText(able ? QStringLiteral("agent-sandbox claude") : QStringLiteral("agent-sandbox doctor"));
    command_->setAccessibleName(
        (able ? tr("Command that starts a session: %1") : tr("Command that checks this machine: %1"))
            .arg(command_->text()));
    start_->setText(tr("Start session…"));
    start_->setEnabled(able);
    doctor_->setText(tr("Open doctor"));
    doctor_->setVisible(!able);
}

} // namespace asb::ui
