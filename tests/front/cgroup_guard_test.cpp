// The read-only view of /sys/fs/cgroup for root, tried on a folder of the test's own.
#include "child.h"
#include "core/front/cgroup_guard.h"

#include <QTemporaryDir>
#include <QtTest>
#include <sys/stat.h>

using namespace asb;
using namespace asb::test;

class CgroupGuardTest : public QObject {
    Q_OBJECT

private slots:
    void needed() {
        QTemporaryDir dir;
        const std::string folder = dir.path().toStdString();
        QCOMPARE(cgroup_guard_needed(folder.c_str()), ::geteuid() == 0);
        QVERIFY(write_file_atomically(folder + "/cgroup.procs", ""));
        QVERIFY(!cgroup_guard_needed(folder.c_str()));
        QVERIFY(!cgroup_guard_needed("/nowhere"));
    }

    void makes_it_read_only_for_this_process_alone() {
        if (::geteuid() != 0)
            QSKIP("needs root");
        QTemporaryDir dir;
        const std::string folder = dir.path().toStdString();
        Child child([&] {
            const Status guarded = guard_cgroup(folder.c_str());
            if (!guarded)
                return guarded.error().code == EPERM ? 77 : 1;
            if (::mkdir((folder + "/x").c_str(), 0700) == 0 || errno != EROFS)
                return 2;
            return cgroup_guard_needed(folder.c_str()) ? 3 : 0;
        });
        const int status = child.wait();
        if (status == 77)
            QSKIP("this system does not let root make mount namespaces");
        QCOMPARE(status, 0);
        QCOMPARE(::mkdir((folder + "/x").c_str(), 0700), 0);
        ::rmdir((folder + "/x").c_str());
    }

    void says_why_not() {
        if (::geteuid() == 0)
            QSKIP("root may do it");
        Child child([] {
            const Status guarded = guard_cgroup("/tmp");
            return !guarded && guarded.error().what.find("cgroup.procs") != std::string::npos
                           && !guarded.error().hint.empty()
                       ? 0
                       : 1;
        });
        QCOMPARE(child.wait(), 0);
    }
};

QTEST_APPLESS_MAIN(CgroupGuardTest)
#include "cgroup_guard_test.moc"
