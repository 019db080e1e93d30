// Owned descriptors, files, and unix sockets with descriptor passing.
#include "core/base/fd.h"
#include "core/base/unix_socket.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <cerrno>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace asb;

namespace {

bool is_open(int fd) {
    return ::fcntl(fd, F_GETFD) >= 0;
}

} // namespace

class FdTest : public QObject {
    Q_OBJECT
private slots:
    void owns_and_closes_once() {
        Result<Pipe> pipe = make_pipe();
        QVERIFY(pipe.ok());
        const int number = pipe->read_end.get();
        QVERIFY((::fcntl(number, F_GETFD) & FD_CLOEXEC) != 0);
        {
            const Fd taken = std::move(pipe->read_end);
            QVERIFY(!pipe->read_end);
            QCOMPARE(taken.get(), number);
        }
        QVERIFY(!is_open(number));
        const int writer = pipe->write_end.release();
        QVERIFY(is_open(writer));
        ::close(writer);
    }

    void write_all_waits_and_reports() {
        Result<std::pair<Fd, Fd>> pair = make_socket_pair(SOCK_STREAM);
        QVERIFY(pair.ok());
        QVERIFY(set_nonblocking(pair->first.get(), true));
        const std::string data(3 << 20, 'x');
        const pid_t child = ::fork();
        if (child == 0) {
            std::string got(data.size(), '\0');
            const bool whole = read_exact(pair->second.get(), got.data(), got.size());
            ::_exit(whole && got == data ? 0 : 1);
        }
        QVERIFY(write_all(pair->first.get(), data));
        int status = -1;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QCOMPARE(status, 0);
        pair->second.reset();
        QVERIFY(!write_all(pair->first.get(), "x"));
        QCOMPARE(errno, EPIPE);
    }

    void read_exact_tells_end_of_file() {
        Result<Pipe> pipe = make_pipe();
        QVERIFY(write_all(pipe->write_end.get(), "abc"));
        pipe->write_end.reset();
        char buffer[8];
        QVERIFY(!read_exact(pipe->read_end.get(), buffer, sizeof(buffer)));
        QCOMPARE(errno, 0);
    }

    void files() {
        QTemporaryDir folder;
        const std::string path = folder.path().toStdString() + "/f";
        QVERIFY(write_file_atomically(path, "one", 0600).ok());
        QVERIFY(write_file_atomically(path, "two", 0640).ok());
        const Result<std::string> got = read_file(path);
        QVERIFY(got.ok());
        QCOMPARE(*got, std::string("two"));
        struct stat info {};
        QCOMPARE(::stat(path.c_str(), &info), 0);
        QCOMPARE(static_cast<int>(info.st_mode & 0777U), 0640);
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden).size(), qsizetype{1});
        QVERIFY(!read_file(path, 2).ok());
        QVERIFY(!read_file(folder.path().toStdString()).ok());
        QCOMPARE(read_file(path + "x").error().code, ENOENT);
        QVERIFY(!write_file_atomically(path + "/under/file", "x").ok());
        QCOMPARE(::mkfifo((path + "p").c_str(), 0600), 0);
        QVERIFY(!read_file(path + "p").ok()); // and does not hang
    }

    void high_duplicates() {
        const Result<Fd> high = dup_at_least(0, 200);
        QVERIFY(high.ok());
        QVERIFY(high->get() >= 200);
        QVERIFY((::fcntl(high->get(), F_GETFD) & FD_CLOEXEC) != 0);
        QVERIFY(set_cloexec(high->get(), false));
        QCOMPARE(::fcntl(high->get(), F_GETFD) & FD_CLOEXEC, 0);
    }

    void sockets_pass_descriptors() {
        QTemporaryDir folder;
        const std::string path = folder.path().toStdString() + "/s";
        Result<Fd> listener = listen_unix(path);
        QVERIFY(listener.ok());
        struct stat info {};
        QCOMPARE(::stat(path.c_str(), &info), 0);
        QCOMPARE(static_cast<int>(info.st_mode & 0777U), 0600);
        QVERIFY(!listen_unix(path).ok());
        Result<Fd> client = connect_unix(path);
        QVERIFY(client.ok());
        const Fd server(::accept4(listener->get(), nullptr, nullptr, SOCK_CLOEXEC));
        const Result<PeerCredentials> peer = peer_credentials(server.get());
        QVERIFY(peer.ok());
        QCOMPARE(peer->pid, ::getpid());
        QCOMPARE(peer->uid, ::geteuid());

        Result<Pipe> pipe = make_pipe();
        QVERIFY(send_with_fds(client->get(), "hello", {pipe->write_end.get(), 0, 1}));
        char buffer[16];
        std::vector<Fd> fds;
        QCOMPARE(receive_with_fds(server.get(), buffer, sizeof(buffer), fds), ssize_t{5});
        QCOMPARE(fds.size(), std::size_t{3});
        QVERIFY((::fcntl(fds[0].get(), F_GETFD) & FD_CLOEXEC) != 0);
        QVERIFY(write_all(fds[0].get(), "x"));
        char got = 0;
        QVERIFY(read_exact(pipe->read_end.get(), &got, 1));
        QVERIFY(!send_with_fds(client->get(), "", {}));
        client->reset();
        QCOMPARE(receive_with_fds(server.get(), buffer, sizeof(buffer), fds), ssize_t{0});
    }

    void long_socket_paths_are_told() {
        const std::string path = "/tmp/" + std::string(120, 'x');
        QCOMPARE(listen_unix(path).error().code, ENAMETOOLONG);
        QCOMPARE(connect_unix(path).error().code, ENAMETOOLONG);
        QVERIFY(connect_unix("/nonexistent/asb").error().what.find("/nonexistent/asb") != std::string::npos);
    }

    void more_descriptors_than_wanted_are_closed() {
        Result<std::pair<Fd, Fd>> pair = make_socket_pair(SOCK_STREAM);
        QVERIFY(pair.ok());
        QVERIFY(!send_with_fds(pair->first.get(), "x", std::vector<int>(17, 0)));
        const int before = ::dup(0);
        ::close(before);
        QVERIFY(send_with_fds(pair->first.get(), "x", std::vector<int>(16, 0)));
        {
            char byte = 0;
            std::vector<Fd> fds;
            QCOMPARE(receive_with_fds(pair->second.get(), &byte, 1, fds), ssize_t{1});
            QCOMPARE(fds.size(), std::size_t{16});
        }
        const int after = ::dup(0);
        ::close(after);
        QCOMPARE(after, before);
    }
};

QTEST_APPLESS_MAIN(FdTest)
#include "fd_test.moc"
