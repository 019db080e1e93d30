// The records of one session, running or ended, for a program with a window: read in a thread of its own from
// the store, then followed from the session, handed over in small batches. A lost connection or a gap is made
// good from the store.
#pragma once

#include "core/events/record.h"
#include "core/ipc/session_facts.h"

#include <QMetaType>
#include <QObject>
#include <QThread>
#include <QVector>

namespace asb {

class RecordReader;

class RecordFeed : public QObject {
    Q_OBJECT
public:
    /// Begins at once with the newest `backlog` records. Signals come in the thread that made the feed.
    explicit RecordFeed(const SessionFacts& session, int backlog = 20000, QObject* parent = nullptr);
    /// Waits for the reader to put down what it has in hand (a page of the store at most).
    ~RecordFeed() override;

    const SessionFacts& facts() const { return facts_; } ///< as they were given
    const QString& session_id() const { return facts_.id; }
    /// The session program sends changes as they happen. Not so: between two tries to connect, and after the
    /// session's end.
    bool is_live() const { return live_; }
    bool is_caught_up() const { return caught_up_; }
    /// The session has ended and everything of it has been handed over.
    bool is_complete() const { return complete_; }

    /// Begins again from the backlog, caught_up() included: for whoever was not there before.
    void restart();
    /// Asks for `count` records with ids below the lowest that has been handed over: older() answers.
    void load_older(int count);

Q_SIGNALS:
    /// New and changed records, at most 660. First the backlog by id, then changes by revision; a record that
    /// changed comes again with the same id. The next batch comes when this one's slots have returned.
    void records(const QVector<asb::Record>& records);
    /// Answer to load_older: by id, ascending; `more`: there are older ones still.
    void older(const QVector<asb::Record>& records, bool more);
    /// So many changes were not kept by the session (its store was full or could not be written).
    void gap(quint64 missing);
    /// is_live(), is_complete().
    void state_changed();
    /// The backlog has been handed over. Once for each start.
    void caught_up();
    /// The store cannot be read: what was tried and why. `damaged`: its content is broken; only the
    /// session program that writes it moves it aside.
    void trouble(const QString& text, bool damaged);

private:
    void take_state(bool live, bool complete);
    void take_batch(const QVector<Record>& batch);
    void take_caught_up();

    SessionFacts facts_;
    QThread thread_;
    RecordReader* reader_ = nullptr; ///< lives in thread_, deleted with it
    bool live_ = false;
    bool caught_up_ = false;
    bool complete_ = false;
};

} // namespace asb

Q_DECLARE_METATYPE(asb::Record)
