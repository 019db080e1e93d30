// A private folder as a session has one, for the checks of `init` and `doctor`.
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"
#include "core/session/run_folder.h"

#include <memory>
#include <string>

namespace asb {

/// /var/tmp/asb-XXXXXX, 0700 and locked like a session's RUN, so that a later session start removes what a
/// killed doctor left. Removed by the destructor.
class ScratchFolder {
public:
    static Result<std::unique_ptr<ScratchFolder>> make();
    ~ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    const std::string& path() const { return run_.root; }
    /// The folders that a session has in it.
    const RunFolder& run() const { return run_; }
    /// State folder for nono, so that its records of these checks vanish with the folder.
    std::string nono_state() const { return run_.root + "/state"; }

    /// A new id for each nono that is started, as nono wants.
    std::string next_session_id() const { return "asb-check-" + std::to_string(++sessions_); }

private:
    explicit ScratchFolder(std::string path) : run_{std::move(path)} {}
    Status fill();

    RunFolder run_;
    mutable int sessions_ = 0;
    Fd lock_;
};

} // namespace asb
