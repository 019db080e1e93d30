#include "core/events/store_writer.h"

#include <QMutex>
#include <QMutexLocker>
#include <QTimer>

#include <algorithm>
#include <deque>
#include <utility>

namespace asb {
namespace {
constexpr std::size_t kBatch = 660; ///< rows a transaction (desktop-measured.md §7)
} // namespace

/// What both threads touch.
struct StoreWriter::Shared {
    Limits limits;
    QMutex mutex;
    std::deque<Record> waiting;
    std::uint64_t lost = 0;
    bool woken = false; ///< the worker knows that there is something
};

class StoreWriter::Worker : public QObject {
public:
    Worker(std::shared_ptr<Shared> shared, StoreWriter* front)
        : shared_(std::move(shared)), front_(front), retry_(this) {
        retry_.setSingleShot(true);
        connect(&retry_, &QTimer::timeout, this, [this] { write(); });
    }

    Status open(const std::string& path) {
        path_ = path;
        const Status made = store_.create(path, shared_->limits.rows);
        if (made)
            write();
        return made;
    }

    void write() {
        if (!store_.is_open() || retry_.isActive())
            return;
        while (take_batch()) {
            if (const Status written = store_.write(batch_); !written) {
                give_back();
                cope(written.error());
                return;
            }
            batch_.clear();
            if (std::exchange(failing_, false))
                Q_EMIT front_->trouble(QStringLiteral("the session's store can be written again"));
        }
    }

    void fold() {
        write();
        if (const Status folded = store_.fold(); !folded)
            cope(folded.error());
    }

    void finish() {
        retry_.stop();
        write();
        retry_.stop();
        store_.close();
    }

private:
    bool take_batch() {
        const QMutexLocker lock(&shared_->mutex);
        store_.add_lost(std::exchange(shared_->lost, 0));
        const std::size_t count = std::min(kBatch, shared_->waiting.size());
        const auto end = shared_->waiting.begin() + static_cast<std::ptrdiff_t>(count);
        batch_.assign(shared_->waiting.begin(), end);
        shared_->waiting.erase(shared_->waiting.begin(), end);
        shared_->woken = count != 0;
        return count != 0;
    }

    void give_back() {
        const QMutexLocker lock(&shared_->mutex);
        shared_->waiting.insert(shared_->waiting.begin(), batch_.begin(), batch_.end());
        batch_.clear();
    }

    void cope(const Error& error) {
        if (store_.fault() == StoreFault::Damaged && begin_again(error))
            return;
        if (!std::exchange(failing_, true))
            Q_EMIT front_->trouble(QString::fromStdString(error.text()));
        retry_.start(shared_->limits.retry_ms);
    }

    /// We write it, so it is ours to move.
    bool begin_again(const Error& error) {
        const Result<std::string> aside = store_.move_aside();
        if (!aside || !store_.create(path_, shared_->limits.rows))
            return false;
        Q_EMIT front_->trouble(
            QString::fromStdString(error.what + "\n  it is now " + *aside
                                   + "; a new store was begun, which lacks what is no longer in memory"));
        Q_EMIT front_->begun_again();
        retry_.start(0);
        return true;
    }

    std::shared_ptr<Shared> shared_;
    StoreWriter* front_;
    QTimer retry_;
    Store store_;
    std::string path_;
    std::vector<Record> batch_;
    bool failing_ = false;
};

StoreWriter::StoreWriter() : StoreWriter(Limits{}) {}

StoreWriter::StoreWriter(Limits limits, QObject* parent)
    : QObject(parent), shared_(std::make_shared<Shared>()), worker_(new Worker(shared_, this)) {
    shared_->limits = limits;
    worker_->moveToThread(&thread_);
    thread_.setObjectName(QStringLiteral("store"));
}

StoreWriter::~StoreWriter() {
    finish();
    delete worker_;
}

Status StoreWriter::open(const std::string& path) {
    thread_.start();
    Status result = success();
    QMetaObject::invokeMethod(
        worker_, [this, &result, &path] { result = worker_->open(path); }, Qt::BlockingQueuedConnection);
    return result;
}

void StoreWriter::write(const std::vector<Record>& records) {
    if (records.empty())
        return;
    const QMutexLocker lock(&shared_->mutex);
    shared_->waiting.insert(shared_->waiting.end(), records.begin(), records.end());
    while (shared_->waiting.size() > shared_->limits.waiting) {
        shared_->waiting.pop_front();
        ++shared_->lost;
    }
    if (!std::exchange(shared_->woken, true))
        QMetaObject::invokeMethod(
            worker_, [worker = worker_] { worker->write(); }, Qt::QueuedConnection);
}

void StoreWriter::expect_end() {
    if (thread_.isRunning())
        QMetaObject::invokeMethod(
            worker_, [worker = worker_] { worker->fold(); }, Qt::QueuedConnection);
}

void StoreWriter::finish() {
    if (!thread_.isRunning())
        return;
    QMetaObject::invokeMethod(
        worker_, [worker = worker_] { worker->finish(); }, Qt::BlockingQueuedConnection);
    thread_.quit();
    thread_.wait();
}

} // namespace asb
