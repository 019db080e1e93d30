// What the lines of the traffic are sorted by: a key for each column, made once for each line.
#pragma once

#include "ui/traffic/traffic_columns.h"
#include "ui/traffic/traffic_log.h"

#include <cstdint>
#include <string>
#include <vector>

namespace asb::ui {

/// A line on its way into its place. The entry belongs to the log and is not looked into while sorting.
struct SortPlace {
    LogEntry* entry = nullptr;
    std::uint64_t key = 0;   ///< the entry's: what is equal stays in the order of time
    bool has_value = false;  ///< nothing in the cell: last, whichever way it goes
    std::int64_t number = 0; ///< compared first
    std::string text;        ///< of a column of words, its beginning, upper case of ASCII folded
};

/// `event`: TrafficLog::line_event of the entry.
SortPlace sort_place(Column column, LogEntry& entry, const Event& event);

/// The entries in their order. Only numbers and texts are read: it may run in another thread.
std::vector<LogEntry*> sorted_entries(std::vector<SortPlace> places, bool falling);

} // namespace asb::ui
