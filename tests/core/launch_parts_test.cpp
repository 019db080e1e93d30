// Parts of a launch that only look: the command's own options, worktrees, what profiles say, the proofs of
// both sides.
#include "core/base/fd.h"
#include "core/base/paths.h"
#include "core/commands/claude.h"
#include "core/commands/record_text.h"
#include "core/session/preparation.h"
#include "core/session/proof_plan.h"
#include "core/session/worktree.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace asb;

namespace {

Profile read_text(const QTemporaryDir& folder, const char* name, const std::string& text) {
    const std::string path = folder.filePath(QString::fromLatin1(name)).toStdString();
    static_cast<void>(write_file_atomically(path, text));
    Result<Profile> profile = read_profile(path);
    return profile ? std::move(*profile) : Profile{};
}

bool has(const std::vector<Proof>& proofs, Proof::Kind kind, const std::string& object) {
    return std::any_of(proofs.begin(), proofs.end(),
                       [&](const Proof& proof) { return proof.kind == kind && proof.object == object; });
}

} // namespace

class LaunchPartsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void own_options() {
        SessionOptions options;
        bool help = false;
        QVERIFY(parse_claude_arguments(
                    {"--config", "x.toml", "--env=a", "--env", "b", "--", "--env", "c", "--"}, options, help)
                    .ok());
        QCOMPARE(options.config_path, std::string("x.toml"));
        QCOMPARE(options.environment_files, (std::vector<std::string>{"a", "b"}));
        QCOMPARE(options.arguments, (std::vector<std::string>{"--env", "c", "--"}));
        QVERIFY(!help);
        QVERIFY(parse_claude_arguments({"--help"}, options, help).ok() && help);
        for (const std::vector<std::string>& words : {std::vector<std::string>{"-p"},
                                                      {"prompt"},
                                                      {"--config"},
                                                      {"--config", "--"},
                                                      {"--env="},
                                                      {"--verbose"}}) {
            const Status parsed = parse_claude_arguments(words, options, help);
            QVERIFY(!parsed);
            QVERIFY(!parsed.error().hint.empty());
        }
    }

    void session_ids() {
        QVERIFY(is_session_id("0123456789abcdef"));
        for (const char* id :
             {"", "0123456789abcde", "0123456789abcdeF", "../../../../etc/x", "0123456789abcdef0"})
            QVERIFY(!is_session_id(id));
    }

    void ordinary_repository_needs_nothing() {
        const QTemporaryDir folder;
        QVERIFY(make_dirs(at(folder, "repo/.git")).ok());
        QVERIFY(make_dirs(at(folder, "repo/sub")).ok());
        QCOMPARE(outside_git_folder(at(folder, "repo/sub")), std::string());
    }

    void linked_worktree() {
        const QTemporaryDir folder;
        QVERIFY(make_dirs(at(folder, "main/.git/worktrees/w")).ok());
        QVERIFY(make_dirs(at(folder, "w/deep/er")).ok());
        write(folder, "w/.git", "gitdir: " + at(folder, "main/.git/worktrees/w") + "\n");
        write(folder, "main/.git/worktrees/w/commondir", "../..\n");
        write(folder, "main/.git/worktrees/w/gitdir", at(folder, "w/.git") + "\n");
        QCOMPARE(outside_git_folder(at(folder, "w/deep/er")), at(folder, "main/.git"));
        // A forged pointer: the other side does not name this folder.
        QVERIFY(make_dirs(at(folder, "forged")).ok());
        write(folder, "forged/.git", "gitdir: " + at(folder, "main/.git/worktrees/w") + "\n");
        QCOMPARE(outside_git_folder(at(folder, "forged")), std::string());
    }

    void git_folder_of_the_project_names_a_victim() {
        const QTemporaryDir folder;
        QVERIFY(make_dirs(at(folder, "victim/worktrees")).ok());
        QVERIFY(make_dirs(at(folder, "evil/fake/worktrees/w")).ok());
        for (const char* git_dir : {"evil/fake", "evil/fake/worktrees/w"}) {
            write(folder, "evil/.git", "gitdir: " + at(folder, git_dir) + "\n");
            const std::string inside = std::string(git_dir) + '/';
            write(folder, (inside + "commondir").c_str(), at(folder, "victim") + "\n");
            write(folder, (inside + "gitdir").c_str(), at(folder, "evil/.git") + "\n");
            QCOMPARE(outside_git_folder(at(folder, "evil")), std::string());
        }
    }

    void submodule() {
        const QTemporaryDir folder;
        QVERIFY(make_dirs(at(folder, "top/.git/modules/m")).ok());
        QVERIFY(make_dirs(at(folder, "top/m")).ok());
        write(folder, "top/m/.git", "gitdir: ../.git/modules/m\n");
        QCOMPARE(outside_git_folder(at(folder, "top/m")), std::string());
        write(folder, "top/.git/modules/m/config", "[core]\n\tworktree = ../../../m\n");
        QCOMPARE(outside_git_folder(at(folder, "top/m")), at(folder, "top/.git/modules/m"));
    }

    void junk_git_files_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("no prefix") << QByteArray("/etc");
        QTest::newRow("root") << QByteArray("gitdir: /");
        QTest::newRow("nowhere") << QByteArray("gitdir: /no/such/folder");
        QTest::newRow("a folder of somebody") << QByteArray("gitdir: /etc");
        QTest::newRow("binary") << QByteArray("\x00\xff", 2);
    }
    void junk_git_files() {
        QFETCH(QByteArray, content);
        const QTemporaryDir folder;
        write(folder, ".git", content.toStdString());
        QCOMPARE(outside_git_folder(folder.path().toStdString()), std::string());
    }

    void proofs_of_both_sides() {
        const QTemporaryDir folder;
        const Profile agent = read_text(folder, "agent.json",
                                        "{\"workdir\":{\"access\":\"read\"},\"network\":{\"block\":true}}");
        const RunLayout run{"/var/tmp/asb-x"};
        const ProgramPaths programs{"/opt/bin/agent-sandbox", "/opt/libexec/agent-sandbox/agent-sandbox-bash",
                                    "/opt/libexec/agent-sandbox", "/opt/agent"};
        Config config;
        ProofPlan plan = plan_proofs(config, agent, run, programs, "/project", "127.0.0.1:9");
        using Kind = Proof::Kind;
        QVERIFY(has(plan.agent, Kind::MustConnectUnix, run.exec_socket()));
        QVERIFY(has(plan.agent, Kind::MustNotRead, run.canary()));
        QVERIFY(has(plan.agent, Kind::MustExecute, programs.shell));
        QVERIFY(has(plan.agent, Kind::MustNotConnect, "127.0.0.1:9"));
        QVERIFY(has(plan.agent, Kind::MustRead, "/opt/agent"));
        QVERIFY(has(plan.agent, Kind::MustRead, "/project"));
        QVERIFY(has(plan.commands, Kind::MustRead, "/project"));
        QVERIFY(has(plan.commands, Kind::MustNotRead, run.canary()));
        QVERIFY(has(plan.commands, Kind::MustNotWrite, run.command_nono_temp()));
        QVERIFY(has(plan.commands, Kind::MustNotWrite, run.socket_folder()));
        QVERIFY(has(plan.commands, Kind::MustNotWrite, "/opt/bin"));
        QVERIFY(has(plan.commands, Kind::MustNotWrite, "/opt/libexec/agent-sandbox"));

        config.accepted_risks = {"writable-nono-folder", "writable-programs", "writable-socket-folder"};
        plan = plan_proofs(config, agent, run, programs, "/project", "127.0.0.1:9");
        QVERIFY(std::none_of(plan.commands.begin(), plan.commands.end(),
                             [](const Proof& proof) { return proof.kind == Kind::MustNotWrite; }));
        QVERIFY(plan.notices.size() >= 3);

        const Profile open = read_text(folder, "open.json", "{\"workdir\":{\"access\":\"read\"}}");
        plan = plan_proofs(Config{}, open, run, programs, "/project", "127.0.0.1:9");
        QVERIFY(!has(plan.agent, Kind::MustNotConnect, "127.0.0.1:9"));
        QVERIFY(std::any_of(plan.notices.begin(), plan.notices.end(), [](const std::string& notice) {
            return notice.find("network is open") != std::string::npos;
        }));
    }

    void hints_name_the_risk() {
        const RunLayout run{"/var/tmp/asb-x"};
        const ProgramPaths programs{"/opt/bin/agent-sandbox", "/opt/l/bash", "/opt/libexec", {}};
        QCOMPARE(risk_hint("tried to read /var/tmp/asb-x/canary, which must be refused: it was opened", run,
                           programs),
                 std::string());
        const std::string hint = risk_hint("tried to write in /var/tmp/asb-x/n2, which must be refused: x\n"
                                           "tried to write in /opt/libexec, which must be refused: x",
                                           run, programs);
        QVERIFY(hint.find("/var/tmp/asb-x/n2 is nono's own folder") != std::string::npos);
        QVERIFY(hint.find("\"writable-nono-folder\"") != std::string::npos);
        QVERIFY(hint.find("/opt/libexec is the folder") != std::string::npos);
        QVERIFY(hint.find("/opt/bin") == std::string::npos);
        QVERIFY(hint.find("writable-socket-folder") == std::string::npos);
    }

    void faults_in_the_profiles_text() {
        const QTemporaryDir folder;
        const Profile good = read_text(folder, "a.json", "{\"workdir\":{\"access\":\"readwrite\"}}");
        const Profile commands = read_text(folder, "c.json", "{}");
        QVERIFY(check_profiles(good, commands).ok());
        const Profile edge = read_text(folder, "e.json",
                                       "{\"command_policies\":{\"commands\":{\"git\":{\"from\":{\"session\":{"
                                       "\"sandbox\":{\"environment\":{"
                                       "\"set_vars\":{\"AGENT_SANDBOX_EXECD_SOCKET\":\"/x\"}}}}}}}}}");
        const Status refused = check_profiles(good, edge);
        QVERIFY(!refused);
        QVERIFY(refused.error().what.find("commands.git.from.session") != std::string::npos);
    }

    void lines_for_people() {
        Event event;
        event.type = EventType::CommandEnd;
        event.argv = {"git", "push", "a\nb\x1b[31m"};
        event.status = 126;
        event.verdict = Verdict::Refused;
        event.reason = "ask\nfirst";
        event.rule = "commands.git.from.session.deny[0]";
        event.duration_us = 5999;
        const std::string text = record_text(event);
        QVERIFY(text.find("REFUSED   126     5 ms  git push") != std::string::npos);
        QVERIFY(text.find('\x1b') == std::string::npos);
        QVERIFY(text.find("ask\n          first   [commands.git.from.session.deny[0]]\n")
                != std::string::npos);
        QCOMPARE(std::count(text.begin(), text.end(), '\n'), std::ptrdiff_t{3});
        QCOMPARE(duration_text(8'240'000), std::string("8.2 s"));
        QCOMPARE(duration_text(600'000'000), std::string("10 min"));
        event.type = EventType::Session;
        event.text = "step: config";
        QCOMPARE(record_text(event), std::string());
    }

private:
    static std::string at(const QTemporaryDir& folder, const char* name) {
        return folder.filePath(QString::fromLatin1(name)).toStdString();
    }
    static void write(const QTemporaryDir& folder, const char* name, const std::string& text) {
        QVERIFY(write_file_atomically(at(folder, name), text).ok());
    }
};

QTEST_GUILESS_MAIN(LaunchPartsTest)
#include "launch_parts_test.moc"
