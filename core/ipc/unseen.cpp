#include "core/ipc/unseen.h"

#include "core/base/fd.h"

#include <QJsonDocument>

namespace asb {
namespace {
constexpr std::size_t kMaxFacts = std::size_t{1} << 20;
} // namespace

std::uint64_t Unseen::count(const std::map<std::string, std::uint64_t>& refusals) const {
    std::uint64_t sum = 0;
    for (const auto& [rule, count] : refusals) {
        const auto seen = seen_.find(rule);
        sum += count - (seen == seen_.end() ? 0 : seen->second);
    }
    return sum;
}

void Unseen::acknowledge(const std::map<std::string, std::uint64_t>& refusals, const std::string& rule) {
    for (const auto& [name, count] : refusals) {
        if (rule.empty() || rule == name)
            seen_[name] = count;
    }
}

QJsonObject Unseen::to_json(const std::map<std::string, std::uint64_t>& refusals) const {
    QJsonObject object;
    for (const auto& [rule, count] : refusals) {
        const auto seen = seen_.find(rule);
        const std::uint64_t left = count - (seen == seen_.end() ? 0 : seen->second);
        if (left != 0)
            object.insert(QString::fromStdString(rule), static_cast<qint64>(left));
    }
    return object;
}

Status acknowledge_ended(const QString& session_folder, const QString& rule) {
    const std::string path = session_folder.toStdString() + "/session.json";
    const Result<std::string> text = read_file(path, kMaxFacts);
    if (!text)
        return text.error();
    QJsonObject facts = QJsonDocument::fromJson(QByteArray::fromStdString(*text)).object();
    QJsonObject rules =
        rule.isEmpty() ? QJsonObject() : facts.value(QStringLiteral("unseen_rules")).toObject();
    rules.remove(rule);
    qint64 left = 0;
    for (const QJsonValue count : qAsConst(rules))
        left += count.toInteger();
    facts.insert(QStringLiteral("unseen_rules"), rules);
    facts.insert(QStringLiteral("unseen"), left);
    return write_file_atomically(path, QJsonDocument(facts).toJson().toStdString(), 0600);
}

} // namespace asb
