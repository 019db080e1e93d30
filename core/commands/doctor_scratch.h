// A private folder as a session has one, for the checks of `init` and `doctor`.
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"

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

    const std::string& path() const { return path_; }
    std::string agent_nono_temp() const { return path_ + "/n1"; }
    std::string command_nono_temp() const { return path_ + "/n2"; }
    std::string agent_temp() const { return path_ + "/a"; }
    std::string command_temp() const { return path_ + "/c"; }
    std::string socket_folder() const { return path_ + "/s"; }
    std::string nono_state() const { return path_ + "/state"; }
    std::string canary() const { return path_ + "/canary"; }

private:
    explicit ScratchFolder(std::string path) : path_(std::move(path)) {}
    Status fill();

    std::string path_;
    Fd lock_;
};

} // namespace asb
