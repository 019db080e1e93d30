#include "core/ipc/registry.h"

#include "core/base/fd.h"

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <unistd.h>

namespace asb {
namespace {

constexpr std::size_t kMaxEntry = 65536;

bool is_alive(int pid) {
    return pid > 0 && (::kill(pid, 0) == 0 || errno == EPERM);
}

QString text(const std::string& value) {
    return QString::fromStdString(value);
}

} // namespace

std::string registry_file(const std::string& runtime_folder, const std::string& id) {
    return runtime_folder + '/' + id + ".json";
}

std::string control_socket_file(const std::string& runtime_folder, const std::string& id) {
    return runtime_folder + '/' + id + ".sock";
}

std::string token_file(const std::string& runtime_folder, const std::string& id) {
    return runtime_folder + '/' + id + ".token";
}

Status write_registry_entry(const std::string& runtime_folder, const RegistryEntry& entry) {
    const QJsonObject object{{QStringLiteral("id"), text(entry.id)},
                             {QStringLiteral("agent"), text(entry.agent)},
                             {QStringLiteral("project"), text(entry.project)},
                             {QStringLiteral("store"), text(entry.store)},
                             {QStringLiteral("run_dir"), text(entry.run_dir)},
                             {QStringLiteral("pid"), entry.pid},
                             {QStringLiteral("keeper_pid"), entry.keeper_pid},
                             {QStringLiteral("started_ms"), static_cast<qint64>(entry.started_ms)}};
    return write_file_atomically(registry_file(runtime_folder, entry.id),
                                 QJsonDocument(object).toJson(QJsonDocument::Compact).toStdString(), 0600);
}

void remove_registry_entry(const std::string& runtime_folder, const std::string& id) {
    for (const std::string& path : {registry_file(runtime_folder, id),
                                    control_socket_file(runtime_folder, id), token_file(runtime_folder, id)})
        ::unlink(path.c_str());
}

std::vector<RegistryEntry> read_registry(const std::string& runtime_folder) {
    std::vector<RegistryEntry> entries;
    const QDir folder(text(runtime_folder));
    for (const QString& name : folder.entryList({QStringLiteral("*.json")}, QDir::Files)) {
        const Result<std::string> content = read_file(runtime_folder + '/' + name.toStdString(), kMaxEntry);
        if (!content)
            continue;
        const QJsonObject object = QJsonDocument::fromJson(QByteArray::fromStdString(*content)).object();
        const auto word = [&](const char* key) {
            return object.value(QLatin1String(key)).toString().toStdString();
        };
        RegistryEntry entry;
        entry.id = word("id");
        entry.agent = word("agent");
        entry.project = word("project");
        entry.store = word("store");
        entry.run_dir = word("run_dir");
        entry.pid = object.value(QLatin1String("pid")).toInt();
        entry.keeper_pid = object.value(QLatin1String("keeper_pid")).toInt();
        entry.started_ms = object.value(QLatin1String("started_ms")).toInteger();
        if (!entry.id.empty() && is_alive(entry.pid))
            entries.push_back(std::move(entry));
    }
    std::sort(entries.begin(), entries.end(), [](const RegistryEntry& left, const RegistryEntry& right) {
        return left.started_ms > right.started_ms;
    });
    return entries;
}

} // namespace asb
