#include "core/agents/demo_agent.h"

namespace asb {

Status DemoAgent::check_arguments(const std::vector<std::string>& arguments) const {
    static_cast<void>(arguments); // they come from the demo command itself
    return success();
}

Result<AgentPlan> DemoAgent::prepare(const AgentContext& context) const {
    AgentPlan plan;
    plan.argv = {context.front, "demo-agent"};
    plan.argv.insert(plan.argv.end(), context.arguments.begin(), context.arguments.end());
    plan.grants.allow.push_back(context.agent_temp);
    plan.variables.emplace_back("CLAUDE_CODE_TMPDIR", context.agent_temp);
    plan.variables.emplace_back("CLAUDE_CODE_SHELL", context.shell);
    return plan;
}

} // namespace asb
