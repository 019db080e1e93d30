#include "ui/refused/refused_page.h"

#include "core/events/facets.h"
#include "core/events/record_feed.h"
#include "core/nono/nono_query.h"
#include "ui/common/background.h"
#include "ui/common/filter_terms.h"
#include "ui/common/list_columns.h"
#include "ui/common/plain_text.h"
#include "ui/common/profile_rules.h"
#include "ui/common/row_delegate.h"
#include "ui/common/sliced_work.h"
#include "ui/refused/possible_model.h"
#include "ui/refused/refused_model.h"
#include "ui/refused/stored_refusals.h"
#include "ui/traffic/traffic_delegate.h"

#include <QApplication>
#include <QClipboard>
#include <QDateTime>
#include <QEvent>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QHash>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>
#include <utility>

namespace asb::ui {
namespace {

/// Between the page and the window's edge.
constexpr int kEdge = 6;
/// Of the store's records in one step of the GUI thread.
constexpr qsizetype kStoredStep = 8;
/// So many groups open by themselves when they come.
constexpr int kOpenGroups = 20;

} // namespace

class RefusedPage::Parts : public QObject {
    Q_OBJECT
public:
    explicit Parts(RefusedPage& owner);
    ~Parts() override;

    void set_session(RecordFeed* feed, const SessionFacts& facts);
    void acknowledge();
    int unseen() const { return unseen_; }
    void retranslate();

private:
    void build_refusals();
    void build_possible();
    void connect_parts();
    void take(const QVector<Record>& records);
    void take_stored(StoredRefusals stored);
    void stored_taken();
    void count_unseen();
    void show_refusal();
    void show_possible();
    void ask_why();

    RefusedPage& page_;
    RefusedModel refused_;
    PossibleModel possible_;
    ProfileRules rules_;
    RecordFeed* feed_ = nullptr;
    SessionFacts facts_;
    QHash<QString, std::uint64_t> seen_; ///< by session: the newest refusal that was looked at
    StoredRefusals stored_;              ///< on its way into the model
    qsizetype next_stored_ = 0;
    SlicedWork work_;
    bool stored_read_ = false;
    QVector<Record> early_; ///< refusals that the feed brought before the store was read
    std::uint64_t counted_below_ = 0;
    int unseen_ = 0;
    quint64 run_ = 0; ///< tells answers for this session from those for an earlier one

    QSplitter& split_ = *new QSplitter(Qt::Vertical, &page_);
    QWidget& upper_ = *new QWidget(&split_);
    QTreeView& tree_ = *new QTreeView(&upper_);
    QLabel& nothing_ = *plain_label(&upper_);
    QLabel& reason_ = *plain_label(&upper_);
    QLabel& place_ = *plain_label(&upper_);
    QPushButton& open_ = *new QPushButton(&upper_);
    QPushButton& lines_ = *new QPushButton(&upper_);
    QPushButton& looked_ = *new QPushButton(&upper_);
    QGroupBox& lower_ = *new QGroupBox(&split_);
    QLabel& hint_ = *plain_label(&lower_);
    QTableView& table_ = *new QTableView(&lower_);
    QPushButton& why_ = *new QPushButton(&lower_);
    QPlainTextEdit& answer_ = *new QPlainTextEdit(&lower_);
};

RefusedPage::Parts::Parts(RefusedPage& owner) : page_(owner) {
    build_refusals();
    build_possible();
    split_.setStretchFactor(0, 3);
    split_.setStretchFactor(1, 2);
    split_.setChildrenCollapsible(false);
    auto* layout = new QVBoxLayout(&page_);
    layout->setContentsMargins(0, 4, kEdge, kEdge);
    layout->addWidget(&split_);
    connect_parts();
    retranslate();
    count_unseen();
    show_refusal();
    show_possible();
}

RefusedPage::Parts::~Parts() {
    delete &split_; // before the models that its views show
}

void RefusedPage::Parts::build_refusals() {
    tree_.setObjectName(QStringLiteral("refusals"));
    tree_.setModel(&refused_);
    tree_.setUniformRowHeights(true);
    tree_.setItemDelegate(new RowDelegate(&tree_));
    tree_.setAlternatingRowColors(false);
    tree_.setTextElideMode(Qt::ElideMiddle);
    tree_.setAllColumnsShowFocus(true);
    QFont bold = reason_.font();
    bold.setBold(true);
    reason_.setFont(bold);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(&place_, 1);
    buttons->addStretch(0); // where there is no place to name
    for (QPushButton* button : {&open_, &lines_, &looked_})
        buttons->addWidget(button);
    auto* layout = new QVBoxLayout(&upper_);
    layout->setContentsMargins(0, 0, 0, 4);
    layout->addWidget(&nothing_);
    layout->addWidget(&tree_, 1);
    layout->addWidget(&reason_);
    layout->addLayout(buttons);
    nothing_.setAlignment(Qt::AlignCenter);
}

void RefusedPage::Parts::build_possible() {
    table_.setObjectName(QStringLiteral("possible"));
    table_.setModel(&possible_);
    table_.setShowGrid(false);
    table_.setSelectionBehavior(QAbstractItemView::SelectRows);
    table_.setSelectionMode(QAbstractItemView::SingleSelection);
    table_.setTextElideMode(Qt::ElideMiddle);
    table_.setWordWrap(false);
    table_.setTabKeyNavigation(false);
    table_.verticalHeader()->hide();
    table_.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    const int height = TrafficDelegate::row_height(table_.font());
    table_.verticalHeader()->setMinimumSectionSize(height);
    table_.verticalHeader()->setDefaultSectionSize(height);
    table_.horizontalHeader()->setHighlightSections(false);
    table_.horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    answer_.setObjectName(QStringLiteral("why"));
    answer_.setReadOnly(true);
    answer_.setTabChangesFocus(true);
    answer_.setFont(TrafficDelegate::command_font(answer_.font()));
    answer_.setMaximumHeight(answer_.fontMetrics().height() * 8);
    answer_.hide();
    auto* row = new QHBoxLayout;
    row->addWidget(&hint_, 1);
    row->addWidget(&why_);
    auto* layout = new QVBoxLayout(&lower_);
    layout->addLayout(row);
    layout->addWidget(&table_, 1);
    layout->addWidget(&answer_);
}

void RefusedPage::Parts::connect_parts() {
    connect(tree_.selectionModel(), &QItemSelectionModel::currentChanged, this, &Parts::show_refusal);
    connect(&refused_, &QAbstractItemModel::rowsInserted, this, [this](const QModelIndex& parent, int first) {
        if (!parent.isValid() && refused_.rowCount() <= kOpenGroups)
            tree_.expand(refused_.index(first, 0));
        if (!tree_.currentIndex().isValid())
            tree_.setCurrentIndex(refused_.index(0, 0));
        show_refusal();
    });
    connect(&refused_, &QAbstractItemModel::modelReset, this, &Parts::show_refusal);
    connect(&rules_, &ProfileRules::loaded, this, &Parts::show_refusal);
    connect(table_.selectionModel(), &QItemSelectionModel::currentChanged, this, &Parts::show_possible);
    connect(&possible_, &QAbstractItemModel::rowsInserted, this, &Parts::show_possible);
    connect(&possible_, &QAbstractItemModel::modelReset, this, &Parts::show_possible);
    const auto open_rule = [this] {
        if (const auto place = rules_.place_of(refused_.event_at(tree_.currentIndex())))
            Q_EMIT page_.rule_wanted(QString::fromStdString(place->file), place->line);
    };
    connect(&open_, &QPushButton::clicked, this, open_rule);
    connect(&tree_, &QTreeView::activated, this, [this, open_rule](const QModelIndex& index) {
        if (!refused_.is_group(index))
            open_rule();
    });
    connect(&lines_, &QPushButton::clicked, this, [this] {
        if (tree_.currentIndex().isValid())
            Q_EMIT page_.filter_wanted(refusal_term(refused_.event_at(tree_.currentIndex())));
    });
    connect(&looked_, &QPushButton::clicked, this, &Parts::acknowledge);
    connect(&why_, &QPushButton::clicked, this, &Parts::ask_why);
    connect(&table_, &QTableView::activated, this, &Parts::ask_why);
}

void RefusedPage::Parts::set_session(RecordFeed* feed, const SessionFacts& facts) {
    if (feed_ != nullptr)
        disconnect(feed_, nullptr, this, nullptr);
    feed_ = feed;
    facts_ = facts;
    ++run_;
    work_.stop();
    stored_ = {};
    stored_read_ = false;
    early_.clear();
    counted_below_ = 0;
    refused_.restart();
    possible_.restart(facts.project.toStdString());
    rules_.load(facts.command_profile.path);
    answer_.hide();
    count_unseen();
    if (feed == nullptr)
        return;
    connect(feed, &RecordFeed::records, this, &Parts::take);
    in_background(
        this,
        [store = facts.store.toStdString(), id = facts.id.toStdString()] {
            return read_stored_refusals(store, id);
        },
        [this, run = run_](StoredRefusals stored) {
            if (run == run_)
                take_stored(std::move(stored));
        });
}

void RefusedPage::Parts::take(const QVector<Record>& records) {
    possible_.add(records);
    QVector<Record> refusals;
    std::copy_if(records.begin(), records.end(), std::back_inserter(refusals), [this](const Record& record) {
        return record.event.verdict == Verdict::Refused && record.id >= counted_below_;
    });
    if (!stored_read_) {
        early_ += refusals;
        return;
    }
    const std::uint64_t before = refused_.count();
    refused_.add(refusals);
    if (refused_.count() != before)
        count_unseen();
}

/// The store's before the feed's: what the store has counted is not counted again.
void RefusedPage::Parts::take_stored(StoredRefusals stored) {
    stored_ = std::move(stored);
    next_stored_ = 0;
    work_.start(
        [this] {
            refused_.add(stored_.records.mid(next_stored_, kStoredStep));
            next_stored_ += kStoredStep;
            return next_stored_ < stored_.records.size();
        },
        [this] { stored_taken(); });
}

void RefusedPage::Parts::stored_taken() {
    for (const auto& [key, count] : stored_.earlier)
        refused_.count_earlier(key, count);
    counted_below_ = stored_.counted_below;
    stored_ = {};
    stored_read_ = true;
    // Others have looked at all but the newest ones, or this program did in an earlier life.
    if (!seen_.contains(facts_.id) && facts_.unseen < refused_.count())
        seen_[facts_.id] = refused_.newest_but(facts_.unseen);
    take(std::exchange(early_, {}));
    count_unseen();
}

void RefusedPage::Parts::count_unseen() {
    const int count = static_cast<int>(refused_.count_after(seen_.value(facts_.id)));
    looked_.setEnabled(count > 0);
    if (std::exchange(unseen_, count) != count)
        Q_EMIT page_.unseen_changed(count);
}

void RefusedPage::Parts::acknowledge() {
    if (unseen_ == 0)
        return;
    seen_[facts_.id] = refused_.newest();
    count_unseen();
    Q_EMIT page_.acknowledged(QString());
}

void RefusedPage::Parts::show_refusal() {
    const bool any = refused_.rowCount() > 0;
    nothing_.setVisible(!any);
    tree_.setVisible(any);
    const QModelIndex current = tree_.currentIndex();
    const Event event = refused_.event_at(current);
    const auto place = rules_.place_of(event);
    reason_.setText(visible(event.reason, true));
    reason_.setVisible(!event.reason.empty());
    place_.setText(place ? QStringLiteral("%1:%2 \u00b7 %3")
                               .arg(visible(place->file.substr(place->file.rfind('/') + 1)))
                               .arg(place->line)
                               .arg(visible(event.rule))
                         : visible(event.rule));
    place_.setVisible(!place_.text().isEmpty()); // an empty label would be a stop for the keyboard
    open_.setEnabled(place.has_value());
    lines_.setEnabled(current.isValid());
    for (QPushButton* button : {&open_, &lines_, &looked_})
        button->setVisible(any);
}

void RefusedPage::Parts::show_possible() {
    const bool any = possible_.rowCount() > 0;
    table_.setVisible(any);
    lower_.setMaximumHeight(any ? QWIDGETSIZE_MAX
                                : lower_.sizeHint().height()); // the room is the list's above
    why_.setEnabled(table_.currentIndex().isValid());
    why_.setVisible(any);
    hint_.setText(
        any ? tr("These failed by themselves and may have met the sandbox, which nono does not log.")
            : tr("No failure that looks like a refusal."));
}

/// nono's prediction, word for word; asked of the profile that the session started with.
void RefusedPage::Parts::ask_why() {
    const int row = table_.currentIndex().row();
    if (row < 0)
        return;
    const PossibleRefusal wanted = possible_.at(row);
    const QString profile =
        facts_.command_profile.copy.isEmpty() ? facts_.command_profile.path : facts_.command_profile.copy;
    answer_.show();
    answer_.setPlainText(tr("Asking nono\u2026"));
    ask_why_path(profile.toStdString(), facts_.project.toStdString(), wanted.path, wanted.operation, this,
                 [this, run = run_](const Result<std::string>& text) {
                     if (run == run_)
                         answer_.setPlainText(visible(text ? *text : text.error().text(), true));
                 });
}

void RefusedPage::Parts::retranslate() {
    tree_.setAccessibleName(tr("Refusals by rule"));
    table_.setAccessibleName(tr("Possible refusals"));
    answer_.setAccessibleName(tr("nono's answer"));
    nothing_.setText(tr("Nothing refused so far."));
    open_.setText(tr("&Open rule"));
    lines_.setText(tr("Show in &traffic"));
    looked_.setText(tr("&Looked at"));
    lower_.setTitle(tr("Possible refusals"));
    why_.setText(tr("Ask nono &why"));
    refused_.retitle();
    possible_.retitle();
    const QDateTime long_time(QDate(2028, 12, 28), QTime(22, 58, 58));
    fit_columns(*tree_.header(),
                {QStringLiteral("00000"), QLocale().toString(long_time, QLocale::ShortFormat)});
    fit_columns(*table_.horizontalHeader(), {QStringLiteral("/home/somebody/projects/a/file"),
                                             QStringLiteral("SIGWINCH"), QStringLiteral("00:00:00")});
    show_possible();
}

RefusedPage::RefusedPage(QWidget* parent) : QWidget(parent), parts_(std::make_unique<Parts>(*this)) {}
RefusedPage::~RefusedPage() = default;

void RefusedPage::set_session(RecordFeed* feed, const SessionFacts& facts) {
    parts_->set_session(feed, facts);
}

int RefusedPage::unseen() const {
    return parts_->unseen();
}

void RefusedPage::acknowledge() {
    parts_->acknowledge();
}

void RefusedPage::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        parts_->retranslate();
}

} // namespace asb::ui

#include "refused_page.moc"
