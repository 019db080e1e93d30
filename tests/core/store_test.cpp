// The session's store: what goes in comes out, bounds, faults.
#include "core/events/store_reader.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

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

private:
    std::string file() const { return folder_->filePath(QStringLiteral("events.sqlite")).toStdString(); }
    std::unique_ptr<QTemporaryDir> folder_;
};

QTEST_GUILESS_MAIN(StoreTest)
#include "store_test.moc"
