// `ai explain` and `ai config-check` with a stand-in for nono's validator, and the table of words.
#include "child.h"
#include "core/base/paths.h"
#include "core/front/ai.h"
#include "core/front/help.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace asb;
using namespace asb::test;

class AiTest : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;
    std::string path(const std::string& name) const { return dir_.path().toStdString() + '/' + name; }

private slots:
    void initTestCase() {
        ::setenv("HOME", path("home").c_str(), 1);
        ::unsetenv("XDG_CONFIG_HOME");
        QVERIFY(make_dirs(path("home")));
        QVERIFY(make_dirs(path("bin")));
        QVERIFY(write_file_atomically(path("agent-sandbox.toml"), "[agents.claude]\nmediation = \"ask\"\n"));
        QVERIFY(write_file_atomically(path("claude-profile.json"), "{}"));
        QVERIFY(write_file_atomically(path("command-profile.json"), "{}"));
        ::setenv("PATH", (path("bin") + ":/usr/bin:/bin").c_str(), 1);
    }
    void init() {
        QVERIFY(write_file_atomically(path("bin/nono"),
                                      "#!/bin/sh\necho \"$*\" >> " + path("calls")
                                          + "\ncase $4 in *bad*) echo no such key; exit 1;; esac\n",
                                      0755));
    }

    void explain() {
        Child child([&] { return ai_command({"explain", "--config", path("agent-sandbox.toml")}); });
        QCOMPARE(child.wait(), 0);
        QVERIFY(child.err().empty());
        for (const std::string& part :
             {path("agent-sandbox.toml"), path("command-profile.json"), path("claude-profile.json"),
              std::string("126"), std::string("Permission denied"), std::string("config-check")})
            QVERIFY2(child.out().find(part) != std::string::npos, part.c_str());
        Child without([&] { return ai_command({"explain", "--config", path("absent.toml")}); });
        QCOMPARE(without.wait(), 0);
        QVERIFY(without.out().find("cannot be read") != std::string::npos);
    }

    void config_check() {
        Child child([&] { return ai_command({"config-check", "--config", path("agent-sandbox.toml")}); });
        QCOMPARE(child.wait(), 0);
        QVERIFY2(child.err().empty(), child.err().c_str());
        QCOMPARE(QString::fromStdString(child.out()).count("ok: "), 3);
        const Result<std::string> calls = read_file(path("calls"));
        QVERIFY(calls);
        QVERIFY(calls->find("-s profile validate " + path("claude-profile.json") + '\n')
                != std::string::npos);
        QVERIFY(calls->find("-s profile validate " + path("command-profile.json") + '\n')
                != std::string::npos);
    }

    void faults_data() {
        QTest::addColumn<QString>("config");
        QTest::addColumn<QString>("named");
        QTest::newRow("no file") << ""
                                 << "agent-sandbox";
        QTest::newRow("syntax") << "command_profile = \n"
                                << "bad.toml";
        QTest::newRow("unknown key") << "comand_profile = \"x\"\n"
                                     << "comand_profile";
        QTest::newRow("missing profile") << "command_profile = \"absent.json\"\n"
                                         << "absent.json";
        QTest::newRow("profile that nono refuses") << "command_profile = \"bad.json\"\n"
                                                   << "no such key";
    }
    void faults() {
        QFETCH(QString, config);
        QFETCH(QString, named);
        const std::string file = path(config.isEmpty() ? "nothing.toml" : "bad.toml");
        if (!config.isEmpty())
            QVERIFY(write_file_atomically(file, config.toStdString()));
        QVERIFY(write_file_atomically(path("bad.json"), "{}"));
        Child child([&] { return ai_command({"config-check", "--config", file}); });
        QCOMPARE(child.wait(), 1);
        QVERIFY2(child.err().find(named.toStdString()) != std::string::npos, child.err().c_str());
    }

    void no_nono() {
        Child child([&] {
            ::setenv("PATH", "/nowhere", 1);
            return ai_command({"config-check", "--config", path("agent-sandbox.toml")});
        });
        QCOMPARE(child.wait(), 1);
        QVERIFY(child.err().find("nono is not on PATH") != std::string::npos);
    }

    void usage() {
        struct Case {
            std::vector<std::string> words;
            const char* said;
        };
        for (const Case& one : {Case{{}, "explain, config-check"},
                                Case{{"explan"}, "unknown word \"explan\"; did you mean explain?"},
                                Case{{"explain", "x"}, "\"x\" is not understood"},
                                Case{{"config-check", "--config"}, "--config needs a value"},
                                Case{{"explain", "--confg", "x"}, "did you mean --config?"}}) {
            Child child([&] { return ai_command(one.words); });
            QCOMPARE(child.wait(), 2);
            QVERIFY(child.out().empty());
            QVERIFY2(child.err().find(one.said) != std::string::npos, child.err().c_str());
        }
    }

    void words() {
        const std::string all = overall_help();
        for (const std::string& name : word_names()) {
            const Word* word = find_word(name);
            QVERIFY(word != nullptr);
            QVERIFY(all.find("  " + name + ' ') != std::string::npos);
            QVERIFY(word->help != nullptr || word->runner == Runner::Session);
        }
        QVERIFY(find_word("demo-agent") != nullptr);
        QVERIFY(find_word("nothing") == nullptr);
        for (const QString& line : QString::fromStdString(all).split('\n'))
            QVERIFY(line.size() <= 100);
    }
};

QTEST_APPLESS_MAIN(AiTest)
#include "ai_test.moc"
