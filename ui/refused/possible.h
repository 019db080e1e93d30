// Failures that may be refusals which nono does not log: a plain "Permission denied" of the sandbox around
// every command. Only a guess from the record; nono itself is asked on demand.
#pragma once

#include "core/base/event.h"

#include <optional>
#include <string>

namespace asb::ui {

struct PossibleRefusal {
    std::string path;      ///< what may have been refused, absolute
    std::string operation; ///< "read", "write": what nono is asked about
};

/// A command that the profile does not declare and that ended with 126 (it could not be started), or failed
/// and names a path outside the project that is neither a device nor a temporary folder. `folder`: of its
/// line.
std::optional<PossibleRefusal> possible_refusal(const Event& command, const std::string& folder,
                                                const std::string& project);

} // namespace asb::ui
