#include "ui/common/list_columns.h"

#include <QAbstractItemModel>
#include <QEvent>
#include <QFontMetrics>
#include <QStyle>

#include <algorithm>

namespace asb::ui {
namespace {

constexpr int kFirstChars = 24; ///< of the first column, at least

/// Gives the first column what the others leave, but never too little.
class FirstColumn : public QObject {
public:
    explicit FirstColumn(QHeaderView& header) : QObject(&header), header_(header) {
        setObjectName(QStringLiteral("first_column"));
        header.installEventFilter(this);
    }
    void fit() {
        int others = 0;
        for (int section = 1; section < header_.count(); ++section)
            others += header_.sectionSize(section);
        const int least = header_.fontMetrics().averageCharWidth() * kFirstChars;
        const bool stretches = header_.width() - others >= least;
        header_.setSectionResizeMode(0, stretches ? QHeaderView::Stretch : QHeaderView::Interactive);
        if (!stretches)
            header_.resizeSection(0, least);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Resize)
            fit();
        return QObject::eventFilter(watched, event);
    }

private:
    QHeaderView& header_;
};

} // namespace

void fit_columns(QHeaderView& header, const QStringList& samples) {
    const int room = 2 * header.style()->pixelMetric(QStyle::PM_HeaderMargin, nullptr, &header) + 12;
    const QFontMetrics metrics(header.font());
    header.setStretchLastSection(false);
    for (int section = 1; section <= samples.size(); ++section) {
        const QString title = header.model()->headerData(section, Qt::Horizontal).toString();
        const int text =
            std::max(metrics.horizontalAdvance(title), metrics.horizontalAdvance(samples[section - 1]));
        header.resizeSection(section, text + room);
    }
    auto* first = header.findChild<QObject*>(QStringLiteral("first_column"), Qt::FindDirectChildrenOnly);
    if (first == nullptr)
        first = new FirstColumn(header);
    static_cast<FirstColumn*>(first)->fit();
}

} // namespace asb::ui
