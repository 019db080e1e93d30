// The command_policies section: declared commands, their callers and rules. Used by the profile reader only.
#pragma once

#include "core/config/profile_reader.h"
#include "core/config/profile_value.h"

namespace asb::profile_sections {

/// Fills executable_dirs, session_export_env and commands of `profile`; faults go to `values`.
void read_command_policies(const jsonc::Value& policies, ProfileValues& values, Profile& profile);

/// The base's decisions stay, lists grow (nono.md §3.8: a child profile cannot loosen an inherited refusal).
std::vector<DeclaredCommand> merge_commands(std::vector<DeclaredCommand> base,
                                            std::vector<DeclaredCommand> child);

/// Appends what is not there yet.
template <typename T>
void append_new(std::vector<T>& list, const std::vector<T>& more) {
    for (const T& item : more) {
        bool there = false;
        for (const T& old : list)
            there = there || old == item;
        if (!there)
            list.push_back(item);
    }
}

} // namespace asb::profile_sections
