#include "core/config/profile_reader.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace asb;
using Strings = std::vector<std::string>;

namespace {

const char* const kGitProfile =
    "{\n"
    "  // rules of git\n"
    "  \"meta\": {\"name\": \"cmd\"},\n"
    "  \"command_policies\": {\n"
    "    \"executable_dirs\": [\"/usr/lib/gcc/x/12\"],\n"
    "    \"session_export_env\": [\"NODE_*\"],\n"
    "    \"commands\": {\n"
    "      \"git\": {\"can_use\": [\"ssh\"], \"export_env\": [\"E\"], \"from\": {\n"
    "        \"session\": {\n"
    "          \"sandbox\": {\"fs_read\": [\"/a\"], \"exec_paths\": [\"/b\"],\n"
    "            \"environment\": {\"allow_vars\": [\"GIT_*\"], \"set_vars\": {\"S\": \"1\"}}},\n"
    "          \"invocation_policy\": {\"default\": \"allow\",\n"
    "            \"deny\": [\n"
    "              {\"argv\": {\"contains\": [\"push\"]}, \"reason\": \"pushing\\nis for people\"},\n"
    "              {\"argv\": {\"prefix\": [\"gc\"]}},\n"
    "              {\"argv\": {\"exact\": [\"a\"]}, \"reason\": \"twice\"}],\n"
    "            \"approve\": [{\"argv\": {\"prefix\": [\"fetch\"]}, \"reason\": \"twice\"}],\n"
    "            \"allow\": [{\"env\": {\"X\": {\"equals\": \"1\"}}}]}}}},\n"
    "      \"ssh\": {\"executable\": \"/usr/bin/ssh\", \"from\": {\"session\": \"deny\",\n"
    "        \"git\": {\"fs_read\": [\"/k\"]}}},\n"
    "      \"seq\": {\"sandbox\": {\"fs_read\": [\"/s\"]}}}}}\n";

} // namespace

class ProfileReaderTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        QVERIFY(QDir().mkpath(path("config/nono/profiles")));
        QVERIFY(QDir().mkpath(path("p")));
        qputenv("XDG_CONFIG_HOME", path("config").toLocal8Bit());
        qputenv("HOME", folder_->path().toLocal8Bit());
    }

    void emptyProfileIsOpen() {
        const Profile profile = read("{}");
        QCOMPARE(profile.workdir, WorkdirAccess::None);
        QCOMPARE(profile.network.mode, NetworkMode::Open);
        QVERIFY(!profile.environment.allow_vars);
        QVERIFY(profile.environment.passes("ANYTHING"));
        QVERIFY(!profile.environment.passes("LD_PRELOAD"));
        QVERIFY(!profile.has_command_policies);
        QCOMPARE(profile.files.size(), std::size_t{1});
        QCOMPARE(profile.path, profile.files.front());
    }

    void sectionsAreRead() {
        const Profile profile =
            read("{meta: {name: 'n'}, workdir: {access: 'readwrite'}, groups: {include: ['a', {name: 'b', "
                 "when: 'macos'},"
                 " {name: 'c', when: ['macos', 'linux']}, {name: 'd', when: '!macos'}, {name: 'e', when: "
                 "'linux:debian'},"
                 " {name: 'f', when: '!linux'}], exclude: ['x']},"
                 "filesystem: {allow: ['$WORKDIR', {path: '/m', when: 'macos'}], read_file: ['/f']},"
                 "network: {allow_domain: ['a.b', {domain: 'c.d', endpoints: []}], open_port: [0x50, 443], "
                 "connect_port: [1]},"
                 "linux: {af_unix_mediation: 'pathname', sandbox_policy: 'auto'},"
                 "environment: {allow_vars: ['A', 'B_*'], deny_vars: ['B_X'], set_vars: {C: '1'}}, security: "
                 "{x: 1}}");
        QCOMPARE(profile.name, std::string("n"));
        QCOMPARE(profile.workdir, WorkdirAccess::ReadWrite);
        QCOMPARE(profile.groups_include, (Strings{"a", "c", "d", "e"}));
        QCOMPARE(profile.groups_exclude, Strings{"x"});
        QCOMPARE(profile.filesystem.at("allow"), Strings{"$WORKDIR"});
        QCOMPARE(profile.filesystem.at("read_file"), Strings{"/f"});
        QCOMPARE(profile.network.mode, NetworkMode::Filtered);
        QCOMPARE(profile.network.allow_domain, (Strings{"a.b", "c.d"}));
        QCOMPARE(profile.network.open_ports, (std::vector<int>{80, 443}));
        QCOMPARE(profile.network.connect_ports, std::vector<int>{1});
        QCOMPARE(profile.af_unix_mediation, std::string("pathname"));
        QVERIFY(profile.environment.passes("A"));
        QCOMPARE(profile.environment.passed_by("B_Y"), std::string("B_*"));
        QVERIFY(!profile.environment.passes("B_X"));
        QVERIFY(!profile.environment.passes("D"));
    }

    void networkModes_data() {
        QTest::addColumn<QByteArray>("network");
        QTest::addColumn<int>("mode");
        const auto row = [](const char* text, NetworkMode mode) {
            QTest::newRow(text) << QByteArray(text) << int(mode);
        };
        row("{}", NetworkMode::Open);
        row("{open_port: [80]}", NetworkMode::Open);
        row("{block: true}", NetworkMode::Blocked);
        row("{block: true, allow_domain: ['a']}", NetworkMode::Blocked);
        row("{allow_domain: ['a']}", NetworkMode::Filtered);
        row("{allow_domain: []}", NetworkMode::Open);
        row("{deny_domain: ['a']}", NetworkMode::Filtered);
        row("{network_profile: 'minimal'}", NetworkMode::Filtered);
        row("{network_profile: null}", NetworkMode::Open);
        row("{credentials: ['x']}", NetworkMode::Filtered);
    }

    void networkModes() {
        QFETCH(QByteArray, network);
        QFETCH(int, mode);
        QCOMPARE(int(read("{network: " + network + "}").network.mode), mode);
    }

    void rulesHaveReasonsPathsAndLines() {
        const Profile profile = read(kGitProfile);
        QVERIFY(profile.has_command_policies);
        QCOMPARE(profile.commands.size(), std::size_t{3});
        const CommandEdge* edge = profile.command("git")->edge_from("session");
        QVERIFY(edge != nullptr);
        QVERIFY(edge->has_policy);
        QCOMPARE(edge->default_decision, std::string("allow"));
        QCOMPARE(edge->path, std::string("commands.git.from.session"));
        QCOMPARE(edge->rules.size(), std::size_t{5});
        const InvocationRule& push = edge->rules[0];
        QCOMPARE(push.path, std::string("commands.git.from.session.deny[0]"));
        QCOMPARE(push.reason, std::string("pushing\nis for people"));
        QCOMPARE(*push.contains, Strings{"push"});
        QCOMPARE(push.where.line, 14);
        QCOMPARE(push.where.column, 15);
        QCOMPARE(push.where.file, profile.path);
        QCOMPARE(edge->rules[1].path, std::string("commands.git.from.session.deny[1]"));
        QCOMPARE(edge->rules[1].where.line, 15);
        QCOMPARE(edge->rules[3].kind, InvocationRule::Kind::Approve);
        QCOMPARE(edge->rules[3].path, std::string("commands.git.from.session.approve[0]"));
        QCOMPARE(edge->rules[4].environment_names, Strings{"X"});
        QCOMPARE(edge->fs_read, Strings{"/a"});
        QCOMPARE(*edge->allow_vars, Strings{"GIT_*"});

        QVERIFY(profile.command("ssh")->edge_from("session")->denied);
        QCOMPARE(profile.command("ssh")->edge_from("git")->fs_read, Strings{"/k"});
        QVERIFY(!profile.command("ssh")->edge_from("git")->long_form);
        QCOMPARE(profile.command("seq")->edge_from("session")->fs_read, Strings{"/s"});
        QCOMPARE(profile.command("seq")->edge_from("session")->default_decision, std::string("allow"));
        QVERIFY(profile.command("nl") == nullptr);
        QVERIFY(profile.command("git")->edge_from("ssh") == nullptr);
    }

    void nonosReasonFindsItsRule() {
        const Profile profile = read(kGitProfile);
        const auto path = [&](const char* reason) {
            const InvocationRule* rule = profile.rule_for("git", "session", reason);
            return rule == nullptr ? std::string() : rule->path;
        };
        QCOMPARE(path("pushing\nis for people"), std::string("commands.git.from.session.deny[0]"));
        QCOMPARE(path("invocation_policy.deny[1]"), std::string("commands.git.from.session.deny[1]"));
        QCOMPARE(path("invocation_policy.deny[0]"), std::string()); // that rule has a reason, nono gives it
        QCOMPARE(path("twice"), std::string());                     // two rules say so
        QCOMPARE(path("invocation_policy.default deny"), std::string());
        QCOMPARE(path(""), std::string());
        QVERIFY(profile.rule_for("ssh", "session", "x") == nullptr);
        QVERIFY(profile.rule_for("nl", "session", "x") == nullptr);
    }

    void basesAreMergedAsNonoDoes() {
        write("config/nono/profiles/base.json",
              "{workdir: {access: 'read'}, filesystem: {allow: ['/a', '/b']}, network: {block: true},"
              "environment: {allow_vars: ['A'], set_vars: {X: '1', Y: '1'}}, groups: {exclude: ['g']},"
              "command_policies: {commands: {git: {executable: '/base/git', from: {session: {sandbox: "
              "{fs_read: ['/1']},"
              "invocation_policy: {deny: [{argv: {contains: ['push']}, reason: 'base'}]}}}}}}}");
        const Profile profile = read(
            "{extends: 'base', filesystem: {allow: ['/b', '/c']}, environment: {allow_vars: ['B'], set_vars: "
            "{Y: '2'}},"
            "command_policies: {commands: {git: {executable: '/child/git', from: {session: {sandbox: "
            "{fs_read: ['/2']},"
            "invocation_policy: {default: 'allow', deny: [{argv: {contains: ['pull']}, reason: 'child'}]}},"
            "ssh: {fs_read: []}}}, seq: {sandbox: {}}}}}");
        QCOMPARE(profile.workdir, WorkdirAccess::Read);
        QCOMPARE(profile.network.mode, NetworkMode::Blocked);
        QCOMPARE(profile.filesystem.at("allow"), (Strings{"/a", "/b", "/c"}));
        QVERIFY(profile.environment.passes("A") && profile.environment.passes("B"));
        QCOMPARE(profile.environment.set_vars.at("X"), std::string("1"));
        QCOMPARE(profile.environment.set_vars.at("Y"), std::string("2"));
        const DeclaredCommand* git = profile.command("git");
        QCOMPARE(git->executable, std::string("/base/git")); // the base's decisions stay
        const CommandEdge* edge = git->edge_from("session");
        QCOMPARE(edge->fs_read, (Strings{"/1", "/2"}));
        QCOMPARE(edge->default_decision, std::string("deny"));
        QCOMPARE(edge->rules.size(), std::size_t{1});
        QCOMPARE(edge->rules[0].reason, std::string("base"));
        QVERIFY(edge->rules[0].where.file.find("nono/profiles/base.json") != std::string::npos);
        QVERIFY(git->edge_from("ssh") != nullptr);
        QVERIFY(profile.command("seq") != nullptr);
        QCOMPARE(profile.files.size(), std::size_t{2});
        QCOMPARE(profile.files[1], profile.path);
    }

    void aChildCannotTurnAnInheritedDenial() {
        write("config/nono/profiles/base.json",
              "{command_policies: {commands: {ssh: {from: {session: 'deny'}},"
              "git: {from: {session: {fs_read: ['/1']}}}}}}");
        const Profile profile =
            read("{extends: ['base'], command_policies: {commands: {ssh: {from: {session: {fs_read: []}}},"
                 "git: {from: {session: {sandbox: {fs_read: ['/2']}, invocation_policy: {}}}}}}}");
        QVERIFY(profile.command("ssh")->edge_from("session")->denied);
        QCOMPARE(profile.command("git")->edge_from("session")->fs_read, Strings{"/1"});
        QVERIFY(!profile.command("git")->edge_from("session")->has_policy);
    }

    void baseLookupOrder() {
        write("config/nono/profiles/one.json", "{meta: {name: 'x'}, groups: {include: ['user-json']}}");
        QCOMPARE(read("{extends: 'one'}").groups_include, Strings{"user-json"});
        write("config/nono/profiles/one.jsonc", "{groups: {include: ['user-jsonc']}}");
        QCOMPARE(read("{extends: 'one'}").groups_include, Strings{"user-jsonc"});
        write("p/one.json", "{groups: {include: ['beside']}}");
        QCOMPARE(read("{extends: 'one'}").groups_include, Strings{"beside"});
        // A profile that extends its own name means the one elsewhere.
        write("p/one.json", "{extends: 'one', groups: {include: ['self']}}");
        const Result<Profile> self = read_profile(path("p/one.json").toStdString());
        QVERIFY(self.ok());
        QCOMPARE(self->groups_include, (Strings{"user-jsonc", "self"}));
    }

    void builtinBasesAreKnown() {
        const Profile profile = read("{extends: ['default', 'rust-dev']}");
        QCOMPARE(profile.builtin_bases, (Strings{"default", "rust-dev"}));
        QCOMPARE(profile.workdir, WorkdirAccess::ReadWrite);
        QCOMPARE(profile.network.mode, NetworkMode::Filtered);
        QCOMPARE(read("{extends: 'rust-dev', network: {network_profile: null}}").network.mode,
                 NetworkMode::Open);
    }

    void overridesForLinuxAreLaidOnLast() {
        write("config/nono/profiles/base.json", "{platform_overrides: {linux: {workdir: {access: 'read'}, "
                                                "environment: {allow_vars: ['AGENT_*']}},"
                                                "macos: {network: {block: true}}}}");
        const Profile profile =
            read("{extends: 'base', workdir: {access: 'readwrite'}, environment: {allow_vars: ['B']},"
                 "platform_overrides: {linux: {groups: {exclude: ['g']}}}}");
        QCOMPARE(profile.workdir, WorkdirAccess::Read);
        QCOMPARE(profile.network.mode, NetworkMode::Open);
        QVERIFY(profile.environment.passes("AGENT_SANDBOX_EXECD_SOCKET"));
        QCOMPARE(profile.groups_exclude, Strings{"g"});
    }

    void waysInAreAllFound() {
        const std::string name = "AGENT_SANDBOX_EXECD_SOCKET";
        const auto ways = [&](const QByteArray& text) { return ways_in(read(text), name); };
        QCOMPARE(ways("{}").size(), std::size_t{1});
        QCOMPARE(ways("{environment: {allow_vars: []}}").size(), std::size_t{0});
        for (const char* pattern :
             {"AGENT_SANDBOX_EXECD_SOCKET", "AGENT_*", "*", "*_SOCKET", "A*SANDBOX*T", "**"})
            QCOMPARE(ways(QByteArray("{environment: {allow_vars: ['PATH', '") + pattern + "']}}").size(),
                     std::size_t{1});
        for (const char* pattern :
             {"AGENT_SANDBOX", "AGENT_SANDBOX_TAG", "agent_*", "*_sockets", "?*", "XAGENT*"})
            QCOMPARE(ways(QByteArray("{environment: {allow_vars: ['") + pattern + "']}}").size(),
                     std::size_t{0});
        QCOMPARE(ways("{environment: {allow_vars: ['*'], deny_vars: ['AGENT_*']}}").size(), std::size_t{0});
        QCOMPARE(ways("{environment: {allow_vars: ['agent*'], case_insensitive_vars: true}}").size(),
                 std::size_t{1});
        QCOMPARE(ways("{environment: {allow_vars: [], set_vars: {AGENT_SANDBOX_EXECD_SOCKET: 'x'}}}").size(),
                 std::size_t{1});
        const Strings edges = ways(
            "{environment: {allow_vars: []}, command_policies: {session_export_env: ['A*'], commands: {git: "
            "{export_env: ['*'],"
            "from: {session: {sandbox: {environment: {allow_vars: ['AGENT*'],"
            "set_vars: {AGENT_SANDBOX_EXECD_SOCKET: 'x'}}}}, ssh: {environment: {allow_vars: ['*']}}}}}}}");
        QCOMPARE(edges.size(), std::size_t{5});
        QCOMPARE(edges[2], std::string("commands.git.from.session.sandbox.environment.allow_vars: AGENT*"));
        QCOMPARE(edges[4], std::string("commands.git.from.ssh.environment.allow_vars: *"));
    }

    void globsAreNonos() {
        QVERIFY(variable_glob_matches("A*B*C", "AxBxBC"));
        QVERIFY(variable_glob_matches("*", ""));
        QVERIFY(variable_glob_matches("A*", "A"));
        QVERIFY(variable_glob_matches("*A", "BA"));
        QVERIFY(!variable_glob_matches("AB*BA", "ABA"));
        QVERIFY(!variable_glob_matches("", ""));
        QVERIFY(!variable_glob_matches("A?", "AB"));
        QVERIFY(!variable_glob_matches("A", "AB"));
        QVERIFY(is_blocked_variable("BASH_FUNC_x%%"));
        QVERIFY(!is_blocked_variable("NODE_EXTRA_CA_CERTS"));
    }

    void faults_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("told");
        const auto row = [](const char* name, const char* text, const char* told) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(told);
        };
        row("no object", "[]", "p.json:1:1: a profile has to be an object");
        row("syntax", "{\n  \"a\" 1}", "p.json:2:7: a colon");
        row("workdir", "{workdir: {access: 'all'}}", "'workdir.access'");
        row("list of numbers", "{environment:\n{allow_vars: [1]}}", "p.json:2:15: 'environment.allow_vars'");
        row("list missing", "{environment: {allow_vars: 'A'}}", "has to be a list, not a string");
        row("block", "{network: {block: 'yes'}}", "'network.block' has to be true or false");
        row("port", "{network: {open_port: [70000]}}", "port numbers");
        row("port text", "{network: {open_port: ['80']}}", "port numbers");
        row("rule",
            "{command_policies: {commands: {g: {from: {session: {sandbox: {}, invocation_policy: {deny: "
            "[1]}}}}}}}",
            "'commands.g.from.session.deny[0]' has to be an object");
        row("edge", "{command_policies: {commands: {g: {from: {session: 1}}}}}", "'commands.g.from.session'");
        row("command", "{command_policies: {commands: {g: []}}}", "'commands.g' has to be an object");
        row("set_vars", "{environment: {set_vars: {A: 1}}}", "'environment.set_vars.A'");
        row("unknown base", "{extends: 'no-such'}", "its base 'no-such' was not found");
        row("registry base", "{extends: 'nolabs-ai/claude'}", "comes from nono's registry");
        row("path base", "{extends: '..'}", "cannot be the name");
        row("bad base text", "{extends: '\\u001b[31m'}", "cannot be the name");
    }

    void faults() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, told);
        write("p/p.json", text);
        const Result<Profile> profile = read_profile(path("p/p.json").toStdString());
        QVERIFY(!profile);
        QVERIFY2(profile.error().what.find(told.toStdString()) != std::string::npos,
                 profile.error().what.c_str());
        QVERIFY(profile.error().what.find('\x1b') == std::string::npos);
    }

    void circlesAndLongChainsEnd() {
        write("p/a.json", "{extends: 'b'}");
        write("p/b.json", "{extends: 'a'}");
        const Result<Profile> circle = read_profile(path("p/a.json").toStdString());
        QVERIFY(!circle);
        QVERIFY(circle.error().what.find("circle") != std::string::npos);
        for (int i = 0; i < 12; ++i)
            write(QStringLiteral("p/c%1.json").arg(i).toUtf8().constData(),
                  QStringLiteral("{extends: 'c%1'}").arg(i + 1).toUtf8());
        write("p/c12.json", "{}");
        QVERIFY(read_profile(path("p/c0.json").toStdString()).error().what.find("deeper than 10")
                != std::string::npos);
        QVERIFY(read_profile(path("p/c2.json").toStdString()).ok());
        // Every level twice: the number of files is bounded, not only the depth.
        for (int i = 0; i < 9; ++i)
            write(QStringLiteral("p/d%1.json").arg(i).toUtf8().constData(),
                  QStringLiteral("{extends: ['d%1', 'd%1']}").arg(i + 1).toUtf8());
        write("p/d9.json", "{}");
        QVERIFY(read_profile(path("p/d0.json").toStdString()).error().what.find("64 files")
                != std::string::npos);
    }

    void hostileFilesEndInErrors() {
        QVERIFY(!read_profile(path("p/gone.json").toStdString()));
        QVERIFY(!read_profile(path("p").toStdString()));
        QVERIFY(!read_profile("/dev/zero"));
        write("p/p.json", QByteArray(2 << 20, ' ') + "{}");
        QVERIFY(!read_profile(path("p/p.json").toStdString()));
        write("p/p.json", "{a: " + QByteArray(200000, '{'));
        QVERIFY(!read_profile(path("p/p.json").toStdString()));
        write("p/p.json", QByteArray("{\"a\": \"\xff\"}"));
        QVERIFY(!read_profile(path("p/p.json").toStdString()));
    }

    void digestSeesEveryChange() {
        const std::string one = path("p/one").toStdString();
        const std::string two = path("p/two").toStdString();
        const std::string nothing = digest_files({one, two});
        write("p/one", "a");
        const std::string first = digest_files({one, two});
        write("p/two", "");
        const std::string both = digest_files({one, two});
        write("p/one", "b");
        const std::string changed = digest_files({one, two});
        QCOMPARE(changed.size(), std::size_t{16});
        QVERIFY(nothing != first && first != both && both != changed && nothing != both);
        write("p/one", "a");
        QCOMPARE(digest_files({one, two}), both);
    }

    void userFolderNeedsAnAbsoluteOne() {
        QCOMPARE(nono_profile_dir(), path("config/nono/profiles").toStdString());
        qputenv("XDG_CONFIG_HOME", "config");
        QCOMPARE(nono_profile_dir(), folder_->path().toStdString() + "/.config/nono/profiles");
        qputenv("XDG_CONFIG_HOME", "/no/such/folder");
        QCOMPARE(nono_profile_dir(), folder_->path().toStdString() + "/.config/nono/profiles");
    }

private:
    QString path(const char* name) const { return folder_->filePath(QString::fromUtf8(name)); }

    void write(const char* name, const QByteArray& text) const {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), text.size());
    }

    Profile read(const QByteArray& text) const {
        write("p/p.json", text);
        Result<Profile> profile = read_profile(path("p/p.json").toStdString());
        if (!profile)
            qFatal("%s", profile.error().what.c_str());
        return std::move(*profile);
    }

    std::unique_ptr<QTemporaryDir> folder_;
};

QTEST_GUILESS_MAIN(ProfileReaderTest)
#include "profile_reader_test.moc"
