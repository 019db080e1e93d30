#include "core/nono/sandbox_command.h"

#include "core/base/paths.h"
#include "core/base/wire.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unistd.h>

namespace asb {
namespace {

void add_each(std::vector<std::string>& argv, const char* option, const std::vector<std::string>& values) {
    for (const std::string& value : values) {
        argv.emplace_back(option);
        argv.push_back(value);
    }
}

std::vector<std::string> build_argv(const SandboxCommand& command, bool dry_run) {
    std::vector<std::string> argv{command.nono, "-s"};
    if (!command.log_file.empty()) {
        argv.emplace_back("--log-file");
        argv.push_back(command.log_file);
    }
    argv.emplace_back("run");
    if (dry_run)
        argv.emplace_back("--dry-run");
    argv.emplace_back("--profile");
    argv.push_back(command.profile);
    argv.emplace_back("--workdir");
    argv.push_back(command.project);
    if (command.allow_cwd)
        argv.emplace_back("--allow-cwd");
    add_each(argv, "--allow", command.grants.allow);
    add_each(argv, "--read", command.grants.read);
    add_each(argv, "--read-file", command.grants.read_file);
    add_each(argv, "--allow-unix-socket-dir", command.grants.unix_socket_dir);
    add_each(argv, "--allow-unix-socket-dir-bind", command.grants.unix_socket_dir_bind);
    argv.emplace_back("--");
    argv.insert(argv.end(), command.program.begin(), command.program.end());
    return argv;
}

bool names_base_folder(const std::string& name) {
    constexpr std::array<std::string_view, 6> kNames{"HOME",           "XDG_CONFIG_HOME", "XDG_DATA_HOME",
                                                     "XDG_STATE_HOME", "XDG_CACHE_HOME",  "XDG_RUNTIME_DIR"};
    return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

} // namespace

Environment current_environment() {
    Environment result;
    for (char** entry = environ; entry && *entry; ++entry) {
        const std::string_view text(*entry);
        const std::size_t equals = text.find('=');
        if (equals == 0 || equals == std::string_view::npos)
            continue;
        set_variable(result, std::string(text.substr(0, equals)), std::string(text.substr(equals + 1)));
    }
    return result;
}

void set_variable(Environment& environment, const std::string& name, const std::string& value) {
    for (auto& [key, text] : environment) {
        if (key == name) {
            text = value;
            return;
        }
    }
    environment.emplace_back(name, value);
}

void unset_variable(Environment& environment, const std::string& name) {
    environment.erase(std::remove_if(environment.begin(), environment.end(),
                                     [&](const auto& entry) { return entry.first == name; }),
                      environment.end());
}

const std::string* find_variable(const Environment& environment, const std::string& name) {
    for (const auto& [key, text] : environment) {
        if (key == name)
            return &text;
    }
    return nullptr;
}

Environment cleaned_environment(const Environment& environment) {
    Environment result;
    for (const auto& [name, value] : environment) {
        if (name.rfind("NONO_", 0) == 0 || name == wire::kSocketVariable || name == wire::kTagVariable)
            continue;
        // nono refuses to start with an empty or relative one; the base directory specification says that it
        // counts as unset.
        if (names_base_folder(name) && (value.empty() || value.front() != '/'))
            continue;
        result.emplace_back(name, value);
    }
    if (!find_variable(result, "HOME"))
        result.emplace_back("HOME", home_dir());
    return result;
}

std::vector<std::string> run_argv(const SandboxCommand& command) {
    return build_argv(command, false);
}

std::vector<std::string> dry_run_argv(const SandboxCommand& command) {
    return build_argv(command, true);
}

std::vector<std::string> validate_argv(const std::string& nono, const std::string& profile) {
    return {nono, "-s", "profile", "validate", "--json", profile};
}

Environment quiet_nono_environment(const Environment& base) {
    Environment environment = base;
    // nono.md §1.9: a save prompt opens /dev/tty, an update check and pack hints use the network, a missing
    // pack asks.
    set_variable(environment, "NONO_NO_SAVE_PROMPT", "1");
    set_variable(environment, "NONO_NO_UPDATE_CHECK", "1");
    set_variable(environment, "NONO_NO_PACK_UPDATE_HINTS", "1");
    set_variable(environment, "NONO_NO_MIGRATE", "1");
    return environment;
}

Environment sandbox_environment(const SandboxCommand& command, const Environment& base) {
    Environment environment = quiet_nono_environment(base);
    set_variable(environment, "NONO_DETACHED_SESSION_ID", command.session_id);
    set_variable(environment, "TMPDIR", command.temp_dir);
    return environment;
}

std::string audit_file(const std::string& session_id, const Environment& environment) {
    const std::string* xdg = find_variable(environment, "XDG_STATE_HOME");
    const std::string* home = find_variable(environment, "HOME");
    const std::string root = xdg && !xdg->empty() && xdg->front() == '/'
                                 ? *xdg
                                 : (home && !home->empty() ? *home : home_dir()) + "/.local/state";
    return root + "/nono/audit/" + session_id + "/audit-events.ndjson";
}

} // namespace asb
