// One profile file's sections, and the rules by which nono lays a profile over its base. Used by
// profile_reader.cpp only.
#pragma once

#include "core/config/jsonc.h"
#include "core/config/profile_reader.h"

#include <memory>

namespace asb::profile_sections {

/// A profile before its bases are merged in: what a merge needs to know and the result does not show.
struct Draft {
    Profile profile;
    std::vector<std::string> extends;
    bool network_block = false;
    bool clears_network_profile = false;    ///< "network_profile": null takes a base's value away
    bool has_credentials = false;           ///< "credentials": [] takes a base's values away
    std::shared_ptr<Draft> linux_overrides; ///< platform_overrides.linux; goes over everything, last
};

/// Reads what is of interest; keys that are not are passed over (nono rejects unknown ones itself). Error: a
/// value of the wrong kind, with file:line:column.
Result<Draft> read(const jsonc::Value& document, const std::string& file);

/// `child` over `base`: lists append without duplicates, the child's scalars win, inside command_policies the
/// base's (nono.md §3.2, §3.8). Takes path, name, files from the child.
Draft merge(Draft base, Draft child);

/// After the last merge: lays linux_overrides on and sets network.mode. `block` wins over every list, for
/// nono never starts its proxy then.
Profile finish(Draft draft);

} // namespace asb::profile_sections
