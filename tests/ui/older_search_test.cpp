// A filter finds what the window does not hold: each expression against a plain evaluation of the whole
// session, and on the page with a window that holds a part of it only.
#include "core/events/record_feed.h"
#include "core/events/store.h"
#include "core/events/store_reader.h"
#include "tests/support/patience.h"
#include "tests/ui/traffic_records.h"
#include "ui/traffic/older_search.h"
#include "ui/traffic/traffic_page.h"
#include "ui/traffic/traffic_view.h"

#include <QApplication>
#include <QLabel>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace asb;
using namespace asb::ui;
using namespace asb::test;

namespace {

/// As random_session, with what only whole lines tell: commands by policy and unknown, memory, callers,
/// folders of their own.
QVector<Record> varied_session(int lines) {
    QRandomGenerator random(21);
    QVector<Record> records = random_session(random, lines);
    for (Record& record : records) {
        Event& event = record.event;
        if (event.command == 0)
            continue;
        const int kind = random.bounded(12);
        if (event.verdict == Verdict::Floor && kind < 2)
            event.verdict = kind == 0 ? Verdict::Policy : Verdict::Unknown;
        event.max_rss_kb = random.bounded(100'000);
        event.user_us = random.bounded(100'000);
        if (event.verdict != Verdict::Floor)
            event.caller_chain = {"session", random.bounded(2) == 0 ? "make" : "sh"};
        if (kind == 5)
            event.cwd = "/elsewhere";
    }
    return records;
}

std::set<std::string> names_of(const TrafficModel& model) {
    std::set<std::string> names;
    for (int row = 0; row < model.rowCount(); ++row) {
        if (model.is_line(row))
            names.insert(std::to_string(model.row_at(row).event.request)
                         + command_text(model.row_at(row).event)
                         + (model.row_at(row).event.request == 0 ? std::to_string(model.name_of(row).entry)
                                                                 : std::string()));
    }
    return names;
}

SessionFacts stored(const QTemporaryDir& folder, const QVector<Record>& records) {
    SessionFacts facts;
    facts.id = QStringLiteral("made-up");
    facts.state = SessionFacts::State::Ended;
    facts.project = QStringLiteral("/project");
    facts.store = folder.filePath(QStringLiteral("events.sqlite"));
    Store store;
    if (store.create(facts.store.toStdString()))
        static_cast<void>(store.write({records.begin(), records.end()}));
    store.close();
    return facts;
}

} // namespace

class OlderSearchTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void each_filter_finds_what_a_plain_evaluation_finds_data();
    void each_filter_finds_what_a_plain_evaluation_finds();
    void a_line_of_very_many_commands_is_bounded();
    void a_store_that_cannot_be_read_is_the_end();
    void rows_that_the_window_does_not_hold_are_found();
    void scrolling_up_finds_more();
    void what_was_found_goes_with_its_filter();
    void nothing_found_is_said_when_all_was_searched();
    void the_first_row_says_that_there_are_older_ones();

private:
    TrafficView& show(int lines, int backlog);
    TrafficModel& model() const { return *static_cast<TrafficModel*>(view_->model()); }
    void filter(const char* text) { page_->set_filter_text(QString::fromLatin1(text)); }

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<RecordFeed> feed_;
    std::unique_ptr<TrafficPage> page_;
    TrafficView* view_ = nullptr;
};

void OlderSearchTest::each_filter_finds_what_a_plain_evaluation_finds_data() {
    QTest::addColumn<QString>("text");
    for (const char* text : {"git",
                             "cmd:git",
                             "denied",
                             "-denied",
                             "status!=0",
                             "verdict:refused",
                             "verdict!=floor",
                             "-verdict:floor",
                             "verdict:policy",
                             "verdict:unknown cmd:git",
                             "-verdict:refused failed",
                             "failed",
                             "-failed -running",
                             "running",
                             "\"line 3\" or denied",
                             "status=1 cmd:ls",
                             "rule:deny -cmd:ls",
                             "-rule:deny status=0",
                             "reason:operator cwd:sub",
                             "cwd:/project",
                             "cwd:elsewhere",
                             "-cwd:sub failed",
                             "(failed or denied) git",
                             "request:77",
                             "type:line -verdict:floor",
                             "type:gap",
                             "memory:90M",
                             "caller:make",
                             "not (git or ls)",
                             "not (denied or failed) cpu:90ms",
                             "duration:30ms denied",
                             "\"no such text\"",
                             "session:made",
                             "session:other"})
        QTest::newRow(text) << QString::fromLatin1(text);
}

void OlderSearchTest::each_filter_finds_what_a_plain_evaluation_finds() {
    QFETCH(QString, text);
    const Result<Filter> filter = Filter::parse(text, 1'700'000'100'000);
    QVERIFY2(filter, filter ? "" : filter.error().text().c_str());
    const QVector<Record> records = varied_session(900);
    const QTemporaryDir folder;
    const SessionFacts facts = stored(folder, records);
    TrafficModel whole;
    whole.restart("/project", "made-up");
    feed(whole, records);
    whole.set_filter(*filter);
    whole.flush_all();
    TrafficModel found;
    found.restart("/project", "made-up");
    const std::uint64_t end = records.back().id + 1;
    found.set_kept_from(end);
    found.set_filter(*filter);
    found.flush_all();
    int looks = 0;
    for (std::uint64_t before = end; before != 0; ++looks) {
        const OlderLines lines = find_older_lines(facts.store.toStdString(), "made-up", *filter, before);
        QVERIFY(lines.next < before); // it comes to an end
        found.add_found({lines.records.begin(), lines.records.end()});
        before = lines.next;
    }
    QCOMPARE(shown(found), shown(whole));
    QCOMPARE(names_of(found), names_of(whole));
    QVERIFY(looks < 20);
}

void OlderSearchTest::a_line_of_very_many_commands_is_bounded() {
    QVector<Record> records{line(1, 1, "for")};
    for (std::uint64_t id = 2; id < 3000; ++id)
        records.append(command(id, 1, id - 1, {"ls", std::to_string(id)}));
    records.append(command(3000, 1, 2999, {"needle"}));
    const QTemporaryDir folder;
    const SessionFacts facts = stored(folder, records);
    const Filter filter = *Filter::parse(QStringLiteral("needle"), 0);
    const OlderLines lines = find_older_lines(facts.store.toStdString(), "made-up", filter, 9000);
    QCOMPARE(lines.lines, std::size_t{1});
    QVERIFY(lines.records.size() < 500);
    QCOMPARE(lines.records.front().event.line, std::string("for"));
    QCOMPARE(lines.records.back().event.argv.front(), std::string("needle"));
}

void OlderSearchTest::a_store_that_cannot_be_read_is_the_end() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("none.sqlite")).toStdString();
    const OlderLines lines = find_older_lines(path, "x", *Filter::parse(QStringLiteral("git"), 0), 5000);
    QCOMPARE(lines.next, std::uint64_t{0});
    QVERIFY(lines.records.empty());
}

/// A page whose window holds 1000 rows at the most, of a session with many more.
TrafficView& OlderSearchTest::show(int lines, int backlog) {
    page_.reset();
    feed_.reset();
    folder_ = std::make_unique<QTemporaryDir>();
    QVector<Record> records;
    for (int i = 1; i <= lines; ++i) {
        const auto id = static_cast<std::uint64_t>(i);
        records.append(line(id, id, (i % 10 == 7 ? "seven " : "line ") + std::to_string(i)));
    }
    const SessionFacts facts = stored(*folder_, records);
    feed_ = std::make_unique<RecordFeed>(facts, backlog);
    page_ = std::make_unique<TrafficPage>();
    page_->set_row_limit(1000);
    page_->set_session(feed_.get(), facts);
    page_->resize(900, 500);
    page_->show();
    view_ = page_->findChild<TrafficView*>(QStringLiteral("traffic"));
    return *view_;
}

void OlderSearchTest::rows_that_the_window_does_not_hold_are_found() {
    show(8000, 600);
    QTRY_VERIFY_WITH_TIMEOUT(model().rowCount() >= 600 && model().rowCount() < 6000, kPatienceMs);
    filter("\"line 23\" -\"line 23\" or request:12");
    QTRY_COMPARE_WITH_TIMEOUT(model().rowCount(), 1, kPatienceMs);
    QCOMPARE(shown(model()), std::vector<std::string>{"line 12"});
}

void OlderSearchTest::scrolling_up_finds_more() {
    TrafficView& view = show(8000, 600);
    QTRY_VERIFY_WITH_TIMEOUT(model().rowCount() >= 600, kPatienceMs);
    filter("seven");
    QTRY_VERIFY_WITH_TIMEOUT(model().rowCount() >= 60 + static_cast<int>(OlderSearch::kPageLines)
                                 && model().rowCount() < 600,
                             kPatienceMs);
    view.setFocus();
    for (int i = 0; i < 20 && model().rowCount() < 800; ++i) {
        const int before = model().rowCount();
        QTest::keyClick(&view, Qt::Key_Home);
        view.verticalScrollBar()->setValue(0);
        QTRY_VERIFY_WITH_TIMEOUT(model().rowCount() > before, kPatienceMs);
    }
    QCOMPARE(model().rowCount(), 800); // every tenth line of all
    for (int row = 0; row < 800; ++row)
        QCOMPARE(model().row_at(row).event.request, static_cast<std::uint64_t>(row * 10 + 7));
}

void OlderSearchTest::what_was_found_goes_with_its_filter() {
    show(8000, 600);
    QTRY_VERIFY_WITH_TIMEOUT(model().rowCount() >= 600, kPatienceMs);
    filter("request:77 or request:7990");
    QTRY_COMPARE_WITH_TIMEOUT(model().rowCount(), 2, kPatienceMs);
    filter("request:78 or request:7990");
    QTRY_COMPARE_WITH_TIMEOUT(shown(model()), (std::vector<std::string>{"line 78", "line 7990"}),
                              kPatienceMs);
    filter("");
    QTRY_VERIFY_WITH_TIMEOUT(model().rowCount() >= 600, kPatienceMs);
    QTest::qWait(400); // a search that goes on would show itself
    for (int row = 1; row < model().rowCount(); ++row)
        QCOMPARE(model().row_at(row).event.request, model().row_at(row - 1).event.request + 1);
    QCOMPARE(model().row_at(model().rowCount() - 1).event.request, std::uint64_t{8000});
}

void OlderSearchTest::nothing_found_is_said_when_all_was_searched() {
    show(3000, 600);
    QTRY_VERIFY_WITH_TIMEOUT(model().rowCount() >= 600, kPatienceMs);
    filter("nowhere");
    const QWidget* note = page_->findChild<QWidget*>(QStringLiteral("empty_note"));
    QTRY_VERIFY_WITH_TIMEOUT(note->isVisible(), kPatienceMs);
    const auto* text = note->findChild<QLabel*>();
    QTRY_COMPARE_WITH_TIMEOUT(text->text(), QStringLiteral("The filter finds nothing in this session."),
                              kPatienceMs);
}

void OlderSearchTest::the_first_row_says_that_there_are_older_ones() {
    TrafficView& view = show(8000, 600);
    QTRY_VERIFY_WITH_TIMEOUT(model().rowCount() >= 600, kPatienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(view.verticalScrollBar()->value() > 0, kPatienceMs);
    QSignalSpy told(page_.get(), &TrafficPage::told);
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_Home);
    QTRY_COMPARE_WITH_TIMEOUT(told.size(), 1, kPatienceMs);
    QTest::keyClick(&view, Qt::Key_End);
    QTest::keyClick(&view, Qt::Key_Home);
    QTest::qWait(50);
    QCOMPARE(told.size(), 1); // once is enough
}

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    OlderSearchTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "older_search_test.moc"
