// The session's store: what goes in comes out, bounds, faults.
#include "core/events/store_reader.h"
#include "core/events/store_writer.h"
#include "tests/support/patience.h"

#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>

using namespace asb;

namespace {

std::uint64_t revisions = 0;

Record command(std::uint64_t id, const std::string& word) {
    Record record;
    record.id = id;
    record.revision = ++revisions;
    record.done = true;
    record.event.type = EventType::CommandEnd;
    record.event.request = 1;
    record.event.command = id;
    record.event.argv = {word, "a b", std::string("bad \xff byte")};
    record.event.status = 0;
    record.event.verdict = Verdict::Refused;
    record.event.reason = "two\nlines";
    record.event.caller_chain = {"session", "git"};
    return record;
}

} // namespace

class StoreTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }

    void round_trip_and_revisions() {
        const std::string path = file();
        Store store;
        QVERIFY(store.create(path).ok());
        Record running = command(1, "sleep");
        running.done = false;
        running.event.type = EventType::CommandStart;
        QVERIFY(store.write({running, command(2, "ls")}).ok());

        StoreReader reader; // while it is being written
        QVERIFY(reader.open(path).ok());
        const auto first = reader.changed_since(0, 10);
        QVERIFY(first.ok());
        QCOMPARE(first->size(), std::size_t{2});
        QVERIFY(!first->at(0).done);
        QCOMPARE(first->at(1).event.argv[0], std::string("ls"));
        QCOMPARE(first->at(1).event.argv[2], std::string("bad \\xff byte"));
        QCOMPARE(first->at(1).event.reason, std::string("two\nlines"));
        QCOMPARE(first->at(1).event.caller_chain.size(), std::size_t{2});

        QVERIFY(store.write({command(1, "sleep")}).ok());
        const auto changed = reader.changed_since(first->back().revision, 10);
        QVERIFY(changed.ok());
        QCOMPARE(changed->size(), std::size_t{1});
        QCOMPARE(changed->at(0).id, std::uint64_t{1});
        QVERIFY(changed->at(0).done);
        const auto all = reader.rows_after(0, 10);
        QVERIFY(all.ok());
        QCOMPARE(all->size(), std::size_t{2});
    }

    void owner_only_and_one_file_at_the_end() {
        const std::string path = file();
        {
            Store store;
            QVERIFY(store.create(path).ok());
            QVERIFY(store.write({command(1, "ls")}).ok());
            for (const char* suffix : {"", "-wal", "-shm"}) {
                struct stat state {};
                QCOMPARE(::stat((path + suffix).c_str(), &state), 0);
                QCOMPARE(state.st_mode & 0777U, 0600U);
            }
        }
        QVERIFY(!QFile::exists(QString::fromStdString(path + "-wal")));
        StoreReader reader;
        QVERIFY(reader.open(path).ok());
        QCOMPARE(reader.rows_after(0, 10)->size(), std::size_t{1});
    }

    void folded_before_its_end() {
        for (const bool with_reader : {false, true}) {
            const std::string path = file();
            QFile::remove(QString::fromStdString(path));
            Store store;
            QVERIFY(store.create(path).ok());
            QVERIFY(store.write({command(1, "ls")}).ok());
            StoreReader early;
            if (with_reader) {
                QVERIFY(early.open(path).ok());
                QCOMPARE(early.rows_after(0, 10)->size(), std::size_t{1});
            }
            QVERIFY(store.fold().ok());
            QCOMPARE(QFile::exists(QString::fromStdString(path + "-wal")), with_reader);
            QVERIFY(store.write({command(2, "late")}).ok());
            StoreReader late;
            for (StoreReader* reader : {&late, &early}) {
                if (reader == &early && !with_reader)
                    continue;
                QVERIFY(reader == &early || reader->open(path).ok());
                const auto rows = reader->rows_after(0, 10);
                QVERIFY(rows.ok());
                QCOMPARE(rows->size(), std::size_t{2});
                QCOMPARE(rows->at(1).event.argv[0], std::string("late"));
            }
        }
    }

    void bounded_with_a_gap() {
        Store store;
        const std::string path = file();
        QVERIFY(store.create(path, 10).ok());
        for (std::uint64_t id = 1; id <= 25; ++id)
            QVERIFY(store.write({command(id, "ls")}).ok());
        QVERIFY(store.write({command(3, "changed"), command(20, "lost")}).ok());
        StoreReader reader;
        QVERIFY(reader.open(path).ok());
        const auto rows = reader.rows_after(0, 100);
        QVERIFY(rows.ok());
        QCOMPARE(rows->size(), std::size_t{11});
        QCOMPARE(rows->at(2).event.argv[0], std::string("changed"));
        QCOMPARE(rows->back().event.type, EventType::Gap);
        QCOMPARE(rows->back().event.count, std::uint64_t{15});
    }

    void pages() {
        Store store;
        const std::string path = file();
        QVERIFY(store.create(path).ok());
        std::vector<Record> records;
        for (std::uint64_t id = 1; id <= 50; ++id)
            records.push_back(command(id, "ls"));
        QVERIFY(store.write(records).ok());
        StoreReader reader;
        QVERIFY(reader.open(path).ok());
        QCOMPARE(reader.rows_after(10, 20)->back().id, std::uint64_t{30});
        QCOMPARE(reader.rows_after(50, 20)->size(), std::size_t{0});
    }

    void an_existing_file_is_not_taken() {
        const std::string path = file();
        Store first;
        QVERIFY(first.create(path).ok());
        Store second;
        const Status refused = second.create(path);
        QVERIFY(!refused);
        QVERIFY(refused.error().what.find(path) != std::string::npos);
    }

    void faults_of_a_file_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("garbage") << QByteArray(5000, 'x');
        QTest::newRow("header only") << QByteArray("SQLite format 3\0", 16);
    }
    void faults_of_a_file() {
        QFETCH(QByteArray, content);
        QFile out(QString::fromStdString(file()));
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(content);
        out.close();
        StoreReader reader;
        QVERIFY(!reader.open(file()));
        StoreReader missing;
        QVERIFY(!missing.open(file() + "-none"));
    }

    void rows_that_cannot_be_read_are_counted() {
        const std::string path = file();
        Store store;
        QVERIFY(store.create(path).ok());
        QVERIFY(store.write({command(1, "ls"), command(2, "ls")}).ok());
        store.close();
        const QString name = QStringLiteral("damage");
        {
            QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), name);
            database.setDatabaseName(QString::fromStdString(path));
            QVERIFY(database.open());
            QSqlQuery query(database);
            QVERIFY(query.exec(QStringLiteral("UPDATE bodies SET event='{' WHERE id=1")));
        }
        QSqlDatabase::removeDatabase(name);
        StoreReader reader;
        QVERIFY(reader.open(path).ok());
        QCOMPARE(reader.rows_after(0, 10)->size(), std::size_t{1});
        QCOMPARE(reader.damaged(), std::uint64_t{1});
    }

    void pages_backwards_with_a_filter() {
        const std::string path = file();
        Store store;
        QVERIFY(store.create(path).ok());
        std::vector<Record> records;
        for (std::uint64_t id = 1; id <= 100; ++id)
            records.push_back(command(id, id % 10 == 0 ? "git" : "ls"));
        QVERIFY(store.write(records).ok());
        StoreReader reader;
        QVERIFY(reader.open(path).ok());
        const auto newest = reader.page_before(0, 3, Filter());
        QCOMPARE(ids(*newest), QStringLiteral("98 99 100"));
        QVERIFY(newest->more);
        QCOMPARE(ids(*reader.page_before(98, 3, Filter())), QStringLiteral("95 96 97"));
        QCOMPARE(ids(*reader.page_after(98, 3, Filter())), QStringLiteral("99 100"));
        const Filter git = *Filter::parse(QStringLiteral("cmd:git"), 0);
        QCOMPARE(ids(*reader.page_before(0, 4, git)), QStringLiteral("70 80 90 100"));
        QCOMPARE(ids(*reader.page_before(70, 4, git)), QStringLiteral("30 40 50 60"));
        QCOMPARE(ids(*reader.page_after(70, 2, git)), QStringLiteral("80 90"));
        QVERIFY(!reader.page_before(30, 4, git)->more);
        QCOMPARE(*reader.id_of_newest(1), std::uint64_t{100});
        QCOMPARE(*reader.id_of_newest(10), std::uint64_t{91});
        QCOMPARE(*reader.id_of_newest(1000), std::uint64_t{0});
    }

    void refusals_and_statistics() {
        const std::string path = file();
        Store store;
        QVERIFY(store.create(path).ok());
        std::vector<Record> records;
        const auto add = [&](const std::string& word, Verdict verdict, const std::string& rule, int status,
                             std::int64_t duration_us) {
            Record record = command(records.size() + 1, word);
            record.event.verdict = verdict;
            record.event.rule = rule;
            record.event.reason = verdict == Verdict::Refused ? "because of " + rule : "";
            record.event.policy = verdict == Verdict::Refused ? "git" : "";
            record.event.status = status;
            record.event.duration_us = duration_us;
            record.event.time_ms = static_cast<std::int64_t>(records.size());
            records.push_back(record);
        };
        add("/usr/bin/git", Verdict::Refused, "a.deny[0]", 126, 5);
        add("git", Verdict::Refused, "b.deny[0]", 126, 6);
        add("git", Verdict::Policy, "", 1, 900);
        add("ls", Verdict::Floor, "", 0, 100);
        add("git", Verdict::Refused, "a.deny[0]", 126, 7);
        add("git", Verdict::Refused, "", 126, 8);
        QVERIFY(store.write(records).ok());
        StoreReader reader;
        QVERIFY(reader.open(path).ok());
        const auto groups = reader.refusals();
        QVERIFY(groups.ok());
        QCOMPARE(groups->size(), std::size_t{3});
        QCOMPARE(groups->at(0).rule, std::string());
        QCOMPARE(groups->at(1).rule, std::string("a.deny[0]"));
        QCOMPARE(groups->at(1).reason, std::string("because of a.deny[0]"));
        QCOMPARE(groups->at(1).count, std::uint64_t{2});
        QCOMPARE(groups->at(1).newest, std::uint64_t{5});
        QCOMPARE(groups->at(1).newest_ms, std::int64_t{4});
        const auto programs = reader.most_used(10);
        QVERIFY(programs.ok());
        QCOMPARE(programs->size(), std::size_t{2});
        QCOMPARE(programs->at(0).program, std::string("git"));
        QCOMPARE(programs->at(0).count, std::uint64_t{5});
        QCOMPARE(programs->at(0).refused, std::uint64_t{4});
        QCOMPARE(programs->at(0).failed, std::uint64_t{1});
        QCOMPARE(programs->at(0).longest_us, std::int64_t{900});
        const auto slowest = reader.slowest(2);
        QVERIFY(slowest.ok());
        QCOMPARE(slowest->at(0).id, std::uint64_t{3});
        QCOMPARE(slowest->at(1).id, std::uint64_t{4});
    }

    void faults_are_told_apart() {
        StoreReader missing;
        QVERIFY(!missing.open(file() + "-none"));
        QCOMPARE(missing.fault(), StoreFault::Missing);
        const std::string path = file();
        {
            Store store;
            QVERIFY(store.create(path).ok());
            std::vector<Record> records;
            for (std::uint64_t id = 1; id <= 2000; ++id)
                records.push_back(command(id, "ls"));
            QVERIFY(store.write(records).ok());
        }
        {
            StoreReader garbage;
            QFile out(QString::fromStdString(file() + "-garbage"));
            QVERIFY(out.open(QIODevice::WriteOnly));
            out.write(QByteArray(5000, 'x'));
            out.close();
            QVERIFY(!garbage.open(file() + "-garbage"));
            QCOMPARE(garbage.fault(), StoreFault::Damaged);
        }
        QFile cut(QString::fromStdString(path));
        QVERIFY(cut.resize(cut.size() / 2)); // the half of the pages is gone
        StoreReader reader;
        Status read = reader.open(path);
        if (read) {
            const auto rows = reader.rows_after(0, 5000);
            read = rows ? success() : Status(rows.error());
        }
        QVERIFY(!read);
        QCOMPARE(reader.fault(), StoreFault::Damaged);
        QVERIFY(read.error().hint.find(".recover") != std::string::npos);
    }

    void a_damaged_store_is_moved_aside_by_its_writer() {
        const std::string path = file();
        Store store;
        QVERIFY(store.create(path).ok());
        QVERIFY(store.write({command(1, "ls")}).ok());
        drop_table(path);
        QVERIFY(!store.write({command(2, "ls")}));
        QCOMPARE(store.fault(), StoreFault::Damaged);
        const Result<std::string> aside = store.move_aside();
        QVERIFY(aside.ok());
        QCOMPARE(*aside, path + ".damaged");
        QVERIFY(QFile::exists(QString::fromStdString(*aside)));
        QVERIFY(store.create(path).ok());
        QVERIFY(store.write({command(2, "ls")}).ok());
        drop_table(path);
        QVERIFY(!store.write({command(3, "ls")}));
        QCOMPARE(*store.move_aside(), path + ".damaged-2");
    }

    void the_writer_begins_again() {
        const std::string path = file();
        StoreWriter writer({50000, 50, kStoreRows});
        QSignalSpy trouble(&writer, &StoreWriter::trouble);
        QSignalSpy again(&writer, &StoreWriter::begun_again);
        QVERIFY(writer.open(path).ok());
        writer.write({command(1, "ls")});
        QTRY_COMPARE(rows_in(path), 1);
        drop_table(path);
        writer.write({command(2, "ls")});
        QTRY_COMPARE(again.size(), 1);
        QVERIFY(trouble.at(0).at(0).toString().contains(QStringLiteral("damaged")));
        QTRY_COMPARE(rows_in(path), 1);
        writer.write({command(1, "ls")}); // from memory
        writer.finish();
        QCOMPARE(rows_in(path), 2);
        QVERIFY(!QFile::exists(QString::fromStdString(path + "-wal")));
    }

    void what_cannot_be_written_is_kept_and_tried_again() {
        const std::string path = file();
        StoreWriter writer({100, 50, kStoreRows});
        QSignalSpy trouble(&writer, &StoreWriter::trouble);
        QVERIFY(writer.open(path).ok());
        rlimit limit{};
        QCOMPARE(::getrlimit(RLIMIT_FSIZE, &limit), 0);
        const rlimit before = limit;
        std::signal(SIGXFSZ, SIG_IGN);
        limit.rlim_cur = 65536; // as a full disk: no file grows any more
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &limit), 0);
        for (std::uint64_t id = 1; id <= 400; ++id)
            writer.write({command(id, std::string(1000, 'x'))});
        const bool told = QTest::qWaitFor([&] { return trouble.size() == 1; }, test::kPatienceMs);
        writer.write({command(401, "ls")});
        QTest::qWait(200);
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
        QVERIFY(told);
        QCOMPARE(trouble.size(), 1); // once, however often it is tried
        QTRY_COMPARE(trouble.size(), 2);
        QVERIFY(trouble.at(1).at(0).toString().contains(QStringLiteral("again")));
        writer.finish();
        StoreReader reader;
        QVERIFY(reader.open(path).ok());
        const auto rows = reader.rows_after(0, 1000);
        QVERIFY(rows.ok());
        QVERIFY(rows->size() > 100);
        const auto at = std::find_if(rows->begin(), rows->end(), [](const Record& r) { return r.id == 401; });
        QVERIFY(at != rows->end());
        QCOMPARE(rows->back().event.type, EventType::Gap); // what did not fit into memory is counted
        QCOMPARE(rows->back().event.count + rows->size() - 1, std::uint64_t{401});
    }

private:
    static QString ids(const StoreReader::Page& page) {
        QStringList list;
        for (const Record& row : page.rows)
            list.append(QString::number(row.id));
        return list.join(QLatin1Char(' '));
    }
    static int rows_in(const std::string& path) {
        StoreReader reader;
        if (!reader.open(path))
            return -1;
        const auto rows = reader.rows_after(0, 100000);
        return rows ? static_cast<int>(rows->size()) : -1;
    }
    /// Damage that the writer meets at its next statement.
    static void drop_table(const std::string& path) {
        const QString name = QStringLiteral("damage");
        {
            QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), name);
            database.setDatabaseName(QString::fromStdString(path));
            QVERIFY(database.open());
            QSqlQuery query(database);
            QVERIFY(query.exec(QStringLiteral("DROP TABLE bodies")));
        }
        QSqlDatabase::removeDatabase(name);
    }
    std::string file() const { return folder_->filePath(QStringLiteral("events.sqlite")).toStdString(); }
    std::unique_ptr<QTemporaryDir> folder_;
};

QTEST_GUILESS_MAIN(StoreTest)
#include "store_test.moc"
