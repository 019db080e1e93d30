#include "ui/profiles/drafts_panel.h"

#include "ui/common/background.h"
#include "ui/common/plain_text.h"

#include <QEvent>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace asb::ui {

DraftsPanel::DraftsPanel(QWidget* parent)
    : QWidget(parent),
      hint_(plain_label(this)),
      list_(new QListWidget(this)),
      text_(new QPlainTextEdit(this)),
      open_(new QPushButton(this)),
      promote_(new QPushButton(this)) {
    text_->setReadOnly(true);
    text_->setTabChangesFocus(true);
    text_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    text_->setLineWrapMode(QPlainTextEdit::NoWrap);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(open_);
    buttons->addWidget(promote_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addWidget(hint_);
    layout->addWidget(list_, 1);
    layout->addWidget(text_, 2);
    layout->addLayout(buttons);
    connect(list_, &QListWidget::currentRowChanged, this, &DraftsPanel::compare);
    connect(open_, &QPushButton::clicked, this, [this] {
        if (const ProfileDraft* draft = chosen())
            Q_EMIT rule_wanted(QString::fromStdString(draft->path), 1);
    });
    connect(promote_, &QPushButton::clicked, this, &DraftsPanel::ask_to_promote);
    refresh();
}

void DraftsPanel::look_again() {
    in_background(
        this, [] { return list_drafts(); },
        [this](std::vector<ProfileDraft> drafts) { take(std::move(drafts)); });
}

void DraftsPanel::take(std::vector<ProfileDraft> drafts) {
    const ProfileDraft* before = chosen();
    const std::string name = before != nullptr ? before->name : std::string();
    drafts_ = std::move(drafts);
    list_->clear();
    for (const ProfileDraft& draft : drafts_) {
        list_->addItem(visible(draft.name));
        if (draft.name == name)
            list_->setCurrentRow(list_->count() - 1);
    }
    if (list_->currentRow() < 0 && list_->count() > 0)
        list_->setCurrentRow(0);
    refresh();
    Q_EMIT listed();
}

const ProfileDraft* DraftsPanel::chosen() const {
    const int row = list_->currentRow();
    return row >= 0 && row < count() ? &drafts_[static_cast<std::size_t>(row)] : nullptr;
}

void DraftsPanel::compare() {
    const int question = ++question_;
    text_->clear();
    const ProfileDraft* draft = chosen();
    refresh();
    if (draft == nullptr)
        return;
    compare_draft(draft->name, this, [this, question](const Result<std::string>& answer) {
        if (question == question_)
            text_->setPlainText(visible(answer ? *answer : answer.error().text(), true));
    });
}

void DraftsPanel::ask_to_promote() {
    const ProfileDraft* draft = chosen();
    if (draft == nullptr)
        return;
    auto* box = new QMessageBox(QMessageBox::Question, tr("Promote a draft"),
                                tr("Make the draft %1 the profile in force?").arg(visible(draft->name)),
                                QMessageBox::Cancel, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(tr("It applies to sessions that start from now on."));
    box->addButton(tr("&Promote"), QMessageBox::AcceptRole);
    box->setDefaultButton(QMessageBox::Cancel);
    connect(box, &QMessageBox::accepted, this, [this, name = draft->name] { promote(name); });
    box->open();
}

void DraftsPanel::promote(const std::string& name) {
    const int question = ++question_;
    promote_draft(name, this, [this, question](const Result<std::string>& answer) {
        look_again();
        if (question == question_)
            text_->setPlainText(visible(answer ? *answer : answer.error().text(), true));
    });
}

void DraftsPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    look_again();
}

void DraftsPanel::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        refresh();
}

void DraftsPanel::refresh() {
    const bool any = !drafts_.empty();
    hint_->setText(any ? tr("Proposed changes of profiles. Nothing of them is in force until it is promoted.")
                       : tr("No change of a profile is proposed."));
    list_->setAccessibleName(tr("Proposed changes of profiles"));
    text_->setAccessibleName(tr("What nono says to the proposed change"));
    open_->setText(tr("&Open in editor"));
    promote_->setText(tr("&Promote…"));
    for (QWidget* widget : {static_cast<QWidget*>(list_), static_cast<QWidget*>(text_),
                            static_cast<QWidget*>(open_), static_cast<QWidget*>(promote_)})
        widget->setVisible(any);
    open_->setEnabled(chosen() != nullptr);
    promote_->setEnabled(chosen() != nullptr);
}

} // namespace asb::ui
