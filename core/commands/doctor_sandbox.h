// Checks of `doctor` that start nono: what really holds inside both sandboxes.
#pragma once

#include "core/commands/doctor_check.h"
#include "core/commands/doctor_profiles.h"

#include <vector>

namespace asb {

/// A session under a small profile of our own: a declared command runs, and one that its rule refuses is
/// refused with the rule's reason.
Check check_tool_sandbox(const DoctorContext& context);

/// Both profiles' sandboxes as a launch starts them, with the launch's own proofs (core/session/proof_plan.h)
/// and a few more: one check for each promise.
std::vector<Check> check_sandboxes(const DoctorContext& context);

} // namespace asb
