// The control socket: token first, few verbs, bounded.
#include "core/base/fd.h"
#include "core/ipc/control_server.h"
#include "core/ipc/registry.h"
#include "tests/core/quoted.h"

#include <QDir>
#include <QJsonDocument>
#include <QLocalSocket>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace asb;

class ControlServerTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        server_ = std::make_unique<ControlServer>();
        const Status opened = server_->open(socket_path(), token_path());
        QVERIFY(opened.ok());
        server_->set_status_source([] {
            return QJsonObject{{QStringLiteral("state"), QStringLiteral("running")}};
        });
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

    void verbs() {
        QLocalSocket socket;
        connect_to(socket);
        QCOMPARE(ask(socket, hello(token_)).value(QStringLiteral("ok")), QJsonValue(true));
        const QJsonObject status = ask(socket, bytes("{'verb':'status'}"));
        QCOMPARE(status.value(QStringLiteral("status")).toObject().value(QStringLiteral("state")).toString(),
                 QStringLiteral("running"));
        QSignalSpy stop(server_.get(), &ControlServer::stop_wanted);
        QSignalSpy cancel(server_.get(), &ControlServer::cancel_wanted);
        QCOMPARE(ask(socket, bytes("{'verb':'cancel','request':12}")).value(QStringLiteral("ok")),
                 QJsonValue(true));
        QCOMPARE(cancel.takeFirst().at(0).toULongLong(), 12ULL);
        QCOMPARE(ask(socket, bytes("{'verb':'stop'}")).value(QStringLiteral("ok")), QJsonValue(true));
        QCOMPARE(stop.size(), 1);
    }

    void refused_verbs_data() {
        QTest::addColumn<QByteArray>("line");
        for (const char* line :
             {"{'verb':'run','program':'/bin/sh'}", "{'verb':'cancel'}", "{'verb':'cancel','request':-1}",
              "{'verb':'cancel','request':'12'}", "{}", "[]", "junk", "\xff\xfe"})
            QTest::newRow(line) << bytes(line);
    }
    void refused_verbs() {
        QFETCH(QByteArray, line);
        QLocalSocket socket;
        connect_to(socket);
        ask(socket, hello(token_));
        QSignalSpy stop(server_.get(), &ControlServer::stop_wanted);
        QSignalSpy cancel(server_.get(), &ControlServer::cancel_wanted);
        QCOMPARE(ask(socket, line).value(QStringLiteral("ok")), QJsonValue(false));
        QVERIFY(stop.isEmpty() && cancel.isEmpty());
        QCOMPARE(ask(socket, bytes("{'verb':'status'}")).value(QStringLiteral("ok")),
                 QJsonValue(true)); // still there
    }

    void nothing_before_the_hello_data() {
        QTest::addColumn<QByteArray>("line");
        QTest::newRow("verb") << bytes("{'verb':'stop'}");
        QTest::newRow("wrong token") << hello(std::string(64, '0'));
        QTest::newRow("short token") << hello("0");
        QTest::newRow("no token") << bytes("{'hello':1}");
        QTest::newRow("other version") << bytes("{'hello':2,'token':'x'}");
        QTest::newRow("junk") << QByteArray("\x01\x02\x03");
    }
    void nothing_before_the_hello() {
        QFETCH(QByteArray, line);
        QSignalSpy stop(server_.get(), &ControlServer::stop_wanted);
        QLocalSocket socket;
        connect_to(socket);
        socket.write(line + "\n{\"verb\":\"stop\"}\n");
        QTRY_COMPARE(socket.state(), QLocalSocket::UnconnectedState);
        QVERIFY(stop.isEmpty());
    }

    void a_line_without_end_is_cut_off() {
        QLocalSocket socket;
        connect_to(socket);
        ask(socket, hello(token_));
        socket.write(QByteArray(20000, 'x'));
        QTRY_COMPARE(socket.state(), QLocalSocket::UnconnectedState);
    }

    void a_silent_peer_is_sent_away() {
        QLocalSocket socket;
        connect_to(socket);
        QTRY_COMPARE_WITH_TIMEOUT(socket.state(), QLocalSocket::UnconnectedState, 5000);
    }

    void registry() {
        const std::string folder = folder_->path().toStdString();
        QVERIFY(write_registry_entry(folder,
                                     {"aa", "claude", "/p", "/s", "/r", static_cast<int>(::getpid()), 1, 5})
                    .ok());
        QVERIFY(write_registry_entry(folder,
                                     {"bb", "claude", "/p", "/s", "/r", static_cast<int>(::getpid()), 1, 9})
                    .ok());
        QVERIFY(write_registry_entry(folder, {"dead", "claude", "/p", "/s", "/r", 0, 1, 7}).ok());
        QVERIFY(write_file_atomically(folder + "/junk.json", "{", 0600).ok());
        const std::vector<RegistryEntry> entries = read_registry(folder);
        QCOMPARE(entries.size(), std::size_t{2});
        QCOMPARE(entries[0].id, std::string("bb"));
        QCOMPARE(entries[1].store, std::string("/s"));
        remove_registry_entry(folder, "bb");
        QCOMPARE(read_registry(folder).size(), std::size_t{1});
    }

private:
    std::string socket_path() const { return folder_->filePath(QStringLiteral("x.sock")).toStdString(); }
    std::string token_path() const { return folder_->filePath(QStringLiteral("x.token")).toStdString(); }
    static QByteArray bytes(const std::string& text) { return QByteArray::fromStdString(quoted(text)); }
    static QByteArray hello(const std::string& token) { return bytes("{'hello':1,'token':'" + token + "'}"); }
    void connect_to(QLocalSocket& socket) const {
        socket.connectToServer(QString::fromStdString(socket_path()));
        QVERIFY(socket.waitForConnected(1000));
    }
    static QJsonObject ask(QLocalSocket& socket, const QByteArray& line) {
        socket.write(line + '\n');
        if (!QTest::qWaitFor([&] { return socket.canReadLine(); }, 2000))
            return {};
        return QJsonDocument::fromJson(socket.readLine()).object();
    }

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<ControlServer> server_;
    std::string token_;
};

QTEST_GUILESS_MAIN(ControlServerTest)
#include "control_server_test.moc"
