// Private folders as a session has them, for the checks of `init` and `doctor`.
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"
#include "core/session/run_layout.h"

#include <memory>
#include <string>

namespace asb {

/// /var/tmp/asb-XXXXXX, 0700 and locked like a session's RUN, so that a later session start removes what a
/// killed doctor left; and a state folder for nono below ours, so that its records of these checks do not
/// stay. Both are removed by the destructor. The state folder is not in RUN: nono refuses a profile that
/// grants the place where its state lies.
class ScratchFolder {
public:
    static Result<std::unique_ptr<ScratchFolder>> make();
    ~ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    const std::string& path() const { return run_.root; }
    /// The folders that a session has in it.
    const RunLayout& run() const { return run_; }
    const std::string& nono_state() const { return nono_state_; }
    /// A new id for each nono that is started, as nono wants.
    std::string next_session_id() const { return "asb-check-" + std::to_string(++sessions_); }

private:
    ScratchFolder() = default;
    Status fill();

    RunLayout run_;
    std::string nono_state_;
    Fd lock_;
    Fd state_lock_;
    mutable int sessions_ = 0;
};

} // namespace asb
