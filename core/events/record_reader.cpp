#include "core/events/record_reader.h"

#include "core/base/paths.h"
#include "core/ipc/registry.h"

#include <algorithm>

namespace asb {
namespace {

constexpr std::size_t kBatch = 660; ///< rows a batch (desktop-measured.md §6)
constexpr int kOnTheirWay = 4;
constexpr std::size_t kQueued = 16; ///< batches that may wait here before no more is read
constexpr int kPollMs = 300;        ///< between looks into the store while the session is not connected
constexpr int kCatchUpMs = 50;      ///< the same while the store is behind the session
constexpr int kMaxOlder = 10000;

} // namespace

RecordReader::RecordReader(SessionFacts session, int backlog)
    : session_(std::move(session)), backlog_(std::max(1, backlog)), step_timer_(this) {
    step_timer_.setSingleShot(true);
    connect(&step_timer_, &QTimer::timeout, this, &RecordReader::step);
    connect(&client_, &SessionClient::records, this, &RecordReader::take_live);
    connect(&client_, &SessionClient::closed, this, &RecordReader::lost);
    connect(&client_, &SessionClient::gap, this, [this] {
        // Following has ended on the other side: the store has what was left out.
        set_state(Phase::Store);
        connecting_ = false;
        step_timer_.start(0);
    });
}

void RecordReader::start() {
    client_.close();
    connecting_ = false;
    queue_.clear();
    store_.reset();
    next_id_ = backlog_end_ = lowest_ = revision_ = 0;
    told_caught_up_ = told_trouble_ = false;
    set_state(Phase::Backlog);
    step_timer_.start(0);
}

/// One page of the store, or the next try; never more, so that the thread stays answerable.
void RecordReader::step() {
    if (queue_.size() >= kQueued)
        return; // batch_taken() goes on
    if (phase_ == Phase::Backlog)
        read_backlog();
    else if (phase_ == Phase::Store)
        read_store();
}

bool RecordReader::open_store() {
    if (store_)
        return true;
    auto store = std::make_unique<StoreReader>();
    const Status opened = store->open(session_.store.toStdString());
    if (!opened) {
        report(opened.error(), store->fault() == StoreFault::Damaged);
        return false;
    }
    store_ = std::move(store);
    return true;
}

void RecordReader::tell(const Error& error, bool damaged) {
    if (!std::exchange(told_trouble_, true))
        Q_EMIT trouble(QString::fromStdString(error.text()), damaged);
}

void RecordReader::report(const Error& error, bool damaged) {
    const std::optional<SessionFacts> now = load_session(session_.id);
    const bool running = now && now->is_running();
    if (damaged || !running) // while a session starts its store is not there yet
        tell(error, damaged);
    store_.reset();
    if (phase_ == Phase::Live)
        return; // the session tells what happens
    if (!running) {
        set_state(Phase::Over);
        if (!std::exchange(told_caught_up_, true))
            Q_EMIT caught_up();
        return;
    }
    // What the store cannot give any more the session may still have.
    if (damaged) {
        set_state(Phase::Store);
        if (!connecting_)
            follow();
    }
    step_timer_.start(kPollMs);
}

void RecordReader::read_backlog() {
    if (!open_store())
        return;
    if (backlog_end_ == 0) {
        const Result<std::uint64_t> revision = store_->newest_revision();
        const Result<std::uint64_t> first = store_->id_of_newest(static_cast<std::size_t>(backlog_));
        const Result<std::uint64_t> last = store_->id_of_newest(1);
        if (!revision || !first || !last) {
            report(!revision ? revision.error()
                   : !first  ? first.error()
                             : last.error(),
                   store_->fault() == StoreFault::Damaged);
            return;
        }
        revision_ = *revision;
        next_id_ = std::max<std::uint64_t>(*first, 1);
        lowest_ = next_id_;
        backlog_end_ = *last;
    }
    if (backlog_end_ >= next_id_) {
        Result<std::vector<Record>> rows = store_->rows_after(next_id_ - 1, kBatch);
        if (!rows) {
            report(rows.error(), store_->fault() == StoreFault::Damaged);
            return;
        }
        next_id_ = rows->empty() ? backlog_end_ + 1 : rows->back().id + 1;
        hand_over(QVector<Record>(rows->begin(), rows->end()));
    }
    if (next_id_ > backlog_end_)
        set_state(Phase::Store);
    step_timer_.start(0);
}

void RecordReader::read_store() {
    if (!open_store())
        return;
    // Asked first: what was written before the end is read after it.
    const std::optional<SessionFacts> now = load_session(session_.id);
    const bool running = now && now->is_running();
    Result<std::vector<Record>> rows = store_->changed_since(revision_, kBatch);
    if (!rows) {
        report(rows.error(), store_->fault() == StoreFault::Damaged);
        return;
    }
    const bool all = rows->size() < kBatch;
    if (!rows->empty()) {
        revision_ = rows->back().revision;
        hand_over(QVector<Record>(rows->begin(), rows->end()));
    }
    if (!all) {
        step_timer_.start(0);
        return;
    }
    if (!std::exchange(told_caught_up_, true)) {
        send_queued();
        if (queue_.empty())
            Q_EMIT caught_up();
        else
            told_caught_up_ = false;
    }
    if (!running && queue_.empty()) {
        store_.reset();
        set_state(Phase::Over);
        return;
    }
    if (running && !connecting_)
        follow();
    step_timer_.start(connecting_ && client_.is_open() ? kCatchUpMs : kPollMs);
}

void RecordReader::follow() {
    const Result<std::string> folder = runtime_dir();
    if (!folder)
        return;
    connecting_ = true;
    if (!client_.is_open())
        client_.open(*folder, session_.id.toStdString());
    client_.follow(revision_, [this](const Result<QJsonObject>& answer) { take_answer(answer); });
}

void RecordReader::take_answer(const Result<QJsonObject>& answer) {
    connecting_ = false;
    if (!answer || phase_ == Phase::Over || phase_ == Phase::Backlog)
        return;
    if (!answer->value(QStringLiteral("following")).toBool()) {
        step_timer_.start(kCatchUpMs); // the store is a moment behind: read on, then ask again
        return;
    }
    step_timer_.stop();
    set_state(Phase::Live);
    if (!std::exchange(told_caught_up_, true))
        Q_EMIT caught_up();
}

void RecordReader::take_live(const QVector<Record>& records) {
    if (phase_ == Phase::Backlog || phase_ == Phase::Over)
        return;
    QVector<Record> fresh;
    for (const Record& record : records) {
        if (record.revision <= revision_)
            continue; // read from the store in between
        revision_ = record.revision;
        fresh.append(record);
    }
    hand_over(std::move(fresh));
    client_.hold(queue_.size() >= kQueued);
}

void RecordReader::lost() {
    connecting_ = false;
    if (phase_ == Phase::Live)
        set_state(Phase::Store);
    if (phase_ == Phase::Store)
        step_timer_.start(told_caught_up_ ? kCatchUpMs : 0);
}

void RecordReader::set_state(Phase phase) {
    const bool live = phase == Phase::Live;
    const bool news = live != was_live_ || (phase == Phase::Over) != (phase_ == Phase::Over);
    phase_ = phase;
    was_live_ = live;
    if (news)
        Q_EMIT state(live, phase == Phase::Over);
}

void RecordReader::hand_over(QVector<Record> records) {
    quint64 missing = 0;
    for (const Record& record : records) {
        if (record.event.type == EventType::Gap)
            missing = record.event.count;
    }
    if (!records.isEmpty())
        queue_.push_back(std::move(records));
    send_queued();
    if (missing != 0)
        Q_EMIT gap(missing);
}

void RecordReader::send_queued() {
    while (!queue_.empty() && on_their_way_ < kOnTheirWay) {
        ++on_their_way_;
        Q_EMIT batch(queue_.front());
        queue_.pop_front();
    }
}

void RecordReader::batch_taken() {
    --on_their_way_;
    const bool was_full = queue_.size() >= kQueued;
    send_queued();
    if (phase_ == Phase::Live && was_full && queue_.size() < kQueued)
        client_.hold(false);
    else if (phase_ != Phase::Live && phase_ != Phase::Over && !step_timer_.isActive())
        step_timer_.start(0);
}

void RecordReader::load_older(int count) {
    StoreReader reader; // its own: it may come at any time, also when nothing else is read any more
    const Status opened = lowest_ > 1 ? reader.open(session_.store.toStdString()) : success();
    if (!opened)
        tell(opened.error(), reader.fault() == StoreFault::Damaged);
    if (!opened || lowest_ <= 1) {
        Q_EMIT older({}, false);
        return;
    }
    const auto limit = static_cast<std::size_t>(std::clamp(count, 1, kMaxOlder));
    const Result<StoreReader::Page> page = reader.page_before(lowest_, limit, Filter());
    if (!page) {
        tell(page.error(), reader.fault() == StoreFault::Damaged);
        Q_EMIT older({}, false);
        return;
    }
    if (!page->rows.empty())
        lowest_ = page->rows.front().id;
    Q_EMIT older(QVector<Record>(page->rows.begin(), page->rows.end()), page->more);
}

} // namespace asb
