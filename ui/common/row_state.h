// What a row of the traffic says at a glance: one of a few states, each with a painted icon and a word.
#pragma once

#include "core/base/event.h"

#include <QString>

#include <cstdint>

namespace asb::ui {

enum class RowState : std::uint8_t {
    Floor,   ///< allowed by what the profile grants to everything
    Policy,  ///< allowed by the policy of a declared command
    Refused, ///< nono refused it
    Failed,  ///< ran and ended with a status other than 0 or by a signal
    Running,
    Cancelled, ///< ended from outside: cancelled, timed out, its client or worker lost
    Unknown,   ///< nono's verdict is not known
    Note,      ///< no command: a note, a gap, a step of the session
    Left,      ///< a process that an ended line left running
};
inline constexpr int kRowStates = 9;

/// For a line, the event with its commands' worst verdict in it (TrafficLog::line_of). SIGPIPE is no failure:
/// it is how the front of a pipeline ends.
RowState state_of(const Event& event);

/// "allowed", "allowed by git", "refused", "failed", "timed out" …
QString state_word(RowState state, const Event& event);

/// "0", "126", "SIGKILL"; empty while it runs and for what has no status.
QString status_word(const Event& event);

/// "6 ms", "8.2 s", "12 min"; empty when it has not ended.
QString duration_word(const Event& event);
/// The same for microseconds.
QString duration_word(std::int64_t microseconds);
/// "4.2 MB"; empty for 0.
QString memory_word(std::int64_t kilobytes);

/// Wall clock as HH:mm:ss.
QString time_word(std::int64_t time_ms);

/// The text of a row: the line, or the quoted words of a command, or what a note says. As it was written; for
/// a table it goes through one_line().
std::string command_text(const Event& event);

/// Does this kind of record stand at the top of the traffic, below its line, or is it left out?
enum class RowKind : std::uint8_t { Line, Command, Nested, Job, Other, Hidden };
RowKind kind_of(const Event& event);

} // namespace asb::ui
