#include "ui/common/row_delegate.h"

#include "ui/traffic/traffic_delegate.h"

namespace asb::ui {

QSize RowDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    size.setHeight(TrafficDelegate::row_height(option.font));
    return size;
}

} // namespace asb::ui
