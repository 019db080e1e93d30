// The session's store: one SQLite file, WAL, owner-only, bounded (design §6, desktop-measured.md §7). A row
// for each joined record; a changed record replaces its row and gets its new revision, so that a reader can
// follow. What is searched stands in narrow rows (table `records`), the whole event as JSON in `bodies`:
// a search through a million records reads 90 MB, not 400. Written by one thread, read with StoreReader.
#pragma once

#include "core/base/result.h"
#include "core/events/record.h"

#include <QHash>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QStringList>
#include <QVariant>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

class QSqlError;

namespace asb {

inline constexpr int kStoreVersion = 2;
inline constexpr std::uint64_t kStoreRows = 1'000'000;

/// Path of a session's store.
std::string store_path(const std::string& session_id);

/// What went wrong with a store, as far as it makes a difference.
enum class StoreFault {
    None,
    Missing, ///< there is no such file
    Damaged, ///< its content is broken, or it is no store at all
    Full,    ///< the disk is full
    Version, ///< another version's store
    Other,
};

class Store {
public:
    Store();
    ~Store();
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    /// Makes the file (0600, in a folder that exists). Error when it exists already or SQLite refuses.
    Status create(const std::string& path, std::uint64_t max_rows = kStoreRows);

    /// Writes a batch in one transaction. Over `max_rows` new records are counted, not kept, and one Gap row
    /// says how many (it is kept up to date). On an Error nothing of the batch is in the file, and the caller
    /// may try again.
    Status write(const std::vector<Record>& records);
    /// `count` records never came here (the caller could not keep them): they count as not kept.
    void add_lost(std::uint64_t count);

    /// Of the newest Error.
    StoreFault fault() const { return fault_; }
    /// For whoever writes it: closes a damaged store and renames it to <path>.damaged[-N], so that a new one
    /// can be made. The Error says why not, else the new name is returned.
    Result<std::string> move_aside();

    /// Folds the write-ahead log into the file; later writes go straight into it, which costs each of them
    /// more. For a store whose end is near: close() has little left to do then. After an Error it is closed
    /// for writing.
    Status fold();
    /// Folds and closes, so that one file remains.
    void close();
    bool is_open() const { return open_; }

private:
    Status run(const char* statement);
    Status prepare_statements();
    void leave_wal();
    Status fail(const std::string& operation, const QSqlError& error);
    Status write_rows(const std::vector<Record>& records);
    Status write_row(const Record& record);
    Status write_body(std::uint64_t id, const std::string& json);
    Status write_gap();
    /// The row of a side table with these words; made when it is new.
    Result<QVariant> side_row(QSqlQuery& find, QSqlQuery& add, QHash<QString, qint64>& known,
                              const QStringList& words);

    std::string path_;
    QString connection_;
    QSqlDatabase database_;
    struct Statements;
    std::unique_ptr<Statements> statements_;
    std::uint64_t max_rows_ = kStoreRows;
    struct Counts {
        std::uint64_t newest_id = 0; ///< highest id that has a row, or was counted as not kept
        std::uint64_t rows = 0;
        std::uint64_t dropped = 0;
        std::uint64_t revision = 0;
        bool gap_changed = false;
    };
    Counts counts_;
    StoreFault fault_ = StoreFault::None;
    bool open_ = false;
};

} // namespace asb
