// Running sessions, as one file each in the runtime folder: how viewers and `log` find them.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace asb {

struct RegistryEntry {
    std::string id;
    std::string agent;
    std::string project;
    std::string store; ///< path of the session's store
    std::string run_dir;
    int pid = 0; ///< of the session program
    int keeper_pid = 0;
    std::int64_t started_ms = 0;
};

/// <runtime_dir>/<id>.json, .sock, .token.
std::string registry_file(const std::string& runtime_folder, const std::string& id);
std::string control_socket_file(const std::string& runtime_folder, const std::string& id);
std::string token_file(const std::string& runtime_folder, const std::string& id);

Status write_registry_entry(const std::string& runtime_folder, const RegistryEntry& entry);
/// Removes all three files of a session.
void remove_registry_entry(const std::string& runtime_folder, const std::string& id);
/// Entries whose session program still lives, newest first; files that cannot be read are left out.
std::vector<RegistryEntry> read_registry(const std::string& runtime_folder);

} // namespace asb
