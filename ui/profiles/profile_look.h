// One look at a profile of a session: as it is now, as the session found it, and what nono says to it.
#pragma once

#include "core/config/profile_reader.h"
#include "core/ipc/session_facts.h"

#include <QString>

#include <optional>

namespace asb::ui {

struct ProfileLook {
    QString path;
    std::optional<Profile> now;      ///< nullopt: it cannot be read
    std::optional<Profile> in_force; ///< from the session's copy; nullopt: there is none
    QString fault;                   ///< why `now` is missing
    QString text_now;
    QString text_in_force;
    bool has_copy = false;
    bool gone = false;    ///< the file is not there any more
    bool changed = false; ///< the files differ from those that the session started with
};

/// Reads files: not for a GUI thread. Never fails: see `fault`.
ProfileLook look_at_profile(const ProfileFacts& facts);

/// What a rule looks for, as a person would write it: "exactly: push origin main", "begins with: push".
QString rule_match_text(const InvocationRule& rule);

} // namespace asb::ui
