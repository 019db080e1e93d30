// Where the traffic's older rows come from: the window's ring is filled from the store in the background, and
// what a filter finds beyond the ring is searched there.
#pragma once

#include "core/ipc/session_facts.h"
#include "ui/traffic/older_search.h"
#include "ui/traffic/traffic_model.h"

#include <QObject>
#include <QTimer>

namespace asb {
class RecordFeed;
}

namespace asb::ui {

class OlderRows : public QObject {
    Q_OBJECT
public:
    /// The model must outlive it.
    explicit OlderRows(TrafficModel& model, QObject* parent = nullptr);

    /// The model has been restarted for this session; nullptr: none. The feed lives until the next call.
    void set_session(RecordFeed* feed, const SessionFacts& facts);
    /// To be told before the model is.
    void set_filter(const Filter& filter);
    /// The reader has come to the first row.
    void at_top();

    /// The model holds the whole session.
    bool has_all() const { return model_.log().dropped() == 0 && (!more_ || model_.log().kept_from() <= 1); }
    /// The model holds everything of the session that its filter finds.
    bool shows_all() const { return has_all() || (model_.has_filter() && is_complete()); }
    bool is_searching() const { return search_.is_searching() || search_timer_.isActive(); }
    /// Everything that the session has was searched.
    bool is_complete() const { return search_.is_complete(); }

Q_SIGNALS:
    /// is_searching(), is_complete(), or rows came.
    void changed();
    /// Why the first row is not the first of all, once a session.
    void told(const QString& text);

private:
    void caught_up();
    void fill();
    void take(const QVector<Record>& records, bool more);
    bool has_room() const;
    void search();
    void want_found();
    void tell();

    TrafficModel& model_;
    RecordFeed* feed_ = nullptr;
    SessionFacts facts_;
    Filter filter_;
    OlderSearch search_;
    std::uint64_t searched_dropped_ = 0; ///< log().dropped() when the search began
    QTimer search_timer_;
    QTimer fill_timer_;
    bool more_ = false; ///< the store has older records than those that were asked for
    bool asked_ = false;
    bool told_ = false;
};

} // namespace asb::ui
