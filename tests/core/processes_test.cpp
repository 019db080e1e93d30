// Finding and ending processes from outside, with real ones.
#include "core/session/processes.h"
#include "tests/support/patience.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace asb;

namespace {

/// A child that waits to be ended; `name` becomes its argument, `out` its stdout.
pid_t start(const char* name, int out, const char* variable = nullptr, bool ignore_term = false) {
    const pid_t pid = ::fork();
    if (pid != 0)
        return pid;
    ::dup2(out, STDOUT_FILENO);
    if (ignore_term)
        ::signal(SIGTERM, SIG_IGN);
    if (variable)
        ::putenv(const_cast<char*>(variable));
    ::execl("/bin/sleep", "sleep", name, static_cast<char*>(nullptr));
    ::_exit(127);
}

void reap(pid_t pid) {
    ::kill(pid, SIGKILL);
    ::waitpid(pid, nullptr, 0);
}

bool contains(const std::vector<ProcessInfo>& found, pid_t pid) {
    for (const ProcessInfo& process : found) {
        if (process.pid == pid)
            return true;
    }
    return false;
}

bool is_sleep(pid_t pid) {
    char name[64] = {};
    const std::string path = "/proc/" + std::to_string(pid) + "/exe";
    return ::readlink(path.c_str(), name, sizeof name - 1) > 0
           && std::string(name).find("sleep") != std::string::npos;
}

} // namespace

class ProcessesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // "nono" is this process here; shims and real programs are both its children.
    void real_programs_by_descriptors() {
        const int one = file("one");
        const int two = file("two");
        const pid_t execd = start("600", ::open("/dev/null", O_WRONLY | O_CLOEXEC));
        const pid_t shim = start("601", one);
        const pid_t real = start("601", one);
        const pid_t other = start("601", two);
        for (const pid_t pid : {execd, shim, real, other})
            QTRY_VERIFY(is_sleep(pid));
        // The shim itself is a child of ours as well, and has its own descriptors.
        const std::vector<ProcessInfo> found = real_programs_of({shim}, ::getpid(), execd);
        QVERIFY(contains(found, real));
        QVERIFY(!contains(found, other));
        QVERIFY(!contains(found, execd));
        for (const pid_t pid : {execd, shim, real, other})
            reap(pid);
    }

    void same_descriptors_are_told_apart_by_tag_and_words() {
        const int one = file("one");
        const pid_t shim = start("601", one, "AGENT_SANDBOX_TAG=1.1");
        const pid_t mine = start("601", one, "AGENT_SANDBOX_TAG=1.1");
        const pid_t foreign = start("601", one, "AGENT_SANDBOX_TAG=1.2");
        const pid_t untagged = start("602", one);
        for (const pid_t pid : {shim, mine, foreign, untagged})
            QTRY_VERIFY(is_sleep(pid));
        const std::vector<ProcessInfo> found = real_programs_of({shim}, ::getpid(), 0);
        QVERIFY(contains(found, mine));
        QVERIFY(!contains(found, foreign));
        QVERIFY(!contains(found, untagged));
        for (const pid_t pid : {shim, mine, foreign, untagged})
            reap(pid);
    }

    void vanished_shim_finds_nothing() {
        const pid_t gone = start("600", file("one"));
        reap(gone);
        QVERIFY(real_programs_of({gone}, ::getpid(), 0).empty());
    }

    void by_environment() {
        const QTemporaryDir folder;
        const std::string temp = folder.path().toStdString() + "/n2";
        const std::string variable = "NONO_CAP_FILE=" + temp + "/.nono-1.json";
        const std::string path = "PATH=/x:" + temp + "/nono-tool-sandbox-1/shims:/bin";
        const std::string near = "NONO_CAP_FILE=" + temp + "2/.nono-1.json";
        const int out = file("one");
        const pid_t by_caps = start("600", out, variable.c_str());
        const pid_t by_path = start("600", out, path.c_str());
        const pid_t stranger = start("600", out, near.c_str());
        for (const pid_t pid : {by_caps, by_path, stranger})
            QTRY_VERIFY(is_sleep(pid));
        const std::vector<ProcessInfo> found = processes_under_nono(temp);
        QVERIFY(contains(found, by_caps));
        QVERIFY(contains(found, by_path));
        QVERIFY(!contains(found, stranger));
        for (const pid_t pid : {by_caps, by_path, stranger})
            reap(pid);
        QVERIFY(processes_under_nono(temp).empty());
    }

    void ended_with_term_or_kill() {
        const int out = file("one");
        const pid_t polite = start("600", out);
        const pid_t stubborn = start("600", out, nullptr, true);
        for (const pid_t pid : {polite, stubborn})
            QTRY_VERIFY(is_sleep(pid));
        std::vector<ProcessInfo> both;
        for (const ProcessInfo& process : living_descendants(::getpid())) {
            if (process.pid == polite || process.pid == stubborn)
                both.push_back(process);
        }
        QCOMPARE(both.size(), std::size_t{2});
        ProcessEnder ender;
        bool done = false;
        ender.end(both, 100, [&] { done = true; });
        QTRY_VERIFY(done);
        int status = 0;
        QCOMPARE(::waitpid(polite, &status, 0), polite);
        QCOMPARE(WTERMSIG(status), SIGTERM);
        QCOMPARE(::waitpid(stubborn, &status, 0), stubborn);
        QCOMPARE(WTERMSIG(status), SIGKILL);
        done = false;
        ender.end({}, 100, [&] { done = true; });
        QVERIFY(done);
    }

    void another_process_with_that_pid_is_left_alone() {
        const pid_t pid = start("600", file("one"));
        QTRY_VERIFY(is_sleep(pid));
        ProcessInfo stale;
        stale.pid = pid;
        stale.start_ticks = 1;
        QVERIFY(!is_same_process(stale));
        ProcessEnder ender;
        bool done = false;
        ender.end({stale}, 0, [&] { done = true; });
        QTRY_VERIFY(done);
        QCOMPARE(::waitpid(pid, nullptr, WNOHANG), 0);
        reap(pid);
    }

private:
    int file(const char* name) {
        const QByteArray path = folder_.filePath(QString::fromLatin1(name)).toLocal8Bit();
        return ::open(path.constData(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    }
    QTemporaryDir folder_;
};

QTEST_GUILESS_MAIN(ProcessesTest)
#include "processes_test.moc"
