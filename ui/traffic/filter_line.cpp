#include "ui/traffic/filter_line.h"

#include "core/base/clock.h"
#include "ui/common/plain_text.h"
#include "ui/theme/theme.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QStringListModel>
#include <QVBoxLayout>

namespace asb::ui {
namespace {

/// An error shows when the typing rests: half a term is none yet.
constexpr int kErrorDelayMs = 400;
constexpr int kMaxCharacters = 4096;

} // namespace

FilterLine::FilterLine(QWidget* parent)
    : QWidget(parent),
      edit_(new QLineEdit(this)),
      message_(plain_label(this)),
      completer_(new QCompleter(this)),
      proposals_(new QStringListModel(this)) {
    edit_->setObjectName(QStringLiteral("filter"));
    edit_->setClearButtonEnabled(true);
    edit_->setMaxLength(kMaxCharacters);
    edit_->installEventFilter(this);
    message_->setObjectName(QStringLiteral("filter_error"));
    message_->hide();
    completer_->setWidget(edit_);
    completer_->setModel(proposals_);
    completer_->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    completer_->popup()->setTextElideMode(Qt::ElideRight);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(edit_);
    layout->addWidget(message_);
    error_timer_.setSingleShot(true);
    error_timer_.setInterval(kErrorDelayMs);
    connect(&error_timer_, &QTimer::timeout, this, &FilterLine::show_error);
    connect(edit_, &QLineEdit::textChanged, this, &FilterLine::edited);
    connect(edit_, &QLineEdit::textEdited, this, &FilterLine::propose);
    connect(edit_, &QLineEdit::returnPressed, this, &FilterLine::left);
    connect(completer_, qOverload<const QString&>(&QCompleter::activated), this, &FilterLine::take_proposal);
    retranslate();
}

QString FilterLine::text() const {
    return edit_->text();
}

void FilterLine::set_text(const QString& text) {
    edit_->setText(text);
    show_error();
}

void FilterLine::add_term(const QString& term, bool negated) {
    if (term.isEmpty())
        return;
    const QString added = negated ? QLatin1Char('-') + term : term;
    const QString before = edit_->text().trimmed();
    // An `or` binds weaker than the new term.
    const bool is_or = before.contains(QLatin1String(" or "));
    set_text(before.isEmpty() ? added
             : is_or          ? QLatin1Char('(') + before + QLatin1String(") ") + added
                              : before + QLatin1Char(' ') + added);
}

void FilterLine::focus() {
    edit_->setFocus(Qt::ShortcutFocusReason);
    edit_->selectAll();
}

void FilterLine::edited() {
    const QString text = edit_->text();
    const Result<Filter> filter = Filter::parse(text, wall_clock_ms());
    error_ = filter ? QString() : visible(filter.error().text(), true);
    if (!filter) {
        error_timer_.start();
        return;
    }
    show_error();
    if (text.trimmed() == last_text_)
        return;
    last_text_ = text.trimmed();
    Q_EMIT changed(*filter);
}

void FilterLine::show_error() {
    error_timer_.stop();
    message_->setText(error_);
    message_->setVisible(!error_.isEmpty());
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, named_color(NamedColor::Failed, colors));
    message_->setPalette(colors);
    edit_->setAccessibleDescription(error_);
}

void FilterLine::propose() {
    const FilterCompletion completion = Filter::completions(edit_->text(), edit_->cursorPosition());
    const QString typed = edit_->text().mid(completion.start, completion.length);
    const bool done = completion.words.size() == 1 && completion.words.front() == typed;
    if (completion.words.isEmpty() || done || typed.isEmpty()) {
        completer_->popup()->hide();
        return;
    }
    proposals_->setStringList(completion.words);
    completer_->complete();
}

void FilterLine::take_proposal(const QString& word) {
    const FilterCompletion completion = Filter::completions(edit_->text(), edit_->cursorPosition());
    QString text = edit_->text();
    text.replace(completion.start, completion.length, word);
    edit_->setText(text);
    edit_->setCursorPosition(static_cast<int>(completion.start + word.size()));
}

bool FilterLine::eventFilter(QObject* watched, QEvent* event) {
    if (watched != edit_ || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Escape) {
        if (edit_->text().isEmpty())
            Q_EMIT left();
        edit_->clear();
        return true;
    }
    if (key == Qt::Key_Down) {
        if (edit_->text().isEmpty())
            Q_EMIT left();
        else
            propose();
        return true;
    }
    return false;
}

void FilterLine::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::PaletteChange && message_->isVisible())
        show_error();
}

void FilterLine::retranslate() {
    edit_->setPlaceholderText(tr("Filter, for example: status!=0 cmd:git denied since:10m"));
    edit_->setAccessibleName(tr("Filter"));
    message_->setAccessibleName(tr("What is wrong with the filter"));
}

} // namespace asb::ui
