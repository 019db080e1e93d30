#include "ui/profiles/profile_look.h"

#include "core/base/fd.h"
#include "core/base/text.h"
#include "ui/common/plain_text.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace asb::ui {
namespace {

constexpr std::size_t kMaxText = std::size_t{1} << 20;

QString say(const char* text) {
    return QCoreApplication::translate("asb::ui::ProfilesPage", text);
}

QString text_of(const QString& path) {
    const Result<std::string> content = read_file(path.toStdString(), kMaxText);
    return content ? visible(*content, true) : QString();
}

} // namespace

ProfileLook look_at_profile(const ProfileFacts& facts) {
    ProfileLook look;
    look.path = facts.path;
    look.gone = !QFileInfo::exists(facts.path);
    const Result<Profile> now = read_profile(facts.path.toStdString());
    if (now)
        look.now = *now;
    else
        look.fault = visible(now.error().text(), true);
    look.text_now = text_of(facts.path);
    std::vector<std::string> files;
    for (const QString& file : facts.files)
        files.push_back(file.toStdString());
    look.changed = !files.empty() && !facts.digest.isEmpty() && !look.gone
                   && QString::fromStdString(digest_files(files)) != facts.digest;
    if (facts.copy.isEmpty())
        return look;
    look.has_copy = true;
    look.text_in_force = text_of(facts.copy);
    if (facts.digest.isEmpty() && !look.gone)
        look.changed = look.text_now != look.text_in_force;
    if (const Result<Profile> before = read_profile(facts.copy.toStdString()))
        look.in_force = *before;
    return look;
}

QString rule_match_text(const InvocationRule& rule) {
    QStringList parts;
    const auto add = [&](const std::optional<std::vector<std::string>>& words, const QString& pattern) {
        if (words)
            parts << pattern.arg(visible(shell_join(*words)));
    };
    add(rule.exact, say(QT_TRANSLATE_NOOP("asb::ui::ProfilesPage", "exactly: %1")));
    add(rule.prefix, say(QT_TRANSLATE_NOOP("asb::ui::ProfilesPage", "begins with: %1")));
    add(rule.contains, say(QT_TRANSLATE_NOOP("asb::ui::ProfilesPage", "contains: %1")));
    for (const std::string& name : rule.environment_names)
        parts << say(QT_TRANSLATE_NOOP("asb::ui::ProfilesPage", "variable %1")).arg(visible(name));
    return parts.isEmpty() ? say(QT_TRANSLATE_NOOP("asb::ui::ProfilesPage", "anything"))
                           : parts.join(QStringLiteral("; "));
}

} // namespace asb::ui
