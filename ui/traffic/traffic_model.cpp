#include "ui/traffic/traffic_model.h"

#include "core/base/clock.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>
#include <utility>

namespace asb::ui {
namespace {

constexpr int kFrameMs = 50;
/// What a frame may spend on taking records in; the rest waits for the next one, which then comes soon.
constexpr std::int64_t kFrameBudgetUs = 3000;
constexpr int kBusyFrameMs = 10;
/// What comes in while sorted finds its place so much later, all of it at once.
constexpr int kSortAgainMs = 700;

} // namespace

TrafficModel::TrafficModel(QObject* parent)
    : QAbstractTableModel(parent), scan_(this), again_(this), timer_(this) {
    timer_.setSingleShot(true);
    timer_.setTimerType(Qt::PreciseTimer);
    connect(&timer_, &QTimer::timeout, this, &TrafficModel::frame);
    again_.setSingleShot(true);
    again_.setInterval(kSortAgainMs);
    connect(&again_, &QTimer::timeout, this, [this] {
        if (shown_order_ && !is_scanning())
            start_scan();
    });
}

void TrafficModel::add(const QVector<Record>& records) {
    for (const Record& record : records) {
        PackedRecord packed{record.id, record.revision, PackedEvent(record.event), record.done};
        if (paused_ && log_.knows(record.id, record.event))
            apply_in_place(std::move(packed), record.event);
        else
            pending_.push(std::move(packed), record.event, record.id > newest_);
    }
    if (paused_)
        Q_EMIT waiting_changed();
    else
        schedule(kFrameMs);
}

void TrafficModel::add_older(const QVector<Record>& records) {
    add_above(records, TrafficLog::Source::Session);
}

void TrafficModel::add_found(const QVector<Record>& records) {
    add_above(records, TrafficLog::Source::Search);
}

void TrafficModel::add_above(const QVector<Record>& records, TrafficLog::Source source) {
    if (is_scanning()) { // it would miss them; finish_scan() comes back to them
        held_.push_back({records, source});
        return;
    }
    Q_EMIT about_to_add_above();
    if (source == TrafficLog::Source::Session && !records.empty())
        log_.set_kept_from(std::min(log_.kept_from(), records.front().id));
    std::vector<LogEntry*> later;
    later.swap(touched_); // what waits for the end of a pause goes on waiting
    for (LogEntry* entry : later)
        entry->touched = false;
    for (const Record& record : records) {
        PackedRecord packed{record.id, record.revision, PackedEvent(record.event), record.done};
        if (LogEntry* entry = log_.apply(std::move(packed), record.event, source))
            touch(*entry);
    }
    show_touched();
    for (LogEntry* entry : later)
        touch(*entry);
    emit_changed();
    Q_EMIT added_above();
}

/// One batch a turn of the event loop.
void TrafficModel::add_held() {
    if (held_.empty() || is_scanning())
        return;
    const Held next = std::move(held_.front());
    held_.pop_front();
    add_above(next.records, next.source);
    QMetaObject::invokeMethod(this, &TrafficModel::add_held, Qt::QueuedConnection);
}

/// While paused a row that is there already changes its text and mark, nothing else.
void TrafficModel::apply_in_place(PackedRecord&& record, const Event& event) {
    LogEntry* entry = log_.apply(std::move(record), event);
    if (entry == nullptr)
        return;
    touch(*entry);
    cached_row_ = -1;
    const std::size_t first = visible_begin(*entry);
    if (is_visible(*entry, first)) {
        mark_changed(first, first);
        schedule(kFrameMs);
    }
}

void TrafficModel::restart(const std::string& project, const std::string& session) {
    timer_.stop();
    again_.stop();
    stop_scan();
    beginResetModel();
    visible_.clear();
    scanned_.clear();
    touched_.clear();
    pending_.clear();
    held_.clear();
    log_.clear();
    project_ = project;
    filter_ = EntryFilter(filter_.filter(), session);
    order_.reset();
    shown_order_ = filter_changed_ = order_changed_ = false;
    lost_ = 0;
    newest_ = 0;
    changed_first_ = 1;
    changed_last_ = 0;
    cached_row_ = -1;
    endResetModel();
    Q_EMIT waiting_changed();
}

void TrafficModel::set_limits(const TrafficLog::Limits& limits) {
    log_.set_limits(limits);
    pending_.set_limits(limits);
    schedule(kFrameMs);
}

void TrafficModel::set_paused(bool paused) {
    if (paused_ == paused)
        return;
    paused_ = paused;
    if (!paused) {
        sort(-1);
        schedule(0);
    }
    Q_EMIT waiting_changed();
}

// --- frames

void TrafficModel::schedule(int ms) {
    if (!timer_.isActive() || timer_.remainingTime() > ms)
        timer_.start(ms);
}

void TrafficModel::frame() {
    if (paused_) {
        emit_changed();
        return;
    }
    if (is_scanning())
        return; // finish_scan() goes on
    const bool waited = !pending_.empty();
    take_pending(monotonic_us() + kFrameBudgetUs);
    show_touched();
    drop_surplus();
    emit_changed();
    lost_ += pending_.take_lost();
    if (!pending_.empty())
        schedule(kBusyFrameMs);
    if (waited)
        Q_EMIT waiting_changed();
    Q_EMIT frame_done(std::exchange(moved_, false));
}

void TrafficModel::flush_all() {
    while (is_scanning()) {
        if (scan_.is_active())
            scan_.finish();
        else
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
    if (!paused_)
        take_pending(std::numeric_limits<std::int64_t>::max());
    frame();
}

void TrafficModel::take_pending(std::int64_t until_us) {
    constexpr int between_looks = 16;
    for (int count = 0; !pending_.empty(); ++count) {
        if (count % between_looks == between_looks - 1 && monotonic_us() >= until_us)
            return;
        PackedRecord record = pending_.pop();
        record.packed.unpack(scratch_);
        newest_ = std::max(newest_, record.id);
        if (LogEntry* entry = log_.apply(std::move(record), scratch_))
            touch(*entry);
    }
}

void TrafficModel::touch(LogEntry& entry) {
    if (std::exchange(entry.touched, true))
        return;
    touched_.push_back(&entry);
}

/// Brings what is shown in line with the entries that have news: new ones in runs, known ones by difference.
void TrafficModel::show_touched() {
    if (touched_.empty())
        return;
    cached_row_ = -1;
    std::sort(touched_.begin(), touched_.end(),
              [](const LogEntry* left, const LogEntry* right) { return left->key < right->key; });
    for (LogEntry* entry : touched_) {
        entry->touched = false;
        filter_.judge(*entry);
    }
    for (std::size_t next = 0; next < touched_.size();) {
        LogEntry& entry = *touched_[next];
        if (is_visible(entry, visible_begin(entry))) {
            resync(entry);
            ++next;
        } else if (shown_order_) {
            if (entry.matched && !again_.isActive())
                again_.start();
            ++next;
        } else {
            next = show_new(next);
        }
    }
    touched_.clear();
}

/// Shows the entry touched_[first], which has no row yet, together with those behind it that go to the same
/// place. The first one that is left for the next call.
std::size_t TrafficModel::show_new(std::size_t first) {
    const std::size_t at = visible_begin(*touched_[first]);
    const std::uint64_t end_key =
        at < visible_.size() ? visible_[at].entry->key : std::numeric_limits<std::uint64_t>::max();
    std::vector<VisibleRow> rows;
    std::size_t next = first;
    for (; next < touched_.size() && touched_[next]->key < end_key; ++next)
        append_wanted(*touched_[next], rows);
    insert_rows(at, rows);
    return next;
}

void TrafficModel::resync(LogEntry& entry) {
    wanted_rows(entry, scratch_rows_);
    std::size_t at = visible_begin(entry);
    const std::size_t first = at;
    std::vector<VisibleRow> added;
    const auto add_run = [&] {
        insert_rows(at, added);
        at += added.size();
        added.clear();
    };
    const auto here = [&] { return is_visible(entry, at); };
    for (const VisibleRow& wanted : scratch_rows_) {
        std::size_t gone = 0;
        while (is_visible(entry, at + gone) && visible_[at + gone].key < wanted.key)
            ++gone;
        if (gone > 0) {
            add_run();
            remove_rows(at, gone);
        }
        if (here() && visible_[at].key == wanted.key) {
            add_run();
            ++at;
        } else {
            added.push_back(wanted);
        }
    }
    add_run();
    std::size_t gone = 0;
    while (is_visible(entry, at + gone))
        ++gone;
    remove_rows(at, gone);
    if (at > first)
        mark_changed(first, at - 1);
}

void TrafficModel::insert_rows(std::size_t at, const std::vector<VisibleRow>& rows) {
    if (rows.empty())
        return;
    moved_ = true;
    if (changed_first_ <= changed_last_ && at <= changed_last_)
        changed_last_ += rows.size();
    beginInsertRows({}, static_cast<int>(at), static_cast<int>(at + rows.size() - 1));
    visible_.insert(visible_.begin() + static_cast<std::ptrdiff_t>(at), rows.begin(), rows.end());
    cached_row_ = -1;
    endInsertRows();
}

void TrafficModel::remove_rows(std::size_t at, std::size_t count) {
    if (count == 0)
        return;
    moved_ = true;
    beginRemoveRows({}, static_cast<int>(at), static_cast<int>(at + count - 1));
    const auto first = visible_.begin() + static_cast<std::ptrdiff_t>(at);
    visible_.erase(first, first + static_cast<std::ptrdiff_t>(count));
    cached_row_ = -1;
    endRemoveRows();
}

void TrafficModel::drop_surplus() {
    if (const std::size_t count = log_.surplus(); count > 0) {
        const std::uint64_t end_key = log_.entries()[count]->key;
        remove_rows(0, visible_place(end_key));
        log_.drop_front(count);
    }
    if (log_.entries().empty())
        return;
    LogEntry& oldest = *log_.entries().front();
    while (log_.trim(oldest))
        resync(oldest);
}

std::size_t TrafficModel::visible_place(std::uint64_t place) const {
    const auto found = std::lower_bound(
        visible_.begin(), visible_.end(), place,
        [this](const VisibleRow& row, std::uint64_t wanted) { return place_of(*row.entry) < wanted; });
    return static_cast<std::size_t>(found - visible_.begin());
}

void TrafficModel::mark_changed(std::size_t first, std::size_t last) {
    const bool none = changed_first_ > changed_last_;
    changed_first_ = none ? first : std::min(changed_first_, first);
    changed_last_ = none ? last : std::max(changed_last_, last);
}

/// One signal a frame; a row too many in it costs nothing.
void TrafficModel::emit_changed() {
    const std::size_t first = std::exchange(changed_first_, 1);
    const std::size_t last = std::min(std::exchange(changed_last_, 0) + 1, visible_.size());
    if (first >= last)
        return;
    cached_row_ = -1;
    Q_EMIT dataChanged(index(static_cast<int>(first), 0), index(static_cast<int>(last - 1), kColumns - 1));
}

// --- what is shown of an entry

bool TrafficModel::is_open(const LogEntry& entry) const {
    if (entry.toggled)
        return entry.open;
    if (!filter_.empty() && entry.child_matched)
        return true;
    return std::any_of(entry.children.begin(), entry.children.end(), [](const LogRow& row) {
        return row.state == RowState::Refused || row.state == RowState::Failed;
    });
}

/// Under a filter a line shows the commands that it finds; when it finds only the line itself, all of them.
bool TrafficModel::shows(const LogEntry& entry, const LogRow& child) const {
    return filter_.empty() || !entry.child_matched || child.matched;
}

void TrafficModel::append_wanted(const LogEntry& entry, std::vector<VisibleRow>& rows) const {
    if (!entry.matched)
        return;
    auto* shown = const_cast<LogEntry*>(&entry);
    rows.push_back(VisibleRow{shown, {}});
    if (!is_open(entry))
        return;
    for (const LogRow& child : entry.children) {
        if (shows(entry, child))
            rows.push_back(VisibleRow{shown, child.key});
    }
}

void TrafficModel::wanted_rows(const LogEntry& entry, std::vector<VisibleRow>& rows) const {
    rows.clear();
    append_wanted(entry, rows);
}

} // namespace asb::ui
