#include "ui/refused/refused_model.h"

#include "core/events/facets.h"
#include "ui/common/plain_text.h"
#include "ui/common/row_state.h"

#include <QDateTime>
#include <QFont>
#include <QLocale>

#include <algorithm>
#include <iterator>

namespace asb::ui {
namespace {

constexpr std::size_t kMostIds = 100'000;

QString heading_of(const Event& event) {
    return event.reason.empty() ? visible(refusal_key(event)) : one_line(event.reason);
}

QString last_text(std::int64_t time_ms) {
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(time_ms);
    return time.date() == QDate::currentDate() ? time_word(time_ms)
                                               : QLocale().toString(time, QLocale::ShortFormat);
}

} // namespace

RefusedModel::RefusedModel(QObject* parent) : ColumnModel(parent) {}

void RefusedModel::restart() {
    beginResetModel();
    groups_.clear();
    ids_.clear();
    count_ = 0;
    endResetModel();
}

std::uint64_t RefusedModel::count_after(std::uint64_t id) const {
    return static_cast<std::uint64_t>(std::distance(ids_.upper_bound(id), ids_.end()));
}

std::uint64_t RefusedModel::newest_but(std::uint64_t count) const {
    if (ids_.size() <= count)
        return 0;
    return *std::next(ids_.rbegin(), static_cast<std::ptrdiff_t>(count));
}

void RefusedModel::add(const QVector<Record>& records) {
    for (const Record& record : records) {
        if (record.event.verdict == Verdict::Refused && is_command(record.event))
            take(record);
    }
}

int RefusedModel::group_row(const std::string& key) const {
    const auto found =
        std::find_if(groups_.begin(), groups_.end(), [&](const auto& group) { return group->key == key; });
    return found == groups_.end() ? -1 : static_cast<int>(found - groups_.begin());
}

int RefusedModel::row_of_number(quintptr number) const {
    const auto found = std::find_if(groups_.begin(), groups_.end(),
                                    [&](const auto& group) { return group->number == number; });
    return found == groups_.end() ? -1 : static_cast<int>(found - groups_.begin());
}

void RefusedModel::take(const Record& record) {
    int row = group_row(refusal_key(record.event));
    if (!ids_.insert(record.id).second) {
        if (row < 0)
            return;
        Group& group = *groups_[static_cast<std::size_t>(row)];
        const auto item = std::find_if(group.items.begin(), group.items.end(),
                                       [&](const Item& one) { return one.id == record.id; });
        if (item == group.items.end())
            return;
        item->packed = PackedEvent(record.event);
        const QModelIndex parent = index(row, 0);
        const int place = static_cast<int>(item - group.items.begin());
        Q_EMIT dataChanged(index(place, 0, parent), index(place, ColumnCount - 1, parent));
        return;
    }
    if (ids_.size() > kMostIds)
        ids_.erase(ids_.begin());
    ++count_;
    if (row < 0) {
        if (groups_.size() >= kMostGroups) {
            const int last = static_cast<int>(groups_.size()) - 1;
            beginRemoveRows({}, last, last);
            groups_.pop_back();
            endRemoveRows();
        }
        auto group = std::make_unique<Group>();
        group->number = next_number_++;
        group->key = refusal_key(record.event);
        // With its first refusal in it: a group is never empty.
        group->count = 1;
        group->last_ms = record.event.time_ms;
        group->items.push_front(Item{record.id, PackedEvent(record.event)});
        beginInsertRows({}, 0, 0);
        groups_.insert(groups_.begin(), std::move(group));
        endInsertRows();
        return;
    }
    insert(row, record);
    if (record.event.time_ms >= groups_[static_cast<std::size_t>(row)]->last_ms) {
        groups_[static_cast<std::size_t>(row)]->last_ms = record.event.time_ms;
        raise(row);
        row = 0;
    }
    Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
}

void RefusedModel::count_earlier(const std::string& key, std::uint64_t count) {
    const int row = group_row(key);
    if (row < 0 || count == 0)
        return;
    groups_[static_cast<std::size_t>(row)]->count += count;
    count_ += count;
    Q_EMIT dataChanged(index(row, Count), index(row, Count));
}

void RefusedModel::insert(int row, const Record& record) {
    Group& group = *groups_[static_cast<std::size_t>(row)];
    ++group.count;
    const auto place = std::find_if(group.items.begin(), group.items.end(),
                                    [&](const Item& one) { return one.id < record.id; });
    const int at = static_cast<int>(place - group.items.begin());
    const QModelIndex parent = index(row, 0);
    beginInsertRows(parent, at, at);
    group.items.insert(place, Item{record.id, PackedEvent(record.event)});
    endInsertRows();
    if (group.items.size() <= kMostInGroup)
        return;
    const int last = static_cast<int>(group.items.size()) - 1;
    beginRemoveRows(parent, last, last);
    group.items.pop_back();
    endRemoveRows();
}

void RefusedModel::raise(int row) {
    if (row == 0)
        return;
    beginMoveRows({}, row, row, {}, 0);
    std::rotate(groups_.begin(), groups_.begin() + row, groups_.begin() + row + 1);
    endMoveRows();
}

const RefusedModel::Group& RefusedModel::group_of(const QModelIndex& index) const {
    const int row = is_group(index) ? index.row() : row_of_number(index.internalId());
    return *groups_[static_cast<std::size_t>(row)];
}

/// Of a group its newest.
const RefusedModel::Item& RefusedModel::item_of(const QModelIndex& index) const {
    const Group& group = group_of(index);
    return is_group(index) ? group.items.front() : group.items[static_cast<std::size_t>(index.row())];
}

Event RefusedModel::event_at(const QModelIndex& index) const {
    return index.isValid() ? item_of(index).packed.event() : Event();
}

QModelIndex RefusedModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent))
        return {};
    if (!parent.isValid())
        return createIndex(row, column, quintptr{0});
    return createIndex(row, column,
                       static_cast<quintptr>(groups_[static_cast<std::size_t>(parent.row())]->number));
}

QModelIndex RefusedModel::parent(const QModelIndex& index) const {
    if (!index.isValid() || index.internalId() == 0)
        return {};
    const int row = row_of_number(index.internalId());
    return row < 0 ? QModelIndex() : createIndex(row, 0, quintptr{0});
}

int RefusedModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid())
        return static_cast<int>(groups_.size());
    if (!is_group(parent) || parent.column() != 0)
        return 0;
    return static_cast<int>(groups_[static_cast<std::size_t>(parent.row())]->items.size());
}

QString RefusedModel::text(const QModelIndex& index) const {
    const bool group = is_group(index);
    if (index.column() == Count)
        return group ? QString::number(group_of(index).count) : QString();
    const Event event = item_of(index).packed.event();
    if (index.column() == Last)
        return last_text(group ? group_of(index).last_ms : event.time_ms);
    return group ? heading_of(event) : one_line(command_text(event));
}

QString RefusedModel::sentence(const QModelIndex& index) const {
    if (!is_group(index))
        return text(index);
    const Group& group = group_of(index);
    return tr("%1, refused %n time(s), last at %2", nullptr, static_cast<int>(group.count))
        .arg(heading_of(group.items.front().packed.event()), last_text(group.last_ms));
}

QVariant RefusedModel::look(const QModelIndex& index, int role) const {
    if (role != Qt::FontRole || index.column() != Text || !is_group(index))
        return {};
    QFont bold;
    bold.setBold(true);
    return bold;
}

QStringList RefusedModel::titles() const {
    return {tr("Reason and commands"), tr("Count"), tr("Last")};
}

} // namespace asb::ui
