#include "ui/settings/settings.h"

#include "core/base/fd.h"
#include "core/base/paths.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTimerEvent>

#include <algorithm>
#include <cerrno>
#include <cstdio>

namespace asb::ui {
namespace {

constexpr std::size_t kMaxFile = std::size_t{1} << 20;
constexpr int kSaveMs = 400;
constexpr qsizetype kMaxWords = 100;

} // namespace

struct Settings::Row {
    const char* name;
    Scope scope;
    int number = 0; ///< default of a flag or number
    const char* text = "";
    NumberRange range{};
};

const Settings::Row& Settings::row_of(Flag key) {
    static constexpr Row rows[] = {
        {"notify_refusal", Scope::Config, 1},      {"notify_question", Scope::Config, 1},
        {"notify_execd_lost", Scope::Config, 1},   {"notify_profile", Scope::Config, 1},
        {"notifications_paused", Scope::State, 0}, {"told_no_tray", Scope::State, 0}};
    static_assert(std::size(rows) == static_cast<std::size_t>(Flag::Count));
    return rows[static_cast<std::size_t>(key)];
}

const Settings::Row& Settings::row_of(Number key) {
    static constexpr Row rows[] = {{"row_limit", Scope::Config, 200000, "", {1000, 1000000}}};
    static_assert(std::size(rows) == static_cast<std::size_t>(Number::Count));
    return rows[static_cast<std::size_t>(key)];
}

const Settings::Row& Settings::row_of(Text key) {
    static constexpr Row rows[] = {
        {"theme", Scope::Config, 0, "system"},     {"language", Scope::Config, 0, ""},
        {"terminal", Scope::Config, 0, ""},        {"editor", Scope::Config, 0, ""},
        {"last_agent", Scope::State, 0, "claude"}, {"last_arguments", Scope::State, 0, ""},
        {"start_in", Scope::State, 0, "terminal"}, {"traffic_columns", Scope::State}};
    static_assert(std::size(rows) == static_cast<std::size_t>(Text::Count));
    return rows[static_cast<std::size_t>(key)];
}

const Settings::Row& Settings::row_of(Words key) {
    static constexpr Row rows[] = {{"recent_projects", Scope::State}, {"environment_files", Scope::State}};
    static_assert(std::size(rows) == static_cast<std::size_t>(Words::Count));
    return rows[static_cast<std::size_t>(key)];
}

const Settings::Row& Settings::row_of(Blob key) {
    static constexpr Row rows[] = {{"window_geometry", Scope::State}, {"splitter", Scope::State}};
    static_assert(std::size(rows) == static_cast<std::size_t>(Blob::Count));
    return rows[static_cast<std::size_t>(key)];
}

Settings::Settings(std::string config_folder, std::string state_folder, QObject* parent) : QObject(parent) {
    config_.path = std::move(config_folder) + "/viewer.json";
    state_.path = std::move(state_folder) + "/viewer.json";
    load(config_);
    load(state_);
}

void Settings::load(File& file) {
    const Result<std::string> content = read_file(file.path, kMaxFile);
    if (!content && content.error().code == ENOENT)
        return;
    QString fault;
    if (!content) {
        fault = QString::fromStdString(content.error().what);
    } else {
        QJsonParseError error;
        const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(*content), &error);
        if (document.isObject()) {
            file.values = document.object();
            return;
        }
        fault = QString::fromStdString(file.path) + QStringLiteral(": ") + error.errorString();
    }
    const std::string aside = file.path + ".bad";
    if (std::rename(file.path.c_str(), aside.c_str()) == 0)
        problem_ = tr("The settings could not be read and are back at their defaults: %1. The old file is "
                      "kept as %2.")
                       .arg(fault, QString::fromStdString(aside));
    else
        problem_ = tr("The settings could not be read and are back at their defaults: %1.").arg(fault);
}

bool Settings::save(File& file) {
    if (!file.dirty)
        return true;
    const std::string folder = file.path.substr(0, file.path.rfind('/'));
    Status written = make_dirs(folder, 0700);
    if (written)
        written = write_file_atomically(file.path, QJsonDocument(file.values).toJson().toStdString(), 0600);
    if (!written) {
        problem_ =
            tr("The settings could not be saved: %1").arg(QString::fromStdString(written.error().text()));
        return false;
    }
    file.dirty = false;
    return true;
}

bool Settings::save() {
    if (timer_ != 0)
        killTimer(timer_);
    timer_ = 0;
    const bool config = save(config_);
    return save(state_) && config;
}

void Settings::timerEvent(QTimerEvent* event) {
    if (event->timerId() == timer_)
        save();
}

QJsonValue Settings::read(const Row& row) const {
    return (row.scope == Scope::Config ? config_ : state_).values.value(QLatin1String(row.name));
}

void Settings::write(const Row& row, const QJsonValue& value) {
    File& file = row.scope == Scope::Config ? config_ : state_;
    const QString name = QLatin1String(row.name);
    if (file.values.value(name) == value)
        return;
    file.values.insert(name, value);
    file.dirty = true;
    if (timer_ == 0)
        timer_ = startTimer(kSaveMs);
    if (row.scope == Scope::Config)
        Q_EMIT changed();
}

bool Settings::get(Flag key) const {
    return read(row_of(key)).toBool(row_of(key).number != 0);
}

int Settings::get(Number key) const {
    const Row& row = row_of(key);
    return std::clamp(read(row).toInt(row.number), row.range.lowest, row.range.highest);
}

QString Settings::get(Text key) const {
    return read(row_of(key)).toString(QLatin1String(row_of(key).text));
}

QStringList Settings::get(Words key) const {
    QStringList words;
    for (const QJsonValue& value : read(row_of(key)).toArray()) {
        if (value.isString() && words.size() < kMaxWords)
            words.append(value.toString());
    }
    return words;
}

QByteArray Settings::get(Blob key) const {
    return QByteArray::fromBase64(read(row_of(key)).toString().toLatin1());
}

void Settings::set(Flag key, bool value) {
    write(row_of(key), value);
}

void Settings::set(Number key, int value) {
    write(row_of(key), std::clamp(value, row_of(key).range.lowest, row_of(key).range.highest));
}

void Settings::set(Text key, const QString& value) {
    write(row_of(key), value);
}

void Settings::set(Words key, const QStringList& value) {
    write(row_of(key), QJsonArray::fromStringList(value));
}

void Settings::set(Blob key, const QByteArray& value) {
    write(row_of(key), QString::fromLatin1(value.toBase64()));
}

NumberRange Settings::range(Number key) {
    return row_of(key).range;
}

void Settings::remember(Words key, const QString& value, int limit) {
    QStringList words = get(key);
    words.removeAll(value);
    words.prepend(value);
    set(key, words.mid(0, limit));
}

} // namespace asb::ui
