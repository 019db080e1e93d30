#include "ui/traffic/older_rows.h"

#include "core/events/record_feed.h"

namespace asb::ui {
namespace {

/// Asked of the store in one go: few enough for one step of the GUI thread.
constexpr int kFillRecords = 500;
constexpr int kFillPauseMs = 30;
/// The store is searched when a filter has rested so long, and for so much at the most.
constexpr int kSearchDelayMs = 250;
constexpr std::size_t kMostFoundRows = 20'000;
constexpr std::size_t kMostFoundBytes = std::size_t{16} << 20;

} // namespace

OlderRows::OlderRows(TrafficModel& model, QObject* parent) : QObject(parent), model_(model) {
    search_timer_.setSingleShot(true);
    search_timer_.setInterval(kSearchDelayMs);
    fill_timer_.setSingleShot(true);
    fill_timer_.setInterval(kFillPauseMs);
    connect(&fill_timer_, &QTimer::timeout, this, &OlderRows::fill);
    connect(&search_timer_, &QTimer::timeout, this, [this] {
        search();
        Q_EMIT changed();
    });
    connect(&model, &TrafficModel::filter_applied, &search_timer_, qOverload<>(&QTimer::start));
    connect(&model, &TrafficModel::order_applied, this, &OlderRows::want_found);
    connect(&search_, &OlderSearch::found, &model, &TrafficModel::add_found);
    connect(&search_, &OlderSearch::state_changed, this, [this] {
        if (model_.has_order()) // what is sorted shall be all of it
            want_found();
        Q_EMIT changed();
    });
}

void OlderRows::set_session(RecordFeed* feed, const SessionFacts& facts) {
    if (feed_ != nullptr)
        disconnect(feed_, nullptr, this, nullptr);
    fill_timer_.stop();
    search_timer_.stop();
    search_.stop();
    feed_ = feed;
    facts_ = facts;
    more_ = feed != nullptr;
    asked_ = told_ = false;
    Q_EMIT changed();
    if (feed == nullptr)
        return;
    connect(feed, &RecordFeed::records, this, [this](const QVector<Record>& records) {
        if (model_.log().kept_from() == 0 && !records.isEmpty()) // the backlog comes by id
            model_.set_kept_from(records.front().id);
    });
    connect(feed, &RecordFeed::older, this, &OlderRows::take);
    connect(feed, &RecordFeed::caught_up, this, &OlderRows::caught_up);
    if (feed->is_caught_up())
        caught_up();
}

void OlderRows::caught_up() {
    fill_timer_.start();
    search_timer_.start();
}

// --- the ring

bool OlderRows::has_room() const {
    const TrafficLog& log = model_.log();
    return log.rows() + kFillRecords < log.limits().rows && log.bytes() < log.limits().bytes;
}

void OlderRows::fill() {
    if (feed_ == nullptr || !more_ || asked_ || !has_room())
        return;
    asked_ = true;
    feed_->load_older(kFillRecords);
}

void OlderRows::take(const QVector<Record>& records, bool more) {
    asked_ = false;
    more_ = more;
    model_.add_older(records);
    fill_timer_.start();
    Q_EMIT changed();
}

// --- beyond it

void OlderRows::set_filter(const Filter& filter) {
    filter_ = filter;
    search_.stop();
}

void OlderRows::search() {
    const TrafficLog& log = model_.log();
    if (feed_ == nullptr || !feed_->is_caught_up() || !model_.has_filter() || has_all())
        return;
    searched_dropped_ = log.dropped();
    search_.start(facts_.store.toStdString(), facts_.id.toStdString(), filter_, log.search_from());
}

void OlderRows::want_found() {
    const TrafficLog& log = model_.log();
    const TrafficLog::Part found = log.alone();
    if (!search_.is_on() || search_.is_searching() || found.rows >= kMostFoundRows
        || found.bytes >= kMostFoundBytes)
        return;
    if (log.dropped() != searched_dropped_)
        search(); // rows have left the ring since, and what had been found with them
    else
        search_.want_more();
}

void OlderRows::at_top() {
    fill();
    want_found();
    tell();
}

void OlderRows::tell() {
    const bool full = model_.log().dropped() > 0 || (more_ && !has_room());
    if (!full || told_ || feed_ == nullptr || model_.has_filter() || model_.has_order())
        return;
    told_ = true;
    Q_EMIT told(tr("Older rows than these are in the session's store: a filter finds them, and the settings "
                   "say how many rows are kept here."));
}

} // namespace asb::ui
