#include "core/config/profile_reader.h"

#include "core/base/fd.h"
#include "core/base/paths.h"
#include "core/base/text.h"
#include "core/config/jsonc.h"
#include "core/config/profile_sections.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

namespace asb {

namespace {

using profile_sections::Draft;

constexpr std::size_t largest_profile = std::size_t{1} << 20;
constexpr std::size_t deepest_chain = 10; // nono's limit
constexpr std::size_t most_files = 64;

/// Profiles inside nono 0.81. What they grant is in groups, which are not read here.
struct BuiltinProfile {
    const char* name;
    WorkdirAccess workdir;
    const char* network_profile;
};
constexpr BuiltinProfile builtin_profiles[] = {
    {"default", WorkdirAccess::None, ""},
    {"linux-host-compat", WorkdirAccess::None, ""},
    {"mise-dev", WorkdirAccess::ReadWrite, "developer"},
    {"python-dev", WorkdirAccess::ReadWrite, "developer"},
    {"node-dev", WorkdirAccess::ReadWrite, "developer"},
    {"bun-dev", WorkdirAccess::ReadWrite, "developer"},
    {"go-dev", WorkdirAccess::ReadWrite, "developer"},
    {"java-dev", WorkdirAccess::ReadWrite, "developer"},
    {"rust-dev", WorkdirAccess::ReadWrite, "developer"},
};

bool is_regular_file(const std::string& path) {
    std::error_code code;
    return std::filesystem::is_regular_file(path, code);
}

bool is_profile_name(const std::string& name) {
    const auto plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
    };
    return !name.empty() && name.front() != '-' && name.back() != '-'
           && std::all_of(name.begin(), name.end(), plain);
}

std::string chain_text(const std::vector<std::string>& chain) {
    std::string text;
    for (const std::string& name : chain)
        text += (text.empty() ? "" : " -> ") + visible_text(name, false, 80);
    return text;
}

/// Walks `extends`. A base's own bases are looked up beside its real file, as nono does.
class ChainReader {
public:
    Result<Draft> read_file_chain(const std::string& file) {
        const std::string real = real_path_or_same(file);
        if (++files_ > most_files)
            return Error{"profile " + file + ": more than 64 files in its chain of bases",
                         "shorten the chain", ELOOP};
        Result<std::string> text = read_file(real, largest_profile);
        if (!text)
            return Error{"profile " + text.error().what, text.error().hint, text.error().code};
        Result<jsonc::Value> document = jsonc::parse(*text, real);
        if (!document)
            return Error{document.error().what, "correct the profile at this place", EINVAL};
        Result<Draft> draft = profile_sections::read(*document, real);
        if (!draft)
            return draft.error();
        draft->profile.path = real;
        draft->profile.files = {real};
        return with_bases(std::move(*draft), real);
    }

private:
    Result<Draft> with_bases(Draft child, const std::string& file) {
        if (child.extends.empty())
            return child;
        if (chain_.size() >= deepest_chain)
            return Error{
                "profile " + file + ": chain of bases deeper than 10: " + chain_text(chain_), {}, ELOOP};
        Draft below;
        bool any = false;
        for (const std::string& name : child.extends) {
            if (std::find(chain_.begin(), chain_.end(), name) != chain_.end())
                return Error{"profile " + file + ": bases in a circle: " + chain_text(chain_) + " -> " + name,
                             {},
                             ELOOP};
            chain_.push_back(name);
            Result<Draft> base = read_base(name, file);
            chain_.pop_back();
            if (!base)
                return base;
            below = any ? merge(std::move(below), std::move(*base)) : std::move(*base);
            any = true;
        }
        return merge(std::move(below), std::move(child));
    }

    Result<Draft> read_base(const std::string& name, const std::string& file) {
        const std::string shown = visible_text(name, false, 80);
        if (name.find('/') != std::string::npos)
            return Error{"profile " + file + ": its base '" + shown
                             + "' comes from nono's registry and is not read here",
                         "copy what you need of it into the profile, or into " + nono_profile_dir(), ENOENT};
        if (!is_profile_name(name))
            return Error{"profile " + file + ": '" + shown + "' cannot be the name of a base",
                         "`extends` takes names of letters, digits and hyphens, never paths", EINVAL};
        const std::string beside = parent_folder(file) + "/" + name + ".json";
        if (is_regular_file(beside) && real_path_or_same(beside) != file)
            return read_file_chain(beside);
        for (const char* ending : {".jsonc", ".json"}) {
            const std::string user = nono_profile_dir() + "/" + name + ending;
            if (is_regular_file(user))
                return read_file_chain(user);
        }
        for (const BuiltinProfile& builtin : builtin_profiles) {
            if (name != builtin.name)
                continue;
            Draft draft;
            draft.profile.workdir = builtin.workdir;
            draft.profile.network.network_profile = builtin.network_profile;
            draft.profile.builtin_bases = {name};
            return draft;
        }
        return Error{"profile " + file + ": its base '" + shown + "' was not found",
                     "looked for " + beside + ", in " + nono_profile_dir() + " and among nono's own", ENOENT};
    }

    std::vector<std::string> chain_;
    std::size_t files_ = 0;
};

} // namespace

std::string_view to_string(InvocationRule::Kind kind) {
    switch (kind) {
    case InvocationRule::Kind::Deny:
        return "deny";
    case InvocationRule::Kind::Approve:
        return "approve";
    case InvocationRule::Kind::Allow:
        return "allow";
    }
    return "deny";
}

const CommandEdge* DeclaredCommand::edge_from(std::string_view caller) const {
    const auto found = std::find_if(edges.begin(), edges.end(),
                                    [&](const CommandEdge& edge) { return edge.caller == caller; });
    return found == edges.end() ? nullptr : &*found;
}

const DeclaredCommand* Profile::command(std::string_view command_name) const {
    const auto found = std::find_if(commands.begin(), commands.end(), [&](const DeclaredCommand& command) {
        return command.name == command_name;
    });
    return found == commands.end() ? nullptr : &*found;
}

const InvocationRule* Profile::rule_for(std::string_view command_name, std::string_view caller,
                                        std::string_view nono_reason) const {
    const DeclaredCommand* declared = command(command_name);
    const CommandEdge* edge = declared == nullptr ? nullptr : declared->edge_from(caller);
    if (edge == nullptr || nono_reason.empty())
        return nullptr;
    const InvocationRule* found = nullptr;
    for (const InvocationRule& rule : edge->rules) {
        const std::string numbered =
            "invocation_policy." + std::string(to_string(rule.kind)) + "[" + std::to_string(rule.index) + "]";
        if (rule.reason.empty() ? nono_reason != numbered : nono_reason != rule.reason)
            continue;
        if (found != nullptr)
            return nullptr; // two rules give this reason: none can be named
        found = &rule;
    }
    return found;
}

Result<Profile> read_profile(const std::string& path) {
    std::error_code code;
    const std::string folder = std::filesystem::current_path(code).string();
    Result<Draft> draft = ChainReader().read_file_chain(absolute_path(path, code ? "/" : folder));
    if (!draft)
        return draft.error();
    return profile_sections::finish(std::move(*draft));
}

std::string nono_profile_dir() {
    const char* config = std::getenv("XDG_CONFIG_HOME");
    std::error_code code;
    if (config != nullptr && config[0] == '/') {
        const std::filesystem::path real = std::filesystem::canonical(config, code);
        if (!code)
            return real.string() + "/nono/profiles";
    }
    return home_dir() + "/.config/nono/profiles";
}

std::string digest_files(const std::vector<std::string>& files) {
    std::uint64_t hash = 0xcbf29ce484222325ULL; // FNV-1a
    const auto add = [&hash](std::string_view data) {
        for (const char c : data) {
            hash ^= static_cast<unsigned char>(c);
            hash *= 0x100000001b3ULL;
        }
    };
    for (const std::string& file : files) {
        add(file);
        const Result<std::string> text = read_file(file, largest_profile);
        add(text ? std::string_view("\0there\0", 7) : std::string_view("\0absent\0", 8));
        if (text)
            add(*text);
    }
    char hex[17];
    std::snprintf(hex, sizeof hex, "%016llx", static_cast<unsigned long long>(hash));
    return hex;
}

} // namespace asb
