#include "core/agents/claude_settings.h"

#include "core/base/text.h"
#include "core/base/wire.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QString>

#include <algorithm>
#include <cstdint>

namespace asb {
namespace {

constexpr int kHookSeconds = 10;
constexpr int kClientSeconds = 30; ///< longer than ours, so that ours decides
constexpr qsizetype kMaxFolderName = 200;

QString text(const std::string& value) {
    return QString::fromStdString(value);
}

QJsonObject pinned_variables(const AgentContext& context) {
    const std::string* path = find_variable(context.environment, "PATH");
    QJsonObject variables;
    const auto pin = [&](const char* name, const QString& value) {
        variables.insert(QLatin1String(name), value);
    };
    pin("CLAUDE_CODE_SHELL", text(context.shell));
    pin("CLAUDE_CODE_SHELL_PREFIX", QString());
    pin("CLAUDE_CODE_SIMPLE", QString());
    pin("CLAUDE_CODE_SAFE_MODE", QStringLiteral("0"));
    pin("PATH", path ? text(*path) : QStringLiteral("/usr/local/bin:/usr/bin:/bin"));
    pin("SHLVL", QStringLiteral("1"));
    // From project settings these would turn our shell into something else, or lead it to another socket.
    pin(wire::kSocketVariable, text(context.exec_socket));
    for (const char* name : {"LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT"})
        pin(name, QString());
    return variables;
}

std::string base36(std::uint32_t value) {
    std::string digits;
    do {
        digits.push_back("0123456789abcdefghijklmnopqrstuvwxyz"[value % 36]);
        value /= 36;
    } while (value != 0);
    std::reverse(digits.begin(), digits.end());
    return digits;
}

} // namespace

std::string claude_hook_command(const AgentContext& context) {
    return "timeout " + std::to_string(kHookSeconds) + ' ' + shell_quote(context.front)
           + " hook --agent claude --mediation " + std::string(to_string(context.mediation)) + " || exit 2";
}

std::string claude_settings(const AgentContext& context) {
    const QJsonObject hook{{QStringLiteral("type"), QStringLiteral("command")},
                           {QStringLiteral("command"), text(claude_hook_command(context))},
                           {QStringLiteral("timeout"), kClientSeconds},
                           {QStringLiteral("onFailure"), QStringLiteral("block")}};
    const QJsonObject entry{{QStringLiteral("matcher"), QStringLiteral("Bash|Monitor|PowerShell")},
                            {QStringLiteral("hooks"), QJsonArray{hook}}};
    const QJsonObject settings{
        {QStringLiteral("disableAllHooks"), false},
        {QStringLiteral("hooks"), QJsonObject{{QStringLiteral("PreToolUse"), QJsonArray{entry}}}},
        {QStringLiteral("env"), pinned_variables(context)}};
    return QJsonDocument(settings).toJson(QJsonDocument::Compact).toStdString();
}

std::string claude_folder_name(std::string_view path) {
    const QString units = QString::fromUtf8(path.data(), static_cast<qsizetype>(path.size()));
    std::string name;
    std::uint32_t hash = 0;
    for (const QChar unit : units) {
        const char16_t code = unit.unicode();
        const bool plain = (code >= u'0' && code <= u'9') || (code >= u'A' && code <= u'Z')
                           || (code >= u'a' && code <= u'z');
        name.push_back(plain ? static_cast<char>(code) : '-');
        hash = hash * 31U + code;
    }
    if (units.size() <= kMaxFolderName)
        return name;
    const std::int64_t number = static_cast<std::int32_t>(hash);
    name.resize(kMaxFolderName);
    return name + '-' + base36(static_cast<std::uint32_t>(number < 0 ? -number : number));
}

std::string claude_system_prompt(const AgentContext& context) {
    return "# Shell commands\nShell commands run in a sandbox beside yours, through an exec daemon; a "
           "refusal names its "
           "reason. `"
           + shell_quote(context.front) + " ai explain` tells what is allowed and why.";
}

} // namespace asb
