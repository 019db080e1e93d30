#include "ui/refused/refused_model.h"

#include "core/events/facets.h"
#include "ui/common/plain_text.h"
#include "ui/common/row_state.h"

#include <QDateTime>
#include <QFont>
#include <QLocale>

#include <algorithm>

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

RefusedModel::RefusedModel(QObject* parent) : QAbstractItemModel(parent) {}

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

Event RefusedModel::event_at(const QModelIndex& index) const {
    if (!index.isValid())
        return {};
    if (is_group(index))
        return groups_[static_cast<std::size_t>(index.row())]->items.front().packed.event();
    const int group = row_of_number(index.internalId());
    return groups_[static_cast<std::size_t>(group)]
        ->items[static_cast<std::size_t>(index.row())]
        .packed.event();
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

int RefusedModel::columnCount(const QModelIndex&) const {
    return ColumnCount;
}

QVariant RefusedModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((index.column() == Text ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (is_group(index))
        return group_data(*groups_[static_cast<std::size_t>(index.row())], index.column(), role);
    const Group& group = *groups_[static_cast<std::size_t>(row_of_number(index.internalId()))];
    return item_data(group.items[static_cast<std::size_t>(index.row())], index.column(), role);
}

QVariant RefusedModel::group_data(const Group& group, int column, int role) const {
    if (role == Qt::FontRole && column == Text) {
        QFont bold;
        bold.setBold(true);
        return bold;
    }
    if (role == Qt::AccessibleTextRole && column == Text) {
        return tr("%1, refused %n time(s), last at %2", nullptr, static_cast<int>(group.count))
            .arg(heading_of(group.items.front().packed.event()), last_text(group.last_ms));
    }
    if (role != Qt::DisplayRole)
        return {};
    if (column == Count)
        return QString::number(group.count);
    return column == Last ? last_text(group.last_ms) : heading_of(group.items.front().packed.event());
}

QVariant RefusedModel::item_data(const Item& item, int column, int role) const {
    if (role != Qt::DisplayRole && !(role == Qt::AccessibleTextRole && column == Text))
        return {};
    const Event event = item.packed.event();
    if (column == Text)
        return one_line(command_text(event));
    return column == Last ? last_text(event.time_ms) : QString();
}

QVariant RefusedModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Text:
        return tr("Reason and commands");
    case Count:
        return tr("Count");
    case Last:
        return tr("Last");
    default:
        return {};
    }
}

} // namespace asb::ui
