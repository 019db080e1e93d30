#include "ui/refused/possible.h"

#include "core/events/facets.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace asb::ui {
namespace {

constexpr int kCannotExecute = 126;
/// Programs whose last path is one that they write to.
constexpr std::array<std::string_view, 12> kWriters{"cp",    "install", "ln",    "mkdir", "mv",    "rm",
                                                    "rmdir", "rsync",   "touch", "tee",   "chmod", "chown"};
/// Everything may use these; a failure there has other reasons.
constexpr std::array<std::string_view, 4> kEverybodys{"/dev", "/proc", "/tmp", "/var/tmp"};

bool is_below(std::string_view path, std::string_view folder) {
    return !folder.empty() && path.substr(0, folder.size()) == folder
           && (path.size() == folder.size() || path[folder.size()] == '/' || folder == "/");
}

/// Absolute, with "." and ".." taken out as text; the file system is not asked.
std::string absolute(std::string_view path, const std::string& folder) {
    std::string joined = path.front() == '/' ? std::string() : folder;
    std::string_view rest = path;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('/'), rest.size());
        const std::string_view part = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (part.empty() || part == ".")
            continue;
        if (part == "..") {
            joined.erase(std::min(joined.rfind('/'), joined.size()));
            continue;
        }
        joined += '/';
        joined += part;
    }
    return joined.empty() ? "/" : joined;
}

bool looks_like_path(std::string_view word) {
    return word.size() > 1 && (word.front() == '/' || word.substr(0, 3) == "../");
}

bool is_writer(const std::string& program) {
    const std::string_view name = std::string_view(program).substr(program.rfind('/') + 1);
    return std::find(kWriters.begin(), kWriters.end(), name) != kWriters.end();
}

} // namespace

std::optional<PossibleRefusal> possible_refusal(const Event& command, const std::string& folder,
                                                const std::string& project) {
    if (command.type != EventType::CommandEnd || command.declared || command.argv.empty()
        || !has_failed(command))
        return std::nullopt;
    if (status_of(command) == kCannotExecute) {
        const std::string& program = command.path.empty() ? command.argv.front() : command.path;
        return PossibleRefusal{absolute(program, folder), "read"};
    }
    const bool writes = is_writer(command.argv.front());
    for (auto word = command.argv.rbegin(); word + 1 < command.argv.rend(); ++word) {
        if (!looks_like_path(*word))
            continue;
        std::string path = absolute(*word, folder);
        const bool everybodys = std::any_of(kEverybodys.begin(), kEverybodys.end(),
                                            [&](std::string_view common) { return is_below(path, common); });
        if (!everybodys && !is_below(path, project))
            return PossibleRefusal{std::move(path), writes ? "write" : "read"};
    }
    return std::nullopt;
}

} // namespace asb::ui
