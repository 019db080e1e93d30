// Reads a session's store, also one that is being written. Each call is one short look (a write-ahead log
// that readers hold grows); long results come in pages. A reader belongs to the thread that opened it.
#pragma once

#include "core/events/filter.h"
#include "core/events/store.h"

#include <QSqlDatabase>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace asb {

class StoreReader {
public:
    StoreReader() = default;
    ~StoreReader();
    StoreReader(const StoreReader&) = delete;
    StoreReader& operator=(const StoreReader&) = delete;

    /// Error: not there, not readable, not a store, of another version; fault() tells which. A reader never
    /// changes or moves a file: whoever writes it does (Store::move_aside).
    Status open(const std::string& path);
    StoreFault fault() const { return fault_; }

    using Row = Record;
    /// Rows with a revision above `after`, by revision, at most `limit`. Rows that cannot be read are left
    /// out and counted in damaged(). Error when the file is damaged in the middle: what was read before is
    /// lost to the caller.
    Result<std::vector<Row>> changed_since(std::uint64_t after, std::size_t limit);
    /// All rows by id, `limit` at a time, after `id`.
    Result<std::vector<Row>> rows_after(std::uint64_t id, std::size_t limit);
    /// Id of the `count`-th newest row; 0 when there are fewer.
    Result<std::uint64_t> id_of_newest(std::size_t count);
    /// Of the newest change; 0 when there is none.
    Result<std::uint64_t> newest_revision();

    struct Page {
        std::vector<Row> rows; ///< by id, ascending
        bool more = false;     ///< there may be others in that direction
    };
    /// The `limit` rows with the highest ids below `id` (0: the newest of all) that the filter matches.
    /// 1 000 000 rows: 2 ms without a filter, under 500 ms with one (desktop-measured.md §7).
    Result<Page> page_before(std::uint64_t id, std::size_t limit, const Filter& filter,
                             std::string_view session = {});
    /// The `limit` rows with the lowest ids above `id` that the filter matches.
    Result<Page> page_after(std::uint64_t id, std::size_t limit, const Filter& filter,
                            std::string_view session = {});

    struct LinePage {
        std::vector<Row> rows;  ///< by id, ascending
        std::uint64_t next = 0; ///< to go on below; 0: that was all
    };
    /// For a view of lines: the lines to which the 400 rows with the highest ids below `id` belong that the
    /// filter may find there (FilterRows::Lines), each with everything of it, but not more than some hundred
    /// rows; and rows of no line. What the filter really finds can only be told from the whole lines; what is
    /// left out it does not find. 1 000 000 rows: under 500 ms.
    Result<LinePage> lines_before(std::uint64_t id, const Filter& filter, std::string_view session = {});

    struct RefusalGroup {
        std::string rule; ///< its place in the profile; empty where the profile gives none
        std::string reason;
        std::string policy; ///< the declared command that decided
        std::uint64_t count = 0;
        std::uint64_t newest = 0;   ///< id of its newest record
        std::int64_t newest_ms = 0; ///< when that started
    };
    /// Refusals by rule, the newest first; with `before` only of records with ids below it.
    Result<std::vector<RefusalGroup>> refusals(std::uint64_t before = 0);

    struct ProgramUse {
        std::string program; ///< base name of argv[0]
        std::uint64_t count = 0;
        std::uint64_t failed = 0; ///< ended with a status other than 0, not refused
        std::uint64_t refused = 0;
        std::int64_t total_us = 0;
        std::int64_t longest_us = 0;
    };
    /// Programs by the number of their starts.
    Result<std::vector<ProgramUse>> most_used(std::size_t limit);
    /// The commands that took longest.
    Result<std::vector<Row>> slowest(std::size_t limit);

    std::uint64_t damaged() const { return damaged_; }

private:
    Status fail(const QSqlError& error);
    Result<std::vector<Row>> read(const QString& statement, const QVariantList& values, std::size_t limit,
                                  const Filter* filter, std::string_view session);
    struct Place {
        std::uint64_t id = 0;
        std::uint64_t request = 0; ///< 0: belongs to no line
    };
    Result<std::vector<Place>> places(const QString& statement, const QVariantList& values);
    Result<std::uint64_t> number(const QString& statement, const QVariantList& values);

    std::string path_;
    QString connection_;
    QSqlDatabase database_;
    StoreFault fault_ = StoreFault::None;
    std::uint64_t damaged_ = 0;
};

} // namespace asb
