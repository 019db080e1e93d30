// The session's store: one SQLite file, WAL, owner-only, bounded (design §6, desktop-measured.md §7). A row
// for each joined record; a changed record replaces its row and gets a new revision, so that a reader can
// follow.
#pragma once

#include "core/base/result.h"
#include "core/events/record.h"

#include <QSqlDatabase>
#include <QSqlQuery>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace asb {

inline constexpr int kStoreVersion = 1;
inline constexpr std::uint64_t kStoreRows = 1'000'000;

/// Path of a session's store.
std::string store_path(const std::string& session_id);

class Store {
public:
    Store() = default;
    ~Store();
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    /// Makes the file (0600, in a folder that exists). Error when it exists already or SQLite refuses.
    Status create(const std::string& path, std::uint64_t max_rows = kStoreRows);

    /// Writes a batch in one transaction. Over `max_rows` new records are counted, not kept, and one Gap row
    /// says how many (it is kept up to date). On an Error nothing of the batch is in the file, and the caller
    /// may try again.
    Status write(const std::vector<Record>& records);

    /// Closes and folds the WAL into the file, so that one file remains.
    void close();
    bool is_open() const { return open_; }

private:
    Status run(const char* statement);
    Status write_rows(const std::vector<Record>& records);
    Status write_row(const Record& record);
    Status write_gap();

    std::string path_;
    QString connection_;
    QSqlDatabase database_;
    std::optional<QSqlQuery> upsert_;
    std::uint64_t max_rows_ = kStoreRows;
    std::uint64_t newest_id_ = 0; ///< highest id that has a row
    std::uint64_t rows_ = 0;
    std::uint64_t dropped_ = 0;
    std::uint64_t revision_ = 0;
    bool gap_changed_ = false;
    bool open_ = false;
};

/// Reads a store, also one that is being written.
class StoreReader {
public:
    StoreReader() = default;
    ~StoreReader();
    StoreReader(const StoreReader&) = delete;
    StoreReader& operator=(const StoreReader&) = delete;

    /// Error: not there, not readable, not a store, of a newer version.
    Status open(const std::string& path);

    struct Row {
        std::uint64_t id = 0;
        std::uint64_t revision = 0;
        Event event;
        bool done = false;
    };
    /// Rows with a revision above `after`, by revision, at most `limit`. Rows that cannot be read are left
    /// out and counted in `damaged`. Error when the file is damaged in the middle: what was read before is
    /// lost to the caller.
    Result<std::vector<Row>> changed_since(std::uint64_t after, std::size_t limit);
    /// All rows by id, `limit` at a time, after `id`.
    Result<std::vector<Row>> rows_after(std::uint64_t id, std::size_t limit);
    std::uint64_t damaged() const { return damaged_; }

private:
    Result<std::vector<Row>> read(const char* statement, std::uint64_t after, std::size_t limit);

    std::string path_;
    QString connection_;
    QSqlDatabase database_;
    std::uint64_t damaged_ = 0;
};

} // namespace asb
