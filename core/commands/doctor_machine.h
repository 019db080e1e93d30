// Checks of `doctor` that look at the machine, without a profile.
#pragma once

#include "core/commands/doctor_check.h"
#include "core/config/config.h"

#include <string>

namespace asb {

/// nono on PATH, its version. Sets `nono` to its path; leaves it empty when the rest cannot use it.
Check check_nono(std::string& nono);
/// Landlock's ABI, and what is weaker below 6.
Check check_kernel();
/// Root and v1 or hybrid cgroups: nono would refuse every declared command (nono-measured.md §7.1).
Check check_control_groups();
/// /var/tmp: private folder, room, programs may run there.
Check check_temporary_folder();
/// The runtime folder's sockets can be bound, the state folder can be made.
Check check_own_folders();
/// The agent's program is there and tells its version.
Check check_agent_program(const AgentConfig& agent);

} // namespace asb
