// What runs in a session, and ending it from outside.
#include "core/base/clock.h"
#include "core/session/process_view.h"
#include "core/session/processes.h"
#include "tests/support/patience.h"

#include <QFile>
#include <QProcess>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <memory>

using namespace asb;

namespace {

Record record_of(EventType type, std::uint64_t id, std::uint64_t request, std::uint64_t command, int pid) {
    Record record;
    record.id = id;
    record.event.type = type;
    record.event.request = request;
    record.event.command = command;
    record.event.pid = pid;
    record.event.time_ms = wall_clock_ms();
    record.event.line = "line \x1b[1m of " + std::to_string(request);
    record.event.argv = {"sh", "-c", "x"};
    return record;
}

} // namespace

class ProcessViewTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        shell_ = std::make_unique<QProcess>();
        // A shell with a child and a grandchild.
        shell_->start(QStringLiteral("/bin/sh"),
                      {QStringLiteral("-c"), QStringLiteral("sh -c 'sleep 100; :' & echo ready; wait")});
        QVERIFY(shell_->waitForStarted());
        QVERIFY(shell_->waitForReadyRead());
        pid_ = static_cast<int>(shell_->processId());
        QTRY_COMPARE(descendants_of(pid_).size(), std::size_t{2});
        const QString innermost = QStringLiteral("/proc/%1/exe").arg(descendants_of(pid_).back().pid);
        QTRY_VERIFY(QFile::symLinkTarget(innermost).contains(QStringLiteral("sleep")));
    }
    void cleanup() {
        for (const ProcessInfo& process : with_descendants(pid_, 0, 0))
            ::kill(process.pid, SIGKILL);
        shell_->waitForFinished();
    }

    void lines_commands_and_what_is_below() {
        RunningRecords records;
        records.take({record_of(EventType::RequestStart, 1, 12, 0, 0),
                      record_of(EventType::CommandStart, 2, 12, 1, pid_),
                      record_of(EventType::RequestStart, 3, 13, 0, 0)});
        const QVector<ProcessFacts> all = running_processes(records, 0, 0);
        QCOMPARE(all.size(), 5);
        QCOMPARE(all[0].kind, ProcessFacts::Kind::Line);
        QCOMPARE(all[0].request, quint64{12});
        QVERIFY(!all[0].text.contains(QLatin1Char('\x1b')));
        QCOMPARE(all[1].kind, ProcessFacts::Kind::Command);
        QCOMPARE(all[1].pid, pid_);
        QVERIFY(all[1].memory_kb > 0);
        QCOMPARE(all[2].parent, pid_);
        QCOMPARE(all[3].parent, all[2].pid);
        QCOMPARE(all[3].text, QStringLiteral("sleep 100"));
        QVERIFY(std::abs(all[3].started_ms - wall_clock_ms()) < 60'000);
        QVERIFY(all[0].memory_kb >= all[1].memory_kb + all[2].memory_kb); // a line is the sum
        QCOMPARE(all[4].request, quint64{13});
        QVERIFY(records.find_command(12, 1) != nullptr);
        records.take({record_of(EventType::CommandEnd, 2, 12, 1, pid_),
                      record_of(EventType::RequestEnd, 1, 12, 0, 0)});
        QVERIFY(records.find_command(12, 1) == nullptr);
        QCOMPARE(running_processes(records, 0, 0).size(), 1);
    }

    void what_lines_left() {
        RunningRecords records;
        records.take({record_of(EventType::JobLeft, 1, 12, 0, pid_),
                      record_of(EventType::CommandStart, 5, 12, 4, pid_)});
        const QVector<ProcessFacts> all = running_processes(records, 0, 0);
        QCOMPARE(all.size(), 3);
        QCOMPARE(all[0].kind, ProcessFacts::Kind::Leftover);
        QCOMPARE(all[0].command, quint64{4});
        records.take(
            {record_of(EventType::JobEnd, 2, 12, 0, pid_), record_of(EventType::CommandEnd, 5, 12, 4, pid_)});
        QCOMPARE(running_processes(records, 0, 0).size(), 0);
    }

    void a_command_of_a_line_that_has_ended() {
        RunningRecords records;
        records.take({record_of(EventType::CommandStart, 2, 12, 1, pid_)});
        QCOMPARE(running_processes(records, 0, 0).size(), 3);
    }

    void a_command_whose_end_was_never_reported() {
        RunningRecords records;
        records.take({record_of(EventType::CommandStart, 2, 12, 1, 0x7ffffff0)});
        QCOMPARE(running_processes(records, 0, 0).size(), 0);
    }

    void ended_with_all_that_descends() {
        ProcessEnder ender;
        std::vector<ProcessInfo> processes = with_descendants(pid_, 0, 0);
        QCOMPARE(processes.size(), std::size_t{3});
        bool done = false;
        ender.end(std::move(processes), 200, [&] { done = true; });
        QTRY_VERIFY(done);
        QVERIFY(with_descendants(pid_, 0, 0).empty());
    }

private:
    std::unique_ptr<QProcess> shell_;
    int pid_ = 0;
};

QTEST_GUILESS_MAIN(ProcessViewTest)
#include "process_view_test.moc"
