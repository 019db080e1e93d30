// nono's event log: shapes recorded with 0.81 (nono-measured.md §2.1), and what a broken log may hold.
#include "core/nono/audit_follower.h"
#include "core/nono/audit_record.h"
#include "tests/core/quoted.h"
#include "tests/support/patience.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace asb;

namespace {

std::string wrap(const std::string& event, int sequence = 1) {
    return quoted("{'sequence':") + std::to_string(sequence)
           + quoted(",'prev_chain':'a','leaf_hash':'b','chain_hash':'c','event_json':'x','event':") + event
           + '}';
}

std::string command_event(const std::string& decision, const std::string& rest = {}) {
    return quoted("{'type':'command_policy','event':{'timestamp':'2026-11-29T15:09:02.370784307+00:00','"
                  "session_id':'s','command':'git','caller':'session','caller_kind':'session','caller_pid':"
                  "28126,'shim_pid':28162,'session_root_pid':28126,'decision':'")
           + decision + quoted("','stdio_mode':'direct_fds','argv_display':['git','push'],'cwd_display':'/p'")
           + rest + "}}";
}

} // namespace

class AuditRecordTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void command_record() {
        const Result<AuditRecord> record = parse_audit_line(wrap(
            command_event("invocation_denied",
                          quoted(",'reason':'pushing is for "
                                 "people:\\nask','exit_code':null,'env_display':[{'name':'PWD','value_"
                                 "display':'/p'},{'name':'AGENT_SANDBOX_TAG','value_display':'12.3'}]"))));
        QVERIFY(record.ok());
        QCOMPARE(record->type, AuditRecord::Type::CommandPolicy);
        QCOMPARE(record->command, std::string("git"));
        QCOMPARE(record->reason, std::string("pushing is for people:\nask"));
        QCOMPARE(record->tag, std::string("12.3"));
        QCOMPARE(record->shim_pid, 28162);
        QCOMPARE(record->time_ms % 1000, 370);
        QVERIFY(!record->exit_code);
        QCOMPARE(record->argv, (std::vector<std::string>{"git", "push"}));
    }

    void chained_call_names_its_caller() {
        const Result<AuditRecord> record = parse_audit_line(wrap(quoted(
            "{'type':'command_policy','event':{'command':'ssh','caller':'git','caller_kind':'command','"
            "caller_command':'git','caller_pid':7,'shim_pid':8,'decision':'allowed','exit_code':0}}")));
        QVERIFY(record.ok());
        QCOMPARE(record->caller, std::string("git"));
        QCOMPARE(record->caller_kind, std::string("command"));
        QCOMPARE(record->exit_code, std::optional<int>(0));
    }

    void other_records() {
        const Result<AuditRecord> runtime = parse_audit_line(wrap(
            quoted("{'type':'sandbox_runtime','event':{'landlock_abi':'V7','tool_sandbox_active':true}}")));
        QVERIFY(runtime.ok() && runtime->tool_sandbox_active);
        const Result<AuditRecord> end =
            parse_audit_line(wrap(quoted("{'type':'session_ended','ended':'x','exit_code':143}")));
        QVERIFY(end.ok());
        QCOMPARE(end->exit_code, std::optional<int>(143));
        const Result<AuditRecord> unknown = parse_audit_line(wrap(quoted("{'type':'brand_new','event':{}}")));
        QVERIFY(unknown.ok());
        QCOMPARE(unknown->type, AuditRecord::Type::Other);
        QCOMPARE(unknown->type_name, std::string("brand_new"));
    }

    void broken_lines_data() {
        QTest::addColumn<QByteArray>("line");
        QTest::newRow("empty") << QByteArray("");
        QTest::newRow("torn") << QByteArray::fromStdString(quoted("{'sequence':1,'event':{'type':'comm"));
        QTest::newRow("array") << QByteArray("[1,2]");
        QTest::newRow("no event") << QByteArray::fromStdString(quoted("{'sequence':1}"));
        QTest::newRow("no decision") << QByteArray::fromStdString(
            quoted("{'event':{'type':'command_policy','event':{'command':'git'}}}"));
        QTest::newRow("fields of other kinds") << QByteArray::fromStdString(
            quoted("{'event':{'type':'command_policy','event':{'command':[],'decision':7,'shim_pid':'x'}}}"));
        QTest::newRow("binary") << QByteArray("\x00\xff\xfe{", 4);
    }
    void broken_lines() {
        QFETCH(QByteArray, line);
        QVERIFY(!parse_audit_line(line.toStdString()));
    }

    void outcomes() {
        QCOMPARE(outcome_of("allowed"), AuditOutcome::Allowed);
        QCOMPARE(outcome_of("invocation_allowed"), AuditOutcome::Pending);
        QCOMPARE(outcome_of("invocation_approve_denied"), AuditOutcome::Refused);
        QCOMPARE(outcome_of("allowed_in_some_future"), AuditOutcome::Unknown);
    }

    void times() {
        QCOMPARE(parse_rfc3339_ms("1970-01-01T00:00:01.500999999+00:00"), 1500);
        QCOMPARE(parse_rfc3339_ms("1970-01-01T01:00:00.5+01:00"), 500);
        QCOMPARE(parse_rfc3339_ms("yesterday"), 0);
    }

    void follower_reads_torn_late_and_repeated_records_data() {
        QTest::addColumn<bool>("watching");
        QTest::newRow("watching") << true;
        QTest::newRow("at the end") << false;
    }
    void follower_reads_torn_late_and_repeated_records() {
        QFETCH(bool, watching);
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("audit-events.ndjson"));
        AuditFollower follower(path.toStdString());
        std::vector<AuditRecord> seen;
        connect(&follower, &AuditFollower::record, this,
                [&](const AuditRecord& record) { seen.push_back(record); });
        QSignalSpy trouble(&follower, &AuditFollower::trouble);
        follower.start(); // the file comes later
        if (!watching)
            follower.stop_watching();
        const QByteArray network =
            QByteArray::fromStdString(wrap(quoted("{'type':'network','event':{'timestamp_unix_ms':5,'mode':'"
                                                  "connect','decision':'deny','target':'unix:/x'}}")));
        QByteArray first =
            QByteArray::fromStdString(wrap(command_event("allowed", quoted(",'exit_code':0")))) + '\n';
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(network + '\n' + first.left(40));
        file.flush();
        QTRY_COMPARE(seen.size(), std::size_t{1});
        file.write(first.mid(40) + "not json\n");
        file.write(QByteArray::fromStdString(wrap(quoted("{'type':'session_ended','exit_code':0}"))) + '\n');
        // After the end: a late record, and the network record again; without a last newline.
        file.write(network + '\n' + first.trimmed());
        file.close();
        QTRY_COMPARE(seen.size(), std::size_t{3});
        follower.drain();
        QCOMPARE(seen.size(), std::size_t{4});
        QCOMPARE(seen[3].decision, std::string("allowed"));
        QCOMPARE(trouble.size(), 1);
    }
};

QTEST_GUILESS_MAIN(AuditRecordTest)
#include "audit_record_test.moc"
