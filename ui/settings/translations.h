// The language of the window: Qt's own catalogue first, ours on top; switched while it runs.
#pragma once

#include <QObject>
#include <QString>
#include <QTranslator>

namespace asb::ui {

struct Language {
    QString code; ///< "en", "de", "ja", "sv"; empty: as the desktop
    QString name; ///< in its own words; empty for the desktop's
};
/// What the settings offer, the desktop's choice first.
QList<Language> languages();
/// The catalogue to use for a code of the settings on a desktop whose languages are `desktop` (as
/// QLocale::uiLanguages gives them): the first that we have, else "en".
QString choose_language(const QString& code, const QStringList& desktop);

class Translations : public QObject {
    Q_OBJECT
public:
    explicit Translations(QObject* parent = nullptr);
    ~Translations() override;

    /// Puts the language on: texts, and the formats of numbers and dates. True when both catalogues are
    /// there.
    bool set_language(const QString& code);
    QString in_force() const { return in_force_; }

private:
    void take_off();

    QTranslator qt_;
    QTranslator own_;
    QString in_force_;
};

} // namespace asb::ui
