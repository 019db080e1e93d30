#include "core/base/output.h"
#include "tests/front/child.h"

#include <QTest>
#include <cstdio>
#include <fcntl.h>

using namespace asb;
using namespace asb::test;

class OutputTest : public QObject {
    Q_OBJECT

    /// A program with `path` (or a closed pipe, when empty) as stdout that says `lines` lines.
    static int say(const char* path, int lines, int status, bool by_stdio = false) {
        if (path[0] != '\0') {
            ::dup2(::open(path, O_WRONLY | O_CLOEXEC), 1);
        } else {
            int ends[2];
            if (::pipe2(ends, O_CLOEXEC) != 0)
                return 99;
            ::dup2(ends[1], 1);
            ::close(ends[0]);
            ::close(ends[1]);
        }
        for (int i = 0; i < lines; ++i) {
            if (by_stdio)
                std::fputs("a line of some length\n", stdout);
            else
                static_cast<void>(put_out("a line of some length\n"));
        }
        return output_status(status);
    }

private slots:
    void all_arrives() {
        Child child([] {
            put_out("one\n");
            put_out(std::string(200'000, 'x'));
            return output_status(7);
        });
        QCOMPARE(child.wait(), 7);
        QCOMPARE(child.out(), "one\n" + std::string(200'000, 'x'));
        QCOMPARE(child.err(), std::string());
    }

    void full_disk_data() {
        QTest::addColumn<int>("lines");
        QTest::addColumn<bool>("by_stdio");
        QTest::newRow("in the buffer") << 1 << false;
        QTest::newRow("beyond it") << 100'000 << false;
        QTest::newRow("stdio") << 1 << true;
        QTest::newRow("much by stdio") << 100'000 << true;
    }
    void full_disk() {
        QFETCH(const int, lines);
        QFETCH(const bool, by_stdio);
        Child child([&] { return say("/dev/full", lines, 0, by_stdio); });
        QCOMPARE(child.wait(), 1);
        QVERIFY2(child.err().find("agent-sandbox: write the output: ") == 0, child.err().c_str());
        QVERIFY(by_stdio || child.err().find("No space left on device") != std::string::npos);
        Child failed([&] { return say("/dev/full", lines, 3, by_stdio); });
        QCOMPARE(failed.wait(), 3);
    }

    void nothing_said_is_nothing_lost() {
        Child child([] { return say("/dev/full", 0, 0); });
        QCOMPARE(child.wait(), 0);
        QCOMPARE(child.err(), std::string());
    }

    void a_reader_that_has_gone() {
        Child killed([] {
            ::signal(SIGPIPE, SIG_DFL); // Qt Test has a handler of its own
            return say("", 100'000, 0);
        });
        QCOMPARE(killed.wait(), 128 + SIGPIPE);
        QVERIFY(killed.ended_by_signal());
        Child ignoring([] {
            ::signal(SIGPIPE, SIG_IGN);
            return say("", 100'000, 0);
        });
        QCOMPARE(ignoring.wait(), 128 + SIGPIPE);
        QVERIFY(!ignoring.ended_by_signal());
        QCOMPARE(killed.err() + ignoring.err(), std::string());
    }
};

QTEST_APPLESS_MAIN(OutputTest)
#include "output_test.moc"
