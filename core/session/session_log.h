// The session's log file: what happened, in order, for people who look for a fault. Never on the terminal.
#pragma once

#include "core/base/result.h"

#include <memory>
#include <string>

namespace asb {

class SessionLog {
public:
    SessionLog();
    ~SessionLog();

    /// Opens (0600) and writes what was logged before.
    Status open(const std::string& path);
    void info(const std::string& text);
    void warning(const std::string& text);
    void close();

private:
    struct Private;
    std::unique_ptr<Private> private_;
};

} // namespace asb
