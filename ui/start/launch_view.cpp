#include "ui/start/launch_view.h"

#include "ui/common/plain_text.h"
#include "ui/common/row_delegate.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace asb::ui {
namespace {

constexpr int kMaxOutputLines = 20000;

struct StepName {
    const char* word;
    const char* text;
};
constexpr StepName kSteps[] = {
    {"terminal", QT_TRANSLATE_NOOP("asb::ui::LaunchView", "Terminal opened")},
    {"arguments", QT_TRANSLATE_NOOP("asb::ui::LaunchView", "Arguments read")},
    {"config", QT_TRANSLATE_NOOP("asb::ui::LaunchView", "Configuration read")},
    {"programs", QT_TRANSLATE_NOOP("asb::ui::LaunchView", "Programs found")},
    {"profiles", QT_TRANSLATE_NOOP("asb::ui::LaunchView", "Both profiles read")},
    {"folders", QT_TRANSLATE_NOOP("asb::ui::LaunchView", "Folders made")},
    {"checks", QT_TRANSLATE_NOOP("asb::ui::LaunchView", "Both profiles valid")},
    {"socket", QT_TRANSLATE_NOOP("asb::ui::LaunchView", "Socket bound")},
    {"sandboxes", QT_TRANSLATE_NOOP("asb::ui::LaunchView", "Both sandboxes proved")},
    {"execd ready", QT_TRANSLATE_NOOP("asb::ui::LaunchView", "execd ready")},
    {"running", QT_TRANSLATE_NOOP("asb::ui::LaunchView", "Agent started")},
    {"ended", QT_TRANSLATE_NOOP("asb::ui::LaunchView", "Session ended")},
};

} // namespace

QString step_text(const QString& name) {
    for (const StepName& step : kSteps) {
        if (name == QLatin1String(step.word))
            return LaunchView::tr(step.text);
    }
    return visible(name.toStdString());
}

LaunchView::LaunchView(QWidget* parent)
    : QWidget(parent),
      title_(plain_label(this)),
      steps_(new QTreeWidget(this)),
      words_(new QPlainTextEdit(this)),
      output_(new QPlainTextEdit(this)),
      copy_(new QPushButton(this)),
      doctor_(new QPushButton(this)),
      show_(new QPushButton(this)),
      stop_(new QPushButton(this)),
      again_(new QPushButton(this)) {
    steps_->setItemDelegate(new RowDelegate(steps_));
    steps_->setColumnCount(2);
    steps_->setRootIsDecorated(false);
    steps_->setSelectionMode(QAbstractItemView::SingleSelection);
    steps_->header()->setStretchLastSection(false);
    steps_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    for (QPlainTextEdit* edit : {words_, output_}) {
        edit->setReadOnly(true);
        edit->setTabChangesFocus(true);
        edit->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    }
    output_->setMaximumBlockCount(kMaxOutputLines);
    auto* buttons = new QHBoxLayout;
    for (QPushButton* button : {copy_, doctor_, stop_})
        buttons->addWidget(button);
    buttons->addStretch();
    buttons->addWidget(again_);
    buttons->addWidget(show_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(title_);
    layout->addWidget(steps_, 1);
    layout->addWidget(words_, 1);
    layout->addWidget(output_, 2);
    layout->addLayout(buttons);
    copy_->setIcon(icon(Glyph::Copy));
    connect(copy_, &QPushButton::clicked, this, &LaunchView::copy);
    connect(doctor_, &QPushButton::clicked, this, &LaunchView::doctor_wanted);
    connect(show_, &QPushButton::clicked, this, [this] { Q_EMIT session_wanted(session_); });
    connect(stop_, &QPushButton::clicked, this, [this] { Q_EMIT stop_wanted(session_); });
    connect(again_, &QPushButton::clicked, this, &LaunchView::again_wanted);
    begin(QString(), false);
}

void LaunchView::begin(const QString& command, bool with_output) {
    command_ = visible(command.toStdString());
    session_.clear();
    list_.clear();
    fault_.clear();
    state_ = LaunchState::Waiting;
    words_->clear();
    output_->clear();
    output_->setVisible(with_output);
    refresh();
}

void LaunchView::set_steps(const std::vector<LaunchStep>& steps) {
    list_ = steps;
    fill_steps();
}

void LaunchView::set_state(LaunchState state) {
    if (state == state_ || state_ == LaunchState::Failed)
        return;
    state_ = state;
    refresh();
}

void LaunchView::fail(const QString& words) {
    fault_ = visible(words.toStdString(), true);
    state_ = LaunchState::Failed;
    refresh();
}

void LaunchView::append_output(const QString& text) {
    output_->moveCursor(QTextCursor::End);
    output_->insertPlainText(text);
    output_->moveCursor(QTextCursor::End);
}

QString LaunchView::as_text() const {
    QStringList lines{command_};
    for (const LaunchStep& step : list_)
        lines << QStringLiteral("%1  %2 ms").arg(step_text(step.name)).arg(step.ms);
    if (!fault_.isEmpty())
        lines << fault_;
    if (!output_->toPlainText().isEmpty())
        lines << output_->toPlainText();
    return lines.join(QLatin1Char('\n'));
}

void LaunchView::copy() {
    QApplication::clipboard()->setText(as_text());
}

void LaunchView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        refresh();
}

void LaunchView::fill_steps() {
    steps_->clear();
    const QLocale locale;
    for (std::size_t i = 0; i < list_.size(); ++i) {
        const bool failed = state_ == LaunchState::Failed && i + 1 == list_.size();
        const QString time = tr("%1 ms").arg(locale.toString(list_[i].ms));
        const QString name =
            failed ? tr("%1: failed").arg(step_text(list_[i].name)) : step_text(list_[i].name);
        auto* item = new QTreeWidgetItem(steps_, {name, time});
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        if (!failed)
            continue;
        for (int column = 0; column < 2; ++column)
            item->setForeground(column, named_color(NamedColor::Refused, palette()));
    }
    steps_->resizeColumnToContents(1);
}

void LaunchView::refresh() {
    const char* titles[] = {QT_TR_NOOP("Starting: %1"), QT_TR_NOOP("Starting: %1"), QT_TR_NOOP("Running: %1"),
                            QT_TR_NOOP("Ended: %1"), QT_TR_NOOP("This did not start: %1")};
    title_->setText(tr(titles[static_cast<int>(state_)]).arg(command_));
    steps_->setHeaderLabels({tr("Step"), tr("After")});
    steps_->setAccessibleName(tr("Steps of the launch"));
    words_->setAccessibleName(tr("What the command line would print"));
    output_->setAccessibleName(tr("Answer of the agent"));
    words_->setPlainText(fault_);
    words_->setVisible(!fault_.isEmpty());
    copy_->setText(tr("&Copy"));
    doctor_->setText(tr("Open &doctor"));
    show_->setText(tr("Show the &session"));
    stop_->setText(tr("S&top"));
    again_->setText(tr("&Back"));
    const bool failed = state_ == LaunchState::Failed;
    doctor_->setVisible(failed);
    again_->setVisible(failed);
    stop_->setVisible(state_ == LaunchState::Running);
    show_->setVisible(state_ == LaunchState::Running || state_ == LaunchState::Ended);
    fill_steps();
}

} // namespace asb::ui
