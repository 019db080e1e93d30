#include "ui/traffic/traffic_delegate.h"

#include "ui/common/plain_text.h"
#include "ui/common/state_icon.h"
#include "ui/theme/theme.h"
#include "ui/traffic/traffic_model.h"

#include <QFontDatabase>
#include <QPainter>

#include <algorithm>

namespace asb::ui {
namespace {

constexpr int kRowHeight = 22;
constexpr int kMargin = 4;
constexpr int kArrowRoom = 16;
constexpr int kIndent = 18;
constexpr int kIconSize = 14;

void paint_arrow(QPainter& painter, const QRect& place, bool open, const QColor& color) {
    const QPointF middle = QRectF(place).center();
    const qreal size = 3.5;
    QPolygonF arrow;
    if (open)
        arrow << middle + QPointF(-size, -size / 2) << middle + QPointF(size, -size / 2)
              << middle + QPointF(0, size);
    else
        arrow << middle + QPointF(-size / 2, -size) << middle + QPointF(size, 0)
              << middle + QPointF(-size / 2, size);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPolygon(arrow);
    painter.restore();
}

QPalette::ColorGroup group_of(const QStyleOptionViewItem& option) {
    return (option.state & QStyle::State_Active) != 0 ? QPalette::Active : QPalette::Inactive;
}

} // namespace

TrafficDelegate::TrafficDelegate(const TrafficModel& model, QObject* parent)
    : QAbstractItemDelegate(parent), model_(model), metrics_(font_), command_metrics_(font_) {}

int TrafficDelegate::row_height(const QFont& font) {
    const QFontMetrics metrics(font);
    const QFontMetrics fixed(command_font(font));
    return std::max(kRowHeight, std::max(metrics.height(), fixed.height()) + 4);
}

QFont TrafficDelegate::command_font(const QFont& font) {
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    if (font.pointSizeF() > 0)
        fixed.setPointSizeF(font.pointSizeF());
    else
        fixed.setPixelSize(font.pixelSize());
    return fixed;
}

QRect TrafficDelegate::arrow_rect(const QRect& cell) {
    return {cell.left(), cell.top(), kArrowRoom + kMargin, cell.height()};
}

void TrafficDelegate::use_font(const QFont& font) const {
    if (cell_width_ > 0 && font == font_)
        return;
    font_ = font;
    command_font_ = command_font(font);
    metrics_ = QFontMetricsF(font_);
    command_metrics_ = QFontMetricsF(command_font_);
    cell_width_ = command_metrics_.horizontalAdvance(QLatin1Char('M'));
}

QSize TrafficDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const TrafficRow& row = model_.row_at(index.row());
    const auto column = static_cast<Column>(index.column());
    const QString text = column_text(column, row, model_.project());
    int width = QFontMetrics(option.font).horizontalAdvance(text) + 2 * kMargin;
    if (column == Column::Verdict)
        width += kIconSize + kMargin;
    if (column == Column::Command)
        width += kArrowRoom + 2 * kIndent;
    return {width, row_height(option.font)};
}

void TrafficDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const {
    use_font(option.font);
    const bool selected = (option.state & QStyle::State_Selected) != 0;
    const QPalette::ColorGroup group = group_of(option);
    if (selected)
        painter->fillRect(option.rect, option.palette.color(group, QPalette::Highlight));
    const TrafficRow& row = model_.row_at(index.row());
    const bool quiet = row.state == RowState::Note || row.state == RowState::Cancelled;
    const QColor color = selected ? option.palette.color(group, QPalette::HighlightedText)
                         : quiet  ? named_color(NamedColor::Muted, option.palette)
                                  : option.palette.color(group, QPalette::Text);
    const auto column = static_cast<Column>(index.column());
    if (column == Column::Command) {
        paint_command(*painter, option, row, color);
    } else if (column == Column::Verdict) {
        paint_verdict(*painter, option, row, selected);
    } else {
        painter->setFont(font_);
        paint_text(*painter, option.rect.adjusted(kMargin, 0, -kMargin, 0),
                   column_text(column, row, model_.project()), is_numeric(column), color, metrics_);
    }
}

void TrafficDelegate::paint_text(QPainter& painter, const QRectF& room, const QString& text, bool right,
                                 const QColor& color, const QFontMetricsF& metrics) const {
    if (text.isEmpty() || room.width() <= 0)
        return;
    // Measuring is dear; most texts are far from filling their cell.
    QString shown = text;
    qreal width = metrics.averageCharWidth() * 2 * static_cast<qreal>(text.size());
    if (right || width > room.width()) {
        width = metrics.horizontalAdvance(text);
        if (width > room.width()) {
            shown = metrics.elidedText(text, Qt::ElideMiddle, room.width());
            width = room.width();
        }
    }
    const qreal baseline = room.top() + (room.height() + metrics.ascent() - metrics.descent()) / 2;
    painter.setPen(color);
    painter.drawText(QPointF(right ? room.right() - width : room.left(), baseline), shown);
}

void TrafficDelegate::paint_command(QPainter& painter, const QStyleOptionViewItem& option,
                                    const TrafficRow& row, const QColor& color) const {
    QRectF room = option.rect;
    if (row.children > 0)
        paint_arrow(painter, arrow_rect(option.rect), row.open, color);
    room.setLeft(room.left() + kMargin + kArrowRoom + row.depth * kIndent);
    room.setRight(room.right() - kMargin);
    if (room.width() <= 0)
        return;
    const QString text = elide_middle(column_text(Column::Command, row, model_.project()),
                                      static_cast<qsizetype>(room.width() / cell_width_));
    painter.setFont(command_font_);
    painter.setPen(color);
    painter.drawText(
        QPointF(room.left(),
                room.top() + (room.height() + command_metrics_.ascent() - command_metrics_.descent()) / 2),
        text);
}

void TrafficDelegate::paint_verdict(QPainter& painter, const QStyleOptionViewItem& option,
                                    const TrafficRow& row, bool selected) const {
    const QRect& cell = option.rect;
    const QPixmap mark =
        state_pixmap(row.state, kIconSize, painter.device()->devicePixelRatioF(), option.palette, selected);
    painter.drawPixmap(cell.left() + kMargin, cell.top() + (cell.height() - kIconSize) / 2, mark);
    const QRectF room = QRectF(cell).adjusted(kMargin * 2 + kIconSize, 0, -kMargin, 0);
    const QColor color = selected ? option.palette.color(group_of(option), QPalette::HighlightedText)
                                  : state_color(row.state, option.palette);
    painter.setFont(font_);
    paint_text(painter, room, state_word(row.state, row.event), false, color, metrics_);
}

} // namespace asb::ui
