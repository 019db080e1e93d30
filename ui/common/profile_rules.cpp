#include "ui/common/profile_rules.h"

#include "ui/common/background.h"
#include "ui/common/plain_text.h"

#include <utility>

namespace asb::ui {
namespace {

std::string caller_of(const Event& event) {
    return event.caller_chain.empty() ? std::string("session") : event.caller_chain.back();
}

void add_names(const std::optional<std::vector<std::string>>& allowed,
               const std::map<std::string, std::string>& set, QStringList& names) {
    for (const std::string& name : allowed.value_or(std::vector<std::string>{}))
        names.append(visible(name, false, 256));
    for (const auto& [name, value] : set)
        names.append(visible(name, false, 256));
}

} // namespace

ProfileRules::ProfileRules(QObject* parent) : QObject(parent) {}

void ProfileRules::load(const QString& path) {
    profile_.reset();
    path_ = path;
    if (path.isEmpty())
        return;
    in_background(
        this,
        [file = path.toStdString()]() -> std::shared_ptr<const Profile> {
            Result<Profile> profile = read_profile(file);
            return profile ? std::make_shared<const Profile>(std::move(*profile)) : nullptr;
        },
        [this, path](std::shared_ptr<const Profile> profile) {
            if (path != path_)
                return; // another session is shown by now
            profile_ = std::move(profile);
            Q_EMIT loaded();
        });
}

std::optional<SourcePosition> ProfileRules::place_of(const Event& event) const {
    if (!profile_ || event.verdict != Verdict::Refused)
        return std::nullopt;
    const InvocationRule* rule = profile_->rule_for(event.policy, caller_of(event), event.reason);
    if (rule == nullptr || rule->path != event.rule || rule->where.line == 0)
        return std::nullopt;
    return rule->where;
}

QStringList ProfileRules::environment_of(const Event& event) const {
    QStringList names;
    if (!profile_)
        return names;
    const DeclaredCommand* command = event.policy.empty() ? nullptr : profile_->command(event.policy);
    if (const CommandEdge* edge = command ? command->edge_from(caller_of(event)) : nullptr)
        add_names(edge->allow_vars, edge->set_vars, names);
    else if (!event.declared)
        add_names(profile_->environment.allow_vars, profile_->environment.set_vars, names);
    names.removeDuplicates();
    return names;
}

} // namespace asb::ui
