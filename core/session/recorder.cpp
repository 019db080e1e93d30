#include "core/session/recorder.h"

#include "core/base/clock.h"

#include <algorithm>

namespace asb {
namespace {

constexpr int kFlushMs = 40;
constexpr int kExpireMs = 200;
constexpr std::size_t kBatch = 660; ///< rows a transaction (desktop-measured.md §7)
constexpr std::size_t kRing = 5000;
constexpr std::size_t kMaxUnwritten = 50000;
constexpr std::int64_t kRetryUs = 2'000'000;

} // namespace

Recorder::Recorder(QObject* parent) : QObject(parent), ring_(kRing) {
    flush_timer_.setSingleShot(true);
    flush_timer_.setInterval(kFlushMs);
    connect(&flush_timer_, &QTimer::timeout, this, &Recorder::flush);
    expire_timer_.setInterval(kExpireMs);
    connect(&expire_timer_, &QTimer::timeout, this, [this] {
        join_.expire(monotonic_us());
        if (!join_.is_waiting())
            expire_timer_.stop();
        flush();
    });
}

Recorder::~Recorder() = default;

Status Recorder::open_store(const std::string& path) {
    if (const Status made = store_.create(path); !made)
        return made;
    flush();
    return success();
}

void Recorder::follow(const std::string& audit_file) {
    follower_ = std::make_unique<AuditFollower>(audit_file);
    connect(follower_.get(), &AuditFollower::record, this, &Recorder::take_audit);
    connect(follower_.get(), &AuditFollower::trouble, this, &Recorder::tell_once);
    follower_->start();
}

void Recorder::add(const Event& event) {
    Event numbered = event;
    numbered.sequence = ++sequence_;
    if (event.type == EventType::CommandStart && event.declared)
        ++declared_running_;
    const std::int64_t now = monotonic_us();
    join_.add_event(numbered, now);
    if (follower_ && declared_running_ > 0) {
        follower_->set_busy(true);
        if (event.type == EventType::CommandEnd)
            follower_->poll();
    }
    if (join_.is_waiting())
        expire_timer_.start();
    if (!flush_timer_.isActive())
        flush_timer_.start();
}

void Recorder::add_step(const std::string& text, std::optional<int> status) {
    Event event;
    event.type = EventType::Session;
    event.time_ms = wall_clock_ms();
    event.text = text;
    event.status = status;
    add(event);
}

void Recorder::take_audit(const AuditRecord& record) {
    join_.add_audit(record, monotonic_us());
    if (join_.is_waiting() && !expire_timer_.isActive())
        expire_timer_.start();
    if (!flush_timer_.isActive())
        flush_timer_.start();
}

void Recorder::flush() {
    const std::vector<Record> records = join_.take_changed();
    for (const Record& record : records) {
        ring_.put(record);
        if (record.done && record.event.declared && record.event.type == EventType::CommandEnd
            && declared_running_ > 0)
            --declared_running_;
    }
    if (follower_)
        follower_->set_busy(declared_running_ > 0 || join_.is_waiting());
    if (!records.empty())
        Q_EMIT changed(records);
    write_store(records);
}

void Recorder::write_store(std::vector<Record> records) {
    if (!unwritten_.empty() || !store_.is_open()) {
        unwritten_.insert(unwritten_.end(), records.begin(), records.end());
        if (unwritten_.size() > kMaxUnwritten)
            unwritten_.erase(unwritten_.begin(),
                             unwritten_.begin()
                                 + static_cast<std::ptrdiff_t>(unwritten_.size() - kMaxUnwritten));
        if (!store_.is_open() || monotonic_us() < retry_at_us_)
            return;
        records.swap(unwritten_);
        unwritten_.clear();
    }
    for (std::size_t start = 0; start < records.size(); start += kBatch) {
        const auto first = records.begin() + static_cast<std::ptrdiff_t>(start);
        const auto last =
            records.begin() + static_cast<std::ptrdiff_t>(std::min(start + kBatch, records.size()));
        const Status written = store_.write(std::vector<Record>(first, last));
        if (!written) {
            unwritten_.assign(first, records.end());
            retry_at_us_ = monotonic_us() + kRetryUs;
            tell_once(QString::fromStdString(written.error().text()));
            return;
        }
    }
}

void Recorder::tell_once(const QString& text) {
    if (told_.insert(text).second)
        Q_EMIT trouble(text);
}

void Recorder::finish() {
    if (follower_)
        follower_->drain();
    join_.finish();
    retry_at_us_ = 0;
    flush();
    flush_timer_.stop();
    expire_timer_.stop();
    follower_.reset();
    store_.close();
}

} // namespace asb
