#include "core/config/profile_commands.h"

#include <algorithm>

namespace asb::profile_sections {

using Kind = jsonc::Value::Kind;

namespace {

void read_matcher(const jsonc::Value& rule, const std::string& where, ProfileValues& values,
                  InvocationRule& out) {
    if (const jsonc::Value* argv = values.object(rule, "argv", where)) {
        out.exact = values.optional_texts(*argv, "exact", where + ".argv");
        out.prefix = values.optional_texts(*argv, "prefix", where + ".argv");
        out.contains = values.optional_texts(*argv, "contains", where + ".argv");
    }
    if (const jsonc::Value* environment = values.object(rule, "env", where))
        out.environment_names = environment->keys;
}

void read_rules(const jsonc::Value& policy, InvocationRule::Kind kind, ProfileValues& values,
                CommandEdge& edge) {
    const std::string key(to_string(kind));
    const jsonc::Value* list = policy.find(key);
    if (list == nullptr)
        return;
    if (!list->is(Kind::Array))
        return values.fail(*list,
                           "'" + edge.path + ".invocation_policy." + key + "' has to be a list of rules");
    for (std::size_t i = 0; i < list->items.size(); ++i) {
        const jsonc::Value& item = list->items[i];
        InvocationRule rule;
        rule.kind = kind;
        rule.index = i;
        rule.path = edge.path + "." + key + "[" + std::to_string(i) + "]";
        rule.where = values.position(item);
        if (!item.is(Kind::Object))
            return values.fail(item, "'" + rule.path + "' has to be an object");
        rule.reason = values.text(item, "reason", rule.path);
        read_matcher(item, rule.path, values, rule);
        edge.rules.push_back(std::move(rule));
    }
}

/// "allow", or {"decision": "approve", "backend": …}; nono's default is "deny".
std::string read_default(const jsonc::Value& policy, ProfileValues& values, const std::string& where) {
    const jsonc::Value* decision = policy.find("default");
    if (decision == nullptr)
        return "deny";
    if (decision->is(Kind::String))
        return decision->text;
    if (decision->is(Kind::Object))
        return values.text(*decision, "decision", where + ".default");
    values.fail(*decision, "'" + where + ".default' has to be a decision");
    return "deny";
}

void read_sandbox(const jsonc::Value& sandbox, ProfileValues& values, CommandEdge& edge) {
    const std::string where = edge.path + ".sandbox";
    edge.fs_read = values.texts(sandbox, "fs_read", where);
    edge.fs_read_file = values.texts(sandbox, "fs_read_file", where);
    edge.fs_write = values.texts(sandbox, "fs_write", where);
    edge.fs_write_file = values.texts(sandbox, "fs_write_file", where);
    edge.exec_paths = values.texts(sandbox, "exec_paths", where);
    if (const jsonc::Value* environment = values.object(sandbox, "environment", where)) {
        edge.allow_vars = values.optional_texts(*environment, "allow_vars", where + ".environment");
        edge.set_vars = values.text_map(*environment, "set_vars", where + ".environment");
    }
}

/// Three shapes: the word "deny", {sandbox, invocation_policy}, or the sandbox itself; told apart by the key
/// `sandbox`.
CommandEdge read_edge(const std::string& command, const std::string& caller, const jsonc::Value& value,
                      ProfileValues& values) {
    CommandEdge edge;
    edge.command = command;
    edge.caller = caller;
    edge.path = "commands." + command + ".from." + caller;
    edge.where = values.position(value);
    edge.default_decision = "allow";
    if (value.is(Kind::String)) {
        edge.denied = true;
        edge.default_decision = "deny";
        return edge;
    }
    if (!value.is(Kind::Object)) {
        values.fail(value, "'" + edge.path + "' has to be \"deny\" or an object");
        return edge;
    }
    const bool has_key = std::find(value.keys.begin(), value.keys.end(), "sandbox") != value.keys.end();
    if (!has_key) {
        read_sandbox(value, values, edge);
        return edge;
    }
    edge.long_form = true;
    if (const jsonc::Value* sandbox = values.object(value, "sandbox", edge.path))
        read_sandbox(*sandbox, values, edge);
    if (const jsonc::Value* policy = values.object(value, "invocation_policy", edge.path)) {
        edge.has_policy = true;
        edge.default_decision = read_default(*policy, values, edge.path + ".invocation_policy");
        read_rules(*policy, InvocationRule::Kind::Deny, values, edge);
        read_rules(*policy, InvocationRule::Kind::Approve, values, edge);
        read_rules(*policy, InvocationRule::Kind::Allow, values, edge);
    }
    return edge;
}

DeclaredCommand read_command(const std::string& name, const jsonc::Value& value, ProfileValues& values) {
    DeclaredCommand command;
    command.name = name;
    command.where = values.position(value);
    const std::string where = "commands." + name;
    if (!value.is(Kind::Object)) {
        values.fail(value, "'" + where + "' has to be an object");
        return command;
    }
    command.executable = values.text(value, "executable", where);
    command.can_use = values.texts(value, "can_use", where);
    command.export_env = values.texts(value, "export_env", where);
    if (const jsonc::Value* sandbox = values.object(value, "sandbox", where)) {
        CommandEdge edge;
        edge.command = name;
        edge.caller = "session";
        edge.path = where;
        edge.where = values.position(*sandbox);
        edge.default_decision = "allow";
        read_sandbox(*sandbox, values, edge);
        command.edges.push_back(std::move(edge));
    }
    if (const jsonc::Value* from = values.object(value, "from", where)) {
        std::map<std::string, CommandEdge> edges; // by name; of a caller that stands there twice the last one
        for (std::size_t i = 0; i < from->keys.size(); ++i)
            edges.insert_or_assign(from->keys[i], read_edge(name, from->keys[i], from->items[i], values));
        for (auto& entry : edges)
            command.edges.push_back(std::move(entry.second));
    }
    return command;
}

void merge_edge(CommandEdge& base, CommandEdge child) {
    if (base.denied || child.denied || base.long_form != child.long_form)
        return; // a child cannot change the shape of an inherited decision
    append_new(base.fs_read, child.fs_read);
    append_new(base.fs_read_file, child.fs_read_file);
    append_new(base.fs_write, child.fs_write);
    append_new(base.fs_write_file, child.fs_write_file);
    append_new(base.exec_paths, child.exec_paths);
    if (!base.allow_vars)
        base.allow_vars = std::move(child.allow_vars);
    else if (child.allow_vars)
        append_new(*base.allow_vars, *child.allow_vars);
    base.set_vars.merge(child.set_vars);
    if (!base.has_policy && child.has_policy) {
        base.has_policy = true;
        base.default_decision = std::move(child.default_decision);
        base.rules = std::move(child.rules);
        base.where = child.where;
    }
}

void merge_command(DeclaredCommand& base, DeclaredCommand child) {
    if (base.executable.empty())
        base.executable = std::move(child.executable);
    append_new(base.can_use, child.can_use);
    append_new(base.export_env, child.export_env);
    for (CommandEdge& edge : child.edges) {
        const auto same = std::find_if(base.edges.begin(), base.edges.end(),
                                       [&](const CommandEdge& old) { return old.caller == edge.caller; });
        if (same == base.edges.end())
            base.edges.push_back(std::move(edge));
        else
            merge_edge(*same, std::move(edge));
    }
}

} // namespace

void read_command_policies(const jsonc::Value& policies, ProfileValues& values, Profile& profile) {
    profile.executable_dirs = values.texts(policies, "executable_dirs", "command_policies");
    profile.session_export_env = values.texts(policies, "session_export_env", "command_policies");
    const jsonc::Value* commands = values.object(policies, "commands", "command_policies");
    if (commands == nullptr)
        return;
    std::map<std::string, DeclaredCommand> by_name;
    for (std::size_t i = 0; i < commands->keys.size(); ++i)
        by_name.insert_or_assign(commands->keys[i],
                                 read_command(commands->keys[i], commands->items[i], values));
    for (auto& entry : by_name)
        profile.commands.push_back(std::move(entry.second));
    profile.has_command_policies = !profile.commands.empty();
}

std::vector<DeclaredCommand> merge_commands(std::vector<DeclaredCommand> base,
                                            std::vector<DeclaredCommand> child) {
    for (DeclaredCommand& command : child) {
        const auto same = std::find_if(base.begin(), base.end(),
                                       [&](const DeclaredCommand& old) { return old.name == command.name; });
        if (same == base.end())
            base.push_back(std::move(command));
        else
            merge_command(*same, std::move(command));
    }
    std::sort(base.begin(), base.end(),
              [](const DeclaredCommand& a, const DeclaredCommand& b) { return a.name < b.name; });
    return base;
}

} // namespace asb::profile_sections
