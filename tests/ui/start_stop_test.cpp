// How a session is started and stopped from the window: what is shown of a launch, and how one that does not
// answer is ended.
#include "core/base/clock.h"
#include "core/ipc/session_list.h"
#include "tests/core/session_home.h"
#include "tests/support/patience.h"
#include "ui/start/launch_view.h"
#include "ui/start/session_launcher.h"
#include "ui/start/stop_session.h"

#include <QApplication>
#include <QClipboard>
#include <QDateTime>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTreeWidget>

#include <csignal>
#include <sys/prctl.h>
#include <unistd.h>

using namespace asb;
using namespace asb::ui;

class StartStopTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void steps_appear_with_their_times();
    void a_launch_that_fails_shows_what_the_command_line_would();
    void the_answer_to_one_prompt_is_plain_text();
    void what_is_run_is_shown_as_typed();
    void one_that_does_not_answer_is_ended_by_signals_data();
    void one_that_does_not_answer_is_ended_by_signals();
    void a_stranger_with_its_number_is_left_alone();
    void one_that_cannot_be_ended_is_told();

private:
    /// A process of ours, called like a session program or not.
    pid_t make_process(const char* name, bool hears_term);
    void register_session(pid_t pid, pid_t keeper = 0);

    std::unique_ptr<SessionHome> home_;
    std::vector<pid_t> made_;
};

namespace {

const QString kSession = QStringLiteral("00000000000000b7");

QPushButton* button(QWidget& view, const char* text) {
    for (QPushButton* one : view.findChildren<QPushButton*>()) {
        if (one->text().remove(QLatin1Char('&')) == QLatin1String(text))
            return one;
    }
    return nullptr;
}

} // namespace

void StartStopTest::init() {
    home_ = std::make_unique<SessionHome>();
    ::signal(SIGCHLD, SIG_IGN); // who ended is gone from /proc
}

void StartStopTest::cleanup() {
    for (const pid_t pid : made_)
        ::kill(pid, SIGKILL);
    made_.clear();
    ::signal(SIGCHLD, SIG_DFL);
    home_.reset();
}

pid_t StartStopTest::make_process(const char* name, bool hears_term) {
    int ready[2];
    if (::pipe(ready) != 0)
        return -1;
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::prctl(PR_SET_NAME, name);
        ::signal(SIGTERM, hears_term ? SIG_DFL : SIG_IGN);
        [[maybe_unused]] const ssize_t told = ::write(ready[1], "r", 1);
        for (;;)
            ::pause();
    }
    char byte = 0;
    [[maybe_unused]] const ssize_t heard = ::read(ready[0], &byte, 1);
    ::close(ready[0]);
    ::close(ready[1]);
    made_.push_back(pid);
    return pid;
}

void StartStopTest::register_session(pid_t pid, pid_t keeper) {
    const std::string id = kSession.toStdString();
    home_->add(id, {{QStringLiteral("version"), 1},
                    {QStringLiteral("agent"), QStringLiteral("claude")},
                    {QStringLiteral("project"), QStringLiteral("/work/pear")},
                    {QStringLiteral("started_ms"), QDateTime::currentMSecsSinceEpoch()}});
    RegistryEntry entry;
    entry.id = id;
    entry.agent = "claude";
    entry.project = "/work/pear";
    entry.store = store_path(id);
    entry.run_dir = "/run";
    entry.pid = pid;
    entry.keeper_pid = keeper;
    entry.started_ms = wall_clock_ms();
    QVERIFY(write_registry_entry(*runtime_dir(), entry).ok());
}

void StartStopTest::steps_appear_with_their_times() {
    LaunchView view;
    view.show();
    view.begin(QStringLiteral("agent-sandbox claude"), false);
    auto* steps = view.findChild<QTreeWidget*>();
    QCOMPARE(steps->topLevelItemCount(), 0);
    view.set_steps({{QStringLiteral("config"), 3}});
    QCOMPARE(steps->topLevelItemCount(), 1);
    QCOMPARE(steps->topLevelItem(0)->text(0), QStringLiteral("Configuration read"));
    view.set_steps({{QStringLiteral("config"), 3}, {QStringLiteral("checks"), 1234}});
    QCOMPARE(steps->topLevelItemCount(), 2);
    QVERIFY(steps->topLevelItem(1)->text(1).contains(QLatin1String("234")));
    QVERIFY(!button(view, "Stop")->isVisible() && !button(view, "Open doctor")->isVisible());
    view.set_session(kSession);
    view.set_state(LaunchState::Running);
    QVERIFY(button(view, "Stop")->isVisible() && button(view, "Show the session")->isVisible());
    QSignalSpy stop(&view, &LaunchView::stop_wanted);
    button(view, "Stop")->click();
    QCOMPARE(stop.value(0).value(0).toString(), kSession);
    view.set_state(LaunchState::Ended);
    QVERIFY(!button(view, "Stop")->isVisible() && button(view, "Show the session")->isVisible());
}

void StartStopTest::a_launch_that_fails_shows_what_the_command_line_would() {
    LaunchView view;
    view.show();
    view.begin(QStringLiteral("agent-sandbox claude"), false);
    view.set_steps({{QStringLiteral("config"), 3}, {QStringLiteral("checks"), 20}});
    view.fail(QStringLiteral("nono: profile <b>p</b> is not valid\u202e\nmend it"));
    auto* steps = view.findChild<QTreeWidget*>();
    QVERIFY(steps->topLevelItem(1)->text(0).contains(QLatin1String("failed")));
    QVERIFY(steps->topLevelItem(1)->foreground(0) != steps->topLevelItem(0)->foreground(0));
    const QString words = view.as_text();
    QVERIFY(words.contains(QLatin1String("profile <b>p</b> is not valid<U+202E>\nmend it")));
    view.set_state(LaunchState::Running); // what comes late changes nothing
    QCOMPARE(view.state(), LaunchState::Failed);
    QVERIFY(button(view, "Open doctor")->isVisible() && button(view, "Back")->isVisible());
    QApplication::clipboard()->clear();
    button(view, "Copy")->click();
    QCOMPARE(QApplication::clipboard()->text(), words);
}

void StartStopTest::the_answer_to_one_prompt_is_plain_text() {
    LaunchView view;
    view.show();
    view.begin(QStringLiteral("agent-sandbox claude -- -p hello"), true);
    view.append_output(QStringLiteral("<i>one</i>\n"));
    view.append_output(QStringLiteral("two"));
    QPlainTextEdit* output = nullptr;
    for (QPlainTextEdit* edit : view.findChildren<QPlainTextEdit*>()) {
        if (edit->isVisible())
            output = edit;
    }
    QVERIFY(output != nullptr);
    QCOMPARE(output->toPlainText(), QStringLiteral("<i>one</i>\ntwo"));
    QVERIFY(view.as_text().endsWith(QLatin1String("two")));
}

void StartStopTest::what_is_run_is_shown_as_typed() {
    LaunchPlan plan;
    plan.agent = QStringLiteral("claude");
    plan.environment_files = {QStringLiteral("/work/my vars.env")};
    plan.arguments = {QStringLiteral("--model"), QStringLiteral("a b")};
    QCOMPARE(command_text(plan),
             QStringLiteral("agent-sandbox claude --env '/work/my vars.env' -- --model 'a b'"));
}

void StartStopTest::one_that_does_not_answer_is_ended_by_signals_data() {
    QTest::addColumn<bool>("hears_term");
    QTest::addColumn<QString>("words");
    QTest::newRow("TERM is enough") << true << "pear did not answer and was ended by a signal.";
    QTest::newRow("KILL") << false << "pear did not end by itself and was killed.";
}

void StartStopTest::one_that_does_not_answer_is_ended_by_signals() {
    QFETCH(bool, hears_term);
    QFETCH(QString, words);
    const pid_t pid = make_process("agent-sandbox-s", hears_term);
    register_session(pid);
    SessionList sessions;
    sessions.start();
    QTRY_VERIFY(sessions.find(kSession) != nullptr && sessions.find(kSession)->is_running());
    StopSession stop(sessions);
    stop.set_limits(200, hears_term ? test::kPatienceMs : 800); // one that hears gets the time to end
    QSignalSpy told(&stop, &StopSession::told);
    QSignalSpy stopped(&stop, &StopSession::stopped);
    stop.stop(kSession);
    QVERIFY(stop.is_stopping(kSession));
    stop.stop(kSession); // once is enough
    QTRY_COMPARE(stopped.count(), 1);
    QCOMPARE(stopped.at(0).at(1).toBool(), false);
    QVERIFY(!is_session_process(pid));
    QCOMPARE(told.count(), 2);
    QCOMPARE(told.at(0).at(0).toString(), QStringLiteral("pear was asked to end."));
    QCOMPARE(told.at(1).at(0).toString(), words + QStringLiteral(" No process of it is left."));
    QVERIFY(!stop.is_stopping(kSession));
}

void StartStopTest::a_stranger_with_its_number_is_left_alone() {
    const pid_t pid = make_process("somebody-else", true);
    QVERIFY(!is_session_process(pid));
    QVERIFY(!is_session_process(1) && !is_session_process(0) && !is_session_process(-1));
    register_session(pid);
    SessionList sessions;
    sessions.start();
    if (const SessionFacts* facts = sessions.find(kSession); facts != nullptr && facts->is_running()) {
        StopSession stop(sessions);
        stop.set_limits(200, 400);
        QSignalSpy stopped(&stop, &StopSession::stopped);
        stop.stop(kSession);
        QTRY_COMPARE(stopped.count(), 1);
    }
    QCOMPARE(::kill(pid, 0), 0);
}

void StartStopTest::one_that_cannot_be_ended_is_told() {
    // Its keeper stays, which nobody ends by force: it is the one that cleans up.
    const pid_t pid = make_process("agent-sandbox-s", true);
    const pid_t keeper = make_process("agent-sandbox", false);
    register_session(pid, keeper);
    SessionList sessions;
    sessions.start();
    QTRY_VERIFY(sessions.find(kSession) != nullptr && sessions.find(kSession)->is_running());
    StopSession stop(sessions);
    stop.set_limits(200, 400);
    QSignalSpy told(&stop, &StopSession::told);
    QSignalSpy stopped(&stop, &StopSession::stopped);
    stop.stop(kSession);
    QTRY_COMPARE(stopped.count(), 1);
    QCOMPARE(stopped.at(0).at(1).toBool(), true);
    QCOMPARE(told.back().at(0).toString(),
             QStringLiteral("pear does not end: process %1 is still there.").arg(keeper));
}

QTEST_MAIN(StartStopTest)
#include "start_stop_test.moc"
