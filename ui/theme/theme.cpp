#include "ui/theme/theme.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QProxyStyle>
#include <QStyle>
#include <QStyleFactory>

#include <algorithm>
#include <cmath>

namespace asb::ui {
namespace {

constexpr const char* kService = "org.freedesktop.portal.Desktop";
constexpr const char* kPath = "/org/freedesktop/portal/desktop";
constexpr const char* kInterface = "org.freedesktop.portal.Settings";
constexpr const char* kGroup = "org.freedesktop.appearance";
constexpr const char* kKey = "color-scheme";
constexpr int kButtonRoom = 10; ///< more than Fusion gives, both sides together
constexpr int kCellMargin = 4;  ///< as the delegates of the lists

ColorScheme scheme_of(QVariant value) {
    while (value.canConvert<QDBusVariant>()) // the reply is a variant in a variant
        value = value.value<QDBusVariant>().variant();
    return value.toUInt() == 1   ? ColorScheme::Dark
           : value.toUInt() == 2 ? ColorScheme::Light
                                 : ColorScheme::Unknown;
}

double luminance(const QColor& color) {
    const auto part = [](double value) {
        return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * part(color.redF()) + 0.7152 * part(color.greenF()) + 0.0722 * part(color.blueF());
}

struct Shades {
    QRgb window, base, alternate, button, text, muted, highlight, highlighted_text, link, tooltip, border;
};

QPalette palette_of(const Shades& shades) {
    QPalette palette;
    const auto set = [&](QPalette::ColorRole role, QRgb color) { palette.setColor(role, QColor(color)); };
    set(QPalette::Window, shades.window);
    set(QPalette::Base, shades.base);
    set(QPalette::AlternateBase, shades.alternate);
    set(QPalette::Button, shades.button);
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText})
        set(role, shades.text);
    set(QPalette::BrightText, shades.highlighted_text);
    set(QPalette::PlaceholderText, shades.muted);
    set(QPalette::Highlight, shades.highlight);
    set(QPalette::HighlightedText, shades.highlighted_text);
    set(QPalette::Link, shades.link);
    set(QPalette::LinkVisited, shades.link);
    set(QPalette::ToolTipBase, shades.tooltip);
    const QColor button(shades.button);
    set(QPalette::Light, button.lighter(130).rgb());
    set(QPalette::Midlight, button.lighter(112).rgb());
    set(QPalette::Mid, shades.border);
    set(QPalette::Dark, button.darker(150).rgb());
    set(QPalette::Shadow, qRgb(0, 0, 0));
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, QColor(shades.muted));
    palette.setColor(QPalette::Disabled, QPalette::Highlight, QColor(shades.border));
    return palette;
}

/// Fusion without the pictures on dialog buttons, which are drawn for light windows only, with room beside
/// the text of a button, and with heads that stand where the text of the cells does.
class PlainFusion : public QProxyStyle {
public:
    PlainFusion() : QProxyStyle(QStringLiteral("Fusion")) {}
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override {
        return metric == PM_HeaderMargin ? kCellMargin : QProxyStyle::pixelMetric(metric, option, widget);
    }
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                           const QWidget* widget) const override {
        const int room = type == CT_PushButton ? kButtonRoom : 0;
        return QProxyStyle::sizeFromContents(type, option, contents + QSize(room, 0), widget);
    }
    /// The arrow of a selected row in a color that can be seen there.
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override {
        if (element != PE_IndicatorBranch || !option->state.testFlag(State_Selected)) {
            QProxyStyle::drawPrimitive(element, option, painter, widget);
            return;
        }
        QStyleOption selected = *option;
        for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text})
            selected.palette.setBrush(role, option->palette.highlightedText());
        QProxyStyle::drawPrimitive(element, &selected, painter, widget);
    }
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* data) const override {
        return hint == SH_DialogButtonBox_ButtonsHaveIcons
                   ? 0
                   : QProxyStyle::styleHint(hint, option, widget, data);
    }
};

} // namespace

ThemeChoice theme_choice(const QString& word) {
    return word == QLatin1String("light")  ? ThemeChoice::Light
           : word == QLatin1String("dark") ? ThemeChoice::Dark
                                           : ThemeChoice::System;
}

QString to_word(ThemeChoice choice) {
    return choice == ThemeChoice::Light  ? QStringLiteral("light")
           : choice == ThemeChoice::Dark ? QStringLiteral("dark")
                                         : QStringLiteral("system");
}

PaletteChoice choose_palette(ThemeChoice choice, ColorScheme scheme, bool desktop_is_dark) {
    if (choice != ThemeChoice::System)
        return choice == ThemeChoice::Dark ? PaletteChoice::Dark : PaletteChoice::Light;
    if (scheme == ColorScheme::Unknown || (scheme == ColorScheme::Dark) == desktop_is_dark)
        return PaletteChoice::Desktop;
    return scheme == ColorScheme::Dark ? PaletteChoice::Dark : PaletteChoice::Light;
}

QPalette light_palette() {
    return palette_of({qRgb(240, 240, 241), qRgb(255, 255, 255), qRgb(246, 247, 248), qRgb(232, 233, 235),
                       qRgb(28, 30, 33), qRgb(96, 101, 108), qRgb(33, 96, 178), qRgb(255, 255, 255),
                       qRgb(20, 84, 166), qRgb(255, 255, 240), qRgb(190, 193, 198)});
}

QPalette dark_palette() {
    return palette_of({qRgb(54, 56, 61), qRgb(29, 30, 33), qRgb(36, 38, 41), qRgb(68, 71, 77),
                       qRgb(230, 231, 233), qRgb(168, 173, 180), qRgb(45, 104, 184), qRgb(255, 255, 255),
                       qRgb(122, 178, 255), qRgb(58, 61, 66), qRgb(88, 92, 98)});
}

bool is_dark(const QPalette& palette) {
    return luminance(palette.color(QPalette::Window)) < luminance(palette.color(QPalette::WindowText));
}

double contrast(const QColor& first, const QColor& second) {
    const double one = luminance(first);
    const double two = luminance(second);
    return (std::max(one, two) + 0.05) / (std::min(one, two) + 0.05);
}

QColor named_color(NamedColor color, const QPalette& palette) {
    const bool dark = is_dark(palette);
    switch (color) {
    case NamedColor::Refused:
        return dark ? QColor(255, 138, 128) : QColor(176, 24, 24);
    case NamedColor::Failed:
        return dark ? QColor(255, 171, 94) : QColor(150, 72, 0);
    case NamedColor::Allowed:
        return dark ? QColor(126, 211, 142) : QColor(24, 110, 48);
    case NamedColor::Running:
        return dark ? QColor(122, 178, 255) : QColor(20, 84, 166);
    case NamedColor::Warning:
        return dark ? QColor(245, 200, 90) : QColor(128, 88, 0);
    case NamedColor::Muted:
        return palette.color(QPalette::PlaceholderText).alpha() == 255
                   ? palette.color(QPalette::PlaceholderText)
               : dark ? QColor(160, 165, 172)
                      : QColor(96, 101, 108);
    }
    return palette.color(QPalette::WindowText);
}

Theme::Theme(QObject* parent)
    : QObject(parent),
      desktop_style_(QApplication::style()->objectName()),
      desktop_is_dark_(is_dark(QApplication::palette())) {
    ask_portal();
}

void Theme::ask_portal() {
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    // Without this connect() returns false, silently, for a slot with such a parameter (Qt 6.4).
    qRegisterMetaType<QDBusVariant>("QDBusVariant");
    bus.connect(QString(), QLatin1String(kPath), QLatin1String(kInterface), QStringLiteral("SettingChanged"),
                this, SLOT(scheme_changed(QString, QString, QDBusVariant)));
    QDBusMessage question = QDBusMessage::createMethodCall(QLatin1String(kService), QLatin1String(kPath),
                                                           QLatin1String(kInterface), QStringLiteral("Read"));
    question << QLatin1String(kGroup) << QLatin1String(kKey);
    auto* answer = new QDBusPendingCallWatcher(bus.asyncCall(question), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this](QDBusPendingCallWatcher* watcher) {
        const QDBusPendingReply<QDBusVariant> reply = *watcher;
        watcher->deleteLater();
        if (reply.isError())
            return;
        scheme_ = scheme_of(reply.value().variant());
        apply();
    });
}

void Theme::scheme_changed(const QString& group, const QString& key, const QDBusVariant& value) {
    if (group != QLatin1String(kGroup) || key != QLatin1String(kKey))
        return;
    scheme_ = scheme_of(value.variant());
    apply();
}

void Theme::set_choice(ThemeChoice choice) {
    choice_ = choice;
    apply();
}

void Theme::apply() {
    const PaletteChoice wanted = choose_palette(choice_, scheme_, desktop_is_dark_);
    if (wanted == in_force_)
        return;
    const bool style_changes = wanted == PaletteChoice::Desktop || in_force_ == PaletteChoice::Desktop;
    in_force_ = wanted;
    if (style_changes && wanted == PaletteChoice::Desktop)
        QApplication::setStyle(desktop_style_);
    else if (style_changes)
        QApplication::setStyle(new PlainFusion);
    QApplication::setPalette(wanted == PaletteChoice::Desktop ? QPalette()
                             : wanted == PaletteChoice::Dark  ? dark_palette()
                                                              : light_palette());
}

} // namespace asb::ui
