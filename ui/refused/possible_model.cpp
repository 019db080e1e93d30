#include "ui/refused/possible_model.h"

#include "ui/common/plain_text.h"
#include "ui/common/row_state.h"

#include <algorithm>

namespace asb::ui {
namespace {
constexpr std::size_t kMostFolders = 4096;
} // namespace

PossibleModel::PossibleModel(QObject* parent) : ColumnModel(parent) {}

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

QString PossibleModel::text(const QModelIndex& index) const {
    const Item& item = items_[static_cast<std::size_t>(index.row())];
    switch (index.column()) {
    case Text:
        return one_line(command_text(item.packed.event()));
    case Path:
        return visible(item.refusal.path);
    case Status:
        return status_word(item.packed.event());
    case Time:
        return time_word(item.packed.event().time_ms);
    default:
        return {};
    }
}

QString PossibleModel::sentence(const QModelIndex& index) const {
    const Item& item = items_[static_cast<std::size_t>(index.row())];
    const Event event = item.packed.event();
    return tr("%1, failed with %2, may have been refused %3")
        .arg(one_line(command_text(event)), status_word(event), visible(item.refusal.path));
}

QStringList PossibleModel::titles() const {
    return {tr("Command"), tr("Path"), tr("Status"), tr("Time")};
}

} // namespace asb::ui
