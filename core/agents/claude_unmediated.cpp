#include "core/agents/claude_unmediated.h"

#include "core/base/fd.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace asb {
namespace {

constexpr std::size_t kMaxSettings = std::size_t{1} << 20;

void look_into(const std::string& path, std::vector<std::string>& found) {
    const Result<std::string> content = read_file(path, kMaxSettings);
    if (!content)
        return;
    const QJsonObject settings = QJsonDocument::fromJson(QByteArray::fromStdString(*content)).object();
    std::string what;
    const auto note = [&](const char* key, const char* name) {
        if (!settings.value(QLatin1String(key)).toObject().isEmpty())
            what += (what.empty() ? "" : ", ") + std::string(name);
    };
    note("hooks", "hooks");
    note("mcpServers", "MCP servers");
    note("statusLine", "status line");
    if (!what.empty())
        found.push_back("not mediated, only confined by the agent profile: " + what + " of " + path);
}

} // namespace

std::vector<std::string> unmediated_by_claude(const std::string& config_folder, const std::string& project) {
    std::vector<std::string> found;
    for (const std::string& path : {config_folder + "/settings.json", config_folder + "/.claude.json",
                                    project + "/.claude/settings.json",
                                    project + "/.claude/settings.local.json", project + "/.mcp.json"})
        look_into(path, found);
    return found;
}

} // namespace asb
