#include "ui/start/doctor_dialog.h"

#include "ui/common/plain_text.h"
#include "ui/theme/icons.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QEvent>
#include <QFontDatabase>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace asb::ui {
namespace {

constexpr qsizetype kMaxText = 1 << 20;

} // namespace

DoctorDialog::DoctorDialog(const QString& program, QWidget* parent)
    : QDialog(parent), program_(program), title_(plain_label(this)), text_(new QPlainTextEdit(this)) {
    setObjectName(QStringLiteral("doctor_dialog"));
    text_->setReadOnly(true);
    text_->setTabChangesFocus(true);
    text_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    copy_ = buttons->addButton(QString(), QDialogButtonBox::ActionRole);
    copy_->setIcon(icon(Glyph::Copy));
    again_ = buttons->addButton(QString(), QDialogButtonBox::ActionRole);
    again_->setIcon(icon(Glyph::Reload));
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(title_);
    layout->addWidget(text_, 1);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(copy_, &QPushButton::clicked, this,
            [this] { QApplication::clipboard()->setText(text_->toPlainText()); });
    connect(again_, &QPushButton::clicked, this, [this] { run(folder_); });
    process_.setProcessChannelMode(QProcess::MergedChannels);
    process_.setStandardInputFile(QProcess::nullDevice());
    connect(&process_, &QProcess::readyRead, this, &DoctorDialog::read);
    connect(&process_, &QProcess::finished, this, &DoctorDialog::finish);
    connect(&process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart)
            return;
        text_->setPlainText(visible(process_.errorString().toStdString()));
        state_ = State::Failed;
        refresh();
    });
    refresh();
    resize(760, 520);
}

DoctorDialog::~DoctorDialog() {
    process_.disconnect(this);
    if (process_.state() != QProcess::NotRunning)
        process_.kill(); // doctor leaves nothing behind: its checks end with it
}

void DoctorDialog::run(const QString& folder) {
    if (process_.state() != QProcess::NotRunning)
        return;
    folder_ = folder;
    shown_ = 0;
    state_ = State::Running;
    text_->clear();
    process_.setWorkingDirectory(folder);
    process_.start(program_, {QStringLiteral("doctor")});
    refresh();
}

void DoctorDialog::read() {
    const QString text = visible(process_.readAll().toStdString(), true);
    if (shown_ >= kMaxText)
        return;
    shown_ += text.size();
    text_->moveCursor(QTextCursor::End);
    text_->insertPlainText(text);
}

void DoctorDialog::finish() {
    read();
    state_ = process_.exitStatus() == QProcess::NormalExit && process_.exitCode() == 0 ? State::Done
                                                                                       : State::Failed;
    refresh();
}

void DoctorDialog::changeEvent(QEvent* event) {
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        refresh();
}

void DoctorDialog::refresh() {
    setWindowTitle(tr("Doctor"));
    const QString folder = visible(folder_.toStdString());
    title_->setText(state_ == State::Running ? tr("Checking what sessions in %1 stand on…").arg(folder)
                    : state_ == State::Done  ? tr("All is well for sessions in %1.").arg(folder)
                                             : tr("Something is wrong for sessions in %1:").arg(folder));
    text_->setAccessibleName(tr("What doctor says"));
    copy_->setText(tr("&Copy"));
    again_->setText(tr("Check &again"));
    again_->setEnabled(state_ != State::Running);
}

} // namespace asb::ui
