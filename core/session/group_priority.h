// The share of the processor that a process and all that it starts get against the user's other sessions
// (sched(7), autogroup: one group for each setsid(2)). Unlike a nice value an ordinary user can give it back.
#pragma once

#include <QObject>
#include <QTimer>

#include <sys/types.h>

namespace asb {

class GroupPriority : public QObject {
    Q_OBJECT
public:
    explicit GroupPriority(QObject* parent = nullptr);

    /// The group of this session leader takes what others leave, until restore() or for a second. Nothing
    /// happens where the kernel has no such groups, or the leader's control group has a share of its own.
    void lower(pid_t leader);
    /// Gives it its full share: now, or within a few tenths of a second (the kernel takes ten such changes a
    /// second from all ordinary users together).
    void restore();

private:
    pid_t leader_ = 0;
    QTimer timer_;
};

} // namespace asb
