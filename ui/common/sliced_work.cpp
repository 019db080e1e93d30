#include "ui/common/sliced_work.h"

#include "core/base/clock.h"

#include <utility>

namespace asb::ui {
namespace {
constexpr std::int64_t kSliceUs = 4000;
}

SlicedWork::SlicedWork(QObject* parent) : QObject(parent), timer_(this) {
    timer_.setInterval(0);
    connect(&timer_, &QTimer::timeout, this, &SlicedWork::slice);
}

void SlicedWork::start(std::function<bool()> step, std::function<void()> done) {
    step_ = std::move(step);
    done_ = std::move(done);
    timer_.start();
}

void SlicedWork::stop() {
    timer_.stop();
    step_ = nullptr;
    done_ = nullptr;
}

void SlicedWork::finish() {
    while (step_()) {
    }
    done_with_it();
}

void SlicedWork::done_with_it() {
    const std::function<void()> done = std::move(done_);
    stop();
    done(); // may start the next work
}

void SlicedWork::slice() {
    const std::int64_t end = monotonic_us() + kSliceUs;
    do {
        if (step_())
            continue;
        done_with_it();
        return;
    } while (monotonic_us() < end);
}

} // namespace asb::ui
