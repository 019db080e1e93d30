// The filter language: each expression against a plain evaluation of it, on events and in the store.
#include "core/events/facets.h"
#include "core/events/filter.h"
#include "core/events/store_reader.h"

#include <QDateTime>
#include <QTemporaryDir>
#include <QTest>

#include <functional>
#include <random>

using namespace asb;

namespace {

constexpr qint64 kNow = 1'800'000'000'000;

Filter parsed(const QString& text) {
    const Result<Filter> filter = Filter::parse(text, kNow);
    if (!filter)
        qWarning() << text << QString::fromStdString(filter.error().text());
    return filter ? *filter : Filter();
}

Event command(std::vector<std::string> argv, std::optional<int> status, Verdict verdict = Verdict::Floor) {
    Event event;
    event.type = status ? EventType::CommandEnd : EventType::CommandStart;
    event.argv = std::move(argv);
    event.status = status;
    event.verdict = verdict;
    event.request = 12;
    event.command = 3;
    event.pid = 4711;
    event.cwd = "/home/u/web-shop";
    event.time_ms = kNow - 5 * 60 * 1000;
    event.duration_us = 2'500'000;
    event.user_us = 100'000;
    event.max_rss_kb = 20480;
    return event;
}

/// A term, or a combination of some, with its meaning written down independently.
struct Expression {
    QString text;
    std::function<bool(const Event&)> holds;
};

class Generator {
public:
    explicit Generator(unsigned seed) : random_(seed) {}

    int number(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }
    template <typename T>
    const T& one_of(const std::vector<T>& values) {
        return values[static_cast<std::size_t>(number(static_cast<int>(values.size())))];
    }

    Event event() {
        static const std::vector<std::vector<std::string>> commands{
            {"git", "push", "origin"}, {"npm", "test"},     {"/usr/bin/ls", "-la", "a b"},
            {"echo", "it's"},          {"grep", "100%_x"},  {"printf", std::string(3000, 'y') + "needle"},
            {"gruß", "Ärger"},         {"bad\xff", "byte"}, {"GIT", "STATUS"}};
        Event e;
        e.type = one_of<EventType>({EventType::RequestStart, EventType::RequestEnd, EventType::CommandStart,
                                    EventType::CommandEnd, EventType::Verdict, EventType::JobLeft,
                                    EventType::Note, EventType::Session, EventType::Gap});
        if (is_command(e))
            e.argv = one_of(commands);
        else if (is_request(e) || e.type == EventType::JobLeft)
            e.line = shell_text(one_of(commands));
        else
            e.text = one_of<std::string>({"ending", "git note", "step: config"});
        const bool ended = e.type == EventType::RequestEnd || e.type == EventType::CommandEnd;
        if (ended && number(4) != 0)
            e.status = one_of<int>({0, 1, 126, 127, 130});
        else if (ended)
            e.signal = one_of<int>({2, 9, 15});
        if (ended)
            e.duration_us = one_of<int>({0, 900, 5000, 2'000'000, 70'000'000});
        if (is_command(e)) {
            e.verdict = one_of<Verdict>(
                {Verdict::None, Verdict::Floor, Verdict::Policy, Verdict::Refused, Verdict::Unknown});
            e.pid = number(5) * 100;
            e.command = 1;
            e.max_rss_kb = number(3) * 10240;
        }
        if (e.verdict == Verdict::Refused) {
            e.reason = one_of<std::string>({"", "pushing is for people", "ask the operator"});
            e.rule = one_of<std::string>({"", "commands.git.from.session.deny[0]"});
            e.policy = "git";
            e.caller_chain = one_of<std::vector<std::string>>({{}, {"session"}, {"session", "make"}});
        }
        e.request = static_cast<std::uint64_t>(number(4));
        e.cwd = one_of<std::string>({"", "/home/u/web-shop", "/tmp", "/home/u/ml"});
        e.time_ms = kNow - number(20) * 60'000;
        return e;
    }

    Expression expression(int depth) {
        const int kind = depth <= 0 ? 0 : number(5);
        if (kind == 1)
            return negated(expression(depth - 1));
        if (kind == 2 || kind == 3)
            return joined(expression(depth - 1), expression(depth - 1), kind == 3);
        return leaf();
    }

private:
    static std::string shell_text(const std::vector<std::string>& words) {
        std::string text;
        for (const std::string& word : words)
            text += (text.empty() ? "" : " ") + word;
        return text;
    }

    Expression negated(const Expression& inner) {
        const QString sign = number(2) == 0 ? QStringLiteral("-") : QStringLiteral("not ");
        return {sign + QLatin1Char('(') + inner.text + QLatin1Char(')'),
                [inner](const Event& e) { return !inner.holds(e); }};
    }

    Expression joined(const Expression& a, const Expression& b, bool any) {
        const QString word =
            any ? QStringLiteral(" or ") : one_of<QString>({QStringLiteral(" "), QStringLiteral(" and ")});
        return {QLatin1Char('(') + a.text + word + b.text + QLatin1Char(')'), [a, b, any](const Event& e) {
                    return any ? a.holds(e) || b.holds(e) : a.holds(e) && b.holds(e);
                }};
    }

    Expression text_leaf() {
        const std::string needle = one_of<std::string>(
            {"git", "PUSH", "a b", "it's", "100%_", "needle", "nothing", "Ärger", "g push", "step:", "ls' "});
        return {Filter::term(QString(), QString::fromStdString(needle)), [needle](const Event& e) {
                    // As SQLite and the window read it: ASCII letters are folded.
                    const auto fold = [](std::string text) {
                        for (char& c : text)
                            c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
                        return text;
                    };
                    return fold(text_of(e)).find(fold(needle)) != std::string::npos;
                }};
    }

    Expression number_leaf(const char* key, std::function<std::optional<std::int64_t>(const Event&)> value,
                           std::int64_t limit, const QString& written) {
        struct Op {
            const char* text;
            std::function<bool(std::int64_t, std::int64_t)> test;
        };
        static const std::vector<Op> ops{{"=", std::equal_to<>()}, {"!=", std::not_equal_to<>()},
                                         {"<", std::less<>()},     {"<=", std::less_equal<>()},
                                         {">", std::greater<>()},  {">=", std::greater_equal<>()}};
        const Op op = one_of(ops);
        return {QLatin1String(key) + QLatin1String(op.text) + written, [op, value, limit](const Event& e) {
                    const auto actual = value(e);
                    return actual && op.test(*actual, limit);
                }};
    }

    Expression leaf() {
        switch (number(12)) {
        case 0:
            return {QStringLiteral("denied"), [](const Event& e) { return e.verdict == Verdict::Refused; }};
        case 1:
            return {QStringLiteral("running"), [](const Event& e) {
                        return e.type == EventType::CommandStart || e.type == EventType::RequestStart;
                    }};
        case 2:
            return {QStringLiteral("failed"), [](const Event& e) {
                        return e.verdict != Verdict::Refused && (e.signal || e.status.value_or(0) != 0);
                    }};
        case 3: {
            const int limit = one_of<int>({0, 1, 126, 137});
            return number_leaf(
                "status",
                [](const Event& e) -> std::optional<std::int64_t> {
                    if (e.signal)
                        return 128 + *e.signal;
                    return e.status ? std::optional<std::int64_t>(*e.status) : std::nullopt;
                },
                limit, QString::number(limit));
        }
        case 4:
            return number_leaf(
                "took",
                [](const Event& e) -> std::optional<std::int64_t> {
                    const bool ended = e.type == EventType::CommandEnd || e.type == EventType::RequestEnd;
                    return ended ? std::optional(e.duration_us) : std::nullopt;
                },
                2'000'000, QStringLiteral("2s"));
        case 5: {
            const std::string word = one_of<std::string>({"floor", "policy", "refused", "unknown"});
            return {QStringLiteral("verdict:") + QString::fromStdString(word),
                    [word](const Event& e) { return word == to_string(e.verdict); }};
        }
        case 6:
            return {QStringLiteral("cwd:WEB"),
                    [](const Event& e) { return e.cwd.find("web") != std::string::npos; }};
        case 7:
            return {QStringLiteral("cwd!=/tmp"),
                    [](const Event& e) { return !e.cwd.empty() && e.cwd != "/tmp"; }};
        case 8:
            return {QStringLiteral("since:10m"), [](const Event& e) { return e.time_ms >= kNow - 600'000; }};
        case 9:
            return one_of<Expression>(
                {{QStringLiteral("rule:git"), [](const Event& e) { return !e.rule.empty(); }},
                 {QStringLiteral("reason:PEOPLE"),
                  [](const Event& e) { return e.reason == "pushing is for people"; }},
                 {QStringLiteral("caller:make"), [](const Event& e) { return e.caller_chain.size() == 2; }},
                 {QStringLiteral("session:abc"), [](const Event&) { return true; }},
                 {QStringLiteral("session:bcd"), [](const Event&) { return false; }},
                 {QStringLiteral("type!=command"), [](const Event& e) { return !is_command(e); }},
                 {QStringLiteral("memory:15M"), [](const Event& e) { return e.max_rss_kb >= 15 * 1024; }}});
        case 10: {
            const int limit = number(4);
            return number_leaf(
                "request",
                [](const Event& e) -> std::optional<std::int64_t> {
                    return e.request != 0 ? std::optional(static_cast<std::int64_t>(e.request))
                                          : std::nullopt;
                },
                limit, QString::number(limit));
        }
        default:
            return text_leaf();
        }
    }

    std::mt19937 random_;
};

} // namespace

class FilterTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void one_term_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("push");  // git push, refused
        QTest::addColumn<bool>("train"); // python3 train.py, running
        const auto row = [](const char* text, bool push, bool train) {
            QTest::newRow(text) << QString::fromUtf8(text) << push << train;
        };
        row("", true, true);
        row("   ", true, true);
        row("git", true, false);
        row("GIT push", true, false);
        row("\"git push\"", true, false);
        row("\"push git\"", false, false);
        row("\"a b\"", true, false);
        row("status!=0 cmd:git denied since:10m \"push\" -verdict:floor", true, false);
        row("denied", true, false);
        row("\"denied\"", false, false);
        row("running", false, true);
        row("failed", false, false);
        row("-denied", false, true);
        row("not denied", false, true);
        row("status=126", true, false);
        row("status:126", true, false);
        row("status!=126", false, false); // a running one has no status
        row("-status=126", false, true);
        row("status>100 status<=126", true, false);
        row("cmd=git", false, false);
        row("cmd=\"python3 train.py\"", false, true);
        row("verdict:refused or running", true, true);
        row("(git or python3) since:10m", true, true);
        row("git or python3 running", true, true);
        row("(git or python3) running", false, true);
        row("git and denied", true, false);
        row("cwd:web-shop", true, true);
        row("cwd=/home/u/web-shop", true, true);
        row("folder=/home/u", false, false);
        row("since:1m", false, false);
        row("until:1m", true, true);
        row("took:2s", true, false);
        row("duration<1s", false, false);
        row("cpu>=100ms", true, false);
        row("memory:20M", true, true);
        row("pid=4711", true, true);
        row("request:12", true, true);
        row("session:abc", true, true);
        row("session=abc", false, false);
        row("type:command", true, true);
        row("type:line", false, false);
        row("--force", true, false);
        row("-force", false, true);
        row("x-y:z", false, false);
    }
    void one_term() {
        QFETCH(QString, text);
        QFETCH(bool, push);
        QFETCH(bool, train);
        const Result<Filter> filter = Filter::parse(text, kNow);
        QVERIFY2(filter.ok(), filter ? "" : filter.error().text().c_str());
        QCOMPARE(filter->matches(command({"git", "push", "--force", "a b"}, 126, Verdict::Refused), nullptr,
                                 "abcdef0123456789"),
                 push);
        QCOMPARE(filter->matches(command({"python3", "train.py"}, std::nullopt), nullptr, "abcdef0123456789"),
                 train);
    }

    void errors_name_place_and_what_is_known_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* text, const char* says) {
            QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(says);
        };
        row("git statsu=0", "position 5, \"statsu=0\": \"statsu\" is no key; did you mean status?");
        row("a=b", "\"a\" is no key");
        row("status=abc", "\"abc\" is no value of status\n  it takes a number");
        row("verdict:bad", "it takes floor, policy, refused, unknown, none");
        row("verdict<floor", "verdict has no order here");
        row("since:never", "an age (10m), a time (14:30)");
        row("since<10m", "write since:10m");
        row("took:12", "a number with us, ms, s, m, h or d");
        row("denied:1", "denied takes no value");
        row("cmd:", "\"\" is no value of cmd");
        row("\"open", "position 1: the quote is not closed");
        row("(a", "position 1, \"(\": it is not closed");
        row("a)", "position 2, \")\": nothing is open");
        row("()", "a word, key:value or ( has to stand here");
        row("or a", "a term has to stand in front of it");
        row("a or", "the end");
        row("-", "");
    }
    void errors_name_place_and_what_is_known() {
        QFETCH(QString, text);
        QFETCH(QString, says);
        const Result<Filter> filter = Filter::parse(text, kNow);
        if (says.isEmpty()) {
            QVERIFY(filter.ok());
            return;
        }
        QVERIFY(!filter);
        const QString error = QString::fromStdString(filter.error().text());
        QVERIFY2(error.contains(says), qPrintable(error));
    }

    void limits() {
        QVERIFY(!Filter::parse(QString(5000, QLatin1Char('x')), kNow));
        QVERIFY(!Filter::parse(QString(100, QLatin1Char('(')) + QStringLiteral("a"), kNow));
        QVERIFY(!Filter::parse(QStringLiteral("a ").repeated(300), kNow));
        QVERIFY(Filter::parse(QStringLiteral("a ").repeated(200), kNow).ok());
    }

    void times() {
        const QDateTime now = QDateTime::fromMSecsSinceEpoch(kNow);
        Event event = command({"ls"}, 0);
        event.time_ms = QDateTime(now.date(), QTime(0, 0)).toMSecsSinceEpoch();
        QVERIFY(parsed(QStringLiteral("since:today")).matches(event));
        QVERIFY(parsed(QStringLiteral("since:0:00 until:0:01")).matches(event));
        QVERIFY(parsed(QStringLiteral("since:") + now.date().toString(Qt::ISODate)).matches(event));
        QVERIFY(parsed(QStringLiteral("since:") + now.date().toString(Qt::ISODate) + QStringLiteral("T00:00"))
                    .matches(event));
        event.time_ms -= 1;
        QVERIFY(!parsed(QStringLiteral("since:today")).matches(event));
        QVERIFY(parsed(QStringLiteral("since:yesterday until:today")).matches(event));
    }

    void a_line_gives_its_folder() {
        Event event = command({"ls"}, 0);
        event.cwd.clear();
        Event line;
        line.cwd = "/srv";
        QVERIFY(parsed(QStringLiteral("cwd:srv")).matches(event, &line));
        QVERIFY(!parsed(QStringLiteral("cwd:srv")).matches(event));
    }

    void a_copy_of_a_line_with_a_verdict() {
        Event line;
        line.type = EventType::RequestEnd;
        line.line = "git push";
        line.status = 126;
        line.verdict = Verdict::Refused;
        line.rule = "commands.git.from.session.deny[0]";
        QVERIFY(parsed(QStringLiteral("denied rule:git -verdict:floor type:line")).matches(line));
        QVERIFY(!parsed(QStringLiteral("failed")).matches(line));
    }

    void terms_from_a_cell_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        for (const char* value : {"git", "git push", "a\"b", "back\\slash\\", "(x)", "-v", "--v", "denied",
                                  "or", "status", "a=b", "key:value", "", "two\nlines", "x)"}) {
            QTest::newRow(value) << QString() << QString::fromUtf8(value);
            if (*value)
                QTest::addRow("cmd %s", value) << QStringLiteral("cmd") << QString::fromUtf8(value);
        }
    }
    void terms_from_a_cell() {
        QFETCH(QString, key);
        QFETCH(QString, value);
        const QString term = Filter::term(key, value);
        Event line;
        line.type = EventType::RequestEnd;
        line.line = value.toStdString();
        const Result<Filter> filter = Filter::parse(term, kNow);
        QVERIFY2(filter.ok(), qPrintable(term));
        QVERIFY2(filter->matches(line), qPrintable(term));
        line.line = "other";
        QCOMPARE(filter->matches(line), value.isEmpty());
    }

    void completions_data() {
        QTest::addColumn<QString>("text"); // | is the cursor
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("replaced");
        const auto row = [](const char* text, const char* words, const char* replaced) {
            QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(words)
                                << QString::fromUtf8(replaced);
        };
        row("st|", "status:", "st");
        row("git de|", "denied", "de");
        row("-den|", "denied", "den");
        row("(ver|)", "verdict:", "ver");
        row("verdict:|", "floor policy refused unknown none", "");
        row("git verdict!=re| x", "refused", "re");
        row("type:l|ine", "line", "line");
        row("\"sta|", "", "\"sta");
        row("cmd:\"a b\" ru|", "running rule:", "ru");
        row("nokey:|", "", "");
    }
    void completions() {
        QFETCH(QString, text);
        QFETCH(QString, words);
        QFETCH(QString, replaced);
        const qsizetype cursor = text.indexOf(QLatin1Char('|'));
        text.remove(cursor, 1);
        const FilterCompletion completion = Filter::completions(text, cursor);
        QCOMPARE(completion.words.join(QLatin1Char(' ')), words);
        QCOMPARE(text.mid(completion.start, completion.length), replaced);
        for (qsizetype at = -1; at <= text.size() + 1; ++at) // any cursor will do
            static_cast<void>(Filter::completions(text, at));
    }

    void random_texts_never_break_it() {
        std::mt19937 random(7);
        const std::string pieces[] = {"git",   " ",   "(",  ")",      "-",  "\"",  "status",
                                      ":",     "=",   "!=", "<",      "or", "and", "not",
                                      "since", "10m", "\\", "denied", "0",  "\n",  "verdict:floor"};
        for (int round = 0; round < 3000; ++round) {
            std::string text;
            for (unsigned i = 0; i < random() % 12; ++i)
                text += pieces[random() % std::size(pieces)];
            const QString typed = QString::fromStdString(text);
            const Result<Filter> filter = Filter::parse(typed, kNow);
            if (filter)
                static_cast<void>(filter->matches(command({"git"}, 0)));
            else
                QVERIFY(!filter.error().what.empty());
            static_cast<void>(Filter::completions(typed, static_cast<qsizetype>(random() % 20)));
        }
    }

    void random_expressions_against_a_plain_evaluation() {
        Generator generate(20261129);
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("events.sqlite")).toStdString();
        std::vector<Record> records;
        for (std::uint64_t id = 1; id <= 200; ++id) {
            Record record;
            record.id = id;
            record.revision = id;
            // What a reader gets has been through JSON.
            record.event = *event_from_json(to_json(generate.event()));
            records.push_back(record);
        }
        Store store;
        QVERIFY(store.create(path).ok());
        QVERIFY(store.write(records).ok());
        StoreReader reader;
        QVERIFY(reader.open(path).ok());
        for (int round = 0; round < 150; ++round) {
            const Expression expression = generate.expression(4);
            const Result<Filter> filter = Filter::parse(expression.text, kNow);
            QVERIFY2(filter.ok(), qPrintable(expression.text));
            std::vector<std::uint64_t> expected;
            for (const Record& record : records) {
                const bool plain = expression.holds(record.event);
                QVERIFY2(filter->matches(record.event, nullptr, "abc123") == plain,
                         qPrintable(expression.text + QLatin1Char(' ')
                                    + QString::fromStdString(to_json(record.event)).left(300)));
                if (plain)
                    expected.push_back(record.id);
            }
            const auto page = reader.page_before(0, 1000, *filter, "abc123");
            QVERIFY2(page.ok(), page ? "" : page.error().what.c_str());
            std::vector<std::uint64_t> found;
            for (const Record& row : page->rows)
                found.push_back(row.id);
            QVERIFY2(found == expected, qPrintable(expression.text));
        }
    }
};

QTEST_GUILESS_MAIN(FilterTest)
#include "filter_test.moc"
