#include "core/base/command_line.h"

#include <QTest>

using namespace asb;
using Words = std::vector<std::string>;

namespace {
const std::vector<OptionSpec> kKnown{{"--config", "FILE"}, {"--json"}, {"-h"}};
} // namespace

class CommandLineTest : public QObject {
    Q_OBJECT
private slots:
    void takes_apart() {
        const Result<CommandLine> line = parse_command_line(
            "word", {"--json", "a", "--config", "x", "--config=y=z", "b", "--", "--json"}, kKnown);
        QVERIFY(line.ok());
        QVERIFY(line->has("--json") && !line->has("-h"));
        QCOMPARE(line->value("--config"), std::string("y=z"));
        QCOMPARE(line->value("--other", "else"), std::string("else"));
        QCOMPARE(line->operands, (Words{"a", "b"}));
        QVERIFY(line->separated);
        QCOMPARE(line->rest, Words{"--json"});
        QVERIFY(!parse_command_line("word", {"a"}, kKnown)->separated);
    }

    void faults_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("said");
        const QString known = QStringLiteral("\n  known are: --config FILE, --json, -h");
        QTest::newRow("unknown, near")
            << QStringList{"--jsn"} << "word: unknown option \"--jsn\"; did you mean --json?" + known;
        QTest::newRow("unknown, far")
            << QStringList{"--something"} << "word: unknown option \"--something\"" + known;
        QTest::newRow("unknown with value")
            << QStringList{"--confg=x"} << "word: unknown option \"--confg\"; did you mean --config?" + known;
        QTest::newRow("one letter") << QStringList{"-x"}
                                    << "word: unknown option \"-x\"; did you mean -h?" + known;
        QTest::newRow("no value") << QStringList{"--config"}
                                  << "word: --config needs a value: --config FILE" + known;
        QTest::newRow("empty value") << QStringList{"--config="}
                                     << "word: --config needs a value: --config FILE" + known;
        QTest::newRow("-- is no value")
            << QStringList{"--config", "--"} << "word: --config needs a value: --config FILE" + known;
        QTest::newRow("value not wanted") << QStringList{"--json=1"} << "word: --json takes no value" + known;
        QTest::newRow("control bytes")
            << QStringList{"--\x1b[2J"} << "word: unknown option \"--^[[2J\"" + known;
    }
    void faults() {
        QFETCH(const QStringList, words);
        QFETCH(const QString, said);
        Words arguments;
        for (const QString& word : words)
            arguments.push_back(word.toStdString());
        const Result<CommandLine> line = parse_command_line("word", arguments, kKnown);
        QVERIFY(!line.ok());
        QCOMPARE(QString::fromStdString(line.error().text()), said);
    }

    void words() {
        QCOMPARE(
            unknown_word("ai", "word", "explan", {"explain", "config-check"}).text(),
            std::string(
                "ai: unknown word \"explan\"; did you mean explain?\n  known are: explain, config-check"));
        QCOMPARE(unexpected_word("help", "x", {}).text(),
                 std::string("help: \"x\" is not understood\n  it takes no options"));
    }
};

QTEST_APPLESS_MAIN(CommandLineTest)
#include "command_line_test.moc"
