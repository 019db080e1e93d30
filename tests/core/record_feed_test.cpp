// What a window gets of a session: from the store, from the session, and from the store again.
#include "core/events/record_feed.h"
#include "core/ipc/control_server.h"
#include "core/ipc/session_list.h"
#include "tests/core/session_home.h"
#include "tests/support/patience.h"

#include <QPointer>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace asb;

namespace {

const std::string kId = "0123456789abcdef";

class FakeHost : public ControlHost {
public:
    QJsonObject status() const override {
        return {{QStringLiteral("state"), QStringLiteral("running")},
                {QStringLiteral("refused"), refused},
                {QStringLiteral("unseen"), refused}};
    }
    const Ring& ring() const override { return records; }
    void stop() override {}
    Status cancel(std::uint64_t) override { return success(); }
    Result<int> kill_command(std::uint64_t, std::uint64_t) override { return 1; }
    Result<int> kill_process(int) override { return 1; }
    Result<int> end_leftovers() override { return 0; }
    QVector<ProcessFacts> processes() const override { return {}; }
    void acknowledge(const std::string&) override { refused = 0; }
    Result<QString> answer_reload(const QString&) override { return QString(); }

    Ring records{50};
    int refused = 2;
};

/// Everything that a feed has given, by id.
class Collector : public QObject {
public:
    explicit Collector(RecordFeed& feed) {
        connect(&feed, &RecordFeed::records, this, [this](const QVector<Record>& batch) {
            largest = std::max(largest, static_cast<int>(batch.size()));
            for (const Record& record : batch) {
                ++count;
                newest[record.id] = record;
            }
        });
    }
    std::map<std::uint64_t, Record> newest;
    int count = 0;
    int largest = 0;
};

} // namespace

class RecordFeedTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        host_.records = Ring{50};
        host_.refused = 2;
        home_ = std::make_unique<SessionHome>();
        home_->add(kId,
                   {{QStringLiteral("started_ms"), 5}, {QStringLiteral("agent"), QStringLiteral("claude")}});
        store_ = std::make_unique<Store>();
        QVERIFY(store_->create(store_path(kId)).ok());
    }
    void cleanup() {
        server_.reset();
        store_.reset();
        home_.reset();
    }

    void an_ended_session() {
        write(1, 3000);
        store_->close();
        end_session();
        RecordFeed feed(*load_session(QString::fromStdString(kId)), 2000);
        Collector got(feed);
        QSignalSpy caught_up(&feed, &RecordFeed::caught_up);
        QSignalSpy older(&feed, &RecordFeed::older);
        QTRY_VERIFY(feed.is_complete());
        QVERIFY(!feed.is_live());
        QCOMPARE(caught_up.size(), 1);
        QCOMPARE(got.count, 2000);
        QCOMPARE(got.newest.begin()->first, std::uint64_t{1001});
        QVERIFY(got.largest <= 660);
        feed.load_older(600);
        QTRY_COMPARE(older.size(), 1);
        const auto page = older.at(0).at(0).value<QVector<Record>>();
        QCOMPARE(page.size(), 600);
        QCOMPARE(page.first().id, std::uint64_t{401});
        QCOMPARE(older.at(0).at(1).toBool(), true);
        feed.load_older(600);
        QTRY_COMPARE(older.size(), 2);
        QCOMPARE(older.at(1).at(0).value<QVector<Record>>().size(), 400);
        QCOMPARE(older.at(1).at(1).toBool(), false);
        feed.restart();
        QTRY_COMPARE(got.count, 4000);
        QTRY_COMPARE(caught_up.size(), 2);
    }

    void a_running_session_is_followed() {
        write(1, 10);
        serve();
        RecordFeed feed(*load_session(QString::fromStdString(kId)));
        Collector got(feed);
        QTRY_VERIFY(feed.is_live());
        QVERIFY(feed.is_caught_up());
        QTRY_COMPARE(got.newest.size(), std::size_t{10});
        publish(11, 12);
        QTRY_COMPARE(got.newest.size(), std::size_t{12});
        Record changed = numbered_record(12, "changed");
        changed.revision = 13;
        host_.records.put(changed);
        server_->publish({changed});
        QTRY_COMPARE(got.newest[12].event.argv[0], std::string("changed"));
        QCOMPARE(got.count, 13);
    }

    void what_the_session_no_longer_has_comes_from_the_store() {
        write(1, 500);
        for (std::uint64_t id = 1; id <= 500; ++id)
            host_.records.put(numbered_record(id)); // it keeps 50
        serve();
        RecordFeed feed(*load_session(QString::fromStdString(kId)));
        Collector got(feed);
        QTRY_VERIFY(feed.is_live());
        QTRY_COMPARE(got.count, 500);
    }

    void the_end_of_the_session_program() {
        write(1, 3);
        serve();
        RecordFeed feed(*load_session(QString::fromStdString(kId)));
        Collector got(feed);
        QTRY_VERIFY(feed.is_live());
        write(4, 6); // written, not told any more
        remove_registry_entry(*runtime_dir(), kId);
        server_.reset();
        QTRY_VERIFY(feed.is_complete());
        QCOMPARE(got.newest.size(), std::size_t{6});
    }

    void the_session_program_goes_and_comes() {
        write(1, 3);
        serve();
        RecordFeed feed(*load_session(QString::fromStdString(kId)));
        Collector got(feed);
        QTRY_VERIFY(feed.is_live());
        server_.reset();
        QTRY_VERIFY(!feed.is_live());
        QVERIFY(!feed.is_complete());
        write(4, 4);
        QTRY_COMPARE(got.newest.size(), std::size_t{4});
        serve();
        QTRY_VERIFY(feed.is_live());
        publish(5, 5);
        QTRY_COMPARE(got.newest.size(), std::size_t{5});
    }

    void a_slow_window_loses_nothing() {
        serve();
        RecordFeed feed(*load_session(QString::fromStdString(kId)));
        Collector got(feed);
        QTRY_VERIFY(feed.is_live());
        bool slow = true;
        connect(&feed, &RecordFeed::records, this, [&](const QVector<Record>&) {
            if (slow)
                QThread::msleep(20);
        });
        const std::string text(20000, 'x');
        std::vector<Record> batch;
        for (std::uint64_t id = 1; id <= 1000; ++id) {
            Record record = numbered_record(id, text);
            host_.records.put(record);
            batch.push_back(record);
            if (batch.size() == 50) { // 20 MB in all
                QVERIFY(store_->write(batch).ok());
                server_->publish(batch);
                batch.clear();
                QCoreApplication::processEvents();
            }
        }
        QTRY_COMPARE(got.newest.size(), std::size_t{1000});
        slow = false;
        QTRY_VERIFY(feed.is_live());
    }

    void a_damaged_store_is_told() {
        store_.reset();
        QVERIFY(write_file_atomically(store_path(kId), std::string(5000, 'x'), 0600).ok());
        end_session();
        RecordFeed feed(*load_session(QString::fromStdString(kId)));
        QSignalSpy trouble(&feed, &RecordFeed::trouble);
        QTRY_COMPARE(trouble.size(), 1);
        QCOMPARE(trouble.at(0).at(1).toBool(), true);
        QTRY_VERIFY(feed.is_complete());
        QVERIFY(feed.is_caught_up());
        QVERIFY(QFile::exists(QString::fromStdString(store_path(kId)))); // a reader moves nothing
    }

    void a_list_of_sessions() {
        const std::string old = "00000000000000aa";
        home_->add(old, {{QStringLiteral("started_ms"), 9},
                         {QStringLiteral("ended_ms"), 10},
                         {QStringLiteral("status"), 3},
                         {QStringLiteral("unseen"), 2},
                         {QStringLiteral("unseen_rules"), QJsonObject{{QStringLiteral("r"), 2}}}});
        host_.records = Ring{50};
        serve();
        SessionList list;
        QSignalSpy changed(&list, &SessionList::changed);
        QSignalSpy added(&list, &SessionList::added);
        QSignalSpy removed(&list, &SessionList::removed);
        QSignalSpy answered(&list, &SessionList::answered);
        list.start();
        QCOMPARE(added.size(), 2);
        const QString id = QString::fromStdString(kId);
        QCOMPARE(list.sessions().front().id, id); // running first
        QCOMPARE(list.sessions().back().status, std::optional<int>(3));
        QTRY_COMPARE(list.find(id)->refused, quint64{2});
        QTRY_VERIFY(list.client(id) && list.client(id)->is_open());
        list.acknowledge(id, QString());
        QTRY_COMPARE(list.find(id)->unseen, quint64{0});
        QCOMPARE(answered, QList<QList<QVariant>>{QList<QVariant>{id}}); // once, and by the one that runs
        list.acknowledge(QString::fromStdString(old), QStringLiteral("r"));
        QTRY_COMPARE(list.find(QString::fromStdString(old))->unseen, quint64{0});
        QVERIFY(remove_tree(home_->folder_of(old)).ok());
        QTRY_COMPARE(removed.size(), 1); // by the watch on the folder, or the poll
        home_->add("00000000000000bb", {{QStringLiteral("started_ms"), 1}});
        QTRY_COMPARE(added.size(), 3);
        QCOMPARE(list.find(QStringLiteral("00000000000000bb"))->state, SessionFacts::State::Died);
        end_session();
        remove_registry_entry(*runtime_dir(), kId);
        server_.reset();
        QTRY_COMPARE(list.find(id)->state, SessionFacts::State::Ended);
        QVERIFY(list.client(id) == nullptr);
    }

    /// Somebody looks at the folders while a client delivers its answer, and the session has gone.
    void a_client_outlives_its_own_answer() {
        serve();
        SessionList list;
        list.start();
        const QString id = QString::fromStdString(kId);
        QTRY_VERIFY(list.client(id) && list.client(id)->is_open());
        const QPointer<SessionClient> client = list.client(id);
        bool answered = false;
        bool alive = false;
        client->ask_status([&](const Result<QJsonObject>&) {
            end_session();
            remove_registry_entry(*runtime_dir(), kId);
            list.refresh();
            answered = list.client(id) == nullptr;
            alive = !client.isNull();
        });
        QTRY_VERIFY(answered);
        QVERIFY(alive);
        QTRY_VERIFY(client.isNull());
    }

    void finding_a_session() {
        home_->add("01234567aaaaaaaa", {{QStringLiteral("started_ms"), 9}, {QStringLiteral("ended_ms"), 9}});
        const std::vector<SessionFacts> all = list_sessions();
        QCOMPARE(find_session(all, "", "test")->id, QStringLiteral("01234567aaaaaaaa")); // the newest
        QCOMPARE(find_session(all, "01234567a", "test")->id, QStringLiteral("01234567aaaaaaaa"));
        const auto none = find_session(all, "f", "test");
        QVERIFY(!none);
        QVERIFY(none.error().hint.find(kId) != std::string::npos); // what there is
        const auto both = find_session(all, "0123", "test");
        QVERIFY(!both);
        QVERIFY(both.error().what.find("2 sessions") != std::string::npos);
    }

private:
    void write(std::uint64_t first, std::uint64_t last) {
        std::vector<Record> records;
        for (std::uint64_t id = first; id <= last; ++id)
            records.push_back(numbered_record(id));
        QVERIFY(store_->write(records).ok());
    }
    void serve() {
        home_->register_running(kId);
        server_ = std::make_unique<ControlServer>(host_);
        QVERIFY(
            server_->open(control_socket_file(*runtime_dir(), kId), token_file(*runtime_dir(), kId)).ok());
    }
    void publish(std::uint64_t first, std::uint64_t last) {
        for (std::uint64_t id = first; id <= last; ++id) {
            host_.records.put(numbered_record(id));
            server_->publish({numbered_record(id)});
        }
    }
    void end_session() const {
        home_->add(kId, {{QStringLiteral("started_ms"), 5}, {QStringLiteral("ended_ms"), 6}});
    }

    std::unique_ptr<SessionHome> home_;
    std::unique_ptr<Store> store_;
    FakeHost host_;
    std::unique_ptr<ControlServer> server_;
};

QTEST_GUILESS_MAIN(RecordFeedTest)
#include "record_feed_test.moc"
