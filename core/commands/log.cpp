#include "core/commands/log.h"

#include "core/base/command_line.h"
#include "core/base/fd.h"
#include "core/base/output.h"
#include "core/base/paths.h"
#include "core/commands/record_text.h"
#include "core/events/store_reader.h"
#include "core/ipc/registry.h"

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QThread>

#include <algorithm>
#include <cstdio>
#include <set>

namespace asb {
namespace {

constexpr std::size_t kPage = 500;
constexpr unsigned long kPollMs = 100;
constexpr const char* kHelp =
    "usage: agent-sandbox log [--session ID] [--follow] [--denied] [--json]\n"
    "Shows the commands of a session (default: the newest): time, verdict, status, duration.\n"
    "\n"
    "  --session ID  another one; the first digits of its id suffice\n"
    "  --follow      go on until the session ends\n"
    "  --denied      only what was refused\n"
    "  --json        one record a line\n";

struct LogOptions {
    std::string session;
    bool follow = false;
    bool denied = false;
    bool json = false;
    bool help = false;
};

Result<LogOptions> parse_options(const std::vector<std::string>& arguments) {
    const std::vector<OptionSpec> known{{"--session", "ID"}, {"--follow"}, {"--denied"},
                                        {"--json"},          {"--help"},   {"-h"}};
    const Result<CommandLine> words = parse_command_line("log", arguments, known);
    if (!words)
        return words.error();
    if (!words->operands.empty() || words->separated)
        return unexpected_word("log", words->separated ? "--" : words->operands[0], known);
    LogOptions options;
    options.session = words->value("--session");
    options.follow = words->has("--follow");
    options.denied = words->has("--denied");
    options.json = words->has("--json");
    options.help = words->has("--help") || words->has("-h");
    return options;
}

/// Ids of stored sessions that begin with `start`, the newest last.
std::vector<std::string> find_sessions(const std::string& start) {
    std::vector<std::pair<qint64, std::string>> found;
    const QDir folder(QString::fromStdString(state_dir() + "/sessions"));
    for (const QString& name : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const std::string id = name.toStdString();
        if (id.compare(0, start.size(), start) != 0)
            continue;
        const Result<std::string> facts = read_file(
            folder.filePath(name + QStringLiteral("/session.json")).toStdString(), std::size_t{1} << 20);
        const QJsonObject object =
            facts ? QJsonDocument::fromJson(QByteArray::fromStdString(*facts)).object() : QJsonObject();
        found.emplace_back(object.value(QStringLiteral("started_ms")).toInteger(), id);
    }
    std::sort(found.begin(), found.end());
    std::vector<std::string> ids;
    for (const auto& [time, id] : found)
        ids.push_back(id);
    return ids;
}

Result<std::string> choose_session(const std::string& wanted) {
    const std::vector<std::string> ids = find_sessions(wanted);
    if (ids.empty())
        return Error{wanted.empty() ? std::string("show the log: no session has been run yet")
                                    : "show the log: no session begins with \"" + wanted + "\"",
                     wanted.empty() ? std::string("start one with `agent-sandbox claude`")
                                    : "the sessions are in " + state_dir() + "/sessions",
                     0};
    if (!wanted.empty() && ids.size() > 1)
        return Error{"show the log: " + std::to_string(ids.size()) + " sessions begin with \"" + wanted
                         + "\"",
                     "give more digits", 0};
    return ids.back();
}

class LogPrinter {
public:
    explicit LogPrinter(const LogOptions& options) : options_(options) {}

    /// False when nobody can take more.
    bool print(const Event& event) const {
        if (options_.denied && event.verdict != Verdict::Refused)
            return true;
        return put_out(options_.json ? to_json(event) + '\n' : record_text(event));
    }

private:
    const LogOptions& options_;
};

bool is_running(const std::string& id) {
    const Result<std::string> folder = runtime_dir();
    if (!folder)
        return false;
    const std::vector<RegistryEntry> entries = read_registry(*folder);
    return std::any_of(entries.begin(), entries.end(),
                       [&](const RegistryEntry& entry) { return entry.id == id; });
}

Status print_all(StoreReader& reader, const LogPrinter& printer) {
    for (std::uint64_t last = 0;;) {
        const Result<std::vector<StoreReader::Row>> rows = reader.rows_after(last, kPage);
        if (!rows)
            return rows.error();
        if (rows->empty())
            return success();
        for (const StoreReader::Row& row : *rows) {
            if (!printer.print(row.event))
                return success();
        }
        last = rows->back().id;
    }
}

/// Each record once, when nothing about it changes any more; the rest at the end as it stands.
Status follow(StoreReader& reader, const LogPrinter& printer, const std::string& id) {
    std::set<std::uint64_t> open;
    std::uint64_t revision = 0;
    for (bool running = true; running;) {
        running = is_running(id); // asked first: what was written before the end is read after it
        for (;;) {
            const Result<std::vector<StoreReader::Row>> rows = reader.changed_since(revision, kPage);
            if (!rows)
                return rows.error();
            if (rows->empty())
                break;
            for (const StoreReader::Row& row : *rows) {
                revision = row.revision;
                if (row.done) {
                    open.erase(row.id);
                    static_cast<void>(printer.print(row.event));
                } else {
                    open.insert(row.id);
                }
            }
        }
        if (!flush_out())
            return success();
        if (running)
            QThread::msleep(kPollMs);
    }
    for (const std::uint64_t row_id : open) {
        const Result<std::vector<StoreReader::Row>> rows = reader.rows_after(row_id - 1, 1);
        if (!rows)
            return rows.error();
        if (!rows->empty() && rows->front().id == row_id)
            static_cast<void>(printer.print(rows->front().event));
    }
    return success();
}

int fail(const Error& error) {
    std::fprintf(stderr, "agent-sandbox: %s\n", error.text().c_str());
    return 1;
}

} // namespace

int run_log(const std::vector<std::string>& arguments) {
    const Result<LogOptions> parsed = parse_options(arguments);
    if (!parsed) {
        fail(parsed.error());
        return 2;
    }
    const LogOptions& options = *parsed;
    if (options.help) {
        put_out(kHelp);
        return output_status(0);
    }
    const Result<std::string> id = choose_session(options.session);
    if (!id)
        return fail(id.error());
    StoreReader reader;
    if (const Status opened = reader.open(store_path(*id)); !opened)
        return fail(opened.error());
    const LogPrinter printer(options);
    const Status printed = options.follow ? follow(reader, printer, *id) : print_all(reader, printer);
    const int status = output_status(printed ? 0 : 1);
    if (!printed)
        return fail(printed.error());
    if (reader.damaged() > 0)
        std::fprintf(stderr, "agent-sandbox: %llu records could not be read\n",
                     static_cast<unsigned long long>(reader.damaged()));
    return status;
}

} // namespace asb
