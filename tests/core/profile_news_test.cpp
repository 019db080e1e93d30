// Profiles that change while a session runs: what differs, who notices, who is asked.
#include "core/base/fd.h"
#include "core/session/profile_watch.h"
#include "core/session/reload_question.h"
#include "tests/core/quoted.h"
#include "tests/support/patience.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <pty.h>
#include <unistd.h>

using namespace asb;

namespace {

const std::string kBase = quoted(R"({
  'meta': {'name': 'p'},
  'workdir': {'access': 'readwrite'},
  'filesystem': {'read': ['/usr', '/etc']},
  'environment': {'allow_vars': ['HOME', 'PATH']},
  'command_policies': {'commands': {'git': {'from': {'session': {
    'sandbox': {'fs_read': ['$WORKDIR']},
    'invocation_policy': {'default': 'allow', 'deny': [
      {'argv': {'prefix': ['push']}, 'reason': 'pushing is for people'}]}}}}}}
})");

std::string replaced(std::string text, const std::string& what, const std::string& with) {
    const std::size_t at = text.find(quoted(what));
    return at == std::string::npos ? text : text.replace(at, what.size(), quoted(with));
}

} // namespace

class ProfileNewsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        qputenv("XDG_CONFIG_HOME", folder_->path().toUtf8());
    }

    void differences_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("with");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* what, const char* with, const char* sentence) {
            QTest::newRow(sentence) << QString::fromUtf8(what) << QString::fromUtf8(with)
                                    << QString::fromUtf8(sentence);
        };
        row("'/etc'", "'/etc'   // a comment\n", "nothing that counts differs");
        row("'/usr', '/etc'", "'/etc', '/usr'", "nothing that counts differs");
        row(", '/etc'", "", "1 grant removed");
        row("'/etc'", "'/etc', '/opt', '/srv'", "2 grants added");
        row("'/etc'", "'/opt'", "1 grant added, 1 grant removed");
        row("'HOME', 'PATH'", "'HOME', 'PATH', 'LANG'", "1 variable added");
        row("'deny': [", "'deny': [{'argv': {'prefix': ['fetch']}, 'reason': 'no'},", "1 rule added");
        row("pushing is for people", "ask first", "1 rule added, 1 rule removed");
        row("'default': 'allow'", "'default': 'deny'", "1 setting added, 1 setting removed");
    }
    void differences() {
        QFETCH(QString, what);
        QFETCH(QString, with);
        QFETCH(QString, sentence);
        const Profile before = profile("a.json", kBase);
        const Profile now = profile("b.json", replaced(kBase, what.toStdString(), with.toStdString()));
        QCOMPARE(before.commands.size(), std::size_t{1});
        QCOMPARE(before.commands[0].edges[0].rules.size(), std::size_t{1});
        const ProfileChange change = compare_profiles(before, now);
        QCOMPARE(QString::fromStdString(change.sentence()), sentence);
        QVERIFY(compare_profiles(before, before).empty());
    }

    void the_text_names_the_places() {
        const Profile before = profile("a.json", kBase);
        const Profile now = profile("b.json", replaced(kBase, "pushing is for people", "ask first"));
        const std::string text = compare_profiles(before, now).text();
        QVERIFY(text.find("- commands.git.from.session: deny prefix push (\"pushing is for people\")\n")
                != std::string::npos);
        QVERIFY(text.find("+ commands.git.from.session: deny prefix push (\"ask first\")\n")
                != std::string::npos);
    }

    void a_kept_profile_reads_as_it_was() {
        profile("base.json", kBase);
        const Profile whole =
            profile("mine.json", quoted("{'extends': 'base', 'filesystem': {'read': ['/opt']}}"));
        const Result<std::string> copy =
            keep_profile(whole, folder_->filePath(QStringLiteral("kept")).toStdString());
        QVERIFY(copy.ok());
        profile("base.json", "{}");
        profile("mine.json", "{}");
        const Result<Profile> read = read_profile(*copy);
        QVERIFY2(read.ok(), read ? "" : read.error().text().c_str());
        QVERIFY(compare_profiles(whole, *read).empty());
    }

    void the_watch_notices_and_forgets() {
        const Profile agent = profile("agent.json", "{}");
        const Profile commands = profile("commands.json", kBase);
        ProfileWatch watch;
        QSignalSpy changed(&watch, &ProfileWatch::changed);
        watch.start(agent, commands);
        profile("commands.json", replaced(kBase, "'/etc'", "'/opt'")); // by rename, as editors do
        QTRY_COMPARE(changed.size(), 1);
        QVERIFY(watch.commands_changed());
        QVERIFY(!watch.agent_changed());
        profile("commands.json", kBase);
        QTRY_COMPARE(changed.size(), 2);
        QVERIFY(!watch.commands_changed());
        QFile::remove(QString::fromStdString(agent.path));
        QTRY_VERIFY(watch.agent_changed());
    }

    void news_after_the_session() {
        ProfileWatch watch;
        watch.start(profile("agent.json", "{}"), profile("commands.json", kBase));
        ProfileNews news;
        bool told = false;
        watch.examine([&](const ProfileNews& result) {
            news = result;
            told = true;
        });
        QTRY_VERIFY(told);
        QVERIFY(!news.any());
        profile("commands.json", replaced(kBase, "'/etc'", "'/opt'"));
        profile("agent.json", "{ this is no JSON");
        told = false;
        watch.examine([&](const ProfileNews& result) {
            news = result;
            told = true;
        });
        QTRY_VERIFY(told);
        QCOMPARE(news.names, std::string("agent.json and commands.json"));
        QCOMPARE(news.sentence, std::string("1 grant added, 1 grant removed"));
        QVERIFY(!news.problem.empty()); // nono's words, or why it could not be asked
        QVERIFY(reload_notice(news).find("cannot be used as it stands") != std::string::npos);
    }

    void the_terminal_answers() {
        const Terminal terminal;
        ReloadQuestion question;
        QSignalSpy answered(&question, &ReloadQuestion::answered);
        question.ask(sample());
        QVERIFY(question.is_open());
        QVERIFY(question.text().contains(QStringLiteral("1 rule added")));
        terminal.type("x\n"); // not understood: asked again
        terminal.type("d\n");
        QTest::qWait(50);
        QCOMPARE(answered.size(), 0);
        terminal.type("a\n");
        QTRY_COMPARE(answered.size(), 1);
        QCOMPARE(answered.at(0).at(0).toBool(), true);
        QVERIFY(!question.answer(QStringLiteral("later"))); // too late
        QVERIFY(question.text().isEmpty());
    }

    void an_empty_line_means_later() {
        const Terminal terminal;
        ReloadQuestion question;
        QSignalSpy answered(&question, &ReloadQuestion::answered);
        question.ask(sample());
        terminal.type("\n");
        QTRY_COMPARE(answered.size(), 1);
        QCOMPARE(answered.at(0).at(0).toBool(), false);
    }

    void the_window_answers_first() {
        const Terminal terminal;
        ReloadQuestion question;
        QSignalSpy answered(&question, &ReloadQuestion::answered);
        question.ask(sample());
        QCOMPARE(*question.answer(QStringLiteral("difference")), QStringLiteral("+ a rule\n"));
        QVERIFY(!question.answer(QStringLiteral("what")));
        QVERIFY(question.answer(QStringLiteral("again")).ok());
        QTRY_COMPARE(answered.size(), 1);
        QCOMPARE(answered.at(0).at(0).toBool(), true);
        terminal.type("l\n"); // for whoever reads next
        QTest::qWait(50);
        QCOMPARE(answered.size(), 1);
    }

    void nobody_is_asked_without_a_terminal() {
        const int kept = ::dup(STDIN_FILENO);
        Result<Pipe> pipe = make_pipe();
        QVERIFY(pipe.ok());
        ::dup2(pipe->read_end.get(), STDIN_FILENO);
        const bool asks = terminal_can_ask();
        ::dup2(kept, STDIN_FILENO);
        ::close(kept);
        QVERIFY(!asks);
    }

private:
    /// Our standard input is a terminal as long as this lives.
    class Terminal {
    public:
        Terminal() : kept_(::dup(STDIN_FILENO)) {
            int master = -1;
            int slave = -1;
            if (::openpty(&master, &slave, nullptr, nullptr, nullptr) == 0)
                ::dup2(slave, STDIN_FILENO);
            ::close(slave);
            master_.reset(master);
        }
        ~Terminal() {
            ::dup2(kept_, STDIN_FILENO);
            ::close(kept_);
        }
        Terminal(const Terminal&) = delete;
        Terminal& operator=(const Terminal&) = delete;
        void type(const char* text) const { static_cast<void>(write_all(master_.get(), text)); }

    private:
        int kept_;
        Fd master_;
    };

    static ProfileNews sample() {
        ProfileNews news;
        news.commands_changed = true;
        news.names = "command-profile.json";
        news.sentence = "1 rule added";
        news.text = "+ a rule\n";
        return news;
    }
    Profile profile(const char* name, const std::string& text) const {
        const std::string path = folder_->filePath(QLatin1String(name)).toStdString();
        static_cast<void>(write_file_atomically(path, text));
        const Result<Profile> read = read_profile(path);
        return read ? *read : Profile{};
    }

    std::unique_ptr<QTemporaryDir> folder_;
};

QTEST_GUILESS_MAIN(ProfileNewsTest)
#include "profile_news_test.moc"
