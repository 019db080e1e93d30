// What arrives on the exec socket is hostile: handshakes, garbage, floods, shortage.
#include "tests/execd/harness.h"

#include <random>
#include <sys/stat.h>

using namespace asb;
using namespace asb::test;

namespace {

/// Connects, sends the bytes with the descriptors, and returns the frame that comes back (type 0: end of
/// file).
wire::Frame exchange(const Daemon& daemon, const std::string& bytes, const std::vector<int>& fds,
                     bool shut_down = false) {
    Result<Fd> socket = connect_unix(daemon.socket_path);
    if (!socket)
        return {};
    static_cast<void>(
        send_with_fds(socket->get(), bytes, fds)); // refused at once: there is an answer all the same
    if (shut_down)
        ::shutdown(socket->get(), SHUT_WR);
    wire::FrameReader reader;
    const Result<wire::Frame> frame = wire::receive_frame(socket->get(), reader);
    return frame ? *frame : wire::Frame{};
}

std::string hello(wire::Role role) {
    return wire::encode_hello(role);
}

std::string request_frame(const std::string& line) {
    return wire::encode_request(wire::Request{line, "/", "bash", 0, wire::Origin::Exec, {}});
}

} // namespace

class ProtocolTest : public QObject {
    Q_OBJECT
private slots:
    void ping_is_answered() {
        Daemon daemon;
        QVERIFY(daemon.start());
        const wire::Frame frame = exchange(daemon, hello(wire::Role::Ping), {});
        QVERIFY(frame.type == wire::FrameType::Hello);
        QVERIFY(wire::decode_hello(frame.payload).ok());
    }

    void notes_reach_the_record() {
        Daemon daemon;
        QVERIFY(daemon.start());
        const std::string note = wire::encode_note(wire::NoteKind::ShellRefused, "argv was odd");
        const std::string second = wire::encode_note(wire::NoteKind::ProofPassed, "second");
        QVERIFY(exchange(daemon, hello(wire::Role::Note) + note + second, {}, true).type
                == wire::FrameType{});
        QVERIFY(daemon.wait_event(
            [](const Event& event) { return event.type == EventType::Note && event.text == "second"; }));
        const Event* event = daemon.find(EventType::Note);
        QCOMPARE(event->text, std::string("argv was odd"));
        QCOMPARE(event->note_kind, 1);
        QCOMPARE(event->peer_pid, ::getpid());
        QVERIFY(exchange(daemon,
                         hello(wire::Role::Note)
                             + wire::encode_note(wire::NoteKind::ShellRefused, std::string(100'000, 'x')),
                         {})
                    .type
                == wire::FrameType::Failure);
    }

    void flood_of_notes_is_cut() {
        Daemon daemon;
        QVERIFY(daemon.start());
        const std::string note =
            hello(wire::Role::Note) + wire::encode_note(wire::NoteKind::ProofPassed, "x");
        bool refused = false;
        for (int i = 0; i < 1000 && !refused; ++i)
            refused = exchange(daemon, note, {}, true).type == wire::FrameType::Failure;
        QVERIFY(refused);
    }

    void flood_over_one_connection_is_cut() {
        Daemon daemon;
        QVERIFY(daemon.start());
        std::string notes = hello(wire::Role::Note);
        for (int i = 0; i < 1000; ++i)
            notes += wire::encode_note(wire::NoteKind::ProofPassed, "x");
        QVERIFY(exchange(daemon, notes, {}).type == wire::FrameType::Failure);
    }

    void wrong_handshakes_leak_nothing() {
        Daemon daemon;
        QVERIFY(daemon.start());
        QVERIFY(wait_until([&] { return daemon.is_settled(); }));
        const int before = daemon.open_descriptors();
        const std::vector<int> three{0, 1, 2};
        std::string version = hello(wire::Role::Request);
        version[8] = 9;
        std::string role = hello(wire::Role::Request);
        role[9] = 77;
        for (int round = 0; round < 20; ++round) {
            const auto failed = [&](const std::string& bytes, const std::vector<int>& fds) {
                return exchange(daemon, bytes, fds).type == wire::FrameType::Failure;
            };
            QVERIFY(failed(hello(wire::Role::Request), {}));
            QVERIFY(failed(hello(wire::Role::Request), {0, 1}));
            QVERIFY(failed(hello(wire::Role::Request), {0, 1, 2, 0}));
            QVERIFY(failed(hello(wire::Role::Request), std::vector<int>(16, 0)));
            QVERIFY(failed(hello(wire::Role::Ping), three));
            QVERIFY(failed(hello(wire::Role::Control), {}));
            QVERIFY(failed(version, three));
            QVERIFY(failed(role, three));
            QVERIFY(failed(request_frame("true"), three));
            QVERIFY(failed(hello(wire::Role::Request) + hello(wire::Role::Request), three));
            QVERIFY(failed(hello(wire::Role::Request) + wire::encode_signal(SIGTERM), three));
            QVERIFY(failed(hello(wire::Role::Request) + wire::encode_frame(wire::FrameType::Request, "junk"),
                           three));
            QVERIFY(failed(hello(wire::Role::Request) + std::string("\x02\xff\xff\xff\xff", 5), three));
            QVERIFY(failed(hello(wire::Role::Note) + request_frame("true"), {}));
            QVERIFY(exchange(daemon, "\xff", three, true).type == wire::FrameType{});
            QVERIFY(exchange(daemon, hello(wire::Role::Request), three, true).type == wire::FrameType{});
        }
        Client client;
        QCOMPARE(client.run(daemon, "exit 3"), 3);
        QVERIFY(wait_until([&] { return daemon.is_settled(); }));
        ASB_VERIFY_DESCRIPTORS(daemon, before);
    }

    void late_descriptors_are_refused() {
        Daemon daemon;
        QVERIFY(daemon.start());
        QVERIFY(wait_until([&] { return daemon.is_settled(); }));
        const int before = daemon.open_descriptors();
        Result<Fd> socket = connect_unix(daemon.socket_path);
        QVERIFY(send_with_fds(socket->get(), hello(wire::Role::Request).substr(0, 3), {0, 1, 2}));
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        QVERIFY(send_with_fds(socket->get(), hello(wire::Role::Request).substr(3), {0, 1, 2}));
        wire::FrameReader reader;
        const Result<wire::Frame> frame = wire::receive_frame(socket->get(), reader);
        QVERIFY(frame.ok() && frame->type == wire::FrameType::Failure);
        ASB_VERIFY_DESCRIPTORS(daemon, before);
    }

    void random_bytes() {
        Daemon daemon;
        QVERIFY(daemon.start());
        QVERIFY(wait_until([&] { return daemon.is_settled(); }));
        const int before = daemon.open_descriptors();
        std::mt19937 random(42);
        for (int round = 0; round < 300; ++round) {
            std::string bytes = hello(wire::Role::Request) + request_frame("true");
            for (int i = 0; i < 4; ++i)
                bytes[static_cast<std::size_t>(random()) % bytes.size()] = static_cast<char>(random() & 0xff);
            Result<Fd> socket = connect_unix(daemon.socket_path);
            QVERIFY(socket.ok());
            const Fd null(::open("/dev/null", O_RDWR | O_CLOEXEC));
            static_cast<void>(send_with_fds(socket->get(), bytes, std::vector<int>(3, null.get())));
        }
        QVERIFY(wait_until([&] { return daemon.children().size() == 1; }));
        Client client;
        QCOMPARE(client.run(daemon, "exit 3"), 3);
        ASB_VERIFY_DESCRIPTORS(daemon, before);
    }

    void silent_connections_time_out() {
        Daemon daemon;
        QVERIFY(daemon.start(Form::ByHand, {"--handshake-ms", "200"}));
        QVERIFY(wait_until([&] { return daemon.is_settled(); }));
        const int before = daemon.open_descriptors();
        Result<Fd> silent = connect_unix(daemon.socket_path);
        Result<Fd> half = connect_unix(daemon.socket_path);
        // Its time may be up by now: then it hears that all the same.
        static_cast<void>(send_with_fds(half->get(), hello(wire::Role::Request), {0, 1, 2}));
        for (const Fd* socket : {&*silent, &*half}) {
            wire::FrameReader reader;
            const Result<wire::Frame> frame = wire::receive_frame(socket->get(), reader);
            QVERIFY(frame.ok() && frame->type == wire::FrameType::Failure);
        }
        ASB_VERIFY_DESCRIPTORS(daemon, before);
    }

    void idle_connections_are_bounded() {
        Daemon daemon;
        QVERIFY(daemon.start(Form::ByHand, {"--connections", "20"}));
        QVERIFY(wait_until([&] { return daemon.is_settled(); }));
        const int before = daemon.open_descriptors();
        std::vector<Fd> idle;
        for (int i = 0; i < 100; ++i)
            idle.push_back(std::move(*connect_unix(daemon.socket_path)));
        Client client;
        QCOMPARE(client.run(daemon, "exit 3"), 3);
        if (before < 0)
            QSKIP("a kernel before 6.2 tells only root how many descriptors execd has");
        // The answered client's own descriptors are closed after its answer, a turn later.
        QVERIFY(wait_until([&] { return daemon.open_descriptors() <= before + 20; }));
    }

    void garbage_after_the_request_ends_it() {
        Daemon daemon;
        QVERIFY(daemon.start());
        Client client;
        QVERIFY(client.start(daemon, "sleep 300"));
        QVERIFY(write_all(client.socket(), std::string(100, '\xff')));
        QCOMPARE(client.wait(), -1);
        Client large;
        QVERIFY(large.start(daemon, "sleep 300"));
        QVERIFY(write_all(large.socket(), std::string("\x03\x00\x3f\xff\xff", 5) + std::string(20'000, 'x')));
        QCOMPARE(large.wait(), -1);
        QVERIFY(wait_until([&] { return daemon.children().size() == 1; }));
    }

    void shortage_of_descriptors_is_survived() {
        Daemon daemon;
        QVERIFY(daemon.start(Form::ByHand, {"--descriptors", "40"}));
        std::vector<Fd> idle;
        for (int i = 0; i < 80; ++i) {
            Result<Fd> socket = connect_unix(daemon.socket_path);
            QVERIFY(socket.ok());
            idle.push_back(std::move(*socket));
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        QVERIFY(is_alive(daemon.pid));
        // It must not spin meanwhile.
        const auto ticks = [&] {
            const std::string stat = *read_file("/proc/" + std::to_string(daemon.pid) + "/stat");
            const QStringList fields = QString::fromStdString(stat).split(' ');
            return fields[13].toLong() + fields[14].toLong();
        };
        const long busy = ticks();
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
        QVERIFY(ticks() - busy < 10);
        idle.clear();
        Client client;
        QCOMPARE(client.run(daemon, "exit 3"), 3);
        // More requests at once than there is room for: each gets an answer.
        std::vector<std::unique_ptr<Client>> clients;
        for (int i = 0; i < 30; ++i) {
            clients.push_back(std::make_unique<Client>());
            QVERIFY(clients.back()->start(daemon, "exit 3"));
        }
        int served = 0;
        for (const auto& one : clients) {
            const int status = one->wait();
            QVERIFY2(status == 3 || status == -1, std::to_string(status).c_str());
            served += status == 3 ? 1 : 0;
        }
        QVERIFY(served > 0);
    }

    void other_users_are_refused() {
        if (::geteuid() != 0)
            QSKIP("needs root to become somebody else");
        Daemon daemon;
        QVERIFY(daemon.start());
        const std::string folder = daemon.socket_path.substr(0, daemon.socket_path.rfind('/'));
        ::chmod(folder.c_str(), 0777);
        ::chmod(daemon.socket_path.c_str(), 0777);
        const pid_t child = ::fork();
        if (child == 0) {
            if (::setuid(2001) != 0)
                ::_exit(1);
            const wire::Frame frame = exchange(daemon, hello(wire::Role::Ping), {});
            ::_exit(frame.type == wire::FrameType::Failure
                            && frame.payload.find("own user") != std::string::npos
                        ? 0
                        : 2);
        }
        int status = -1;
        ::waitpid(child, &status, 0);
        QCOMPARE(status, 0);
    }

    void failed_proof_is_in_the_hello() {
        Daemon daemon;
        QVERIFY(daemon.start(Form::Listening, {"--must-not-read", "/etc/passwd"}));
        const Event* event = daemon.find(EventType::Hello);
        QVERIFY(event->status == 1);
        QVERIFY2(event->text.find("/etc/passwd") != std::string::npos, event->text.c_str());
        Client client;
        QVERIFY(client.start(daemon, "true"));
        QCOMPARE(client.wait(), -1);
        QCOMPARE(daemon.end(), 0);
    }
};

ASB_EXECD_TEST_MAIN(ProtocolTest)
#include "protocol_test.moc"
