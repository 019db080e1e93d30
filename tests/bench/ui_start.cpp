// Start to first painted window, against an empty QMainWindow (issue 4, "Speed": at most 1.5 times). Starts
// itself over and over, both kinds in turn, and compares the medians of the time from exec to the first
// paint.
#include "core/base/clock.h"
#include "ui/application/single_instance.h"
#include "ui/application/viewer.h"

#include <QApplication>
#include <QProcess>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

using namespace asb;
using namespace asb::ui;

namespace {

constexpr double kLimit = 1.5;
constexpr int kRounds = 15;

/// Milliseconds until the window's first paint and, of the viewer's, the first paint that shows what it
/// holds.
struct Paints {
    double first = -1;
    double first_cpu = -1; ///< of the process
    double filled = -1;
};

double process_ms() {
    timespec now{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// Says when its window has been painted, and ends when that is all.
class PaintWatch : public QApplication {
public:
    using QApplication::QApplication;
    bool notify(QObject* receiver, QEvent* event) override {
        const bool result = QApplication::notify(receiver, event);
        if (event->type() != QEvent::Paint || !window)
            return result;
        const bool last = holds.isEmpty() ? receiver == window : receiver->objectName() == holds;
        if (last || (receiver == window && !told_))
            std::printf("%lld %f\n", static_cast<long long>(monotonic_us()), process_ms());
        told_ = told_ || receiver == window;
        if (last) {
            std::fflush(stdout);
            std::_Exit(0);
        }
        return result;
    }
    const QObject* window = nullptr;
    QString holds; ///< name of the last thing to be painted; empty: the window itself

private:
    bool told_ = false;
};

int child_empty(int argc, char** argv) {
    PaintWatch application(argc, argv);
    QMainWindow window;
    window.resize(1200, 800);
    application.window = &window;
    window.show();
    return QApplication::exec();
}

/// The supervisor as its program makes it; `folder` is the home of somebody without a session.
int child_full(int argc, char** argv, const std::string& folder) {
    PaintWatch application(argc, argv);
    InstanceServer server;
    if (!server.open(instance_paths(folder)))
        return 1;
    Viewer viewer(server, {});
    application.window = &viewer.window();
    application.holds = QStringLiteral("empty_page");
    viewer.start({});
    return QApplication::exec();
}

/// Milliseconds from exec to the paints; negative when one did not come.
Paints measure(const char* kind, const QString& folder) {
    QProcess process;
    const std::int64_t start = monotonic_us();
    process.start(QCoreApplication::applicationFilePath(), {QString::fromLatin1(kind), folder});
    if (!process.waitForFinished(20'000) || process.exitCode() != 0)
        return {};
    const QList<QByteArray> lines = process.readAllStandardOutput().split('\n');
    const auto since = [&](const QByteArray& line) {
        return static_cast<double>(line.split(' ').value(0).toLongLong() - start) / 1e3;
    };
    return {since(lines.value(0)), lines.value(0).split(' ').value(1).toDouble(),
            lines.size() > 2 ? since(lines.value(1)) : 0};
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

} // namespace

int main(int argc, char** argv) {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    if (argc > 2)
        return std::string_view(argv[1]) == "full" ? child_full(argc, argv, argv[2])
                                                   : child_empty(argc, argv);
    const QCoreApplication application(argc, argv);
    const QTemporaryDir home;
    qputenv("HOME", home.path().toUtf8());
    for (const char* name : {"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"})
        qputenv(name, home.path().toUtf8());
    if (qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS"))
        qputenv("DBUS_SESSION_BUS_ADDRESS", "disabled:"); // else a bus is looked for and started
    std::vector<double> empty;
    std::vector<double> empty_cpu;
    std::vector<double> full;
    std::vector<double> full_cpu;
    std::vector<double> filled;
    for (int round = 0; round < kRounds; ++round) {
        const Paints one = measure("empty", home.path());
        const Paints other = measure("full", home.path());
        if (one.first < 0 || other.first < 0 || other.filled <= 0) {
            std::fprintf(stderr, "ui-start: a window was not painted\n");
            return 1;
        }
        empty.push_back(one.first);
        empty_cpu.push_back(one.first_cpu);
        full.push_back(other.first);
        full_cpu.push_back(other.first_cpu);
        filled.push_back(other.filled);
    }
    const double ratio = median(full) / median(empty);
    std::printf("empty QMainWindow %.1f ms, the window %.1f ms: %.2f times (limit %.1f)%s\n", median(empty),
                median(full), ratio, kLimit, ratio <= kLimit ? "" : "  OVER");
    std::printf("CPU time %.1f and %.1f ms: %.2f times; with all that the window holds after %.1f ms\n",
                median(empty_cpu), median(full_cpu), median(full_cpu) / median(empty_cpu), median(filled));
    return ratio <= kLimit ? 0 : 1;
}
