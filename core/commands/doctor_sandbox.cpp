#include "core/commands/doctor_sandbox.h"

#include "core/base/fd.h"
#include "core/base/paths.h"
#include "core/base/unix_socket.h"
#include "core/base/wire.h"
#include "core/commands/doctor_inside.h"
#include "core/commands/doctor_nono.h"
#include "core/session/proof_plan.h"

#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <filesystem>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace asb {

namespace {

constexpr int kSandboxLimitMs = 30000;
constexpr const char* kNested =
    "this is the inside of a session, where nono cannot start another one: run doctor outside";
constexpr const char* kReason = "refused by the doctor's rule";

/// Declares `true`; its rule refuses the argument "refused".
std::string probe_profile(const std::string& true_program, const ScratchFolder& scratch) {
    const std::string temp = scratch.run().command_temp();
    return "{\n"
           "  \"meta\": {\"name\": \"agent-sandbox-doctor\", \"version\": \"1.0.0\"},\n"
           "  \"groups\": {\"exclude\": [\"system_write_linux\"]},\n"
           "  \"filesystem\": {\"allow\": [\""
           + temp
           + "\"], \"allow_file\": [\"/dev/null\"]},\n"
             "  \"network\": {\"block\": true},\n"
             "  \"environment\": {\"allow_vars\": [\"PATH\", \"HOME\"]},\n"
             "  \"command_policies\": {\"commands\": {\"true\": {\"executable\": \""
           + true_program
           + "\",\n"
             "    \"from\": {\"session\": {\"sandbox\": {\"fs_write\": [\""
           + temp
           + "\"]},\n"
             "      \"invocation_policy\": {\"default\": \"allow\", \"deny\": [{\"argv\": {\"contains\": "
             "[\"refused\"]},\n"
             "        \"reason\": \""
           + std::string(kReason)
           + "\"}]}}}}}}\n"
             "}\n";
}

InsideReport run_side(Side side, SandboxCommand command, const InsideRequest& request,
                      const ScratchFolder& scratch) {
    command.program = inside_argv(request);
    command.grants.read_file.push_back(command.program.front());
    Environment environment = side_environment(side, command, scratch);
    set_variable(environment, "XDG_STATE_HOME", scratch.nono_state());
    return read_inside_report(run_process({run_argv(command), environment, command.project, kSandboxLimitMs}),
                              request);
}

ProgramPaths own_programs() {
    ProgramPaths programs;
    const Result<std::string> self = self_path();
    const Result<std::string> libexec = libexec_dir();
    const Result<std::string> shell = agent_shell_path();
    programs.libexec = libexec ? *libexec : parent_folder(self ? *self : std::string("/"));
    programs.shell = shell ? *shell : std::string();
    programs.front = real_path_or_same(programs.shell); // the link names it
    return programs;
}

/// A listener on the loopback interface that nothing is meant to reach.
struct Loopback {
    Fd listener;
    std::string address; ///< "127.0.0.1:PORT"; empty when it could not be made
};

Loopback listen_on_loopback() {
    Loopback loopback;
    Fd listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    auto* generic = reinterpret_cast<sockaddr*>(&address);
    if (!listener || ::bind(listener.get(), generic, length) != 0 || ::listen(listener.get(), 8) != 0
        || ::getsockname(listener.get(), generic, &length) != 0)
        return loopback;
    loopback.listener = std::move(listener);
    loopback.address = "127.0.0.1:" + std::to_string(ntohs(address.sin_port));
    return loopback;
}

std::string agent_settings_folder() {
    const char* own = std::getenv("CLAUDE_CONFIG_DIR");
    return own != nullptr && own[0] == '/' ? std::string(own) : home_dir() + "/.claude";
}

/// One side: what was asked in there and what came back.
struct Measured {
    std::string name; ///< "agent" or "commands", for details
    InsideRequest request;
    InsideReport report;
};

bool has_variable(const Measured& side, const std::string& name) {
    const std::vector<std::string>& there = side.report.variables;
    return std::find(there.begin(), there.end(), name) != there.end();
}

Check check_started(const Measured& side) {
    Check check(side.name + " sandbox starts");
    if (!side.report.ran)
        check.fail(side.report.failure,
                   "the lines above are nono's; `nono profile validate` and `nono run --dry-run` "
                   "with this profile say more");
    return check;
}

/// A check made of the proofs of one kind and, when given, one object.
class ProofCheck {
public:
    explicit ProofCheck(std::string name) : check_(std::move(name)) {}

    ProofCheck& add(const Measured& side, Proof::Kind kind, const std::string& object,
                    const std::string& told) {
        for (std::size_t i = 0; i < side.request.proofs.size(); ++i) {
            const Proof& proof = side.request.proofs[i];
            if (proof.kind != kind || (!object.empty() && proof.object != object))
                continue;
            ++tried_;
            if (!side.report.ran)
                check_.skip("the " + side.name + " sandbox did not start");
            else if (!side.report.proof_failures[i].empty())
                check_.fail(side.name + ": " + side.report.proof_failures[i]);
            else
                check_.tell(side.name + ": " + told + " " + proof.object);
        }
        return *this;
    }

    Check finish(const std::string& hint, const Config* config = nullptr, const char* risk_name = nullptr) {
        if (tried_ == 0)
            check_.skip("nothing to try");
        if (check_.failed())
            check_.hint = hint;
        if (check_.failed() && config != nullptr && config->accepts(risk_name)) {
            check_.state = Check::State::Ok;
            check_.tell(std::string("accepted by accept_risks: ") + risk_name);
        }
        return check_;
    }

private:
    Check check_;
    std::size_t tried_ = 0;
};

Check check_agent_variables(const DoctorContext& context, const Measured& agent) {
    Check check("agent variables");
    if (!agent.report.ran)
        return check.skip("the agent sandbox did not start");
    for (const char* name : {wire::kSocketVariable, "CLAUDE_CODE_TMPDIR", "CLAUDE_CONFIG_DIR"}) {
        if (has_variable(agent, name))
            check.tell(std::string(name) + " arrives");
        else
            check.fail(std::string(name) + " does not reach the agent",
                       "add it to environment.allow_vars of " + context.agent_profile->path);
    }
    return check;
}

Check check_socket_variable(const DoctorContext& context, const Measured& commands) {
    Check check("socket variable");
    const std::string name = wire::kSocketVariable;
    const std::string hint = "remove it, or narrow the pattern, in " + context.command_profile->path
                             + ": a command with it could run lines as the agent does";
    for (const std::string& way : ways_in(*context.command_profile, name))
        check.fail(name + " can reach commands through " + way, hint);
    if (!commands.report.ran)
        return check.skip("the command sandbox did not start, so it was not measured");
    if (has_variable(commands, name))
        return check.fail("measured: " + name + " is in the environment of commands", hint);
    return check.tell("measured: " + name + " does not reach commands");
}

Check check_agent_network(const DoctorContext& context, const Measured& agent) {
    ProofCheck check("agent network");
    if (context.agent_profile->network.mode == NetworkMode::Open) {
        Check open("agent network");
        return open.skip("open: " + context.agent_profile->path + " neither blocks nor filters it");
    }
    check.add(agent, Proof::Kind::MustNotConnect, {}, "cannot connect to");
    return check.finish(
        "the profile's network section is not in force; look at network and linux.sandbox_policy in "
        + context.agent_profile->path);
}

std::vector<Check> promises(const DoctorContext& context, const Measured& agent, const Measured& commands,
                            const ProgramPaths& programs) {
    using Kind = Proof::Kind;
    const RunLayout& run = context.scratch->run();
    const std::string command_profile = context.command_profile->path;
    const std::string agent_profile = context.agent_profile->path;
    std::vector<Check> checks;
    checks.push_back(check_agent_variables(context, agent));
    checks.push_back(check_socket_variable(context, commands));
    checks.push_back(ProofCheck("exec socket")
                         .add(agent, Kind::MustConnectUnix, {}, "can connect to")
                         .add(agent, Kind::MustNotWrite, run.socket_folder(), "cannot write in")
                         .add(commands, Kind::MustNotWrite, run.socket_folder(), "cannot write in")
                         .finish("remove the write grant that covers /var/tmp", &*context.config,
                                 risk::writable_socket_folder));
    ProofCheck own("own programs");
    own.add(agent, Kind::MustExecute, programs.shell, "can execute")
        .add(commands, Kind::MustRead, {}, "can read");
    std::vector<std::string> folders{parent_folder(programs.front)};
    if (programs.libexec != folders.front())
        folders.push_back(programs.libexec);
    for (const std::string& folder : folders)
        own.add(agent, Kind::MustNotWrite, folder, "cannot write in")
            .add(commands, Kind::MustNotWrite, folder, "cannot write in");
    checks.push_back(own.finish("install agent-sandbox outside everything that " + command_profile + " and "
                                    + agent_profile + " let be written (packaging/build.sh --prefix)",
                                &*context.config, risk::writable_programs));
    checks.push_back(ProofCheck("nono's folder")
                         .add(commands, Kind::MustNotWrite, run.command_nono_temp(), "cannot write in")
                         .finish("add \"system_write_linux\" to groups.exclude of " + command_profile
                                     + ", and no write grant that covers /var/tmp",
                                 &*context.config, risk::writable_nono_folder));
    checks.push_back(ProofCheck("forbidden read")
                         .add(agent, Kind::MustNotRead, {}, "cannot read")
                         .add(commands, Kind::MustNotRead, {}, "cannot read")
                         .finish("remove the grant that covers /var/tmp"));
    checks.push_back(check_agent_network(context, agent));
    checks.push_back(
        ProofCheck("agent settings")
            .add(agent, Kind::MustNotWrite, agent_settings_folder(), "cannot write at the top of")
            .finish("grant " + agent_settings_folder()
                    + " with `read` and only its subfolders with `allow` in " + agent_profile
                    + ": hooks put there run outside the sandbox later"));
    return checks;
}

/// The launch's proofs, all of them, also those that the configuration passes over: what is accepted is told
/// as such.
ProofPlan full_plan(const DoctorContext& context, const ProgramPaths& programs, const std::string& loopback) {
    Config strict = *context.config;
    strict.accepted_risks.clear();
    ProofPlan plan = plan_proofs(strict, *context.agent_profile, context.scratch->run(), programs,
                                 context.project, loopback);
    std::error_code code;
    if (std::filesystem::is_directory(agent_settings_folder(), code))
        plan.agent.push_back({Proof::Kind::MustNotWrite, agent_settings_folder()});
    return plan;
}

Measured measure(Side side, const DoctorContext& context, std::vector<Proof> proofs,
                 const ProgramPaths& programs) {
    const Profile& profile = side == Side::Agent ? *context.agent_profile : *context.command_profile;
    Measured measured;
    measured.name = side == Side::Agent ? "agent" : "command";
    measured.request.proofs = std::move(proofs);
    measured.request.variables = {wire::kSocketVariable, "CLAUDE_CODE_TMPDIR", "CLAUDE_CONFIG_DIR"};
    SandboxCommand command = side_command(side, context.nono, profile.path, profile.workdir, context.project,
                                          *context.scratch, {programs.front});
    measured.report = run_side(side, std::move(command), measured.request, *context.scratch);
    return measured;
}

} // namespace

Check check_tool_sandbox(const DoctorContext& context) {
    Check check("declared commands");
    if (context.nono.empty() || context.scratch == nullptr)
        return check.skip("needs nono and a temporary folder");
    if (context.nested)
        return check.skip(kNested);
    if (context.commands_refused)
        return check.skip("they would be refused: see control groups");
    const std::string program = find_program("true");
    if (program.empty())
        return check.fail("`true` is not on PATH, so this could not be tried", "repair PATH");
    const std::string profile = context.scratch->path() + "/probe.json";
    const Status written =
        write_file_atomically(profile, probe_profile(real_path_or_same(program), *context.scratch), 0600);
    if (!written)
        return check.fail(written.error());
    InsideRequest request;
    request.runs = {{"true"}, {"true", "refused"}};
    SandboxCommand command = side_command(Side::Command, context.nono, profile, WorkdirAccess::None,
                                          context.scratch->run().command_temp(), *context.scratch, {program});
    const InsideReport report = run_side(Side::Command, std::move(command), request, *context.scratch);
    const std::string hint = "this nono cannot run declared commands here; its words are above";
    if (!report.ran)
        return check.fail("a session with one declared command " + report.failure, hint);
    const auto told = [](const InsideReport::Run& run) {
        std::string text = "status " + std::to_string(run.status);
        for (const std::string& line : shown_lines(run.errors, 4))
            text += "\n" + line;
        return text;
    };
    if (report.runs[0].status != 0)
        check.fail("a declared command that its rules allow: " + told(report.runs[0]), hint);
    else
        check.tell("a declared command runs");
    const bool refused =
        report.runs[1].status == 126 && report.runs[1].errors.find(kReason) != std::string::npos;
    if (!refused)
        return check.fail("a declared command that its rules refuse: " + told(report.runs[1]), hint);
    return check.tell("one that its rule refuses is refused, with the rule's reason");
}

std::vector<Check> check_sandboxes(const DoctorContext& context) {
    if (context.nono.empty() || context.scratch == nullptr || !context.agent_profile
        || !context.command_profile) {
        Check check("sandboxes");
        return {check.skip("needs nono, a temporary folder and both profiles")};
    }
    if (context.nested) {
        Check check("sandboxes");
        return {check.skip(kNested)};
    }
    const ProgramPaths programs = own_programs();
    const Loopback loopback = listen_on_loopback();
    const Result<Fd> socket = listen_unix(context.scratch->run().exec_socket(), 8);
    const ProofPlan plan = full_plan(context, programs, loopback.address);
    const Measured agent = measure(Side::Agent, context, plan.agent, programs);
    const Measured commands = measure(Side::Command, context, plan.commands, programs);
    std::vector<Check> checks{check_started(agent), check_started(commands)};
    if (!socket)
        checks.front().fail(socket.error());
    for (Check& check : promises(context, agent, commands, programs))
        checks.push_back(std::move(check));
    for (const std::string& notice : plan.notices)
        checks.front().tell("note: " + notice);
    return checks;
}

} // namespace asb
