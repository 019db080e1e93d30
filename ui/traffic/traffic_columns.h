// The columns of the traffic and what stands in them: made when it is painted, never kept.
#pragma once

#include "core/base/event.h"
#include "ui/common/row_state.h"

#include <QString>

#include <optional>

namespace asb::ui {

enum class Column {
    Time,
    Command,
    Verdict,
    Status,
    Took,
    Folder,
    Callers,
    Rule,
    Reason,
    Cpu,
    Memory,
    Pid,
    Line
};
inline constexpr int kColumns = 13;

/// Names in the settings; never translated.
const char* column_name(Column column);
QString column_title(Column column);
bool is_shown_at_first(Column column);
/// Right-aligned.
bool is_numeric(Column column);

/// One row as the view sees it.
struct TrafficRow {
    Event event; ///< of a line: TrafficLog::line_event
    RowState state = RowState::Unknown;
    RowKind kind = RowKind::Line;
    int depth = 0;    ///< 0 line, 1 simple command, 2 declared command called inside one
    int children = 0; ///< that can be shown below it
    bool open = false;
};

/// Text of a cell, made visible, on one line. `project`: folders below it are shown relative to it.
QString column_text(Column column, const TrafficRow& row, const std::string& project);

/// The whole row as a sentence, for screen readers.
QString row_sentence(const TrafficRow& row, const std::string& project);

/// "." for the project itself, "./sub" below it, else the path.
QString folder_text(const std::string& folder, const std::string& project);

/// The filter term that finds rows with this cell's value; empty when the column cannot be asked for.
QString filter_term(Column column, const TrafficRow& row);

} // namespace asb::ui
