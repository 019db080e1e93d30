// execd together with the shell of the product: what needs both.
#include "tests/execd/harness.h"
#include "tests/support/sanitizer.h"

#include <QRegularExpression>
#include <sys/stat.h>

using namespace asb;
using namespace asb::test;

namespace {

/// A folder that looks like nono's, with declared commands in it.
class Shims {
public:
    Shims() : folder_(root_.path().toStdString() + "/nono-tool-sandbox-1-2-ab/shims") {
        QDir().mkpath(QString::fromStdString(folder_));
    }
    void add(const std::string& name, const std::string& script) const {
        static_cast<void>(write_file_atomically(folder_ + "/" + name, "#!/bin/bash\n" + script + "\n", 0755));
    }
    std::vector<std::string> environment() const { return {"PATH=" + folder_ + ":/usr/bin:/bin", "HOME=/"}; }

private:
    QTemporaryDir root_;
    std::string folder_;
};

bool is_declared_start(const Event& event) {
    return event.type == EventType::CommandStart && event.declared;
}

} // namespace

class RealShellTest : public QObject {
    Q_OBJECT
private slots:
    void lines_and_final_directory() {
        Daemon daemon;
        QVERIFY(daemon.start(Form::ByHand, {}, kRealShell));
        Client client;
        QCOMPARE(client.run(daemon, "cd /tmp; for i in 1 2 3; do /bin/echo $i; done | tail -1; exit 4"), 4);
        QCOMPARE(client.out(), std::string("3\n"));
        QCOMPARE(client.cwd, std::string("/tmp"));
        Client replaced;
        QCOMPARE(replaced.run(daemon, "exec bash -c 'exit 9'"), 9);
        Client name;
        name.request.shell_name = "/bin/bash";
        QCOMPARE(name.run(daemon, "nosuchcommand"), 127);
        QCOMPARE(name.err(), std::string("/bin/bash: line 1: nosuchcommand: command not found\n"));
        QCOMPARE(daemon.end(), 0);
    }

    // What a rehearsal has left must not be seen by a line.
    void a_rehearsed_worker_is_as_new() {
        Daemon daemon;
        QVERIFY(daemon.start(Form::ByHand, {}, kRealShell));
        std::string first;
        for (std::uint64_t i = 1; i <= 3; ++i) {
            QVERIFY(wait_until([&] { return daemon.is_settled(); }));
            Client client;
            client.request.environment = {"PATH=/usr/bin:/bin", "HOME=/", "SHLVL=4"};
            QCOMPARE(
                client.run(daemon,
                           "echo $? $! $SHLVL $BASH_SUBSHELL ${FUNCNAME-none} $#; trap; hash; jobs; set -o; "
                           "shopt; grep -E '^Sig(Blk|Ign)' /proc/self/status; ls /proc/self/fd; env | grep "
                           "-v ^AGENT_SANDBOX_; locale"),
                0);
            if (i == 1)
                first = client.out();
            QCOMPARE(client.out(), first);
            QVERIFY(first.starts_with("0 5 0 none 0\n"));
            QVERIFY(first.find("SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n")
                    != std::string::npos);
            QVERIFY(daemon.wait_type(EventType::RequestEnd, i));
        }
        QCOMPARE(daemon.end(), 0);
    }

    void no_locale_is_left_of_a_rehearsal() {
        const QByteArray before = qgetenv("LC_ALL");
        qputenv("LC_ALL", "C.UTF-8");
        Daemon daemon;
        const bool started = daemon.start(Form::ByHand, {}, kRealShell);
        before.isNull() ? qunsetenv("LC_ALL") : qputenv("LC_ALL", before);
        QVERIFY(started);
        for (const auto& [language, length] : {std::pair{"LANG=C.UTF-8", "1\n"},
                                               {"LANG=xx", "2\n"},
                                               {"LANG=C", "2\n"},
                                               {"LC_ALL=xx", "2\n"}}) {
            QVERIFY(wait_until([&] { return daemon.is_settled(); }));
            Client client;
            client.request.environment = {"PATH=/usr/bin:/bin", language};
            QCOMPARE(client.run(daemon, "x=é; echo ${#x}"), 0);
            QCOMPARE(client.out(), std::string(length));
        }
        QCOMPARE(daemon.end(), 0);
    }

    // Its output is closed and its status stands, although it still waits to be let go.
    void a_line_that_has_ended_cannot_end_otherwise_data() {
        QTest::addColumn<int>("signal");
        QTest::newRow("TERM") << SIGTERM;
        QTest::newRow("KILL") << SIGKILL;
    }
    void a_line_that_has_ended_cannot_end_otherwise() {
        QFETCH(const int, signal);
        Daemon daemon;
        QVERIFY(daemon.start(Form::ByHand, {}, kRealShell));
        Result<Pipe> input = make_pipe();
        QVERIFY(input.ok());
        Client client;
        QVERIFY(client.start(daemon, "echo $$; read line; exit 3", 0, input->read_end.get()));
        input->read_end.reset();
        QVERIFY(client.wait_out("\n"));
        QVERIFY(daemon.wait_type(EventType::RequestStart, 1));
        ::kill(daemon.pid, SIGSTOP);
        QVERIFY(write_all(input->write_end.get(), "go on\n"));
        pollfd entry{input->write_end.get(), 0, 0}; // an error: the last reader is gone
        QCOMPARE(::poll(&entry, 1, kPatienceMs), 1);
        ::kill(client.out_pid(), signal);
        ::kill(daemon.pid, SIGCONT);
        QCOMPARE(client.wait(), 3);
        QVERIFY(daemon.wait_type(EventType::RequestEnd, 1));
        const Event* const end = daemon.find(EventType::RequestEnd, 1);
        QCOMPARE(end->status, std::optional<int>(3));
        QVERIFY(!end->signal);
        QVERIFY(end->end_reason == EndReason::Exit);
        QCOMPARE(daemon.end(), 0);
    }

    // Also while a line runs on; and never more than one.
    void a_worker_stands_ready() {
        Daemon daemon;
        QVERIFY(daemon.start(Form::ByHand, {}, kRealShell));
        QVERIFY(wait_until([&] { return daemon.spares() == 1; }));
        Client running;
        QVERIFY(running.start(daemon, "echo up; sleep 300"));
        QVERIFY(running.wait_out("up"));
        for (int i = 0; i < 3; ++i) {
            QVERIFY(wait_until([&] { return daemon.spares() == 1; }));
            Client client;
            QCOMPARE(client.run(daemon, "exit 3"), 3);
        }
        QVERIFY(wait_until([&] { return daemon.spares() == 1; }));
        running.hang_up();
        QVERIFY(daemon.wait_type(EventType::RequestEnd, 1));
        QVERIFY(wait_until([&] { return daemon.is_settled(); }));
        QCOMPARE(daemon.end(), 0);
    }

    // As a program that the sandbox does not let start: found on the way, refused by the kernel.
    void what_cannot_be_started_is_recorded() {
        const QTemporaryDir folder;
        const std::string program = folder.path().toStdString() + "/tool";
        QVERIFY(write_file_atomically(program, "#!/etc/passwd\n", 0755).ok());
        Daemon daemon;
        QVERIFY(daemon.start(Form::ByHand, {}, kRealShell));
        const std::vector<std::string> lines{program + " one", "(" + program + " one)",
                                             program + " one | /bin/cat",
                                             "if " + program + " one; then :; fi"};
        for (std::size_t i = 0; i < lines.size(); ++i) {
            daemon.seen.clear();
            Client client;
            QVERIFY2(client.run(daemon, lines[i]) >= 0, lines[i].c_str());
            QVERIFY(daemon.wait_type(EventType::RequestEnd, i + 1));
            std::uint64_t command = 0;
            int ends = 0;
            for (const Event& event : daemon.seen) {
                if (event.type == EventType::CommandStart && event.path == program) {
                    QVERIFY2(command == 0, lines[i].c_str());
                    QCOMPARE(event.argv, (std::vector<std::string>{program, "one"}));
                    command = event.command;
                }
                if (event.type == EventType::CommandEnd && command != 0 && event.command == command) {
                    QCOMPARE(event.status, std::optional<int>(126));
                    ++ends;
                }
            }
            QVERIFY2(command != 0 && ends == 1, lines[i].c_str());
        }
    }

    void many_parallel_lines() {
        Daemon daemon;
        QVERIFY(daemon.start(Form::ByHand, {}, kRealShell));
        std::vector<std::unique_ptr<Client>> clients;
        for (int i = 0; i < 200; ++i) {
            clients.push_back(std::make_unique<Client>());
            QVERIFY(clients.back()->start(daemon, "seq 100 | grep -c . ; /bin/echo " + std::to_string(i)));
        }
        for (int i = 0; i < 200; ++i) {
            QCOMPARE(clients[static_cast<std::size_t>(i)]->wait(60'000), 0);
            QCOMPARE(clients[static_cast<std::size_t>(i)]->out(), "100\n" + std::to_string(i) + "\n");
        }
        QVERIFY(wait_until([&] { return daemon.children().size() == 1; }));
    }

    void a_line_cannot_take_execd_down() {
        Daemon daemon;
        QVERIFY(daemon.start(Form::ByHand, {}, kRealShell));
        for (const char* line :
             {"f() { f; }; f", "declare -A a; a[x]=1; echo ${a[x]}",
              "x=$(head -c 3000000 /dev/zero | tr '\\0' x)", "kill -9 $$", "ulimit -n 3; ls",
              "exec 0<&- 1>&- 2>&-; ls", "trap 'exit 3' EXIT; kill -9 0"}) {
            Client client;
            QVERIFY(client.start(daemon, line, 5000));
            QVERIFY2(client.wait() >= -1, line);
            QVERIFY(is_alive(daemon.pid));
        }
        Client client;
        QCOMPARE(client.run(daemon, "exit 3"), 3);
    }

    void timeout_and_traps() {
        Daemon quick;
        QVERIFY(quick.start(Form::ByHand, {}, kRealShell));
        Client timed;
        QCOMPARE(timed.run(quick, "trap '' TERM; (trap '' TERM; sleep 300); sleep 300", 300), 124);
        QVERIFY2(timed.err() == "agent-sandbox: command timed out after 300ms\n", timed.err().c_str());
        Daemon daemon;
        QVERIFY(daemon.start(Form::ByHand, {"--shell", "real", "--grace-ms", "15000"}));
        Client trapped;
        QVERIFY(trapped.start(daemon, "trap 'echo cleaned; exit 5' TERM; echo up; sleep 300 & wait"));
        QVERIFY(trapped.wait_out("up"));
        trapped.signal(SIGTERM);
        QCOMPARE(trapped.wait(), 5);
        QCOMPARE(trapped.out(), std::string("up\ncleaned\n"));
        Client foreground;
        QVERIFY(foreground.start(daemon, "trap 'echo int' INT; echo up; sleep 300; echo after"));
        QVERIFY(daemon.wait_type(EventType::CommandStart, 2)); // before, there would be only the trap
        foreground.signal(SIGINT);
        QCOMPARE(foreground.wait(), 0);
        QCOMPARE(foreground.out(), std::string("up\nint\nafter\n"));
        QVERIFY(wait_until([&] { return daemon.children().size() == 1; }));
    }

    // Bounded: at most 300 processes in all, and each storm ends by itself after 5.6 s or more.
    void a_storm_ends_with_its_line_data() {
        QTest::addColumn<int>("chains");
        QTest::addColumn<QString>("pause");
        QTest::addColumn<QString>("next");
        QTest::addColumn<int>("most");
        QTest::newRow("in its group") << 10 << "0.3"
                                      << "\"$0\" $(($1 - 1)) \"$2\" &" << 290;
        QTest::newRow("a session each") << 10 << "0.3"
                                        << "setsid -f \"$0\" $(($1 - 1)) \"$2\"" << 290;
        QTest::newRow("ever more")
            << 5 << "1.4"
            << "for i in 1 2; do [ $1 -gt 24 ] && setsid \"$0\" $(($1 - 1)) \"$2\" & done; wait" << 155;
    }

    void a_storm_ends_with_its_line() {
        QFETCH(const int, chains);
        QFETCH(const QString, pause);
        QFETCH(const QString, next);
        QFETCH(const int, most);
        QTemporaryDir folder;
        const std::string script = folder.filePath("storm").toStdString();
        const std::string count = folder.filePath("count").toStdString();
        const QString text =
            "#!/bin/bash\ntrap '' TERM HUP INT\necho >> \"$2\"\n[ $1 -gt 0 ] || exit 0\nsleep " + pause + '\n'
            + next + '\n';
        QVERIFY(write_file_atomically(script, text.toStdString(), 0755).ok());
        Daemon daemon;
        QVERIFY(daemon.start(Form::ByHand, {}, kRealShell));
        Client client;
        const std::string line = "for i in {1.." + std::to_string(chains) + "}; do " + script + " 28 " + count
                                 + " & done; sleep 300";
        QCOMPARE(client.run(daemon, line, 3000), 124);
        QVERIFY(wait_until([&] { return daemon.is_settled(); }));
        // Nothing of it is left below execd, to which its orphans come.
        QCOMPARE(descendants_of(daemon.pid).size(), std::size_t{2});
        const Result<std::string> started = read_file(count);
        QVERIFY(started.ok());
        QVERIFY(started->size() >= static_cast<std::size_t>(chains)
                && started->size() < static_cast<std::size_t>(most));
    }

    void a_line_that_uses_up_its_memory_or_stack_ends_as_in_bash() {
        if (test::kSanitized)
            QSKIP("the sanitizer itself maps more than such limits allow");
        Daemon daemon;
        QVERIFY(daemon.start(Form::ByHand, {}, kRealShell));
        struct Case {
            const char* line;
            int status;
            const char* message;
        };
        const Case cases[] = {
            {"ulimit -v 200000; x=$(head -c 300000000 /dev/zero | tr '\\0' x); echo on", 2,
             "bash: xmalloc: cannot allocate memory\n"},
            {"ulimit -v 200000; (x=$(head -c 300000000 /dev/zero | tr '\\0' x)); exit $?", 2,
             "bash: xmalloc: cannot allocate memory\n"},
            {"ulimit -v 200000; x=x; while :; do x=$x$x; done", 2, "bash: xmalloc: cannot allocate memory\n"},
            {"ulimit -s 64; f() { f; }; f", 139, "maximum function nesting level exceeded"},
            {"ulimit -s 64; (f() { f; }; f); exit $?", 139, "maximum function nesting level exceeded"},
            {"ulimit -s unlimited; ulimit -s 200; f() { eval f; }; f", 139,
             "maximum function nesting level exceeded"},
            {"ulimit -S -t 1; while :; do :; done", 128 + SIGXCPU,
             "the shell of this line died: CPU time limit"},
            {"kill -ABRT $$", 128 + SIGABRT, "the shell of this line died: Aborted"},
        };
        for (const Case& one : cases) {
            Client client;
            QCOMPARE(client.run(daemon, one.line), one.status);
            QVERIFY2(client.err().find(one.message) != std::string::npos, client.err().c_str());
            QCOMPARE(client.out(), std::string());
            QVERIFY2(client.err().find("terminate called") == std::string::npos, client.err().c_str());
        }
    }

    void background_job_survives_its_line() {
        Daemon daemon;
        QVERIFY(daemon.start(Form::Listening, {}, kRealShell));
        Client client;
        QCOMPARE(client.run(daemon, "sleep 300 & echo $!"), 0);
        QVERIFY(daemon.wait_type(EventType::JobLeft, 1));
        QCOMPARE(daemon.find(EventType::JobLeft)->pid, client.out_pid());
        QVERIFY(is_alive(client.out_pid()));
        Client other; // a later line can end it, as in one shell
        QCOMPARE(other.run(daemon, "kill " + std::to_string(client.out_pid())), 0);
        QVERIFY(daemon.wait_type(EventType::JobEnd, 1));
        // A subshell that lives on still reports what it starts.
        Client subshell;
        QCOMPARE(subshell.run(daemon, "(sleep 0.5; /bin/echo late) >/dev/null &"), 0);
        QVERIFY(daemon.wait_event([](const Event& e) {
            return e.type == EventType::CommandStart && e.request == 3
                   && e.argv == std::vector<std::string>{"/bin/echo", "late"};
        }));
        QVERIFY(daemon.wait_type(EventType::JobEnd, 3));
        Client last;
        QCOMPARE(last.run(daemon, "sleep 300 & echo $!"), 0);
        QCOMPARE(daemon.end(), 0);
        QVERIFY(!is_alive(last.out_pid()));
    }

    void lost_client_takes_everything() {
        Daemon daemon;
        QVERIFY(daemon.start(Form::ByHand, {}, kRealShell));
        Client client;
        QVERIFY(
            client.start(daemon, "setsid sleep 300 & (sleep 301; :) & { sleep 302 | cat; } & echo up; wait"));
        QVERIFY(client.wait_out("up"));
        QVERIFY(wait_until([&] {
            static_cast<void>(daemon.read_events(1));
            return std::count_if(daemon.seen.begin(), daemon.seen.end(),
                                 [](const Event& e) { return e.type == EventType::CommandStart; })
                   >= 4;
        }));
        std::vector<pid_t> pids;
        for (const Event& event : daemon.seen) {
            if (event.type == EventType::CommandStart)
                pids.push_back(event.pid);
        }
        client.hang_up();
        QVERIFY(wait_until([&] { return std::none_of(pids.begin(), pids.end(), is_alive); }));
        QVERIFY(wait_until([&] { return daemon.children().size() == 1; }));
    }

    void declared_pipelines_do_not_stall() {
        const Shims shims;
        shims.add("produce", "seq 1000");
        shims.add("consume", "cat");
        Daemon daemon;
        QVERIFY(daemon.start(Form::ByHand, {}, kRealShell));
        for (int i = 0; i < 20; ++i) {
            Client client;
            client.request.environment = shims.environment();
            QCOMPARE(client.run(daemon, "produce | consume | consume | tail -1"), 0);
            QCOMPARE(client.out(), std::string("1000\n"));
        }
        QVERIFY(daemon.wait_type(EventType::RequestEnd, 20));
        QCOMPARE(std::count_if(daemon.seen.begin(), daemon.seen.end(), is_declared_start), 60);
        for (const Event& event : daemon.seen) {
            if (is_declared_start(event))
                QVERIFY(event.path.find("/shims/") != std::string::npos);
        }
    }

    void many_declared_commands_wait_for_places() {
        const Shims shims;
        shims.add("count", "mkdir $1/$$; ls $1 | wc -l >> $1.most; sleep 0.05; rmdir $1/$$");
        QTemporaryDir folder;
        const std::string path = folder.path().toStdString() + "/d";
        QVERIFY(::mkdir(path.c_str(), 0755) == 0);
        Daemon daemon;
        QVERIFY(daemon.start(Form::ByHand, {}, kRealShell));
        std::vector<std::unique_ptr<Client>> clients;
        for (int i = 0; i < 4; ++i) {
            clients.push_back(std::make_unique<Client>());
            clients.back()->request.environment = shims.environment();
            QVERIFY(clients.back()->start(daemon, "for i in {1..40}; do count " + path + " & done; wait"));
        }
        for (const auto& client : clients)
            QCOMPARE(client->wait(60'000), 0);
        const Result<std::string> seen = read_file(path + ".most");
        QVERIFY(seen.ok());
        const QStringList counts = QString::fromStdString(*seen).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(counts.size(), qsizetype{160});
        for (const QString& count : counts)
            QVERIFY2(count.toInt() <= 60, qPrintable(count));
    }

    void ending_names_the_shims() {
        const Shims shims;
        // The real shim only waits for its real program; both ends are played here.
        shims.add("linger", "exec sleep 300");
        Daemon daemon;
        QVERIFY(daemon.start(Form::ByHand, {}, kRealShell));
        Client hand; // nobody to ask: no wait
        hand.request.environment = shims.environment();
        QCOMPARE(hand.run(daemon, "linger; echo went on", 200), 124);
        QVERIFY(daemon.find(EventType::Ending) == nullptr);
        QCOMPARE(hand.out(), std::string());
    }
};

ASB_EXECD_TEST_MAIN(RealShellTest)
#include "real_shell_test.moc"
