// Foreign text in cells, and rows as text for files.
#include "ui/common/plain_text.h"
#include "ui/common/row_state.h"
#include "ui/traffic/export_text.h"
#include "ui/traffic/traffic_columns.h"

#include <QRandomGenerator>
#include <QTest>

using namespace asb;
using namespace asb::ui;

class PlainTextTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void here_documents_are_counted_data();
    void here_documents_are_counted();
    void elision_keeps_first_and_last_word_data();
    void elision_keeps_first_and_last_word();
    void elision_never_is_too_wide_or_splits_a_character();
    void a_word_that_is_too_long_does_not_take_all_the_room();
    void access_keys_are_taken_off();
    void huge_lines_stay_small();
    void states_follow_the_event_data();
    void states_follow_the_event();
    void folders_are_relative_to_the_project();
    void exports_are_harmless();
};

void PlainTextTest::here_documents_are_counted_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shown");
    QTest::newRow("plain") << "ls -l"
                           << "ls -l";
    QTest::newRow("document") << "cat > a.py <<EOF\n1\n2\nEOF"
                              << "cat > a.py <<EOF (2 line(s))";
    QTest::newRow("tabs") << "cat <<-X\n\t1\n\tX\nls" << QStringLiteral("cat <<-X (1 line(s)) \u21b5 ls");
    QTest::newRow("two") << "a <<X <<Y\n1\nX\n2\n3\nY\nb"
                         << QStringLiteral("a <<X <<Y (1 line(s)) (2 line(s)) \u21b5 b");
    QTest::newRow("string") << "cat <<<word\nls" << QStringLiteral("cat <<<word \u21b5 ls");
    QTest::newRow("in quotes") << "echo '<<EOF'\nls" << QStringLiteral("echo '<<EOF' \u21b5 ls");
    QTest::newRow("unended") << "cat <<EOF\n1\n2"
                             << "cat <<EOF (2 line(s))";
    QTest::newRow("control") << QStringLiteral("a\u202eb \x1b[1m") << "a<U+202E>b ^[[1m";
}

void PlainTextTest::here_documents_are_counted() {
    QFETCH(QString, text);
    QFETCH(QString, shown);
    QCOMPARE(one_line(text.toStdString()), shown);
}

void PlainTextTest::elision_keeps_first_and_last_word_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("width");
    QTest::addColumn<QString>("shown");
    QTest::newRow("fits") << "git push" << 8 << "git push";
    QTest::newRow("cut") << "git push --force origin main" << 20
                         << QStringLiteral("git push --fo\u2026n main");
    QTest::newRow("long last") << "cat one two three four/five-and-six" << 26
                               << QStringLiteral("cat one\u2026four/five-and-six");
    QTest::newRow("tiny") << "abcdef" << 2 << QStringLiteral("\u2026");
    QTest::newRow("nothing") << "abcdef" << 0 << "";
}

void PlainTextTest::elision_keeps_first_and_last_word() {
    QFETCH(QString, text);
    QFETCH(int, width);
    const QString shown = elide_middle(text, width);
    QVERIFY2(cells(shown) <= std::max(width, 0), qPrintable(shown));
    if (width >= 20) {
        QVERIFY2(shown.startsWith(text.left(text.indexOf(QLatin1Char(' ')))), qPrintable(shown));
        QVERIFY2(shown.endsWith(text.mid(text.lastIndexOf(QLatin1Char(' ')) + 1)), qPrintable(shown));
    } else {
        QTEST(shown, "shown");
    }
}

void PlainTextTest::elision_never_is_too_wide_or_splits_a_character() {
    QRandomGenerator random(7);
    const QStringList pieces{QStringLiteral("a"), QStringLiteral(" "), QStringLiteral("\u65e5"),
                             QStringLiteral("\U0001f600"), QStringLiteral("word")};
    for (int i = 0; i < 3000; ++i) {
        QString text;
        for (int p = random.bounded(40); p > 0; --p)
            text += pieces[random.bounded(static_cast<int>(pieces.size()))];
        const int width = random.bounded(60);
        const QString shown = elide_middle(text, width);
        QVERIFY(cells(shown) <= width);
        QVERIFY(shown == text || cells(text) > width);
        QVERIFY(shown.isValidUtf16());
    }
}

void PlainTextTest::a_word_that_is_too_long_does_not_take_all_the_room() {
    const QString text = QStringLiteral("fig push pears ") + QString(300, QLatin1Char('x'));
    const QString shown = elide_middle(text, 60);
    QVERIFY2(shown.startsWith(QLatin1String("fig push pears x")), qPrintable(shown));
    QVERIFY2(shown.endsWith(QString(25, QLatin1Char('x'))), qPrintable(shown));
}

void PlainTextTest::access_keys_are_taken_off() {
    QCOMPARE(without_mnemonic(QStringLiteral("S&top\u2026")), QStringLiteral("Stop\u2026"));
    QCOMPARE(without_mnemonic(QStringLiteral("\u505c\u6b62(&T)\u2026")),
             QStringLiteral("\u505c\u6b62\u2026"));
    QCOMPARE(without_mnemonic(QStringLiteral("f(x)")), QStringLiteral("f(x)"));
}

void PlainTextTest::huge_lines_stay_small() {
    const QString shown = one_line("first " + std::string(3'000'000, '\n') + " last");
    QVERIFY(shown.size() < 60'000);
    QVERIFY(shown.startsWith(QStringLiteral("first")) && shown.endsWith(QStringLiteral("last")));
}

void PlainTextTest::states_follow_the_event_data() {
    QTest::addColumn<int>("type");
    QTest::addColumn<int>("verdict");
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("signal");
    QTest::addColumn<int>("reason");
    QTest::addColumn<int>("state");
    const auto row = [](const char* name, EventType type, Verdict verdict, int status, int signal, int reason,
                        RowState state) {
        QTest::newRow(name) << static_cast<int>(type) << static_cast<int>(verdict) << status << signal
                            << reason << static_cast<int>(state);
    };
    row("floor", EventType::CommandEnd, Verdict::Floor, 0, 0, -1, RowState::Floor);
    row("policy", EventType::CommandEnd, Verdict::Policy, 0, 0, -1, RowState::Policy);
    row("refused", EventType::CommandEnd, Verdict::Refused, 126, 0, -1, RowState::Refused);
    row("refused while it runs", EventType::CommandStart, Verdict::Refused, -1, 0, -1, RowState::Refused);
    row("failed", EventType::RequestEnd, Verdict::None, 1, 0, 0, RowState::Failed);
    row("signal", EventType::CommandEnd, Verdict::Policy, -1, 9, -1, RowState::Failed);
    row("pipe", EventType::CommandEnd, Verdict::Floor, -1, 13, -1, RowState::Floor);
    row("running", EventType::RequestStart, Verdict::None, -1, 0, -1, RowState::Running);
    row("cancelled", EventType::RequestEnd, Verdict::None, 143, 0, static_cast<int>(EndReason::Cancelled),
        RowState::Cancelled);
    row("timed out", EventType::CommandEnd, Verdict::Floor, -1, 9, static_cast<int>(EndReason::Timeout),
        RowState::Cancelled);
    row("unknown", EventType::CommandEnd, Verdict::Unknown, 0, 0, -1, RowState::Unknown);
    row("left", EventType::JobLeft, Verdict::None, -1, 0, -1, RowState::Left);
    row("gap", EventType::Gap, Verdict::None, -1, 0, -1, RowState::Note);
}

void PlainTextTest::states_follow_the_event() {
    QFETCH(int, type);
    QFETCH(int, verdict);
    QFETCH(int, status);
    QFETCH(int, signal);
    QFETCH(int, reason);
    QFETCH(int, state);
    Event event;
    event.type = static_cast<EventType>(type);
    event.verdict = static_cast<Verdict>(verdict);
    if (status >= 0)
        event.status = status;
    if (signal > 0)
        event.signal = signal;
    if (reason >= 0)
        event.end_reason = static_cast<EndReason>(reason);
    QCOMPARE(static_cast<int>(state_of(event)), state);
    QVERIFY(!state_word(state_of(event), event).isEmpty());
}

void PlainTextTest::folders_are_relative_to_the_project() {
    QCOMPARE(folder_text("/p", "/p"), QStringLiteral("."));
    QCOMPARE(folder_text("/p/a/b", "/p"), QStringLiteral("./a/b"));
    QCOMPARE(folder_text("/pp/a", "/p"), QStringLiteral("/pp/a"));
    QCOMPARE(folder_text("/p/\n", ""), QStringLiteral("/p/^J"));
}

void PlainTextTest::exports_are_harmless() {
    Event event;
    event.type = EventType::RequestEnd;
    event.request = 1;
    event.line = "=cmd()|\"x\", <b>\n\x1b[31m";
    event.status = 0;
    const QByteArray csv = export_row(ExportFormat::Csv, event, {});
    QVERIFY(csv.contains("\"'=cmd()|\"\"x\"\", <b>\n^[[31m\""));
    const QByteArray markdown = export_row(ExportFormat::Markdown, event, {});
    QVERIFY(!markdown.contains("<b>") && markdown.contains("\\<b\\>") && markdown.contains("<br>"));
    QCOMPARE(markdown.count('\n'), 1);
    QCOMPARE(
        to_json(*event_from_json(export_row(ExportFormat::JsonLines, event, {}).trimmed().toStdString())),
        to_json(event));
    QCOMPARE(export_header(ExportFormat::Csv).count(','), csv.count(',') - 1); // one stands in the quotes
}

QTEST_GUILESS_MAIN(PlainTextTest)
#include "plain_text_test.moc"
