#include "core/events/store.h"

#include "core/base/fd.h"
#include "core/base/paths.h"

#include <QSqlError>
#include <QUuid>
#include <QVariant>

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>

namespace asb {
namespace {

Error database_error(const std::string& operation, const std::string& path, const QSqlError& error) {
    return Error{operation + ' ' + path + ": " + error.text().toStdString(),
                 "check that the disk has room and that the file belongs to you", 0};
}

QString fresh_connection_name() {
    return QStringLiteral("asb-") + QUuid::createUuid().toString(QUuid::WithoutBraces);
}

} // namespace

std::string store_path(const std::string& session_id) {
    return state_dir() + "/sessions/" + session_id + "/events.sqlite";
}

Store::~Store() {
    close();
}

Status Store::create(const std::string& path, std::uint64_t max_rows) {
    // SQLite makes files with the umask; an empty file of ours first gives the mode, which -wal and -shm take
    // over.
    const Fd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!file)
        return system_error("make the session's store " + path, errno);
    path_ = path;
    max_rows_ = max_rows;
    connection_ = fresh_connection_name();
    database_ = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), connection_);
    database_.setDatabaseName(QString::fromStdString(path));
    if (!database_.open())
        return database_error("open the session's store", path, database_.lastError());
    open_ = true;
    // No fsync while the file is made (it costs a launch 20 ms); the store has to survive our own death, not
    // the host's.
    for (const char* statement : {"PRAGMA synchronous=OFF", "PRAGMA journal_mode=WAL",
                                  "CREATE TABLE records (id INTEGER PRIMARY KEY, revision INTEGER NOT NULL, "
                                  "time_ms INTEGER NOT NULL, "
                                  "type TEXT NOT NULL, request INTEGER, command INTEGER, verdict TEXT, "
                                  "status INTEGER, done INTEGER NOT NULL, "
                                  "event TEXT NOT NULL)",
                                  "CREATE INDEX records_revision ON records (revision)",
                                  "CREATE INDEX records_refused ON records (id) WHERE verdict = 'refused'",
                                  "PRAGMA user_version=1"}) {
        if (const Status done = run(statement); !done)
            return done;
    }
    upsert_.emplace(database_);
    if (!upsert_->prepare(
            QStringLiteral("INSERT OR REPLACE INTO records (id, revision, time_ms, type, request, command, "
                           "verdict, status, done, event) VALUES (?,?,?,?,?,?,?,?,?,?)")))
        return database_error("prepare the session's store", path_, upsert_->lastError());
    return success();
}

Status Store::run(const char* statement) {
    QSqlQuery query(database_);
    if (!query.exec(QString::fromLatin1(statement)))
        return database_error(std::string("run \"") + statement + "\" on", path_, query.lastError());
    return success();
}

Status Store::write(const std::vector<Record>& records) {
    if (!open_)
        return Error{"write to the session's store: it is not open", {}, 0};
    if (records.empty())
        return success();
    if (const Status begun = run("BEGIN IMMEDIATE"); !begun)
        return begun;
    const auto before = std::make_tuple(newest_id_, rows_, dropped_, revision_, gap_changed_);
    Status written = write_rows(records);
    if (written)
        written = run("COMMIT");
    if (!written) {
        std::tie(newest_id_, rows_, dropped_, revision_, gap_changed_) = before;
        static_cast<void>(run("ROLLBACK"));
    }
    return written;
}

Status Store::write_rows(const std::vector<Record>& records) {
    for (const Record& record : records) {
        const bool is_new = record.id > newest_id_;
        if (is_new && rows_ >= max_rows_) {
            newest_id_ = record.id;
            ++dropped_;
            gap_changed_ = true;
            continue;
        }
        if (!is_new && dropped_ > 0 && record.id > max_rows_)
            continue; // a change of a record that was not kept (ids are given without holes)
        if (is_new) {
            newest_id_ = record.id;
            ++rows_;
        }
        if (const Status written = write_row(record); !written)
            return written;
    }
    return gap_changed_ ? write_gap() : success();
}

Status Store::write_row(const Record& record) {
    const Event& event = record.event;
    QSqlQuery& query = *upsert_;
    query.bindValue(0, static_cast<qint64>(record.id));
    query.bindValue(1, static_cast<qint64>(++revision_));
    query.bindValue(2, static_cast<qint64>(event.time_ms));
    query.bindValue(3, QString::fromLatin1(to_string(event.type)));
    query.bindValue(4, event.request ? QVariant(static_cast<qint64>(event.request)) : QVariant());
    query.bindValue(5, event.command ? QVariant(static_cast<qint64>(event.command)) : QVariant());
    query.bindValue(6, event.verdict == Verdict::None
                           ? QVariant()
                           : QVariant(QString::fromLatin1(to_string(event.verdict))));
    query.bindValue(7, event.status ? QVariant(*event.status) : QVariant());
    query.bindValue(8, record.done ? 1 : 0);
    query.bindValue(9, QString::fromStdString(to_json(event)));
    if (!query.exec())
        return database_error("write to the session's store", path_, query.lastError());
    return success();
}

Status Store::write_gap() {
    Record gap;
    gap.id = max_rows_ + 1;
    gap.done = true;
    gap.event.type = EventType::Gap;
    gap.event.count = dropped_;
    gap.event.text = "the session's store is full";
    gap_changed_ = false;
    return write_row(gap);
}

void Store::close() {
    if (!open_)
        return;
    open_ = false;
    upsert_.reset();
    static_cast<void>(run("PRAGMA wal_checkpoint(TRUNCATE)"));
    database_.close();
    database_ = QSqlDatabase();
    QSqlDatabase::removeDatabase(connection_);
}

StoreReader::~StoreReader() {
    if (connection_.isEmpty())
        return;
    database_.close();
    database_ = QSqlDatabase();
    QSqlDatabase::removeDatabase(connection_);
}

Status StoreReader::open(const std::string& path) {
    struct stat state {};
    if (::stat(path.c_str(), &state) != 0)
        return system_error("open the session's store " + path, errno);
    path_ = path;
    connection_ = fresh_connection_name();
    database_ = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), connection_);
    database_.setConnectOptions(QStringLiteral("QSQLITE_BUSY_TIMEOUT=2000"));
    database_.setDatabaseName(QString::fromStdString(path));
    if (!database_.open())
        return database_error("open the session's store", path, database_.lastError());
    QSqlQuery query(database_);
    if (!query.exec(QStringLiteral("PRAGMA query_only=ON"))
        || !query.exec(QStringLiteral("PRAGMA user_version")) || !query.next())
        return database_error("read the session's store", path, query.lastError());
    const int version = query.value(0).toInt();
    if (version != kStoreVersion)
        return Error{"read the session's store " + path + ": its version is " + std::to_string(version)
                         + ", known is " + std::to_string(kStoreVersion),
                     "use the agent-sandbox that wrote it", 0};
    return success();
}

Result<std::vector<StoreReader::Row>> StoreReader::changed_since(std::uint64_t after, std::size_t limit) {
    return read("SELECT id, revision, done, event FROM records WHERE revision > ? ORDER BY revision LIMIT ?",
                after, limit);
}

Result<std::vector<StoreReader::Row>> StoreReader::rows_after(std::uint64_t id, std::size_t limit) {
    return read("SELECT id, revision, done, event FROM records WHERE id > ? ORDER BY id LIMIT ?", id, limit);
}

Result<std::vector<StoreReader::Row>> StoreReader::read(const char* statement, std::uint64_t after,
                                                        std::size_t limit) {
    QSqlQuery query(database_);
    query.setForwardOnly(true);
    query.prepare(QString::fromLatin1(statement));
    query.bindValue(0, static_cast<qint64>(after));
    query.bindValue(1, static_cast<qint64>(limit));
    if (!query.exec())
        return database_error("read the session's store", path_, query.lastError());
    std::vector<Row> rows;
    while (query.next()) {
        Row row;
        row.id = query.value(0).toULongLong();
        row.revision = query.value(1).toULongLong();
        row.done = query.value(2).toInt() != 0;
        Result<Event> event = event_from_json(query.value(3).toString().toStdString());
        if (!event) {
            ++damaged_;
            continue;
        }
        row.event = std::move(*event);
        rows.push_back(std::move(row));
    }
    // A damaged page ends next() with false; without this look the rest would be missing silently.
    if (query.lastError().isValid())
        return database_error("read the session's store", path_, query.lastError());
    return rows;
}

} // namespace asb
