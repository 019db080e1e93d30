#include "core/events/record_feed.h"

#include "core/events/record_reader.h"

namespace asb {

RecordFeed::RecordFeed(const SessionFacts& session, int backlog, QObject* parent)
    : QObject(parent), facts_(session), reader_(new RecordReader(session, backlog)) {
    reader_->moveToThread(&thread_);
    connect(&thread_, &QThread::finished, reader_, &QObject::deleteLater);
    connect(reader_, &RecordReader::batch, this, &RecordFeed::take_batch);
    connect(reader_, &RecordReader::older, this, &RecordFeed::older);
    connect(reader_, &RecordReader::gap, this, &RecordFeed::gap);
    connect(reader_, &RecordReader::state, this, &RecordFeed::take_state);
    connect(reader_, &RecordReader::caught_up, this, &RecordFeed::take_caught_up);
    connect(reader_, &RecordReader::trouble, this, &RecordFeed::trouble);
    thread_.setObjectName(QStringLiteral("records"));
    thread_.start();
    restart();
}

RecordFeed::~RecordFeed() {
    reader_->disconnect(this);
    thread_.quit();
    thread_.wait();
}

void RecordFeed::restart() {
    caught_up_ = false;
    QMetaObject::invokeMethod(reader_, &RecordReader::start, Qt::QueuedConnection);
}

void RecordFeed::load_older(int count) {
    QMetaObject::invokeMethod(
        reader_, [reader = reader_, count] { reader->load_older(count); }, Qt::QueuedConnection);
}

void RecordFeed::take_batch(const QVector<Record>& batch) {
    Q_EMIT records(batch);
    QMetaObject::invokeMethod(reader_, &RecordReader::batch_taken, Qt::QueuedConnection);
}

void RecordFeed::take_state(bool live, bool complete) {
    live_ = live;
    complete_ = complete;
    Q_EMIT state_changed();
}

void RecordFeed::take_caught_up() {
    caught_up_ = true;
    Q_EMIT caught_up();
}

} // namespace asb
