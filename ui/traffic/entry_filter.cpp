#include "ui/traffic/entry_filter.h"

#include <utility>

namespace asb::ui {

void EntryFilter::judge(LogEntry& entry) {
    if (filter_.empty()) {
        entry.matched = true;
        entry.child_matched = true;
        return;
    }
    TrafficLog::line_event(entry, line_);
    entry.matched = filter_.matches(line_, nullptr, session_);
    entry.child_matched = false;
    for (LogRow& row : entry.children) {
        if (std::exchange(row.unjudged, false)) {
            row.packed.unpack(row_);
            row.matched = filter_.matches(row_, &line_, session_);
        }
        entry.child_matched = entry.child_matched || row.matched;
    }
    entry.matched = entry.matched || entry.child_matched;
}

} // namespace asb::ui
