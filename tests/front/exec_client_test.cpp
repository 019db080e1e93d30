// The exec client and the agent's shell against a daemon that the test plays.
#include "child.h"
#include "core/base/paths.h"
#include "core/base/text.h"
#include "core/front/agent_shell.h"
#include "core/front/console.h"
#include "core/front/exec_client.h"
#include "core/front/exec_command.h"
#include "core/front/shell_forms.h"
#include "fake_execd.h"

#include <QTemporaryDir>
#include <QtTest>
#include <fcntl.h>
#include <sys/stat.h>

using namespace asb;
using namespace asb::test;

namespace {

const std::string kPrologue =
    "source /h/s.sh 2>/dev/null || true && \\builtin shopt -u extglob 2>/dev/null || true && ";

int exec_true() {
    return exec_command({"--", "true"});
}

bool same_file(int a, int b) {
    struct stat x {};
    struct stat y {};
    return ::fstat(a, &x) == 0 && ::fstat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

} // namespace

class ExecClientTest : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;
    std::string folder() const { return dir_.path().toStdString(); }
    std::string file(const char* name) const { return folder() + '/' + name; }
    static std::string read(const std::string& path) {
        const Result<std::string> text = read_file(path);
        return text ? *text : "<none>";
    }

private slots:
    void init() { QVERIFY(dir_.isValid()); }

    void durations_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qlonglong>("expected");
        QTest::newRow("ms") << "500ms" << 500LL;
        QTest::newRow("s") << "30s" << 30'000LL;
        QTest::newRow("m") << "2m" << 120'000LL;
        QTest::newRow("h") << "1h" << 3'600'000LL;
        QTest::newRow("plain") << "3" << 3000LL;
        QTest::newRow("fraction") << "0.25" << 250LL;
        QTest::newRow("fraction s") << "1.5s" << 1500LL;
        QTest::newRow("round up") << "0.0001" << 1LL;
        QTest::newRow("none") << "0" << 0LL;
        for (const char* bad : {"", "x", "1x", "-1", "+1", "1.", ".5", "1e3", " 1", "1 s", "1s2",
                                "99999999999999", "9999h", "nan"})
            QTest::newRow(bad) << bad << -1LL;
    }
    void durations() {
        QFETCH(QString, text);
        QFETCH(qlonglong, expected);
        const std::optional<std::uint64_t> parsed = parse_duration_ms(text.toStdString());
        QCOMPARE(parsed ? static_cast<qlonglong>(*parsed) : -1LL, expected);
    }

    void usage_data() {
        QTest::addColumn<QStringList>("words");
        QTest::newRow("nothing") << QStringList{};
        QTest::newRow("no dashes") << QStringList{"true"};
        QTest::newRow("no line") << QStringList{"--"};
        QTest::newRow("blank line") << QStringList{"--", " \n\t"};
        QTest::newRow("bad duration") << QStringList{"--timeout", "soon", "--", "true"};
        QTest::newRow("no duration") << QStringList{"--timeout", "--", "true"};
        QTest::newRow("unknown option") << QStringList{"--env", "x", "--", "true"};
        QTest::newRow("empty word") << QStringList{"", "--", "true"};
    }
    void usage() {
        QFETCH(QStringList, words);
        std::vector<std::string> arguments;
        for (const QString& word : words)
            arguments.push_back(word.toStdString());
        Child child([&] { return exec_command(arguments); });
        QCOMPARE(child.wait(), 2);
        QVERIFY(!child.err().empty());
        QVERIFY(child.out().empty());
    }

    void request_and_status() {
        FakeExecd execd(folder());
        Child child([] { return exec_command({"--timeout", "1.5s", "--", "echo", "a  b", "$x"}); });
        Peer peer = execd.accept();
        const Result<wire::Request> request = peer.request();
        QVERIFY(request);
        QCOMPARE(request->line, std::string("echo a  b $x"));
        QCOMPARE(request->shell_name, std::string("bash"));
        QCOMPARE(request->timeout_ms, std::uint64_t{1500});
        QCOMPARE(request->origin, wire::Origin::Exec);
        QCOMPARE(request->cwd, current_directory());
        QCOMPARE(peer.fds.size(), std::size_t{3});
        // What goes to the passed descriptors is in the client's own files.
        QVERIFY(write_all(peer.fds[1].get(), "to stdout"));
        QVERIFY(write_all(peer.fds[2].get(), "to stderr"));
        peer.send(wire::encode_exit({7, "/"}));
        QCOMPARE(child.wait(), 7);
        QCOMPARE(child.out(), std::string("to stdout"));
        QCOMPARE(child.err(), std::string("to stderr"));
    }

    void statuses_data() {
        QTest::addColumn<int>("sent");
        QTest::addColumn<int>("expected");
        for (const int status : {0, 1, 124, 126, 127, 130, 137, 255})
            QTest::newRow(std::to_string(status).c_str()) << status << status;
        QTest::newRow("shell killed itself") << -9 << 137;
    }
    void statuses() {
        QFETCH(int, sent);
        QFETCH(int, expected);
        FakeExecd execd(folder());
        Child child(exec_true);
        Peer peer = execd.accept();
        QVERIFY(peer.request());
        peer.send(wire::encode_exit({sent, ""}));
        QCOMPARE(child.wait(), expected);
        QVERIFY(!child.ended_by_signal());
        QVERIFY(child.err().empty());
    }

    void answer_in_pieces() {
        FakeExecd execd(folder());
        Child child(exec_true);
        Peer peer = execd.accept();
        QVERIFY(peer.request());
        for (const char byte : wire::encode_exit({5, "/somewhere"})) {
            peer.send(std::string(1, byte));
            pause_ms(1);
        }
        QCOMPARE(child.wait(), 5);
    }

    void closed_descriptors_are_passed_as_null() {
        FakeExecd execd(folder());
        Child child([] {
            ::close(0);
            ::close(2);
            ensure_standard_descriptors();
            return exec_true();
        });
        Peer peer = execd.accept();
        QVERIFY(peer.request());
        QCOMPARE(peer.fds.size(), std::size_t{3});
        const Fd null(::open("/dev/null", O_RDWR | O_CLOEXEC));
        QVERIFY(same_file(peer.fds[0].get(), null.get()));
        QVERIFY(same_file(peer.fds[2].get(), null.get()));
        peer.send(wire::encode_exit({0, ""}));
        QCOMPARE(child.wait(), 0);
    }

    void first_interrupt_is_relayed_data() {
        QTest::addColumn<int>("number");
        for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT})
            QTest::newRow(::strsignal(number)) << number;
    }
    void first_interrupt_is_relayed() {
        QFETCH(int, number);
        FakeExecd execd(folder());
        Child child(exec_true);
        Peer peer = execd.accept();
        QVERIFY(peer.request());
        QVERIFY(child.wait_blocks(number)); // an earlier signal ends the client, which cancels just as well
        child.signal(number);
        QCOMPARE(peer.signal(), number);
        peer.send(wire::encode_exit({5, ""}));
        QCOMPARE(child.wait(), 5);
        QVERIFY(child.err().empty());
    }

    void second_interrupt_cancels() {
        FakeExecd execd(folder());
        Child child(exec_true);
        Peer peer = execd.accept();
        QVERIFY(peer.request());
        QVERIFY(child.wait_blocks(SIGINT));
        child.signal(SIGINT);
        QCOMPARE(peer.signal(), SIGINT);
        child.signal(SIGTERM);
        QCOMPARE(child.wait(), 128 + SIGTERM);
        wire::Frame frame;
        QVERIFY(!peer.next(frame));
        QVERIFY(peer.closed);
        QCOMPARE(QString::fromStdString(child.err()).count('\n'), 1);
    }

    void ignored_signal_stays_ignored() {
        FakeExecd execd(folder());
        Child child([] {
            ::signal(SIGHUP, SIG_IGN);
            return exec_true();
        });
        Peer peer = execd.accept();
        QVERIFY(peer.request());
        QVERIFY(child.wait_blocks(SIGQUIT));
        child.signal(SIGHUP);
        child.signal(SIGQUIT);
        QCOMPARE(peer.signal(), SIGQUIT);
        peer.send(wire::encode_exit({0, ""}));
        QCOMPARE(child.wait(), 0);
    }

    void lost_connection() {
        FakeExecd execd(folder());
        Child child(exec_true);
        Peer peer = execd.accept();
        QVERIFY(peer.request());
        peer.hang_up();
        QCOMPARE(child.wait(), 125);
        QCOMPARE(QString::fromStdString(child.err()).count('\n'), 1);
        QVERIFY(child.err().find("lost") != std::string::npos);
    }

    void nonsense_answers() {
        for (const std::string& bytes :
             {std::string("\x7f\0\0\0\0", 5), std::string("\x05\xff\xff\xff\xff", 5),
              std::string("\x05\0\0\0\1x", 6), wire::encode_signal(SIGINT)}) {
            FakeExecd execd(folder());
            Child child(exec_true);
            Peer peer = execd.accept();
            QVERIFY(peer.request());
            peer.send(bytes);
            QCOMPARE(child.wait(), 125);
            QVERIFY(!child.err().empty());
        }
    }

    void failure_frame() {
        FakeExecd execd(folder());
        Child child(exec_true);
        Peer peer = execd.accept();
        QVERIFY(peer.request());
        peer.send(wire::encode_frame(wire::FrameType::Failure, "no \033[31mworker"));
        QCOMPARE(child.wait(), 125);
        QVERIFY(child.err().find("no ^[[31mworker") != std::string::npos);
    }

    void no_daemon() {
        Child unset([] {
            ::unsetenv(wire::kSocketVariable);
            return exec_true();
        });
        QCOMPARE(unset.wait(), 125);
        QVERIFY(unset.err().find(wire::kSocketVariable) != std::string::npos);
        FakeExecd execd(folder());
        execd.stop_listening();
        Child refused(exec_true);
        QCOMPARE(refused.wait(), 125);
        QVERIFY(refused.err().find("refused") != std::string::npos);
        QCOMPARE(QString::fromStdString(refused.err()).count('\n'), 1);
    }

    void shell_runs_the_line() {
        FakeExecd execd(folder());
        const std::string target = file("cwd");
        Child child(
            [&] {
                return agent_shell(
                    {"-c", kPrologue + "eval 'echo hi | cat' < /dev/null && pwd -P >| " + target});
            },
            "input");
        Peer peer = execd.accept();
        const Result<wire::Request> request = peer.request();
        QVERIFY(request);
        QCOMPARE(request->line, std::string("echo hi | cat"));
        QCOMPARE(request->shell_name, std::string("/bin/bash"));
        QCOMPARE(request->origin, wire::Origin::AgentShell);
        QCOMPARE(peer.fds.size(), std::size_t{3});
        const Fd null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
        QVERIFY(same_file(peer.fds[0].get(), null.get()));
        peer.send(wire::encode_exit({0, "/tmp/new place"}));
        QCOMPARE(child.wait(), 0);
        QCOMPARE(read(target), std::string("/tmp/new place\n"));
        ::unlink(target.c_str());
    }

    void shell_failed_line_keeps_the_directory_file() {
        FakeExecd execd(folder());
        const std::string target = file("cwd");
        Child child([&] { return agent_shell({"-c", kPrologue + "eval false && pwd -P >| " + target}); });
        Peer peer = execd.accept();
        QVERIFY(peer.request());
        peer.send(wire::encode_exit({1, "/tmp"}));
        QCOMPARE(child.wait(), 1);
        QCOMPARE(read(target), std::string("<none>"));
    }

    void shell_unwraps_the_hook() {
        FakeExecd execd(folder());
        const Result<std::string> self = self_path();
        QVERIFY(self);
        const std::string wrapped = wrap_hook_line("echo 'a'", *self);
        for (const bool exact : {true, false}) {
            const std::string word = single_quote(exact ? wrapped : wrapped + "; touch x");
            Child child([&] {
                return agent_shell({"-c", kPrologue + "eval " + word + " && pwd -P >| " + file("cwd")});
            });
            Peer peer = execd.accept();
            const Result<wire::Request> request = peer.request();
            QVERIFY(request);
            QCOMPARE(request->line, exact ? std::string("echo 'a'") : wrapped + "; touch x");
            QCOMPARE(request->origin, exact ? wire::Origin::HookAndShell : wire::Origin::AgentShell);
            peer.send(wire::encode_exit({1, ""}));
            QCOMPARE(child.wait(), 1);
        }
    }

    void shell_runs_the_session_environment_in_execd() {
        FakeExecd execd(folder());
        Child child([&] {
            return agent_shell({"-c", "source /s 2>/dev/null || true && export A=1\n: && \\builtin shopt -u "
                                      "extglob 2>/dev/null || true"
                                      " && eval 'echo \"$A\"' < /dev/null && pwd -P >| "
                                          + file("cwd")});
        });
        Peer peer = execd.accept();
        const Result<wire::Request> request = peer.request();
        QVERIFY(request);
        QCOMPARE(request->line, std::string("export A=1\n: && eval 'echo \"$A\"'"));
        peer.send(wire::encode_exit({1, ""}));
        QCOMPARE(child.wait(), 1);
    }

    void shell_ends_as_the_line_ended_itself() {
        FakeExecd execd(folder());
        Child child([&] {
            return agent_shell({"-c", kPrologue + "eval 'kill -9 $$' && pwd -P >| " + file("cwd")});
        });
        Peer peer = execd.accept();
        QVERIFY(peer.request());
        peer.send(wire::encode_exit({-SIGKILL, ""}));
        QCOMPARE(child.wait(), 128 + SIGKILL);
        QVERIFY(child.ended_by_signal());
    }

    void shell_relays_term() {
        FakeExecd execd(folder());
        Child child([&] {
            return agent_shell({"-c", kPrologue + "eval 'sleep 9' && pwd -P >| " + file("cwd")});
        });
        Peer peer = execd.accept();
        QVERIFY(peer.request());
        QVERIFY(child.wait_blocks(SIGTERM));
        child.signal(SIGTERM);
        QCOMPARE(peer.signal(), SIGTERM);
        peer.send(wire::encode_exit({5, ""}));
        QCOMPARE(child.wait(), 5);
    }

    void shell_other_forms() {
        FakeExecd execd(folder());
        Child environment([] { return agent_shell({"-c", "env"}); });
        QCOMPARE(environment.wait(), 0);
        QVERIFY(environment.out().empty() && environment.err().empty());
        const std::string snapshot = file("snap.sh");
        Child makes([&] {
            return agent_shell(
                {"-c", "-l",
                 "SNAPSHOT_FILE=" + snapshot + "\necho \"# Snapshot file\" >| \"$SNAPSHOT_FILE\"\n"});
        });
        QCOMPARE(makes.wait(), 0);
        QCOMPARE(read(snapshot), std::string());
        QVERIFY(execd.notes().empty());
        Child refused([] { return agent_shell({"-c", "echo hi; touch /tmp/never"}); });
        QCOMPARE(refused.wait(), 126);
        QVERIFY(refused.out().empty());
        QVERIFY(!refused.err().empty());
        const std::vector<wire::Note> notes = execd.notes();
        QCOMPARE(notes.size(), std::size_t{1});
        QCOMPARE(notes[0].kind, wire::NoteKind::ShellRefused);
        QVERIFY(notes[0].text.find("touch /tmp/never") != std::string::npos);
        ::unlink(snapshot.c_str());
    }
};

QTEST_APPLESS_MAIN(ExecClientTest)
#include "exec_client_test.moc"
