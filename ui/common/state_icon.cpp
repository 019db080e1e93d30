#include "ui/common/state_icon.h"

#include "ui/theme/theme.h"

#include <QCache>
#include <QPainter>
#include <QPainterPath>

namespace asb::ui {
namespace {

constexpr int kCachedPixmaps = 256;

void draw_check(QPainter& painter) {
    painter.drawPolyline(QPolygonF{QPointF(3.5, 8.5), QPointF(6.5, 11.5), QPointF(12.5, 4.5)});
}

void draw_shield(QPainter& painter) {
    QPainterPath shield(QPointF(8, 1.5));
    shield.lineTo(13.5, 3.5);
    shield.cubicTo(13.5, 9, 12, 12.5, 8, 14.5);
    shield.cubicTo(4, 12.5, 2.5, 9, 2.5, 3.5);
    shield.closeSubpath();
    painter.drawPath(shield);
    painter.drawPolyline(QPolygonF{QPointF(5.2, 8), QPointF(7.3, 10.2), QPointF(10.8, 5.6)});
}

void draw_no_entry(QPainter& painter, const QColor& color, const QColor& hole) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawEllipse(QRectF(1.5, 1.5, 13, 13));
    painter.setBrush(hole);
    painter.drawRect(QRectF(4, 6.75, 8, 2.5));
}

void draw_hourglass(QPainter& painter, const QColor& color) {
    painter.drawLine(QPointF(4, 2.5), QPointF(12, 2.5));
    painter.drawLine(QPointF(4, 13.5), QPointF(12, 13.5));
    painter.drawPolyline(
        QPolygonF{QPointF(5, 2.5), QPointF(5, 4.5), QPointF(8, 8), QPointF(11, 4.5), QPointF(11, 2.5)});
    painter.setBrush(color);
    painter.drawPolygon(
        QPolygonF{QPointF(5, 13.5), QPointF(5, 11.5), QPointF(8, 8), QPointF(11, 11.5), QPointF(11, 13.5)});
}

void draw_question(QPainter& painter, const QColor& color) {
    QPainterPath hook(QPointF(5, 5.5));
    hook.cubicTo(5, 1.5, 11, 1.5, 11, 5.2);
    hook.cubicTo(11, 7.5, 8, 7.5, 8, 10);
    painter.drawPath(hook);
    painter.setBrush(color);
    painter.setPen(Qt::NoPen);
    painter.drawEllipse(QPointF(8, 13), 1.1, 1.1);
}

/// Draws in a square of 16.
void draw(QPainter& painter, RowState state, const QColor& color, const QColor& hole) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 1.7, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    switch (state) {
    case RowState::Floor:
        draw_check(painter);
        break;
    case RowState::Policy:
        painter.setPen(QPen(color, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        draw_shield(painter);
        break;
    case RowState::Refused:
        draw_no_entry(painter, color, hole);
        break;
    case RowState::Failed:
        painter.drawLine(QPointF(4, 4), QPointF(12, 12));
        painter.drawLine(QPointF(12, 4), QPointF(4, 12));
        break;
    case RowState::Running:
        painter.setPen(QPen(color, 1.3, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        draw_hourglass(painter, color);
        break;
    case RowState::Cancelled:
        painter.drawEllipse(QRectF(2.5, 2.5, 11, 11));
        painter.drawLine(QPointF(4.2, 11.8), QPointF(11.8, 4.2));
        break;
    case RowState::Unknown:
        draw_question(painter, color);
        break;
    case RowState::Note:
        painter.setBrush(color);
        painter.setPen(Qt::NoPen);
        painter.drawEllipse(QPointF(8, 8), 2.2, 2.2);
        break;
    case RowState::Left:
        painter.drawEllipse(QRectF(3, 3, 10, 10));
        painter.drawPolyline(QPolygonF{QPointF(8, 5.2), QPointF(8, 8.3), QPointF(10.3, 9.6)});
        break;
    }
}

} // namespace

QColor state_color(RowState state, const QPalette& palette) {
    switch (state) {
    case RowState::Refused:
        return named_color(NamedColor::Refused, palette);
    case RowState::Failed:
        return named_color(NamedColor::Failed, palette);
    case RowState::Floor:
    case RowState::Policy:
        return named_color(NamedColor::Allowed, palette);
    case RowState::Running:
    case RowState::Left:
        return named_color(NamedColor::Running, palette);
    case RowState::Unknown:
        return named_color(NamedColor::Warning, palette);
    case RowState::Cancelled:
    case RowState::Note:
        break;
    }
    return named_color(NamedColor::Muted, palette);
}

QPixmap state_pixmap(RowState state, int size, qreal device_ratio, const QPalette& palette,
                     bool on_selection) {
    static QCache<quint64, QPixmap> cache(kCachedPixmaps);
    const QColor color =
        on_selection ? palette.color(QPalette::HighlightedText) : state_color(state, palette);
    const QColor hole = palette.color(on_selection ? QPalette::Highlight : QPalette::Base);
    const auto ratio = static_cast<quint64>(device_ratio * 16);
    const quint64 key = quint64{color.rgb() & 0xffffffU} | quint64(hole.lightness()) << 24
                        | static_cast<quint64>(state) << 32 | static_cast<quint64>(size & 0xff) << 40
                        | ratio << 48;
    if (const QPixmap* kept = cache.object(key))
        return *kept;
    const int pixels = qRound(size * device_ratio);
    auto* pixmap = new QPixmap(pixels, pixels);
    pixmap->fill(Qt::transparent);
    QPainter painter(pixmap);
    painter.scale(pixels / 16.0, pixels / 16.0);
    draw(painter, state, color, hole);
    painter.end();
    pixmap->setDevicePixelRatio(device_ratio);
    const QPixmap result = *pixmap;
    cache.insert(key, pixmap);
    return result;
}

} // namespace asb::ui
