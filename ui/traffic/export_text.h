// Rows as text for files and the clipboard. JSON is the event schema as it is; CSV and Markdown are for
// people: made visible, harmless in a spreadsheet and in a page.
#pragma once

#include "core/base/event.h"

#include <QByteArray>

#include <string>
#include <vector>

namespace asb::ui {

enum class ExportFormat { JsonLines, Csv, Markdown };

/// "jsonl", "csv", "md".
const char* suffix_of(ExportFormat format);

/// What stands before the first row; empty for JSON lines.
QByteArray export_header(ExportFormat format);
/// One event with its newline. `project`: folders below it are shown relative to it (not in JSON).
QByteArray export_row(ExportFormat format, const Event& event, const std::string& project);

/// One row as a person would write it down: time, verdict, status, duration, folder, command, separated by
/// tabs.
QByteArray row_as_text(const Event& event, const std::string& project);

} // namespace asb::ui
