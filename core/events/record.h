// What the session keeps and shows: one record for each request, simple command, call of a declared command
// from inside a program, job, note and step of the session; joined from execd's events and nono's log (design
// §6).
#pragma once

#include "core/base/event.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace asb {

/// `event.type` says what the record is about and how far it has come: RequestStart and CommandStart while it
/// runs, RequestEnd and CommandEnd when it has ended, with all that is known merged into one event. Verdict:
/// a declared command that a program of a line started (its own record in nono's log, no simple command of
/// ours).
struct Record {
    std::uint64_t id = 0; ///< counts from 1 in each session, in the order of first sight
    Event event;
    bool done = false;          ///< nothing about it will change any more
    std::uint64_t revision = 0; ///< counts from 1 in each session: this record's newest change
};

/// One line of JSON without the newline: {"record":ID,"revision":N,"done":true, …members of the event}.
std::string record_to_json(const Record& record);
/// `event_json`: what to_json(record.event) gave.
std::string record_to_json(const Record& record, std::string_view event_json);
/// Takes only lines in that order of members; at most 2 MiB.
Result<Record> record_from_json(std::string_view line);

} // namespace asb
