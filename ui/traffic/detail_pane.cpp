#include "ui/traffic/detail_pane.h"

#include "core/base/text.h"
#include "ui/common/plain_text.h"
#include "ui/common/profile_rules.h"
#include "ui/common/state_icon.h"
#include "ui/traffic/traffic_columns.h"
#include "ui/traffic/traffic_delegate.h"

#include <QAbstractTextDocumentLayout>
#include <QDateTime>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QTextBlock>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace asb::ui {
namespace {

constexpr int kMarkSize = 18;
constexpr int kTextWidth = 300;
constexpr int kFittedLines = 100; ///< higher than any window shows
constexpr int kPairWidth = 440;   ///< narrower, and one fact goes below the other
/// More of one text would make the window slow; all of it is in the JSON.
constexpr std::size_t kTextBytes = std::size_t{256} << 10;

QString full_text(const Event& event) {
    if (event.argv.empty())
        return visible(command_text(event), true, kTextBytes);
    // Words that hold newlines are shown over several lines, as they are.
    return visible(shell_join(event.argv), true, kTextBytes);
}

QString date_text(std::int64_t time_ms) {
    return QLocale().toString(QDateTime::fromMSecsSinceEpoch(time_ms),
                              QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz"));
}

} // namespace

DetailPane::DetailPane(QWidget* parent)
    : QWidget(parent),
      mark_(new QLabel(this)),
      head_(plain_label(this)),
      reason_(plain_label(this)),
      place_(plain_label(this)),
      text_(new QPlainTextEdit(this)),
      facts_(new QScrollArea(this)),
      open_(new QPushButton(this)),
      copy_(new QPushButton(this)),
      json_(new QPushButton(this)),
      others_(new QPushButton(this)) {
    text_->setObjectName(QStringLiteral("detail_text"));
    text_->setReadOnly(true);
    text_->setTabChangesFocus(true);
    text_->setFont(TrafficDelegate::command_font(font()));
    text_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    text_->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    reason_->setObjectName(QStringLiteral("detail_reason"));
    facts_->setWidgetResizable(true);
    facts_->setFrameShape(QFrame::NoFrame);
    facts_->installEventFilter(this);
    text_->installEventFilter(this);
    QFont bold = head_->font();
    bold.setBold(true);
    head_->setFont(bold);
    auto* head_row = new QHBoxLayout;
    head_row->addWidget(mark_);
    head_row->addWidget(head_, 1);
    for (QPushButton* button : {open_, others_, copy_, json_})
        head_row->addWidget(button);
    auto* parts = new QSplitter(Qt::Horizontal, this);
    auto* text_side = new QWidget(parts);
    auto* text_layout = new QVBoxLayout(text_side);
    text_layout->setContentsMargins(0, 0, 0, 0);
    text_layout->addWidget(text_, 1);
    text_layout->addStretch(0);
    text_side->setMinimumWidth(kTextWidth);
    parts->addWidget(text_side);
    parts->addWidget(facts_);
    parts->setStretchFactor(0, 1);
    parts->setStretchFactor(1, 1);
    parts->setChildrenCollapsible(false);
    parts->setSizes({2 * kTextWidth, 2 * kTextWidth});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 4, 6, 6);
    layout->setSpacing(4);
    layout->addLayout(head_row);
    layout->addWidget(reason_);
    layout->addWidget(place_);
    layout->addWidget(parts, 1);
    connect(open_, &QPushButton::clicked, this, [this] {
        if (rule_place_)
            Q_EMIT rule_wanted(QString::fromStdString(rule_place_->file), rule_place_->line);
    });
    connect(copy_, &QPushButton::clicked, this, &DetailPane::copy_wanted);
    connect(json_, &QPushButton::clicked, this, &DetailPane::json_wanted);
    connect(others_, &QPushButton::clicked, this, &DetailPane::others_wanted);
    retranslate();
    clear();
}

void DetailPane::clear() {
    event_.reset();
    shown_json_.clear();
    rule_place_.reset();
    mark_->clear();
    head_->setText(tr("Select a row to see everything about it."));
    text_->clear();
    for (QWidget* part :
         std::initializer_list<QWidget*>{reason_, place_, open_, copy_, json_, others_, text_, facts_})
        part->hide();
}

void DetailPane::show_event(const Event& event, const ProfileRules& rules) {
    std::string json = to_json(event);
    if (event_ && json == shown_json_)
        return;
    const bool same_row = event_ && event_->request == event.request && event_->command == event.command
                          && event_->pid == event.pid && event_->time_ms == event.time_ms;
    shown_json_ = std::move(json);
    event_ = event;
    show_head(event, rules);
    if (const QString text = full_text(event); !same_row || !text_->toPlainText().startsWith(text))
        text_->setPlainText(text);
    fit_text();
    show_facts(event, rules);
    for (QWidget* part : std::initializer_list<QWidget*>{copy_, json_, text_, facts_})
        part->show();
}

void DetailPane::show_head(const Event& event, const ProfileRules& rules) {
    const RowState state = state_of(event);
    mark_->setPixmap(state_pixmap(state, kMarkSize, devicePixelRatioF(), palette()));
    const QString status = status_word(event);
    const QString word = state_word(state, event);
    head_->setText(status.isEmpty() ? word
                                    : tr("%1, status %2", "verdict and exit status").arg(word, status));
    reason_->setText(tr("\u201c%1\u201d", "the profile's words, quoted").arg(visible(event.reason, true)));
    reason_->setVisible(!event.reason.empty());
    rule_place_ = rules.place_of(event);
    const QString rule = visible(event.rule);
    if (rule_place_) {
        place_->setText(QStringLiteral("%1:%2 \u00b7 %3")
                            .arg(visible(rule_place_->file.substr(rule_place_->file.rfind('/') + 1)))
                            .arg(rule_place_->line)
                            .arg(rule));
    } else {
        place_->setText(rule);
    }
    place_->setVisible(!rule.isEmpty());
    open_->setVisible(rule_place_.has_value());
    others_->setVisible(event.verdict == Verdict::Refused);
}

void DetailPane::add_fact(const QString& name, const QString& value, bool wide) {
    if (value.isEmpty())
        return;
    auto* label = plain_label(facts_->widget());
    label->setText(value);
    auto* title = new QLabel(name, facts_->widget());
    title->setBuddy(label);
    title->setForegroundRole(QPalette::PlaceholderText);
    placed_.push_back({title, label, wide});
}

/// As many beside each other as there is room for.
void DetailPane::place_facts() {
    QWidget* sheet = facts_->widget();
    delete sheet->layout();
    auto* grid = new QGridLayout(sheet);
    grid->setContentsMargins(4, 0, 4, 0);
    grid->setVerticalSpacing(2);
    int place = 0;
    for (const Fact& fact : placed_) {
        if (fact.wide && place % pairs_ != 0)
            ++place;
        const int column = place % pairs_ * 2;
        grid->addWidget(fact.title, place / pairs_, column, Qt::AlignRight | Qt::AlignTop);
        grid->addWidget(fact.value, place / pairs_, column + 1, 1, fact.wide ? 2 * pairs_ - 1 : 1,
                        Qt::AlignTop);
        place += fact.wide ? pairs_ : 1;
    }
    for (int pair = 0; pair < pairs_; ++pair)
        grid->setColumnStretch(2 * pair + 1, 1);
    grid->setRowStretch(grid->rowCount(), 1);
}

bool DetailPane::eventFilter(QObject* watched, QEvent* event) {
    if (watched == facts_ && event->type() == QEvent::Resize) {
        const int pairs = facts_->width() < kPairWidth ? 1 : 2;
        if (std::exchange(pairs_, pairs) != pairs && !placed_.empty())
            place_facts();
    }
    // Its lines are known only when it has its width.
    if (watched == text_ && event->type() == QEvent::Resize
        && static_cast<QResizeEvent*>(event)->oldSize().width() != text_->width())
        QMetaObject::invokeMethod(this, &DetailPane::fit_text, Qt::QueuedConnection);
    return QWidget::eventFilter(watched, event);
}

void DetailPane::show_facts(const Event& event, const ProfileRules& rules) {
    const int place = facts_->verticalScrollBar()->value();
    placed_.clear();
    facts_->setWidget(new QWidget);
    const bool ended = !duration_word(event).isEmpty();
    const auto number = [](std::int64_t value) { return value != 0 ? QString::number(value) : QString(); };
    add_fact(tr("Program"), visible(event.path), true);
    add_fact(tr("Folder"), visible(event.cwd), true);
    add_fact(tr("Started"), event.time_ms != 0 ? date_text(event.time_ms) : QString());
    add_fact(tr("Ended"), ended ? date_text(event.time_ms + event.duration_us / 1000) : QString());
    add_fact(tr("Took"), duration_word(event));
    if (ended && event.user_us + event.system_us > 0) {
        add_fact(tr("CPU time"),
                 tr("%1 user, %2 system").arg(duration_word(event.user_us), duration_word(event.system_us)));
    }
    add_fact(tr("Memory"), memory_word(event.max_rss_kb));
    add_fact(tr("Policy"), visible(event.policy));
    QStringList chain;
    for (const std::string& caller : event.caller_chain)
        chain.append(visible(caller, false, 256));
    add_fact(tr("Called by"), chain.join(QStringLiteral(" > ")));
    if (kind_of(event) == RowKind::Command || kind_of(event) == RowKind::Nested)
        add_fact(tr("Environment"), rules.environment_of(event).join(QStringLiteral(", ")), true);
    add_fact(tr("Pid"), number(event.pid));
    add_fact(tr("Parent"), number(event.parent));
    add_fact(tr("Line"), number(static_cast<std::int64_t>(event.request)));
    add_fact(tr("Command"), number(static_cast<std::int64_t>(event.command)));
    add_fact(tr("From"), visible(event.origin));
    add_fact(tr("Cut"), visible(event.truncated));
    place_facts();
    facts_->verticalScrollBar()->setValue(place);
}

void DetailPane::add_audit(std::string_view lines) {
    if (!event_ || lines.empty())
        return;
    text_->setPlainText(full_text(*event_) + QStringLiteral("\n\n") + tr("nono's record:") + QLatin1Char('\n')
                        + visible(lines, true, kTextBytes));
    fit_text();
}

/// No higher than what stands in it.
void DetailPane::fit_text() {
    const QAbstractTextDocumentLayout& layout = *text_->document()->documentLayout();
    const double line = text_->fontMetrics().lineSpacing();
    double height = 0;
    for (QTextBlock block = text_->document()->begin(); block.isValid() && height < kFittedLines * line;
         block = block.next())
        height += layout.blockBoundingRect(block).height();
    const int frame = 2 * (text_->frameWidth() + static_cast<int>(text_->document()->documentMargin()));
    text_->setMaximumHeight(static_cast<int>(std::max(height, 2 * line)) + frame + 2);
}

void DetailPane::focus_text() {
    if (text_->isVisible())
        text_->setFocus(Qt::OtherFocusReason);
}

void DetailPane::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::FontChange)
        text_->setFont(TrafficDelegate::command_font(font()));
    if (event->type() == QEvent::PaletteChange && event_)
        mark_->setPixmap(state_pixmap(state_of(*event_), kMarkSize, devicePixelRatioF(), palette()));
}

void DetailPane::retranslate() {
    open_->setText(tr("&Open rule"));
    copy_->setText(tr("&Copy"));
    json_->setText(tr("As &JSON"));
    others_->setText(tr("Show &others refused by this rule"));
    text_->setAccessibleName(tr("Full text"));
    facts_->setAccessibleName(tr("Facts"));
    reason_->setAccessibleName(tr("Reason"));
    shown_json_.clear(); // the next show_event writes everything again
    if (!event_)
        head_->setText(tr("Select a row to see everything about it."));
}

} // namespace asb::ui
