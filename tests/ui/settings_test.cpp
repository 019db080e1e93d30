// The settings: typed keys over two files, whatever those files hold.
#include "ui/settings/settings.h"
#include "ui/settings/translations.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace asb::ui;

class SettingsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void defaults();
    void values_come_back();
    void numbers_stay_in_range();
    void wrong_types_are_defaults();
    void a_broken_file_is_kept_aside_data();
    void a_broken_file_is_kept_aside();
    void what_cannot_be_saved_is_told();
    void recent_things_are_listed_once();
    void only_choices_are_told();
    void language_is_chosen_data();
    void language_is_chosen();
    void catalogues_are_complete();

private:
    std::string config() const { return folder_->filePath(QStringLiteral("config")).toStdString(); }
    std::string state() const { return folder_->filePath(QStringLiteral("state")).toStdString(); }
    void write(const char* folder, const QByteArray& content) const {
        QDir(folder_->path()).mkpath(QLatin1String(folder));
        QFile file(folder_->filePath(QLatin1String(folder) + QStringLiteral("/viewer.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
    std::unique_ptr<QTemporaryDir> folder_;
};

void SettingsTest::init() {
    folder_ = std::make_unique<QTemporaryDir>();
}

void SettingsTest::defaults() {
    const Settings settings(config(), state());
    QVERIFY(settings.get(Flag::NotifyRefusal));
    QVERIFY(!settings.get(Flag::NotifyPaused));
    QCOMPARE(settings.get(Number::RowLimit), 200000);
    QCOMPARE(settings.get(Text::Theme), QStringLiteral("system"));
    QVERIFY(settings.get(Words::RecentProjects).isEmpty());
    QVERIFY(settings.get(Blob::WindowGeometry).isEmpty());
    QVERIFY(settings.problem().isEmpty());
    QVERIFY(!QFile::exists(QString::fromStdString(config() + "/viewer.json")));
}

void SettingsTest::values_come_back() {
    {
        Settings settings(config(), state());
        settings.set(Flag::NotifyRefusal, false);
        settings.set(Number::RowLimit, 5000);
        settings.set(Text::Language, QStringLiteral("sv"));
        settings.set(Words::RecentProjects, {QStringLiteral("/a"), QStringLiteral("/b")});
        settings.set(Blob::WindowGeometry, QByteArray("\0\xff x", 4));
        QVERIFY(settings.save());
    }
    const Settings settings(config(), state());
    QVERIFY(!settings.get(Flag::NotifyRefusal));
    QCOMPARE(settings.get(Number::RowLimit), 5000);
    QCOMPARE(settings.get(Text::Language), QStringLiteral("sv"));
    QCOMPARE(settings.get(Words::RecentProjects), QStringList({QStringLiteral("/a"), QStringLiteral("/b")}));
    QCOMPARE(settings.get(Blob::WindowGeometry), QByteArray("\0\xff x", 4));
    struct stat state_of {};
    QCOMPARE(::stat((config() + "/viewer.json").c_str(), &state_of), 0);
    QCOMPARE(static_cast<int>(state_of.st_mode & 0777), 0600);
}

void SettingsTest::numbers_stay_in_range() {
    Settings settings(config(), state());
    settings.set(Number::RowLimit, 1);
    QCOMPARE(settings.get(Number::RowLimit), Settings::range(Number::RowLimit).lowest);
    settings.set(Number::RowLimit, 2'000'000'000);
    QCOMPARE(settings.get(Number::RowLimit), Settings::range(Number::RowLimit).highest);
}

void SettingsTest::wrong_types_are_defaults() {
    write("config", R"({"row_limit":"many","theme":7,"notify_refusal":"yes","unknown":[1]})");
    write("state", R"({"recent_projects":{"a":1},"window_geometry":12})");
    const Settings settings(config(), state());
    QCOMPARE(settings.get(Number::RowLimit), 200000);
    QCOMPARE(settings.get(Text::Theme), QStringLiteral("system"));
    QVERIFY(settings.get(Flag::NotifyRefusal));
    QVERIFY(settings.get(Words::RecentProjects).isEmpty());
    QVERIFY(settings.get(Blob::WindowGeometry).isEmpty());
}

void SettingsTest::a_broken_file_is_kept_aside_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("cut") << QByteArray("{\"theme\":\"da");
    QTest::newRow("a list") << QByteArray("[1]");
    QTest::newRow("bytes") << QByteArray("\x00\xff\xfe", 3);
    QTest::newRow("too large") << QByteArray(3 << 20, ' ');
}

void SettingsTest::a_broken_file_is_kept_aside() {
    QFETCH(QByteArray, content);
    write("config", content);
    Settings settings(config(), state());
    QVERIFY(!settings.problem().isEmpty());
    QCOMPARE(settings.get(Text::Theme), QStringLiteral("system"));
    QFile aside(QString::fromStdString(config() + "/viewer.json.bad"));
    QVERIFY(aside.open(QIODevice::ReadOnly));
    QCOMPARE(aside.readAll(), content);
    settings.set(Text::Theme, QStringLiteral("dark"));
    QVERIFY(settings.save());
    QCOMPARE(Settings(config(), state()).get(Text::Theme), QStringLiteral("dark"));
}

void SettingsTest::what_cannot_be_saved_is_told() {
    QFile file(folder_->filePath(QStringLiteral("config"))); // a file where the folder should be
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    Settings settings(config(), state());
    settings.set(Text::Theme, QStringLiteral("dark"));
    QVERIFY(!settings.save());
    QVERIFY(!settings.problem().isEmpty());
    QCOMPARE(settings.get(Text::Theme), QStringLiteral("dark")); // it holds as long as the program runs
}

void SettingsTest::recent_things_are_listed_once() {
    Settings settings(config(), state());
    for (const char* path : {"/a", "/b", "/a", "/c", "/d"})
        settings.remember(Words::RecentProjects, QLatin1String(path), 3);
    QCOMPARE(settings.get(Words::RecentProjects),
             QStringList({QStringLiteral("/d"), QStringLiteral("/c"), QStringLiteral("/a")}));
}

void SettingsTest::only_choices_are_told() {
    Settings settings(config(), state());
    QSignalSpy changed(&settings, &Settings::changed);
    settings.set(Blob::WindowGeometry, QByteArray("x"));
    settings.set(Text::Theme, QStringLiteral("system.")); // not the default
    QCOMPARE(changed.count(), 1);
    settings.set(Text::Theme, QStringLiteral("system."));
    QCOMPARE(changed.count(), 1);
}

void SettingsTest::language_is_chosen_data() {
    QTest::addColumn<QString>("code");
    QTest::addColumn<QStringList>("desktop");
    QTest::addColumn<QString>("language");
    QTest::newRow("chosen") << QStringLiteral("sv") << QStringList{QStringLiteral("de-DE")}
                            << QStringLiteral("sv");
    QTest::newRow("desktop") << QString() << QStringList{QStringLiteral("ja-JP")} << QStringLiteral("ja");
    QTest::newRow("underscore") << QString() << QStringList{QStringLiteral("de_AT")} << QStringLiteral("de");
    QTest::newRow("second") << QString() << QStringList{QStringLiteral("fr-FR"), QStringLiteral("sv")}
                            << QStringLiteral("sv");
    QTest::newRow("none") << QString() << QStringList{QStringLiteral("fr-FR")} << QStringLiteral("en");
    QTest::newRow("odd setting") << QStringLiteral("xx") << QStringList() << QStringLiteral("en");
}

void SettingsTest::language_is_chosen() {
    QFETCH(QString, code);
    QFETCH(QStringList, desktop);
    QFETCH(QString, language);
    QCOMPARE(choose_language(code, desktop), language);
}

void SettingsTest::catalogues_are_complete() {
    for (const Language& language : languages()) {
        if (language.code.isEmpty())
            continue;
        Translations translations;
        QVERIFY2(translations.set_language(language.code), qPrintable(language.code));
        QFile file(QStringLiteral(ASB_TRANSLATIONS "/agent-sandbox_%1.ts").arg(language.code));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QVERIFY2(!text.contains("type=\"unfinished\""), qPrintable(language.code));
        QVERIFY2(!text.contains("type=\"obsolete\"") && !text.contains("type=\"vanished\""),
                 qPrintable(language.code));
    }
}

QTEST_MAIN(SettingsTest)
#include "settings_test.moc"
