// execd's events and nono's verdicts, joined.
#include "core/events/join.h"
#include "core/events/ring.h"

#include <QTest>

#include <map>

using namespace asb;

namespace {

constexpr std::int64_t kSecond = 1'000'000;

Event command_start(std::uint64_t request, std::uint64_t command, int pid, bool declared) {
    Event event;
    event.type = EventType::CommandStart;
    event.time_ms = 1000;
    event.request = request;
    event.command = command;
    event.argv = {declared ? "git" : "ls", "x"};
    event.path = declared ? "/shims/git" : "/bin/ls";
    event.pid = pid;
    event.declared = declared;
    return event;
}

Event command_end(std::uint64_t request, std::uint64_t command, int status) {
    Event event;
    event.type = EventType::CommandEnd;
    event.request = request;
    event.command = command;
    event.status = status;
    event.duration_us = 77;
    event.max_rss_kb = 5;
    return event;
}

AuditRecord audit(const std::string& decision, int shim_pid, const std::string& tag,
                  const std::string& reason = {}) {
    AuditRecord record;
    record.type = AuditRecord::Type::CommandPolicy;
    record.time_ms = 1005;
    record.command = "git";
    record.caller = "session";
    record.caller_kind = "session";
    record.decision = decision;
    record.shim_pid = shim_pid;
    record.tag = tag;
    record.reason = reason;
    record.argv = {"git", "push"};
    return record;
}

/// The newest state of each record.
class Seen {
public:
    explicit Seen(Join& join) : join_(join) {}
    std::vector<Record> all() {
        for (const Record& record : join_.take_changed())
            newest_[record.id] = record;
        std::vector<Record> result;
        for (const auto& entry : newest_)
            result.push_back(entry.second);
        return result;
    }

private:
    Join& join_;
    std::map<std::uint64_t, Record> newest_;
};

} // namespace

class JoinTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void the_end_of_a_job_ends_its_command() {
        Join join;
        Seen seen(join);
        join.add_event(command_start(12, 4, 77, false), 0);
        Event left;
        left.type = EventType::JobLeft;
        left.request = 12;
        left.pid = 77;
        join.add_event(left, 0);
        Event end = left;
        end.type = EventType::JobEnd;
        end.time_ms = 4000;
        end.signal = 15;
        join.add_event(end, 0);
        const std::vector<Record> all = seen.all();
        QCOMPARE(all.size(), std::size_t{3});
        QCOMPARE(all[0].event.type, EventType::CommandEnd);
        QCOMPARE(all[0].event.signal, std::optional<int>(15));
        QCOMPARE(all[0].event.duration_us, std::int64_t{3'000'000});
        QVERIFY(all[0].done);
    }

    void floor_command() {
        Join join;
        join.add_event(command_start(1, 1, 10, false), 0);
        join.add_event(command_end(1, 1, 3), 0);
        const std::vector<Record> all = Seen(join).all();
        QCOMPARE(all.size(), std::size_t{1});
        QVERIFY(all[0].done);
        QCOMPARE(all[0].event.type, EventType::CommandEnd);
        QCOMPARE(all[0].event.verdict, Verdict::Floor);
        QCOMPARE(all[0].event.status, std::optional<int>(3));
        QCOMPARE(all[0].event.argv.size(), std::size_t{2});
        QCOMPARE(all[0].event.path, std::string("/bin/ls"));
        QCOMPARE(all[0].event.time_ms, 1000);
        QCOMPARE(all[0].event.max_rss_kb, 5);
        QVERIFY(!join.is_waiting());
    }

    // Every order in which the three pieces of one declared command can arrive.
    void order_does_not_matter_data() {
        QTest::addColumn<QString>("order");
        for (const char* order : {"SAE", "SEA", "ASE"})
            QTest::newRow(order) << QString::fromLatin1(order);
    }
    void order_does_not_matter() {
        QFETCH(QString, order);
        Join join;
        for (const QChar step : order) {
            if (step == QLatin1Char('S'))
                join.add_event(command_start(4, 2, 99, true), 0);
            else if (step == QLatin1Char('E'))
                join.add_event(command_end(4, 2, 126), 0);
            else
                join.add_audit(audit("invocation_denied", 99, "4.2", "ask\nfirst"), 0);
        }
        const std::vector<Record> all = Seen(join).all();
        QCOMPARE(all.size(), std::size_t{1});
        QVERIFY(all[0].done);
        QCOMPARE(all[0].event.verdict, Verdict::Refused);
        QCOMPARE(all[0].event.reason, std::string("ask\nfirst"));
        QCOMPARE(all[0].event.policy, std::string("git"));
        QCOMPARE(all[0].event.caller_chain, std::vector<std::string>{"session"});
        QCOMPARE(all[0].event.status, std::optional<int>(126));
        QVERIFY(!join.is_waiting());
    }

    void joined_by_pid_without_a_tag() {
        Join join;
        join.add_event(command_start(1, 1, 55, true), 0);
        join.add_audit(audit("allowed", 55, {}), 0);
        join.add_event(command_end(1, 1, 0), 0);
        const std::vector<Record> all = Seen(join).all();
        QCOMPARE(all.size(), std::size_t{1});
        QCOMPARE(all[0].event.verdict, Verdict::Policy);
    }

    void a_later_refusal_wins() {
        Join join;
        join.add_event(command_start(1, 1, 55, true), 0);
        join.add_audit(audit("invocation_allowed", 55, "1.1"), 0);
        join.add_audit(audit("denied", 55, "1.1", "limit exceeded"), 0);
        join.add_event(command_end(1, 1, 126), 0);
        join.add_audit(audit("allowed", 55, "1.1"), 0);
        const std::vector<Record> all = Seen(join).all();
        QCOMPARE(all[0].event.verdict, Verdict::Refused);
        QCOMPARE(all[0].event.reason, std::string("limit exceeded"));
    }

    void declared_without_record_is_unknown() {
        Join join;
        Seen seen(join);
        join.add_event(command_start(1, 1, 55, true), 0);
        join.add_event(command_end(1, 1, 126), 0);
        QCOMPARE(seen.all()[0].event.verdict, Verdict::None);
        QVERIFY(!seen.all()[0].done);
        QVERIFY(join.is_waiting());
        join.expire(kSecond);
        QVERIFY(!seen.all()[0].done);
        join.expire(3 * kSecond);
        QCOMPARE(seen.all()[0].event.verdict, Verdict::Unknown);
        QVERIFY(seen.all()[0].done);
        QVERIFY(!join.is_waiting());
    }

    void calls_inside_a_command_have_records_of_their_own() {
        Join join;
        Seen seen(join);
        join.add_event(command_start(1, 1, 10, false), 0); // make
        join.add_audit(audit("invocation_allowed", 20, "1.1"), 0);
        join.add_audit(audit("invocation_denied", 21, "1.1", "no"), 0);
        AuditRecord end = audit("allowed", 20, "1.1");
        end.exit_code = 1;
        end.time_ms = 1105;
        join.add_audit(end, 0);
        join.add_event(command_end(1, 1, 2), 0);
        const std::vector<Record> all = seen.all();
        QCOMPARE(all.size(), std::size_t{3});
        QCOMPARE(all[0].event.verdict, Verdict::Floor);
        QCOMPARE(all[1].event.type, EventType::Verdict);
        QCOMPARE(all[1].event.verdict, Verdict::Policy);
        QCOMPARE(all[1].event.status, std::optional<int>(1));
        QCOMPARE(all[1].event.duration_us, 100'000);
        QCOMPARE(all[1].event.request, std::uint64_t{1});
        QCOMPARE(all[2].event.verdict, Verdict::Refused);
        QVERIFY(all[1].done && all[2].done);
    }

    void reused_shim_pid_is_another_call() {
        Join join;
        Seen seen(join);
        join.add_event(command_start(1, 1, 10, false), 0);
        join.add_audit(audit("invocation_allowed", 20, "1.1"), 0); // its end never came
        join.add_audit(audit("invocation_allowed", 20, "1.1"), 0);
        join.add_audit(audit("allowed", 20, "1.1"), 0);
        QCOMPARE(seen.all().size(), std::size_t{3});
    }

    void chained_call_without_tag() {
        Join join;
        AuditRecord record = audit("denied", 70, {}, "Command 'tac' is blocked: chain");
        record.caller = "git";
        record.caller_kind = "command";
        record.command = "tac";
        join.add_audit(record, 0);
        const std::vector<Record> all = Seen(join).all();
        QCOMPARE(all.size(), std::size_t{1});
        QCOMPARE(all[0].event.caller_chain, (std::vector<std::string>{"session", "git"}));
        QCOMPARE(all[0].event.request, std::uint64_t{0});
    }

    void record_of_nobody_is_kept_after_a_while() {
        Join join;
        Seen seen(join);
        join.add_audit(audit("denied", 70, "9.9", "x"), 0);
        QVERIFY(seen.all().empty());
        join.expire(3 * kSecond);
        QCOMPARE(seen.all().size(), std::size_t{1});
        QCOMPARE(seen.all()[0].event.request, std::uint64_t{9});
    }

    void request_is_one_record() {
        Join join;
        Seen seen(join);
        Event start;
        start.type = EventType::RequestStart;
        start.request = 3;
        start.line = "ls | wc";
        start.cwd = "/p";
        join.add_event(start, 0);
        Event end;
        end.type = EventType::RequestEnd;
        end.request = 3;
        end.status = 0;
        end.cwd = "/p/sub";
        end.end_reason = EndReason::Exit;
        join.add_event(end, 0);
        join.add_event(end, 0); // its start was lost
        const std::vector<Record> all = seen.all();
        QCOMPARE(all.size(), std::size_t{2});
        QCOMPARE(all[0].event.line, std::string("ls | wc"));
        QCOMPARE(all[0].event.cwd, std::string("/p/sub"));
        QCOMPARE(all[0].event.type, EventType::RequestEnd);
    }

    void cancelled_line_closes_its_commands() {
        Join join;
        join.add_event(command_start(3, 1, 10, false), 0);
        Event start;
        start.type = EventType::RequestStart;
        start.request = 3;
        join.add_event(start, 0);
        Event end;
        end.type = EventType::RequestEnd;
        end.request = 3;
        end.time_ms = 1500;
        end.end_reason = EndReason::Cancelled;
        join.add_event(end, 0);
        const std::vector<Record> all = Seen(join).all();
        QVERIFY(all[0].done);
        QCOMPARE(all[0].event.type, EventType::CommandEnd);
        QCOMPARE(all[0].event.end_reason, std::optional<EndReason>(EndReason::Cancelled));
        QCOMPARE(all[0].event.duration_us, 500'000);
    }

    void finish_closes_everything() {
        Join join;
        join.add_event(command_start(1, 1, 10, true), 0);
        join.add_event(command_start(1, 2, 11, false), 0);
        join.add_audit(audit("denied", 70, "9.9"), 0);
        join.finish();
        for (const Record& record : Seen(join).all())
            QVERIFY(record.done);
        QVERIFY(!join.is_waiting());
    }

    void memory_is_bounded() {
        Join::Limits limits;
        limits.kept = 10;
        limits.waiting = 5;
        Join join(limits);
        for (std::uint64_t i = 1; i <= 100; ++i) {
            join.add_event(command_start(i, 1, static_cast<int>(i), true), 0);
            join.add_audit(audit("allowed", static_cast<int>(i), std::to_string(i) + ".1"), 0);
            join.add_event(command_end(i, 1, 0), 0);
            join.add_audit(audit("denied", 5000, std::to_string(i + 1000) + ".1"), 0);
            static_cast<void>(join.take_changed());
        }
        // News about a forgotten command is a record of its own, not an error.
        join.add_audit(audit("allowed", 1, "1.1"), 0);
        join.finish();
        QVERIFY(join.take_changed().size() <= 7);
    }

    void ring_keeps_the_newest_and_counts_all() {
        Ring ring(3);
        Record record;
        for (std::uint64_t id = 1; id <= 5; ++id) {
            record.id = id;
            record.event = command_start(1, id, 1, true);
            ring.put(record);
        }
        record.id = 5;
        record.event.verdict = Verdict::Refused;
        ring.put(record);
        ring.put(record);
        record.id = 1; // gone
        ring.put(record);
        QCOMPARE(ring.records().size(), std::size_t{3});
        QCOMPARE(ring.dropped(), std::uint64_t{2});
        QCOMPARE(ring.totals().commands, std::uint64_t{5});
        QCOMPARE(ring.totals().refused, std::uint64_t{1});
        QCOMPARE(ring.records().back().event.verdict, Verdict::Refused);
    }
};

QTEST_APPLESS_MAIN(JoinTest)
#include "join_test.moc"
