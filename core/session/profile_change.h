// What differs between two readings of a profile, for people: "1 rule added, 1 grant removed".
#pragma once

#include "core/config/profile_reader.h"

#include <string>
#include <vector>

namespace asb {

struct ProfileChange {
    struct Line {
        enum class Kind { Rule, Grant, Command, Variable, Setting };
        Kind kind = Kind::Setting;
        bool added = false; ///< else removed
        std::string text;   ///< "commands.git.from.session: deny prefix push (\"pushing is for people\")"
    };
    std::vector<Line> lines; ///< removed ones before added ones of the same kind

    bool empty() const { return lines.empty(); }
    /// "1 rule added, 1 grant removed"; for none: "nothing that counts differs" (spaces, comments, order).
    std::string sentence() const;
    /// A line each, "+ …" or "- …", for a terminal.
    std::string text() const;
};

ProfileChange compare_profiles(const Profile& before, const Profile& now);
/// Both sides of a session under their names.
std::string change_sentence(const ProfileChange& agent, const ProfileChange& commands);

/// Copies a profile and its bases, flat, into `folder` (made, 0700), so that it can be read again as it was.
/// Returns the path of the copy of profile.path. A base with the name of another one is left out.
Result<std::string> keep_profile(const Profile& profile, const std::string& folder);

} // namespace asb
