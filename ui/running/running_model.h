// Lines, their commands and processes, as a tree; replaced by each look at the session.
#pragma once

#include "core/ipc/session_client.h"
#include "ui/common/column_model.h"

#include <QVector>

#include <vector>

namespace asb::ui {

class RunningModel : public ColumnModel<QAbstractItemModel> {
    Q_OBJECT
public:
    enum Column { Text, Kind, Age, Cpu, Memory, Pid, ColumnCount };
    static constexpr int kMost = 1000;

    explicit RunningModel(QObject* parent = nullptr);

    /// `processes`: parents first, as the session tells them; `now_ms`: wall clock, for ages. Where nothing
    /// came or went, only values change; else the model is reset.
    void set_processes(const QVector<ProcessFacts>& processes, qint64 now_ms);

    const ProcessFacts* at(const QModelIndex& index) const;
    /// Is it the same thing? For finding a selected one again after a reset.
    static bool is_same(const ProcessFacts& left, const ProcessFacts& right);
    QModelIndex find(const ProcessFacts& wanted) const;
    /// Lines that run, and processes that ended lines left.
    int lines() const;
    int leftovers() const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;

protected:
    int column_count() const override { return ColumnCount; }
    QStringList titles() const override;
    bool is_number(int column) const override { return column > Kind; }
    QString text(const QModelIndex& index) const override;
    QString sentence(const QModelIndex& index) const override;

private:
    struct Node {
        ProcessFacts facts;
        int parent = -1; ///< place in nodes_
        int row = 0;     ///< below its parent
        std::vector<int> children;
    };
    static std::vector<Node> tree_of(const QVector<ProcessFacts>& processes);
    int node_of(const QModelIndex& index) const {
        return index.isValid() ? static_cast<int>(index.internalId()) : -1;
    }
    const std::vector<int>& children_of(int node) const;

    std::vector<Node> nodes_;
    std::vector<int> tops_;
    qint64 now_ms_ = 0;
};

} // namespace asb::ui
