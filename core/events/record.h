// What the session keeps and shows: one record for each request, simple command, call of a declared command
// from inside a program, job, note and step of the session; joined from execd's events and nono's log (design
// §6).
#pragma once

#include "core/base/event.h"

#include <cstdint>

namespace asb {

/// `event.type` says what the record is about and how far it has come: RequestStart and CommandStart while it
/// runs, RequestEnd and CommandEnd when it has ended, with all that is known merged into one event. Verdict:
/// a declared command that a program of a line started (its own record in nono's log, no simple command of
/// ours).
struct Record {
    std::uint64_t id = 0; ///< counts from 1 in each session, in the order of first sight
    Event event;
    bool done = false; ///< nothing about it will change any more
};

} // namespace asb
