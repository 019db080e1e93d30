// The event schema: round trip, limits, hostile input.
#include "core/base/event.h"

#include <QTest>
#include <random>

using namespace asb;

namespace {

Event full_event() {
    Event event;
    event.type = EventType::CommandEnd;
    event.sequence = 18446744073709551615ULL;
    event.time_ms = 1798563600123;
    event.request = 12;
    event.command = 3;
    event.line = "echo \"a\\b\"\n\t\x01";
    event.cwd = "/tmp/ü";
    event.origin = "shell";
    event.argv = {"", "two words", "\n"};
    event.path = "/bin/echo";
    event.pid = 4711;
    event.parent = 4710;
    event.peer_pid = 99;
    event.declared = true;
    event.status = 0;
    event.signal = 9;
    event.user_us = 1;
    event.system_us = 2;
    event.max_rss_kb = 3;
    event.duration_us = 4;
    event.end_reason = EndReason::WorkerLost;
    event.pids = {5, 6};
    event.note_kind = 2;
    event.count = 7;
    event.verdict = Verdict::Refused;
    event.reason = "pushing is for people:\nask";
    event.rule = "commands.git.from.session.deny[0]";
    event.caller_chain = {"session", "git"};
    event.policy = "git";
    event.landlock_abi = 7;
    event.text = "text";
    event.truncated = "cwd";
    return event;
}

} // namespace

class EventTest : public QObject {
    Q_OBJECT
private slots:
    void round_trip() {
        const Event sent = full_event();
        const std::string line = to_json(sent);
        QVERIFY(line.find('\n') == std::string::npos);
        const Result<Event> got = event_from_json(line);
        QVERIFY2(got.ok(), got.ok() ? "" : got.error().what.c_str());
        QCOMPARE(got->sequence, sent.sequence);
        QCOMPARE(got->time_ms, sent.time_ms);
        QCOMPARE(got->line, sent.line);
        QCOMPARE(got->cwd, sent.cwd);
        QVERIFY(got->argv == sent.argv);
        QVERIFY(got->status == sent.status && got->signal == sent.signal
                && got->end_reason == sent.end_reason);
        QVERIFY(got->pids == sent.pids && got->caller_chain == sent.caller_chain);
        QCOMPARE(static_cast<int>(got->verdict), static_cast<int>(sent.verdict));
        QCOMPARE(got->reason, sent.reason);
        QCOMPARE(to_json(*got), line); // nothing is forgotten and nothing changes on a second way
    }

    void all_names_round_trip() {
        for (int type = 0; type <= static_cast<int>(EventType::Session); ++type) {
            Event event;
            event.type = static_cast<EventType>(type);
            const Result<Event> got = event_from_json(to_json(event));
            QVERIFY(got.ok());
            QCOMPARE(static_cast<int>(got->type), type);
        }
        for (int reason = 0; reason <= static_cast<int>(EndReason::WorkerLost); ++reason) {
            Event event;
            event.end_reason = static_cast<EndReason>(reason);
            QVERIFY(event_from_json(to_json(event))->end_reason == event.end_reason);
        }
        for (int verdict = 0; verdict <= static_cast<int>(Verdict::Unknown); ++verdict) {
            Event event;
            event.verdict = static_cast<Verdict>(verdict);
            QVERIFY(event_from_json(to_json(event))->verdict == event.verdict);
        }
    }

    void defaults_are_left_out() {
        Event event;
        event.type = EventType::Gap;
        QCOMPARE(to_json(event), std::string("{\"v\":1,\"type\":\"gap\"}"));
    }

    void bad_bytes_become_text() {
        Event event;
        event.line = std::string("a\xff\xc0\xaf\xed\xa0\x80z\xe2\x82", 10);
        const Result<Event> got = event_from_json(to_json(event));
        QVERIFY(got.ok());
        QCOMPARE(got->line, std::string("a\\xff\\xc0\\xaf\\xed\\xa0\\x80z\\xe2\\x82"));
    }

    void long_texts_are_cut_and_named() {
        Event event;
        event.line = std::string(300 * 1024, 'x');
        event.reason = std::string(300 * 1024, '\x01'); // six bytes each when encoded
        event.text = std::string(200 * 1024, '"');      // two each
        event.argv.assign(2000, "word");
        event.caller_chain.assign(9000, std::string(9000, 'c'));
        event.cwd = std::string(1 << 20, '/');
        const std::string line = to_json(event);
        QVERIFY(line.size() <= std::size_t{2} << 20);
        const Result<Event> got = event_from_json(line);
        QVERIFY2(got.ok(), got.ok() ? "" : got.error().what.c_str());
        QCOMPARE(got->argv.size(), std::size_t{1024});
        QCOMPARE(got->line.size(), std::size_t{256} * 1024);
        for (const char* name : {"line", "reason", "text", "argv", "caller_chain", "cwd"})
            QVERIFY2(("," + got->truncated + ",").find(std::string(",") + name + ",") != std::string::npos,
                     name);
        QCOMPARE(to_json(*got), line);
    }

    void cut_respects_characters() {
        Event event;
        event.line = "x";
        for (int i = 0; i < 200 * 1024; ++i)
            event.line += "€";
        const Result<Event> got = event_from_json(to_json(event));
        QVERIFY(got.ok());
        QVERIFY(got->line.find("\\x") == std::string::npos);
    }

    void wrong_input_is_an_error() {
        const char* const wrong[] = {"",
                                     "null",
                                     "[]",
                                     "{}",
                                     "{\"type\":7}",
                                     "{\"type\":\"nonsense\"}",
                                     "{\"type\":\"gap\",\"pid\":\"1\"}",
                                     "{\"type\":\"gap\",\"pid\":99999999999}",
                                     "{\"type\":\"gap\",\"pid\":1.5}",
                                     "{\"type\":\"gap\",\"count\":-1}",
                                     "{\"type\":\"gap\",\"argv\":\"x\"}",
                                     "{\"type\":\"gap\",\"argv\":[1]}",
                                     "{\"type\":\"gap\",\"pids\":[\"1\"]}",
                                     "{\"type\":\"gap\",\"declared\":1}",
                                     "{\"type\":\"gap\",\"verdict\":\"maybe\"}",
                                     "{\"type\":\"gap\",\"end_reason\":null}",
                                     "{\"type\":\"gap\",\"v\":2}",
                                     "{\"type\":\"gap\"} trailing"};
        for (const char* line : wrong)
            QVERIFY2(!event_from_json(line).ok(), line);
        QVERIFY(!event_from_json(std::string(3 << 20, ' ')).ok());
        QVERIFY(!event_from_json(std::string(1 << 20, '[')).ok());
        QVERIFY(event_from_json("{\"type\":\"gap\",\"unknown\":{\"deep\":[1,2]}}").ok());
    }

    void random_changes_do_no_harm() {
        std::mt19937 random(7);
        const std::string good = to_json(full_event());
        for (int round = 0; round < 5000; ++round) {
            std::string line = good;
            for (int i = 0; i < 3; ++i)
                line[static_cast<std::size_t>(random()) % line.size()] = static_cast<char>(random() & 0xff);
            if (const Result<Event> event = event_from_json(line))
                QVERIFY(!to_json(*event).empty());
        }
    }

    void tags() {
        std::uint64_t request = 0;
        std::uint64_t command = 0;
        QCOMPARE(tag_of(full_event()), std::string("12.3"));
        QVERIFY(parse_tag("12.3", request, command) && request == 12 && command == 3);
        for (const char* tag :
             {"", ".", "1", "1.", ".1", "1.2.3", "-1.2", "1.-2", " 1.2", "1.2 ", "99999999999999999999.1"})
            QVERIFY2(!parse_tag(tag, request, command), tag);
    }

    void orders() {
        for (const OrderType type : {OrderType::Cancel, OrderType::Ended, OrderType::KillJob,
                                     OrderType::EndAllJobs, OrderType::Shutdown}) {
            const Result<Order> got = order_from_json(to_json(Order{type, 5, 77}));
            QVERIFY(got.ok());
            QVERIFY(got->type == type && got->request == 5 && got->pid == 77);
        }
        for (const char* line : {"", "{}", "{\"order\":\"dance\"}", "{\"order\":\"cancel\"}",
                                 "{\"order\":\"kill_job\",\"pid\":1}", "{\"order\":\"kill_job\",\"pid\":-5}",
                                 "{\"order\":\"ended\",\"request\":\"1\"}"})
            QVERIFY2(!order_from_json(line).ok(), line);
    }
};

QTEST_APPLESS_MAIN(EventTest)
#include "event_test.moc"
