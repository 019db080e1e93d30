// The scripted agent of `agent-sandbox demo`: works through the same shell, hook and exec as a real one,
// without an account.
#pragma once

#include "core/agents/agent.h"

namespace asb {

class DemoAgent : public Agent {
public:
    Status check_arguments(const std::vector<std::string>& arguments) const override;
    Result<AgentPlan> prepare(const AgentContext& context) const override;
};

} // namespace asb
