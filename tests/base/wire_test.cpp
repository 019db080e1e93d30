// The exec socket's protocol: round trips, limits, and random bytes.
#include "core/base/fd.h"
#include "core/base/wire.h"

#include <QTest>
#include <csignal>
#include <random>
#include <sys/socket.h>

using namespace asb;

namespace {

wire::Frame frame_of(const std::string& bytes) {
    wire::FrameReader reader;
    reader.append(bytes);
    wire::Frame frame;
    const Result<bool> have = reader.next(frame);
    if (!have || !*have || !reader.empty())
        qFatal("not exactly one frame");
    return frame;
}

wire::Request sample() {
    wire::Request request;
    request.line = "printf '\xff\xfe' | cat\n";
    request.cwd = "/tmp";
    request.shell_name = "/bin/bash";
    request.timeout_ms = 0x123456789abcULL;
    request.origin = wire::Origin::HookAndShell;
    request.environment = {"A=b", "EMPTY="};
    return request;
}

} // namespace

class WireTest : public QObject {
    Q_OBJECT
private slots:
    void request_round_trip() {
        const wire::Request sent = sample();
        const Result<wire::Request> got = wire::decode_request(frame_of(wire::encode_request(sent)).payload);
        QVERIFY(got.ok());
        QCOMPARE(got->line, sent.line);
        QCOMPARE(got->cwd, sent.cwd);
        QCOMPARE(got->shell_name, sent.shell_name);
        QCOMPARE(got->timeout_ms, sent.timeout_ms);
        QCOMPARE(static_cast<int>(got->origin), static_cast<int>(sent.origin));
        QVERIFY(got->environment == sent.environment);
    }

    void small_frames_round_trip() {
        const Result<wire::Hello> hello =
            wire::decode_hello(frame_of(wire::encode_hello(wire::Role::Note)).payload);
        QVERIFY(hello.ok() && hello->version == wire::kVersion && hello->role == wire::Role::Note);
        const Result<wire::Note> note =
            wire::decode_note(frame_of(wire::encode_note(wire::NoteKind::ProofFailed, "x\ny")).payload);
        QVERIFY(note.ok() && note->kind == wire::NoteKind::ProofFailed && note->text == "x\ny");
        const Result<wire::Exit> exit = wire::decode_exit(frame_of(wire::encode_exit({-7, "/a b"})).payload);
        QVERIFY(exit.ok() && exit->status == -7 && exit->cwd == "/a b");
        for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGKILL}) {
            const Result<int> got = wire::decode_signal(frame_of(wire::encode_signal(signal)).payload);
            QVERIFY(got.ok() && *got == signal);
        }
        QVERIFY(!wire::decode_signal(std::string(1, static_cast<char>(SIGSTOP))).ok());
        QVERIFY(!wire::decode_signal("").ok());
    }

    void malformed_requests_are_refused() {
        const auto refused = [](const wire::Request& request) {
            return !wire::decode_request(frame_of(wire::encode_request(request)).payload).ok();
        };
        wire::Request request = sample();
        request.line = " \n\t";
        QVERIFY(refused(request));
        request = sample();
        request.line.push_back('\0');
        QVERIFY(refused(request));
        request = sample();
        request.cwd = "relative";
        QVERIFY(refused(request));
        request = sample();
        request.shell_name.clear();
        QVERIFY(refused(request));
        request = sample();
        request.environment = {"=x"};
        QVERIFY(refused(request));
        request = sample();
        request.origin = static_cast<wire::Origin>(77);
        QVERIFY(refused(request));
        const std::string payload = frame_of(wire::encode_request(sample())).payload;
        for (std::size_t size = 0; size < payload.size(); ++size)
            QVERIFY(!wire::decode_request(payload.substr(0, size)).ok());
        QVERIFY(!wire::decode_request(payload + "x").ok());
    }

    void other_versions_are_refused() {
        std::string payload = frame_of(wire::encode_hello(wire::Role::Ping)).payload;
        payload[3] = 2;
        QVERIFY(!wire::decode_hello(payload).ok());
    }

    void reader_takes_any_cut() {
        const std::string bytes = wire::encode_hello(wire::Role::Request) + wire::encode_request(sample())
                                  + wire::encode_signal(SIGINT);
        for (std::size_t step = 1; step < 9; ++step) {
            wire::FrameReader reader;
            int frames = 0;
            wire::Frame frame;
            for (std::size_t at = 0; at < bytes.size(); at += step) {
                reader.append(std::string_view(bytes).substr(at, step));
                for (;;) {
                    const Result<bool> have = reader.next(frame);
                    QVERIFY(have.ok());
                    if (!*have)
                        break;
                    ++frames;
                }
            }
            QCOMPARE(frames, 3);
            QVERIFY(reader.empty());
        }
    }

    void oversize_and_unknown_frames_are_errors() {
        wire::Frame frame;
        wire::FrameReader large;
        large.append(std::string("\x02\x00\x40\x00\x01", 5)); // 4 MiB + 1, before any payload is there
        QVERIFY(!large.next(frame).ok());
        wire::FrameReader unknown;
        unknown.append(std::string("\x63\x00\x00\x00\x00", 5));
        QVERIFY(!unknown.next(frame).ok());
    }

    void rest_is_handed_over() {
        wire::FrameReader reader;
        reader.append(wire::encode_hello(wire::Role::Control) + "{\"order\"");
        wire::Frame frame;
        QVERIFY(*reader.next(frame));
        QCOMPARE(reader.take_rest(), std::string("{\"order\""));
        QVERIFY(reader.empty());
    }

    void random_bytes_do_no_harm() {
        std::mt19937 random(20260801);
        std::uniform_int_distribution<int> byte(0, 255);
        const std::string good = wire::encode_request(sample());
        for (int round = 0; round < 20000; ++round) {
            std::string bytes;
            if (round % 2 == 0) { // a good frame with a few wrong bytes
                bytes = good;
                for (int i = 0; i < 3; ++i)
                    bytes[static_cast<std::size_t>(random()) % bytes.size()] =
                        static_cast<char>(byte(random));
            } else {
                bytes.resize(static_cast<std::size_t>(random()) % 64);
                for (char& c : bytes)
                    c = static_cast<char>(byte(random));
            }
            static_cast<void>(wire::decode_request(bytes).ok());
            static_cast<void>(wire::decode_hello(bytes).ok());
            static_cast<void>(wire::decode_note(bytes).ok());
            static_cast<void>(wire::decode_exit(bytes).ok());
            static_cast<void>(wire::decode_signal(bytes).ok());
            wire::FrameReader reader;
            reader.append(bytes);
            wire::Frame frame;
            for (int frames = 0; frames < 64; ++frames) {
                const Result<bool> have = reader.next(frame);
                if (!have || !*have)
                    break;
            }
        }
    }

    void blocking_helpers() {
        Result<std::pair<Fd, Fd>> pair = make_socket_pair(SOCK_STREAM);
        QVERIFY(pair.ok());
        wire::FrameReader reader;
        QVERIFY(wire::send_frame(pair->first.get(), wire::encode_exit({3, "/x"})));
        const Result<wire::Frame> frame = wire::receive_frame(pair->second.get(), reader);
        QVERIFY(frame.ok() && frame->type == wire::FrameType::Exit);
        pair->first.reset();
        QVERIFY(!wire::receive_frame(pair->second.get(), reader).ok());
        QVERIFY(!wire::send_frame(pair->second.get(), wire::encode_exit({3, "/x"}))); // and no SIGPIPE
    }
};

QTEST_APPLESS_MAIN(WireTest)
#include "wire_test.moc"
