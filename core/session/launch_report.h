// Tells a viewer how far the session that it started has come, through the launch file (core/desktop).
#pragma once

#include "core/desktop/launch_file.h"

#include <string>

namespace asb {

class LaunchReport {
public:
    /// `id`: of the launch file; empty: nobody waits. `session`: our id. This is the hello.
    void start(const std::string& id, const std::string& session, std::int64_t started_ms);
    void step(const std::string& name);
    void running();
    void failed(const std::string& error, int status);
    void ended(int status);

private:
    void write();

    LaunchFile file_;
    std::int64_t started_ms_ = 0;
    bool wanted_ = false;
};

} // namespace asb
