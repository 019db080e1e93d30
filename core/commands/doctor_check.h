// Results of `doctor`.
#pragma once

#include "core/base/result.h"

#include <string>
#include <vector>

namespace asb {

struct Check {
    enum class State { Ok, Failed, Skipped };

    std::string name;
    State state = State::Ok;
    std::vector<std::string> details;
    std::string hint; ///< what to do; shown for a failed check

    explicit Check(std::string check_name) : name(std::move(check_name)) {}

    Check& tell(std::string detail);
    /// Marks it failed; the first hint stays.
    Check& fail(std::string detail, std::string how_to_go_on = {});
    Check& fail(const Error& error) { return fail(error.what, error.hint); }
    /// Only when it has not failed yet.
    Check& skip(std::string why);
    bool failed() const { return state == State::Failed; }
};

/// One block a check, a summary at the end.
std::string doctor_text(const std::vector<Check>& checks);
/// {"ok": …, "checks": [{"name", "state": "ok"|"failed"|"skipped", "details": […], "hint"}]}, indented.
std::string doctor_json(const std::vector<Check>& checks);

} // namespace asb
