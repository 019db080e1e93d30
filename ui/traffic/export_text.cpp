#include "ui/traffic/export_text.h"

#include "core/base/text.h"
#include "ui/common/plain_text.h"
#include "ui/traffic/traffic_columns.h"

#include <QDateTime>

#include <array>

namespace asb::ui {
namespace {

constexpr std::array<const char*, 11> kTitles{"time",   "line",        "command", "verdict",
                                              "status", "duration_ms", "folder",  "policy",
                                              "rule",   "reason",      "text"};

std::string utc_time(std::int64_t time_ms) {
    return QDateTime::fromMSecsSinceEpoch(time_ms, Qt::UTC).toString(Qt::ISODateWithMs).toStdString();
}

std::string number(std::uint64_t value) {
    return value != 0 ? std::to_string(value) : std::string();
}

/// The cells of a row in the order of kTitles. Names and numbers are not translated: files are for programs
/// too.
std::array<std::string, kTitles.size()> cells_of(const Event& event, const std::string& project) {
    const std::string duration =
        duration_word(event).isEmpty() ? std::string() : std::to_string(event.duration_us / 1000);
    return {utc_time(event.time_ms),
            number(event.request),
            number(event.command),
            event.verdict == Verdict::None ? std::string() : to_string(event.verdict),
            status_word(event).toStdString(),
            duration,
            folder_text(event.cwd, project).toStdString(),
            event.policy,
            event.rule,
            event.reason,
            command_text(event)};
}

/// Quoted when needed; a cell that a spreadsheet would take for a formula gets an apostrophe in front.
std::string csv_cell(std::string_view text) {
    std::string shown = visible_text(text, true);
    if (!shown.empty() && std::string_view("=+-@\t").find(shown.front()) != std::string_view::npos)
        shown.insert(0, 1, '\'');
    if (shown.find_first_of(",\"\n\r") == std::string::npos)
        return shown;
    std::string quoted = "\"";
    for (const char c : shown)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

/// Text of a Markdown table's cell: every character that could mean something is escaped.
std::string markdown_cell(std::string_view text) {
    std::string escaped;
    for (const char c : visible_text(text, true)) {
        if (c == '\n') {
            escaped += "<br>";
        } else {
            if (std::string_view("\\`*_{}[]()<>#+-.!|~&$").find(c) != std::string_view::npos)
                escaped += '\\';
            escaped += c;
        }
    }
    return escaped;
}

template <typename Cells, typename Quote>
QByteArray joined(const Cells& cells, const char* before, const char* between, const char* after,
                  Quote quote) {
    std::string line = before;
    for (std::size_t i = 0; i < cells.size(); ++i)
        line += (i == 0 ? "" : between) + quote(cells[i]);
    return QByteArray::fromStdString(line + after);
}

} // namespace

const char* suffix_of(ExportFormat format) {
    switch (format) {
    case ExportFormat::JsonLines:
        return "jsonl";
    case ExportFormat::Csv:
        return "csv";
    case ExportFormat::Markdown:
        return "md";
    }
    return "txt";
}

QByteArray export_header(ExportFormat format) {
    switch (format) {
    case ExportFormat::JsonLines:
        return {};
    case ExportFormat::Csv:
        return joined(kTitles, "", ",", "\r\n", csv_cell);
    case ExportFormat::Markdown:
        break;
    }
    const std::array<const char*, kTitles.size()> rule = [] {
        std::array<const char*, kTitles.size()> dashes{};
        dashes.fill("---");
        return dashes;
    }();
    const auto plain = [](std::string_view text) { return std::string(text); };
    return joined(kTitles, "| ", " | ", " |\n", plain) + joined(rule, "| ", " | ", " |\n", plain);
}

QByteArray export_row(ExportFormat format, const Event& event, const std::string& project) {
    switch (format) {
    case ExportFormat::JsonLines:
        return QByteArray::fromStdString(to_json(event)) + '\n';
    case ExportFormat::Csv:
        return joined(cells_of(event, project), "", ",", "\r\n", csv_cell);
    case ExportFormat::Markdown:
        break;
    }
    return joined(cells_of(event, project), "| ", " | ", " |\n", markdown_cell);
}

QByteArray row_as_text(const Event& event, const std::string& project) {
    const QString word = state_word(state_of(event), event);
    const std::array<QString, 6> parts{time_word(event.time_ms),
                                       word,
                                       status_word(event),
                                       duration_word(event),
                                       folder_text(event.cwd, project),
                                       one_line(command_text(event))};
    QStringList texts;
    for (const QString& part : parts)
        texts.append(part);
    return texts.join(QLatin1Char('\t')).toUtf8();
}

} // namespace asb::ui
