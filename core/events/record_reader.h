// The half of a RecordFeed that lives in its thread.
#pragma once

#include "core/events/store_reader.h"
#include "core/ipc/session_client.h"
#include "core/ipc/session_facts.h"

#include <QObject>
#include <QTimer>
#include <QVector>

#include <deque>
#include <memory>
#include <optional>

namespace asb {

class RecordReader : public QObject {
    Q_OBJECT
public:
    RecordReader(SessionFacts session, int backlog);

    void start();
    void load_older(int count);
    /// One batch less is on its way.
    void batch_taken();

Q_SIGNALS:
    void batch(const QVector<asb::Record>& records);
    void older(const QVector<asb::Record>& records, bool more);
    void gap(quint64 missing);
    void state(bool live, bool complete);
    void caught_up();
    void trouble(const QString& text, bool damaged);

private:
    /// Where the records come from just now.
    enum class Phase { Backlog, Store, Live, Over };

    void step();
    bool open_store();
    void read_backlog();
    void read_store();
    void follow();
    void take_answer(const Result<QJsonObject>& answer);
    void take_live(const QVector<Record>& records);
    void lost();
    void set_state(Phase phase);
    void hand_over(QVector<Record> records);
    void send_queued();
    void tell(const Error& error, bool damaged);
    void report(const Error& error, bool damaged);

    SessionFacts session_;
    int backlog_;
    Phase phase_ = Phase::Backlog;
    std::unique_ptr<StoreReader> store_;
    SessionClient client_{this};
    QTimer step_timer_;
    std::deque<QVector<Record>> queue_; ///< batches that wait for the other thread
    int on_their_way_ = 0;
    std::uint64_t next_id_ = 0;     ///< backlog: ids from here on
    std::uint64_t backlog_end_ = 0; ///< backlog: the last id
    std::uint64_t lowest_ = 0;      ///< id that load_older() goes on below
    std::uint64_t revision_ = 0;    ///< everything up to it has been read
    bool told_caught_up_ = false;
    bool told_trouble_ = false;
    bool connecting_ = false;
    bool was_live_ = false;
};

} // namespace asb
