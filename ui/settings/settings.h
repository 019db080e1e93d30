// The viewer's settings: one table of keys with name, type and default, so that a typo does not compile.
// What a person chose lies in <config>/viewer.json, what the window remembers by itself in
// <state>/viewer.json. Both are written to a new file and renamed; one that cannot be read is kept aside.
#pragma once

#include <QJsonObject>
#include <QObject>
#include <QString>
#include <QStringList>

#include <string>

namespace asb::ui {

enum class Flag {
    NotifyRefusal,
    NotifyQuestion,
    NotifyExecdLost,
    NotifyProfile,
    NotifyPaused,
    ToldNoTray,
    Count
};
enum class Number { RowLimit, Count };
enum class Text {
    Theme,
    Language,
    Terminal,
    Editor,
    LastAgent,
    LastArguments,
    StartIn,
    TrafficColumns,
    Count
};
enum class Words { RecentProjects, EnvironmentFiles, Count };
enum class Blob { WindowGeometry, SplitterState, Count };

/// Lowest and highest value that a number may have.
struct NumberRange {
    int lowest = 0;
    int highest = 0;
};

class Settings : public QObject {
    Q_OBJECT
public:
    /// Reads both files; `config_folder` and `state_folder` need not exist. Never fails: see `problem`.
    Settings(std::string config_folder, std::string state_folder, QObject* parent = nullptr);

    bool get(Flag key) const;
    int get(Number key) const; ///< inside its range, whatever the file says
    QString get(Text key) const;
    QStringList get(Words key) const;
    QByteArray get(Blob key) const;

    void set(Flag key, bool value);
    void set(Number key, int value);
    void set(Text key, const QString& value);
    void set(Words key, const QStringList& value);
    void set(Blob key, const QByteArray& value);

    static NumberRange range(Number key);
    /// Puts `value` in front of a list of recent things, once, and keeps `limit` of them.
    void remember(Words key, const QString& value, int limit);

    /// What went wrong with a file, for the person at the window; empty when nothing did.
    QString problem() const { return problem_; }
    /// Writes what has changed; also done by itself a moment after each change. False: see `problem`.
    bool save();

Q_SIGNALS:
    /// A value of the person's settings has changed (not what the window remembers by itself).
    void changed();

private:
    enum class Scope { Config, State };
    struct File {
        std::string path;
        QJsonObject values;
        bool dirty = false;
    };
    struct Row;
    void load(File& file);
    bool save(File& file);
    QJsonValue read(const Row& row) const;
    void write(const Row& row, const QJsonValue& value);
    void timerEvent(QTimerEvent* event) override;

    static const Row& row_of(Flag key);
    static const Row& row_of(Number key);
    static const Row& row_of(Text key);
    static const Row& row_of(Words key);
    static const Row& row_of(Blob key);

    File config_;
    File state_;
    QString problem_;
    int timer_ = 0;
};

} // namespace asb::ui
