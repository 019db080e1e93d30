#include "core/events/store_reader.h"

#include "core/events/store_schema.h"

#include <QSqlQuery>
#include <QVariant>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <map>
#include <set>
#include <sys/stat.h>

namespace asb {
namespace {

constexpr const char* kColumns =
    "SELECT records.id, records.revision, records.done, bodies.event FROM records CROSS JOIN bodies ON "
    "bodies.id = records.id WHERE ";
/// What is looked at for a page of lines, and how much of each line.
constexpr std::size_t kPlaces = 400;
constexpr std::size_t kRowsOfLine = 300;
constexpr const char* kReading = "read the session's store";

/// "(1,2,3)"
QString list_of(const std::set<std::uint64_t>& numbers) {
    QStringList words;
    words.reserve(static_cast<qsizetype>(numbers.size()));
    for (const std::uint64_t number : numbers)
        words.append(QString::number(number));
    return QLatin1Char('(') + words.join(QLatin1Char(',')) + QLatin1Char(')');
}

QString statement(const char* rest) {
    return QLatin1String(kColumns) + QLatin1String(rest);
}

/// False: lastError() of the query tells why.
bool run(QSqlQuery& query, const QString& text, const QVariantList& values) {
    query.setForwardOnly(true);
    query.prepare(text);
    for (int i = 0; i < values.size(); ++i)
        query.bindValue(i, values[i]);
    return query.exec();
}

} // namespace

StoreReader::~StoreReader() {
    if (connection_.isEmpty())
        return;
    database_.close();
    database_ = QSqlDatabase();
    QSqlDatabase::removeDatabase(connection_);
}

Status StoreReader::fail(const QSqlError& error) {
    return store_error(kReading, path_, error, fault_);
}

Status StoreReader::open(const std::string& path) {
    path_ = path;
    struct stat state {};
    if (::stat(path.c_str(), &state) != 0) {
        fault_ = errno == ENOENT ? StoreFault::Missing : StoreFault::Other;
        return system_error("read the session's store " + path, errno);
    }
    if (state.st_size == 0) { // SQLite takes it for an empty database
        fault_ = StoreFault::Damaged;
        return Error{"read the session's store " + path + ": the file is empty", "nothing is left of it", 0};
    }
    connection_ = fresh_connection_name();
    database_ = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), connection_);
    database_.setDatabaseName(QString::fromStdString(path));
    database_.setConnectOptions(QStringLiteral("QSQLITE_OPEN_READONLY;QSQLITE_BUSY_TIMEOUT=2000"));
    if (!database_.open())
        return fail(database_.lastError());
    const Result<std::uint64_t> version = number(QStringLiteral("PRAGMA user_version"), {});
    if (!version)
        return version.error();
    if (*version != kStoreVersion) {
        fault_ = StoreFault::Version;
        return Error{"read the session's store " + path + ": its version is " + std::to_string(*version)
                         + ", known is " + std::to_string(kStoreVersion),
                     "use the agent-sandbox that wrote it", 0};
    }
    const Result<std::uint64_t> table = newest_revision();
    return table ? success() : Status(table.error());
}

Result<std::vector<Record>> StoreReader::changed_since(std::uint64_t after, std::size_t limit) {
    return read(statement("records.revision > ? ORDER BY records.revision LIMIT ?"),
                {static_cast<qint64>(after), static_cast<qint64>(limit)}, limit, nullptr, {});
}

Result<std::vector<Record>> StoreReader::rows_after(std::uint64_t id, std::size_t limit) {
    return read(statement("records.id > ? ORDER BY records.id LIMIT ?"),
                {static_cast<qint64>(id), static_cast<qint64>(limit)}, limit, nullptr, {});
}

Result<std::uint64_t> StoreReader::id_of_newest(std::size_t count) {
    return number(QStringLiteral("SELECT id FROM records ORDER BY id DESC LIMIT 1 OFFSET ?"),
                  {static_cast<qint64>(std::max<std::size_t>(count, 1) - 1)});
}

Result<std::uint64_t> StoreReader::newest_revision() {
    return number(QStringLiteral("SELECT max(revision) FROM records"), {});
}

Result<StoreReader::Page> StoreReader::page_before(std::uint64_t id, std::size_t limit, const Filter& filter,
                                                   std::string_view session) {
    const FilterSql condition = filter.sql(session);
    QVariantList values = condition.values;
    QString text = QLatin1String(kColumns) + condition.where;
    if (id != 0) {
        text += QStringLiteral(" AND records.id < ?");
        values.append(static_cast<qint64>(id));
    }
    Result<std::vector<Row>> rows =
        read(text + QStringLiteral(" ORDER BY records.id DESC"), values, limit, &filter, session);
    if (!rows)
        return rows.error();
    std::reverse(rows->begin(), rows->end());
    const bool more = rows->size() >= limit;
    return Page{std::move(*rows), more};
}

Result<StoreReader::Page> StoreReader::page_after(std::uint64_t id, std::size_t limit, const Filter& filter,
                                                  std::string_view session) {
    const FilterSql condition = filter.sql(session);
    QVariantList values = condition.values;
    values.append(static_cast<qint64>(id));
    Result<std::vector<Row>> rows = read(QLatin1String(kColumns) + condition.where
                                             + QStringLiteral(" AND records.id > ? ORDER BY records.id"),
                                         values, limit, &filter, session);
    if (!rows)
        return rows.error();
    const bool more = rows->size() >= limit;
    return Page{std::move(*rows), more};
}

Result<StoreReader::LinePage> StoreReader::lines_before(std::uint64_t id, const Filter& filter,
                                                        std::string_view session) {
    const FilterSql condition = filter.sql(session, FilterRows::Lines);
    QVariantList values = condition.values;
    values.append(static_cast<qint64>(id));
    values.append(static_cast<qint64>(kPlaces));
    const Result<std::vector<Place>> found =
        places(QStringLiteral("SELECT id, request FROM records WHERE ") + condition.where
                   + QStringLiteral(" AND id < ? ORDER BY id DESC LIMIT ?"),
               values);
    if (!found)
        return found.error();
    std::set<std::uint64_t> ids;
    std::set<std::uint64_t> lines;
    for (const Place& place : *found) {
        ids.insert(place.id);
        if (place.request != 0)
            lines.insert(place.request);
    }
    const Result<std::vector<Place>> all =
        places(QStringLiteral("SELECT id, request FROM records WHERE request IN ") + list_of(lines)
                   + QStringLiteral(" ORDER BY id"),
               {});
    if (!all)
        return all.error();
    std::map<std::uint64_t, std::size_t> rows_of_line;
    for (const Place& place : *all) {
        if (rows_of_line[place.request]++ < kRowsOfLine)
            ids.insert(place.id);
    }
    Result<std::vector<Row>> rows = read(QLatin1String(kColumns) + QStringLiteral("records.id IN ")
                                             + list_of(ids) + QStringLiteral(" ORDER BY records.id"),
                                         {}, ids.size(), nullptr, {});
    if (!rows)
        return rows.error();
    return LinePage{std::move(*rows), found->size() == kPlaces ? found->back().id : 0};
}

Result<std::vector<StoreReader::RefusalGroup>> StoreReader::refusals(std::uint64_t before) {
    QSqlQuery query(database_);
    // max() makes SQLite take time_ms from the row that has it.
    const bool ran =
        run(query,
            QStringLiteral("SELECT coalesce(rules.rule, ''), coalesce(rules.reason, ''), "
                           "coalesce(rules.policy, ''), count(*), max(records.id), records.time_ms "
                           "FROM records LEFT JOIN rules ON rules.id = records.rule "
                           "WHERE records.verdict = 'refused' AND records.id < ? "
                           "GROUP BY records.rule ORDER BY 5 DESC"),
            {before != 0 ? static_cast<qint64>(before) : std::numeric_limits<qint64>::max()});
    if (!ran)
        return fail(query.lastError()).error();
    std::vector<RefusalGroup> groups;
    while (query.next())
        groups.push_back({query.value(0).toString().toStdString(), query.value(1).toString().toStdString(),
                          query.value(2).toString().toStdString(), query.value(3).toULongLong(),
                          query.value(4).toULongLong(), query.value(5).toLongLong()});
    if (query.lastError().isValid())
        return fail(query.lastError()).error();
    return groups;
}

Result<std::vector<StoreReader::ProgramUse>> StoreReader::most_used(std::size_t limit) {
    QSqlQuery query(database_);
    if (!run(query,
             QStringLiteral(
                 "SELECT program, count(*), "
                 "sum(status IS NOT NULL AND status <> 0 AND verdict IS NOT 'refused'), "
                 "sum(verdict IS 'refused'), total(duration_us), coalesce(max(duration_us), 0) "
                 "FROM records WHERE program IS NOT NULL GROUP BY program ORDER BY 2 DESC, 1 LIMIT ?"),
             {static_cast<qint64>(limit)}))
        return fail(query.lastError()).error();
    std::vector<ProgramUse> programs;
    while (query.next())
        programs.push_back({query.value(0).toString().toStdString(), query.value(1).toULongLong(),
                            query.value(2).toULongLong(), query.value(3).toULongLong(),
                            query.value(4).toLongLong(), query.value(5).toLongLong()});
    if (query.lastError().isValid())
        return fail(query.lastError()).error();
    return programs;
}

Result<std::vector<Record>> StoreReader::slowest(std::size_t limit) {
    // The ids first: a sort that carries the events of a million records would need the disk.
    return read(
        statement("records.id IN (SELECT id FROM records WHERE program IS NOT NULL AND duration_us IS "
                  "NOT NULL ORDER BY duration_us DESC, id LIMIT ?) ORDER BY duration_us DESC, records.id"),
        {static_cast<qint64>(limit)}, limit, nullptr, {});
}

Result<std::vector<StoreReader::Place>> StoreReader::places(const QString& text, const QVariantList& values) {
    QSqlQuery query(database_);
    if (!run(query, text, values))
        return fail(query.lastError()).error();
    std::vector<Place> found;
    while (query.next())
        found.push_back({query.value(0).toULongLong(), query.value(1).toULongLong()});
    if (query.lastError().isValid())
        return fail(query.lastError()).error();
    return found;
}

Result<std::uint64_t> StoreReader::number(const QString& text, const QVariantList& values) {
    QSqlQuery query(database_);
    if (!run(query, text, values))
        return fail(query.lastError()).error();
    const bool found = query.next();
    if (!found && query.lastError().isValid())
        return fail(query.lastError()).error();
    return found ? std::uint64_t{query.value(0).toULongLong()} : 0;
}

Result<std::vector<Record>> StoreReader::read(const QString& text, const QVariantList& values,
                                              std::size_t limit, const Filter* filter,
                                              std::string_view session) {
    QSqlQuery query(database_);
    if (!run(query, text, values))
        return fail(query.lastError()).error();
    std::vector<Row> rows;
    while (rows.size() < limit && query.next()) {
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
        if (!filter || filter->matches(row.event, nullptr, session))
            rows.push_back(std::move(row));
    }
    // A damaged page ends next() with false; without this look the rest would be missing silently.
    if (query.lastError().isValid())
        return fail(query.lastError()).error();
    return rows;
}

} // namespace asb
