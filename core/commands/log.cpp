#include "core/commands/log.h"

#include "core/base/clock.h"
#include "core/base/command_line.h"
#include "core/base/output.h"
#include "core/commands/json_schema.h"
#include "core/commands/record_text.h"
#include "core/commands/session_call.h"
#include "core/events/store_reader.h"

#include <QThread>

#include <cstdio>
#include <set>

namespace asb {
namespace {

constexpr std::size_t kPage = 500;
constexpr unsigned long kPollMs = 100;
constexpr const char* kHelp =
    "usage: agent-sandbox log [--session ID] [--follow] [--denied] [--since WHEN] [--filter TEXT] [--json]\n"
    "Shows the commands of a session (default: the newest): time, verdict, status, duration.\n"
    "\n"
    "  --session ID   another one; the first digits of its id suffice\n"
    "  --follow       go on until the session ends\n"
    "  --denied       only what was refused\n"
    "  --since WHEN   only what started then or later: 10m, 14:30, today, 2026-11-29T14:30\n"
    "  --filter TEXT  only what matches, for example: status!=0 cmd:git \"free text\" -verdict:floor\n"
    "  --json         for machines\n"
    "\n"
    "A filter holds words (the command has this text) and comparisons key:value (holds), key=value,\n"
    "key!=value, key<value and so on; -term is the opposite, `or` and ( ) join. Keys:\n";

struct LogOptions {
    std::string session;
    Filter filter;
    bool follow = false;
    bool json = false;
    bool help = false;
};

std::string help_text() {
    std::string text = kHelp;
    for (const FilterKeyHelp& key : filter_keys()) {
        std::string line = std::string("  ") + key.name;
        line.resize(13, ' ');
        text += line + key.meaning + '\n';
    }
    return text + schema_help(event_schema());
}

/// --denied and --since are terms in front of the filter's own.
Result<Filter> make_filter(const CommandLine& words) {
    QString text = QString::fromStdString(words.value("--filter"));
    // By itself first: its positions are those of what was typed.
    if (const Result<Filter> own = Filter::parse(text, wall_clock_ms()); !own)
        return own.error();
    if (!text.trimmed().isEmpty())
        text = QLatin1Char('(') + text + QLatin1Char(')');
    if (words.has("--denied"))
        text += QStringLiteral(" denied");
    if (words.has("--since"))
        text += QStringLiteral(" since:")
                + Filter::term(QString(), QString::fromStdString(words.value("--since")));
    return Filter::parse(text, wall_clock_ms());
}

Result<LogOptions> parse_options(const std::vector<std::string>& arguments) {
    const std::vector<OptionSpec> known{{"--session", "ID"},  {"--follow"}, {"--denied"}, {"--since", "WHEN"},
                                        {"--filter", "TEXT"}, {"--json"},   {"--help"},   {"-h"}};
    const Result<CommandLine> words = parse_command_line("log", arguments, known);
    if (!words)
        return words.error();
    if (!words->operands.empty() || words->separated)
        return unexpected_word("log", words->separated ? "--" : words->operands[0], known);
    Result<Filter> filter = make_filter(*words);
    if (!filter)
        return Error{"log: " + filter.error().what, filter.error().hint, 0};
    LogOptions options;
    options.session = words->value("--session");
    options.filter = std::move(*filter);
    options.follow = words->has("--follow");
    options.json = words->has("--json");
    options.help = words->has("--help") || words->has("-h");
    return options;
}

class LogPrinter {
public:
    LogPrinter(const LogOptions& options, const std::string& session)
        : options_(options), session_(session) {}

    /// False when nobody can take more.
    bool print(const Event& event) const {
        if (!options_.filter.matches(event, nullptr, session_))
            return true;
        return put_out(options_.json ? to_json(event) + '\n' : record_text(event));
    }

private:
    const LogOptions& options_;
    std::string session_;
};

bool is_running(const QString& id) {
    const std::optional<SessionFacts> session = load_session(id);
    return session && session->is_running();
}

Status print_all(StoreReader& reader, const LogPrinter& printer, const Filter& filter,
                 const std::string& id) {
    for (std::uint64_t last = 0;;) {
        const Result<StoreReader::Page> page = reader.page_after(last, kPage, filter, id);
        if (!page)
            return page.error();
        for (const StoreReader::Row& row : page->rows) {
            if (!printer.print(row.event))
                return success();
        }
        if (!page->more)
            return success();
        last = page->rows.back().id;
    }
}

/// Each record once, when nothing about it changes any more; the rest at the end as it stands.
Status follow(StoreReader& reader, const LogPrinter& printer, const QString& id) {
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

} // namespace

int run_log(const std::vector<std::string>& arguments) {
    const Result<LogOptions> parsed = parse_options(arguments);
    if (!parsed)
        return complain(parsed.error(), 2);
    const LogOptions& options = *parsed;
    if (options.help) {
        put_out(help_text());
        return output_status(0);
    }
    const Result<SessionFacts> session = find_session(list_sessions(), options.session, "show the log");
    if (!session)
        return complain(session.error());
    StoreReader reader;
    if (const Status opened = reader.open(session->store.toStdString()); !opened)
        return complain(opened.error());
    const std::string id = session->id.toStdString();
    const LogPrinter printer(options, id);
    const Status printed = options.follow ? follow(reader, printer, session->id)
                                          : print_all(reader, printer, options.filter, id);
    const int status = output_status(printed ? 0 : 1);
    if (!printed)
        return complain(printed.error());
    if (reader.damaged() > 0)
        std::fprintf(stderr, "agent-sandbox: %llu records could not be read\n",
                     static_cast<unsigned long long>(reader.damaged()));
    return status;
}

} // namespace asb
