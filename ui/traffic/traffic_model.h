// The traffic as a flat table that inserts child rows itself (desktop-measured.md §6, design A). Arrivals
// wait and are given to the view in one go per frame; a filter is judged in slices and shown by one reset;
// while paused nothing is inserted or removed, only what is shown already is kept true.
#pragma once

#include "core/events/filter.h"
#include "core/events/record.h"
#include "ui/common/sliced_work.h"
#include "ui/traffic/pending_records.h"
#include "ui/traffic/traffic_columns.h"
#include "ui/traffic/traffic_log.h"

#include <QAbstractTableModel>
#include <QTimer>
#include <QVector>

#include <deque>
#include <functional>
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
    /// Forgets everything; folders are shown relative to `project` from now on, and `session` is what the
    /// filter's key of that name is compared with.
    void restart(const std::string& project, const std::string& session);
    void set_limits(const TrafficLog::Limits& limits);

    void set_paused(bool paused);
    bool is_paused() const { return paused_; }
    /// Lines that wait because of the pause.
    std::size_t waiting() const { return pending_.tops(); }

    /// Shown when it has been judged on every row: filter_applied().
    void set_filter(const Filter& filter);
    bool has_filter() const { return !filter_.empty(); }

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

    /// For tests: gives everything that waits to the view now.
    void flush_all();

Q_SIGNALS:
    /// A frame has been given to the view; `moved`: rows came or went.
    void frame_done(bool moved);
    void waiting_changed();
    void filter_applied();

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
    void judge(LogEntry& entry);

    void show_touched();
    std::size_t show_new(std::size_t first);
    void resync(LogEntry& entry);
    void insert_rows(std::size_t at, const std::vector<VisibleRow>& rows);
    void remove_rows(std::size_t at, std::size_t count);
    void drop_surplus();
    std::size_t visible_begin(std::uint64_t key) const;
    void mark_changed(std::size_t first, std::size_t last);
    void emit_changed();

    void start_scan();
    bool scan_step();
    void finish_scan();

    TrafficLog log_;
    PendingRecords pending_;
    std::deque<VisibleRow> visible_; ///< in the order of the log
    std::vector<LogEntry*> touched_;
    std::vector<VisibleRow> scratch_rows_;
    Event scratch_;
    Event line_scratch_;
    Filter filter_;
    std::string project_;
    std::string session_;
    bool paused_ = false;
    bool moved_ = false;
    std::uint64_t newest_ = 0; ///< id
    std::uint64_t lost_ = 0;
    std::size_t changed_first_ = 1; ///< rows to repaint at the end of a frame; empty when first > last
    std::size_t changed_last_ = 0;

    SlicedWork scan_;
    std::size_t scan_next_ = 0;
    std::deque<VisibleRow> scanned_;

    QTimer timer_;
    mutable TrafficRow cached_;
    mutable int cached_row_ = -1;
};

} // namespace asb::ui
