// Long work on the GUI thread in slices that nobody feels (desktop-measured.md §6): a filter's scan, an
// export, statistics.
#pragma once

#include <QObject>
#include <QTimer>

#include <functional>

namespace asb::ui {

class SlicedWork : public QObject {
    Q_OBJECT
public:
    explicit SlicedWork(QObject* parent = nullptr);

    /// Calls `step` from the event loop, many times in a slice of at most 4 ms, until it returns false; then
    /// `done`. A step should take well under a millisecond. Work that is under way is dropped without `done`.
    void start(std::function<bool()> step, std::function<void()> done);
    void stop();
    /// All that is left of it at once, `done` included.
    void finish();
    bool is_active() const { return static_cast<bool>(step_); }

private:
    void slice();
    void done_with_it();

    std::function<bool()> step_;
    std::function<void()> done_;
    QTimer timer_;
};

} // namespace asb::ui
