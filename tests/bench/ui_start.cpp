// Start to first painted window, against an empty QMainWindow (issue 4, "Speed": at most 1.5 times). Starts
// itself over and over, both kinds in turn, and compares the medians of the time from exec to the first
// paint.
#include "core/base/clock.h"
#include "core/ipc/session_list.h"
#include "ui/settings/settings.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QProcess>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <vector>

using namespace asb;
using namespace asb::ui;

namespace {

constexpr double kLimit = 1.5;
constexpr int kRounds = 9;

/// Says when its window has been painted, and ends.
class PaintWatch : public QApplication {
public:
    using QApplication::QApplication;
    bool notify(QObject* receiver, QEvent* event) override {
        const bool result = QApplication::notify(receiver, event);
        if (event->type() == QEvent::Paint && window && receiver == window) {
            std::printf("%lld\n", static_cast<long long>(monotonic_us()));
            std::fflush(stdout);
            std::_Exit(0);
        }
        return result;
    }
    const QObject* window = nullptr;
};

int child(int argc, char** argv, bool full) {
    PaintWatch application(argc, argv);
    const std::string folder = argv[2];
    std::unique_ptr<QMainWindow> window;
    std::unique_ptr<Theme> theme;
    std::unique_ptr<SessionList> sessions;
    std::unique_ptr<Settings> settings;
    if (full) {
        settings = std::make_unique<Settings>(folder, folder);
        theme = std::make_unique<Theme>();
        sessions = std::make_unique<SessionList>();
        window = std::make_unique<MainWindow>(*sessions, *settings);
        sessions->start();
    } else {
        window = std::make_unique<QMainWindow>();
    }
    window->resize(1200, 800);
    application.window = window.get();
    window->show();
    return QApplication::exec();
}

/// Milliseconds from exec to the first paint; negative when it did not come.
double measure(const char* kind, const QString& folder) {
    QProcess process;
    const std::int64_t start = monotonic_us();
    process.start(QCoreApplication::applicationFilePath(), {QString::fromLatin1(kind), folder});
    if (!process.waitForFinished(20'000) || process.exitCode() != 0)
        return -1;
    return static_cast<double>(process.readAllStandardOutput().trimmed().toLongLong() - start) / 1e3;
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
        return child(argc, argv, std::string_view(argv[1]) == "full");
    const QCoreApplication application(argc, argv);
    const QTemporaryDir home;
    qputenv("HOME", home.path().toUtf8());
    for (const char* name : {"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"})
        qputenv(name, home.path().toUtf8());
    std::vector<double> empty;
    std::vector<double> full;
    for (int round = 0; round < kRounds; ++round) {
        empty.push_back(measure("empty", home.path()));
        full.push_back(measure("full", home.path()));
        if (empty.back() < 0 || full.back() < 0) {
            std::fprintf(stderr, "ui-start: a window was not painted\n");
            return 1;
        }
    }
    const double ratio = median(full) / median(empty);
    std::printf("empty QMainWindow %.0f ms, the window %.0f ms: %.2f times (limit %.1f)%s\n", median(empty),
                median(full), ratio, kLimit, ratio <= kLimit ? "" : "  OVER");
    return ratio <= kLimit ? 0 : 1;
}
