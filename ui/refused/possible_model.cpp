#include "ui/refused/possible_model.h"

#include "ui/common/plain_text.h"
#include "ui/common/row_state.h"

#include <algorithm>

namespace asb::ui {
namespace {
constexpr std::size_t kMostFolders = 4096;
} // namespace

PossibleModel::PossibleModel(QObject* parent) : QAbstractTableModel(parent) {}

void PossibleModel::restart(const std::string& project) {
    beginResetModel();
    items_.clear();
    folders_.clear();
    project_ = project;
    endResetModel();
}

void PossibleModel::add(const QVector<Record>& records) {
    for (const Record& record : records) {
        const Event& event = record.event;
        if (kind_of(event) == RowKind::Line) {
            if (folders_.size() >= kMostFolders)
                folders_.clear(); // commands come soon after their line
            folders_[event.request] = event.cwd;
            continue;
        }
        const auto folder = folders_.find(event.request);
        std::optional<PossibleRefusal> refusal =
            possible_refusal(event, folder == folders_.end() ? project_ : folder->second, project_);
        if (!refusal)
            continue;
        const auto place = std::find_if(items_.begin(), items_.end(),
                                        [&](const Item& item) { return item.id <= record.id; });
        if (place != items_.end() && place->id == record.id)
            continue; // it does not change any more
        const int row = static_cast<int>(place - items_.begin());
        if (row >= static_cast<int>(kMost))
            continue;
        beginInsertRows({}, row, row);
        items_.insert(place, Item{record.id, PackedEvent(event), std::move(*refusal)});
        endInsertRows();
        if (items_.size() > kMost) {
            beginRemoveRows({}, static_cast<int>(kMost), static_cast<int>(kMost));
            items_.pop_back();
            endRemoveRows();
        }
    }
}

int PossibleModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(items_.size());
}

int PossibleModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant PossibleModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)
        || (role != Qt::DisplayRole && role != Qt::AccessibleTextRole))
        return {};
    const Item& item = items_[static_cast<std::size_t>(index.row())];
    const Event event = item.packed.event();
    switch (index.column()) {
    case Text:
        return role == Qt::AccessibleTextRole
                   ? tr("%1, failed with %2, may have been refused %3")
                         .arg(one_line(command_text(event)), status_word(event), visible(item.refusal.path))
                   : one_line(command_text(event));
    case Path:
        return visible(item.refusal.path);
    case Status:
        return status_word(event);
    case Time:
        return time_word(event.time_ms);
    default:
        return {};
    }
}

QVariant PossibleModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Text:
        return tr("Command");
    case Path:
        return tr("Path");
    case Status:
        return tr("Status");
    case Time:
        return tr("Time");
    default:
        return {};
    }
}

} // namespace asb::ui
