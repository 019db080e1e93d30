// Packets between execd and its workers, and the bounded queue of events.
#include "core/execd/channel.h"
#include "core/execd/event_sink.h"
#include "core/execd/worker_host.h"

#include <QTest>
#include <fcntl.h>
#include <random>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace asb;
using namespace asb::execd;

namespace {

Event sample() {
    Event event;
    event.type = EventType::CommandEnd;
    event.time_ms = 5;
    event.command = 9;
    event.pid = 100;
    event.parent = 99;
    event.declared = true;
    event.signal = 15;
    event.user_us = 1;
    event.system_us = 2;
    event.max_rss_kb = 3;
    event.duration_us = 4;
    event.path = "/bin/x";
    event.argv = {"x", "", "\xff"};
    return event;
}

std::string receive(int socket) {
    std::string packet(kMaxPacket, '\0');
    const ssize_t got = ::recv(socket, packet.data(), packet.size(), MSG_DONTWAIT);
    packet.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return packet;
}

} // namespace

class ChannelTest : public QObject {
    Q_OBJECT
private slots:
    void packets_round_trip() {
        const Result<WorkerPacket> event = decode_packet(encode_event(sample(), 7));
        QVERIFY(event.ok() && event->type == PacketType::Event && event->lost == 7);
        QCOMPARE(to_json(event->event), to_json(sample()));
        const Result<WorkerPacket> exit = decode_packet(encode_exit(3, "/x", 9));
        QVERIFY(exit.ok() && exit->status == 3 && exit->text == "/x" && exit->lost == 9);
        QVERIFY(decode_packet(encode_started(77))->pid == 77);
        QVERIFY(decode_packet(encode_places(12))->count == 12);
        QVERIFY(decode_packet(encode_failure("why"))->text == "why");
        QVERIFY(!decode_packet(encode_started(1)).ok());
        QVERIFY(!decode_packet(encode_places(0)).ok());
        QVERIFY(!decode_packet("").ok());
    }

    void only_events_of_a_worker_are_taken() {
        for (const EventType type :
             {EventType::Hello, EventType::RequestEnd, EventType::Verdict, EventType::Ending}) {
            Event event = sample();
            event.type = type;
            QVERIFY(!decode_packet(encode_event(event, 0)).ok());
        }
    }

    void large_events_fit_into_a_packet() {
        Event event = sample();
        event.argv.assign(5000, std::string(100, 'a'));
        event.argv[0] = std::string(1 << 20, 'b');
        event.path = std::string(100'000, '/');
        event.text = std::string(100'000, 't');
        const std::string packet = encode_event(event, 0);
        QVERIFY(packet.size() <= kMaxPacket);
        const Result<WorkerPacket> got = decode_packet(packet);
        QVERIFY(got.ok());
        QCOMPARE(got->event.truncated, std::string("path,text,argv"));
        event.argv.assign(5000, "");
        QVERIFY(encode_event(event, 0).size() <= kMaxPacket);
    }

    void random_packets_do_no_harm() {
        std::mt19937 random(3);
        const std::string good = encode_event(sample(), 0);
        for (int round = 0; round < 50'000; ++round) {
            std::string packet = good.substr(0, static_cast<std::size_t>(random()) % (good.size() + 1));
            for (int i = 0; i < 3 && !packet.empty(); ++i)
                packet[static_cast<std::size_t>(random()) % packet.size()] =
                    static_cast<char>(random() & 0xff);
            static_cast<void>(decode_packet(packet).ok());
        }
    }

    void a_worker_waits_until_it_is_let_go() {
        for (const bool told : {true, false}) { // else execd has gone
            int ends[2];
            QCOMPARE(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
            Fd execd(ends[0]);
            Fd worker(ends[1]);
            const pid_t pid = ::fork();
            if (pid == 0) {
                execd.reset();
                wait_to_go(worker.get());
                ::_exit(7);
            }
            worker.reset();
            QTest::qWait(20);
            int status = 0;
            QCOMPARE(::waitpid(pid, &status, WNOHANG), 0);
            if (told)
                let_go(execd.get());
            else
                execd.reset();
            QCOMPARE(::waitpid(pid, &status, 0), pid);
            QVERIFY(WIFEXITED(status) && WEXITSTATUS(status) == 7);
        }
    }

    void requests_of_any_size_arrive() {
        for (const std::size_t size : {std::size_t{1}, kMaxPacket, std::size_t{3} << 20}) {
            Result<std::pair<Fd, Fd>> pair = make_socket_pair(SOCK_SEQPACKET);
            const wire::Request request{std::string(size, 'x'), "/", "bash", 0, wire::Origin::Exec, {}};
            const std::string payload = wire::encode_request(request).substr(wire::kFrameHeader);
            const pid_t child = ::fork();
            if (child == 0) {
                pair->first.reset();
                const Result<ReceivedRequest> got = receive_request(pair->second.get());
                ::_exit(got && got->number == 12 && got->request.line.size() == size ? 0 : 1);
            }
            RequestSender sender(12, payload, {0, 1, 2});
            while (!sender.send_some(pair->first.get()))
                ::usleep(1000);
            int status = -1;
            ::waitpid(child, &status, 0);
            QCOMPARE(status, 0);
        }
    }

    void full_channel_loses_and_tells() {
        Result<std::pair<Fd, Fd>> pair = make_socket_pair(SOCK_SEQPACKET);
        WorkerHost host(std::move(pair->first), 4);
        QCOMPARE(host.tag_prefix(), std::string("4."));
        Event event = sample();
        event.argv = {std::string(10'000, 'x')};
        for (int i = 0; i < 500; ++i)
            host.report(event);
        std::uint64_t arrived = 0;
        while (!receive(pair->second.get()).empty())
            ++arrived;
        QVERIFY(arrived > 0 && arrived < 500);
        host.report(event);
        const Result<WorkerPacket> got = decode_packet(receive(pair->second.get()));
        QVERIFY(got.ok());
        QCOMPARE(got->lost, 500 - arrived);
    }

    void numbers_are_unique_among_subshells() {
        Result<std::pair<Fd, Fd>> pair = make_socket_pair(SOCK_SEQPACKET);
        WorkerHost host(std::move(pair->first), 4);
        QCOMPARE(host.next_command_number(), std::uint64_t{1});
        const pid_t child = ::fork();
        if (child == 0)
            ::_exit(static_cast<int>(host.next_command_number()));
        int status = 0;
        ::waitpid(child, &status, 0);
        QCOMPARE(WEXITSTATUS(status), 2);
        QCOMPARE(host.next_command_number(), std::uint64_t{3});
    }

    void shims_are_known_by_their_folder() {
        Result<std::pair<Fd, Fd>> pair = make_socket_pair(SOCK_SEQPACKET);
        const WorkerHost host(std::move(pair->first), 4);
        QVERIFY(host.is_declared("/var/tmp/asb-x/n2/nono-tool-sandbox-12-34-ab/shims/git"));
        for (const char* path :
             {"/usr/bin/git", "git", "", "/shims/git", "/a/shims/git", "/nono-tool-sandbox-1/git",
              "/nono-tool-sandbox-1/shims/x/git", "/xnono-tool-sandbox-1/shims/git"})
            QVERIFY2(!host.is_declared(path), path);
        QVERIFY(host.is_private(host.channel()));
        QVERIFY(!host.is_private(0));
    }

    void sink_is_bounded_and_tells_gaps() {
        Result<std::pair<Fd, Fd>> pair = make_socket_pair(SOCK_STREAM);
        EventSink sink(SinkLimits{100'000, 50});
        sink.put(sample()); // nobody listens yet
        QVERIFY(sink.empty());
        sink.attach(pair->first.get());
        for (int i = 0; i < 80; ++i)
            sink.put(sample());
        QVERIFY(sink.flush() == EventSink::Flushed::All);
        sink.put(sample());
        QVERIFY(sink.flush() == EventSink::Flushed::All);
        std::string text(1 << 20, '\0');
        const ssize_t got = ::recv(pair->second.get(), text.data(), text.size(), 0);
        text.resize(static_cast<std::size_t>(got));
        std::vector<Event> events;
        for (const QByteArray& line : QByteArray::fromStdString(text).split('\n')) {
            if (!line.isEmpty())
                events.push_back(*event_from_json(line.toStdString()));
        }
        QCOMPARE(events.size(), std::size_t{52});
        QVERIFY(events[50].type == EventType::Gap && events[50].count == 30);
        QCOMPARE(events[51].sequence, std::uint64_t{52});
        pair->second.reset();
        sink.put(sample());
        QVERIFY(sink.flush() == EventSink::Flushed::Broken);
    }

    void sink_does_not_block() {
        Result<Pipe> pipe = make_pipe(O_NONBLOCK);
        EventSink sink(SinkLimits{});
        sink.attach(pipe->write_end.get());
        Event event = sample();
        event.line = std::string(200'000, 'x');
        for (int i = 0; i < 30; ++i) {
            sink.put(event);
            QVERIFY(sink.flush() == EventSink::Flushed::Blocked);
        }
    }
};

QTEST_APPLESS_MAIN(ChannelTest)
#include "channel_test.moc"
