// The list of sessions: order, what is folded away, and that the choice keeps to its session.
#include "ui/window/sidebar.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace asb::ui;

namespace {

constexpr std::int64_t kNow = 1'800'000'000'000;
constexpr std::int64_t kHour = 3'600'000;

SidebarEntry session(const char* id, std::int64_t started_ms, std::int64_t ended_ms = 0) {
    SidebarEntry entry;
    entry.id = QLatin1String(id);
    entry.project = QLatin1String(id);
    entry.started_ms = started_ms;
    entry.ended_ms = ended_ms;
    entry.running = ended_ms == 0;
    return entry;
}

QStringList ids(const SidebarModel& model) {
    QStringList list;
    for (int row = 0; row < model.rowCount(); ++row) {
        if (const SidebarEntry* entry = model.entry_at(row))
            list << entry->id;
    }
    return list;
}

} // namespace

class SidebarTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void order();
    void earlier_ones_are_folded();
    void ages_data();
    void ages();
    void choice_stays_with_its_session();
    void choice_goes_on_when_its_session_has_gone();
    void keyboard();
    void every_row_speaks();
    void model_under_random_changes();
};

void SidebarTest::order() {
    SidebarEntry refused = session("refused", kNow - 5 * kHour);
    refused.unseen_refusals = 2;
    SidebarEntry asks = session("asks", kNow - 6 * kHour, kNow - kHour);
    asks.needs_you = true;
    SidebarModel model;
    model.set_entries({session("ended", kNow - 60'000, kNow - 1000), session("running", kNow - kHour),
                       refused, session("newer", kNow - 1000), asks},
                      kNow);
    QCOMPARE(ids(model), QStringList({"refused", "asks", "newer", "running", "ended"}));
}

void SidebarTest::earlier_ones_are_folded() {
    SidebarModel model;
    const std::int64_t day = 24 * kHour;
    model.set_entries({session("running", kNow - 3 * day), session("old", kNow - 3 * day, kNow - 2 * day),
                       session("older", kNow - 9 * day, kNow - 9 * day)},
                      kNow);
    QCOMPARE(ids(model), QStringList({"running"}));
    QCOMPARE(model.row_at(model.rowCount() - 1).kind, SidebarRow::Kind::Fold);
    QCOMPARE(model.row_at(model.rowCount() - 1).hidden, std::size_t{2});
    model.set_unfolded(true);
    QCOMPARE(ids(model), QStringList({"running", "old", "older"}));
}

void SidebarTest::ages_data() {
    QTest::addColumn<qint64>("age");
    QTest::addColumn<QString>("text");
    QTest::newRow("none") << qint64{0} << QStringLiteral("0:00");
    QTest::newRow("41 minutes") << qint64{41 * 60'000} << QStringLiteral("0:41");
    QTest::newRow("hours") << qint64{3 * kHour + 12 * 60'000} << QStringLiteral("3:12");
    QTest::newRow("47 hours") << qint64{47 * kHour} << QStringLiteral("47:00");
    QTest::newRow("clock went back") << qint64{-5000} << QStringLiteral("0:00");
}

void SidebarTest::ages() {
    QFETCH(qint64, age);
    QFETCH(QString, text);
    QCOMPARE(age_text(kNow - age, kNow), text);
}

void SidebarTest::choice_stays_with_its_session() {
    Sidebar sidebar;
    QSignalSpy chosen(&sidebar, &Sidebar::chosen_changed);
    sidebar.set_entries({session("a", kNow - kHour), session("b", kNow - 2 * kHour)}, kNow);
    QCOMPARE(sidebar.chosen(), QStringLiteral("a")); // the first is shown without being asked for
    QVERIFY(sidebar.choose(QStringLiteral("b")));
    QCOMPARE(chosen.count(), 2);
    // A new one on top, counts change, the chosen one ends: it stays chosen and nobody is told anything.
    SidebarEntry ended = session("b", kNow - 2 * kHour, kNow);
    ended.commands = 99;
    sidebar.set_entries({session("c", kNow), session("a", kNow - kHour), ended}, kNow);
    QCOMPARE(sidebar.chosen(), QStringLiteral("b"));
    QCOMPARE(chosen.count(), 2);
    QCOMPARE(sidebar.currentIndex().data(SidebarModel::IdRole).toString(), QStringLiteral("b"));
    QVERIFY(!sidebar.choose(QStringLiteral("none")));
    QCOMPARE(sidebar.chosen(), QStringLiteral("b"));
}

void SidebarTest::choice_goes_on_when_its_session_has_gone() {
    Sidebar sidebar;
    sidebar.set_entries({session("a", kNow), session("b", kNow - kHour)}, kNow);
    QVERIFY(sidebar.choose(QStringLiteral("b")));
    sidebar.set_entries({session("a", kNow)}, kNow);
    QCOMPARE(sidebar.chosen(), QStringLiteral("a"));
    sidebar.set_entries({}, kNow);
    QCOMPARE(sidebar.chosen(), QString());
}

void SidebarTest::keyboard() {
    Sidebar sidebar;
    sidebar.set_entries({session("a", kNow), session("b", kNow - kHour),
                         session("old", kNow - 99 * kHour, kNow - 98 * kHour)},
                        kNow);
    sidebar.show();
    QTest::keyClick(&sidebar, Qt::Key_Down);
    QCOMPARE(sidebar.chosen(), QStringLiteral("b"));
    QTest::keyClick(&sidebar, Qt::Key_Down); // over the heading to the row that unfolds
    QCOMPARE(sidebar.chosen(), QStringLiteral("b"));
    QTest::keyClick(&sidebar, Qt::Key_Return);
    QVERIFY(sidebar.sessions().is_unfolded());
    QTest::keyClick(&sidebar, Qt::Key_Down);
    QCOMPARE(sidebar.chosen(), QStringLiteral("old"));
    QSignalSpy removed(&sidebar, &Sidebar::remove_wanted);
    QTest::keyClick(&sidebar, Qt::Key_Delete);
    QCOMPARE(removed.count(), 1);
    QTest::keyClick(&sidebar, Qt::Key_Home);
    QTest::keyClick(&sidebar, Qt::Key_Delete); // one that runs cannot be deleted
    QCOMPARE(removed.count(), 1);
}

void SidebarTest::every_row_speaks() {
    SidebarModel model;
    SidebarEntry refused = session("shop", kNow - kHour);
    refused.agent = QStringLiteral("Claude");
    refused.commands = 212;
    refused.unseen_refusals = 3;
    model.set_entries({refused, session("old", kNow - 99 * kHour, kNow - 98 * kHour)}, kNow);
    for (int row = 0; row < model.rowCount(); ++row)
        QVERIFY(!model.index(row).data(Qt::AccessibleTextRole).toString().isEmpty());
    const QString words =
        model.index(model.row_of(QStringLiteral("shop"))).data(Qt::AccessibleTextRole).toString();
    for (const char* part : {"shop", "running", "Claude", "1:00", "212", "3"})
        QVERIFY2(words.contains(QLatin1String(part)), qPrintable(words));
}

void SidebarTest::model_under_random_changes() {
    SidebarModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    quint32 seed = 7;
    const auto random = [&](quint32 below) {
        seed = seed * 1664525 + 1013904223;
        return (seed >> 8) % below;
    };
    for (int round = 0; round < 300; ++round) {
        std::vector<SidebarEntry> entries;
        const quint32 count = random(12);
        for (quint32 i = 0; i < count; ++i) {
            const std::string id = "s" + std::to_string(random(20) * 100 + i);
            const std::int64_t start = kNow - static_cast<std::int64_t>(random(100)) * kHour;
            SidebarEntry entry = session(id.c_str(), start, random(2) == 0 ? 0 : start + kHour);
            entry.unseen_refusals = random(3);
            entry.needs_you = random(5) == 0;
            entries.push_back(entry);
        }
        model.set_entries(std::move(entries), kNow);
        model.set_unfolded(random(2) == 0);
    }
}

QTEST_MAIN(SidebarTest)
#include "sidebar_test.moc"
