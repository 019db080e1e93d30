// What is taken for a session that starts, runs, ended or died, by its folder, its lock and the registry.
#include "core/ipc/session_facts.h"
#include "core/ipc/session_lock.h"
#include "core/session/history.h"
#include "tests/core/session_home.h"

#include <QTest>

#include <fcntl.h>

using namespace asb;

namespace {

const std::string kId = "0123456789abcdef";
const QString kName = QString::fromStdString(kId);
const QJsonObject kFacts{{QStringLiteral("project"), QStringLiteral("/p")},
                         {QStringLiteral("started_ms"), 1}};

using State = SessionFacts::State;

/// Its state; nullopt: it is not there, neither in the list nor by its name.
std::optional<State> state_of_it() {
    const std::vector<SessionFacts> all = list_sessions();
    const std::optional<SessionFacts> one = load_session(kName);
    if (all.size() != (one ? 1U : 0U))
        qFatal("list and load differ");
    if (!one)
        return std::nullopt;
    return one->state == all.front().state ? std::optional(one->state) : std::nullopt;
}

} // namespace

class SessionFactsTest : public QObject {
    Q_OBJECT

private slots:
    void folder_alone_is_not_there_while_it_is_held() {
        SessionHome home;
        QVERIFY(make_dirs(home.folder_of(kId)));
        Result<Fd> held = hold_session_folder(home.folder_of(kId));
        QVERIFY(held.ok());
        QVERIFY(!state_of_it());
        const HistoryLimits all_of_it{1, 1};
        QCOMPARE(apply_history_limits(all_of_it, std::int64_t{1} << 50, QString()), 0);
        QVERIFY(QDir(QString::fromStdString(home.folder_of(kId))).exists());
        held->reset();
        QCOMPARE(state_of_it(), std::optional(State::Died));
    }

    void held_session_lives_without_a_registry_entry() {
        SessionHome home;
        home.add(kId, kFacts);
        QCOMPARE(state_of_it(), std::optional(State::Died));
        Result<Fd> held = hold_session_folder(home.folder_of(kId));
        QVERIFY(held.ok());
        QCOMPARE(state_of_it(), std::optional(State::Running));
        QVERIFY(!remove_session(kName));
        held->reset();
        QVERIFY(remove_session(kName).ok());
    }

    void ended_session_has_ended_though_its_program_lives() {
        SessionHome home;
        QJsonObject facts = kFacts;
        facts.insert(QStringLiteral("ended_ms"), 2);
        home.add(kId, facts);
        const Result<Fd> held = hold_session_folder(home.folder_of(kId));
        QCOMPARE(state_of_it(), std::optional(State::Ended));
    }

    void registered_session_is_there_before_its_facts() {
        SessionHome home;
        QVERIFY(make_dirs(home.folder_of(kId)));
        const Result<Fd> held = hold_session_folder(home.folder_of(kId));
        home.register_running(kId);
        QCOMPARE(state_of_it(), std::optional(State::Running));
    }

    void lock_is_not_inherited_and_says_what_is_missing() {
        SessionHome home;
        QVERIFY(make_dirs(home.folder_of(kId)));
        const Result<Fd> held = hold_session_folder(home.folder_of(kId));
        QVERIFY((::fcntl(held->get(), F_GETFD) & FD_CLOEXEC) != 0);
        const Result<Fd> none = hold_session_folder(home.folder_of("fedcba9876543210"));
        QVERIFY(!none.ok());
        QVERIFY(none.error().text().find("fedcba9876543210") != std::string::npos);
        QVERIFY(!is_session_folder_held(home.folder_of("fedcba9876543210")));
    }
};

QTEST_GUILESS_MAIN(SessionFactsTest)
#include "session_facts_test.moc"
