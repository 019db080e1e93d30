#include "core/session/recorder.h"

#include "core/base/clock.h"

namespace asb {
namespace {

constexpr int kFlushMs = 40;
constexpr int kExpireMs = 200;
constexpr std::size_t kRing = 5000;

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
    connect(&store_, &StoreWriter::trouble, this, &Recorder::tell_once);
    connect(&store_, &StoreWriter::begun_again, this, [this] {
        const std::deque<Record>& kept = ring_.records();
        store_.write(std::vector<Record>(kept.begin(), kept.end()));
    });
}

Recorder::~Recorder() = default;

Status Recorder::open_store(const std::string& path) {
    flush();
    return store_.open(path);
}

void Recorder::follow(const std::string& audit_file) {
    follower_ = std::make_unique<AuditFollower>(audit_file);
    connect(follower_.get(), &AuditFollower::record, this, &Recorder::take_audit);
    connect(follower_.get(), &AuditFollower::trouble, this, &Recorder::tell_once);
    follower_->start();
}

void Recorder::stop_watching() {
    if (follower_)
        follower_->stop_watching();
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
    std::vector<Record> records = join_.take_changed();
    for (Record& record : records) {
        record.revision = ++revision_;
        ring_.put(record);
        if (record.done && record.event.declared && record.event.type == EventType::CommandEnd
            && declared_running_ > 0)
            --declared_running_;
    }
    if (follower_)
        follower_->set_busy(declared_running_ > 0 || join_.is_waiting());
    if (records.empty())
        return;
    store_.write(records);
    Q_EMIT changed(records);
}

void Recorder::tell_once(const QString& text) {
    if (told_.insert(text).second)
        Q_EMIT trouble(text);
}

void Recorder::finish() {
    if (follower_)
        follower_->drain();
    join_.finish();
    flush();
    flush_timer_.stop();
    expire_timer_.stop();
    follower_.reset();
    store_.finish();
}

} // namespace asb
