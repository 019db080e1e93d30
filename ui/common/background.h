// Work that reads files, off the GUI thread.
#pragma once

#include <QMetaObject>
#include <QObject>
#include <QThreadPool>
#include <QVariant>

#include <memory>
#include <utility>

namespace asb::ui {

/// Runs `work()` in a thread of the pool and hands its result to `done` in `context`'s thread, unless
/// `context` has been destroyed meanwhile. `work` must own everything it touches. `context` lives in the GUI
/// thread, and so does the caller.
template <typename Work, typename Done>
void in_background(QObject* context, Work work, Done done) {
    // A messenger of its own: posting to `context` from another thread would race with its end.
    auto* messenger = new QObject;
    QObject::connect(context, &QObject::destroyed, messenger,
                     [messenger] { messenger->setProperty("orphan", true); });
    QThreadPool::globalInstance()->start(
        [messenger, work = std::move(work), done = std::move(done)]() mutable {
            auto result = std::make_shared<decltype(work())>(work());
            QMetaObject::invokeMethod(
                messenger,
                [messenger, result, done = std::move(done)]() mutable {
                    if (!messenger->property("orphan").toBool())
                        done(std::move(*result));
                    messenger->deleteLater();
                },
                Qt::QueuedConnection);
        });
}

} // namespace asb::ui
