#include "core/config/env_file.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace asb;

class EnvFileTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void grammar_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("value");
        const auto row = [](const char* title, const char* text, const char* name, const char* value) {
            QTest::newRow(title) << QByteArray(text) << QByteArray(name) << QByteArray(value);
        };
        row("plain", "A=b", "A", "b");
        row("export", "export A=b\n", "A", "b");
        row("blanks", "  A \t=  b c \r\n", "A", "b c");
        row("double quotes", "A=\" b \"", "A", " b ");
        row("single quotes", "A=' b '", "A", " b ");
        row("one pair only", "A=''b''", "A", "'b'");
        row("unequal quotes stay", "A='b\"", "A", "'b\"");
        row("a lone quote stays", "A='", "A", "'");
        row("no comment behind a value", "A=b # c", "A", "b # c");
        row("no escapes", "A=\"b\\n\"", "A", "b\\n");
        row("no expansion", "A=$HOME", "A", "$HOME");
        row("more signs", "A=b=c==", "A", "b=c==");
        row("empty value", "A=", "A", "");
        row("underscore", "_a1=x", "_a1", "x");
        row("export is a name too", "export=1", "export", "1");
        row("one export only", "export export=1", "export", "1");
        row("bytes pass", "A=\xff", "A", "\xff");
    }

    void grammar() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, value);
        const Result<EnvironmentPairs> pairs = parse_env_text(text.toStdString(), "f");
        QVERIFY2(pairs.ok(), pairs ? "" : pairs.error().what.c_str());
        QCOMPARE(pairs->size(), std::size_t{1});
        QCOMPARE(pairs->front().first, name.toStdString());
        QCOMPARE(pairs->front().second, value.toStdString());
    }

    void commentsAndEmptyLinesAreSkipped() {
        const Result<EnvironmentPairs> pairs = parse_env_text("# A=1\n\n   \n  # x\nB=2\n", "f");
        QVERIFY(pairs.ok());
        QCOMPARE(pairs->size(), std::size_t{1});
        QCOMPARE(pairs->front().first, std::string("B"));
    }

    void faults_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("told");
        QTest::newRow("no sign") << QByteArray("A=1\nsecret-word\n") << QStringLiteral("f:2: no '='");
        QTest::newRow("no name") << QByteArray("=1") << QStringLiteral("f:1: ''");
        QTest::newRow("digit first") << QByteArray("1A=1") << QStringLiteral("f:1: '1A'");
        QTest::newRow("dash") << QByteArray("A-B=1") << QStringLiteral("f:1: 'A-B'");
        QTest::newRow("blank in the name") << QByteArray("A B=1") << QStringLiteral("f:1: 'A B'");
        QTest::newRow("NUL") << QByteArray("A=\0b", 4) << QStringLiteral("f:1: a NUL");
        QTest::newRow("long line") << QByteArray("A=" + QByteArray(70000, 'x'))
                                   << QStringLiteral("f:1: line longer");
        QTest::newRow("many") << QByteArray(QByteArray("A=1\n").repeated(5000))
                              << QStringLiteral("f:4097: more than");
    }

    void faults() {
        QFETCH(QByteArray, text);
        QFETCH(QString, told);
        const Result<EnvironmentPairs> pairs = parse_env_text(text.toStdString(), "f");
        QVERIFY(!pairs);
        const QString what = QString::fromStdString(pairs.error().what);
        QVERIFY2(what.startsWith(told), qPrintable(what));
        QVERIFY2(!what.contains(QStringLiteral("secret-word")),
                 "values and unreadable lines are never shown");
    }

    void references() {
        qputenv("HOME", "/home/somebody");
        const auto path = [](const char* reference) { return *env_reference_path(reference, "/base"); };
        QCOMPARE(path("x.env"), std::string("/base/x.env"));
        QCOMPARE(path("  file:x.env "), std::string("/base/x.env"));
        QCOMPARE(path("file:///etc/x"), std::string("/etc/x"));
        QCOMPARE(path("file://x"), std::string("/base/x"));
        QCOMPARE(path("~/x"), std::string("/home/somebody/x"));
        QCOMPARE(path("~"), std::string("/home/somebody"));
        QCOMPARE(path("file:~/x"), std::string("/home/somebody/x"));
        QCOMPARE(path("~other/x"), std::string("/base/~other/x"));
        QCOMPARE(path("../x"), std::string("/x"));
        QCOMPARE(path("http://x"), std::string("/base/http:/x"));
        QVERIFY(!env_reference_path("", "/base"));
        QVERIFY(!env_reference_path("  ", "/base"));
        QVERIFY(!env_reference_path("file:", "/base"));
        QVERIFY(!env_reference_path(std::string("a\0b", 3), "/base"));
    }

    void laterFilesWinInPlace() {
        QTemporaryDir folder;
        write(folder.filePath(QStringLiteral("one")), "A=1\nB=2\nA=3\n");
        write(folder.filePath(QStringLiteral("two")), "C=4\nB=5\n");
        const Result<EnvironmentPairs> pairs =
            load_env_files({"one", "file:two"}, folder.path().toStdString());
        QVERIFY(pairs.ok());
        const EnvironmentPairs expected = {{"A", "3"}, {"B", "5"}, {"C", "4"}};
        QCOMPARE(*pairs, expected);
        QVERIFY(qEnvironmentVariableIsEmpty("B"));
    }

    void filesThatCannotBeReadAreNamed() {
        QTemporaryDir folder;
        const std::string base = folder.path().toStdString();
        const Result<EnvironmentPairs> missing = load_env_files({"gone"}, base);
        QVERIFY(!missing);
        QVERIFY(missing.error().what.find(base + "/gone") != std::string::npos);
        QVERIFY(!load_env_files({"."}, base));
        write(folder.filePath(QStringLiteral("big")), QByteArray(3 << 20, '\n'));
        QVERIFY(!load_env_files({"big"}, base));
        QVERIFY(load_env_files({}, base).ok());
    }

private:
    static void write(const QString& path, const QByteArray& text) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), text.size());
    }
};

QTEST_GUILESS_MAIN(EnvFileTest)
#include "env_file_test.moc"
