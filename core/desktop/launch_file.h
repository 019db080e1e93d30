// A launch file: what a viewer wants started, and how far it has come. Neither return, nor status, nor pid of
// a terminal tell whether the program in it started (desktop-measured.md §8), so the program says so itself:
// the viewer writes <runtime_dir>/launch-<id>.json (0600, in our 0700 folder, which no sandbox grants) and
// passes only the one-time id on argv: `agent-sandbox claude --launch <id>`. The session program takes folder
// and words from there, and writes its own steps into it.
#pragma once

#include "core/base/result.h"

#include <QString>
#include <QStringList>
#include <QVector>

#include <optional>
#include <string>

namespace asb {

struct LaunchStep {
    QString name;
    qint64 ms = 0; ///< since the session program's start
};

struct LaunchFile {
    enum class State { Waiting, Launching, Running, Failed, Ended };
    QString id;        ///< 16 hex digits
    QString folder;    ///< the project; absolute
    QString agent;     ///< "claude"
    QStringList words; ///< for the agent's word: --config FILE, --env FILE, -- ARGUMENT…
    State state = State::Waiting;
    QString session; ///< the session's id, once its program has said hello
    QVector<LaunchStep> steps;
    QString error;             ///< Failed: what the command line would print
    std::optional<int> status; ///< Failed, Ended
};
const char* to_string(LaunchFile::State state);

QString fresh_launch_id();
/// Error: the runtime folder cannot be used.
Result<std::string> launch_path(const QString& id);
Status write_launch_file(const LaunchFile& file);
/// Error: there is none, it is not ours, or not what it should be.
Result<LaunchFile> read_launch_file(const QString& id);
void remove_launch_file(const QString& id);

} // namespace asb
