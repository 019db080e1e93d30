// Sorting the traffic by a column: each column against a plain sort, what stands still, how time comes back;
// with random operations under Qt's model tester.
#include "core/events/facets.h"
#include "tests/support/patience.h"
#include "tests/ui/traffic_records.h"
#include "ui/traffic/traffic_view.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QHeaderView>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include <optional>
#include <utility>

using namespace asb;
using namespace asb::ui;
using namespace asb::test;

namespace {

using Value = std::optional<std::pair<std::int64_t, std::string>>;

Value words(std::string text) {
    for (char& letter : text)
        letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return text.empty() ? Value() : Value({0, text});
}

Value number(std::int64_t value) {
    return value != 0 ? Value({value, {}}) : Value();
}

/// What stands in a cell, for a plain sort.
Value value_of(Column column, const Event& event) {
    const RowState urgent[] = {RowState::Refused, RowState::Failed,  RowState::Cancelled,
                               RowState::Unknown, RowState::Running, RowState::Left,
                               RowState::Policy,  RowState::Floor,   RowState::Note};
    switch (column) {
    case Column::Time:
        return number(event.time_ms);
    case Column::Command:
        return words(command_text(event));
    case Column::Verdict:
        return Value({std::find(std::begin(urgent), std::end(urgent), state_of(event)) - std::begin(urgent),
                      event.policy});
    case Column::Status:
        return status_of(event) ? Value({*status_of(event), {}}) : Value();
    case Column::Took:
        return duration_of(event) ? Value({*duration_of(event), {}}) : Value();
    case Column::Folder:
        return words(event.cwd);
    case Column::Callers:
        return Value();
    case Column::Rule:
        return words(event.rule);
    case Column::Reason:
        return words(event.reason);
    case Column::Cpu:
        return number(event.user_us + event.system_us);
    case Column::Memory:
        return number(event.max_rss_kb);
    case Column::Pid:
        return number(event.pid);
    case Column::Line:
        return number(static_cast<std::int64_t>(event.request));
    }
    return {};
}

struct Line {
    Event event;
    std::vector<std::string> rows;
};

/// The lines that a model shows, each with its rows.
std::vector<Line> lines_of(const TrafficModel& model) {
    std::vector<Line> lines;
    const std::vector<std::string> rows = shown(model);
    for (int row = 0; row < model.rowCount(); ++row) {
        if (model.is_line(row))
            lines.push_back({model.row_at(row).event, {}});
        lines.back().rows.push_back(rows[static_cast<std::size_t>(row)]);
    }
    return lines;
}

std::vector<std::string> sorted_rows(std::vector<Line> lines, Column column, Qt::SortOrder order) {
    std::stable_sort(lines.begin(), lines.end(), [&](const Line& left, const Line& right) {
        const Value a = value_of(column, left.event);
        const Value b = value_of(column, right.event);
        if (!a || !b)
            return a.has_value() && !b.has_value();
        return order == Qt::AscendingOrder ? *a < *b : *b < *a;
    });
    std::vector<std::string> rows;
    for (const Line& line : lines)
        rows.insert(rows.end(), line.rows.begin(), line.rows.end());
    return rows;
}

void sort(TrafficModel& model, Column column, Qt::SortOrder order) {
    model.sort(static_cast<int>(column), order);
    model.flush_all();
}

} // namespace

class TrafficOrderTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void each_column_is_sorted_as_plainly_data();
    void each_column_is_sorted_as_plainly();
    void a_filter_and_older_rows_keep_the_order();
    void what_is_sorted_stands_still();
    void the_end_of_a_pause_brings_time_back();
    void a_click_sorts_and_following_ends_it();
    void random_operations_keep_the_model_right();
};

void TrafficOrderTest::each_column_is_sorted_as_plainly_data() {
    QTest::addColumn<int>("column");
    QTest::addColumn<bool>("rising");
    for (int column = 0; column < kColumns; ++column) {
        for (const bool rising : {true, false})
            QTest::addRow("%s %s", column_name(static_cast<Column>(column)), rising ? "up" : "down")
                << column << rising;
    }
}

void TrafficOrderTest::each_column_is_sorted_as_plainly() {
    QFETCH(int, column);
    QFETCH(bool, rising);
    QRandomGenerator random(11);
    TrafficModel model;
    const QAbstractItemModelTester tester(&model);
    feed(model, random_session(random, 120));
    const std::vector<Line> lines = lines_of(model);
    const std::vector<std::string> as_it_happened = shown(model);
    const bool by_time = column == static_cast<int>(Column::Time) && rising;
    model.set_paused(true);
    const Qt::SortOrder order = rising ? Qt::AscendingOrder : Qt::DescendingOrder;
    sort(model, static_cast<Column>(column), order);
    QCOMPARE(shown(model), by_time ? as_it_happened : sorted_rows(lines, static_cast<Column>(column), order));
    QCOMPARE(model.has_order(), !by_time);
    for (int row = 0; row < model.rowCount(); ++row)
        QCOMPARE(model.row_of(model.name_of(row)), row);
    model.sort(-1);
    model.flush_all();
    QCOMPARE(shown(model), as_it_happened);
}

void TrafficOrderTest::a_filter_and_older_rows_keep_the_order() {
    QRandomGenerator random(12);
    const QVector<Record> records = random_session(random, 200);
    TrafficModel model;
    const QAbstractItemModelTester tester(&model);
    model.set_kept_from(records[300].id);
    feed(model, records.mid(300));
    model.set_paused(true);
    sort(model, Column::Took, Qt::DescendingOrder);
    model.set_filter(*Filter::parse(QStringLiteral("git"), 0));
    model.flush_all();
    model.add_older(records.mid(0, 300));
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    QVERIFY(reset.wait(kPatienceMs)); // all of it finds its place at once
    TrafficModel whole;
    feed(whole, records);
    whole.set_filter(*Filter::parse(QStringLiteral("git"), 0));
    whole.flush_all();
    QCOMPARE(shown(model), sorted_rows(lines_of(whole), Column::Took, Qt::DescendingOrder));
}

void TrafficOrderTest::what_is_sorted_stands_still() {
    TrafficModel model;
    const QAbstractItemModelTester tester(&model);
    feed(model, {line(1, 1, "b"), line(2, 2, "c", false), line(3, 3, "a"), command(4, 3, 1, {"ls"})});
    model.set_paused(true);
    sort(model, Column::Command, Qt::AscendingOrder);
    QCOMPARE(shown(model), (std::vector<std::string>{"a", "b", "c"}));
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    feed(model, {line(2, 2, "c", true, 3), line(5, 4, "0 new")});
    QCOMPARE(inserted.size(), 0);
    QCOMPARE(model.row_at(2).state, RowState::Failed); // what is there stays true
    QCOMPARE(model.waiting(), std::size_t{1});
    model.set_open(0, true);
    QCOMPARE(shown(model), (std::vector<std::string>{"a", " ls", "b", "c"}));
    QCOMPARE(model.line_row(1), 0);
    model.set_open(0, false);
    QCOMPARE(shown(model), (std::vector<std::string>{"a", "b", "c"}));
}

void TrafficOrderTest::the_end_of_a_pause_brings_time_back() {
    TrafficModel model;
    const QAbstractItemModelTester tester(&model);
    feed(model, {line(1, 1, "b"), line(2, 2, "a")});
    model.set_paused(true);
    sort(model, Column::Command, Qt::AscendingOrder);
    feed(model, {line(3, 3, "new")});
    model.set_paused(false);
    model.flush_all();
    QVERIFY(!model.has_order());
    QCOMPARE(shown(model), (std::vector<std::string>{"b", "a", "new"}));
}

void TrafficOrderTest::a_click_sorts_and_following_ends_it() {
    QRandomGenerator random(13);
    TrafficModel model;
    feed(model, random_session(random, 200));
    TrafficView view(model);
    view.resize(900, 400);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view, kPatienceMs));
    QHeaderView& header = *view.horizontalHeader();
    const int took = static_cast<int>(Column::Took);
    const QPoint place(header.sectionViewportPosition(took) + 10, header.height() / 2);
    const auto click = [&](bool sorts) {
        QSignalSpy applied(&model, &TrafficModel::order_applied);
        QTest::mouseClick(header.viewport(), Qt::LeftButton, {}, place);
        QVERIFY(applied.wait(kPatienceMs));
        QCOMPARE(view.has_order(), sorts);
        QVERIFY(!view.is_following());
    };
    QVERIFY(view.is_following());
    click(true);
    QCOMPARE(header.sortIndicatorOrder(), Qt::DescendingOrder); // the slowest are looked for
    QCOMPARE(view.verticalScrollBar()->value(), 0);
    QCOMPARE(model.row_at(0).event.duration_us, std::int64_t{39'000});
    click(true);
    QCOMPARE(header.sortIndicatorOrder(), Qt::AscendingOrder);
    click(false); // the third click
    click(true);
    view.setFocus();
    QSignalSpy applied(&model, &TrafficModel::order_applied);
    QTest::keyClick(&view, Qt::Key_End);
    QVERIFY(applied.wait(kPatienceMs));
    QVERIFY(view.is_following() && !view.has_order());
    QCOMPARE(header.sortIndicatorSection(), -1);
    QTRY_COMPARE_WITH_TIMEOUT(view.verticalScrollBar()->value(), view.verticalScrollBar()->maximum(),
                              kPatienceMs);
}

void TrafficOrderTest::random_operations_keep_the_model_right() {
    QRandomGenerator random(14);
    TrafficModel model;
    const QAbstractItemModelTester tester(&model);
    model.set_limits({1500, 1U << 20U});
    const QVector<Record> records = random_session(random, 1500);
    const qsizetype old = 500; // records that a store still has
    model.set_kept_from(records[old].id);
    qsizetype next = old;
    qsizetype above = old;
    const char* filters[] = {"", "git", "denied", "-git"};
    while (next < records.size()) {
        switch (random.bounded(11)) {
        case 0:
            model.set_paused(random.bounded(2) == 0);
            break;
        case 1:
            model.set_filter(*Filter::parse(QString::fromLatin1(filters[random.bounded(4)]), 0));
            break;
        case 2:
        case 3:
            model.set_paused(true);
            model.sort(random.bounded(-1, kColumns),
                       random.bounded(2) == 0 ? Qt::AscendingOrder : Qt::DescendingOrder);
            break;
        case 4:
            if (model.rowCount() > 0)
                model.set_open(random.bounded(model.rowCount()), random.bounded(2) == 0);
            break;
        case 5:
            QTest::qWait(random.bounded(8));
            break;
        case 6: {
            const qsizetype count = std::min<qsizetype>(above, random.bounded(1, 60));
            above -= count;
            model.add_older(records.mid(above, count));
            break;
        }
        case 7:
            if (above > 0) // a search finds something further down
                model.add_found({records[random.bounded(static_cast<int>(above))]});
            break;
        default:
            add_next(model, records, next, random.bounded(1, 120), random);
            break;
        }
        for (int i = 0; i < 3 && model.rowCount() > 0; ++i) {
            const int row = random.bounded(model.rowCount());
            QCOMPARE(model.row_of(model.name_of(row)), row);
            QVERIFY(model.line_row(row) <= row);
        }
    }
    model.set_filter({});
    model.set_paused(false);
    model.flush_all();
    const TrafficLog::Part apart = model.log().alone();
    QVERIFY(model.log().rows() - apart.rows <= 1500 + TrafficLog::kBlock);
    std::uint64_t before = 0;
    for (int row = 0; row < model.rowCount(); ++row) { // by time again
        QVERIFY(model.name_of(row).entry >= before);
        before = model.name_of(row).entry;
    }
}

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    TrafficOrderTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "traffic_order_test.moc"
