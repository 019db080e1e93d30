// nono's answers about profiles, asked by `init` and `doctor`.
#pragma once

#include "core/commands/doctor_process.h"
#include "core/commands/doctor_scratch.h"
#include "core/config/profile_reader.h"

#include <string>
#include <vector>

namespace asb {

/// The two sandboxes of a session, as checks start them.
enum class Side { Agent, Command };

struct NonoAnswer {
    bool accepted = false;
    std::vector<std::string> problems; ///< nono's words, made visible
    std::vector<std::string> warnings;
};

/// `nono profile validate --json`.
NonoAnswer validate_profile(const std::string& nono, const std::string& profile);

/// Both sandboxes as a session starts them: project, temporary folders and grants of the launch, for
/// `program`. `profile` is the profile's path, `access` its workdir.access (nono wants --allow-cwd with any).
SandboxCommand side_command(Side side, const std::string& nono, const std::string& profile,
                            WorkdirAccess access, const std::string& project, const ScratchFolder& scratch,
                            std::vector<std::string> program);

/// Environment for it: the user's, cleaned, with the variables that a launch sets on this side.
Environment side_environment(Side side, const SandboxCommand& command, const ScratchFolder& scratch);

/// `nono run --dry-run`: what a start would refuse.
NonoAnswer dry_run(Side side, const SandboxCommand& command, const ScratchFolder& scratch);

} // namespace asb
