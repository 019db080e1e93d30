// Our reader of JSON with comments against nono itself: what nono accepts we have to read, and the other way
// round.
#include "core/base/paths.h"
#include "core/commands/doctor_nono.h"
#include "core/config/jsonc.h"
#include "tests/support/required_tool.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace asb;

class ProfileSyntaxTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        nono_ = find_program("nono");
        ASB_REQUIRE_TOOL("nono");
        qputenv("HOME", folder_.path().toLocal8Bit());
        qputenv("XDG_CONFIG_HOME", folder_.path().toLocal8Bit());
        qputenv("XDG_STATE_HOME", folder_.path().toLocal8Bit());
    }

    void nonoAgrees_data() {
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const char* name, const QByteArray& text) { QTest::newRow(name) << text; };
        row("plain", "{\"meta\": {\"name\": \"x\"}}");
        row("comments", "// a\n{/* b */\"meta\": {\"name\": \"x\"} // c\n}");
        row("open comment", "{\"meta\": {\"name\": \"x\"}} /*");
        row("trailing commas", "{\"meta\": {\"name\": \"x\",}, \"filesystem\": {\"read\": [\"/usr\",],},}");
        row("missing commas",
            "{\"meta\": {\"name\": \"x\"} \"filesystem\": {\"read\": [\"/usr\" \"/bin\"]}}");
        row("two commas", "{\"meta\": {\"name\": \"x\"},, \"filesystem\": {}}");
        row("bare keys", "{meta: {name: 'x'}}");
        row("bare value", "{meta: {name: x}}");
        row("hexadecimal port", "{meta: {name: 'x'}, network: {open_port: [0x1F90, +81]}}");
        row("fractional port", "{meta: {name: 'x'}, network: {open_port: [80.]}}");
        row("escapes", "{meta: {name: 'x', description: '\\x41\\u00e4\\ud83d\\ude00\\v\\\n\\q'}}");
        row("octal escape", "{meta: {name: 'x', description: '\\1'}}");
        row("half a pair", "{meta: {name: 'x', description: '\\ud83d'}}");
        row("raw newline", "{meta: {name: 'x', description: 'a\nb'}}");
        row("NUL in a string", QByteArray("{meta: {name: 'x', description: 'a\0b'}}", 39));
        row("NUL between", QByteArray("{meta: {name: 'x'}\0}", 20));
        row("byte order mark", "\xEF\xBB\xBF{\"meta\": {\"name\": \"x\"}}");
        row("bad UTF-8", "{\"meta\": {\"name\": \"x\", \"description\": \"\xff\"}}");
        row("wide blank", "\xC2\xA0{\"meta\": {\"name\": \"x\"}}");
        row("two values", "{\"meta\": {\"name\": \"x\"}} {}");
        row("unclosed", "{\"meta\": {\"name\": \"x\"}");
        row("deep", "{\"meta\": {\"name\": " + QByteArray(2000, '[') + "}}");
    }

    void nonoAgrees() {
        QFETCH(QByteArray, text);
        const QString path = folder_.filePath(QStringLiteral("p.json"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), text.size());
        file.close();
        const NonoAnswer verdict = validate_profile(nono_, path.toStdString());
        const bool read =
            jsonc::parse(text.toStdString(), "p.json").ok() && read_profile(path.toStdString()).ok();
        std::string told = read ? "we read it" : "we do not read it";
        for (const std::string& line : verdict.problems)
            told += "; nono: " + line;
        QVERIFY2(read == verdict.accepted, told.c_str());
    }

private:
    QTemporaryDir folder_;
    std::string nono_;
};

QTEST_GUILESS_MAIN(ProfileSyntaxTest)
#include "profile_syntax_test.moc"
