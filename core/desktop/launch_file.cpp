#include "core/desktop/launch_file.h"

#include "core/base/fd.h"
#include "core/base/paths.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>

namespace asb {
namespace {

constexpr std::size_t kMaxFile = std::size_t{1} << 20;
constexpr const char* kStates[] = {"waiting", "launching", "running", "failed", "ended"};

QString word(const char* text) {
    return QLatin1String(text);
}

bool is_launch_id(const QString& id) {
    return id.size() == 16 && std::all_of(id.begin(), id.end(), [](QChar c) {
               return (c >= QLatin1Char('0') && c <= QLatin1Char('9'))
                      || (c >= QLatin1Char('a') && c <= QLatin1Char('f'));
           });
}

QStringList words_of(const QJsonValue& value) {
    QStringList words;
    for (const QJsonValue& item : value.toArray())
        words.append(item.toString());
    return words;
}

QJsonObject to_object(const LaunchFile& file) {
    QJsonArray steps;
    for (const LaunchStep& step : file.steps)
        steps.append(QJsonObject{{word("name"), step.name}, {word("ms"), step.ms}});
    QJsonObject object{{word("launch"), file.id},
                       {word("folder"), file.folder},
                       {word("agent"), file.agent},
                       {word("words"), QJsonArray::fromStringList(file.words)},
                       {word("state"), word(to_string(file.state))},
                       {word("session"), file.session},
                       {word("steps"), steps},
                       {word("error"), file.error}};
    if (file.status)
        object.insert(word("status"), *file.status);
    return object;
}

} // namespace

const char* to_string(LaunchFile::State state) {
    return kStates[static_cast<std::size_t>(state)];
}

QString fresh_launch_id() {
    return QStringLiteral("%1").arg(QRandomGenerator::system()->generate64(), 16, 16, QLatin1Char('0'));
}

Result<std::string> launch_path(const QString& id) {
    if (!is_launch_id(id))
        return Error{
            "use the launch id \"" + id.toStdString() + "\": it is not 16 hexadecimal digits", {}, 0};
    const Result<std::string> folder = runtime_dir();
    if (!folder)
        return folder.error();
    return *folder + "/launch-" + id.toStdString() + ".json";
}

Status write_launch_file(const LaunchFile& file) {
    const Result<std::string> path = launch_path(file.id);
    if (!path)
        return path.error();
    return write_file_atomically(*path, QJsonDocument(to_object(file)).toJson().toStdString(), 0600);
}

Result<LaunchFile> read_launch_file(const QString& id) {
    const Result<std::string> path = launch_path(id);
    if (!path)
        return path.error();
    struct stat state {};
    if (::lstat(path->c_str(), &state) != 0)
        return system_error("read the launch file " + *path, errno,
                            "start the session again from the window");
    if (!S_ISREG(state.st_mode) || state.st_uid != ::geteuid() || (state.st_mode & 077U) != 0)
        return Error{"read the launch file " + *path + ": it is not a private file of yours", {}, 0};
    const Result<std::string> text = read_file(*path, kMaxFile);
    if (!text)
        return text.error();
    const QJsonObject object = QJsonDocument::fromJson(QByteArray::fromStdString(*text)).object();
    LaunchFile file;
    file.id = object.value(word("launch")).toString();
    file.folder = object.value(word("folder")).toString();
    file.agent = object.value(word("agent")).toString();
    file.words = words_of(object.value(word("words")));
    file.session = object.value(word("session")).toString();
    file.error = object.value(word("error")).toString();
    for (std::size_t i = 0; i < std::size(kStates); ++i) {
        if (object.value(word("state")).toString() == word(kStates[i]))
            file.state = static_cast<LaunchFile::State>(i);
    }
    for (const QJsonValue& step : object.value(word("steps")).toArray())
        file.steps.append(
            {step.toObject().value(word("name")).toString(), step.toObject().value(word("ms")).toInteger()});
    if (const QJsonValue status = object.value(word("status")); status.isDouble())
        file.status = status.toInt();
    if (file.id != id || !file.folder.startsWith(QLatin1Char('/')))
        return Error{"read the launch file " + *path + ": it does not say what to start", {}, 0};
    return file;
}

void remove_launch_file(const QString& id) {
    if (const Result<std::string> path = launch_path(id))
        ::unlink(path->c_str());
}

} // namespace asb
