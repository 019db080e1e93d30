// Declared commands without nono: a stand-in broker that leaks descriptors as nono does (nono-measured.md,
// section 4). It takes the shim's three descriptors without close-on-exec, keeps them open long after the
// program has ended, and lets every program that it starts inherit all of them. A pipe that reaches a shim
// therefore never shows end-of-file.
#include "core/base/fd.h"
#include "core/base/unix_socket.h"
#include "core/shell/host.h"

#include <QTemporaryDir>
#include <QtTest>

#include <csignal>
#include <deque>
#include <fcntl.h>
#include <poll.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using asb::Fd;

constexpr const char* kPrograms[] = {"cat", "head", "seq",  "sort",  "wc",    "nl",
                                     "tr",  "yes",  "true", "false", "sleep", "sh"};

// ---------------------------------------------------------------------------------------------- shim

/// What a link in the folder of declared commands does: hands its descriptors to the broker, ends with its
/// answer.
int run_shim(int argc, char** argv, const std::string& path) {
    const std::string folder = path.substr(0, path.rfind('/'));
    const asb::Result<Fd> socket = asb::connect_unix(folder + "/broker.sock");
    if (!socket)
        return 126;
    char cwd[4096];
    std::string message = getcwd(cwd, sizeof cwd) != nullptr ? cwd : "/";
    message += '\0';
    message += path.substr(folder.size() + 1);
    for (int i = 1; i < argc; ++i)
        message.append(1, '\0').append(argv[i]);
    message.append(2, '\n');
    if (!asb::send_with_fds(socket->get(), message, {0, 1, 2}))
        return 126;
    int status = 126;
    return asb::read_exact(socket->get(), &status, sizeof status) ? status : 126;
}

// ---------------------------------------------------------------------------------------------- broker

struct Running {
    Fd pid_fd;
    Fd connection;
    pid_t pid = 0;
};

/// recvmsg without MSG_CMSG_CLOEXEC: that is the fault under test.
std::string receive_leaky(int socket, std::vector<int>& fds) {
    std::string message;
    while (!message.ends_with("\n\n")) {
        char buffer[4096];
        char control[256];
        struct iovec part {
            buffer, sizeof buffer
        };
        struct msghdr header {};
        header.msg_iov = &part;
        header.msg_iovlen = 1;
        header.msg_control = control;
        header.msg_controllen = sizeof control;
        const ssize_t got = recvmsg(socket, &header, 0);
        if (got <= 0)
            return {};
        message.append(buffer, static_cast<std::size_t>(got));
        for (struct cmsghdr* c = CMSG_FIRSTHDR(&header); c != nullptr; c = CMSG_NXTHDR(&header, c)) {
            const std::size_t count = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
            for (std::size_t i = 0; i < count; ++i) {
                int fd = -1;
                std::memcpy(&fd, CMSG_DATA(c) + i * sizeof(int), sizeof fd);
                fds.push_back(fd);
            }
        }
    }
    message.resize(message.size() - 2);
    return message;
}

[[noreturn]] void run_real(const std::string& message, const std::vector<int>& fds) {
    std::vector<std::string> words;
    for (std::size_t begin = 0; begin <= message.size();) {
        const std::size_t end = std::min(message.find('\0', begin), message.size());
        words.push_back(message.substr(begin, end - begin));
        begin = end + 1;
    }
    if (chdir(words[0].c_str()) != 0)
        _exit(126);
    for (int i = 0; i < 3; ++i)
        dup2(fds[static_cast<std::size_t>(i)], i);
    signal(SIGPIPE, SIG_IGN); // as under nono
    std::vector<char*> argv;
    for (std::size_t i = 1; i < words.size(); ++i)
        argv.push_back(words[i].data());
    argv.push_back(nullptr);
    for (const char* folder : {"/usr/bin/", "/bin/"})
        execv((folder + words[1]).c_str(), argv.data());
    _exit(127);
}

[[noreturn]] void run_broker(Fd listener) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGPIPE, SIG_IGN);
    std::deque<int> kept; // descriptors of the last calls stay open
    std::vector<Running> running;
    for (;;) {
        std::vector<struct pollfd> waiting{{listener.get(), POLLIN, 0}};
        for (const Running& one : running)
            waiting.push_back({one.pid_fd.get(), POLLIN, 0});
        if (poll(waiting.data(), waiting.size(), -1) < 0)
            continue;
        for (std::size_t i = running.size(); i-- > 0;) {
            if (waiting[i + 1].revents == 0)
                continue;
            int raw = 0;
            waitpid(running[i].pid, &raw, 0);
            const int status = WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw);
            static_cast<void>(asb::write_all(running[i].connection.get(),
                                             {reinterpret_cast<const char*>(&status), sizeof status}));
            running.erase(running.begin() + static_cast<std::ptrdiff_t>(i));
        }
        if (waiting[0].revents == 0)
            continue;
        Running next;
        next.connection.reset(accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
        std::vector<int> fds;
        const std::string message = receive_leaky(next.connection.get(), fds);
        if (message.empty() || fds.size() != 3)
            continue;
        next.pid = fork();
        if (next.pid == 0)
            run_real(message, fds);
        next.pid_fd.reset(static_cast<int>(syscall(SYS_pidfd_open, next.pid, 0)));
        running.push_back(std::move(next));
        kept.insert(kept.end(), fds.begin(), fds.end());
        while (kept.size() > 300) {
            close(kept.front());
            kept.pop_front();
        }
    }
}

// ---------------------------------------------------------------------------------------------- shell under
// test

class TestHost : public asb::shell::Host {
public:
    explicit TestHost(std::string folder) : folder_(std::move(folder)) {}
    void report(asb::Event) override {}
    std::uint64_t next_command_number() override { return ++number_; }
    std::string tag_prefix() const override { return "7."; }
    bool is_declared(const std::string& path) const override { return path.starts_with(folder_ + "/"); }
    Fd acquire_places(int) override { return {}; }
    bool is_private(int) const override { return false; }

private:
    std::string folder_;
    std::uint64_t number_ = 0;
};

struct Outcome {
    std::string output;
    int status = -1;
    bool stalled = false;
};

/// Forks `run` with its standard output on a pipe and reads to end-of-file. A minute without a word is a
/// stall.
template <typename F>
Outcome observe(const std::string& input, F run) {
    int out[2];
    int in[2];
    if (pipe2(out, O_CLOEXEC) != 0 || pipe2(in, O_CLOEXEC) != 0)
        return {};
    const pid_t pid = fork();
    if (pid == 0) {
        setpgid(0, 0);
        dup2(in[0], 0);
        dup2(out[1], 1);
        const int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
        dup2(null, 2);
        asb::close_from(3);
        _exit(run());
    }
    close(out[1]);
    close(in[0]);
    Fd reading(out[0]);
    Fd feeding(in[1]);
    // A line may end without reading: that must not end the test. The child was forked before, with the
    // default.
    const auto before = signal(SIGPIPE, SIG_IGN);
    static_cast<void>(asb::write_all(feeding.get(), input));
    signal(SIGPIPE, before);
    feeding.reset();
    Outcome outcome;
    for (;;) {
        struct pollfd waiting {
            reading.get(), POLLIN, 0
        };
        if (poll(&waiting, 1, 60000) <= 0) {
            outcome.stalled = true;
            kill(-pid, SIGKILL);
            break;
        }
        char buffer[65536];
        const ssize_t got = read(reading.get(), buffer, sizeof buffer);
        if (got <= 0)
            break;
        outcome.output.append(buffer, static_cast<std::size_t>(got));
    }
    int raw = 0;
    waitpid(pid, &raw, 0);
    outcome.status = WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw);
    return outcome;
}

Outcome run_ours(const std::string& folder, const std::string& line, const std::string& input) {
    return observe(input, [&] {
        asb::shell::ShellStart start;
        start.line = line;
        start.environment = {"PATH=" + folder + ":/usr/bin:/bin", "HOME=/tmp", "LC_ALL=C.UTF-8"};
        TestHost host(folder);
        return asb::shell::run_command_string(start, host);
    });
}

Outcome run_bash(const std::string& line, const std::string& input) {
    return observe(input, [&] {
        const char* const argv[] = {"bash", "--norc", "--noprofile", "-c", line.c_str(), nullptr};
        const char* const environment[] = {"PATH=/usr/bin:/bin", "HOME=/tmp", "LC_ALL=C.UTF-8", nullptr};
        execve("/bin/bash", const_cast<char* const*>(argv), const_cast<char* const*>(environment));
        return 127;
    });
}

} // namespace

class PumpTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void cleanupTestCase();
    void two_stages_never_stall();
    void five_stages_never_stall();
    void same_as_bash_data();
    void same_as_bash();

private:
    QTemporaryDir folder_;
    std::string path_;
    pid_t broker_ = 0;
};

void PumpTest::initTestCase() {
    QVERIFY(folder_.isValid());
    path_ = folder_.path().toStdString();
    const std::string self = QCoreApplication::applicationFilePath().toStdString();
    for (const char* program : kPrograms)
        QCOMPARE(symlink(self.c_str(), (path_ + "/" + program).c_str()), 0);
    asb::Result<Fd> listener = asb::listen_unix(path_ + "/broker.sock");
    QVERIFY(listener.ok());
    broker_ = fork();
    if (broker_ == 0)
        run_broker(std::move(*listener));
    QVERIFY(broker_ > 0);
}

void PumpTest::cleanupTestCase() {
    kill(broker_, SIGKILL);
    waitpid(broker_, nullptr, 0);
}

void PumpTest::two_stages_never_stall() {
    for (int i = 0; i < 200; ++i) {
        const Outcome outcome = run_ours(path_, "seq 3 | cat", {});
        QVERIFY2(!outcome.stalled, qPrintable(QString("run %1").arg(i)));
        QCOMPARE(outcome.output, std::string("1\n2\n3\n"));
        QCOMPARE(outcome.status, 0);
    }
}

void PumpTest::five_stages_never_stall() {
    for (int i = 0; i < 100; ++i) {
        const Outcome outcome = run_ours(path_, "seq 5 | nl | cat | sort | wc -l", {});
        QVERIFY2(!outcome.stalled, qPrintable(QString("run %1").arg(i)));
        QCOMPARE(outcome.output, std::string("5\n"));
        QCOMPARE(outcome.status, 0);
    }
}

void PumpTest::same_as_bash_data() {
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("input");
    const char* const lines[] = {
        "seq 3",
        "seq 100000 | wc -l",
        "seq 200000 | cat | tail -1",
        "seq 3 | sed s/^/x/ | cat",
        "seq 3 | while read -r l; do echo \"[$l]\"; done | cat",
        "seq 3 | { cat; echo end; } | wc -l",
        "echo a | cat | tr a b",
        "x=$(seq 3); echo \"$x\"",
        "x=$(seq 3 | cat | wc -l); echo $x",
        "for i in 1 2 3; do seq $i; done | cat",
        "seq 1000000 | head -1",
        "yes | head -3",
        "yes | true; echo ${PIPESTATUS[1]}",
        "cat | cat",
        "cat",
        "head -n 1; cat",
        "while read -r l; do echo \"$l\"; cat </dev/null; true; done",
        "while read -r l; do echo \"$l\"; true; done < <(seq 5)",
        "seq 5 | while read -r l; do echo \"$l\"; sleep 0; done",
        "{ read -r a; true; read -r b; false; cat; echo \"$a-$b\"; }",
        "seq 20 | { read -r a; true; wc -l; }",
        "seq 20 | { true; sort -n | head -2; }",
        "cat <<EOF\nhere $((1 + 1))\nEOF",
        "cat <<<word | cat",
        "{ seq 2; sh -c 'echo err >&2'; } |& sort",
        "sh -c 'echo out; echo err >&2' 2>&1 | cat",
        "sh -c 'echo out; echo err >&2; echo out2' |& cat",
        "sh -c 'exit 3' | cat; echo ${PIPESTATUS[@]}",
        "set -o pipefail; sh -c 'exit 3' | cat; echo $?",
        "seq 3 & wait; echo $?",
        "seq 3 | cat & wait $!; echo $?",
        "(seq 3; seq 2) | (cat; seq 1)",
        "f() { seq 3 | cat; }; f | wc -l",
        "f() { cat; }; seq 3 | f | cat",
        "{ seq 1; seq 2 | cat; cat </dev/null; seq 3; } | wc -l",
        "seq 3 > /dev/null; echo $?",
        "cat < /etc/hostname > /dev/null; echo $?",
        "sh -c 'kill -9 $$'; echo $?",
        "if seq 1 | cat > /dev/null; then echo yes; fi",
        "exec 3>&1; seq 2 >&3; seq 2 3>&- | cat",
        "seq 2 >&2 | cat; echo $?",
        "seq 3 | cat - /dev/null | { read -r x; echo $x; cat; }",
        "printf 'a\\0b' | cat | wc -c",
        "x=$(seq 3 & wait); echo $x",
        "exec seq 3",
        "seq 3 | exec cat",
        "! seq 1 | false; echo $?",
        "shopt -s lastpipe; seq 3 | read -r v; echo $v",
        "seq 3 | tee /dev/null | cat",
        "cat /dev/stdin <<<hello",
        "head -c 2; echo; cat",
    };
    for (const char* line : lines)
        QTest::newRow(line) << QString::fromUtf8(line) << QStringLiteral("one\ntwo\nthree\nfour\n");
    QString large;
    for (int i = 0; i < 3000; ++i)
        large += QStringLiteral("line %1\n").arg(i);
    QTest::newRow("large input") << QStringLiteral("cat | wc -l") << large;
    QTest::newRow("large shared input")
        << QStringLiteral("n=0; while read -r l; do n=$((n+1)); [ $n -gt 20 ] || true; done; echo $n; true")
        << large;
}

void PumpTest::same_as_bash() {
    QFETCH(QString, line);
    QFETCH(QString, input);
    const Outcome expected = run_bash(line.toStdString(), input.toStdString());
    const Outcome outcome = run_ours(path_, line.toStdString(), input.toStdString());
    QVERIFY(!outcome.stalled);
    QCOMPARE(QString::fromStdString(outcome.output), QString::fromStdString(expected.output));
    QCOMPARE(outcome.status, expected.status);
}

int main(int argc, char** argv) {
    const char* const path = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
    const std::string name = path != nullptr ? path : argv[0];
    for (const char* program : kPrograms) {
        if (name.ends_with(std::string("/") + program))
            return run_shim(argc, argv, name);
    }
    QCoreApplication application(argc, argv);
    PumpTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "pump_test.moc"
