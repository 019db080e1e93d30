#include "core/commands/init_machine.h"

#include "core/base/paths.h"
#include "core/commands/doctor_process.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sys/stat.h>

namespace asb {

namespace {

namespace fs = std::filesystem;

bool is_folder(const std::string& path) {
    std::error_code code;
    return fs::is_directory(path, code);
}

void add(std::vector<std::string>& list, const std::string& value) {
    if (!value.empty() && std::find(list.begin(), list.end(), value) == list.end())
        list.push_back(value);
}

std::vector<std::string> existing_folders(std::initializer_list<const char*> candidates) {
    std::vector<std::string> found;
    for (const char* candidate : candidates) {
        if (is_folder(candidate))
            add(found, candidate);
    }
    return found;
}

std::vector<std::string> subfolders(const std::string& folder) {
    std::vector<std::string> found;
    std::error_code code;
    for (fs::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code)) {
        if (is_folder(entry->path().string()))
            found.push_back(entry->path().string());
    }
    std::sort(found.begin(), found.end());
    return found;
}

/// nono refuses a folder of programs that the session, or anybody, could write.
bool only_owner_writes(const std::string& folder) {
    struct stat info {};
    return ::stat(folder.c_str(), &info) == 0 && (info.st_mode & 022) == 0;
}

/// Compilers' own programs (cc1, collect2, …): <root>/<system>/<version>.
std::vector<std::string> compiler_folders() {
    std::vector<std::string> found;
    for (const char* root : {"/usr/lib/gcc", "/usr/libexec/gcc"}) {
        for (const std::string& system : subfolders(root)) {
            for (const std::string& version : subfolders(system)) {
                std::error_code code;
                const bool programs =
                    fs::exists(version + "/collect2", code) || fs::exists(version + "/cc1", code);
                if (programs && only_owner_writes(version))
                    add(found, version);
            }
        }
    }
    return found;
}

std::vector<std::string> library_folders() {
    std::vector<std::string> found;
    for (const char* root : {"/usr/lib", "/lib"}) {
        for (const std::string& folder : subfolders(root)) {
            if (folder.find("-linux-") != std::string::npos)
                add(found, folder);
        }
    }
    for (const std::string& folder : existing_folders({"/usr/lib64", "/lib64", "/usr/local/lib"}))
        add(found, folder);
    return found;
}

/// Below the home folder "$HOME/…": the profile then also fits another user's home.
std::string under_home(const std::string& path) {
    const std::string home = home_dir();
    if (home.size() > 1 && path.compare(0, home.size() + 1, home + "/") == 0)
        return "$HOME" + path.substr(home.size());
    return path;
}

void find_git(TemplateValues& values) {
    std::vector<std::string>& core = values["GIT_CORE"];
    std::vector<std::string>& programs = values["PROGRAM_DIRS"];
    programs = existing_folders({"/usr/bin", "/bin"});
    const std::string git = find_program("git");
    if (!git.empty()) {
        add(programs, under_home(fs::path(real_path(git)).parent_path().string()));
        const ProcessResult result = run_process({{git, "--exec-path"}, current_environment(), "/", 5000});
        const std::vector<std::string> lines = shown_lines(result.output, 1);
        if (result.succeeded() && !lines.empty() && is_folder(lines.front()))
            add(core, under_home(lines.front()));
    }
    for (const std::string& folder : existing_folders({"/usr/lib/git-core", "/usr/libexec/git-core"}))
        add(core, folder);
    values["GIT_DIRS"] = core;
    for (const std::string& folder : existing_folders({"/usr/share/git-core", "/usr/local/share/git-core"}))
        add(values["GIT_DIRS"], folder);
}

/// The client's file, and the folder that its updates go to: a new version has another path.
void find_claude(TemplateValues& values) {
    std::vector<std::string>& program = values["CLAUDE_PROGRAM"];
    std::vector<std::string>& versions = values["CLAUDE_VERSIONS"];
    const std::string real = real_path(find_program("claude"));
    if (!real.empty()) {
        add(program, under_home(real));
        for (const char* part : {"/claude/versions/", "/@anthropic-ai/claude-code/"}) {
            const std::size_t at = real.find(part);
            if (at != std::string::npos)
                add(versions, under_home(real.substr(0, at + std::string_view(part).size() - 1)));
        }
    }
    const char* config = std::getenv("CLAUDE_CONFIG_DIR");
    const bool own = config != nullptr && config[0] == '/';
    values["CLAUDE_CONFIG"] = {own ? under_home(absolute_path(config, "/")) : std::string("$HOME/.claude")};
}

} // namespace

TemplateValues find_machine_values() {
    TemplateValues values;
    find_claude(values);
    find_git(values);
    values["INCLUDE_DIRS"] = existing_folders({"/usr/include", "/usr/local/include"});
    values["HELPER_DIRS"] = compiler_folders();
    values["LIBRARY_DIRS"] = library_folders();
    return values;
}

} // namespace asb
