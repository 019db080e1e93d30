// The traffic page under fire (issue 4, "Speed"): events arrive from another thread, lines with child rows,
// while a filter is typed; every step of the GUI thread is timed. Says its numbers and fails over the limits.
//
//   ui-rate [--seconds N] [--rate N] [--rows N]      N events a second; the ring is full before the clock
//   starts
//
// Steps are judged by the wall clock when the program runs under a real-time scheduler (chrt -f 10), else by
// the thread's CPU time, so that a busy machine does not count.
#include "ui/traffic/traffic_page.h"
#include "ui/traffic/traffic_view.h"

#include "core/base/clock.h"
#include "core/events/filter.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QLineEdit>
#include <QMainWindow>
#include <QThread>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <memory>
#include <sched.h>
#include <unistd.h>

using namespace asb;
using namespace asb::ui;

namespace {

constexpr double kStepMs = 8; ///< 99.9 % of the steps
constexpr double kWorstMs = 16;
constexpr double kCorePercent = 30;
constexpr double kMegabytes = 80;
constexpr int kBatchMs = 33;

double cpu_ms() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

double resident_megabytes() {
    std::ifstream file("/proc/self/statm");
    long size = 0;
    long resident = 0;
    file >> size >> resident;
    return static_cast<double>(resident) * static_cast<double>(::sysconf(_SC_PAGESIZE)) / 1e6;
}

/// Times each event that the event loop delivers, nested ones as part of the outer one.
class TimedApplication : public QApplication {
public:
    using QApplication::QApplication;
    bool notify(QObject* receiver, QEvent* event) override {
        if (depth_ > 0 || !measuring)
            return QApplication::notify(receiver, event);
        ++depth_;
        const std::int64_t wall = monotonic_us();
        const double cpu = cpu_ms();
        const bool result = QApplication::notify(receiver, event);
        steps_wall.push_back(static_cast<double>(monotonic_us() - wall) / 1e3);
        steps_cpu.push_back(cpu_ms() - cpu);
        --depth_;
        return result;
    }
    bool measuring = false;
    std::vector<double> steps_wall;
    std::vector<double> steps_cpu;

private:
    int depth_ = 0;
};

/// Lines of four simple commands; a tenth of the lines comes twice, running first.
class Source : public QObject {
    Q_OBJECT
public:
    QVector<Record> take(int count) {
        QVector<Record> batch;
        batch.reserve(count);
        while (batch.size() < count)
            batch.append(next());
        return batch;
    }
    void start(int rate) {
        timer_ = std::make_unique<QTimer>();
        connect(timer_.get(), &QTimer::timeout, this,
                [this, rate] { Q_EMIT records(take(rate * kBatchMs / 1000)); });
        timer_->setTimerType(Qt::PreciseTimer);
        timer_->start(kBatchMs);
    }
    void stop() { timer_.reset(); }
Q_SIGNALS:
    void records(const QVector<asb::Record>& records);

private:
    Record next() {
        const std::uint64_t place = count_ % 5;
        if (place == 0 && !again_ && count_ / 5 % 10 == 3) { // the end of the line before
            again_ = true;
            Record end = line_;
            end.event.type = EventType::RequestEnd;
            end.event.status = 0;
            end.revision = ++revision_;
            return end;
        }
        again_ = false;
        ++count_;
        Record record;
        record.id = count_;
        record.revision = ++revision_;
        record.done = true;
        Event& event = record.event;
        event.time_ms = 1'764'424'931'000 + static_cast<std::int64_t>(count_ / 20);
        event.request = (count_ - 1) / 5 + 1;
        event.duration_us = static_cast<std::int64_t>(count_ % 9000);
        event.status = count_ % 29 == 0 ? 1 : 0;
        if (place == 0) {
            event.type = count_ / 5 % 10 == 2 ? EventType::RequestStart : EventType::RequestEnd;
            event.line = "cd src && git log --oneline -n " + std::to_string(count_)
                         + " | grep -v 'merge branch' && make -j2 test";
            event.cwd = "/home/ada/web-shop/packages/" + std::to_string(count_ % 17);
            line_ = record;
            return record;
        }
        event.type = EventType::CommandEnd;
        event.command = place;
        event.argv = {kPrograms[place], "--with-an-option",
                      "path/to/some/file-" + std::to_string(count_ % 977) + ".cpp", "-x"};
        event.path = std::string("/usr/bin/") + kPrograms[place];
        event.pid = static_cast<int>(count_ % 4'000'000);
        event.parent = event.pid - 1;
        event.user_us = 1200;
        event.system_us = 400;
        event.max_rss_kb = 9000;
        event.verdict = Verdict::Floor;
        if (count_ % 211 == 0) {
            event.verdict = Verdict::Refused;
            event.status = 126;
            event.reason = "pushing is for people: ask the operator";
            event.rule = "commands.git.from.session.deny[0]";
        }
        return record;
    }
    static constexpr const char* kPrograms[] = {"", "git", "grep", "make", "python3"};
    std::uint64_t count_ = 0;
    std::uint64_t revision_ = 0;
    bool again_ = false;
    Record line_;
    std::unique_ptr<QTimer> timer_; ///< lives in the source's thread
};

double quantile(std::vector<double> values, double share) {
    if (values.empty())
        return 0;
    std::sort(values.begin(), values.end());
    return values[std::min(values.size() - 1,
                           static_cast<std::size_t>(share * static_cast<double>(values.size())))];
}

bool judge(const char* what, double value, double limit, const char* unit) {
    const bool ok = value <= limit;
    std::printf("%-34s %8.2f %s (limit %.0f)%s\n", what, value, unit, limit, ok ? "" : "  OVER");
    return ok;
}

} // namespace

int main(int argc, char** argv) {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    TimedApplication application(argc, argv);
    QCommandLineParser options;
    options.addOptions({{QStringLiteral("seconds"), {}, QStringLiteral("N"), QStringLiteral("6")},
                        {QStringLiteral("rate"), {}, QStringLiteral("N"), QStringLiteral("20000")},
                        {QStringLiteral("rows"), {}, QStringLiteral("N"), QStringLiteral("200000")}});
    options.process(application);
    const int seconds = options.value(QStringLiteral("seconds")).toInt();
    const int rate = options.value(QStringLiteral("rate")).toInt();
    const int rows = options.value(QStringLiteral("rows")).toInt();

    QMainWindow window;
    auto* page = new TrafficPage(&window);
    window.setCentralWidget(page);
    window.resize(1200, 800);
    window.show();
    page->set_row_limit(rows);
    TrafficModel& model = *static_cast<TrafficModel*>(page->findChild<TrafficView*>()->model());
    QCoreApplication::processEvents();

    Source source;
    const double before = resident_megabytes();
    for (int filled = 0; filled < rows; filled += 1000) {
        model.add(source.take(1000));
        model.flush_all();
    }
    const double memory = resident_megabytes() - before;

    QThread thread;
    source.moveToThread(&thread);
    QObject::connect(&source, &Source::records, &model, &TrafficModel::add);
    QObject::connect(&thread, &QThread::started, &source, [&] { source.start(rate); });
    thread.start();
    // A filter is typed and cleared again during half of the run.
    const QString text = QStringLiteral("cmd:git status!=0 -verdict:floor");
    int key = 0;
    QTimer typing;
    QObject::connect(&typing, &QTimer::timeout, &model, [&] {
        const int place = key++ % (2 * static_cast<int>(text.size()));
        if (place <= text.size())
            page->set_filter_text(place == text.size() ? QString() : text.left(place + 1));
    });
    typing.start(150);
    application.measuring = true;
    const double cpu_start = cpu_ms();
    const std::int64_t start = monotonic_us();
    QTimer::singleShot(seconds * 1000, &application, &QCoreApplication::quit);
    application.exec();
    application.measuring = false;
    const double elapsed_ms = static_cast<double>(monotonic_us() - start) / 1e3;
    const double core = (cpu_ms() - cpu_start) / elapsed_ms * 100;
    QMetaObject::invokeMethod(
        &source, [&source] { source.stop(); }, Qt::BlockingQueuedConnection);
    thread.quit();
    thread.wait();

    const bool real_time = ::sched_getscheduler(0) == SCHED_FIFO;
    const std::vector<double>& steps = real_time ? application.steps_wall : application.steps_cpu;
    std::printf("%d events/s, %.1f s, ring %d rows, %zu steps, judged by %s\n", rate, elapsed_ms / 1e3, rows,
                steps.size(), real_time ? "wall clock" : "CPU time (no real-time scheduler)");
    bool ok = judge("99.9 % of the steps", quantile(steps, 0.999), kStepMs, "ms");
    ok = judge("longest step", quantile(steps, 1), kWorstMs, "ms") && ok;
    std::printf("%-34s %8.2f ms\n", "longest step by wall clock", quantile(application.steps_wall, 1));
    ok = judge("GUI thread", core, kCorePercent, "% of a core") && ok;
    ok = judge("memory of the rows", memory, kMegabytes, "MB") && ok;
    std::printf("%-34s %8zu\n", "rows kept", model.log().rows());
    std::printf("%-34s %8.2f MB\n", "after the run", resident_megabytes() - before);
    return ok ? 0 : 1;
}

#include "ui_rate.moc"
