// The data pages as a person uses them: keys, following, filter, copy, export, refusals, running processes.
// With ASB_SCREENSHOTS=FOLDER it also leaves pictures of them there.
#include "tests/support/patience.h"
#include "tests/ui/sample_session.h"

#include "core/events/record_feed.h"
#include "ui/refused/refused_model.h"
#include "ui/refused/refused_page.h"
#include "ui/running/running_model.h"
#include "ui/running/running_page.h"
#include "ui/theme/theme.h"
#include "ui/traffic/exporter.h"
#include "ui/traffic/traffic_delegate.h"
#include "ui/traffic/traffic_page.h"
#include "ui/traffic/traffic_view.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QTreeView>
#include <QTreeWidget>

#include <algorithm>
#include <functional>

using namespace asb;
using namespace asb::ui;

class PagesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void keys_open_and_close_lines();
    void reading_stops_following_and_end_goes_on();
    void a_filter_is_shown_and_an_error_is_said();
    void copies_are_command_row_and_json();
    void the_detail_shows_everything_as_plain_text();
    void columns_are_kept_as_text();
    void an_export_writes_what_the_filter_finds();
    void statistics_count_what_the_filter_finds();
    void the_menu_sorts();
    void heads_stand_over_their_numbers();
    void every_control_has_a_name();
    void each_session_keeps_its_place();
    void refusals_are_grouped_and_acknowledged();
    void refused_model_survives_random_records();
    void running_model_survives_random_looks();
    void pictures();

private:
    QWidget* find(const char* name) const { return page_->findChild<QWidget*>(QString::fromLatin1(name)); }
    TrafficView& view() const { return *page_->findChild<TrafficView*>(QStringLiteral("traffic")); }
    QString text_at(int row) const { return view().model()->index(row, 1).data().toString(); }
    void show(QWidget& page);
    void save(QWidget& page, const QString& name);

    std::unique_ptr<QTemporaryDir> folder_;
    test::SampleSession sample_;
    SessionFacts facts_;
    std::unique_ptr<RecordFeed> feed_;
    std::unique_ptr<TrafficPage> page_;
};

void PagesTest::init() {
    folder_ = std::make_unique<QTemporaryDir>();
    sample_ = {};
    sample_.fill();
    facts_ = sample_.facts(folder_->path());
    feed_ = std::make_unique<RecordFeed>(facts_);
    page_ = std::make_unique<TrafficPage>();
    page_->set_session(feed_.get(), facts_);
    page_->resize(1200, 700);
    show(*page_);
    QTRY_COMPARE(view().model()->rowCount(), 11);
}

void PagesTest::cleanup() {
    page_.reset();
    feed_.reset();
    folder_.reset();
}

void PagesTest::show(QWidget& page) {
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page, test::kPatienceMs));
    page.activateWindow();
    QTRY_VERIFY(page.isActiveWindow());
}

void PagesTest::keys_open_and_close_lines() {
    QVERIFY(view().go_to(0));
    view().setFocus();
    QTest::keyClick(&view(), Qt::Key_Right);
    QCOMPARE(view().model()->rowCount(), 13);
    QTest::keyClick(&view(), Qt::Key_Right);
    QCOMPARE(view().current_row(), 1);
    QTest::keyClick(&view(), Qt::Key_Left);
    QCOMPARE(view().current_row(), 0);
    QTest::keyClick(&view(), Qt::Key_Left);
    QCOMPARE(view().model()->rowCount(), 11);
    QTest::keyClick(&view(), Qt::Key_Return);
    QTRY_VERIFY(find("detail_text")->hasFocus());
}

void PagesTest::reading_stops_following_and_end_goes_on() {
    page_->resize(1200, 330); // not every row is in sight
    QVERIFY(page_->is_following());
    view().setFocus();
    QTest::keyClick(&view(), Qt::Key_Home);
    QVERIFY(!page_->is_following());
    QVERIFY(find("new_rows")->isVisible());
    QTest::keyClick(&view(), Qt::Key_End);
    QVERIFY(page_->is_following());
    QVERIFY(!find("new_rows")->isVisible());
    QTest::keyClick(&view(), Qt::Key_Space);
    QVERIFY(!page_->is_following());
    QVERIFY(!find("new_rows")->isVisible()); // the newest row is in sight
    view().go_to(0);
    QTest::mouseClick(find("new_rows"), Qt::LeftButton);
    QVERIFY(page_->is_following());
}

void PagesTest::a_filter_is_shown_and_an_error_is_said() {
    auto* line = page_->findChild<QLineEdit*>(QStringLiteral("filter"));
    page_->set_filter_text(QStringLiteral("denied"));
    QTRY_COMPARE(view().model()->rowCount(), 2);
    QCOMPARE(text_at(1), QStringLiteral("git push origin main"));
    page_->set_filter_text(QStringLiteral("status>>"));
    QVERIFY(find("filter_error")->isVisible());
    QCOMPARE(view().model()->rowCount(), 2); // the last good one stays
    page_->set_filter_text(QStringLiteral("\"no such thing\""));
    QTRY_VERIFY(find("empty_note")->isVisible());
    line->setFocus();
    QTest::keyClick(line, Qt::Key_Escape);
    QTRY_COMPARE(view().model()->rowCount(), 11);
    QTest::keyClicks(line, QStringLiteral("verd"));
    QVERIFY(!find("filter_error")->isVisible());
}

void PagesTest::copies_are_command_row_and_json() {
    QVERIFY(view().go_to(1));
    view().setFocus();
    QTest::keyClick(&view(), Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("git add -A && git push origin main"));
    QTest::keyClick(&view(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    const Result<Event> event = event_from_json(QApplication::clipboard()->text().toStdString());
    QVERIFY(event && event->request == 2);
}

void PagesTest::the_detail_shows_everything_as_plain_text() {
    QVERIFY(view().go_to(3));
    QTRY_VERIFY(find("detail_reason")->isVisible());
    QVERIFY(page_->findChild<QLabel*>(QStringLiteral("detail_reason"))
                ->text()
                .contains(QStringLiteral("pushing is for people")));
    for (int row = 0; row < view().model()->rowCount(); ++row) {
        view().go_to(row);
        const QString shown = page_->findChild<QPlainTextEdit*>(QStringLiteral("detail_text"))->toPlainText();
        for (const QString& text : {shown, text_at(row)}) {
            QVERIFY(!text.contains(QChar(0x202e)) && !text.contains(QChar(0x1b)));
        }
        if (shown.contains(QStringLiteral("img")))
            QVERIFY(shown.contains(QStringLiteral("<img src=x>")));
    }
    for (const QLabel* label : page_->findChildren<QLabel*>())
        QVERIFY2(label->textFormat() == Qt::PlainText || !Qt::mightBeRichText(label->text()),
                 qPrintable(label->text()));
}

void PagesTest::columns_are_kept_as_text() {
    view().setColumnHidden(static_cast<int>(Column::Folder), true);
    view().setColumnHidden(static_cast<int>(Column::Rule), false);
    const QString text = page_->columns();
    page_->set_columns({});
    QVERIFY(!view().isColumnHidden(static_cast<int>(Column::Folder)));
    // A width that nobody set is not kept: it goes with the language and the font.
    const int verdict = static_cast<int>(Column::Verdict);
    QVERIFY2(page_->columns().contains(QLatin1String("verdict:0")), qPrintable(page_->columns()));
    const int usual = view().columnWidth(verdict);
    view().setColumnWidth(verdict, usual + 40);
    const QString set = page_->columns();
    page_->set_columns({});
    QCOMPARE(view().columnWidth(verdict), usual);
    page_->set_columns(set);
    QCOMPARE(view().columnWidth(verdict), usual + 40);
    page_->set_columns(text);
    QVERIFY(view().isColumnHidden(static_cast<int>(Column::Folder))
            && !view().isColumnHidden(static_cast<int>(Column::Rule)));
    page_->set_columns(QStringLiteral("nonsense:-4,rule:x,,"));
    QVERIFY(!view().isColumnHidden(static_cast<int>(Column::Command)));
}

void PagesTest::an_export_writes_what_the_filter_finds() {
    page_->set_filter_text(QStringLiteral("cmd:git"));
    QTRY_COMPARE(view().model()->rowCount(), 3);
    Exporter exporter(*static_cast<TrafficModel*>(view().model()));
    QSignalSpy finished(&exporter, &Exporter::finished);
    const QString path = folder_->filePath(QStringLiteral("out.jsonl"));
    exporter.start(path, ExportFormat::JsonLines);
    QVERIFY(finished.wait(test::kPatienceMs));
    QCOMPARE(finished.takeFirst().at(1).toInt(), 3);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(QFileInfo(path).permissions() & (QFileDevice::ReadOther | QFileDevice::ReadGroup),
             QFileDevice::Permissions());
    for (const QByteArray& line : file.readAll().trimmed().split('\n')) {
        const Result<Event> event = event_from_json(line.toStdString());
        QVERIFY(event && event->request == 2);
    }
    exporter.start(folder_->filePath(QStringLiteral("no/such/folder.csv")), ExportFormat::Csv);
    QVERIFY(finished.wait(test::kPatienceMs));
    QVERIFY(!finished.front().at(0).toBool() && !finished.front().at(2).toString().isEmpty());
    exporter.start(folder_->filePath(QStringLiteral("never.csv")), ExportFormat::Csv);
    exporter.cancel();
    QTest::qWait(100);
    QVERIFY(!QFile::exists(folder_->filePath(QStringLiteral("never.csv"))));
}

void PagesTest::statistics_count_what_the_filter_finds() {
    page_->actions_for_menu().last()->setChecked(true);
    auto* tree = page_->findChild<QTreeWidget*>(QStringLiteral("statistics"));
    QTRY_VERIFY(tree->isVisible() && tree->topLevelItem(2)->childCount() == 1);
    QCOMPARE(tree->topLevelItem(0)->child(0)->text(0), QStringLiteral("git"));
    QCOMPARE(tree->topLevelItem(0)->child(0)->text(1), QStringLiteral("2"));
    QCOMPARE(tree->topLevelItem(2)->child(0)->text(0),
             QStringLiteral("pushing is for people: ask the operator"));
    Q_EMIT tree->itemActivated(tree->topLevelItem(2)->child(0), 0);
    QTRY_COMPARE(view().model()->rowCount(), 2);
}

void PagesTest::the_menu_sorts() {
    const auto menu_of = [this] {
        for (QAction* action : page_->actions_for_menu()) {
            if (action != nullptr && action->menu() != nullptr
                && action->text().contains(QLatin1String("Sort")))
                return action->menu();
        }
        return static_cast<QMenu*>(nullptr);
    };
    const auto choose = [&](const QString& text) {
        QMenu* menu = menu_of();
        QVERIFY(menu != nullptr);
        Q_EMIT menu->aboutToShow();
        const QList<QAction*> actions = menu->actions();
        const auto found = std::find_if(actions.begin(), actions.end(), [&](const QAction* action) {
            return action->text().remove(QLatin1Char('&')) == text;
        });
        QVERIFY(found != actions.end());
        QVERIFY((*found)->isEnabled());
        (*found)->trigger();
    };
    choose(QStringLiteral("Took"));
    QTRY_COMPARE(text_at(0), QStringLiteral("npm test 2>&1 | tail -5")); // the slowest
    QTRY_VERIFY(!page_->is_following() && find("new_rows")->isVisible());
    choose(QStringLiteral("The other way round"));
    QTRY_VERIFY(text_at(0).startsWith(QLatin1String("ls <b>")));
    choose(QStringLiteral("Time, as it happens"));
    QTRY_COMPARE(text_at(0), QStringLiteral("npm test 2>&1 | tail -5"));
    QVERIFY(!view().has_order());
}

void PagesTest::heads_stand_over_their_numbers() {
    RefusedPage refused;
    RunningPage running;
    page_->actions_for_menu().last()->setChecked(true);
    int numbers = 0;
    for (QWidget* page : {static_cast<QWidget*>(page_.get()), static_cast<QWidget*>(&refused),
                          static_cast<QWidget*>(&running)}) {
        for (const QHeaderView* header : page->findChildren<QHeaderView*>()) {
            if (header->orientation() != Qt::Horizontal)
                continue;
            const QAbstractItemModel& model = *header->model();
            for (int column = 0; column < model.columnCount(); ++column) {
                const QVariant head = model.headerData(column, Qt::Horizontal, Qt::TextAlignmentRole);
                const bool right = (head.toInt() & Qt::AlignRight) != 0;
                numbers += right ? 1 : 0;
                QVERIFY(column != 0 || !right);
                if (model.rowCount() > 0 && !header->parent()->inherits("QTreeWidget"))
                    QCOMPARE(model.index(0, column).data(Qt::TextAlignmentRole).toInt(), head.toInt());
            }
        }
    }
    QCOMPARE(numbers, 6 + 4 + 2 + 2 + 4); // traffic, statistics, refused, possible, running
}

/// What can take the focus is named, whatever a screen reader is told beside.
void PagesTest::every_control_has_a_name() {
    RefusedPage refused;
    RunningPage running;
    view().go_to(3);
    for (QWidget* page : {static_cast<QWidget*>(page_.get()), static_cast<QWidget*>(&refused),
                          static_cast<QWidget*>(&running)}) {
        for (QWidget* widget : page->findChildren<QWidget*>()) {
            if (!widget->isVisibleTo(page) || widget->focusPolicy() == Qt::NoFocus
                || widget->inherits("QLabel") || widget->inherits("QHeaderView"))
                continue;
            QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(widget);
            QVERIFY(spoken != nullptr);
            const QByteArray who =
                widget->metaObject()->className() + QByteArray(" ") + widget->objectName().toUtf8();
            const bool inner = widget->objectName().startsWith(QLatin1String("qt_"))
                               || widget->inherits("QTabBar") || widget->inherits("QScrollBar");
            QVERIFY2(inner || !spoken->text(QAccessible::Name).isEmpty(), who.constData());
        }
    }
}

void PagesTest::each_session_keeps_its_place() {
    page_->set_filter_text(QStringLiteral("git"));
    QTRY_COMPARE(view().model()->rowCount(), 3);
    QVERIFY(view().go_to(2));
    page_->set_session(nullptr, {});
    QCOMPARE(page_->filter_text(), QString());
    QCOMPARE(view().model()->rowCount(), 0);
    feed_ = std::make_unique<RecordFeed>(facts_);
    page_->set_session(feed_.get(), facts_);
    QCOMPARE(page_->filter_text(), QStringLiteral("git"));
    QTRY_COMPARE(view().current_row(), 2);
    QVERIFY(!page_->is_following());
}

void PagesTest::refusals_are_grouped_and_acknowledged() {
    RefusedPage refused;
    QSignalSpy unseen(&refused, &RefusedPage::unseen_changed);
    QSignalSpy told(&refused, &RefusedPage::acknowledged);
    facts_.unseen = 1;
    refused.set_session(feed_.get(), facts_);
    feed_->restart(); // it has handed over everything to the other page already
    show(refused);
    auto* tree = refused.findChild<QTreeView*>(QStringLiteral("refusals"));
    QTRY_COMPARE(tree->model()->rowCount(), 1);
    QCOMPARE(tree->model()->index(0, 0).data().toString(),
             QStringLiteral("pushing is for people: ask the operator"));
    QTRY_COMPARE(refused.unseen(), 1);
    QTRY_COMPARE(refused.findChild<QTableView*>(QStringLiteral("possible"))->model()->rowCount(), 1);
    refused.acknowledge();
    QCOMPARE(refused.unseen(), 0);
    QCOMPARE(told.size(), 1);
    refused.set_session(nullptr, {});
}

void PagesTest::refused_model_survives_random_records() {
    QRandomGenerator random(5);
    RefusedModel model;
    const QAbstractItemModelTester tester(&model);
    std::set<std::uint64_t> ids;
    for (int i = 0; i < 1500; ++i) {
        Record record;
        record.id = random.bounded(1U, 900U);
        record.event.type = EventType::CommandEnd;
        record.event.request = 1;
        record.event.command = record.id;
        record.event.argv = {"git", std::to_string(i)};
        record.event.time_ms = random.bounded(100'000);
        record.event.verdict = Verdict::Refused;
        record.event.rule = "rule " + std::to_string(record.id % 7); // a record keeps its rule
        ids.insert(record.id);
        model.add({record});
        QCOMPARE(model.count(), static_cast<std::uint64_t>(ids.size()));
    }
    QCOMPARE(model.rowCount(), 7);
    int sum = 0;
    for (int row = 0; row < 7; ++row)
        sum += model.index(row, RefusedModel::Count).data().toInt();
    QCOMPARE(sum, static_cast<int>(ids.size()));
}

void PagesTest::running_model_survives_random_looks() {
    QRandomGenerator random(6);
    RunningModel model;
    const QAbstractItemModelTester tester(&model);
    for (int look = 0; look < 60; ++look) {
        QVector<ProcessFacts> processes;
        int expected = 0;
        for (int line = 1; line <= random.bounded(4); ++line) {
            ProcessFacts facts;
            facts.kind = ProcessFacts::Kind::Line;
            facts.request = static_cast<quint64>(line);
            facts.text = QStringLiteral("line");
            processes.append(facts);
            ++expected;
            for (int c = 1; c <= random.bounded(4); ++c) {
                facts.kind = ProcessFacts::Kind::Command;
                facts.command = static_cast<quint64>(c);
                facts.pid = line * 100 + c;
                facts.parent = random.bounded(3) == 0 && c > 1 ? facts.pid - 1 : 0;
                facts.cpu_ms = random.bounded(1000);
                processes.append(facts);
            }
        }
        model.set_processes(processes, 1000);
        QCOMPARE(model.lines(), expected);
        QCOMPARE(model.rowCount(), expected);
        for (const ProcessFacts& facts : processes)
            QVERIFY(RunningModel::is_same(*model.at(model.find(facts)), facts));
    }
}

void PagesTest::save(QWidget& page, const QString& name) {
    const QString folder = qEnvironmentVariable("ASB_SCREENSHOTS");
    QCoreApplication::processEvents();
    QVERIFY(page.grab().save(folder + QLatin1Char('/') + name + QStringLiteral(".png")));
}

void PagesTest::pictures() {
    if (qEnvironmentVariableIsEmpty("ASB_SCREENSHOTS"))
        QSKIP("ASB_SCREENSHOTS names no folder");
    QApplication::setStyle(QStringLiteral("fusion"));
    RefusedPage refused;
    refused.set_session(feed_.get(), facts_);
    refused.resize(1100, 700);
    RunningPage running;
    running.resize(1100, 300);
    feed_->restart();
    for (const bool dark : {false, true}) {
        QApplication::setPalette(dark ? dark_palette() : light_palette());
        const QString end = dark ? QStringLiteral("-dark") : QStringLiteral("-light");
        QVERIFY(view().go_to(3));
        save(*page_, QStringLiteral("traffic") + end);
        page_->set_filter_text(QStringLiteral("status:x"));
        save(*page_, QStringLiteral("traffic-error") + end);
        page_->set_filter_text(QStringLiteral("nothing-like-this"));
        QTRY_VERIFY(find("empty_note")->isVisible());
        save(*page_, QStringLiteral("traffic-empty") + end);
        page_->set_filter_text({});
        QTRY_VERIFY(view().model()->rowCount() >= 11);
        page_->actions_for_menu().last()->setChecked(true);
        QTest::qWait(200);
        save(*page_, QStringLiteral("statistics") + end);
        page_->actions_for_menu().last()->setChecked(false);
        view().set_order(static_cast<int>(Column::Took), Qt::DescendingOrder);
        QTest::qWait(200);
        save(*page_, QStringLiteral("traffic-sorted") + end);
        page_->set_following(true);
        RefusedPage nothing;
        nothing.resize(1100, 400);
        save(nothing, QStringLiteral("refused-empty") + end);
        refused.show();
        auto* tree = refused.findChild<QTreeView*>(QStringLiteral("refusals"));
        QTRY_COMPARE(tree->model()->rowCount(), 1);
        tree->expandAll();
        tree->setCurrentIndex(tree->model()->index(0, 0));
        save(refused, QStringLiteral("refused") + end);
        running.show();
        save(running, QStringLiteral("running") + end);
    }
    refused.set_session(nullptr, {});
    QApplication::setPalette(QPalette());
}

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    PagesTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "pages_test.moc"
