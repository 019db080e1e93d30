// Earlier sessions on disk: how much they take, how long they stay.
#pragma once

#include "core/base/result.h"

#include <QString>

#include <cstdint>

namespace asb {

/// Sessions older than `days`, and the oldest ones above `megabytes` in all, are removed. 0: no such limit.
struct HistoryLimits {
    int days = 180;
    std::int64_t megabytes = 4096;
};

/// The user's limits, of all programs: <config_dir>/history.json. The defaults when there is none or it
/// cannot be read.
HistoryLimits load_history_limits();
Status save_history_limits(const HistoryLimits& limits);

/// Bytes that all sessions' folders take.
std::int64_t history_size();
/// Removes what is over the limits, never a running session, nor `spare`; returns how many went. May take
/// a while: not for a thread with a window.
int apply_history_limits(const HistoryLimits& limits, std::int64_t now_ms, const QString& spare = {});
/// Removes one session's folder. Error: it is running, or there is none.
Status remove_session(const QString& id);

} // namespace asb
