#include "core/commands/doctor_machine.h"

#include "core/base/fd.h"
#include "core/base/paths.h"
#include "core/base/unix_socket.h"
#include "core/commands/doctor_process.h"
#include "core/nono/nono_program.h"

#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <linux/landlock.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace asb {

namespace {

constexpr int kVersionLimitMs = 5000;

/// First line of `program --version`, or a failed check.
std::string version_line(Check& check, const std::string& program, const Environment& environment) {
    const ProcessResult result = run_process({{program, "--version"}, environment, "/", kVersionLimitMs});
    const std::vector<std::string> lines = shown_lines(result.output, 1);
    if (!result.succeeded() || lines.empty()) {
        check.fail(program + " --version " + describe_failure(result), "try it by hand");
        return {};
    }
    return lines.front();
}

} // namespace

Check check_nono(std::string& nono) {
    Check check("nono");
    const Result<std::string> found = find_nono();
    if (!found)
        return check.fail(found.error());
    check.tell(*found);
    const std::string line =
        version_line(check, *found, quiet_nono_environment(cleaned_environment(current_environment())));
    if (check.failed())
        return check;
    check.tell(line);
    const Result<NonoVersion> version = parse_nono_version(line);
    const Status tested = version ? check_nono_version(*version) : Status(version.error());
    if (!tested)
        return check.fail(tested.error());
    nono = *found;
    return check;
}

Check check_kernel() {
    Check check("kernel");
    const long abi = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (abi < 0)
        return check.fail(
            system_error("Landlock", errno, "boot a kernel (5.13 or newer) with landlock in its lsm= list"));
    check.tell("Landlock ABI " + std::to_string(abi));
    if (abi < 3)
        return check.fail("rules for declared commands need ABI 3", "use Linux 6.2 or newer");
    if (abi < 4)
        check.tell("weaker: ports are filtered by seccomp only (ABI 4, Linux 6.7)");
    if (abi < 6)
        check.tell(
            "weaker: commands can send signals to execd and reach abstract sockets (ABI 6, Linux 6.12)");
    return check;
}

Check check_control_groups() {
    Check check("control groups");
    if (::geteuid() != 0)
        return check.skip("only a question for root");
    const char* folder = "/sys/fs/cgroup";
    if (::access("/sys/fs/cgroup/cgroup.procs", F_OK) == 0)
        return check.tell("/sys/fs/cgroup is cgroup2");
    if (::access(folder, W_OK) != 0)
        return check.tell("/sys/fs/cgroup is no cgroup2 and read-only here: nono does without");
    return check.fail(
        "/sys/fs/cgroup is writable and no cgroup2: nono would refuse every declared command",
        "run as an ordinary user, mount cgroup2 there, or start `agent-sandbox doctor` where it may make a "
        "mount namespace");
}

Check check_temporary_folder() {
    Check check("temporary folder");
    std::uint64_t room_mb = 0;
    const Status fit = check_room_for_session("/var/tmp", &room_mb);
    if (fit)
        check.tell("/var/tmp has " + std::to_string(room_mb) + " MB free");
    else
        check.fail(fit.error());
    std::string path = "/var/tmp/asb-XXXXXX";
    if (::mkdtemp(path.data()) == nullptr)
        return check.fail(system_error("make a private folder in /var/tmp", errno, "make it writable"));
    ::rmdir(path.c_str());
    return check;
}

Check check_own_folders() {
    Check check("own folders");
    const Result<std::string> runtime = runtime_dir();
    if (!runtime)
        return check.fail(runtime.error());
    check.tell("sockets of running sessions: " + *runtime);
    // Only bind finds out whether a socket can be made and its path is short enough.
    const std::string socket = *runtime + "/doctor-" + std::to_string(::getpid()) + ".sock";
    {
        const Result<Fd> listener = listen_unix(socket, 1);
        if (!listener)
            check.fail(listener.error());
    }
    ::unlink(socket.c_str());
    if (const Status made = make_dirs(state_dir(), 0700); !made)
        return check.fail(in_state_dir(made.error()));
    if (::access(state_dir().c_str(), W_OK | X_OK) != 0)
        return check.fail(in_state_dir(system_error("write in " + state_dir(), errno)));
    return check.tell("records of sessions: " + state_dir());
}

Check check_agent_program(const AgentConfig& agent) {
    Check check("agent program");
    const bool bare = agent.program.find('/') == std::string::npos;
    const std::string program = bare ? find_program(agent.program) : agent.program;
    const std::string hint =
        "install it (npm install -g @anthropic-ai/claude-code), or set `program` in [agents." + agent.name
        + "]";
    if (program.empty())
        return check.fail(agent.program + " is not on PATH", hint);
    if (::access(program.c_str(), X_OK) != 0)
        return check.fail(system_error("run " + program, errno, hint));
    std::error_code code;
    const std::string real = std::filesystem::canonical(program, code).string();
    check.tell(real.empty() || real == program ? program : program + " -> " + real);
    Environment environment = cleaned_environment(current_environment());
    set_variable(environment, "DISABLE_AUTOUPDATER", "1");
    set_variable(environment, "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1");
    const std::string line = version_line(check, program, environment);
    return line.empty() ? check : check.tell(line);
}

} // namespace asb
