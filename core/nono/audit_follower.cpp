#include "core/nono/audit_follower.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace asb {
namespace {

constexpr int kBusyMs = 5;
constexpr int kQuietMs = 250;
constexpr int kMissingMs = 20; ///< until the file is there (0.27 s after nono's start)
constexpr std::size_t kMaxLine = std::size_t{4} << 20;
constexpr std::size_t kMaxNetworkSeen = 8192; ///< nono itself keeps 4096 records in memory

} // namespace

AuditFollower::AuditFollower(std::string path, QObject* parent)
    : QObject(parent), path_(std::move(path)), watcher_(std::make_unique<QFileSystemWatcher>()) {
    timer_.setInterval(kMissingMs);
    connect(&timer_, &QTimer::timeout, this, &AuditFollower::read_more);
    connect(watcher_.get(), &QFileSystemWatcher::fileChanged, this, &AuditFollower::read_more);
}

void AuditFollower::start() {
    timer_.start();
    read_more();
}

void AuditFollower::set_busy(bool busy) {
    if (file_)
        timer_.setInterval(busy || !watcher_ ? kBusyMs : kQuietMs);
}

void AuditFollower::stop_watching() {
    watcher_.reset();
    set_busy(true);
}

void AuditFollower::drain() {
    read_more();
    if (!pending_.empty()) {
        take_line(pending_); // nono was killed in the middle of a line, or wrote no last newline
        pending_.clear();
    }
}

void AuditFollower::open_file() {
    file_.reset(::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    if (!file_)
        return;
    if (watcher_)
        watcher_->addPath(QString::fromStdString(path_));
    set_busy(false);
}

void AuditFollower::read_more() {
    if (!file_)
        open_file();
    if (!file_)
        return;
    struct stat state {};
    if (::fstat(file_.get(), &state) == 0 && state.st_size < offset_) {
        offset_ = 0;
        pending_.clear();
        Q_EMIT trouble(
            QStringLiteral("nono's event log became smaller; it is read again from its beginning"));
    }
    char buffer[65536];
    for (;;) {
        const ssize_t count = ::pread(file_.get(), buffer, sizeof buffer, offset_);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            break;
        offset_ += count;
        pending_.append(buffer, static_cast<std::size_t>(count));
        take_lines();
    }
}

void AuditFollower::take_lines() {
    std::size_t start = 0;
    for (;;) {
        const std::size_t end = pending_.find('\n', start);
        if (end == std::string::npos)
            break;
        if (!skipping_)
            take_line(std::string_view(pending_).substr(start, end - start));
        skipping_ = false;
        start = end + 1;
    }
    pending_.erase(0, start);
    if (pending_.size() > kMaxLine) {
        skipping_ = true;
        pending_.clear();
        Q_EMIT trouble(QStringLiteral("a line of nono's event log is longer than 4 MiB and is left out"));
    }
}

void AuditFollower::take_line(std::string_view line) {
    if (line.empty())
        return;
    const Result<AuditRecord> parsed = parse_audit_line(line);
    if (!parsed) {
        Q_EMIT trouble(QString::fromStdString(parsed.error().what));
        return;
    }
    if (!seen_before(*parsed))
        Q_EMIT record(*parsed);
}

bool AuditFollower::seen_before(const AuditRecord& record) {
    if (record.type != AuditRecord::Type::Network)
        return false;
    if (!network_seen_.insert(record.identity).second)
        return true;
    network_order_.push_back(record.identity);
    if (network_order_.size() > kMaxNetworkSeen) {
        network_seen_.erase(network_order_.front());
        network_order_.pop_front();
    }
    return false;
}

} // namespace asb
