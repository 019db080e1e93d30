// What the model answers to views and to work in slices; traffic_model.cpp changes it.
#include "ui/traffic/traffic_model.h"

#include <algorithm>

namespace asb::ui {
namespace {
/// Entries that visit() looks at before it hands control back.
constexpr std::size_t kVisitLooks = 64;
} // namespace

int TrafficModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(visible_.size());
}

int TrafficModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumns;
}

const TrafficRow& TrafficModel::row_at(int row) const {
    if (cached_row_ == row)
        return cached_;
    const VisibleRow& place = visible_[static_cast<std::size_t>(row)];
    const LogEntry& entry = *place.entry;
    if (place.key.id == 0) {
        TrafficLog::line_event(entry, cached_.event);
        cached_.kind = entry.request != 0 ? RowKind::Line : kind_of(cached_.event);
        cached_.depth = 0;
        cached_.children =
            static_cast<int>(std::count_if(entry.children.begin(), entry.children.end(),
                                           [&](const LogRow& child) { return shows(entry, child); }));
        cached_.open = is_open(entry);
    } else if (const LogRow* child = entry.child(place.key)) {
        child->packed.unpack(cached_.event);
        cached_.kind = place.key.kind;
        cached_.depth = place.key.kind == RowKind::Nested ? 2 : 1;
        cached_.children = 0;
        cached_.open = false;
    }
    cached_.state = state_of(cached_.event);
    cached_row_ = row;
    return cached_;
}

QVariant TrafficModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto column = static_cast<Column>(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return column_text(column, row_at(index.row()), project_);
    case Qt::AccessibleTextRole:
        return index.column() == static_cast<int>(Column::Command)
                   ? row_sentence(row_at(index.row()), project_)
                   : column_text(column, row_at(index.row()), project_);
    case Qt::TextAlignmentRole:
        return static_cast<int>((is_numeric(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant TrafficModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= kColumns)
        return {};
    const auto column = static_cast<Column>(section);
    if (role == Qt::DisplayRole)
        return column_title(column);
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((is_numeric(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::InitialSortOrderRole) // the newest, the slowest, the largest are looked for
        return is_numeric(column) || column == Column::Time ? Qt::DescendingOrder : Qt::AscendingOrder;
    return {};
}

std::uint64_t TrafficModel::visit(std::uint64_t key, const std::function<void(const Event&)>& take) const {
    const auto& entries = log_.entries();
    auto at = std::lower_bound(entries.begin(), entries.end(), key,
                               [](const auto& entry, std::uint64_t wanted) { return entry->key < wanted; });
    for (std::size_t looks = 0; at != entries.end() && !(*at)->matched; ++at) {
        if (++looks > kVisitLooks)
            return (*at)->key;
    }
    if (at == entries.end())
        return 0;
    const LogEntry& entry = **at;
    Event event;
    TrafficLog::line_event(entry, event);
    take(event);
    for (const LogRow& child : entry.children) {
        if (!shows(entry, child))
            continue;
        child.packed.unpack(event);
        take(event);
    }
    return entry.key + 1;
}

Event TrafficModel::line_event(int row) const {
    Event event;
    TrafficLog::line_event(*visible_[static_cast<std::size_t>(row)].entry, event);
    return event;
}

int TrafficModel::line_row(int row) const {
    return static_cast<int>(visible_begin(*visible_[static_cast<std::size_t>(row)].entry));
}

void TrafficModel::set_open(int row, bool open) {
    LogEntry& entry = *visible_[static_cast<std::size_t>(row)].entry;
    entry.toggled = true;
    entry.open = open;
    cached_row_ = -1;
    resync(entry);
    emit_changed();
}

TrafficModel::RowName TrafficModel::name_of(int row) const {
    if (row < 0 || row >= rowCount())
        return {};
    const VisibleRow& place = visible_[static_cast<std::size_t>(row)];
    return RowName{place.entry->key, place.key};
}

int TrafficModel::row_of(const RowName& name) const {
    if (name.entry == 0 || visible_.empty())
        return -1;
    const LogEntry* entry = log_.at_key(name.entry);
    const std::size_t first = entry != nullptr ? visible_begin(*entry) : visible_place(name.entry);
    if (entry == nullptr || !is_visible(*entry, first)) {
        if (shown_order_)
            return -1;
        return first == 0 ? 0 : line_row(static_cast<int>(first) - 1);
    }
    for (std::size_t at = first; is_visible(*entry, at); ++at) {
        if (visible_[at].key == name.key)
            return static_cast<int>(at);
    }
    return static_cast<int>(first);
}

} // namespace asb::ui
