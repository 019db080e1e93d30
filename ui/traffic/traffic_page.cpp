#include "ui/traffic/traffic_page.h"

#include "core/events/record_feed.h"
#include "core/nono/nono_query.h"
#include "ui/common/filter_terms.h"
#include "ui/common/plain_text.h"
#include "ui/common/profile_rules.h"
#include "ui/traffic/detail_pane.h"
#include "ui/traffic/filter_line.h"
#include "ui/traffic/older_rows.h"
#include "ui/traffic/statistics_panel.h"
#include "ui/traffic/traffic_actions.h"
#include "ui/traffic/view_notes.h"

#include <QAction>
#include <QEvent>
#include <QHash>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

#include <utility>

namespace asb::ui {
namespace {

/// Between the page and the window's edge.
constexpr int kEdge = 6;
/// nono's log is searched when a row has been looked at for so long.
constexpr int kAuditDelayMs = 300;
/// The ring never takes more than this for a row on average; a few huge lines push out many small ones.
constexpr std::size_t kBytesPerRow = 360;

struct PlaceInSession {
    QString filter;
    TrafficModel::RowName current;
    bool following = true;
};

} // namespace

class TrafficPage::Parts : public QObject {
    Q_OBJECT
public:
    explicit Parts(TrafficPage& owner);
    ~Parts() override;

    void set_session(RecordFeed* feed, const SessionFacts& facts);
    void retranslate();

    TrafficPage& page;
    TrafficModel model;
    // Widgets belong to the page by Qt's parents; the split and what is in it go before the model.
    QSplitter& split = *new QSplitter(Qt::Vertical, &page);
    FilterLine& filter = *new FilterLine(&page);
    TrafficView& view = *new TrafficView(model, &split);
    QTabWidget& below = *new QTabWidget(&split);
    DetailPane& detail = *new DetailPane(&below);
    StatisticsPanel& statistics = *new StatisticsPanel(model, &below);
    NewRowsPill& pill = *new NewRowsPill(&view);
    EmptyNote& note = *new EmptyNote(&view);
    QProgressBar& progress = *new QProgressBar(&page);
    TrafficActions& actions = *new TrafficActions(model, view, &page);

private:
    void build();
    void connect_parts();
    void go_to_place();
    void show_detail();
    void fold_detail(bool folded);
    void show_audit();
    void show_notes();
    void keep_place();
    void show_others(const Event& event);
    void export_finished(bool written, qint64 rows, const QString& why);

    ProfileRules rules_;
    RecordFeed* feed_ = nullptr;
    QString session_;
    QHash<QString, PlaceInSession> places_;
    PlaceInSession wanted_; ///< to go to when the session has been read
    QString audit_;         ///< nono's log of the session
    OlderRows older_{model};
    QTimer audit_timer_;
    bool folded_ = false;
    double detail_share_ = 0.32; ///< of the page's height, when it is not folded
};

TrafficPage::Parts::Parts(TrafficPage& owner) : page(owner) {
    build();
    connect_parts();
    retranslate();
    show_notes();
    show_detail();
}

TrafficPage::Parts::~Parts() {
    delete &actions;
    delete &split;
}

void TrafficPage::Parts::build() {
    below.addTab(&detail, QString());
    below.addTab(&statistics, QString());
    below.setDocumentMode(true);
    split.addWidget(&view);
    split.addWidget(&below);
    split.setStretchFactor(0, 3);
    split.setStretchFactor(1, 1);
    split.setChildrenCollapsible(true);
    split.setCollapsible(0, false);
    split.setSizes({480, 230});
    progress.setRange(0, 100);
    progress.hide();
    auto* layout = new QVBoxLayout(&page);
    layout->setContentsMargins(0, 4, kEdge, kEdge);
    layout->setSpacing(4);
    layout->addWidget(&filter);
    layout->addWidget(&split, 1);
    layout->addWidget(&progress);
    audit_timer_.setSingleShot(true);
    audit_timer_.setInterval(kAuditDelayMs);
}

void TrafficPage::Parts::connect_parts() {
    connect(&filter, &FilterLine::changed, this, [this](const Filter& wanted) {
        older_.set_filter(wanted);
        model.set_filter(wanted);
        Q_EMIT page.filter_changed(filter.text());
    });
    connect(&filter, &FilterLine::left, &view, qOverload<>(&QWidget::setFocus));
    connect(&view, &TrafficView::current_changed, this, [this] {
        show_detail();
        audit_timer_.start();
    });
    connect(&audit_timer_, &QTimer::timeout, this, &Parts::show_audit);
    connect(&view, &TrafficView::detail_wanted, this, [this] {
        below.setCurrentWidget(&detail);
        detail.focus_text();
    });
    connect(&view, &TrafficView::columns_changed, this,
            [this] { Q_EMIT page.columns_changed(view.columns()); });
    connect(&view, &TrafficView::following_changed, this, &Parts::show_notes);
    connect(view.verticalScrollBar(), &QScrollBar::valueChanged, this, [this](int value) {
        if (value == 0 && !view.is_following())
            older_.at_top();
        show_notes();
    });
    connect(view.verticalScrollBar(), &QScrollBar::rangeChanged, this, &Parts::show_notes);
    connect(&model, &TrafficModel::frame_done, this, [this] {
        go_to_place();
        show_detail();
        show_notes();
    });
    connect(&model, &QAbstractItemModel::dataChanged, this, &Parts::show_detail);
    connect(&model, &TrafficModel::waiting_changed, this, &Parts::show_notes);
    connect(&model, &TrafficModel::filter_applied, this, &Parts::show_notes);
    connect(&model, &TrafficModel::order_applied, this, &Parts::show_notes);
    connect(&older_, &OlderRows::changed, this, &Parts::show_notes);
    connect(&older_, &OlderRows::told, &page, &TrafficPage::told);
    connect(&pill, &QAbstractButton::clicked, this, [this] {
        view.set_following(true);
        view.setFocus();
    });
    connect(&note, &EmptyNote::pressed, this, [this] { filter.set_text({}); });
    connect(&detail, &DetailPane::copy_wanted, this,
            [this] { actions.copy(TrafficActions::CopyAs::Command); });
    connect(&detail, &DetailPane::json_wanted, this, [this] { actions.copy(TrafficActions::CopyAs::Json); });
    connect(&detail, &DetailPane::rule_wanted, &page, &TrafficPage::rule_wanted);
    connect(&detail, &DetailPane::others_wanted, this, [this] {
        if (detail.shown())
            show_others(*detail.shown());
    });
    connect(&statistics, &StatisticsPanel::filter_wanted, &filter, &FilterLine::set_text);
    connect(&actions, &TrafficActions::filter_wanted, &filter, &FilterLine::add_term);
    connect(&actions, &TrafficActions::others_wanted, this,
            [this](int row) { show_others(model.row_at(row).event); });
    connect(&actions, &TrafficActions::detail_wanted, &view, &TrafficView::detail_wanted);
    connect(&actions, &TrafficActions::told, &page, &TrafficPage::told);
    connect(actions.statistics(), &QAction::toggled, this,
            [this](bool on) { below.setCurrentWidget(on ? static_cast<QWidget*>(&statistics) : &detail); });
    connect(&below, &QTabWidget::currentChanged, this, [this](int tab) {
        actions.statistics()->setChecked(tab == 1);
        show_detail();
    });
    connect(&actions.exporter(), &Exporter::progressed, this, [this](int percent) {
        progress.setValue(percent);
        progress.setVisible(percent < 100);
    });
    connect(&actions.exporter(), &Exporter::finished, this, &Parts::export_finished);
    connect(&rules_, &ProfileRules::loaded, this, &Parts::show_detail);
}

// --- session

void TrafficPage::Parts::keep_place() {
    if (session_.isEmpty())
        return;
    places_[session_] = PlaceInSession{filter.text(), model.name_of(view.current_row()), view.is_following()};
}

void TrafficPage::Parts::set_session(RecordFeed* feed, const SessionFacts& facts) {
    keep_place();
    if (feed_ != nullptr)
        disconnect(feed_, nullptr, this, nullptr);
    actions.exporter().cancel();
    feed_ = feed;
    session_ = feed != nullptr ? facts.id : QString();
    audit_ = facts.nono_audit;
    detail.clear();
    model.restart(facts.project.toStdString(), facts.id.toStdString());
    wanted_ = places_.value(session_);
    view.set_following(true); // until everything is there; then the place that was left
    filter.set_text(wanted_.filter);
    rules_.load(facts.command_profile.path);
    older_.set_session(feed, facts); // hears of records before the model
    if (feed != nullptr) {
        connect(feed, &RecordFeed::records, this,
                [this](const QVector<Record>& records) { model.add(records); });
        connect(feed, &RecordFeed::caught_up, this, &Parts::go_to_place);
        go_to_place();
    }
    show_notes();
}

/// Back to the place that was left, when everything is there.
void TrafficPage::Parts::go_to_place() {
    if (wanted_.following || feed_ == nullptr || !feed_->is_caught_up() || !model.is_settled())
        return;
    wanted_.following = true; // once
    view.go_to(model.row_of(wanted_.current));
}

// --- what is said

/// While there is nothing to tell the table has the room.
void TrafficPage::Parts::fold_detail(bool folded) {
    if (folded == folded_)
        return;
    folded_ = folded;
    const int height = split.height();
    if (folded) {
        if (page.isVisible() && height > 0)
            detail_share_ = static_cast<double>(below.height()) / height;
        below.setMaximumHeight(below.tabBar()->sizeHint().height() + 3 * below.fontMetrics().height());
        return;
    }
    below.setMaximumHeight(QWIDGETSIZE_MAX);
    const int part = static_cast<int>(height * detail_share_);
    split.setSizes({height - part, part});
}

void TrafficPage::Parts::show_detail() {
    const int row = view.current_row();
    const bool any = row >= 0 && row < model.rowCount();
    fold_detail(!any && below.currentIndex() == 0);
    if (!any) {
        if (detail.shown())
            detail.clear();
        return;
    }
    detail.show_event(model.row_at(row).event, rules_);
}

/// Below the text of a declared command: what nono itself wrote about it.
void TrafficPage::Parts::show_audit() {
    const TrafficModel::RowName name = model.name_of(view.current_row());
    if (audit_.isEmpty() || !detail.shown() || !detail.shown()->declared || detail.shown()->pid <= 0)
        return;
    find_audit_lines(audit_.toStdString(), detail.shown()->pid, this,
                     [this, name, audit = audit_](const Result<std::vector<std::string>>& lines) {
                         if (!lines || audit != audit_ || !(model.name_of(view.current_row()) == name))
                             return;
                         std::string text;
                         for (const std::string& line : *lines)
                             text += line + '\n';
                         detail.add_audit(text);
                     });
}

void TrafficPage::Parts::show_notes() {
    statistics.set_partial(!older_.shows_all());
    const QScrollBar& bar = *view.verticalScrollBar();
    const bool wanted =
        !view.is_following()
        && (model.waiting() > 0 || view.has_order() || (model.rowCount() > 0 && bar.value() < bar.maximum()));
    pill.show_count(wanted, model.waiting(), model.has_filter(), view.has_order());
    const int rows = static_cast<int>(model.log().rows());
    if (model.rowCount() > 0 || feed_ == nullptr)
        note.say({}, {});
    else if (model.has_filter() && older_.is_searching())
        note.say(tr("The filter finds none of the newest %n row(s). Older ones are being searched\u2026",
                    nullptr, rows),
                 tr("Clear the filter"));
    else if (model.has_filter() && older_.is_complete())
        note.say(tr("The filter finds nothing in this session."), tr("Clear the filter"));
    else if (model.has_filter() && rows > 0)
        note.say(tr("The filter finds none of %n row(s).", nullptr, rows), tr("Clear the filter"));
    else
        note.say(tr("No command yet. What the agent runs appears here."), {});
}

void TrafficPage::Parts::show_others(const Event& event) {
    if (event.verdict == Verdict::Refused)
        filter.set_text(refusal_term(event));
}

void TrafficPage::Parts::export_finished(bool written, qint64 rows, const QString& why) {
    progress.hide();
    const QString count = tr("%n row(s) exported.", nullptr, static_cast<int>(rows));
    if (written && !older_.shows_all())
        Q_EMIT page.told(count + QLatin1Char(' ')
                         + tr("Older ones, which are not kept here, are not among them: `agent-sandbox log` "
                              "has them all."));
    else if (written)
        Q_EMIT page.told(count);
    else if (!why.isEmpty())
        Q_EMIT page.told(why);
}

void TrafficPage::Parts::retranslate() {
    view.setAccessibleName(tr("Commands"));
    pill.setAccessibleName(tr("Go to the newest row"));
    progress.setAccessibleName(tr("Export"));
    progress.setFormat(tr("Exporting: %p%"));
    below.setAccessibleName(tr("Detail and statistics"));
    below.setTabText(0, tr("Detail"));
    below.setTabText(1, tr("Statistics"));
    actions.retranslate();
    show_notes();
}

// --- the page

TrafficPage::TrafficPage(QWidget* parent) : QWidget(parent), parts_(std::make_unique<Parts>(*this)) {
    connect(&parts_->view, &TrafficView::following_changed, this, &TrafficPage::following_changed);
}
TrafficPage::~TrafficPage() = default;

void TrafficPage::set_session(RecordFeed* feed, const SessionFacts& facts) {
    parts_->set_session(feed, facts);
}

void TrafficPage::set_row_limit(qsizetype rows) {
    const std::size_t count = static_cast<std::size_t>(std::max<qsizetype>(rows, 1000));
    parts_->model.set_limits(TrafficLog::Limits{count, count * kBytesPerRow});
}

QString TrafficPage::columns() const {
    return parts_->view.columns();
}

void TrafficPage::set_columns(const QString& text) {
    parts_->view.set_columns(text);
}

QString TrafficPage::filter_text() const {
    return parts_->filter.text();
}

void TrafficPage::set_filter_text(const QString& text) {
    parts_->filter.set_text(text);
}

void TrafficPage::focus_filter() {
    parts_->filter.focus();
}

bool TrafficPage::is_following() const {
    return parts_->view.is_following();
}

void TrafficPage::set_following(bool following) {
    parts_->view.set_following(following);
}

QList<QAction*> TrafficPage::actions_for_menu() const {
    return parts_->actions.for_menu();
}

void TrafficPage::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        parts_->retranslate();
}

} // namespace asb::ui

#include "traffic_page.moc"
