// Claude Code (claude-code.md, road-measured.md).
#pragma once

#include "core/agents/agent.h"

namespace asb {

class ClaudeAgent : public Agent {
public:
    Status check_arguments(const std::vector<std::string>& arguments) const override;
    Result<AgentPlan> prepare(const AgentContext& context) const override;
};

} // namespace asb
