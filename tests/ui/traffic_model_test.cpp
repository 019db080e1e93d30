// The traffic's log and model: rows under their lines whatever order records come in, bounds, pause, filter;
// each under Qt's model tester with random operations.
#include "tests/support/patience.h"
#include "tests/ui/traffic_records.h"

#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace asb;
using namespace asb::ui;
using namespace asb::test;

class TrafficModelTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void packed_events_lose_nothing();
    void a_line_is_closed_unless_something_went_wrong();
    void any_order_of_arrival_gives_the_same_rows();
    void newer_versions_replace_older_ones_never_the_other_way();
    void rows_are_bounded();
    void bytes_are_bounded();
    void one_line_with_many_commands_is_bounded();
    void a_pause_moves_nothing_and_keeps_rows_true();
    void a_pause_is_bounded();
    void older_records_go_above();
    void filters_show_what_a_plain_evaluation_finds_data();
    void filters_show_what_a_plain_evaluation_finds();
    void lines_are_opened_and_closed_by_hand();
    void names_survive_a_filter();
    void random_operations_keep_the_model_right();
};

void TrafficModelTest::packed_events_lose_nothing() {
    Event event;
    event.type = EventType::Verdict;
    event.sequence = ~std::uint64_t{0};
    event.time_ms = -5;
    event.request = 7;
    event.command = 1ULL << 40U;
    event.line = std::string("a\0b", 3);
    event.cwd = "/x";
    event.origin = "exec";
    event.argv = {"", "two words", std::string(300, 'x')};
    event.path = "/bin/x";
    event.pid = -1;
    event.parent = 2;
    event.peer_pid = 3;
    event.declared = true;
    event.status = 0;
    event.signal = 9;
    event.user_us = 1;
    event.system_us = 2;
    event.max_rss_kb = 3;
    event.duration_us = 1'000'000'000'000;
    event.end_reason = EndReason::Exit;
    event.pids = {1, 2, 3};
    event.note_kind = 2;
    event.count = 5;
    event.verdict = Verdict::Refused;
    event.reason = "because\nso";
    event.rule = "r";
    event.caller_chain = {"session", "make"};
    event.policy = "git";
    event.landlock_abi = 6;
    event.text = "t";
    event.truncated = "line";
    Event reused;
    reused.argv = {"left", "over", "words", "here"};
    reused.status = 5;
    PackedEvent(event).unpack(reused);
    QCOMPARE(to_json(reused), to_json(event));
    QVERIFY(reused.status == 0 && reused.end_reason == EndReason::Exit);
    PackedEvent(Event{}).unpack(reused);
    QCOMPARE(to_json(reused), to_json(Event{}));
}

void TrafficModelTest::a_line_is_closed_unless_something_went_wrong() {
    TrafficModel model;
    const QAbstractItemModelTester tester(&model);
    feed(model, {line(1, 1, "fine"), command(2, 1, 1, {"ls"}), line(3, 2, "bad"), command(4, 2, 1, {"ls"}),
                 command(5, 2, 2, {"git", "push"}, Verdict::Refused, 126), line(6, 3, "worse"),
                 command(7, 3, 1, {"false"}, Verdict::Floor, 1)});
    QCOMPARE(shown(model), (std::vector<std::string>{"fine", "bad", " ls", " git push", "worse", " false"}));
    QCOMPARE(model.row_at(1).state, RowState::Refused);
    QCOMPARE(model.row_at(1).event.reason, std::string("ask the operator"));
    QVERIFY(model.index(1, 1).data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("refused")));
}

void TrafficModelTest::any_order_of_arrival_gives_the_same_rows() {
    QRandomGenerator random(1);
    for (int round = 0; round < 20; ++round) {
        QVector<Record> records = random_session(random, 40);
        const std::vector<std::string> wanted = expected(records, {});
        std::shuffle(records.begin(), records.end(), random);
        TrafficModel model;
        const QAbstractItemModelTester tester(&model);
        // A line whose commands came first stands where they stand: compare the lines with what is below.
        for (const Record& record : std::as_const(records))
            feed(model, {record});
        std::vector<std::string> rows = shown(model);
        std::vector<std::string> sorted = wanted;
        std::sort(rows.begin(), rows.end());
        std::sort(sorted.begin(), sorted.end());
        QCOMPARE(rows, sorted);
    }
}

void TrafficModelTest::newer_versions_replace_older_ones_never_the_other_way() {
    TrafficModel model;
    feed(model, {line(1, 1, "sleep 1", false)});
    QCOMPARE(model.row_at(0).state, RowState::Running);
    feed(model, {line(1, 1, "sleep 1", true, 3)});
    QCOMPARE(model.row_at(0).state, RowState::Failed);
    feed(model, {line(1, 1, "sleep 1", false)});
    QCOMPARE(model.row_at(0).state, RowState::Failed);
    QCOMPARE(model.rowCount(), 1);
}

void TrafficModelTest::rows_are_bounded() {
    TrafficModel model;
    const QAbstractItemModelTester tester(&model);
    model.set_limits({1000, 1U << 30U});
    QRandomGenerator random(2);
    const QVector<Record> records = random_session(random, 3000);
    for (qsizetype at = 0; at < records.size(); at += 660)
        feed(model, records.mid(at, 660));
    QVERIFY(model.log().rows() <= 1000 + TrafficLog::kBlock);
    QCOMPARE(shown(model).back(), expected(records.mid(records.size() - 20), {}).back());
    // Old ones stay away.
    const int before = model.rowCount();
    feed(model, records.mid(0, 100));
    QCOMPARE(model.rowCount(), before);
}

void TrafficModelTest::bytes_are_bounded() {
    TrafficModel model;
    const QAbstractItemModelTester tester(&model);
    model.set_limits({100'000, 4U << 20U});
    for (std::uint64_t id = 1; id <= 200; ++id)
        feed(model, {line(id, id, std::string(200'000, 'x'))});
    QVERIFY(model.log().bytes() <= (4U << 20U));
    QVERIFY(model.rowCount() >= 10);
}

void TrafficModelTest::one_line_with_many_commands_is_bounded() {
    TrafficModel model;
    const QAbstractItemModelTester tester(&model);
    model.set_limits({1000, 1U << 30U});
    feed(model, {line(1, 1, "for", false)});
    for (std::uint64_t id = 2; id < 8000;) {
        QVector<Record> batch;
        for (int i = 0; i < 500; ++i, ++id)
            batch.append(command(id, 1, id - 1, {"false"}, Verdict::Floor, 1));
        feed(model, batch);
    }
    QVERIFY(model.log().rows() <= 1000 + TrafficLog::kBlock);
    QCOMPARE(model.rowCount(), static_cast<int>(model.log().rows()));
}

void TrafficModelTest::a_pause_moves_nothing_and_keeps_rows_true() {
    TrafficModel model;
    const QAbstractItemModelTester tester(&model);
    feed(model, {line(1, 1, "sleep", false), line(2, 2, "ls", true)});
    model.set_paused(true);
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    feed(model, {line(1, 1, "sleep", true, 2), line(3, 3, "new", false), line(3, 3, "new", true),
                 command(4, 1, 1, {"sleep"}, Verdict::Refused, 126), line(5, 4, "newer")});
    QCOMPARE(inserted.size(), 0);
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.waiting(), std::size_t{2});
    QCOMPARE(model.row_at(0).state, RowState::Failed);
    model.set_paused(false);
    model.flush_all();
    QCOMPARE(model.waiting(), std::size_t{0});
    QCOMPARE(shown(model), (std::vector<std::string>{"sleep", " sleep", "ls", "new", "newer"}));
}

void TrafficModelTest::a_pause_is_bounded() {
    TrafficModel model;
    model.set_limits({1000, 1U << 20U});
    model.set_paused(true);
    for (std::uint64_t id = 1; id <= 5000; ++id)
        model.add({line(id, id, "x")});
    QVERIFY(model.waiting() <= 1000);
    model.set_paused(false);
    model.flush_all();
    QVERIFY(model.lost() >= 4000);
    QCOMPARE(model.row_at(model.rowCount() - 1).event.request, std::uint64_t{5000});
}

void TrafficModelTest::older_records_go_above() {
    TrafficModel model;
    const QAbstractItemModelTester tester(&model);
    feed(model, {command(6, 2, 2, {"b2"}), line(7, 3, "three")});
    model.set_paused(true);
    model.add_older({line(1, 1, "one"), line(4, 2, "two"), command(5, 2, 1, {"b1"}, Verdict::Floor, 1)});
    QCOMPARE(shown(model), (std::vector<std::string>{"one", "two", " b1", " b2", "three"}));
}

void TrafficModelTest::filters_show_what_a_plain_evaluation_finds_data() {
    QTest::addColumn<QString>("text");
    for (const char* text :
         {"git", "cmd:git", "denied", "-denied", "status!=0", "verdict:refused", "-verdict:floor", "failed",
          "running", "\"line 3\" or denied", "status=1 cmd:ls", "rule:deny -cmd:ls", "cwd:/project",
          "(failed or denied) git", "request:7", "\"no such text\"", "not (git or ls)", ""})
        QTest::newRow(text) << QString::fromLatin1(text);
}

void TrafficModelTest::filters_show_what_a_plain_evaluation_finds() {
    QFETCH(QString, text);
    const Result<Filter> filter = Filter::parse(text, 1'700'000'100'000);
    QVERIFY2(filter, filter ? "" : filter.error().text().c_str());
    QRandomGenerator random(3);
    const QVector<Record> records = random_session(random, 150);
    const std::vector<std::string> wanted = expected(records, *filter);
    TrafficModel scanned; // filter after the records
    const QAbstractItemModelTester tester(&scanned);
    feed(scanned, records);
    QSignalSpy applied(&scanned, &TrafficModel::filter_applied);
    scanned.set_filter(*filter);
    QVERIFY(applied.wait(kPatienceMs));
    scanned.flush_all();
    QCOMPARE(shown(scanned), wanted);
    TrafficModel judged; // records after the filter, and each twice
    const QAbstractItemModelTester second(&judged);
    judged.set_filter(*filter);
    for (qsizetype at = 0; at < records.size(); at += 7)
        feed(judged, records.mid(at, 7) + records.mid(at, 7));
    QCOMPARE(shown(judged), wanted);
    // What is visited (exports, statistics) is what is shown, opened.
    std::size_t lines = 0;
    for (std::uint64_t key = 1; key != 0;)
        key = scanned.visit(key, [&](const Event& event) { lines += event.command == 0 ? 1 : 0; });
    QCOMPARE(lines, static_cast<std::size_t>(std::count_if(
                        wanted.begin(), wanted.end(), [](const std::string& row) { return row[0] != ' '; })));
}

void TrafficModelTest::lines_are_opened_and_closed_by_hand() {
    TrafficModel model;
    const QAbstractItemModelTester tester(&model);
    feed(model, {line(1, 1, "fine"), command(2, 1, 1, {"ls"}), line(3, 2, "bad"),
                 command(4, 2, 1, {"x"}, Verdict::Floor, 1)});
    model.set_open(0, true);
    model.set_open(2, false);
    QCOMPARE(shown(model), (std::vector<std::string>{"fine", " ls", "bad"}));
    feed(model, {command(5, 2, 2, {"y"}, Verdict::Floor, 1), command(6, 1, 2, {"z"})});
    QCOMPARE(shown(model), (std::vector<std::string>{"fine", " ls", " z", "bad"}));
    QCOMPARE(model.line_row(2), 0);
}

void TrafficModelTest::names_survive_a_filter() {
    TrafficModel model;
    feed(model, {line(1, 1, "one"), line(2, 2, "two"), command(3, 2, 1, {"git"}, Verdict::Floor, 1),
                 line(4, 3, "three")});
    const TrafficModel::RowName git = model.name_of(2);
    const TrafficModel::RowName three = model.name_of(3);
    model.set_filter(*Filter::parse(QStringLiteral("git"), 0));
    model.flush_all();
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.row_of(git), 1);
    QCOMPARE(model.row_of(three), 0); // its nearest older line
    QCOMPARE(model.row_of({}), -1);
}

void TrafficModelTest::random_operations_keep_the_model_right() {
    QRandomGenerator random(4);
    TrafficModel model;
    const QAbstractItemModelTester tester(&model);
    model.set_limits({1500, 1U << 20U});
    QVector<Record> records = random_session(random, 2500);
    const char* filters[] = {"", "git", "denied", "status!=0", "-git", "running"};
    qsizetype next = 0;
    while (next < records.size()) {
        switch (random.bounded(12)) {
        case 0:
            model.set_paused(random.bounded(2) == 0);
            break;
        case 1:
            model.set_filter(*Filter::parse(QString::fromLatin1(filters[random.bounded(6)]), 0));
            break;
        case 2:
            if (model.rowCount() > 0)
                model.set_open(random.bounded(model.rowCount()), random.bounded(2) == 0);
            break;
        case 3:
            QCoreApplication::processEvents();
            break;
        case 4:
            if (next > 0)
                model.add_older({records[random.bounded(static_cast<int>(next))]});
            break;
        default:
            add_next(model, records, next, random.bounded(1, 200), random);
            break;
        }
        for (int i = 0; i < 3 && model.rowCount() > 0; ++i) {
            const int row = random.bounded(model.rowCount());
            QVERIFY(model.row_of(model.name_of(row)) == row);
            QVERIFY(model.line_row(row) <= row);
        }
    }
    model.set_paused(false);
    model.flush_all();
    QVERIFY(model.log().rows() <= 1500 + TrafficLog::kBlock);
}

QTEST_GUILESS_MAIN(TrafficModelTest)
#include "traffic_model_test.moc"
