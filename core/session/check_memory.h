// Remembers which profiles nono has found valid, so that a start with the same files, the same nono and the
// same project does not ask again (five calls, 25 ms of two cores). Nothing rests on it but the wording of an
// error: nono reads and judges the profile again at each real start.
#pragma once

#include "core/nono/sandbox_command.h"

#include <optional>
#include <string>
#include <vector>

namespace asb {

/// What the checks of one start depend on. Two starts with the same key get the same answers from nono as far
/// as that rests on files: nono's program (path, inode, size, change time), the content of both profiles and
/// of what they extend, the project.
std::string check_key(const std::string& nono, const std::vector<std::string>& profile_files,
                      const std::string& project);

class CheckMemory {
public:
    /// `path` of the file; it need not exist, and one that cannot be read counts as empty.
    explicit CheckMemory(std::string path) : path_(std::move(path)) {}

    /// nono's version, as it was when all checks with this key were passed; nothing when they have to be
    /// done.
    std::optional<std::string> passed(const std::string& key) const;
    /// Keeps the newest 64. A file that cannot be written costs the next start its time, nothing else.
    void remember(const std::string& key, const std::string& version) const;

private:
    std::string path_;
};

/// ~/.cache/agent-sandbox/nono-checks.json.
std::string check_memory_path();

} // namespace asb
