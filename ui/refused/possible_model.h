// Possible refusals, the newest first; bounded.
#pragma once

#include "core/events/record.h"
#include "ui/common/column_model.h"
#include "ui/refused/possible.h"
#include "ui/traffic/packed_event.h"

#include <QVector>

#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>

namespace asb::ui {

class PossibleModel : public ColumnModel<QAbstractTableModel> {
    Q_OBJECT
public:
    enum Column { Text, Path, Status, Time, ColumnCount };
    static constexpr std::size_t kMost = 500;

    explicit PossibleModel(QObject* parent = nullptr);

    /// Takes out of these what may have been refused. Lines are looked at for their folder.
    void add(const QVector<Record>& records);
    void restart(const std::string& project);
    const PossibleRefusal& at(int row) const { return items_[static_cast<std::size_t>(row)].refusal; }
    Event event_at(int row) const { return items_[static_cast<std::size_t>(row)].packed.event(); }

    int rowCount(const QModelIndex& parent = {}) const override;

protected:
    int column_count() const override { return ColumnCount; }
    QStringList titles() const override;
    bool is_number(int column) const override { return column >= Status; }
    QString text(const QModelIndex& index) const override;
    QString sentence(const QModelIndex& index) const override;

private:
    struct Item {
        std::uint64_t id = 0;
        PackedEvent packed;
        PossibleRefusal refusal;
    };
    std::deque<Item> items_;                                 ///< by id, the highest first
    std::unordered_map<std::uint64_t, std::string> folders_; ///< of lines, the newest ones
    std::string project_;
};

} // namespace asb::ui
