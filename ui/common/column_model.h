// What the small lists of the window have in common: named columns, numbers to the right with their heads,
// one text a cell and a sentence for screen readers in the first one.
#pragma once

#include <QAbstractTableModel>
#include <QStringList>

#include <type_traits>

namespace asb::ui {

/// `Base`: QAbstractItemModel (a tree, every level with all columns) or QAbstractTableModel.
template <typename Base>
class ColumnModel : public Base {
public:
    using Base::Base;

    int columnCount(const QModelIndex& parent = {}) const override {
        return std::is_base_of_v<QAbstractTableModel, Base> && parent.isValid() ? 0 : column_count();
    }

    QVariant data(const QModelIndex& index, int role) const override {
        if (!this->checkIndex(index, QAbstractItemModel::CheckIndexOption::IndexIsValid))
            return {};
        switch (role) {
        case Qt::DisplayRole:
            return text(index);
        case Qt::AccessibleTextRole:
            return index.column() == 0 ? sentence(index) : text(index);
        case Qt::TextAlignmentRole:
            return alignment(index.column());
        default:
            return look(index, role);
        }
    }

    QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
        if (orientation != Qt::Horizontal || section < 0 || section >= column_count())
            return {};
        if (role == Qt::TextAlignmentRole)
            return alignment(section);
        return role == Qt::DisplayRole ? QVariant(titles().value(section)) : QVariant();
    }

    /// The language has changed.
    void retitle() { Q_EMIT this->headerDataChanged(Qt::Horizontal, 0, column_count() - 1); }

protected:
    virtual int column_count() const = 0;
    virtual QStringList titles() const = 0;
    virtual bool is_number(int column) const = 0;
    virtual QString text(const QModelIndex& index) const = 0;
    virtual QString sentence(const QModelIndex& index) const = 0;
    virtual QVariant look(const QModelIndex& index, int role) const {
        static_cast<void>(index);
        static_cast<void>(role);
        return {};
    }

private:
    QVariant alignment(int column) const {
        return static_cast<int>((is_number(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
};

} // namespace asb::ui
