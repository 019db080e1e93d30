// The panels that show files: profiles, drafts, network, facts of the session, the strip below, the filter's
// line.
#include "core/base/fd.h"
#include "tests/core/session_home.h"
#include "tests/support/patience.h"
#include "tests/ui/sample_session.h"
#include "ui/profiles/drafts_panel.h"
#include "ui/profiles/profile_panel.h"
#include "ui/session/network_page.h"
#include "ui/session/session_page.h"
#include "ui/traffic/filter_line.h"
#include "ui/window/status_strip.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QCompleter>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>
#include <QTreeWidget>

using namespace asb;
using namespace asb::ui;

class PanelsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void rules_stand_with_reason_and_place();
    void a_change_is_told_and_shown();
    void a_profile_that_is_gone_or_invalid_is_told();
    void drafts_are_listed_compared_and_promoted();
    void the_network_is_folded_by_target();
    void facts_of_a_session_can_be_copied_and_exported();
    void the_strip_says_the_worst_first();
    void proposals_come_while_typing();
    void a_wrong_filter_is_told_and_the_last_one_stays();
    void terms_are_added();

private:
    QString write(const QString& name, const QByteArray& text) const;
    /// A program called nono, first on PATH, that answers by this script.
    void make_nono(const QByteArray& script) const;

    std::unique_ptr<SessionHome> home_;
    QByteArray path_before_;
};

namespace {

const QByteArray kProfile = R"({
  "meta": {"name": "shop", "version": "1.0.0"},
  "filesystem": {"read": ["/srv/shop"]},
  "network": {"block": true},
  "command_policies": {"commands": {"fig": {"from": {"session": {"sandbox": {}, "invocation_policy": {
    "default": "allow",
    "deny": [
      {"argv": {"contains": ["push"]}, "reason": "ask <b>first</b>"}
    ]
  }}}}}}
})";

/// Rows of a tree with their columns, one below the other.
QStringList rows_of(const QTreeWidget& tree) {
    QStringList rows;
    for (QTreeWidgetItemIterator it(const_cast<QTreeWidget*>(&tree)); *it != nullptr; ++it) {
        QStringList columns;
        for (int column = 0; column < tree.columnCount(); ++column)
            columns << (*it)->text(column);
        rows << columns.join(QLatin1Char('|'));
    }
    return rows;
}

bool some_label_says(const QWidget& widget, const QString& words) {
    const QList<QLabel*> labels = widget.findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
        return label->isVisibleTo(&widget) && label->text().contains(words);
    });
}

} // namespace

void PanelsTest::init() {
    home_ = std::make_unique<SessionHome>();
    path_before_ = qgetenv("PATH");
    make_nono("exit 0");
}

void PanelsTest::cleanup() {
    qputenv("PATH", path_before_);
    home_.reset();
}

QString PanelsTest::write(const QString& name, const QByteArray& text) const {
    const QString path = home_->path(name);
    QDir().mkpath(path.section(QLatin1Char('/'), 0, -2));
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(text);
    return path;
}

void PanelsTest::make_nono(const QByteArray& script) const {
    const QString path = write(QStringLiteral("bin/nono"), "#!/bin/sh\n" + script + "\n");
    QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    qputenv("PATH", home_->path(QStringLiteral("bin")).toUtf8() + ":/usr/bin:/bin");
}

void PanelsTest::rules_stand_with_reason_and_place() {
    const QString path = write(QStringLiteral("command.json"), kProfile);
    ProfilePanel panel;
    panel.show();
    QSignalSpy looked(&panel, &ProfilePanel::looked);
    panel.set_profile({path, {path}, QString(), QString(), false});
    QTRY_VERIFY(looked.count() > 0);
    auto* rules = panel.findChild<QTreeWidget*>();
    const QStringList rows = rows_of(*rules);
    QVERIFY2(rows.contains(QStringLiteral("|deny|contains: push|ask <b>first</b>|command.json:8")),
             qPrintable(rows.join(QLatin1Char('\n'))));
    QVERIFY(rows.contains(QStringLiteral("/srv/shop||||")) && rows.contains(QStringLiteral("closed||||")));
    QTRY_VERIFY(some_label_says(panel, QStringLiteral("Valid, says nono.")));
    QSignalSpy wanted(&panel, &ProfilePanel::rule_wanted);
    Q_EMIT rules->itemActivated(rules->topLevelItem(0)->child(0)->child(0), 0);
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted.at(0).at(0).toString(), path);
    QCOMPARE(wanted.at(0).at(1).toInt(), 8);
}

void PanelsTest::a_change_is_told_and_shown() {
    const QString copy = write(QStringLiteral("kept/command.json"), kProfile);
    QByteArray changed = kProfile;
    changed.replace("push", "fetch");
    const QString path = write(QStringLiteral("command.json"), changed);
    ProfilePanel panel;
    panel.show();
    QSignalSpy looked(&panel, &ProfilePanel::looked);
    panel.set_profile({path, {path}, QString(), copy, true});
    QTRY_VERIFY(looked.count() > 0);
    QVERIFY(panel.look().changed);
    QVERIFY(some_label_says(panel, QStringLiteral("It applies to the next session.")));
    QCOMPARE(panel.findChild<QTabWidget*>()->tabText(1), QStringLiteral("Difference •"));
    panel.show_difference();
    const QString difference = panel.findChild<QPlainTextEdit*>()->toPlainText();
    QVERIFY2(difference.contains(QRegularExpression(QStringLiteral("(?m)^- .*push"))),
             qPrintable(difference));
    QVERIFY2(difference.contains(QRegularExpression(QStringLiteral("(?m)^\\+ .*fetch"))),
             qPrintable(difference));
}

void PanelsTest::a_profile_that_is_gone_or_invalid_is_told() {
    const QString copy = write(QStringLiteral("kept/command.json"), kProfile);
    ProfilePanel panel;
    panel.show();
    QSignalSpy looked(&panel, &ProfilePanel::looked);
    const QString path = home_->path(QStringLiteral("command.json"));
    panel.set_profile({path, {path}, QString(), copy, true});
    QTRY_VERIFY(looked.count() > 0);
    QVERIFY(some_label_says(panel, QStringLiteral("is not there any more; shown is what the session found")));
    QVERIFY(rows_of(*panel.findChild<QTreeWidget*>())
                .join(QString())
                .contains(QStringLiteral("ask <b>first</b>")));
    make_nono("echo 'deny[0]: <i>what</i> is this' >&2; exit 1");
    write(QStringLiteral("command.json"), kProfile);
    panel.look_again();
    QTRY_VERIFY(some_label_says(panel, QStringLiteral("Not valid: ")));
    QVERIFY(some_label_says(panel, QStringLiteral("<i>what</i> is this")));
}

void PanelsTest::drafts_are_listed_compared_and_promoted() {
    write(QStringLiteral("config/nono/profile-drafts/shop.json"), kProfile);
    write(QStringLiteral("config/nono/profile-drafts/work.json"), kProfile);
    const QString calls = home_->path(QStringLiteral("calls"));
    make_nono("echo \"$*\" >>" + calls.toUtf8()
              + "; case \"$*\" in *--diff*) echo '+ <u>one</u> more';; *) echo done;; esac");
    DraftsPanel panel;
    panel.show();
    QTRY_COMPARE(panel.count(), 2);
    auto* text = panel.findChild<QPlainTextEdit*>();
    QTRY_VERIFY(text->toPlainText().contains(QLatin1String("+ <u>one</u> more")));
    panel.findChild<QListWidget*>()->setCurrentRow(1);
    const auto heard = [&calls] {
        const Result<std::string> said = read_file(calls.toStdString(), 1 << 16);
        return said ? QString::fromStdString(*said) : QString();
    };
    QTRY_VERIFY(heard().contains(
        QRegularExpression(QStringLiteral("promote .*--diff.*work|promote .*work.*--diff"))));
    const auto press = [&panel](const char* words) {
        for (QPushButton* button : panel.findChildren<QPushButton*>()) {
            if (button->text().remove(QLatin1Char('&')) == QString::fromUtf8(words))
                button->click();
        }
    };
    press("Promote…");
    auto* question = panel.findChild<QMessageBox*>();
    QVERIFY(question != nullptr && question->text().contains(QLatin1String("work")));
    QVERIFY(!heard().contains(QLatin1String("--yes"))); // not before a person has said so
    press("Promote");
    QTRY_VERIFY(
        heard().contains(QRegularExpression(QStringLiteral("promote .*work.*--yes|promote .*--yes.*work"))));
}

void PanelsTest::the_network_is_folded_by_target() {
    const QByteArray refused =
        R"({"sequence":1,"event":{"type":"network","event":{"timestamp_unix_ms":5000,)"
        R"("mode":"connect","decision":"deny","target":"pears.example","port":443,"reason":"<b>no</b>"}}})";
    QByteArray later = refused;
    later.replace("5000", "9000");
    const QString agent = write(QStringLiteral("audit/asb-1-a/audit-events.ndjson"),
                                refused + '\n' + later + '\n' + refused + '\n');
    const QString commands = home_->path(QStringLiteral("audit/asb-1-c/audit-events.ndjson"));
    QCOMPARE(agent_log_of(commands), agent);
    const std::vector<NetworkTarget> targets = read_network(agent, commands);
    QCOMPARE(targets.size(), std::size_t{1});
    QCOMPARE(targets[0].target, QStringLiteral("pears.example"));
    QCOMPARE(targets[0].port, 443);
    QCOMPARE(targets[0].count, std::uint64_t{2}); // what nono repeats at its end counts once
    QCOMPARE(targets[0].last_ms, std::int64_t{9000});
    QVERIFY(targets[0].agent_side);
    QVERIFY(read_network(QString(), QString()).empty());
}

void PanelsTest::facts_of_a_session_can_be_copied_and_exported() {
    SessionPage page;
    page.show();
    SessionFacts facts;
    facts.id = QStringLiteral("00000000000000c9");
    facts.agent = QStringLiteral("claude");
    facts.project = QStringLiteral("/work/a\u202eb");
    facts.arguments = {QStringLiteral("-p"), QStringLiteral("two words")};
    facts.proofs = {QStringLiteral("commands: must-not-write=/srv")};
    facts.state = SessionFacts::State::Ended;
    page.set_session(facts);
    const QString text = page.as_text();
    QVERIFY2(text.contains(QLatin1String("Folder: /work/a<U+202E>b\n")), qPrintable(text));
    QVERIFY2(text.contains(QLatin1String("Arguments: -p 'two words'\n")), qPrintable(text));
    QVERIFY2(text.contains(QLatin1String("Commands: cannot write /srv\n")), qPrintable(text));
    page.findChild<QPushButton*>()->click(); // the first one copies
    QCOMPARE(QApplication::clipboard()->text(), text);
    const std::string store = home_->path(QStringLiteral("events.sqlite")).toStdString();
    Store made;
    QVERIFY(made.create(store).ok());
    QVERIFY(made.write({numbered_record(1, "fig"), numbered_record(2, "pear")}).ok());
    made.close();
    const QString out = home_->path(QStringLiteral("out.jsonl"));
    const Result<quint64> written = write_json_lines(QString::fromStdString(store), out);
    QVERIFY(written.ok());
    QCOMPARE(*written, quint64{2});
    QFile file(out);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll().count('\n'), 2);
}

void PanelsTest::the_strip_says_the_worst_first() {
    StatusStrip strip;
    QCOMPARE(strip.text(), QStringLiteral("No session"));
    StripFacts facts;
    facts.has_session = facts.running = true;
    facts.nono = QStringLiteral("0.81.0");
    facts.command_digest = QStringLiteral("3f2a77");
    facts.agent_digest = QStringLiteral("99c1aa");
    facts.agent_changed = true;
    strip.set_facts(facts);
    QCOMPARE(strip.text(),
             QStringLiteral("execd healthy · nono 0.81.0 · command profile 3f2a · agent profile "
                            "99c1 (changed since)"));
    facts.lost = QStringLiteral("execd was killed");
    strip.set_facts(facts);
    QVERIFY(strip.text().startsWith(QLatin1String("Mediation is lost: execd was killed")));
}

void PanelsTest::proposals_come_while_typing() {
    FilterLine line;
    line.show();
    line.activateWindow();
    auto* edit = line.findChild<QLineEdit*>();
    edit->setFocus();
    QTest::keyClicks(edit, QStringLiteral("git den"));
    auto* completer = line.findChild<QCompleter*>();
    QVERIFY(completer != nullptr);
    QTRY_VERIFY(completer->popup()->isVisible());
    QStringList words;
    for (int row = 0; row < completer->completionModel()->rowCount(); ++row)
        words << completer->completionModel()->index(row, 0).data().toString();
    QVERIFY2(words.contains(QStringLiteral("denied")), qPrintable(words.join(QLatin1Char(' '))));
    QTest::keyClick(completer->popup(), Qt::Key_Down);
    QTest::keyClick(completer->popup(), Qt::Key_Return);
    QTRY_COMPARE(line.text().trimmed(), QStringLiteral("git denied"));
}

void PanelsTest::a_wrong_filter_is_told_and_the_last_one_stays() {
    FilterLine line;
    line.show();
    QSignalSpy changed(&line, &FilterLine::changed);
    auto* edit = line.findChild<QLineEdit*>();
    QTest::keyClicks(edit, QStringLiteral("status:3"));
    const auto before = changed.count();
    QVERIFY(before > 0 && line.error().isEmpty());
    QTest::keyClicks(edit, QStringLiteral(" colour:<b>red</b>"));
    QVERIFY(line.error().contains(QLatin1String("colour")));
    QTRY_VERIFY(some_label_says(line, QStringLiteral("colour")));
    QTest::keyClick(edit, Qt::Key_Escape);
    QVERIFY(line.text().isEmpty() && line.error().isEmpty());
    QVERIFY(!some_label_says(line, QStringLiteral("colour")));
}

void PanelsTest::terms_are_added() {
    FilterLine line;
    line.add_term(QStringLiteral("cmd:git"), false);
    QCOMPARE(line.text(), QStringLiteral("cmd:git"));
    line.add_term(QStringLiteral("denied"), true);
    QCOMPARE(line.text(), QStringLiteral("cmd:git -denied"));
    line.set_text(QStringLiteral("fig or pear"));
    line.add_term(QStringLiteral("failed"), false);
    QCOMPARE(line.text(), QStringLiteral("(fig or pear) failed"));
}

QTEST_MAIN(PanelsTest)
#include "panels_test.moc"
