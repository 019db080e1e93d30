#include "ui/common/list_columns.h"

#include <QAbstractItemModel>
#include <QFontMetrics>
#include <QStyle>

#include <algorithm>

namespace asb::ui {

void fit_columns(QHeaderView& header, const QStringList& samples) {
    const int room = 4 * (header.style()->pixelMetric(QStyle::PM_HeaderMargin, nullptr, &header) + 2);
    const QFontMetrics metrics(header.font());
    header.setStretchLastSection(false);
    header.setSectionResizeMode(0, QHeaderView::Stretch);
    for (int section = 1; section <= samples.size(); ++section) {
        const QString title = header.model()->headerData(section, Qt::Horizontal).toString();
        const int text =
            std::max(metrics.horizontalAdvance(title), metrics.horizontalAdvance(samples[section - 1]));
        header.resizeSection(section, text + room);
    }
}

} // namespace asb::ui
