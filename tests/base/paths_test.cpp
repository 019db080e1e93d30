#include "core/base/fd.h"
#include "core/base/paths.h"

#include <QTemporaryDir>
#include <QtTest>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace asb;

namespace {

bool exists(const std::string& path) {
    struct stat info {};
    return ::lstat(path.c_str(), &info) == 0;
}

unsigned mode_of(const std::string& path) {
    struct stat info {};
    return ::stat(path.c_str(), &info) == 0 ? info.st_mode & 07777U : 0;
}

} // namespace

class PathsTest : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;
    std::string path(const std::string& name) const { return dir_.path().toStdString() + '/' + name; }

private slots:
    void absolute() {
        QCOMPARE(absolute_path("a/../b/./c", "/x//y"), std::string("/x/y/b/c"));
        QCOMPARE(absolute_path("/a/b/../../..", "/x"), std::string("/"));
        QCOMPARE(absolute_path("", "/x/"), std::string("/x"));
        QCOMPARE(absolute_path("../../z", "/x"), std::string("/z"));
    }

    void own_places() {
        const Result<std::string> self = self_path();
        QVERIFY(self && self->find("/base_paths_test") != std::string::npos);
        const Result<std::string> shell = agent_shell_path();
        QVERIFY(shell && shell->find("bash", shell->rfind('/')) != std::string::npos);
    }

    void folders_of_the_user() {
        ::setenv("HOME", "/h", 1);
        ::unsetenv("XDG_STATE_HOME");
        ::setenv("XDG_CONFIG_HOME", "relative", 1);
        QCOMPARE(state_dir(), std::string("/h/.local/state/agent-sandbox"));
        QCOMPARE(config_dir(), std::string("/h/.config/agent-sandbox"));
        ::setenv("XDG_STATE_HOME", "/s", 1);
        ::setenv("XDG_CONFIG_HOME", "/c", 1);
        QCOMPARE(state_dir(), std::string("/s/agent-sandbox"));
        QCOMPARE(config_dir(), std::string("/c/agent-sandbox"));
        ::unsetenv("HOME");
        QVERIFY(home_dir()[0] == '/');
    }

    void runtime_folder() {
        ::setenv("XDG_RUNTIME_DIR", dir_.path().toUtf8().constData(), 1);
        Result<std::string> made = runtime_dir();
        QVERIFY(made);
        QCOMPARE(*made, path("agent-sandbox"));
        QCOMPARE(mode_of(*made), 0700U);
        ::chmod(made->c_str(), 0755);
        QVERIFY(runtime_dir());
        QCOMPARE(mode_of(*made), 0700U);
        ::rmdir(made->c_str());
        QVERIFY(make_dirs(path("elsewhere")));
        QCOMPARE(::symlink(path("elsewhere").c_str(), made->c_str()), 0);
        QVERIFY(!runtime_dir()); // a link somebody laid is not followed
        ::unlink(made->c_str());
    }

    void make_and_remove() {
        QVERIFY(make_dirs(path("a/b/c"), 0750));
        QVERIFY(make_dirs(path("a/b/c")));
        QVERIFY(write_file_atomically(path("a/file"), "x"));
        QVERIFY(!make_dirs(path("a/file/d")));
        QVERIFY(!make_dirs(path("a/file")));
        QVERIFY(!make_dirs(""));
        QVERIFY(remove_tree(path("a")));
        QVERIFY(!exists(path("a")));
        QVERIFY(remove_tree(path("a")));
    }

    void remove_does_not_follow_links() {
        QVERIFY(make_dirs(path("keep")));
        QVERIFY(write_file_atomically(path("keep/file"), "x"));
        QVERIFY(make_dirs(path("t")));
        QCOMPARE(::symlink(path("keep").c_str(), path("t/link").c_str()), 0);
        QVERIFY(remove_tree(path("t")));
        QVERIFY(exists(path("keep/file")));
        QCOMPARE(::symlink(path("keep").c_str(), path("l").c_str()), 0);
        QVERIFY(remove_tree(path("l")));
        QVERIFY(exists(path("keep/file")) && !exists(path("l")));
    }

    void remove_unwritable_folders() {
        QVERIFY(make_dirs(path("u/shims/deeper")));
        QVERIFY(write_file_atomically(path("u/shims/deeper/f"), "x"));
        ::chmod(path("u/shims/deeper").c_str(), 0);
        ::chmod(path("u/shims").c_str(), 0500);
        ::chmod(path("u").c_str(), 0500);
        QVERIFY(remove_tree(path("u")));
        QVERIFY(!exists(path("u")));
    }

    void remove_a_tree_of_any_depth() {
        QVERIFY(make_dirs(path("deep/.asb-removing-1")));
        Fd folder(::open(path("deep").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        for (int i = 0; i < 300; ++i) {
            QCOMPARE(::mkdirat(folder.get(), "d", 0700), 0);
            QCOMPARE(::mkdirat(folder.get(), "e", 0700), 0);
            folder = Fd(::openat(folder.get(), "d", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        }
        folder.reset();
        QVERIFY(remove_tree(path("deep")));
        QVERIFY(!exists(path("deep")));
    }

    void programs() {
        QVERIFY(make_dirs(path("bin/folder")));
        QVERIFY(write_file_atomically(path("bin/tool"), "#!/bin/sh\n", 0755));
        QVERIFY(write_file_atomically(path("bin/plain"), "x", 0644));
        ::setenv("PATH", ("/nowhere:" + path("bin")).c_str(), 1);
        QCOMPARE(find_program("tool"), path("bin/tool"));
        QCOMPARE(find_program(path("bin/tool")), path("bin/tool"));
        for (const char* name : {"plain", "folder", "absent", "", "./tool"})
            QCOMPARE(find_program(name), std::string());
    }

    void repeated_folders() {
        QVERIFY(make_dirs(path("usr/bin")));
        QVERIFY(make_dirs(path("local")));
        QCOMPARE(::symlink("usr/bin", path("merged").c_str()), 0);
        const std::string usr = path("usr/bin");
        const std::string local = path("local");
        const auto kept = [](const std::string& text) { return without_repeated_folders(text); };
        QCOMPARE(kept(local + ':' + usr + ':' + path("merged") + ':' + local + "/"), local + ':' + usr);
        QCOMPARE(kept(path("merged") + ':' + usr), path("merged"));
        QCOMPARE(kept("/absent/a:" + usr + ":/absent/a"), "/absent/a:" + usr + ":/absent/a");
        for (const char* same : {"", ":", "a::b", "bin:.:bin:", ":/absent"})
            QCOMPARE(kept(same), std::string(same));
    }
};

QTEST_APPLESS_MAIN(PathsTest)
#include "paths_test.moc"
