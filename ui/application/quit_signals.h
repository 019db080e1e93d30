// TERM, HUP and INT as a Qt signal. By a handler and a pipe, not by a blocked mask: the window's program has
// threads of Qt and children that must not inherit one.
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"

#include <QObject>
#include <QSocketNotifier>

#include <memory>

namespace asb::ui {

class QuitSignals : public QObject {
    Q_OBJECT
public:
    explicit QuitSignals(QObject* parent = nullptr);
    ~QuitSignals() override;
    /// One object at a time may be started.
    Status start();

Q_SIGNALS:
    void received();

private:
    Pipe pipe_;
    std::unique_ptr<QSocketNotifier> notifier_;
};

} // namespace asb::ui
