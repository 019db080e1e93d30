// The keeper with stand-in session programs: nothing of a session is left, whatever ends it.
#include "child.h"
#include "core/base/paths.h"
#include "core/base/sweep.h"
#include "core/base/unix_socket.h"
#include "core/front/cgroup_guard.h"
#include "core/front/keeper.h"
#include "core/front/run_folder.h"
#include "core/front/terminal.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>

using namespace asb;
using namespace asb::test;

namespace {

bool exists(const std::string& path) {
    struct stat info {};
    return ::lstat(path.c_str(), &info) == 0;
}

/// A zombie has ended: whoever became its parent (process 1 of a container may be slow) has yet to look.
bool alive(pid_t pid) {
    const Result<std::string> stat = read_file("/proc/" + std::to_string(pid) + "/stat", 4096);
    const std::size_t name_end = stat ? stat->rfind(") ") : std::string::npos;
    return name_end != std::string::npos && stat->compare(name_end + 2, 1, "Z") != 0;
}

} // namespace

class KeeperTest : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;
    std::string path(const std::string& name) const { return dir_.path().toStdString() + '/' + name; }
    std::string runs() const { return path("runs"); }

    /// A session program: `body` sees "$@" as the keeper gives it, and $T, the test's folder.
    std::string program(const std::string& body) {
        const std::string name = path("session.sh");
        const Status written = write_file_atomically(
            name,
            "#!/bin/bash\nT=" + dir_.path().toStdString()
                + "\nsay() { echo \"$2\" > $T/$1.new; mv $T/$1.new $T/$1; }\n" + body + '\n',
            0755);
        return written ? name : std::string();
    }
    /// For a Child: a keeper has one thread, and in this process Qt's own one might take its SIGCHLD.
    int keep(const std::vector<std::string>& words = {"claude"}) {
        return keep_session(words, BlockedSignals(), {path("session.sh"), runs(), path("viewer.sh")});
    }
    /// A viewer that leaves a file and stays until its session asks it to end.
    void viewer() {
        const Status written = write_file_atomically(
            path("viewer.sh"),
            "#!/bin/bash\nT=" + dir_.path().toStdString()
                + "\nread -r pid comm state parent group sid rest </proc/$$/stat\n"
                  "echo \"$* $PWD $((sid == $$)) $(readlink /proc/$$/fd/0 /proc/$$/fd/2 | xargs)\" > "
                  "$T/v.new\n"
                  "mv $T/v.new $T/v; for i in {1..3000}; do [ -e $T/stop ] && break; sleep 0.02; done\n"
                  "echo ended > $T/e.new; mv $T/e.new $T/e\n",
            0755);
        QVERIFY(written.ok());
    }
    std::string said(const char* name) const {
        std::string text;
        const bool there = eventually([&] {
            const Result<std::string> read = read_file(path(name));
            if (read)
                text = *read;
            return static_cast<bool>(read);
        });
        return there ? text.substr(0, text.find('\n')) : "<nothing>";
    }
    void nothing_left() {
        QCOMPARE(QDir(QString::fromStdString(runs()))
                     .entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden),
                 QStringList());
        QCOMPARE(QDir(dir_.path() + "/runtime/agent-sandbox").entryList(QDir::Files), QStringList());
    }

private slots:
    void initTestCase() {
        Child guard([] { return !cgroup_guard_needed() || guard_cgroup() ? 0 : 1; });
        if (guard.wait() != 0)
            QSKIP("root may not make a mount namespace here, so the keeper refuses to start");
    }
    void init() {
        ::unsetenv("DISPLAY");
        ::unsetenv("WAYLAND_DISPLAY");
        for (const char* name : {"a", "b", "c", "d", "v", "e", "stop", "session.sh", "viewer.sh"})
            ::unlink(path(name).c_str());
        QVERIFY(make_dirs(runs()));
        QVERIFY(make_dirs(path("runtime")));
        ::setenv("XDG_RUNTIME_DIR", path("runtime").c_str(), 1);
    }
    void cleanup() { nothing_left(); }

    void a_session_that_asks_for_it_is_followed_by_another() {
        program("if [ -e $T/a ]; then say b \"${*:5} $PWD $([ \"$2\" = \"$(cat $T/a)\" ] && echo same)\"; "
                "exit 5; fi\n"
                "say a \"$2\"; printf '%s\\0claude\\0--\\0x y\\0' \"$T/runtime\" > \"$2/again\"");
        Child child([&] { return keep({"--no-gui", "claude"}); });
        QCOMPARE(child.wait(), 5);
        QCOMPARE(said("b"), "claude -- x y " + path("runtime") + " ");
    }

    void a_folder_that_is_gone_is_not_started_in() {
        program("printf '/nowhere\\0claude\\0' > \"$2/again\"; exit 4");
        Child child([&] { return keep({"--no-gui", "claude"}); });
        QCOMPARE(child.wait(), 4);
    }

    void a_viewer_is_started_outside_the_session() {
        viewer();
        ::setenv("DISPLAY", ":77", 1);
        // The session's end sweeps its own tree; the viewer is not in it.
        program("for i in {1..3000}; do [ -e $T/v ] && break; sleep 0.02; done; exit 3");
        Child child([&] { return keep(); }); // a process that is no subreaper yet, as a keeper at its start
        QCOMPARE(said("v"), std::string("--background / 1 /dev/null /dev/null"));
        QCOMPARE(child.wait(), 3);
        QVERIFY(!exists(path("e")));
        QVERIFY(write_file_atomically(path("stop"), "").ok());
        QCOMPARE(said("e"), std::string("ended"));
    }

    void no_viewer_data() {
        QTest::addColumn<QByteArray>("display");
        QTest::addColumn<bool>("no_gui");
        QTest::addColumn<bool>("installed");
        QTest::addColumn<bool>("up");
        QTest::newRow("no display") << QByteArray() << false << true << false;
        QTest::newRow("--no-gui") << QByteArray(":77") << true << true << false;
        QTest::newRow("not installed") << QByteArray(":77") << false << false << false;
        QTest::newRow("up already") << QByteArray(":77") << false << true << true;
    }
    void no_viewer() {
        QFETCH(QByteArray, display);
        QFETCH(bool, no_gui);
        QFETCH(bool, installed);
        QFETCH(bool, up);
        if (installed)
            viewer();
        ::setenv("DISPLAY", display.constData(), 1);
        program("exit 0");
        const Result<std::string> folder = runtime_dir();
        QVERIFY(folder.ok());
        const std::string socket = *folder + "/viewer.sock";
        Result<Fd> listener = Error{"none", {}, 0};
        if (up)
            listener = listen_unix(socket);
        const std::vector<std::string> words =
            no_gui ? std::vector<std::string>{"--no-gui", "claude"} : std::vector<std::string>{"claude"};
        Child child([&] { return keep(words); });
        QCOMPARE(child.wait(), 0);
        // One that had been started would have been on its way before the session ended; give it its time.
        QTest::qWait(300);
        ::unlink(socket.c_str());
        QVERIFY(!exists(path("v")));
    }

    void arguments_and_status() {
        program("say a \"$*\"; exit 7");
        Child child([&] { return keep({"--no-gui", "claude", "--", "-p", "x y"}); });
        QCOMPARE(child.wait(), 7);
        const QRegularExpression shape(
            "^--run-dir " + QRegularExpression::escape(QString::fromStdString(runs()))
            + "/asb-[A-Za-z0-9]{6} --session-id [0-9a-f]{16} --no-gui claude -- -p x y$");
        QVERIFY2(shape.match(QString::fromStdString(said("a"))).hasMatch(), said("a").c_str());
        QVERIFY2(child.err().empty(), child.err().c_str());
    }

    void run_folder_is_private_and_locked() {
        program("say a \"$(stat -c %a $2) $(stat -c %a $2/lock) $(cat $2/lock) $4\"; flock -n $2/lock true "
                "&& say b free || say b held");
        Child child([&] { return keep(); });
        QCOMPARE(child.wait(), 0);
        const QStringList words = QString::fromStdString(said("a")).split(' ');
        QCOMPARE(words.size(), 4);
        QCOMPARE(words[0], "700");
        QCOMPARE(words[1], "600");
        QCOMPARE(words[2], words[3]);
        QCOMPARE(said("b"), std::string("held"));
    }

    void registry_entries_go() {
        program("mkdir -m 700 -p $XDG_RUNTIME_DIR/agent-sandbox; for e in json sock token; do touch "
                "$XDG_RUNTIME_DIR/agent-sandbox/$4.$e; done; "
                "mkdir -p $2/n1/x/shims; touch $2/n1/x/shims/f; chmod 500 $2/n1/x/shims; say a x");
        Child child([&] { return keep(); });
        QCOMPARE(child.wait(), 0);
        QCOMPARE(said("a"), std::string("x"));
    }

    void killed_session_program() {
        program("kill -9 $$");
        Child child([&] { return keep(); });
        QCOMPARE(child.wait(), 137);
        QVERIFY(!child.ended_by_signal());
    }

    void missing_session_program() {
        Child child([&] { return keep(); });
        QCOMPARE(child.wait(), 125);
        QVERIFY(child.err().find("session.sh") != std::string::npos);
    }

    void no_place_for_the_run_folder() {
        program("exit 0");
        Child child([&] {
            return keep_session({"claude"}, BlockedSignals(), {path("session.sh"), "/nowhere", {}});
        });
        QCOMPARE(child.wait(), 125);
        QVERIFY(child.err().find("/nowhere") != std::string::npos);
    }

    void sweeps_everything() {
        // A background child, a setsid daemon, a double fork, one that ignores every signal, a stopped one.
        program("sleep 600 & say a $!\n"
                "setsid bash -c 'trap \"\" TERM HUP INT; echo $$ > '$T'/b.new; mv '$T'/b.new '$T'/b; sleep "
                "600 & wait' &\n"
                "(setsid bash -c '(echo $BASHPID > '$T'/c.new; mv '$T'/c.new '$T'/c; exec sleep 600) &' &)\n"
                "bash -c 'echo $$ > '$T'/d.new; mv '$T'/d.new '$T'/d; kill -STOP $$; sleep 600' &\n"
                "while ! [ -e $T/b -a -e $T/c -a -e $T/d ]; do sleep 0.02; done; kill -9 $$");
        Child child([&] { return keep(); });
        QCOMPARE(child.wait(), 137);
        for (const char* name : {"a", "b", "c", "d"}) {
            const int pid = std::stoi(said(name));
            QVERIFY2(!alive(pid), name);
        }
    }

    void passes_signals_data() {
        QTest::addColumn<int>("number");
        QTest::newRow("TERM") << SIGTERM;
        QTest::newRow("HUP") << SIGHUP;
    }
    void passes_signals() {
        QFETCH(int, number);
        program("trap 'exit 5' TERM; trap 'exit 6' HUP; say a x; while :; do sleep 0.02; done");
        Child child([&] { return keep(); });
        QCOMPARE(said("a"), std::string("x"));
        child.signal(number);
        QCOMPARE(child.wait(), number == SIGTERM ? 5 : 6);
    }

    void swallows_interrupts() {
        program("trap 'say b hit' INT QUIT; trap 'exit 3' TERM; say a x; while :; do sleep 0.02; done");
        Child child([&] { return keep(); });
        QCOMPARE(said("a"), std::string("x"));
        child.signal(SIGINT);
        child.signal(SIGQUIT);
        child.signal(SIGTERM); // it is passed on, behind what came before it
        QCOMPARE(child.wait(), 3);
        QVERIFY(!exists(path("b")));
    }

    void insists_after_three_terms() {
        program("trap '' TERM; say a x; while :; do sleep 0.02; done");
        Child child([&] { return keep(); });
        QCOMPARE(said("a"), std::string("x"));
        for (int i = 0; i < 3; ++i) { // two that wait at once are one
            child.signal(SIGTERM);
            QVERIFY(child.wait_taken(SIGTERM));
        }
        QCOMPARE(child.wait(), 137);
    }

    void late_signals_change_no_status() {
        program("exit 3");
        Child child([&] {
            const BlockedSignals blocked;
            const int status = keep_session({"claude"}, blocked, {path("session.sh"), runs(), {}});
            for (const int number : {SIGINT, SIGQUIT, SIGTERM, SIGHUP})
                ::raise(number);
            return status;
        });
        QCOMPARE(child.wait(), 3);
    }

    void signals_before_the_start_count_data() {
        QTest::addColumn<int>("number");
        for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT})
            QTest::newRow(::strsignal(number)) << number;
    }
    void signals_before_the_start_count() {
        QFETCH(int, number);
        program("say a started");
        Child child([&] {
            sigset_t set;
            sigemptyset(&set);
            sigaddset(&set, number);
            ::sigprocmask(SIG_BLOCK, &set, nullptr);
            ::raise(number);
            return keep();
        });
        QCOMPARE(child.wait(), 128 + number);
        QVERIFY(!exists(path("a")));
    }

    void ignored_hangup_stays_ignored() {
        program("trap 'exit 4' TERM; say a x; while :; do sleep 0.02; done");
        Child child([&] {
            ::signal(SIGHUP, SIG_IGN);
            return keep();
        });
        QCOMPARE(said("a"), std::string("x"));
        child.signal(SIGHUP);
        child.signal(SIGTERM); // behind it
        QCOMPARE(child.wait(), 4);
    }

    void session_gets_its_signals_unblocked() {
        program("exec grep ^SigBlk /proc/self/status > $T/a");
        Child child([&] { return keep(); });
        QCOMPARE(child.wait(), 0);
        QCOMPARE(said("a"), std::string("SigBlk:\t0000000000000000"));
    }

    void session_dies_with_the_keeper() {
        program("trap 'say b term; exit 0' TERM; say c \"$2\"; say a $$; while :; do sleep 0.02; done");
        Child child([&] { return keep(); });
        const pid_t session = std::stoi(said("a"));
        child.signal(SIGKILL);
        QCOMPARE(child.wait(), 137);
        QCOMPARE(said("b"), std::string("term"));
        QVERIFY(eventually([&] { return !alive(session); }));
        // Nobody was left to remove its folder: the next keeper does.
        QVERIFY(exists(said("c")));
        program("exit 0");
        Child next([&] { return keep(); });
        QCOMPARE(next.wait(), 0);
    }

    void folders_are_never_taken_while_they_are_made() {
        // As when several sessions start at once: each looks for dead folders, then makes its own.
        Child other([&] {
            for (;;)
                remove_stale_run_folders(runs());
            return 0;
        });
        for (int i = 0; i < 300; ++i) {
            Result<RunFolder> run = make_run_folder(runs());
            QVERIFY2(run.ok(), run.ok() ? "" : run.error().text().c_str());
            QVERIFY(exists(run->path + "/lock"));
            pause_ms(1);
            QVERIFY(exists(run->path + "/lock"));
            QVERIFY(remove_run_folder(*run).ok());
        }
    }

    void stale_folders_go_and_others_stay() {
        Result<RunFolder> live = make_run_folder(runs());
        QVERIFY(live);
        const std::string dead = runs() + "/asb-DeadXX";
        QVERIFY(make_dirs(dead + "/n2"));
        QVERIFY(write_file_atomically(dead + "/lock", "0123456789abcdef\n"));
        const Result<std::string> registry = runtime_dir();
        QVERIFY(registry);
        QVERIFY(write_file_atomically(*registry + "/0123456789abcdef.json", "{}"));
        const std::string young = runs() + "/asb-Young1";
        QVERIFY(make_dirs(young));
        const std::string other = runs() + "/other-folder";
        QVERIFY(make_dirs(other));
        const std::string link = runs() + "/asb-LinkXX";
        QCOMPARE(::symlink(other.c_str(), link.c_str()), 0);
        remove_stale_run_folders(runs());
        QVERIFY(!exists(dead));
        QVERIFY(!exists(*registry + "/0123456789abcdef.json"));
        QVERIFY(exists(live->path) && exists(young) && exists(other) && exists(link));
        QVERIFY(remove_run_folder(*live));
        ::rmdir(young.c_str());
        ::rmdir(other.c_str());
        ::unlink(link.c_str());
    }

    void empty_logs_of_a_killed_session_go() {
        program("F=$XDG_STATE_HOME/agent-sandbox/sessions/$4; mkdir -p $F; : > $F/nono-agent.log; "
                "echo words > $F/nono-commands.log; : > $F/events.sqlite-wal; say a $F; kill -9 $$");
        Child child([&] {
            ::setenv("XDG_STATE_HOME", path("state").c_str(), 1);
            return keep();
        });
        QCOMPARE(child.wait(), 137);
        const std::string folder = said("a");
        QVERIFY(!exists(folder + "/nono-agent.log"));
        QVERIFY(exists(folder + "/nono-commands.log") && exists(folder + "/events.sqlite-wal"));
    }

    void terminal_modes_come_back() {
        const Fd master(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
        QVERIFY(master);
        QCOMPARE(::grantpt(master.get()) | ::unlockpt(master.get()), 0);
        const std::string name = ::ptsname(master.get());
        program("stty raw -echo; printf '\\033[?2004h'; kill -9 $$");
        Child child([&] {
            ::setsid();
            const int terminal = ::open(name.c_str(), O_RDWR);
            for (int fd = 0; fd <= 2; ++fd)
                ::dup2(terminal, fd);
            ::ioctl(0, TIOCSCTTY, 0);
            termios before{};
            ::tcgetattr(0, &before);
            const int status = keep();
            termios after{};
            ::tcgetattr(0, &after);
            return status == 137 && before.c_lflag == after.c_lflag && before.c_iflag == after.c_iflag ? 0
                                                                                                       : 1;
        });
        std::string shown;
        const bool ended = eventually([&] {
            pollfd wait{master.get(), POLLIN, 0};
            char chunk[4096];
            if (::poll(&wait, 1, 0) > 0) {
                const ssize_t count = ::read(master.get(), chunk, sizeof chunk);
                if (count <= 0)
                    return true;
                shown.append(chunk, static_cast<std::size_t>(count));
            }
            return false;
        });
        QVERIFY(ended);
        QCOMPARE(child.wait(), 0);
        for (const char* part : {"\033[?1049l", "\033[?2004l", "\033[?1000l", "\033[?25h"})
            QVERIFY2(shown.find(part, shown.find("\033[?2004h")) != std::string::npos, part + 2);
    }

    void clean_end_writes_nothing_to_the_terminal() {
        const Fd master(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
        QVERIFY(master);
        QCOMPARE(::grantpt(master.get()) | ::unlockpt(master.get()), 0);
        const Fd terminal(::open(::ptsname(master.get()), O_RDWR | O_NOCTTY | O_CLOEXEC));
        program("exit 0");
        Child child([&] {
            ::setsid();
            for (int fd = 0; fd <= 2; ++fd)
                ::dup2(terminal.get(), fd);
            ::ioctl(0, TIOCSCTTY, 0);
            return keep();
        });
        QCOMPARE(child.wait(), 0);
        // What was written comes out in its order.
        QVERIFY(write_all(terminal.get(), "end"));
        std::string shown(3, '\0');
        QVERIFY(read_exact(master.get(), shown.data(), shown.size()));
        QCOMPARE(shown, std::string("end"));
    }
};

QTEST_APPLESS_MAIN(KeeperTest)
#include "keeper_test.moc"
