// One viewer a user: who is first, how a second start reaches it, and that no death leaves a lock.
#include "core/base/fd.h"
#include "core/base/unix_socket.h"
#include "tests/support/patience.h"
#include "ui/application/single_instance.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <csignal>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace asb;
using namespace asb::ui;

class SingleInstanceTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void the_second_does_not_get_the_lock();
    void a_killed_holder_leaves_no_lock();
    void a_second_start_is_handed_over();
    void a_start_waits_for_one_that_is_just_starting();
    void a_wrong_token_is_refused();
    void odd_verbs_are_refused();
    void nobody_answers();

private:
    Status hand_over_beside(const Handover& handover, int limit_ms);
    std::unique_ptr<QTemporaryDir> folder_;
    InstancePaths paths_;
};

void SingleInstanceTest::init() {
    folder_ = std::make_unique<QTemporaryDir>();
    paths_ = instance_paths(folder_->path().toStdString());
}

/// hand_over() waits, and the server needs our event loop.
Status SingleInstanceTest::hand_over_beside(const Handover& handover, int limit_ms) {
    std::atomic<bool> done{false};
    Status result = success();
    std::thread caller([&] {
        result = hand_over(paths_, handover, limit_ms);
        done = true;
    });
    while (!done)
        QTest::qWait(1);
    caller.join();
    return result;
}

void SingleInstanceTest::the_second_does_not_get_the_lock() {
    Result<std::optional<Fd>> first = take_instance_lock(paths_);
    QVERIFY(first.ok() && first->has_value());
    const Result<std::optional<Fd>> second = take_instance_lock(paths_);
    QVERIFY(second.ok() && !second->has_value());
    first->reset();
    const Result<std::optional<Fd>> third = take_instance_lock(paths_);
    QVERIFY(third.ok() && third->has_value());
    paths_.lock = "/nowhere/at/all";
    QVERIFY(!take_instance_lock(paths_).ok());
}

void SingleInstanceTest::a_killed_holder_leaves_no_lock() {
    Result<Pipe> ready = make_pipe();
    QVERIFY(ready.ok());
    const pid_t child = ::fork();
    QVERIFY(child >= 0);
    if (child == 0) {
        const Result<std::optional<Fd>> lock = take_instance_lock(paths_);
        write_all(ready->write_end.get(), lock.ok() && lock->has_value() ? "y" : "n");
        for (;;)
            ::pause();
    }
    char answer = 0;
    QVERIFY(read_exact(ready->read_end.get(), &answer, 1));
    QCOMPARE(answer, 'y');
    {
        const Result<std::optional<Fd>> while_it_lives = take_instance_lock(paths_);
        QVERIFY(while_it_lives.ok() && !while_it_lives->has_value());
    }
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    const Result<std::optional<Fd>> after = take_instance_lock(paths_);
    QVERIFY(after.ok() && after->has_value());
    InstanceServer server; // and the dead one's socket is in nobody's way
    QVERIFY(server.open(paths_).ok());
}

void SingleInstanceTest::a_second_start_is_handed_over() {
    InstanceServer server;
    QVERIFY(server.open(paths_).ok());
    QList<Handover> seen;
    connect(&server, &InstanceServer::started_again, this, [&](const Handover& one) { seen << one; });
    Handover handover;
    handover.arguments.session = "0123456789abcdef";
    handover.arguments.start = true;
    handover.startup_id = "host-1_TIME99";
    handover.activation_token = "token";
    const Status done = hand_over_beside(handover, test::kPatienceMs);
    QVERIFY2(done.ok(), done.ok() ? "" : done.error().what.c_str());
    QTRY_COMPARE(seen.size(), 1);
    QCOMPARE(seen[0].arguments.session, handover.arguments.session);
    QVERIFY(seen[0].arguments.start);
    QVERIFY(!seen[0].arguments.background);
    QCOMPARE(seen[0].startup_id, handover.startup_id);
    QCOMPARE(seen[0].activation_token, handover.activation_token);
}

void SingleInstanceTest::a_start_waits_for_one_that_is_just_starting() {
    InstanceServer server;
    QTimer::singleShot(100, &server, [&] { QVERIFY(server.open(paths_).ok()); });
    QVERIFY(hand_over_beside(Handover(), test::kPatienceMs).ok());
}

void SingleInstanceTest::a_wrong_token_is_refused() {
    InstanceServer server;
    QVERIFY(server.open(paths_).ok());
    int seen = 0;
    connect(&server, &InstanceServer::started_again, this, [&] { ++seen; });
    QVERIFY(write_file_atomically(paths_.token, "0000\n", 0600).ok());
    const Status done = hand_over_beside(Handover(), test::kPatienceMs);
    QVERIFY(!done.ok());
    QVERIFY(QString::fromStdString(done.error().what).contains(QStringLiteral("token")));
    QTest::qWait(20);
    QCOMPARE(seen, 0);
}

void SingleInstanceTest::odd_verbs_are_refused() {
    InstanceServer server;
    QVERIFY(server.open(paths_).ok());
    int seen = 0;
    connect(&server, &InstanceServer::started_again, this, [&] { ++seen; });
    const Result<std::string> token = read_file(paths_.token, 512);
    QVERIFY(token.ok());
    const std::string hello = "{\"hello\":1,\"token\":\"" + token->substr(0, token->find('\n')) + "\"}\n";
    for (const char* verb :
         {"{\"verb\":\"run\",\"program\":\"/bin/sh\"}\n", "{\"verb\":\"raise\",\"words\":[\"--exec\"]}\n",
          "{\"verb\":\"raise\",\"words\":[\"--session\",\"../../x\"]}\n"}) {
        const Result<Fd> socket = connect_unix(paths_.socket);
        QVERIFY(socket.ok());
        QVERIFY(write_all(socket->get(), hello + verb));
        QVERIFY(set_nonblocking(socket->get(), true));
        std::string answer;
        QTRY_VERIFY([&] {
            char buffer[512];
            const ssize_t size = ::read(socket->get(), buffer, sizeof buffer);
            answer.append(buffer, static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
            return answer.find("\"ok\":false") != std::string::npos;
        }());
    }
    QCOMPARE(seen, 0);
}

void SingleInstanceTest::nobody_answers() {
    const Status done = hand_over_beside(Handover(), 100);
    QVERIFY(!done.ok());
}

QTEST_MAIN(SingleInstanceTest)
#include "single_instance_test.moc"
