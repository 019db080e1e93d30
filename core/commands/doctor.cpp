#include "core/commands/doctor.h"

#include "core/base/command_line.h"
#include "core/base/output.h"
#include "core/base/wire.h"
#include "core/commands/doctor_check.h"
#include "core/commands/doctor_inside.h"
#include "core/commands/doctor_machine.h"
#include "core/commands/doctor_profiles.h"
#include "core/commands/doctor_sandbox.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

namespace asb {

namespace {

constexpr const char* kHelp =
    "usage: agent-sandbox doctor [--config FILE] [--json]\n"
    "Checks this machine and the profiles that FILE (default: agent-sandbox.toml) names.\n";

struct Options {
    std::string config = default_config_name;
    bool json = false;
    bool help = false;
};

Result<Options> parse(const std::vector<std::string>& arguments) {
    const std::vector<OptionSpec> known{{"--config", "FILE"}, {"--json"}, {"--help"}, {"-h"}};
    const Result<CommandLine> words = parse_command_line("doctor", arguments, known);
    if (!words)
        return words.error();
    if (!words->operands.empty() || words->separated)
        return unexpected_word("doctor", words->separated ? "--" : words->operands[0], known);
    Options options;
    options.config = words->value("--config", options.config);
    options.json = words->has("--json");
    options.help = words->has("--help") || words->has("-h");
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
    const Result<Options> options = parse(arguments);
    if (!options) {
        std::fprintf(stderr, "agent-sandbox: %s\n", options.error().text().c_str());
        return 2;
    }
    if (options->help) {
        put_out(kHelp);
        return output_status(0);
    }
    adopt_orphans();
    const std::vector<Check> checks = all_checks(*options);
    put_out(options->json ? doctor_json(checks) : doctor_text(checks));
    const bool failed =
        std::any_of(checks.begin(), checks.end(), [](const Check& check) { return check.failed(); });
    return output_status(failed ? 1 : 0);
}

} // namespace asb
