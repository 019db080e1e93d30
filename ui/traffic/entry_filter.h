// A filter asked about whole lines: a line is found when it or one of its commands is (ui.md "Traffic").
#pragma once

#include "core/events/filter.h"
#include "ui/traffic/traffic_log.h"

#include <string>

namespace asb::ui {

class EntryFilter {
public:
    EntryFilter() = default; ///< finds everything
    /// `session`: what the filter's key of that name is compared with.
    EntryFilter(Filter filter, std::string session)
        : filter_(std::move(filter)), session_(std::move(session)) {}

    bool empty() const { return filter_.empty(); }
    const Filter& filter() const { return filter_; }
    const std::string& session() const { return session_; }
    /// Asks about everything of the entry that has changed since it was asked, and writes it down there.
    void judge(LogEntry& entry);

private:
    Filter filter_;
    std::string session_;
    Event row_; ///< kept for their memory
    Event line_;
};

} // namespace asb::ui
