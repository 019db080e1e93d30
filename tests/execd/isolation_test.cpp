// What a command can do to execd (spec/road-measured.md §6.3), and what execd costs. With the shell of the
// product.
#include "core/base/paths.h"
#include "core/execd/landlock.h"
#include "tests/execd/harness.h"
#include "tests/support/required_tool.h"
#include "tests/support/sanitizer.h"

#include <QRegularExpression>

using namespace asb;
using namespace asb::test;

namespace {

bool has_layer() {
    return execd::landlock_abi() >= execd::kSignalScopeAbi;
}

long pss_kb(pid_t pid) {
    const Result<std::string> text = read_file("/proc/" + std::to_string(pid) + "/smaps_rollup");
    if (!text)
        return -1;
    const std::size_t at = text->find("\nPss:");
    return at == std::string::npos ? -1 : std::atol(text->c_str() + at + 5);
}

/// agent-sandbox of the same build; empty when it is not built.
std::string product() {
    const std::string self = *self_path();
    const std::string path = self.substr(0, self.rfind('/')) + "/../bin/agent-sandbox";
    return ::access(path.c_str(), X_OK) == 0 ? path : std::string();
}

std::string number(pid_t pid) {
    return std::to_string(pid);
}

} // namespace

class IsolationTest : public QObject {
    Q_OBJECT
private slots:
    void one_thread_each() {
        Daemon daemon;
        QVERIFY(daemon.start(Form::ByHand, {}, kRealShell));
        Client client;
        QVERIFY(client.start(daemon, "echo $$; while :; do :; done"));
        QVERIFY(wait_until([&] { return client.out_pid() > 0; }));
        pid_t spawner = 0;
        QVERIFY(wait_until([&] { return (spawner = daemon.spawner()) > 0; }));
        for (const pid_t pid : {daemon.pid, spawner, client.out_pid()})
            QCOMPARE(words_in_directory("/proc/" + number(pid) + "/task"), 3); // "." and ".."
        client.signal(SIGKILL);
        QCOMPARE(client.wait(), 137);
    }

    void execd_cannot_be_ended() {
        if (!has_layer())
            QSKIP("the kernel has no signal scope");
        Daemon daemon;
        QVERIFY(daemon.start(Form::ByHand, {}, kRealShell));
        Client harmless; // what comes next must not reach anybody else: the wall is tried first
        QVERIFY(harmless.run(daemon, "kill -0 " + number(::getpid())) != 0);
        const std::vector<std::string> lines{"kill -9 " + number(daemon.pid),
                                             "/bin/kill -9 " + number(daemon.pid),
                                             "kill -STOP " + number(daemon.pid),
                                             "kill -9 -" + number(::getpgid(daemon.pid)),
                                             "bash -c 'kill -9 -1'",
                                             "kill -9 -1"};
        for (const std::string& line : lines) {
            Client client;
            QVERIFY(client.start(daemon, line));
            const bool may_succeed =
                line.find("-9 -") != std::string::npos; // it reaches some process, itself
            QVERIFY2(client.wait() != 0 || may_succeed, line.c_str());
            QVERIFY(is_alive(daemon.pid));
            Client next;
            QCOMPARE(next.run(daemon, "exit 3"), 3);
        }
    }

    void execd_cannot_be_looked_into() {
        if (!has_layer())
            QSKIP("the kernel has no signal scope");
        Daemon daemon;
        QVERIFY(daemon.start(Form::ByHand, {}, kRealShell));
        const bool root = ::geteuid() == 0;
        const pid_t spawner = daemon.settled_spawner();
        QVERIFY(spawner > 0);
        for (const pid_t pid : {daemon.pid, spawner}) {
            if (pid != daemon.pid && root)
                continue; // the spawner is in the layer; not being dumpable hides it from users only
            const std::string proc = "/proc/" + number(pid);
            std::vector<std::string> lines{"head -c 1 " + proc + "/mem", "echo forged > " + proc + "/fd/1",
                                           "readlink -v " + proc + "/fd/0"};
            if (!root) { // CAP_PERFMON reads these whatever a security module says
                lines.push_back("cat " + proc + "/environ");
                lines.push_back("cat " + proc + "/maps");
                lines.push_back("ls " + proc + "/fd/");
            }
            for (const std::string& line : lines) {
                Client client;
                QVERIFY2(client.run(daemon, line) != 0 && client.out().empty(), line.c_str());
                QVERIFY2(client.err().find("ermission denied") != std::string::npos,
                         (line + ": " + client.err()).c_str());
            }
        }
        QVERIFY(daemon.wait_type(EventType::RequestEnd, 1));
        QCOMPARE(daemon.bad_lines, 0);
    }

    void execd_cannot_be_traced() {
        if (!has_layer())
            QSKIP("the kernel has no signal scope");
        Daemon daemon;
        QVERIFY(daemon.start(Form::ByHand, {}, kRealShell));
        Client client;
        const int status = client.run(
            daemon, "python3 -c 'import ctypes,sys; l=ctypes.CDLL(None,use_errno=True); "
                    "r=l.ptrace(16,"
                        + number(daemon.pid) + ",0,0); sys.exit(0 if r==0 else ctypes.get_errno())'");
        ASB_REQUIRE(status != 127, "no python3 on PATH");
        QCOMPARE(status, EPERM);
    }

    void worker_is_hidden_from_users() {
        if (::geteuid() == 0)
            QSKIP("root looks into everything; execd says so in its hello");
        Daemon daemon;
        QVERIFY(daemon.start(Form::ByHand, {}, kRealShell));
        Client client;
        QVERIFY(client.run(daemon, "ls /proc/$$/fd") != 0);
        Client environment;
        QVERIFY(environment.run(daemon, "cat /proc/$$/environ") != 0);
    }

    void channel_is_not_for_redirections() {
        Daemon daemon;
        QVERIFY(daemon.start(Form::ByHand, {}, kRealShell));
        Client client;
        QVERIFY(client.start(
            daemon, "for i in {240..400}; do { echo forged >&$i; } 2>/dev/null && echo wrote $i; "
                    "{ echo forged >/dev/fd/$i; } 2>/dev/null && echo wrote $i; done; exec {v}>/dev/null; "
                    "echo $v; echo end"));
        QCOMPARE(client.wait(), 0);
        QVERIFY2(client.out().find("wrote") == std::string::npos, client.out().c_str());
        QVERIFY(client.out().ends_with("end\n"));
        Client moved;
        static_cast<void>(moved.run(daemon, "exec 255>&-; exec 256>&-; exec 255</dev/null; /bin/true"));
        QVERIFY(daemon.wait_type(EventType::CommandEnd, 2)); // the channel is still there
        QCOMPARE(daemon.bad_lines, 0);
    }

    void tag_reaches_commands_and_only_them() {
        Daemon daemon;
        QVERIFY(daemon.start(Form::ByHand, {}, kRealShell));
        Client client;
        QCOMPARE(client.run(daemon, "env | head -1; export -p | grep -c AGENT_SANDBOX; env | head -1"), 0);
        const QRegularExpression expected("^AGENT_SANDBOX_TAG=1\\.\\d+\n0\nAGENT_SANDBOX_TAG=1\\.\\d+\n$");
        QVERIFY2(expected.match(QString::fromStdString(client.out())).hasMatch(), client.out().c_str());
        QVERIFY(daemon.wait_type(EventType::RequestEnd, 1));
        const Event* start = daemon.find(EventType::CommandStart, 1);
        QVERIFY(start != nullptr && start->command >= 1);
    }

    void small_when_idle() {
        if (kSanitized)
            QSKIP("a sanitizer's own memory would be measured");
        ASB_REQUIRE(!product().empty(), "agent-sandbox is not built");
        if (pss_kb(::getpid()) < 0 || ::geteuid() != 0)
            QSKIP("only root can measure what is not dumpable");
        Daemon daemon;
        QVERIFY(daemon.start(Form::ByHand, {}, product()));
        Client client;
        QCOMPARE(client.run(daemon, "exit 3"), 3);
        QVERIFY(wait_until([&] { return daemon.is_settled(); }));
        long total = 0;
        for (const ProcessInfo& process : list_processes()) {
            if (process.pid == daemon.pid || process.parent == daemon.pid)
                total += pss_kb(process.pid);
        }
        qInfo("execd, its spawner and the worker that stands ready: %ld kB", total);
        QVERIFY(total > 0);
        QVERIFY2(total <= 4096, number(static_cast<pid_t>(total)).c_str());
    }
};

ASB_EXECD_TEST_MAIN(IsolationTest)
#include "isolation_test.moc"
