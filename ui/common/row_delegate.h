// Rows of trees as high as the traffic's, with text as it is.
#pragma once

#include <QStyledItemDelegate>

namespace asb::ui {

class RowDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace asb::ui
