// A filter's search through the part of a session that the window does not hold: older lines out of the
// store, a page at a time, the newest first, in a thread of the pool.
#pragma once

#include "core/events/filter.h"
#include "core/events/record_feed.h"

#include <QObject>
#include <QTimer>
#include <QVector>

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>

namespace asb::ui {

struct OlderLines {
    std::deque<Record> records; ///< lines that the filter finds, with everything that belongs to them, by id
    std::size_t lines = 0;
    std::uint64_t next = 0; ///< to go on below; 0: that was all, or the store cannot be read
};

/// One look: the next few hundred places below `before` that the store's columns cannot rule out. 1 000 000
/// rows: under 500 ms.
OlderLines find_older_lines(const std::string& store, const std::string& session, const Filter& filter,
                            std::uint64_t before);

class OlderSearch : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kPageLines = 200;

    explicit OlderSearch(QObject* parent = nullptr);
    ~OlderSearch() override;

    /// Looks for one page of lines below the id `before`; what was under way is forgotten.
    void start(const std::string& store, const std::string& session, const Filter& filter,
               std::uint64_t before);
    void stop();
    /// One page more, when the last one is there.
    void want_more();

    /// Between start() and stop().
    bool is_on() const { return on_; }
    bool is_searching() const { return looking_ || !waiting_.empty(); }
    /// Everything has been searched.
    bool is_complete() const { return on_ && next_ == 0 && waiting_.empty(); }

Q_SIGNALS:
    /// A few records at a time, as much as one step of the GUI thread takes well.
    void found(const QVector<asb::Record>& records);
    /// is_searching(), is_complete().
    void state_changed();

private:
    void look();
    void take(OlderLines lines);
    void hand_over();

    std::string store_;
    std::string session_;
    Filter filter_;
    bool on_ = false;
    bool looking_ = false;
    std::uint64_t next_ = 0;
    std::size_t missing_ = 0; ///< lines of the page that is being looked for
    quint64 run_ = 0;         ///< tells answers to this search from those to an earlier one
    std::deque<Record> waiting_;
    QTimer timer_;
};

} // namespace asb::ui
