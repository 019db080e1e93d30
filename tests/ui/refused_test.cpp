// The refusals of a session that is longer than what the window reads of it: every rule is there, every
// refusal is counted once, whether the store or the feed told it first.
#include "core/events/record_feed.h"
#include "core/events/store.h"
#include "core/events/store_reader.h"
#include "tests/support/patience.h"
#include "ui/refused/possible.h"
#include "ui/refused/possible_model.h"
#include "ui/refused/refused_model.h"
#include "ui/refused/refused_page.h"
#include "ui/refused/stored_refusals.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include <map>

using namespace asb;
using namespace asb::ui;
using namespace asb::test;

namespace {

constexpr int kRefusals = 5000;

std::string rule_of(int number) {
    return number == 3 ? "only once" : number % 5 == 0 ? "each fifth" : "the others";
}

std::vector<Record> many_refusals() {
    std::vector<Record> records;
    for (int i = 1; i <= kRefusals; ++i) {
        Record record;
        record.id = record.revision = static_cast<std::uint64_t>(i);
        record.done = true;
        record.event.type = EventType::CommandEnd;
        record.event.request = record.id;
        record.event.command = 1;
        record.event.argv = {"git", std::to_string(i)};
        record.event.time_ms = 1'700'000'000'000 + i;
        record.event.verdict = Verdict::Refused;
        record.event.status = 126;
        record.event.rule = rule_of(i);
        record.event.reason = "because " + rule_of(i);
        records.push_back(record);
    }
    return records;
}

} // namespace

class RefusedTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void every_rule_and_every_refusal_is_in_the_store();
    void the_page_counts_each_refusal_once_data();
    void the_page_counts_each_refusal_once();
    void the_newest_are_told_from_those_looked_at();
    void a_short_session_is_read_whole();
    void possible_refusals_are_guessed_from_paths_data();
    void possible_refusals_are_guessed_from_paths();
    void possible_model_survives_random_records();

private:
    std::unique_ptr<QTemporaryDir> folder_;
    SessionFacts facts_;
};

void RefusedTest::init() {
    folder_ = std::make_unique<QTemporaryDir>();
    facts_ = {};
    facts_.id = QStringLiteral("made-up");
    facts_.state = SessionFacts::State::Ended;
    facts_.store = folder_->filePath(QStringLiteral("events.sqlite"));
    Store store;
    QVERIFY(store.create(facts_.store.toStdString()).ok());
    QVERIFY(store.write(many_refusals()).ok());
}

void RefusedTest::every_rule_and_every_refusal_is_in_the_store() {
    const StoredRefusals stored = read_stored_refusals(facts_.store.toStdString(), "made-up");
    RefusedModel model;
    model.add(stored.records);
    const QAbstractItemModelTester tester(&model);
    for (const auto& [key, count] : stored.earlier)
        model.count_earlier(key, count);
    QCOMPARE(model.count(), std::uint64_t{kRefusals});
    QCOMPARE(model.rowCount(), 3);
    std::map<QString, int> counts;
    for (int row = 0; row < 3; ++row)
        counts[model.index(row, 0).data().toString()] = model.index(row, RefusedModel::Count).data().toInt();
    QCOMPARE(counts[QStringLiteral("because only once")], 1);
    QCOMPARE(counts[QStringLiteral("because each fifth")], kRefusals / 5);
    QCOMPARE(counts[QStringLiteral("because the others")], kRefusals - kRefusals / 5 - 1);
    QCOMPARE(model.newest(), std::uint64_t{kRefusals});
    QCOMPARE(model.newest_but(10), std::uint64_t{kRefusals - 10});
    QCOMPARE(model.newest_but(100'000), std::uint64_t{0});
}

void RefusedTest::the_page_counts_each_refusal_once_data() {
    QTest::addColumn<int>("backlog"); // the feed brings fewer or more than are read from the store
    QTest::newRow("less") << 100;
    QTest::newRow("more") << 4000;
}

void RefusedTest::the_page_counts_each_refusal_once() {
    QFETCH(int, backlog);
    RecordFeed feed(facts_, backlog);
    RefusedPage page;
    page.set_session(&feed, facts_);
    page.show();
    const QAbstractItemModel& model = *page.findChild<QTreeView*>(QStringLiteral("refusals"))->model();
    const auto sum = [&] {
        int all = 0;
        for (int row = 0; row < model.rowCount(); ++row)
            all += model.index(row, RefusedModel::Count).data().toInt();
        return all;
    };
    QTRY_COMPARE_WITH_TIMEOUT(sum(), kRefusals, kPatienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(feed.is_caught_up(), kPatienceMs);
    QTest::qWait(50);
    QCOMPARE(sum(), kRefusals);
    QCOMPARE(model.rowCount(), 3);
    page.set_session(nullptr, {});
}

void RefusedTest::the_newest_are_told_from_those_looked_at() {
    facts_.unseen = 7;
    RecordFeed feed(facts_, 100);
    RefusedPage page;
    page.set_session(&feed, facts_);
    QTRY_COMPARE_WITH_TIMEOUT(page.unseen(), 7, kPatienceMs);
    page.set_session(nullptr, {});
}

void RefusedTest::a_short_session_is_read_whole() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("events.sqlite")).toStdString();
    const std::vector<Record> all = many_refusals();
    Store store;
    QVERIFY(store.create(path).ok());
    QVERIFY(store.write({all.begin(), all.begin() + 50}).ok());
    const StoredRefusals stored = read_stored_refusals(path, "made-up");
    QCOMPARE(stored.records.size(), 50);
    QVERIFY(stored.earlier.empty() && stored.counted_below == 0);
    StoreReader reader;
    QVERIFY(reader.open(path).ok());
    const auto earlier = reader.refusals(11);
    QVERIFY(earlier.ok());
    std::uint64_t count = 0;
    for (const StoreReader::RefusalGroup& group : *earlier)
        count += group.count;
    QCOMPARE(count, std::uint64_t{10});
}

void RefusedTest::possible_refusals_are_guessed_from_paths_data() {
    QTest::addColumn<QStringList>("argv");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("operation");
    const auto row = [](const char* name, const QStringList& argv, int status, const char* path,
                        const char* operation) {
        QTest::newRow(name) << argv << status << QString::fromLatin1(path) << QString::fromLatin1(operation);
    };
    row("read", {"cat", "/etc/shadow"}, 1, "/etc/shadow", "read");
    row("write", {"touch", "/usr/bin/x"}, 1, "/usr/bin/x", "write");
    row("above", {"ls", "../../other"}, 2, "/p/other", "read");
    row("exec", {"/opt/tool", "x"}, 126, "/opt/tool", "read");
    row("inside", {"cat", "/p/project/missing"}, 1, "", "");
    row("temporary", {"cat", "/tmp/x"}, 1, "", "");
    row("no path", {"false"}, 1, "", "");
    row("fine", {"cat", "/etc/passwd"}, 0, "", "");
}

void RefusedTest::possible_refusals_are_guessed_from_paths() {
    QFETCH(QStringList, argv);
    QFETCH(int, status);
    QFETCH(QString, path);
    QFETCH(QString, operation);
    Event event;
    event.type = EventType::CommandEnd;
    event.status = status;
    for (const QString& word : argv)
        event.argv.push_back(word.toStdString());
    const auto refusal = possible_refusal(event, "/p/project/sub", "/p/project");
    QCOMPARE(refusal.has_value(), !path.isEmpty());
    if (refusal) {
        QCOMPARE(QString::fromStdString(refusal->path), path);
        QCOMPARE(QString::fromStdString(refusal->operation), operation);
    }
    event.declared = true;
    QVERIFY(!possible_refusal(event, "/p/project/sub", "/p/project"));
}

void RefusedTest::possible_model_survives_random_records() {
    QRandomGenerator random(41);
    PossibleModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.restart("/p/project");
    std::map<std::uint64_t, std::string> plain; // what may have been refused, by id
    for (int turn = 0; turn < 300; ++turn) {
        QVector<Record> records;
        for (int n = random.bounded(12); n > 0; --n) {
            Record record;
            record.id = record.revision = 1 + random.bounded(1500U);
            record.done = true;
            record.event.type = EventType::CommandEnd;
            record.event.request = record.id;
            record.event.argv = {"cat", "/srv/" + std::to_string(record.id)};
            record.event.status = record.id % 3 == 0 ? 0 : 1;
            records.append(record);
            if (record.event.status != 0)
                plain[record.id] = record.event.argv[1];
        }
        model.add(records);
        if (random.bounded(100) == 0) {
            model.restart("/p/project");
            plain.clear();
        }
        while (plain.size() > PossibleModel::kMost)
            plain.erase(plain.begin());
        QCOMPARE(model.rowCount(), static_cast<int>(plain.size()));
        auto expected = plain.rbegin();
        for (int row = 0; row < model.rowCount(); ++row, ++expected)
            QCOMPARE(model.at(row).path, expected->second);
    }
}

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    RefusedTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "refused_test.moc"
