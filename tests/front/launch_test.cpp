// launch: waits for execd, proves, reports, becomes the program; each failure is told twice, to the person
// and to execd.
#include "child.h"
#include "core/front/launch.h"
#include "fake_execd.h"

#include <QTemporaryDir>
#include <QtTest>
#include <arpa/inet.h>
#include <atomic>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/prctl.h>
#include <thread>

using namespace asb;
using namespace asb::test;

namespace {

/// Answers pings and collects notes on a thread, as execd does.
class Answering {
public:
    explicit Answering(const std::string& folder) : execd_(folder), thread_([this] { serve(); }) {}
    Answering(const Answering&) = delete;
    Answering& operator=(const Answering&) = delete;
    ~Answering() { finish(); }

    std::vector<std::string> finish() {
        stop_ = true;
        if (thread_.joinable())
            thread_.join();
        return texts_;
    }

private:
    void serve() {
        for (;;) {
            const bool last = stop_;
            Peer peer = execd_.accept(last ? 0 : 20);
            wire::Frame frame;
            if (!peer.next(frame)) {
                if (last && !peer.closed) // a proof connects and says nothing
                    return;
                continue;
            }
            const Result<wire::Hello> hello = wire::decode_hello(frame.payload);
            if (hello && hello->role == wire::Role::Ping)
                peer.send(wire::encode_hello(wire::Role::Ping));
            while (hello && hello->role == wire::Role::Note && peer.next(frame)) {
                if (const Result<wire::Note> note = wire::decode_note(frame.payload))
                    texts_.push_back((note->kind == wire::NoteKind::ProofPassed ? "passed " : "failed ")
                                     + note->text);
            }
        }
    }

    FakeExecd execd_;
    std::atomic<bool> stop_ = false;
    std::vector<std::string> texts_;
    std::thread thread_;
};

/// A listening TCP port on the loopback.
int listen_tcp(Fd& socket) {
    socket = Fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* generic = reinterpret_cast<sockaddr*>(&address);
    if (::bind(socket.get(), generic, size) != 0 || ::listen(socket.get(), 1) != 0
        || ::getsockname(socket.get(), generic, &size) != 0)
        return 0;
    return ntohs(address.sin_port);
}

} // namespace

class LaunchTest : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;
    std::string path(const std::string& name) const { return dir_.path().toStdString() + '/' + name; }

private slots:
    void initTestCase() {
        QVERIFY(write_file_atomically(path("file"), "x"));
        QVERIFY(write_file_atomically(path("program"), "#!/bin/sh\necho \"$0 $*\"\nexit 7\n", 0755));
    }

    void becomes_the_program() {
        Answering execd(dir_.path().toStdString());
        Child child([&] {
            return launch_command({"--proof", "must-read=" + path("file"), "--proof",
                                   "must-execute=" + path("program"), "--proof",
                                   "must-connect-unix=" + path("execd.sock"), "--", path("program"), "a b",
                                   "--", "c"});
        });
        QCOMPARE(child.wait(), 7);
        QCOMPARE(child.out(), path("program") + " a b -- c\n");
        QVERIFY2(child.err().empty(), child.err().c_str());
        const std::vector<std::string> expected{
            "passed must-read=" + path("file"), "passed must-execute=" + path("program"),
            "passed must-connect-unix=" + path("execd.sock"), "passed all"};
        QCOMPARE(execd.finish(), expected);
    }

    void starts_when_its_notes_are_taken() {
        FakeExecd execd(dir_.path().toStdString());
        const std::string started = path("started");
        QVERIFY(write_file_atomically(path("starts"), "#!/bin/sh\n> " + started + "\nexit 7\n", 0755));
        Child child([&] { return launch_command({"--", path("starts")}); });
        {
            Peer ping = execd.accept();
            QVERIFY(ping.hello(wire::Role::Ping));
            ping.send(wire::encode_hello(wire::Role::Ping));
        }
        Peer peer = execd.accept();
        QVERIFY(peer.hello(wire::Role::Note));
        wire::Frame frame;
        QVERIFY(peer.next(frame));
        QVERIFY(!peer.next(frame) && peer.closed); // all was said
        pause_ms(50);
        QVERIFY(::access(started.c_str(), F_OK) != 0);
        peer.hang_up();
        QCOMPARE(child.wait(), 7);
        QCOMPARE(::access(started.c_str(), F_OK), 0);
    }

    void finds_the_program_on_path() {
        Answering execd(dir_.path().toStdString());
        Child child([&] {
            ::setenv("PATH", ("/nowhere:" + dir_.path().toStdString()).c_str(), 1);
            return launch_command({"--", "program", "x"});
        });
        QCOMPARE(child.wait(), 7);
        Child missing([&] { return launch_command({"--", "no-such-program"}); });
        QCOMPARE(missing.wait(), 127);
        QVERIFY(missing.err().find("no-such-program") != std::string::npos);
        Child absent([&] { return launch_command({"--", path("absent")}); });
        QCOMPARE(absent.wait(), 127);
        Child plain([&] { return launch_command({"--", path("file")}); });
        QCOMPARE(plain.wait(), 126);
        QVERIFY(!plain.err().empty());
    }

    void planted_faults_data() {
        QTest::addColumn<QString>("proof");
        QTest::newRow("readable secret") << "must-not-read=DIR/file";
        QTest::newRow("readable folder") << "must-not-read=DIR";
        QTest::newRow("secret is missing") << "must-not-read=DIR/absent";
        QTest::newRow("unreadable program") << "must-read=DIR/absent";
        QTest::newRow("writable folder") << "must-not-write=DIR";
        QTest::newRow("writable file") << "must-not-write=DIR/file";
        QTest::newRow("folder is missing") << "must-not-write=DIR/absent";
        QTest::newRow("not executable") << "must-execute=DIR/file";
        QTest::newRow("program is missing") << "must-execute=DIR/absent";
        QTest::newRow("network is open") << "must-not-connect=127.0.0.1:PORT";
        QTest::newRow("network is open, nobody listens") << "must-not-connect=127.0.0.1:1";
        QTest::newRow("no socket") << "must-connect-unix=DIR/absent";
        QTest::newRow("socket is a file") << "must-connect-unix=DIR/file";
    }
    void planted_faults() {
        QFETCH(QString, proof);
        Fd listener;
        const int port = listen_tcp(listener);
        QVERIFY(port > 0);
        proof.replace("DIR", dir_.path()).replace("PORT", QString::number(port));
        Answering execd(dir_.path().toStdString());
        const QStringList before =
            QDir(dir_.path()).entryList(QDir::AllEntries | QDir::System | QDir::Hidden);
        Child child([&] {
            return launch_command({"--proof", proof.toStdString(), "--proof", "must-read=" + path("file"),
                                   "--", path("program")});
        });
        QCOMPARE(child.wait(), 125);
        QVERIFY(child.out().empty());
        QVERIFY(child.err().find(proof.toStdString()) != std::string::npos);
        QVERIFY(child.err().find("tried to") != std::string::npos);
        const std::vector<std::string> notes = execd.finish();
        QCOMPARE(notes.size(), std::size_t{2});
        QVERIFY(notes[0].find("failed ") == 0 && notes[0].find(proof.toStdString()) != std::string::npos);
        QCOMPARE(notes[1], "passed must-read=" + path("file"));
        QCOMPARE(QDir(dir_.path()).entryList(QDir::AllEntries | QDir::System | QDir::Hidden), before);
    }

    void usage() {
        for (const std::vector<std::string>& words :
             std::vector<std::vector<std::string>>{{},
                                                   {"--"},
                                                   {"true"},
                                                   {"--proof", "--", "true"},
                                                   {"--proof", "must-fly=/x", "--", "true"},
                                                   {"--proof", "must-read=", "--", "true"},
                                                   {"--proof", "must-not-connect=localhost:80", "--", "true"},
                                                   {"--wait-ms", "soon", "--", "true"},
                                                   {"--wait-ms", "-1", "--", "true"}}) {
            Child child([&] { return launch_command(words); });
            QCOMPARE(child.wait(), 2);
            QVERIFY(!child.err().empty());
        }
    }

    void execd_does_not_come() {
        ::unsetenv(wire::kSocketVariable);
        Child no_variable([] { return launch_command({"--", "true"}); });
        QCOMPARE(no_variable.wait(), 125);
        QVERIFY(no_variable.err().find(wire::kSocketVariable) != std::string::npos);
        ::setenv(wire::kSocketVariable, path("nobody.sock").c_str(), 1);
        Child nobody([] { return launch_command({"--wait-ms", "100", "--", "true"}); });
        QCOMPARE(nobody.wait(), 125);
        QVERIFY(nobody.err().find("100 ms") != std::string::npos);
        FakeExecd silent(dir_.path().toStdString());
        Child unanswered([] { return launch_command({"--wait-ms", "100", "--", "true"}); });
        QCOMPARE(unanswered.wait(), 125);
    }

    void execd_comes_late() {
        ::setenv(wire::kSocketVariable, path("execd.sock").c_str(), 1);
        Child child([&] { return launch_command({"--", path("program")}); });
        pause_ms(100);
        Answering execd(dir_.path().toStdString());
        QCOMPARE(child.wait(), 7);
    }

    void dies_with_its_parent() {
        Answering execd(dir_.path().toStdString());
        const std::string pid_file = path("pid");
        QVERIFY(write_file_atomically(path("sleeper"),
                                      "#!/bin/sh\necho $$ > " + pid_file + ".new\nmv " + pid_file + ".new "
                                          + pid_file + "\nexec sleep 60\n",
                                      0755));
        // The grandchild belongs to a subreaper, as it would to the keeper, so its end can be seen here.
        ::prctl(PR_SET_CHILD_SUBREAPER, 1);
        Child parent([&] {
            const pid_t child = ::fork();
            if (child == 0)
                ::_exit(launch_command({"--", path("sleeper")}));
            pause_ms(60'000);
            return 0;
        });
        QVERIFY(eventually([&] { return ::access(pid_file.c_str(), F_OK) == 0; }));
        const Result<std::string> text = read_file(pid_file);
        QVERIFY(text);
        const pid_t pid = std::stoi(*text);
        parent.signal(SIGKILL);
        QCOMPARE(parent.wait(), 128 + SIGKILL);
        int status = 0;
        QVERIFY(eventually([&] { return ::waitpid(pid, &status, WNOHANG) == pid; }));
        QCOMPARE(WTERMSIG(status), SIGTERM);
        ::prctl(PR_SET_CHILD_SUBREAPER, 0);
    }
};

QTEST_APPLESS_MAIN(LaunchTest)
#include "launch_test.moc"
