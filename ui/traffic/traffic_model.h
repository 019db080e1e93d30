// The traffic as a flat table that inserts child rows itself (desktop-measured.md §6, design A). Arrivals
// wait and are given to the view in one go per frame; a filter is judged in slices and shown by one reset;
// while paused nothing is inserted or removed, only what is shown already is kept true. Another order than
// that of time is a picture of a moment: it holds as long as the pause.
#pragma once

#include "core/events/filter.h"
#include "core/events/record.h"
#include "ui/common/sliced_work.h"
#include "ui/traffic/entry_filter.h"
#include "ui/traffic/pending_records.h"
#include "ui/traffic/sort_key.h"
#include "ui/traffic/traffic_columns.h"
#include "ui/traffic/traffic_log.h"

#include <QAbstractTableModel>
#include <QTimer>
#include <QVector>

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace asb::ui {

class TrafficModel : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit TrafficModel(QObject* parent = nullptr);

    /// Records in any order; a newer version of one replaces it. Cheap: they are packed and wait.
    void add(const QVector<Record>& records);
    /// Older records than all that are there: shown at once, above, also while paused.
    void add_older(const QVector<Record>& records);
    /// Whole lines that a search found, older than what is there: shown in the same way, forgotten with the
    /// filter.
    void add_found(const QVector<Record>& records);
    /// Every record with an id of at least `id` has come or will come.
    void set_kept_from(std::uint64_t id) { log_.set_kept_from(id); }
    /// Forgets everything; folders are shown relative to `project` from now on, and `session` is what the
    /// filter's key of that name is compared with.
    void restart(const std::string& project, const std::string& session);
    void set_limits(const TrafficLog::Limits& limits);

    /// The end of a pause brings the order of time back.
    void set_paused(bool paused);
    bool is_paused() const { return paused_; }
    /// Lines that wait because of the pause.
    std::size_t waiting() const { return pending_.tops(); }

    /// Shown when it has been judged on every row: filter_applied().
    void set_filter(const Filter& filter);
    bool has_filter() const { return !filter_.empty(); }

    /// Lines by what stands in a column, those with nothing there last; their commands stay below them. A
    /// column below 0: by time. Shown when it has been worked out: order_applied(). Only for a paused model.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;
    /// In another order than that of time, or about to be.
    bool has_order() const { return order_.has_value(); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// What stands in a row. Valid until the model changes.
    const TrafficRow& row_at(int row) const;
    const std::string& project() const { return project_; }
    /// The line that holds a row, as its event; the row's own for what belongs to no line.
    Event line_event(int row) const;

    bool is_line(int row) const { return visible_[static_cast<std::size_t>(row)].key.id == 0; }
    /// The row of the line that holds this one.
    int line_row(int row) const;
    /// Opens or closes a line; it stays so whatever comes.
    void set_open(int row, bool open);

    /// Names a row across resets. 0: none.
    struct RowName {
        std::uint64_t entry = 0;
        ChildKey key;
        bool operator==(const RowName&) const = default;
    };
    RowName name_of(int row) const;
    /// The row with this name; when it is not shown its line's, or the nearest older line's; -1 when there is
    /// none.
    int row_of(const RowName& name) const;

    /// For work in slices over everything that the filter finds, open or closed: hands out the events of the
    /// first such entry with a key of at least `key`, its line first. Gives the key to go on with (also when
    /// it found nothing in the few entries that it looked at); 0: that was all.
    std::uint64_t visit(std::uint64_t key, const std::function<void(const Event& event)>& take) const;

    const TrafficLog& log() const { return log_; }
    /// Records that passed by without having been shown, because they came too fast while paused.
    std::uint64_t lost() const { return lost_; }

    /// Nothing waits to be shown, but for a pause.
    bool is_settled() const { return (paused_ || pending_.empty()) && !is_scanning(); }
    /// For tests: gives everything that waits to the view now.
    void flush_all();

Q_SIGNALS:
    /// A frame has been given to the view; `moved`: rows came or went.
    void frame_done(bool moved);
    void waiting_changed();
    void filter_applied();
    void order_applied();
    /// Around rows that come above what is there, and move it.
    void about_to_add_above();
    void added_above();

private:
    struct VisibleRow {
        LogEntry* entry = nullptr;
        ChildKey key; ///< id 0: the line
    };

    void schedule(int ms);
    void frame();
    /// Takes records out of the queue until it is empty or `until_us` has come.
    void take_pending(std::int64_t until_us);
    void touch(LogEntry& entry);
    void apply_in_place(PackedRecord&& record, const Event& event);

    /// The rows that an entry shall have now.
    void wanted_rows(const LogEntry& entry, std::vector<VisibleRow>& rows) const;
    void append_wanted(const LogEntry& entry, std::vector<VisibleRow>& rows) const;
    bool is_open(const LogEntry& entry) const;
    bool shows(const LogEntry& entry, const LogRow& child) const;

    void show_touched();
    std::size_t show_new(std::size_t first);
    void resync(LogEntry& entry);
    void insert_rows(std::size_t at, const std::vector<VisibleRow>& rows);
    void remove_rows(std::size_t at, std::size_t count);
    void drop_surplus();
    void add_above(const QVector<Record>& records, TrafficLog::Source source);
    void add_held();
    /// Where an entry stands among the visible ones: by time, or in the order that is shown.
    std::uint64_t place_of(const LogEntry& entry) const {
        return shown_order_ ? entry.ranks[rank_slot_] : entry.key;
    }
    /// The first visible row of the entry, or where it would stand.
    std::size_t visible_begin(const LogEntry& entry) const { return visible_place(place_of(entry)); }
    std::size_t visible_place(std::uint64_t place) const;
    bool is_visible(const LogEntry& entry, std::size_t at) const {
        return at < visible_.size() && visible_[at].entry == &entry;
    }
    void mark_changed(std::size_t first, std::size_t last);
    void emit_changed();

    void start_scan();
    void stop_scan();
    bool is_scanning() const { return scan_.is_active() || sorting_; }
    bool scan_step();
    void scan_done();
    bool rank_step();
    void finish_scan();

    TrafficLog log_;
    PendingRecords pending_;
    std::deque<VisibleRow> visible_; ///< in the order of the log
    std::vector<LogEntry*> touched_;
    std::vector<VisibleRow> scratch_rows_;
    Event scratch_;
    EntryFilter filter_;
    std::string project_;
    bool paused_ = false;
    bool moved_ = false;
    std::uint64_t newest_ = 0; ///< id
    std::uint64_t lost_ = 0;
    std::size_t changed_first_ = 1; ///< rows to repaint at the end of a frame; empty when first > last
    std::size_t changed_last_ = 0;

    struct Held {
        QVector<Record> records;
        TrafficLog::Source source = TrafficLog::Source::Session;
    };
    std::deque<Held> held_; ///< came for above while a scan was under way

    struct Order {
        Column column = Column::Time;
        bool falling = false;
        bool operator==(const Order&) const = default;
    };
    std::optional<Order> order_;  ///< wanted
    bool shown_order_ = false;    ///< visible_ is in the order of ranks
    unsigned rank_slot_ = 0;      ///< which of the ranks are those that are shown
    bool filter_changed_ = false; ///< since the last scan has ended
    bool order_changed_ = false;

    SlicedWork scan_;
    bool sorting_ = false; ///< in the background
    quint64 scan_run_ = 0;
    std::uint64_t scan_next_ = 0; ///< key
    std::deque<VisibleRow> scanned_;
    std::vector<SortPlace> to_sort_; ///< entries that the filter finds
    std::vector<LogEntry*> sorted_;
    std::size_t rank_next_ = 0;
    QTimer again_; ///< sorts what came in while sorted

    QTimer timer_;
    mutable TrafficRow cached_;
    mutable int cached_row_ = -1;
};

} // namespace asb::ui
