#include "core/session/group_priority.h"

#include "core/base/fd.h"

#include <cerrno>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <unistd.h>

namespace asb {
namespace {

constexpr std::string_view kBehind = "10"; ///< a tenth of the weight of 0
constexpr std::string_view kFull = "0";
constexpr int kLongestMs = 1000;
constexpr int kAgainMs = 60;

/// 0, or why not; EAGAIN: there were too many changes just now.
int set_group_nice(pid_t leader, std::string_view nice) {
    const Fd file(::open(("/proc/" + std::to_string(leader) + "/autogroup").c_str(), O_WRONLY | O_CLOEXEC));
    if (!file)
        return errno;
    return ::write(file.get(), nice.data(), nice.size()) < 0 ? errno : 0;
}

} // namespace

GroupPriority::GroupPriority(QObject* parent) : QObject(parent) {
    timer_.setSingleShot(true);
    connect(&timer_, &QTimer::timeout, this, &GroupPriority::restore);
}

void GroupPriority::lower(pid_t leader) {
    if (leader <= 0 || set_group_nice(leader, kBehind) != 0)
        return;
    leader_ = leader;
    timer_.start(kLongestMs);
}

void GroupPriority::restore() {
    timer_.stop();
    if (leader_ == 0)
        return;
    if (set_group_nice(leader_, kFull) == EAGAIN)
        timer_.start(kAgainMs);
    else
        leader_ = 0;
}

} // namespace asb
