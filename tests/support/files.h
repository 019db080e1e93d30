// Whole files, and the machine as the keeper makes it for nono.
#pragma once

#include <QByteArray>
#include <QFile>
#include <QString>
#include <QTest>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

namespace asb::test {

inline QByteArray content(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Fails the test when it cannot; `program`: the owner may execute it.
inline void write(const QString& path, const QByteArray& text, bool program = false) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text), text.size());
    file.close();
    if (program)
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::ExeOwner | QFile::WriteOwner));
}

/// As root on a machine with v1 cgroups nono refuses declared commands; the front program hides that folder
/// likewise. For this process and what it starts.
inline void hide_broken_cgroups() {
    const char* folder = "/sys/fs/cgroup";
    if (::geteuid() != 0 || ::access("/sys/fs/cgroup/cgroup.procs", F_OK) == 0 || ::unshare(CLONE_NEWNS) != 0)
        return;
    ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr);
    ::mount(folder, folder, nullptr, MS_BIND | MS_REC, nullptr);
    ::mount("none", folder, nullptr, MS_REMOUNT | MS_BIND | MS_RDONLY, nullptr);
}

} // namespace asb::test
