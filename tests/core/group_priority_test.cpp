// A process group's share of the processor is lowered and comes back, by itself too.
#include "core/base/fd.h"
#include "core/session/group_priority.h"
#include "tests/support/patience.h"

#include <QFile>
#include <QProcess>
#include <QTest>

#include <unistd.h>

using namespace asb;

namespace {

/// "nice N" of the group of a process; empty where the kernel has no such groups.
std::string group_nice(qint64 pid) {
    const Result<std::string> text = read_file("/proc/" + std::to_string(pid) + "/autogroup", 256);
    const std::size_t at = text ? text->find("nice") : std::string::npos;
    return at == std::string::npos ? std::string() : text->substr(at, text->find('\n', at) - at);
}

} // namespace

class GroupPriorityTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        process_.setChildProcessModifier([] { ::setsid(); });
        process_.start(QStringLiteral("/bin/sleep"), {QStringLiteral("100")});
        QVERIFY(process_.waitForStarted());
        pid_ = static_cast<pid_t>(process_.processId());
        has_groups_ = QFile::exists(QStringLiteral("/proc/self/autogroup"));
    }
    void cleanup() {
        process_.kill();
        process_.waitForFinished();
    }

    void lowered_and_restored() {
        GroupPriority priority;
        lower(priority);
        priority.restore();
        QTRY_COMPARE(group_nice(pid_), whole());
        priority.restore(); // once more changes nothing
        QCOMPARE(group_nice(pid_), whole());
    }

    void comes_back_by_itself() {
        GroupPriority priority;
        lower(priority);
        QTRY_COMPARE(group_nice(pid_), whole());
    }

    void processes_that_are_gone_are_no_matter() {
        GroupPriority priority;
        priority.lower(0);
        lower(priority);
        cleanup();
        priority.restore();
        priority.lower(pid_);
    }

private:
    std::string whole() const { return has_groups_ ? "nice 0" : std::string(); }
    /// The kernel may have had too many changes just now.
    void lower(GroupPriority& priority) const {
        const auto is_lower = [&] {
            priority.lower(pid_);
            return !has_groups_ || group_nice(pid_) == "nice 10";
        };
        QVERIFY(QTest::qWaitFor(is_lower, test::kPatienceMs)); // once it is: it comes back by itself
    }

    QProcess process_;
    pid_t pid_ = 0;
    bool has_groups_ = false;
};

QTEST_GUILESS_MAIN(GroupPriorityTest)
#include "group_priority_test.moc"
