#include "core/events/store.h"

#include "core/base/fd.h"
#include "core/base/paths.h"
#include "core/base/text.h"
#include "core/events/facets.h"
#include "core/events/store_schema.h"

#include <QUuid>
#include <QVariant>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <iterator>
#include <optional>
#include <unistd.h>

namespace asb {
namespace {

constexpr qsizetype kKnown = 4096; ///< side rows whose numbers are kept in memory
constexpr int kAsideNames = 100;

// NULL for "none": an index `WHERE x IS NOT NULL` is used for x = ?, one with `WHERE x <> 0` is not
// (desktop-measured.md §7). No fsync while the file is made (it costs a launch 20 ms): the store has to
// survive our own death, not the host's.
constexpr const char* kSchema[] = {
    "PRAGMA synchronous=OFF",
    "PRAGMA journal_mode=WAL",
    "BEGIN",
    "CREATE TABLE records (id INTEGER PRIMARY KEY, revision INTEGER NOT NULL, time_ms INTEGER NOT NULL, "
    "type TEXT NOT NULL, request INTEGER, pid INTEGER, verdict TEXT, status INTEGER, duration_us INTEGER, "
    "done INTEGER NOT NULL, folder INTEGER, rule INTEGER, program TEXT, text TEXT)",
    "CREATE TABLE bodies (id INTEGER PRIMARY KEY, event TEXT NOT NULL)",
    "CREATE TABLE folders (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE)",
    "CREATE TABLE rules (id INTEGER PRIMARY KEY, rule TEXT NOT NULL, reason TEXT NOT NULL, policy TEXT NOT "
    "NULL, "
    "UNIQUE (rule, reason, policy))",
    "CREATE INDEX records_revision ON records (revision)",
    "CREATE INDEX records_refused ON records (id) WHERE verdict = 'refused'",
    "CREATE INDEX records_rule ON records (rule) WHERE rule IS NOT NULL",
    "CREATE INDEX records_request ON records (request) WHERE request IS NOT NULL",
    "PRAGMA user_version=2",
    "COMMIT"};

QVariant or_null(std::optional<std::int64_t> value) {
    return value ? QVariant(static_cast<qint64>(*value)) : QVariant();
}

QVariant or_null(std::uint64_t value) {
    return value != 0 ? QVariant(static_cast<qint64>(value)) : QVariant();
}

/// What a search compares; NULL where the event's own text, as it is read back, could differ from it.
QVariant searchable(const Event& event) {
    const std::string text = text_of(event);
    const bool odd = text.size() > kStoreTextBytes || !event.truncated.empty() || !is_valid_utf8(text)
                     || text.find('\0') != std::string::npos;
    return odd ? QVariant() : QVariant(QString::fromStdString(text));
}

QVariant program_of(const Event& event) {
    if (!is_command(event) || event.argv.empty())
        return {};
    const std::string& word = event.argv.front();
    const std::size_t slash = word.rfind('/');
    const std::string name = slash == std::string::npos ? word : word.substr(slash + 1);
    return QString::fromStdString(name.substr(0, 64));
}

} // namespace

struct Store::Statements {
    explicit Statements(const QSqlDatabase& database)
        : row(database),
          body(database),
          find_folder(database),
          add_folder(database),
          find_rule(database),
          add_rule(database) {}

    bool prepare() {
        return row.prepare(QStringLiteral(
                   "INSERT OR REPLACE INTO records (id, revision, time_ms, type, request, pid, verdict, "
                   "status, "
                   "duration_us, done, folder, rule, program, text) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)"))
               && body.prepare(QStringLiteral("INSERT OR REPLACE INTO bodies (id, event) VALUES (?,?)"))
               && find_folder.prepare(QStringLiteral("SELECT id FROM folders WHERE path = ?"))
               && add_folder.prepare(QStringLiteral("INSERT INTO folders (path) VALUES (?)"))
               && find_rule.prepare(
                   QStringLiteral("SELECT id FROM rules WHERE rule = ? AND reason = ? AND policy = ?"))
               && add_rule.prepare(QStringLiteral("INSERT INTO rules (rule, reason, policy) VALUES (?,?,?)"));
    }

    QSqlQuery row, body, find_folder, add_folder, find_rule, add_rule;
    QHash<QString, qint64> folders, rules;
};

Error store_error(const std::string& operation, const std::string& path, const QSqlError& error,
                  StoreFault& fault) {
    const QString code = error.nativeErrorCode();
    const QString text = error.text();
    const auto says = [&](const char* words) { return text.contains(QLatin1String(words)); };
    std::string hint = "check that the file belongs to you";
    fault = StoreFault::Other;
    if (code == QLatin1String("11") || code == QLatin1String("26") || says("malformed")
        || says("not a database") || says("no such table") || says("no such column")) {
        fault = StoreFault::Damaged;
        hint = "what is left of it can be read with `sqlite3 " + shell_quote(path) + " .recover`";
    } else if (code == QLatin1String("13") || says("is full")) {
        fault = StoreFault::Full;
        hint = "make room on that disk: it is tried again";
    }
    return Error{operation + ' ' + path + ": " + text.trimmed().toStdString(), hint, 0};
}

QString fresh_connection_name() {
    return QStringLiteral("asb-") + QUuid::createUuid().toString(QUuid::WithoutBraces);
}

std::string store_path(const std::string& session_id) {
    return state_dir() + "/sessions/" + session_id + "/events.sqlite";
}

Store::Store() = default;

Store::~Store() {
    close();
}

Status Store::fail(const std::string& operation, const QSqlError& error) {
    return store_error(operation, path_, error, fault_);
}

Status Store::create(const std::string& path, std::uint64_t max_rows) {
    // SQLite makes files with the umask; an empty file of ours first gives the mode, which -wal and -shm take
    // over.
    const Fd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!file) {
        fault_ = errno == ENOSPC ? StoreFault::Full : StoreFault::Other;
        return system_error("make the session's store " + path, errno);
    }
    path_ = path;
    max_rows_ = max_rows;
    counts_ = {};
    connection_ = fresh_connection_name();
    database_ = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), connection_);
    database_.setDatabaseName(QString::fromStdString(path));
    if (!database_.open())
        return fail("open the session's store", database_.lastError());
    open_ = true;
    for (const char* statement : kSchema) {
        if (const Status done = run(statement); !done)
            return done;
    }
    return prepare_statements();
}

Status Store::prepare_statements() {
    statements_ = std::make_unique<Statements>(database_);
    if (statements_->prepare())
        return success();
    open_ = false;
    return fail("prepare the session's store", database_.lastError());
}

Status Store::run(const char* statement) {
    QSqlQuery query(database_);
    if (!query.exec(QString::fromLatin1(statement)))
        return fail(std::string("run \"") + statement + "\" on", query.lastError());
    return success();
}

void Store::add_lost(std::uint64_t count) {
    counts_.dropped += count;
    counts_.gap_changed = counts_.gap_changed || count > 0;
}

Status Store::write(const std::vector<Record>& records) {
    if (!open_)
        return Error{"write to the session's store: it is not open", {}, 0};
    if (records.empty())
        return success();
    if (const Status begun = run("BEGIN IMMEDIATE"); !begun)
        return begun;
    const Counts before = counts_;
    Status written = write_rows(records);
    if (written)
        written = run("COMMIT");
    if (!written) {
        const StoreFault fault = fault_;
        counts_ = before;
        statements_->folders.clear(); // rows that were rolled back are not there
        statements_->rules.clear();
        static_cast<void>(run("ROLLBACK"));
        fault_ = fault;
    }
    return written;
}

Status Store::write_rows(const std::vector<Record>& records) {
    for (const Record& record : records) {
        counts_.revision = std::max(counts_.revision, record.revision);
        const bool is_new = record.id > counts_.newest_id;
        if (is_new && counts_.rows >= max_rows_) {
            counts_.newest_id = record.id;
            ++counts_.dropped;
            counts_.gap_changed = true;
            continue;
        }
        if (!is_new && counts_.rows >= max_rows_ && record.id > max_rows_)
            continue; // a change of a record that was not kept (ids are given without holes)
        if (is_new) {
            counts_.newest_id = record.id;
            ++counts_.rows;
        }
        if (const Status written = write_row(record); !written)
            return written;
    }
    return counts_.gap_changed ? write_gap() : success();
}

Result<QVariant> Store::side_row(QSqlQuery& find, QSqlQuery& add, QHash<QString, qint64>& known,
                                 const QStringList& words) {
    const QString key = words.join(QChar(0x1f));
    if (const auto found = known.constFind(key); found != known.constEnd())
        return QVariant(*found);
    for (int i = 0; i < words.size(); ++i) {
        find.bindValue(i, words[i]);
        add.bindValue(i, words[i]);
    }
    if (!find.exec())
        return fail("search the session's store", find.lastError()).error();
    QVariant id;
    if (find.next())
        id = find.value(0);
    find.finish();
    if (!id.isValid()) {
        if (!add.exec())
            return fail("write to the session's store", add.lastError()).error();
        id = add.lastInsertId();
    }
    if (known.size() >= kKnown)
        known.clear();
    known.insert(key, id.toLongLong());
    return id;
}

Status Store::write_row(const Record& record) {
    const Event& event = record.event;
    const auto text = [](const std::string& value) {
        return QString::fromStdString(value.empty() ? std::string("") : value);
    };
    QVariant folder;
    if (!event.cwd.empty()) {
        Result<QVariant> row = side_row(statements_->find_folder, statements_->add_folder,
                                        statements_->folders, {text(event.cwd)});
        if (!row)
            return row.error();
        folder = *row;
    }
    QVariant rule;
    if (!event.rule.empty() || !event.reason.empty()) {
        Result<QVariant> row = side_row(statements_->find_rule, statements_->add_rule, statements_->rules,
                                        {text(event.rule), text(event.reason), text(event.policy)});
        if (!row)
            return row.error();
        rule = *row;
    }
    const QVariant values[] = {
        static_cast<qint64>(record.id),
        static_cast<qint64>(record.revision),
        static_cast<qint64>(event.time_ms),
        QString::fromLatin1(to_string(event.type)),
        or_null(event.request),
        or_null(static_cast<std::uint64_t>(std::max(0, event.pid))),
        event.verdict == Verdict::None ? QVariant() : QVariant(QString::fromLatin1(to_string(event.verdict))),
        or_null(status_of(event) ? std::optional<std::int64_t>(*status_of(event)) : std::nullopt),
        or_null(duration_of(event)),
        record.done ? 1 : 0,
        folder,
        rule,
        program_of(event),
        searchable(event)};
    QSqlQuery& query = statements_->row;
    for (int i = 0; i < static_cast<int>(std::size(values)); ++i)
        query.bindValue(i, values[i]);
    if (!query.exec())
        return fail("write to the session's store", query.lastError());
    return write_body(record.id, to_json(event));
}

Status Store::write_body(std::uint64_t id, const std::string& json) {
    QSqlQuery& query = statements_->body;
    query.bindValue(0, static_cast<qint64>(id));
    query.bindValue(1, QString::fromStdString(json));
    if (!query.exec())
        return fail("write to the session's store", query.lastError());
    return success();
}

Status Store::write_gap() {
    Record gap;
    gap.id = max_rows_ + 1;
    gap.revision = counts_.revision;
    gap.done = true;
    gap.event.type = EventType::Gap;
    gap.event.count = counts_.dropped;
    gap.event.text = counts_.rows >= max_rows_ ? "the session's store is full"
                                               : "the session's store could not be written for some time";
    counts_.gap_changed = false;
    return write_row(gap);
}

Result<std::string> Store::move_aside() {
    close();
    std::string aside = path_ + ".damaged";
    for (int i = 2; ::access(aside.c_str(), F_OK) == 0 && i <= kAsideNames; ++i)
        aside = path_ + ".damaged-" + std::to_string(i);
    if (::rename(path_.c_str(), aside.c_str()) != 0)
        return system_error("move the damaged store " + path_ + " to " + aside, errno);
    for (const char* suffix : {"-wal", "-shm"})
        ::rename((path_ + suffix).c_str(), (aside + suffix).c_str());
    return aside;
}

void Store::leave_wal() {
    statements_.reset(); // an unfinished one would keep the log
    static_cast<void>(run("PRAGMA wal_checkpoint(TRUNCATE)"));
    // A later reader, which may not write, would make side files that nobody removes.
    static_cast<void>(run("PRAGMA journal_mode=DELETE"));
}

Status Store::fold() {
    if (!open_)
        return success();
    leave_wal();
    return prepare_statements();
}

void Store::close() {
    if (connection_.isEmpty())
        return;
    if (open_)
        leave_wal();
    statements_.reset();
    open_ = false;
    database_.close();
    database_ = QSqlDatabase();
    QSqlDatabase::removeDatabase(connection_);
    connection_.clear();
}

} // namespace asb
