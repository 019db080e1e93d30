// Paints the cells of the traffic plainly: fills, one mark, one text (desktop-measured.md §6: the standard
// delegate takes four times as long).
#pragma once

#include "ui/traffic/traffic_columns.h"

#include <QAbstractItemDelegate>
#include <QFont>
#include <QFontMetricsF>

namespace asb::ui {

class TrafficModel;

class TrafficDelegate : public QAbstractItemDelegate {
    Q_OBJECT
public:
    TrafficDelegate(const TrafficModel& model, QObject* parent);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

    /// Height of a row for this font: 22 or what the text needs.
    static int row_height(const QFont& font);
    /// Where the arrow of a line is in its command cell, for clicks.
    static QRect arrow_rect(const QRect& cell);
    /// The font of commands: fixed-width, in the size of `font`.
    static QFont command_font(const QFont& font);

private:
    void paint_command(QPainter& painter, const QStyleOptionViewItem& option, const TrafficRow& row,
                       const QColor& color) const;
    void paint_verdict(QPainter& painter, const QStyleOptionViewItem& option, const TrafficRow& row,
                       bool selected) const;
    void paint_text(QPainter& painter, const QRectF& room, const QString& text, bool right,
                    const QColor& color, const QFontMetricsF& metrics) const;
    void use_font(const QFont& font) const;

    const TrafficModel& model_;
    // Made once for each font of the view.
    mutable QFont font_;
    mutable QFont command_font_;
    mutable QFontMetricsF metrics_;
    mutable QFontMetricsF command_metrics_;
    mutable qreal cell_width_ = 0; ///< of a character of the command font
};

} // namespace asb::ui
