// What a nono profile says, for the questions that nono itself does not answer (nono.md §1.5: `profile show`
// leaves out environment, deny_domain and positions). Reads JSON with comments as nono does, walks `extends`,
// merges by nono's rules. A reader, not a validator: whether nono accepts a profile is asked of nono.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace asb {

struct SourcePosition {
    std::string
        file;     ///< absolute path of the profile that the text stands in (a base's path for inherited text)
    int line = 0; ///< from 1; 0 when the text stands nowhere (a default)
    int column = 0; ///< from 1, in bytes
};

enum class WorkdirAccess { None, Read, Write, ReadWrite };

/// How a session under this profile may reach the network (nono.md §3.7).
enum class NetworkMode {
    Open,    ///< no restriction
    Blocked, ///< nothing but the listed ports
    Filtered ///< through nono's proxy, by domain (plus the listed ports)
};

struct ProfileNetwork {
    NetworkMode mode = NetworkMode::Open;
    std::string network_profile; ///< nono's name of a domain list; empty when none
    std::vector<std::string> allow_domain;
    std::vector<std::string> deny_domain;
    std::vector<int> open_ports;
    std::vector<int> connect_ports;
    std::vector<int> listen_ports;
    std::vector<std::string> credentials;
};

struct ProfileEnvironment {
    std::optional<std::vector<std::string>> allow_vars; ///< nullopt: every variable passes
    std::vector<std::string> deny_vars;
    bool case_insensitive = false;
    std::map<std::string, std::string> set_vars; ///< unexpanded

    /// Does a variable of this name that is in nono's environment reach the session? (nono's block list,
    /// deny, allow.)
    bool passes(std::string_view name) const;
    /// The allow_vars entry that lets it through ("*" when there is no list); empty when nothing does.
    std::string passed_by(std::string_view name) const;
};

struct InvocationRule {
    enum class Kind { Deny, Approve, Allow };
    Kind kind = Kind::Deny;
    std::size_t index = 0; ///< in its own list, the number in nono's `invocation_policy.deny[1]`
    std::string reason;    ///< word for word; empty when the profile gives none
    std::string path;      ///< "commands.git.from.session.deny[0]"
    SourcePosition where;
    std::optional<std::vector<std::string>> exact;
    std::optional<std::vector<std::string>> prefix;
    std::optional<std::vector<std::string>> contains;
    std::vector<std::string> environment_names; ///< variables that the rule looks at
};
std::string_view to_string(InvocationRule::Kind kind);

/// Who may start a declared command, and under which rules.
struct CommandEdge {
    std::string command;
    std::string caller; ///< "session" or the name of a declared command
    std::string path;   ///< "commands.git.from.session"
    SourcePosition where;
    bool denied = false;               ///< the edge is the word "deny"
    bool long_form = false;            ///< written as {sandbox, invocation_policy}, not as the sandbox alone
    bool has_policy = false;           ///< there is an invocation_policy (without one everything is allowed)
    std::string default_decision;      ///< "allow", "deny", "approve"; "allow" without a policy
    std::vector<InvocationRule> rules; ///< deny, then approve, then allow: the order in which nono asks
    std::vector<std::string> fs_read, fs_read_file, fs_write, fs_write_file, exec_paths;
    std::optional<std::vector<std::string>> allow_vars; ///< nullopt: nono's small default set
    std::map<std::string, std::string> set_vars;
};

struct DeclaredCommand {
    std::string name;
    SourcePosition where;
    std::string executable; ///< empty: found on nono's PATH
    std::vector<std::string> can_use;
    std::vector<std::string> export_env;
    std::vector<CommandEdge> edges; ///< by caller; the `sandbox` shorthand is the edge from "session"

    const CommandEdge* edge_from(std::string_view caller) const;
};

/// One profile with its bases merged in.
struct Profile {
    std::string path;                       ///< absolute
    std::string name;                       ///< meta.name
    std::vector<std::string> files;         ///< every file read, bases first; watch these
    std::vector<std::string> builtin_bases; ///< bases inside nono; their groups are not read here
    WorkdirAccess workdir = WorkdirAccess::None;
    ProfileNetwork network;
    ProfileEnvironment environment;
    std::vector<std::string> groups_include, groups_exclude;
    std::string af_unix_mediation; ///< "pathname", "off" or empty (= off)
    std::string sandbox_policy;    ///< "auto", "landlock", "external" or empty
    std::map<std::string, std::vector<std::string>>
        filesystem; ///< by key ("allow", "read_file", …), unexpanded
    bool has_command_policies = false;
    std::vector<std::string> executable_dirs;
    std::vector<std::string> session_export_env;
    std::vector<DeclaredCommand> commands; ///< by name

    const DeclaredCommand* command(std::string_view command_name) const;
    /// The rule that nono's reason "invocation_policy.deny[1]" or a reason text means; nullptr when none or
    /// several.
    const InvocationRule* rule_for(std::string_view command_name, std::string_view caller,
                                   std::string_view nono_reason) const;
};

/// Reads `path` (absolute, or relative to the current folder) and its bases: "<base>.json" beside the
/// extending file, then nono's user profiles (.jsonc before .json), then nono's built-in names. At most 10
/// deep, 64 files of 1 MiB. Errors: unreadable, not UTF-8, syntax (file:line:column), a value of the wrong
/// kind in a place read here, a cycle, an unknown base, a base from nono's registry (contains "/": its
/// content is not on this machine's profile folder).
Result<Profile> read_profile(const std::string& path);

/// Everything by which a variable of this name in nono's environment could reach something inside: session
/// list, edges' lists, export lists, set_vars. Each entry reads "environment.allow_vars: AGENT_*". Empty: it
/// cannot.
std::vector<std::string> ways_in(const Profile& profile, std::string_view variable);

/// Does nono's variable glob (`*` anywhere, anchored, nothing else special) match the name?
bool variable_glob_matches(std::string_view pattern, std::string_view name);
/// Names that nono never passes on (loader, interpreter and shell start-up variables).
bool is_blocked_variable(std::string_view name);

/// nono's folder of user profiles: $XDG_CONFIG_HOME/nono/profiles (absolute and existing), else
/// ~/.config/nono/profiles.
std::string nono_profile_dir();

/// 64-bit digest (hex) over the content of these files, in order: did a profile change? Not a protection.
/// A file that cannot be read counts as such, so appearing and disappearing change the digest.
std::string digest_files(const std::vector<std::string>& files);

} // namespace asb
