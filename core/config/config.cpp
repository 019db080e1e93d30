#include "core/config/config.h"

#include "core/base/fd.h"
#include "core/base/nearest.h"
#include "core/base/paths.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <limits.h>
#include <sstream>
#include <sys/stat.h>
#include <toml++/toml.h>
#include <unistd.h>

namespace asb {

namespace {

constexpr std::size_t largest_config = std::size_t{1} << 20;

constexpr std::array<std::pair<Mediation, std::string_view>, 3> mediation_words = {{
    {Mediation::Shell, "shell"},
    {Mediation::Ask, "ask"},
    {Mediation::Rewrite, "rewrite"},
}};

const std::vector<std::string> risk_names = {risk::writable_nono_folder, risk::writable_programs,
                                             risk::writable_socket_folder};
const std::vector<std::string> top_keys = {"command_profile", "accept_risks", "agents"};
const std::vector<std::string> agent_keys = {"profile", "mediation", "program"};

/// What one file says; absent keys stay empty.
struct AgentLayer {
    std::optional<std::string> profile, mediation, program;
};
struct Layer {
    std::optional<std::string> command_profile;
    std::optional<std::vector<std::string>> accept_risks;
    std::map<std::string, AgentLayer> agents;
};

std::string place(const std::string& file, const toml::source_region& region) {
    return file + ":" + std::to_string(region.begin.line) + ":" + std::to_string(region.begin.column);
}

/// One file's table to a Layer; keeps the first fault.
class LayerReader {
public:
    explicit LayerReader(std::string file) : file_(std::move(file)) {}

    Result<Layer> read(const toml::table& table) {
        Layer layer;
        for (const auto& [key, node] : table) {
            const std::string name(key.str());
            if (name == "command_profile")
                read_string(name, node, layer.command_profile);
            else if (name == "accept_risks")
                read_risks(node, layer);
            else if (name == "agents")
                read_agents(node, layer);
            else
                unknown("key", name, key.source(), top_keys);
        }
        if (error_)
            return *error_;
        return layer;
    }

private:
    void fail(const toml::source_region& region, const std::string& what, std::string hint = {}) {
        if (!error_)
            error_ = Error{place(file_, region) + ": " + what, std::move(hint), EINVAL};
    }

    void unknown(const std::string& kind, const std::string& name, const toml::source_region& region,
                 const std::vector<std::string>& known) {
        const std::string nearest = nearest_name(name, known);
        fail(region, "unknown " + kind + " '" + visible_text(name, false, 80) + "'",
             nearest.empty() ? "known here: " + join_names(known) : "did you mean '" + nearest + "'?");
    }

    void read_string(const std::string& key, const toml::node& node, std::optional<std::string>& out) {
        const toml::value<std::string>* text = node.as_string();
        if (text == nullptr)
            return fail(node.source(), "'" + key + "' has to be a string in quotes");
        if (text->get().find('\0') != std::string::npos)
            return fail(node.source(), "'" + key + "' contains a NUL character");
        // Blank counts as absent, so that an emptied value means the default and not the folder itself.
        if (text->get().find_first_not_of(" \t\r\n") != std::string::npos)
            out = text->get();
    }

    void read_risks(const toml::node& node, Layer& layer) {
        const toml::array* list = node.as_array();
        if (list == nullptr)
            return fail(node.source(), "'accept_risks' has to be a list of names");
        layer.accept_risks.emplace();
        for (const toml::node& item : *list) {
            const toml::value<std::string>* name = item.as_string();
            if (name == nullptr)
                return fail(item.source(), "'accept_risks' has to be a list of names");
            if (std::find(risk_names.begin(), risk_names.end(), name->get()) == risk_names.end())
                return unknown("risk", name->get(), item.source(), risk_names);
            layer.accept_risks->push_back(name->get());
        }
    }

    void read_agents(const toml::node& node, Layer& layer) {
        const toml::table* agents = node.as_table();
        if (agents == nullptr)
            return fail(node.source(), "'agents' has to be a table: [agents.claude]");
        for (const auto& [key, value] : *agents) {
            const std::string name(key.str());
            const std::vector<std::string>& known = known_agents();
            if (std::find(known.begin(), known.end(), name) == known.end())
                return unknown("agent", name, key.source(), known);
            const toml::table* table = value.as_table();
            if (table == nullptr)
                return fail(value.source(), "'agents." + name + "' has to be a table: [agents." + name + "]");
            read_agent("agents." + name + ".", *table, layer.agents[name]);
        }
    }

    void read_agent(const std::string& prefix, const toml::table& table, AgentLayer& agent) {
        for (const auto& [key, value] : table) {
            const std::string name(key.str());
            if (name == "profile")
                read_string(prefix + name, value, agent.profile);
            else if (name == "program")
                read_string(prefix + name, value, agent.program);
            else if (name == "mediation")
                read_mediation(prefix + name, value, agent);
            else
                unknown("key", name, key.source(), agent_keys);
        }
    }

    void read_mediation(const std::string& key, const toml::node& value, AgentLayer& agent) {
        read_string(key, value, agent.mediation);
        if (!agent.mediation || parse_mediation(*agent.mediation))
            return;
        std::vector<std::string> words;
        for (const auto& entry : mediation_words)
            words.emplace_back(entry.second);
        unknown("mediation", *agent.mediation, value.source(), words);
    }

    std::string file_;
    std::optional<Error> error_;
};

Result<Layer> read_layer(const std::string& file) {
    Result<std::string> text = read_file(file, largest_config);
    if (!text)
        return text.error();
    try {
        const toml::table table = toml::parse(std::string_view(*text), std::string_view(file));
        return LayerReader(file).read(table);
    } catch (const toml::parse_error& fault) {
        return Error{place(file, fault.source()) + ": not valid TOML: " + std::string(fault.description()),
                     "strings stand in quotes, tables in [brackets], one key = value a line", EINVAL};
    }
}

template <typename T>
void overlay(std::optional<T>& value, std::optional<T> nearer) {
    if (nearer)
        value = std::move(nearer);
}

void overlay(Layer& layer, Layer nearer) {
    overlay(layer.command_profile, std::move(nearer.command_profile));
    overlay(layer.accept_risks, std::move(nearer.accept_risks));
    for (auto& [name, agent] : nearer.agents) {
        AgentLayer& below = layer.agents[name];
        overlay(below.profile, std::move(agent.profile));
        overlay(below.mediation, std::move(agent.mediation));
        overlay(below.program, std::move(agent.program));
    }
}

std::string current_folder() {
    std::error_code code;
    const std::filesystem::path folder = std::filesystem::current_path(code);
    return code ? std::string("/") : folder.string();
}

std::string resolve(const std::string& path, const std::string& folder) {
    if (path == "~" || path.rfind("~/", 0) == 0)
        return absolute_path(home_dir() + path.substr(1), folder);
    return absolute_path(path, folder);
}

/// A bare name is looked up on PATH at launch; anything with a slash is a path.
std::string resolve_program(const std::string& program, const std::string& folder) {
    return program.find('/') == std::string::npos ? program : resolve(program, folder);
}

Config build(const Layer& layer, const std::string& folder) {
    Config config;
    config.command_profile = resolve(layer.command_profile.value_or("command-profile.json"), folder);
    config.accepted_risks = layer.accept_risks.value_or(std::vector<std::string>{});
    std::map<std::string, AgentLayer> agents = layer.agents;
    agents.try_emplace("claude");
    for (const auto& [name, values] : agents) {
        AgentConfig agent;
        agent.name = name;
        agent.program = resolve_program(values.program.value_or(name), folder);
        agent.profile = resolve(values.profile.value_or(name + "-profile.json"), folder);
        if (values.mediation)
            agent.mediation = parse_mediation(*values.mediation).value_or(Mediation::Shell);
        config.agents.emplace(name, std::move(agent));
    }
    return config;
}

bool exists(const std::string& path) {
    struct stat info {};
    return ::stat(path.c_str(), &info) == 0;
}

Status check_profile_file(const std::string& path, const std::string& key, const Config& config) {
    const std::string hint =
        "'" + key + "' in " + config.config_path + " names it; `agent-sandbox init` makes a first one";
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0)
        return system_error("profile " + path, errno, hint);
    if (!S_ISREG(info.st_mode))
        return Error{"profile " + path + ": not a regular file", hint, EINVAL};
    if (::access(path.c_str(), R_OK) != 0)
        return system_error("profile " + path, errno, hint);
    return success();
}

} // namespace

std::string_view to_string(Mediation mediation) {
    for (const auto& [value, word] : mediation_words) {
        if (value == mediation)
            return word;
    }
    return "shell";
}

std::optional<Mediation> parse_mediation(std::string_view word) {
    for (const auto& [value, name] : mediation_words) {
        if (name == word)
            return value;
    }
    return std::nullopt;
}

bool Config::accepts(std::string_view risk_name) const {
    return std::find(accepted_risks.begin(), accepted_risks.end(), risk_name) != accepted_risks.end();
}

const std::vector<std::string>& known_agents() {
    static const std::vector<std::string> names = {"claude", "demo"};
    return names;
}

Result<Config> load_config(const std::string& path) {
    const std::string file = resolve(path, current_folder());
    if (!exists(file) && errno == ENOENT)
        return Error{"configuration " + file + ": No such file or directory",
                     "run `agent-sandbox init` in this folder, or name another file with --config", ENOENT};
    Layer layer;
    const std::string user_file = config_dir() + "/config.toml";
    // Only a file that is certainly not there is passed over: one that cannot be read might hold a
    // restriction.
    const bool has_user_file =
        user_file != file && (exists(user_file) || (errno != ENOENT && errno != ENOTDIR));
    if (has_user_file) {
        Result<Layer> user = read_layer(user_file);
        if (!user)
            return user.error();
        layer = std::move(*user);
    }
    Result<Layer> project = read_layer(file);
    if (!project)
        return project.error();
    overlay(layer, std::move(*project));
    Config config = build(layer, std::filesystem::path(file).parent_path().string());
    config.config_path = file;
    if (has_user_file)
        config.user_config_path = user_file;
    return config;
}

Result<AgentConfig> agent_config(const Config& config, const std::string& name) {
    const auto found = config.agents.find(name);
    if (found != config.agents.end())
        return found->second;
    return Error{"no agent '" + name + "' in " + config.config_path, "add a table [agents." + name + "]",
                 ENOENT};
}

Status check_profile_files(const Config& config, const AgentConfig& agent) {
    Status status = check_profile_file(agent.profile, "[agents." + agent.name + "] profile", config);
    return status ? check_profile_file(config.command_profile, "command_profile", config) : status;
}

} // namespace asb
