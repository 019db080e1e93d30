// The newest records of a session as the traffic page keeps them: lines, and below each its simple commands,
// packed, bounded in rows and bytes. Takes records in any order and any number of times. Knows nothing of
// views.
#pragma once

#include "core/events/record.h"
#include "ui/common/row_state.h"
#include "ui/traffic/packed_event.h"

#include <algorithm>
#include <compare>
#include <cstdint>
#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

namespace asb::ui {

/// A record on its way into the log.
struct PackedRecord {
    std::uint64_t id = 0;
    std::uint64_t revision = 0;
    PackedEvent packed;
    bool done = false;
};

/// Place of a record below its line: simple commands in the order of their numbers, each followed by the
/// declared commands that were called inside it, then jobs and what has no number.
struct ChildKey {
    std::uint32_t command = 0;
    RowKind kind = RowKind::Line;
    std::uint64_t id = 0; ///< 0: the line itself
    auto operator<=>(const ChildKey&) const = default;
};

struct LogRow {
    ChildKey key;
    std::uint64_t revision = 0;
    PackedEvent packed;
    RowState state = RowState::Unknown;
    Verdict verdict = Verdict::None;
    bool done = false;
    bool matched = true;  ///< by the filter; kept here for the model
    bool unjudged = true; ///< the filter has not seen this version
};

/// A line with what belongs to it, or a record that belongs to no line.
struct LogEntry {
    std::uint64_t key = 0;        ///< id of the first record of it that was seen: entries are in this order
    std::uint64_t request = 0;    ///< 0: belongs to no line
    LogRow line;                  ///< key.id is 0 while only commands of it are known
    std::vector<LogRow> children; ///< by key
    // Kept here for the model:
    bool matched = true;       ///< the line itself or one of its children
    bool child_matched = true; ///< one of its children
    bool toggled = false;      ///< opened or closed by hand: then `open` counts
    bool open = false;
    bool touched = false; ///< waits for the model's next frame
    /// Places in an order other than that of time, of two generations; 0: none.
    std::uint32_t ranks[2] = {0, 0};

    const LogRow* child(const ChildKey& child_key) const;
    std::size_t rows() const { return children.size() + 1; }
};

class TrafficLog {
public:
    struct Limits {
        std::size_t rows = 200'000;
        std::size_t bytes = 72U << 20U;
    };
    /// Rows are dropped in blocks: up to this many more than the limit are kept for a while.
    static constexpr std::size_t kBlock = 4096;

    void set_limits(const Limits& limits) { limits_ = limits; }
    const Limits& limits() const { return limits_; }

    enum class Source {
        Session, ///< as it happens, or the store read without holes
        Search   ///< found in the store: taken however old it is
    };
    /// Adds a record or a newer version of one. `event` is what is packed in it. The entry that it belongs
    /// to, or nullptr when it is not shown, older than what is kept, or no news.
    LogEntry* apply(PackedRecord&& record, const Event& event, Source source = Source::Session);
    /// True when the record is there already in some version.
    bool knows(std::uint64_t id, const Event& event) const;

    /// How many entries at the front have to go, in a block, to come back to the limits; 0 within them.
    std::size_t surplus() const;
    /// Drops that many; nobody may hold a pointer to them any more.
    void drop_front(std::size_t entries);
    /// An entry that is over the limits alone loses its oldest children. True when it did.
    bool trim(LogEntry& entry);

    /// Everything with an id of at least `id` has been given to the log (it counts down while a store is
    /// read). Entries below stand alone: a search found them, or they changed long after they began.
    void set_kept_from(std::uint64_t id) { kept_from_ = std::max(id, dropped_through_ + 1); }
    std::uint64_t kept_from() const { return kept_from_; }
    /// The lowest id that a search for what is not in the log has to stay below.
    std::uint64_t search_from() const { return std::max(kept_from_, dropped_id_ + 1); }
    struct Part {
        std::size_t entries = 0;
        std::size_t rows = 0;
        std::size_t bytes = 0;
    };
    /// The entries at the front that stand alone. They do not count for the limits and go first.
    Part alone() const;
    /// Drops them; they may come again.
    void drop_alone();

    void clear();

    const std::deque<std::unique_ptr<LogEntry>>& entries() const { return entries_; }
    std::size_t rows() const { return rows_; }
    /// Memory that the rows take, within some percent.
    std::size_t bytes() const { return bytes_; }
    /// Rows that have been dropped, since clear().
    std::uint64_t dropped() const { return dropped_; }

    /// The event of a line with the worst verdict of its commands in it, and for a refusal the first one's
    /// reason, rule and policy; for a line whose start is not known an event of type RequestStart without
    /// text. For an entry without line its own event.
    static void line_event(const LogEntry& entry, Event& into);
    /// The entry with this key, or nullptr.
    LogEntry* at_key(std::uint64_t key) const;

private:
    LogEntry* find(std::uint64_t id, const Event& event) const;
    bool is_over(const Part& apart) const;
    void forget(const LogEntry& entry);
    LogEntry& make(std::uint64_t id, std::uint64_t request);
    bool is_too_old(std::uint64_t id) const;
    bool put(LogRow& row, PackedRecord&& record, const ChildKey& key, const Event& event);
    bool put_child(LogEntry& entry, PackedRecord&& record, const ChildKey& key, const Event& event);

    Limits limits_;
    std::deque<std::unique_ptr<LogEntry>> entries_; ///< by key
    std::unordered_map<std::uint64_t, LogEntry*> by_request_;
    std::size_t rows_ = 0;
    std::size_t bytes_ = 0;
    std::uint64_t dropped_ = 0;
    std::uint64_t dropped_through_ = 0; ///< key of the last entry that was dropped
    std::uint64_t dropped_id_ = 0;      ///< the highest id of a record that was dropped
    std::uint64_t kept_from_ = 0;
};

} // namespace asb::ui
