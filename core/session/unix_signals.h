// Unix signals as Qt signals, through a signalfd(2): they are noticed only in the event loop, never in the
// middle of a step.
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"

#include <QObject>
#include <QSocketNotifier>

#include <memory>

namespace asb {

class UnixSignals : public QObject {
    Q_OBJECT
public:
    explicit UnixSignals(QObject* parent = nullptr);
    /// Puts the former mask back.
    ~UnixSignals() override;

    /// Blocks INT, QUIT, TERM and HUP in this (single) thread and reports them from now on; ignores PIPE.
    /// Children need an empty mask before their exec (child_setup.h).
    Status start();

Q_SIGNALS:
    void received(int signal);

private:
    void read_signals();

    Fd file_;
    std::unique_ptr<QSocketNotifier> notifier_;
};

} // namespace asb
