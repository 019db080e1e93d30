// sessions, ps, log, stop, kill: their output against the schema that their help shows, and their errors.
#include "core/base/output.h"
#include "core/commands/control_commands.h"
#include "core/commands/json_schema.h"
#include "core/commands/log.h"
#include "core/commands/sessions.h"
#include "core/ipc/control_server.h"
#include "core/ipc/session_facts.h"
#include "core/session/history.h"
#include "tests/core/session_home.h"

#include <QFile>
#include <QJsonArray>
#include <QTest>
#include <QTimer>

#include <functional>
#include <memory>

using namespace asb;

namespace {

const std::string kOld = "0123456789abcdef";
const std::string kNew = "0124000000000000";

class FakeHost : public ControlHost {
public:
    QJsonObject status() const override {
        return {{QStringLiteral("state"), QStringLiteral("red")},
                {QStringLiteral("refused"), 7},
                {QStringLiteral("red"), QStringLiteral("execd is gone")}};
    }
    const Ring& ring() const override { return records; }
    void stop() override { remove_registry_entry(*runtime_dir(), kNew); }
    Status cancel(std::uint64_t request) override {
        return request == 12 ? success() : Status(Error{"end line 13: it does not run", {}, 0});
    }
    Result<int> kill_command(std::uint64_t, std::uint64_t) override { return 2; }
    Result<int> kill_process(int) override { return Error{"it is none of this session's commands", {}, 0}; }
    Result<int> end_leftovers() override { return 0; }
    QVector<ProcessFacts> processes() const override {
        ProcessFacts line;
        line.kind = ProcessFacts::Kind::Line;
        line.request = 12;
        line.text = QStringLiteral("make all");
        ProcessFacts command = line;
        command.kind = ProcessFacts::Kind::Command;
        command.command = 1;
        command.pid = 42;
        ProcessFacts left;
        left.kind = ProcessFacts::Kind::Leftover;
        left.pid = 43;
        left.text = QStringLiteral("server\x1b[31m");
        return {line, command, left};
    }
    void acknowledge(const std::string&) override {}
    Result<QString> answer_reload(const QString&) override { return QString(); }
    Ring records{10};
};

} // namespace

class CommandsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        home_ = std::make_unique<SessionHome>();
        home_->add(kOld, {{QStringLiteral("started_ms"), 1000},
                          {QStringLiteral("ended_ms"), 2000},
                          {QStringLiteral("status"), 3},
                          {QStringLiteral("agent"), QStringLiteral("claude")},
                          {QStringLiteral("project"), QStringLiteral("/p/old")}});
        Store store;
        QVERIFY(store.create(store_path(kOld)).ok());
        std::vector<Record> records{numbered_record(1, "ls"), numbered_record(2, "git"),
                                    numbered_record(3, "make")};
        records[1].event.verdict = Verdict::Refused;
        records[1].event.status = 126;
        records[1].event.reason = "pushing is for people";
        records[1].event.rule = "commands.git.from.session.deny[0]";
        records[1].event.caller_chain = {"session"};
        records[2].event.time_ms = 5'000'000'000'000;
        QVERIFY(store.write(records).ok());
    }
    void cleanup() {
        server_.reset();
        home_.reset();
    }

    void sessions_as_json() {
        serve();
        const auto lines = json_of([] { return run_sessions({"--json"}); });
        QCOMPARE(lines.size(), std::size_t{2});
        for (const QJsonObject& line : lines)
            check(session_schema(), line);
        QCOMPARE(lines[0].value(QStringLiteral("id")).toString().toStdString(), kNew);       // running first
        QCOMPARE(lines[0].value(QStringLiteral("state")).toString(), QStringLiteral("red")); // its own word
        QCOMPARE(lines[0].value(QStringLiteral("refused")).toInt(), 7);
        QCOMPARE(lines[1].value(QStringLiteral("state")).toString(), QStringLiteral("ended"));
        QCOMPARE(json_of([] { return run_sessions({"--json", "--running"}); }).size(), std::size_t{1});
    }

    void sessions_for_people() {
        const QString text = text_of_run([] { return run_sessions({}); });
        QVERIFY(text.contains(QStringLiteral("/p/old")));
        QCOMPARE(text.count(QLatin1Char('\n')), 2);
    }

    void sessions_removed() {
        QCOMPARE(status_of_run([] { return run_sessions({"--remove", "0123"}); }), 0);
        QVERIFY(!QDir(QString::fromStdString(home_->folder_of(kOld))).exists());
        QCOMPARE(status_of_run([] { return run_sessions({"--remove", "0123"}); }), 1);
        serve();
        QCOMPARE(status_of_run([] { return run_sessions({"--remove", "0124"}); }), 1); // it runs
    }

    void log_as_json() {
        const auto lines = json_of([] { return run_log({"--json"}); });
        QCOMPARE(lines.size(), std::size_t{3});
        for (const QJsonObject& line : lines)
            check(event_schema(), line);
    }

    void log_filters_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("lines");
        const auto row = [](const QStringList& arguments, int lines) {
            QTest::newRow(qPrintable(arguments.join(QLatin1Char(' ')))) << arguments << lines;
        };
        const auto words = [](const char* text) { return QString::fromUtf8(text).split(QLatin1Char('|')); };
        row(words("--denied"), 1);
        row(words("--filter|status!=0 rule:git"), 1);
        row(words("--filter|ls or make"), 2);
        row(words("--filter|ls or make|--denied"), 0);
        row(words("--filter|-denied"), 2);
        row(words("--since|2100-01-01"), 1);
        row(words("--session=0123|--filter|"), 3);
        row(words("--follow"), 3); // it has ended
    }
    void log_filters() {
        QFETCH(QStringList, arguments);
        QFETCH(int, lines);
        std::vector<std::string> words{"--json"};
        for (const QString& argument : arguments)
            words.push_back(argument.toStdString());
        if (words.back().empty()) {
            words.pop_back();
            words.pop_back();
        }
        QCOMPARE(json_of([&] { return run_log(words); }).size(), static_cast<std::size_t>(lines));
    }

    void ps_as_json_and_for_people() {
        serve();
        const auto lines = json_of([] { return run_ps({"--json"}); });
        QCOMPARE(lines.size(), std::size_t{3});
        for (const QJsonObject& line : lines)
            check(process_schema(), line);
        const QString text = text_of_run([] { return run_ps({}); });
        QVERIFY(text.contains(QStringLiteral("\n12 ")));
        QVERIFY(text.contains(QStringLiteral("\n12.1 ")));
        QVERIFY(text.contains(QStringLiteral("\npid:43 ")));
        QVERIFY(!text.contains(QLatin1Char('\x1b')));
    }

    void stop_and_kill() {
        serve();
        for (const char* target : {"12", "12.3", "leftovers"}) {
            const auto lines = json_of([&] { return run_kill({target, "--json"}); });
            QCOMPARE(lines.size(), std::size_t{1});
            check(done_schema(), lines[0]);
        }
        QCOMPARE(status_of_run([] { return run_kill({"13"}); }), 1);
        QCOMPARE(status_of_run([] { return run_kill({"pid:99"}); }), 1);
        const auto stopped = json_of([] { return run_stop({"0124", "--json"}); });
        check(done_schema(), stopped.at(0));
        QVERIFY(stopped.at(0).value(QStringLiteral("done")).toBool());
        QCOMPARE(status_of_run([] { return run_stop({}); }), 1); // nothing runs any more
    }

    void usage_is_status_2_data() {
        QTest::addColumn<QString>("word");
        QTest::addColumn<QString>("argument");
        for (const char* word : {"sessions", "ps", "stop", "kill", "log"})
            QTest::addRow("%s --bad", word) << QString::fromUtf8(word) << QStringLiteral("--bad");
        for (const char* target : {"", "0", "-1", "12.", "12.3.4", "pid:", "pid:x", "pid:0", "all", "1x"})
            QTest::addRow("kill %s", target) << QStringLiteral("kill") << QString::fromUtf8(target);
        QTest::newRow("log filter") << QStringLiteral("log") << QStringLiteral("--filter=statsu=0");
        QTest::newRow("log since") << QStringLiteral("log") << QStringLiteral("--since=never");
        QTest::newRow("ps word") << QStringLiteral("ps") << QStringLiteral("word");
    }
    void usage_is_status_2() {
        QFETCH(QString, word);
        QFETCH(QString, argument);
        QCOMPARE(status_of_run([&] { return run(word, {argument.toStdString()}); }), 2);
    }

    void help_shows_the_schema() {
        for (const auto& [word, schema] : {std::pair(QStringLiteral("sessions"), session_schema()),
                                           std::pair(QStringLiteral("ps"), process_schema()),
                                           std::pair(QStringLiteral("log"), event_schema()),
                                           std::pair(QStringLiteral("stop"), done_schema()),
                                           std::pair(QStringLiteral("kill"), done_schema())}) {
            const QString help = text_of_run([&, name = word] { return run(name, {"--help"}); });
            QVERIFY(help.startsWith(QStringLiteral("usage: agent-sandbox ") + word));
            for (const JsonMember& member : schema)
                QVERIFY2(help.contains(QLatin1String("  ") + QLatin1String(member.name)), member.name);
        }
    }

    void a_schema_that_does_not_hold() {
        const JsonSchema schema{{"a", "number", true, ""}, {"b", "strings", false, ""}};
        QVERIFY(check_schema(schema, {{QStringLiteral("a"), 1}}).ok());
        QVERIFY(!check_schema(schema, {}));
        QVERIFY(!check_schema(schema, {{QStringLiteral("a"), QStringLiteral("1")}}));
        QVERIFY(!check_schema(schema, {{QStringLiteral("a"), 1}, {QStringLiteral("c"), 1}}));
        QVERIFY(!check_schema(schema, {{QStringLiteral("a"), 1}, {QStringLiteral("b"), QJsonArray{1}}}));
    }

    void history_is_pruned() {
        constexpr qint64 day = qint64{24} * 3600 * 1000;
        const qint64 now = 1000 * day;
        for (int i = 0; i < 5; ++i) {
            const std::string id = "000000000000000" + std::to_string(i);
            home_->add(id, {{QStringLiteral("started_ms"), now - (i * 10 + 1) * day},
                            {QStringLiteral("ended_ms"), now}});
            QVERIFY(write_file_atomically(home_->folder_of(id) + "/big", std::string(1 << 20, 'x')).ok());
        }
        QVERIFY(history_size() > 5 * (1 << 20));
        QCOMPARE(apply_history_limits({0, 0}, now), 0);
        QCOMPARE(apply_history_limits({35, 0}, now), 2); // the one of init() and the oldest of these
        QVERIFY(!load_session(QStringLiteral("0000000000000004")));
        QCOMPARE(apply_history_limits({0, 3}, now, QStringLiteral("0000000000000003")), 1);
        QVERIFY(load_session(QStringLiteral("0000000000000003")).has_value()); // spared
        QVERIFY(!load_session(QStringLiteral("0000000000000002")));
        home_->register_running("0000000000000000");
        QCOMPARE(apply_history_limits({1, 1}, now + 10 * day), 2);
        QVERIFY(load_session(QStringLiteral("0000000000000000")).has_value()); // it runs
        QVERIFY(!remove_session(QStringLiteral("0000000000000000")));
        QVERIFY(!remove_session(QStringLiteral("../../x")));
        QVERIFY(save_history_limits({7, 100}).ok());
        QCOMPARE(load_history_limits().days, 7);
        QVERIFY(write_file_atomically(config_dir() + "/history.json", "{\"days\":\"x\"}").ok());
        QCOMPARE(load_history_limits().days, HistoryLimits{}.days);
    }

private:
    static int run(const QString& word, const std::vector<std::string>& arguments) {
        if (word == QLatin1String("sessions"))
            return run_sessions(arguments);
        if (word == QLatin1String("ps"))
            return run_ps(arguments);
        if (word == QLatin1String("stop"))
            return run_stop(arguments);
        return word == QLatin1String("kill") ? run_kill(arguments) : run_log(arguments);
    }
    void serve() {
        home_->add(kNew, {{QStringLiteral("started_ms"), 9000}});
        home_->register_running(kNew, 9000);
        server_ = std::make_unique<ControlServer>(host_);
        QVERIFY(
            server_->open(control_socket_file(*runtime_dir(), kNew), token_file(*runtime_dir(), kNew)).ok());
    }
    static void check(const JsonSchema& schema, const QJsonObject& object) {
        const Status held = check_schema(schema, object);
        QVERIFY2(held.ok(), held ? "" : held.error().what.c_str());
    }

    /// Standard output goes into a file meanwhile; its status, which is left in `status_`, and its text.
    QString text_of_run(const std::function<int()>& body) {
        const QString name = home_->path(QStringLiteral("out"));
        QFile file(name);
        if (!file.open(QIODevice::ReadWrite | QIODevice::Truncate))
            return {};
        flush_out();
        const Fd kept(::dup(STDOUT_FILENO));
        ::dup2(file.handle(), STDOUT_FILENO);
        status_ = body();
        flush_out();
        ::dup2(kept.get(), STDOUT_FILENO);
        file.seek(0);
        return QString::fromUtf8(file.readAll());
    }
    int status_of_run(const std::function<int()>& body) {
        static_cast<void>(text_of_run(body));
        return status_;
    }
    std::vector<QJsonObject> json_of(const std::function<int()>& body) {
        std::vector<QJsonObject> objects;
        for (const QString& line : text_of_run(body).split(QLatin1Char('\n'), Qt::SkipEmptyParts))
            objects.push_back(QJsonDocument::fromJson(line.toUtf8()).object());
        return objects;
    }

    std::unique_ptr<SessionHome> home_;
    FakeHost host_;
    std::unique_ptr<ControlServer> server_;
    int status_ = 0;
};

QTEST_GUILESS_MAIN(CommandsTest)
#include "commands_test.moc"
