#include "core/commands/doctor.h"

#include "core/base/wire.h"
#include "core/commands/doctor_check.h"
#include "core/commands/doctor_inside.h"
#include "core/commands/doctor_machine.h"
#include "core/commands/doctor_profiles.h"
#include "core/commands/doctor_sandbox.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>

namespace asb {

namespace {

constexpr const char* kUsage =
    "usage: agent-sandbox doctor [--config FILE] [--json]\n"
    "Checks this machine and the profiles that FILE (default: agent-sandbox.toml) names.\n";

struct Options {
    std::string config = default_config_name;
    bool json = false;
};

std::optional<Options> parse(const std::vector<std::string>& arguments) {
    Options options;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (arguments[i] == "--json")
            options.json = true;
        else if (arguments[i] == "--config" && i + 1 < arguments.size())
            options.config = arguments[++i];
        else if (arguments[i].rfind("--config=", 0) == 0)
            options.config = arguments[i].substr(9);
        else
            return std::nullopt;
    }
    if (options.config.empty())
        return std::nullopt;
    return options;
}

std::vector<Check> all_checks(const Options& options) {
    std::vector<Check> checks;
    DoctorContext context;
    std::error_code code;
    context.project = std::filesystem::current_path(code).string();
    checks.push_back(check_nono(context.nono));
    checks.push_back(check_kernel());
    checks.push_back(check_control_groups());
    context.commands_refused = checks.back().failed();
    context.nested = std::getenv(wire::kSocketVariable) != nullptr;
    checks.push_back(check_temporary_folder());
    checks.push_back(check_own_folders());
    const Result<std::unique_ptr<ScratchFolder>> scratch = ScratchFolder::make();
    if (scratch)
        context.scratch = scratch->get();
    else
        checks.back().fail(scratch.error());
    checks.push_back(check_tool_sandbox(context));
    checks.push_back(check_configuration(options.config, context));
    checks.push_back(check_profile_texts(context));
    checks.push_back(check_profile_paths(context));
    for (Check& check : check_sandboxes(context))
        checks.push_back(std::move(check));
    AgentConfig agent;
    agent.name = agent.program = "claude";
    checks.push_back(check_agent_program(context.agent.value_or(agent)));
    return checks;
}

} // namespace

int run_doctor(const std::vector<std::string>& arguments) {
    if (arguments.size() == 2 && arguments[0] == "inside")
        return run_inside(arguments[1]);
    const std::optional<Options> options = parse(arguments);
    if (!options) {
        std::fputs(kUsage, stderr);
        return 2;
    }
    adopt_orphans();
    const std::vector<Check> checks = all_checks(*options);
    std::fputs((options->json ? doctor_json(checks) : doctor_text(checks)).c_str(), stdout);
    std::fflush(stdout);
    for (const Check& check : checks) {
        if (check.failed())
            return 1;
    }
    return 0;
}

} // namespace asb
