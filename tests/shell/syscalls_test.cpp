// What a command costs in system calls of the shell's own process, counted by strace: a regression here is
// time lost at every command (shell-speed.md, sections 2 and 10). Skipped where strace
// may not trace.
#include "core/shell/host.h"
#include "tests/support/required_tool.h"
#include "tests/support/sanitizer.h"

#include <QProcess>
#include <QTemporaryFile>
#include <QtTest>

#include <cstring>
#include <unistd.h>

namespace {

class NullHost : public asb::shell::Host {
public:
    void report(asb::Event) override {}
    std::uint64_t next_command_number() override { return ++number_; }
    std::string tag_prefix() const override { return "1."; }
    bool is_declared(const std::string&) const override { return false; }
    asb::Fd acquire_places(int) override { return {}; }
    bool is_private(int) const override { return false; }

private:
    std::uint64_t number_ = 0;
};

int run_line(const char* line) {
    asb::shell::ShellStart start;
    start.line = line;
    start.environment = {"PATH=/usr/bin:/bin", "HOME=/tmp"};
    NullHost host;
    return asb::shell::run_command_string(start, host);
}

} // namespace

class SyscallsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void cost_of_one_data();
    void cost_of_one();

private:
    int count(const QString& command, int times);
};

void SyscallsTest::initTestCase() {
    if (asb::test::kSanitized)
        QSKIP("a sanitizer makes system calls of its own, and not under strace");
    ASB_REQUIRE_TOOL("strace");
    if (count("true", 1) <= 0)
        QSKIP("strace cannot trace here");
}

/// System calls of the shell's process (children are not followed) that runs the command so often; -1: strace
/// failed.
int SyscallsTest::count(const QString& command, int times) {
    QTemporaryFile trace;
    if (!trace.open())
        return -1;
    const QString line = QString("for ((i = 0; i < %1; i++)); do %2; done").arg(times).arg(command);
    QProcess strace;
    strace.start("strace",
                 {"-o", trace.fileName(), QCoreApplication::applicationFilePath(), "--run-line", line});
    if (!strace.waitForFinished(60000) || strace.exitCode() != 0)
        return -1;
    int calls = 0;
    for (const QByteArray& entry : trace.readAll().split('\n')) {
        if (!entry.isEmpty() && !entry.startsWith("---") && !entry.startsWith("+++"))
            ++calls;
    }
    return calls;
}

void SyscallsTest::cost_of_one_data() {
    QTest::addColumn<QString>("command");
    QTest::addColumn<int>("most");
    QTest::newRow("assignment") << "x=$i" << 0;
    QTest::newRow("arithmetic") << "((x += i))" << 0;
    // Signals blocked and unblocked, vfork, getpid for the event, wait4.
    QTest::newRow("external") << "/bin/true" << 5;
    QTest::newRow("remembered path") << "true_() { :; }; env true" << 5;
    QTest::newRow("external with a file") << "/bin/true > /dev/null" << 7;
    QTest::newRow("external with a duplicate") << "/bin/true 2>&1" << 6;
    QTest::newRow("builtin into a file") << ": > /dev/null" << 6;
}

void SyscallsTest::cost_of_one() {
    QFETCH(QString, command);
    QFETCH(int, most);
    const int few = count(command, 10);
    const int many = count(command, 30);
    QVERIFY(few > 0 && many >= few);
    const double each = (many - few) / 20.0;
    QVERIFY2(each <= most + 0.5,
             qPrintable(QString("%1 system calls, at most %2 expected").arg(each).arg(most)));
}

int main(int argc, char** argv) {
    if (argc == 3 && std::strcmp(argv[1], "--run-line") == 0)
        return run_line(argv[2]);
    QCoreApplication application(argc, argv);
    SyscallsTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "syscalls_test.moc"
