// The control socket of a session: token first, few verbs, followers that never hold anybody up.
#include "core/base/fd.h"
#include "core/ipc/control_server.h"
#include "core/ipc/registry.h"
#include "core/ipc/session_client.h"
#include "tests/core/quoted.h"
#include "tests/support/patience.h"

#include <QDir>
#include <QJsonDocument>
#include <QLocalSocket>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <sys/stat.h>
#include <unistd.h>

using namespace asb;

namespace {

/// Remembers what it was asked.
class FakeHost : public ControlHost {
public:
    QJsonObject status() const override {
        return {{QStringLiteral("state"), QStringLiteral("running")}, {QStringLiteral("unseen"), unseen}};
    }
    const Ring& ring() const override { return records; }
    void stop() override { asked += "stop "; }
    Status cancel(std::uint64_t request) override {
        asked += "cancel" + std::to_string(request) + ' ';
        return request == 404 ? Status(Error{"no such line", {}, 0}) : success();
    }
    Result<int> kill_command(std::uint64_t request, std::uint64_t command) override {
        asked += "kill" + std::to_string(request) + '.' + std::to_string(command) + ' ';
        return 2;
    }
    Result<int> kill_process(int pid) override {
        asked += "kill" + std::to_string(pid) + ' ';
        return Error{"not ours", {}, 0};
    }
    Result<int> end_leftovers() override { return 3; }
    QVector<ProcessFacts> processes() const override {
        ProcessFacts process;
        process.kind = ProcessFacts::Kind::Leftover;
        process.pid = 42;
        process.text = QStringLiteral("sleep 9");
        process.memory_kb = 7;
        return {process};
    }
    void acknowledge(const std::string& rule) override { asked += "seen:" + rule + ' '; }
    Result<QString> answer_reload(const QString& answer) override {
        if (answer == QLatin1String("difference"))
            return QStringLiteral("1 rule added");
        return Error{"somebody was quicker", {}, 0};
    }

    Ring records{100};
    std::string asked;
    int unseen = 0;
};

Record record_of(std::uint64_t id, std::uint64_t revision, const std::string& line) {
    Record record;
    record.id = id;
    record.revision = revision;
    record.event.type = EventType::RequestStart;
    record.event.request = id;
    record.event.line = line;
    return record;
}

} // namespace

class ControlServerTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        host_ = std::make_unique<FakeHost>();
        server_ = std::make_unique<ControlServer>(*host_);
        QVERIFY(server_->open(socket_path(), token_path()).ok());
        token_ = read_file(token_path())->substr(0, 64);
    }
    void cleanup() { server_.reset(); }

    void files_are_private() {
        struct stat state {};
        QCOMPARE(::stat(token_path().c_str(), &state), 0);
        QCOMPARE(state.st_mode & 0777U, 0600U);
        QCOMPARE(::stat(socket_path().c_str(), &state), 0);
        QCOMPARE(state.st_mode & 077U, 0U);
        QCOMPARE(token_.size(), std::size_t{64});
    }

    void verbs_data() {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<QByteArray>("asked");
        const auto row = [](const char* line, const char* answer, const char* asked) {
            QTest::newRow(line) << bytes(line) << bytes(answer) << QByteArray(asked);
        };
        row("{'verb':'status'}", "{'ok':true,'status':{'state':'running','unseen':0}}", "");
        row("{'verb':'cancel','request':12,'serial':5}", "{'ok':true,'serial':5}", "cancel12 ");
        row("{'verb':'cancel','request':404}", "{'error':'no such line','ok':false}", "cancel404 ");
        row("{'verb':'stop'}", "{'ok':true}", "stop ");
        row("{'verb':'kill','request':12,'command':3}", "{'ended':2,'ok':true}", "kill12.3 ");
        row("{'verb':'kill','pid':77}", "{'error':'not ours','ok':false}", "kill77 ");
        row("{'verb':'end_leftovers'}", "{'ended':3,'ok':true}", "");
        row("{'verb':'acknowledge','rule':'a.b[0]'}", "{'ok':true}", "seen:a.b[0] ");
        row("{'verb':'reload','answer':'difference'}", "{'ok':true,'text':'1 rule added'}", "");
        row("{'verb':'reload','answer':'again'}", "{'error':'somebody was quicker','ok':false}", "");
        row("{'verb':'follow','revision':0}", "{'following':true,'ok':true,'revision':0}", "");
    }
    void verbs() {
        QFETCH(QByteArray, line);
        QFETCH(QByteArray, answer);
        QFETCH(QByteArray, asked);
        QLocalSocket socket;
        connect_to(socket);
        QCOMPARE(ask(socket, hello(token_)).value(QStringLiteral("ok")), QJsonValue(true));
        QCOMPARE(ask(socket, line), QJsonDocument::fromJson(answer).object());
        QTRY_COMPARE(QByteArray::fromStdString(host_->asked), asked);
    }

    void refused_verbs_data() {
        QTest::addColumn<QByteArray>("line");
        for (const char* line :
             {"{'verb':'run','program':'/bin/sh'}", "{'verb':'cancel'}", "{'verb':'cancel','request':-1}",
              "{'verb':'cancel','request':'12'}", "{'verb':'kill'}", "{'verb':'kill','request':1}",
              "{'verb':'kill','pid':1}", "{'verb':'kill','pid':-5}", "{'verb':'kill','pid':99999999999}",
              "{'verb':'kill','pid':7,'request':1,'command':1}", "{'verb':'follow'}",
              "{'verb':'follow','revision':-1}", "{'verb':'follow','revision':'x'}", "{}", "[]", "junk",
              "\xff\xfe"})
            QTest::newRow(line) << bytes(line);
    }
    void refused_verbs() {
        QFETCH(QByteArray, line);
        QLocalSocket socket;
        connect_to(socket);
        ask(socket, hello(token_));
        const QJsonObject answer = ask(socket, line);
        QCOMPARE(answer.value(QStringLiteral("ok")), QJsonValue(false));
        QVERIFY(!answer.value(QStringLiteral("error")).toString().isEmpty());
        QCOMPARE(host_->asked, std::string());
        QCOMPARE(ask(socket, bytes("{'verb':'status'}")).value(QStringLiteral("ok")), QJsonValue(true));
    }

    void without_the_token_data() {
        QTest::addColumn<QByteArray>("line");
        QTest::newRow("wrong token") << hello(std::string(64, 'a'));
        QTest::newRow("empty token") << hello("");
        QTest::newRow("no hello") << bytes("{'verb':'stop'}");
        QTest::newRow("other version") << bytes("{'hello':2,'token':'x'}");
        QTest::newRow("junk") << QByteArray("\x01\x02");
    }
    void without_the_token() {
        QFETCH(QByteArray, line);
        QLocalSocket socket;
        connect_to(socket);
        QCOMPARE(ask(socket, line).value(QStringLiteral("ok")), QJsonValue(false));
        QTRY_COMPARE(socket.state(), QLocalSocket::UnconnectedState);
        QCOMPARE(host_->asked, std::string());
    }

    void long_lines_are_cut_off() {
        QLocalSocket socket;
        connect_to(socket);
        ask(socket, hello(token_));
        socket.write(QByteArray(20000, 'x'));
        QTRY_COMPARE(socket.state(), QLocalSocket::UnconnectedState);
    }

    void too_many_peers() {
        std::vector<std::unique_ptr<QLocalSocket>> sockets;
        for (int i = 0; i < 24; ++i) {
            sockets.push_back(std::make_unique<QLocalSocket>());
            connect_to(*sockets.back());
            QTest::qWait(1);
        }
        QTRY_COMPARE(sockets.back()->state(), QLocalSocket::UnconnectedState);
        QCOMPARE(sockets.front()->state(), QLocalSocket::ConnectedState);
    }

    void a_client_follows() {
        host_->records.put(record_of(1, 1, "one"));
        host_->records.put(record_of(2, 2, "two"));
        SessionClient client;
        QVector<Record> got;
        connect(&client, &SessionClient::records, this, [&](const QVector<Record>& more) { got += more; });
        client.open(folder(), "x");
        bool following = false;
        client.follow(1, [&](const Result<QJsonObject>& answer) {
            following = answer && answer->value(QStringLiteral("following")).toBool();
        });
        QTRY_COMPARE(got.size(), 1);
        QVERIFY(following);
        QCOMPARE(got[0].event.line, std::string("two"));
        const Record next = record_of(3, 3, "three\nlines");
        host_->records.put(next);
        server_->publish({next});
        QTRY_COMPARE(got.size(), 2);
        QCOMPARE(got[1].id, std::uint64_t{3});
        QCOMPARE(got[1].revision, std::uint64_t{3});
        QCOMPARE(got[1].event.line, std::string("three\nlines"));
        QVector<ProcessFacts> processes;
        client.processes([&](const Result<QVector<ProcessFacts>>& list) { processes = *list; });
        QTRY_COMPARE(processes.size(), 1);
        QCOMPARE(processes[0].text, QStringLiteral("sleep 9"));
        QCOMPARE(processes[0].kind, ProcessFacts::Kind::Leftover);
    }

    void what_is_gone_has_to_come_from_the_store() {
        for (std::uint64_t id = 1; id <= 150; ++id)
            host_->records.put(record_of(id, id, "x"));
        SessionClient client;
        client.open(folder(), "x");
        QJsonObject answer;
        client.follow(10, [&](const Result<QJsonObject>& got) { answer = *got; });
        QTRY_VERIFY(!answer.isEmpty());
        QCOMPARE(answer.value(QStringLiteral("following")).toBool(), false);
        QCOMPARE(answer.value(QStringLiteral("revision")).toInt(), 150);
        answer = {};
        client.follow(50, [&](const Result<QJsonObject>& got) { answer = *got; });
        QTRY_VERIFY(!answer.isEmpty());
        QCOMPARE(answer.value(QStringLiteral("following")).toBool(), true);
    }

    void a_slow_follower_gets_a_gap() {
        QLocalSocket slow;
        slow.setReadBufferSize(1000);
        connect_to(slow);
        ask(slow, hello(token_));
        ask(slow, bytes("{'verb':'follow','revision':0}"));
        const std::string text(200000, 'x');
        std::uint64_t id = 0;
        for (int i = 0; i < 60; ++i) {
            ++id;
            server_->publish({record_of(id, id, text)}); // 12 MB that nobody reads
        }
        slow.setReadBufferSize(0);
        QByteArray all;
        QVERIFY(QTest::qWaitFor(
            [&] {
                all += slow.readAll();
                return all.contains("{\"gap\":") && all.endsWith('\n');
            },
            test::kPatienceMs));
        const QByteArray last = all.trimmed().split('\n').last();
        const qint64 missed = QJsonDocument::fromJson(last).object().value(QStringLiteral("gap")).toInteger();
        QVERIFY(missed > 0);
        QCOMPARE(all.count("{\"record\":") + missed, qsizetype{60});
        server_->publish({record_of(99, 99, "later")}); // not any more: it has to ask again
        QVERIFY(
            ask(slow, bytes("{'verb':'status'}")).contains(QStringLiteral("status"))); // nothing before it
    }

    void a_watcher_hears_of_changes() {
        SessionClient client;
        QSignalSpy news(&client, &SessionClient::status_changed);
        client.open(folder(), "x");
        client.watch();
        QTRY_COMPARE(news.size(), 1);
        server_->status_changed(); // nothing has changed
        QTest::qWait(300);
        QCOMPARE(news.size(), 1);
        host_->unseen = 4;
        server_->status_changed();
        QTRY_COMPARE(news.size(), 2);
        QCOMPARE(news.at(1).at(0).toJsonObject().value(QStringLiteral("unseen")).toInt(), 4);
    }

    void a_client_hears_of_the_end() {
        SessionClient client;
        QSignalSpy closed(&client, &SessionClient::closed);
        client.open(folder(), "nobody");
        QTRY_COMPARE(closed.size(), 1);
        client.open(folder(), "x");
        client.watch();
        QTRY_VERIFY(client.is_open());
        server_->close();
        QTRY_COMPARE(closed.size(), 2);
        QString error;
        client.stop(
            [&](const Result<QJsonObject>& answer) { error = QString::fromStdString(answer.error().what); });
        QTRY_VERIFY(!error.isEmpty());
    }

    void a_file_that_is_no_token() {
        QVERIFY(write_file_atomically(token_path(), "nonsense\n", 0600).ok());
        SessionClient client;
        QSignalSpy closed(&client, &SessionClient::closed);
        client.open(folder(), "x");
        QTRY_COMPARE(closed.size(), 1);
        QCOMPARE(closed.at(0).at(0).toString(), QStringLiteral("wrong token"));
    }

    void registry() {
        const std::string folder = folder_->path().toStdString();
        QVERIFY(write_registry_entry(folder,
                                     {"aa", "claude", "/p", "/s", "/r", static_cast<int>(::getpid()), 1, 5})
                    .ok());
        QVERIFY(
            write_registry_entry(folder, {"bb", "demo", "/p", "/s", "/r", static_cast<int>(::getpid()), 1, 9})
                .ok());
        QVERIFY(write_registry_entry(folder, {"cc", "demo", "/p", "/s", "/r", 0, 1, 7}).ok());
        QVERIFY(write_file_atomically(folder + "/junk.json", "{", 0600).ok());
        const std::vector<RegistryEntry> entries = read_registry(folder);
        QCOMPARE(entries.size(), std::size_t{2});
        QCOMPARE(entries[0].id, std::string("bb"));
        QCOMPARE(entries[1].store, std::string("/s"));
        remove_registry_entry(folder, "bb");
        QCOMPARE(read_registry(folder).size(), std::size_t{1});
    }

private:
    std::string folder() const { return folder_->path().toStdString(); }
    std::string socket_path() const { return folder_->filePath(QStringLiteral("x.sock")).toStdString(); }
    std::string token_path() const { return folder_->filePath(QStringLiteral("x.token")).toStdString(); }
    static QByteArray bytes(const std::string& text) { return QByteArray::fromStdString(quoted(text)); }
    static QByteArray hello(const std::string& token) { return bytes("{'hello':1,'token':'" + token + "'}"); }
    void connect_to(QLocalSocket& socket) const {
        socket.connectToServer(QString::fromStdString(socket_path()));
        QVERIFY(socket.waitForConnected(test::kPatienceMs));
    }
    static QJsonObject ask(QLocalSocket& socket, const QByteArray& line) {
        socket.write(line + '\n');
        if (!QTest::qWaitFor([&] { return socket.canReadLine(); }, test::kPatienceMs))
            return {};
        return QJsonDocument::fromJson(socket.readLine()).object();
    }

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<FakeHost> host_;
    std::unique_ptr<ControlServer> server_;
    std::string token_;
};

QTEST_GUILESS_MAIN(ControlServerTest)
#include "control_server_test.moc"
