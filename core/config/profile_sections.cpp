#include "core/config/profile_sections.h"

#include "core/config/profile_commands.h"
#include "core/config/profile_value.h"

namespace asb::profile_sections {

using Kind = jsonc::Value::Kind;

namespace {

constexpr const char* path_lists[] = {"allow",
                                      "read",
                                      "write",
                                      "allow_file",
                                      "read_file",
                                      "write_file",
                                      "unix_socket",
                                      "unix_socket_bind",
                                      "unix_socket_dir",
                                      "unix_socket_dir_bind",
                                      "unix_socket_subtree",
                                      "unix_socket_subtree_bind",
                                      "deny",
                                      "bypass_protection"};

class SectionReader {
public:
    explicit SectionReader(const std::string& file) : values_(file) {}

    const std::optional<Error>& error() const { return values_.error(); }

    Draft read(const jsonc::Value& document) {
        Draft draft;
        if (!document.is(Kind::Object)) {
            values_.fail(document, "a profile has to be an object");
            return draft;
        }
        read_extends(document, draft);
        if (const jsonc::Value* meta = values_.object(document, "meta", {}))
            draft.profile.name = values_.text(*meta, "name", "meta");
        read_workdir(document, draft.profile);
        read_groups(document, draft.profile);
        read_filesystem(document, draft.profile);
        read_network(document, draft);
        read_environment(document, draft);
        if (const jsonc::Value* system = values_.object(document, "linux", {})) {
            draft.profile.af_unix_mediation = values_.text(*system, "af_unix_mediation", "linux");
            draft.profile.sandbox_policy = values_.text(*system, "sandbox_policy", "linux");
        }
        if (const jsonc::Value* policies = values_.object(document, "command_policies", {}))
            read_command_policies(*policies, values_, draft.profile);
        return draft;
    }

private:
    void read_extends(const jsonc::Value& document, Draft& draft) {
        const jsonc::Value* extends = document.find("extends");
        if (extends == nullptr)
            return;
        if (extends->is(Kind::String))
            draft.extends.push_back(extends->text);
        else
            draft.extends = values_.texts(document, "extends", "profile");
    }

    void read_workdir(const jsonc::Value& document, Profile& profile) {
        const jsonc::Value* workdir = values_.object(document, "workdir", {});
        if (workdir == nullptr)
            return;
        const std::string access = values_.text(*workdir, "access", "workdir");
        if (access == "readwrite")
            profile.workdir = WorkdirAccess::ReadWrite;
        else if (access == "read")
            profile.workdir = WorkdirAccess::Read;
        else if (access == "write")
            profile.workdir = WorkdirAccess::Write;
        else if (!access.empty() && access != "none")
            values_.fail(*workdir, "'workdir.access' has to be none, read, write or readwrite");
    }

    void read_groups(const jsonc::Value& document, Profile& profile) {
        if (const jsonc::Value* groups = values_.object(document, "groups", {})) {
            profile.groups_include = values_.conditional_texts(*groups, "include", "name", "groups");
            profile.groups_exclude = values_.conditional_texts(*groups, "exclude", "name", "groups");
        }
    }

    void read_filesystem(const jsonc::Value& document, Profile& profile) {
        const jsonc::Value* filesystem = values_.object(document, "filesystem", {});
        if (filesystem == nullptr)
            return;
        for (const char* key : path_lists) {
            std::vector<std::string> paths =
                values_.conditional_texts(*filesystem, key, "path", "filesystem");
            if (!paths.empty())
                profile.filesystem[key] = std::move(paths);
        }
    }

    void read_network(const jsonc::Value& document, Draft& draft) {
        const jsonc::Value* network = values_.object(document, "network", {});
        if (network == nullptr)
            return;
        ProfileNetwork& out = draft.profile.network;
        draft.network_block = values_.flag(*network, "block", "network");
        out.network_profile = values_.text(*network, "network_profile", "network");
        for (std::size_t i = 0; i < network->keys.size(); ++i) {
            if (network->keys[i] == "network_profile")
                draft.clears_network_profile = network->items[i].is(Kind::Null);
        }
        out.allow_domain = values_.conditional_texts(*network, "allow_domain", "domain", "network");
        out.deny_domain = values_.texts(*network, "deny_domain", "network");
        out.open_ports = values_.ports(*network, "open_port", "network");
        out.connect_ports = values_.ports(*network, "connect_port", "network");
        out.listen_ports = values_.ports(*network, "listen_port", "network");
        if (auto credentials = values_.optional_texts(*network, "credentials", "network")) {
            draft.has_credentials = true;
            out.credentials = std::move(*credentials);
        }
    }

    void read_environment(const jsonc::Value& document, Draft& draft) {
        const jsonc::Value* environment = values_.object(document, "environment", {});
        if (environment == nullptr)
            return;
        ProfileEnvironment& out = draft.profile.environment;
        out.allow_vars = values_.optional_texts(*environment, "allow_vars", "environment");
        out.deny_vars = values_.texts(*environment, "deny_vars", "environment");
        out.case_insensitive = values_.flag(*environment, "case_insensitive_vars", "environment");
        out.set_vars = values_.text_map(*environment, "set_vars", "environment");
    }

    ProfileValues values_;
};

} // namespace

Result<Draft> read(const jsonc::Value& document, const std::string& file) {
    SectionReader reader(file);
    Draft draft = reader.read(document);
    if (reader.error())
        return *reader.error();
    const jsonc::Value* overrides = document.find("platform_overrides");
    const jsonc::Value* system = overrides == nullptr ? nullptr : overrides->find("linux");
    if (system != nullptr) {
        SectionReader over_reader(file);
        draft.linux_overrides = std::make_shared<Draft>(over_reader.read(*system));
        if (over_reader.error())
            return *over_reader.error();
    }
    return draft;
}

} // namespace asb::profile_sections
