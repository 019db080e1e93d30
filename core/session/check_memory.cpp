#include "core/session/check_memory.h"

#include "core/base/fd.h"
#include "core/base/paths.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <sys/stat.h>

namespace asb {
namespace {

constexpr int kEntries = 64;
constexpr std::size_t kFileLimit = 64 * 1024;
constexpr std::size_t kProfileLimit = std::size_t{8} << 20;

void add_part(QCryptographicHash& hash, std::string_view part) {
    // With its length, so that no two lists of parts run together.
    const std::string size = std::to_string(part.size()) + ':';
    hash.addData(QByteArrayView(size.data(), static_cast<qsizetype>(size.size())));
    hash.addData(QByteArrayView(part.data(), static_cast<qsizetype>(part.size())));
}

QJsonArray read_entries(const std::string& path) {
    const Result<std::string> text = read_file(path, kFileLimit);
    if (!text)
        return {};
    return QJsonDocument::fromJson(QByteArray::fromStdString(*text)).array();
}

} // namespace

std::string check_key(const std::string& nono, const std::vector<std::string>& profile_files,
                      const std::string& project) {
    QCryptographicHash hash(QCryptographicHash::Sha256);
    add_part(hash, product_version());
    add_part(hash, nono);
    struct stat program {};
    if (::stat(nono.c_str(), &program) == 0) {
        for (const auto number :
             {static_cast<long long>(program.st_dev), static_cast<long long>(program.st_ino),
              static_cast<long long>(program.st_size), static_cast<long long>(program.st_ctim.tv_sec),
              static_cast<long long>(program.st_ctim.tv_nsec)})
            add_part(hash, std::to_string(number));
    }
    add_part(hash, project);
    for (const std::string& file : profile_files) {
        add_part(hash, file);
        const Result<std::string> text = read_file(file, kProfileLimit);
        add_part(hash, text ? "there" : "absent");
        add_part(hash, text ? *text : std::string());
    }
    return hash.result().toHex().toStdString();
}

std::optional<std::string> CheckMemory::passed(const std::string& key) const {
    const QString wanted = QString::fromStdString(key);
    const QJsonArray entries = read_entries(path_);
    for (const QJsonValue& entry : entries) {
        if (entry[QLatin1String("key")].toString() != wanted)
            continue;
        const std::string version = entry[QLatin1String("nono")].toString().toStdString();
        return version.empty() ? std::nullopt : std::optional(version);
    }
    return std::nullopt;
}

void CheckMemory::remember(const std::string& key, const std::string& version) const {
    QJsonArray entries{QJsonObject{{QStringLiteral("key"), QString::fromStdString(key)},
                                   {QStringLiteral("nono"), QString::fromStdString(version)}}};
    const QJsonArray before = read_entries(path_);
    for (const QJsonValue& entry : before) {
        if (entries.size() < kEntries && entry[QLatin1String("key")] != entries.first()[QLatin1String("key")])
            entries.append(entry);
    }
    const std::string folder = path_.substr(0, path_.rfind('/'));
    if (make_dirs(folder))
        static_cast<void>(write_file_atomically(path_, QJsonDocument(entries).toJson().toStdString(), 0600));
}

std::string check_memory_path() {
    return cache_dir() + "/nono-checks.json";
}

} // namespace asb
