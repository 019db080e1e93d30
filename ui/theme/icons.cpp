#include "ui/theme/icons.h"

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPalette>

namespace asb::ui {
namespace {

constexpr int kTraySizes[] = {16, 22, 24, 32, 48, 64};
constexpr int kProgramSizes[] = {16, 22, 24, 32, 48, 64, 128, 256};

/// All drawings are made for a square of 16 units.
constexpr double kUnits = 16.0;

QPen pen_of(const QColor& color, double width) {
    return QPen(color, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
}

void draw_reload(QPainter& painter) {
    painter.drawArc(QRectF(3, 3, 10, 10), 40 * 16, 280 * 16);
    painter.drawPolyline(QPolygonF({QPointF(12.4, 1.8), QPointF(12.2, 5.0), QPointF(9.2, 4.6)}));
}

void draw_settings(QPainter& painter) {
    constexpr double rows[] = {4.0, 8.0, 12.0};
    constexpr double knobs[] = {10.5, 5.0, 9.0};
    for (int i = 0; i < 3; ++i) {
        painter.drawLine(QPointF(2, rows[i]), QPointF(14, rows[i]));
        painter.drawEllipse(QPointF(knobs[i], rows[i]), 1.6, 1.6);
    }
}

void draw_glyph(QPainter& painter, Glyph glyph, const QColor& color) {
    painter.setPen(pen_of(color, 1.4));
    painter.setBrush(color);
    switch (glyph) {
    case Glyph::Start:
        painter.drawPolygon(QPolygonF({QPointF(4.5, 3), QPointF(13, 8), QPointF(4.5, 13)}));
        return;
    case Glyph::Stop:
        painter.drawRect(QRectF(4, 4, 8, 8));
        return;
    case Glyph::Settings:
        draw_settings(painter);
        return;
    default:
        break;
    }
    painter.setBrush(Qt::NoBrush);
    if (glyph == Glyph::Remove) {
        painter.drawLine(QPointF(3, 4.5), QPointF(13, 4.5));
        painter.drawPolyline(
            QPolygonF({QPointF(4.5, 4.5), QPointF(5.2, 13.5), QPointF(10.8, 13.5), QPointF(11.5, 4.5)}));
        painter.drawLine(QPointF(6.5, 2.5), QPointF(9.5, 2.5));
    } else if (glyph == Glyph::Folder) {
        painter.drawPolygon(QPolygonF({QPointF(2, 13), QPointF(2, 3.5), QPointF(6.5, 3.5), QPointF(8, 5.5),
                                       QPointF(14, 5.5), QPointF(14, 13)}));
    } else if (glyph == Glyph::Reload) {
        draw_reload(painter);
    } else if (glyph == Glyph::Copy) {
        painter.drawRect(QRectF(2.5, 5.5, 8, 8));
        painter.drawPolyline(QPolygonF({QPointF(5.5, 2.5), QPointF(13.5, 2.5), QPointF(13.5, 10.5)}));
    } else if (glyph == Glyph::Export) {
        painter.drawLine(QPointF(8, 2.5), QPointF(8, 10));
        painter.drawPolyline(QPolygonF({QPointF(5, 7.2), QPointF(8, 10.2), QPointF(11, 7.2)}));
        painter.drawPolyline(
            QPolygonF({QPointF(2.5, 10.5), QPointF(2.5, 13.5), QPointF(13.5, 13.5), QPointF(13.5, 10.5)}));
    } else if (glyph == Glyph::Terminal) {
        painter.drawRect(QRectF(2, 3, 12, 10));
        painter.drawPolyline(QPolygonF({QPointF(4.5, 6), QPointF(6.5, 8), QPointF(4.5, 10)}));
        painter.drawLine(QPointF(8, 10.2), QPointF(11, 10.2));
    }
}

class GlyphEngine : public QIconEngine {
public:
    explicit GlyphEngine(Glyph glyph) : glyph_(glyph) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        const QPalette palette = QGuiApplication::palette();
        const QColor color =
            palette.color(mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active,
                          mode == QIcon::Selected ? QPalette::HighlightedText : QPalette::ButtonText);
        const int side = std::min(rect.width(), rect.height());
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->translate(rect.x() + (rect.width() - side) / 2.0, rect.y() + (rect.height() - side) / 2.0);
        painter->scale(side / kUnits, side / kUnits);
        draw_glyph(*painter, glyph_, color);
        painter->restore();
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return pixmap;
    }
    QIconEngine* clone() const override { return new GlyphEngine(glyph_); }

private:
    Glyph glyph_;
};

// The mark: a box (the sandbox) with a prompt in it.
const QColor kBody(46, 92, 160);
const QColor kHalo(255, 255, 255);

void draw_box(QPainter& painter, bool filled) {
    const QRectF box(2.2, 2.2, 11.6, 11.6);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(pen_of(kHalo, 3.4)); // a light rim keeps the dark outline readable on a dark panel
    painter.drawRoundedRect(box, 2.4, 2.4);
    painter.setPen(pen_of(kBody, 1.8));
    painter.setBrush(filled ? QBrush(kBody) : QBrush(QColor(255, 255, 255, 235)));
    painter.drawRoundedRect(box, 2.4, 2.4);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(pen_of(filled ? kHalo : kBody, 1.7));
    painter.drawPolyline(QPolygonF({QPointF(5, 5.6), QPointF(7.6, 8), QPointF(5, 10.4)}));
    painter.drawLine(QPointF(8.6, 10.6), QPointF(11.2, 10.6));
}

void draw_badge(QPainter& painter, const QColor& color) {
    painter.setPen(pen_of(kHalo, 1.2));
    painter.setBrush(color);
    painter.drawEllipse(QPointF(11.6, 4.4), 3.8, 3.8);
}

void draw_exclamation(QPainter& painter) {
    painter.setPen(pen_of(QColor(30, 24, 0), 1.5));
    painter.drawLine(QPointF(11.6, 2.3), QPointF(11.6, 4.7));
    painter.drawPoint(QPointF(11.6, 6.7));
}

void draw_cross(QPainter& painter) {
    for (const auto& [color, width] : {std::pair{kHalo, 4.2}, std::pair{QColor(200, 28, 28), 2.4}}) {
        painter.setPen(pen_of(color, width));
        painter.drawLine(QPointF(2, 14), QPointF(14, 2));
    }
}

} // namespace

QIcon icon(Glyph glyph) {
    return QIcon(new GlyphEngine(glyph));
}

QPixmap tray_pixmap(TrayState state, int size) {
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(size / kUnits, size / kUnits);
    draw_box(painter, state != TrayState::Idle);
    if (state == TrayState::Refusal) {
        draw_badge(painter, QColor(214, 40, 40));
    } else if (state == TrayState::NeedsYou) {
        draw_badge(painter, QColor(250, 190, 40));
        draw_exclamation(painter);
    } else if (state == TrayState::Lost) {
        draw_cross(painter);
    }
    return pixmap;
}

QIcon tray_icon(TrayState state) {
    QIcon result;
    for (const int size : kTraySizes)
        result.addPixmap(tray_pixmap(state, size));
    return result;
}

QIcon program_icon() {
    QIcon result;
    for (const int size : kProgramSizes)
        result.addPixmap(tray_pixmap(TrayState::Running, size));
    return result;
}

} // namespace asb::ui
