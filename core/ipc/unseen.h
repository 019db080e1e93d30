// Refusals that nobody has looked at, by rule; kept with the session, so that all viewers agree.
#pragma once

#include "core/base/result.h"

#include <QJsonObject>
#include <QString>

#include <cstdint>
#include <map>
#include <string>

namespace asb {

class Unseen {
public:
    /// `refusals`: how often each rule has refused so far (Ring::refusals).
    std::uint64_t count(const std::map<std::string, std::uint64_t>& refusals) const;
    /// What was refused by `rule` so far (empty: by all) has been seen.
    void acknowledge(const std::map<std::string, std::uint64_t>& refusals, const std::string& rule);
    /// {"rule": how many have not been seen}; for session.json.
    QJsonObject to_json(const std::map<std::string, std::uint64_t>& refusals) const;

private:
    std::map<std::string, std::uint64_t> seen_;
};

/// The same for an ended session: takes the rule (empty: all) out of "unseen_rules" of its session.json.
Status acknowledge_ended(const QString& session_folder, const QString& rule);

} // namespace asb
