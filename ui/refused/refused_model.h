// Refusals grouped by rule, the newest group and the newest refusal first; bounded.
#pragma once

#include "core/events/record.h"
#include "ui/common/column_model.h"
#include "ui/traffic/packed_event.h"

#include <QVector>

#include <cstdint>
#include <deque>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace asb::ui {

class RefusedModel : public ColumnModel<QAbstractItemModel> {
    Q_OBJECT
public:
    enum Column { Text, Count, Last, ColumnCount };
    static constexpr std::size_t kMostGroups = 500;
    static constexpr std::size_t kMostInGroup = 200;

    explicit RefusedModel(QObject* parent = nullptr);

    /// Takes the refusals out of these; each is counted once however often it comes.
    void add(const QVector<Record>& records);
    /// So many refusals more have this key (refusal_key), older than all that came; only where one of them
    /// has come.
    void count_earlier(const std::string& key, std::uint64_t count);
    void restart();
    /// Refusals counted so far, and those among them with an id above `id`.
    std::uint64_t count() const { return count_; }
    std::uint64_t count_after(std::uint64_t id) const;
    /// The id of the newest refusal; 0: none.
    std::uint64_t newest() const { return newest_but(0); }
    /// The id of the refusal that has `count` newer ones; 0: there are not so many.
    std::uint64_t newest_but(std::uint64_t count) const;

    bool is_group(const QModelIndex& index) const { return index.isValid() && index.internalId() == 0; }
    /// A refusal; of a group its newest.
    Event event_at(const QModelIndex& index) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;

protected:
    int column_count() const override { return ColumnCount; }
    QStringList titles() const override;
    bool is_number(int column) const override { return column != Text; }
    QString text(const QModelIndex& index) const override;
    QString sentence(const QModelIndex& index) const override;
    QVariant look(const QModelIndex& index, int role) const override;

private:
    struct Item {
        std::uint64_t id = 0;
        PackedEvent packed;
    };
    struct Group {
        std::uint64_t number = 0; ///< never used again: internal id of its refusals
        std::string key;          ///< refusal_key
        std::uint64_t count = 0;
        std::int64_t last_ms = 0;
        std::deque<Item> items; ///< by id, the highest first
    };

    void take(const Record& record);
    int group_row(const std::string& key) const;
    int row_of_number(quintptr number) const;
    void raise(int row);
    void insert(int group, const Record& record);
    const Group& group_of(const QModelIndex& index) const;
    const Item& item_of(const QModelIndex& index) const;

    std::vector<std::unique_ptr<Group>> groups_; ///< the newest first
    std::set<std::uint64_t> ids_;                ///< of what has been counted, the newest ones
    std::uint64_t count_ = 0;
    std::uint64_t next_number_ = 1;
};

} // namespace asb::ui
