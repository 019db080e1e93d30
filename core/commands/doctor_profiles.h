// Checks of `doctor` on the configuration and the text of the profiles.
#pragma once

#include "core/commands/doctor_check.h"
#include "core/commands/doctor_scratch.h"
#include "core/config/config.h"
#include "core/config/profile_reader.h"

#include <optional>
#include <string>

namespace asb {

/// What the checks of profiles share; parts that could not be had are empty.
struct DoctorContext {
    std::string nono;
    std::string project; ///< the current folder: where a session would run
    std::optional<Config> config;
    std::optional<AgentConfig> agent;
    std::optional<Profile> agent_profile;
    std::optional<Profile> command_profile;
    ScratchFolder* scratch = nullptr;
    /// nono would refuse every declared command, and leave folders: control groups.
    bool commands_refused = false;
    /// We are in a sandbox of a session ourselves: nono cannot start in there, so nothing can be measured.
    bool nested = false;
};

/// Loads `path`; fills config and agent.
Check check_configuration(const std::string& path, DoctorContext& context);
/// Both profiles are there, nono accepts them, and a start of nono with them would be accepted. Fills the
/// profiles that could be read.
Check check_profile_texts(DoctorContext& context);
/// Programs and folders that the command profile names exist (reference-cli.md §11.2: nono passes a missing
/// executable over, and the command then runs without its rules; a missing executable_dirs entry stops the
/// start; exec_paths may miss some).
Check check_profile_paths(const DoctorContext& context);

} // namespace asb
