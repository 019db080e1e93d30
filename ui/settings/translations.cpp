#include "ui/settings/translations.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>

namespace asb::ui {

QList<Language> languages() {
    return {{QString(), QString()},
            {QStringLiteral("en"), QStringLiteral("English")},
            {QStringLiteral("de"), QStringLiteral("Deutsch")},
            {QStringLiteral("ja"), QString::fromUtf8("日本語")},
            {QStringLiteral("sv"), QStringLiteral("Svenska")}};
}

QString choose_language(const QString& code, const QStringList& desktop) {
    const auto has = [](const QString& wanted) {
        const QList<Language> all = languages();
        return std::any_of(all.begin(), all.end(),
                           [&](const Language& one) { return !one.code.isEmpty() && one.code == wanted; });
    };
    if (has(code))
        return code;
    for (const QString& tag : desktop) {
        const QString language = tag.section(QLatin1Char('-'), 0, 0).section(QLatin1Char('_'), 0, 0);
        if (has(language))
            return language;
    }
    return QStringLiteral("en");
}

Translations::Translations(QObject* parent) : QObject(parent) {}

Translations::~Translations() {
    take_off();
}

void Translations::take_off() {
    QCoreApplication::removeTranslator(&own_);
    QCoreApplication::removeTranslator(&qt_);
}

bool Translations::set_language(const QString& code) {
    const QString language = choose_language(code, QLocale::system().uiLanguages());
    if (language == in_force_)
        return true;
    in_force_ = language;
    // A person's own formats stay when the language is the desktop's.
    const QLocale system = QLocale::system();
    QLocale::setDefault(code.isEmpty() || system.name().startsWith(language) ? system : QLocale(language));
    take_off();
    // Debian has no Swedish catalogue of Qt: ours holds the texts of its standard dialogs.
    const QString qt_folder = QLibraryInfo::path(QLibraryInfo::TranslationsPath);
    const bool qt_found = language == QLatin1String("en")
                          || qt_.load(QStringLiteral("qtbase_") + language, qt_folder)
                          || qt_.load(QStringLiteral(":/i18n/qtbase_") + language);
    if (qt_found && language != QLatin1String("en"))
        QCoreApplication::installTranslator(&qt_);
    const bool own_found = own_.load(QStringLiteral(":/i18n/agent-sandbox_") + language);
    if (own_found)
        QCoreApplication::installTranslator(&own_);
    return qt_found && own_found;
}

} // namespace asb::ui
