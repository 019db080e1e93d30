// A new filter or another order: worked out in slices over everything that is kept, shown by one reset.
#include "ui/common/background.h"
#include "ui/traffic/traffic_model.h"

#include <algorithm>
#include <utility>

namespace asb::ui {
namespace {
constexpr std::size_t kScanStep = 32;
} // namespace

void TrafficModel::set_filter(const Filter& filter) {
    filter_ = EntryFilter(filter, filter_.session());
    filter_changed_ = true;
    std::erase_if(held_, [](const Held& held) { return held.source == TrafficLog::Source::Search; });
    start_scan();
}

void TrafficModel::sort(int column, Qt::SortOrder order) {
    std::optional<Order> wanted;
    const bool by_time = column == static_cast<int>(Column::Time) && order == Qt::AscendingOrder;
    if (column >= 0 && column < kColumns && !by_time)
        wanted = Order{static_cast<Column>(column), order == Qt::DescendingOrder};
    if (wanted == order_)
        return;
    order_ = wanted;
    order_changed_ = true;
    start_scan();
}

void TrafficModel::stop_scan() {
    ++scan_run_;
    sorting_ = false;
    scan_.stop();
    scanned_.clear();
    to_sort_ = {};
    sorted_ = {};
}

void TrafficModel::start_scan() {
    stop_scan();
    if (order_)
        to_sort_.reserve(log_.entries().size());
    again_.stop();
    scan_next_ = 0;
    scan_.start([this] { return scan_step(); }, [this] { scan_done(); });
}

/// By key, not by place: older entries come in meanwhile, and wait for the next frame.
bool TrafficModel::scan_step() {
    const auto& entries = log_.entries();
    auto at = std::lower_bound(entries.begin(), entries.end(), scan_next_,
                               [](const auto& entry, std::uint64_t key) { return entry->key < key; });
    for (std::size_t looks = 0; looks < kScanStep && at != entries.end(); ++looks, ++at) {
        LogEntry& entry = **at;
        scan_next_ = entry.key + 1;
        if (filter_changed_) {
            for (LogRow& row : entry.children)
                row.unjudged = true;
        }
        filter_.judge(entry);
        // What the last filter's search found goes with that filter.
        if (!entry.matched || (filter_changed_ && entry.key < log_.kept_from()))
            continue;
        if (!order_) {
            wanted_rows(entry, scratch_rows_);
            scanned_.insert(scanned_.end(), scratch_rows_.begin(), scratch_rows_.end());
            continue;
        }
        TrafficLog::line_event(entry, scratch_);
        to_sort_.push_back(sort_place(order_->column, entry, scratch_));
    }
    return at != entries.end();
}

/// The entries are only names in the other thread; nothing leaves the log while sorting_.
void TrafficModel::scan_done() {
    if (!order_) {
        finish_scan();
        return;
    }
    sorting_ = true;
    in_background(
        this,
        [places = std::exchange(to_sort_, {}), falling = order_->falling]() mutable {
            return sorted_entries(std::move(places), falling);
        },
        [this, run = scan_run_](std::vector<LogEntry*> entries) {
            if (run != scan_run_)
                return;
            sorting_ = false;
            sorted_ = std::move(entries);
            rank_next_ = 0;
            scan_.start([this] { return rank_step(); }, [this] { finish_scan(); });
        });
}

bool TrafficModel::rank_step() {
    const std::size_t end = std::min(rank_next_ + kScanStep, sorted_.size());
    for (; rank_next_ < end; ++rank_next_) {
        LogEntry& entry = *sorted_[rank_next_];
        entry.ranks[1 - rank_slot_] = static_cast<std::uint32_t>(rank_next_ + 1);
        wanted_rows(entry, scratch_rows_);
        scanned_.insert(scanned_.end(), scratch_rows_.begin(), scratch_rows_.end());
    }
    return rank_next_ < sorted_.size();
}

void TrafficModel::finish_scan() {
    beginResetModel();
    visible_.swap(scanned_);
    shown_order_ = order_.has_value();
    if (shown_order_)
        rank_slot_ = 1 - rank_slot_;
    if (filter_changed_) {
        const std::uint64_t kept_from = log_.kept_from();
        std::erase_if(touched_, [&](const LogEntry* entry) { return entry->key < kept_from; });
        log_.drop_alone();
    }
    cached_row_ = -1;
    endResetModel();
    scanned_.clear();
    sorted_ = {};
    if (std::exchange(filter_changed_, false))
        Q_EMIT filter_applied();
    if (std::exchange(order_changed_, false))
        Q_EMIT order_applied();
    schedule(0);
    add_held();
}

} // namespace asb::ui
