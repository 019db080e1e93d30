// The mark in front of a state's word, painted: no font has all of them (desktop-measured.md §4).
#pragma once

#include "ui/common/row_state.h"

#include <QPalette>
#include <QPixmap>

namespace asb::ui {

/// The mark of a state in the palette's colours, `size` device-independent pixels square. `on_selection`: in
/// the colour of selected text. Kept for the next call; a handful of sizes and palettes at most.
QPixmap state_pixmap(RowState state, int size, qreal device_ratio, const QPalette& palette,
                     bool on_selection = false);

/// The colour of a state's mark and word on the palette's base.
QColor state_color(RowState state, const QPalette& palette);

} // namespace asb::ui
