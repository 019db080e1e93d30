#include "core/agents/agent.h"

#include "core/agents/claude_agent.h"
#include "core/agents/demo_agent.h"

namespace asb {

std::unique_ptr<Agent> make_agent(const std::string& name) {
    if (name == "claude")
        return std::make_unique<ClaudeAgent>();
    if (name == "demo")
        return std::make_unique<DemoAgent>();
    return nullptr;
}

} // namespace asb
