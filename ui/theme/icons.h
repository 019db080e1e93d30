// The window's own icons, painted when they are shown in the palette's colour of that moment: nothing to
// ship, to theme or to scale (desktop-measured.md §3, §4).
#pragma once

#include "ui/tray/tray_state.h"

#include <QIcon>

namespace asb::ui {

enum class Glyph { Start, Stop, Settings, Remove, Folder, Reload, Copy, Export, Terminal };

/// Follows the palette of the application by itself; a disabled control gets the palette's disabled colour.
QIcon icon(Glyph glyph);

/// The program's own mark in all sizes from 16 to 256, also for the window's frame.
QIcon program_icon();
/// The tray's icon for a state, with pixmaps of 16, 22, 24, 32, 48 and 64 (exactly these go out to a
/// StatusNotifier host); readable on light and dark panels.
QIcon tray_icon(TrayState state);
/// One of them, for tests and tools: `size` device pixels, square.
QPixmap tray_pixmap(TrayState state, int size);

} // namespace asb::ui
