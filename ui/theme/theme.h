// Light and dark (desktop-measured.md §3): Fusion with palettes of our own, or the desktop's own look as long
// as that already is what the desktop's colour scheme asks for. No style sheets.
#pragma once

#include <QColor>
#include <QObject>
#include <QPalette>
#include <QString>

class QDBusVariant;

namespace asb::ui {

enum class ThemeChoice { System, Light, Dark };
/// "system", "light", "dark": the words of the settings; anything else is System.
ThemeChoice theme_choice(const QString& word);
QString to_word(ThemeChoice choice);

/// What the desktop says through its portal.
enum class ColorScheme { Unknown, Dark, Light };

/// Which palette to put on, decided without Qt's state: `own_dark` and `own_light` are ours, Desktop is the
/// platform's. `desktop_is_dark`: the palette that the platform gave at start.
enum class PaletteChoice { Desktop, Light, Dark };
PaletteChoice choose_palette(ThemeChoice choice, ColorScheme scheme, bool desktop_is_dark);

QPalette light_palette();
QPalette dark_palette();
bool is_dark(const QPalette& palette);

/// Colours with a meaning, readable (contrast 4.5) on the palette's base and window colours.
enum class NamedColor { Refused, Failed, Allowed, Running, Warning, Muted };
QColor named_color(NamedColor color, const QPalette& palette);
/// Contrast of two colours as WCAG 2 counts it, 1 to 21.
double contrast(const QColor& first, const QColor& second);

class Theme : public QObject {
    Q_OBJECT
public:
    /// Needs the QApplication. Asks the portal (not waiting) and follows it.
    explicit Theme(QObject* parent = nullptr);
    void set_choice(ThemeChoice choice);
    PaletteChoice in_force() const { return in_force_; }

private Q_SLOTS:
    void scheme_changed(const QString& group, const QString& key, const QDBusVariant& value);

private:
    void ask_portal();
    void apply();

    ThemeChoice choice_ = ThemeChoice::System;
    ColorScheme scheme_ = ColorScheme::Unknown;
    PaletteChoice in_force_ = PaletteChoice::Desktop;
    QString desktop_style_;
    bool desktop_is_dark_ = false;
};

} // namespace asb::ui
