#include "core/session/launch_report.h"

#include "core/base/clock.h"

#include <unistd.h>

namespace asb {

void LaunchReport::start(const std::string& id, const std::string& session, std::int64_t started_ms) {
    if (id.empty())
        return;
    Result<LaunchFile> file = read_launch_file(QString::fromStdString(id));
    if (!file)
        return; // whoever wrote it has given up
    file_ = std::move(*file);
    file_.session = QString::fromStdString(session);
    file_.state = LaunchFile::State::Launching;
    started_ms_ = started_ms;
    wanted_ = true;
    write();
}

void LaunchReport::step(const std::string& name) {
    if (!wanted_)
        return;
    file_.steps.append({QString::fromStdString(name), wall_clock_ms() - started_ms_});
    write();
}

void LaunchReport::running() {
    file_.state = LaunchFile::State::Running;
    step("running");
}

void LaunchReport::failed(const std::string& error, int status) {
    file_.state = LaunchFile::State::Failed;
    file_.error = QString::fromStdString(error);
    file_.status = status;
    write();
}

void LaunchReport::ended(int status) {
    if (file_.state == LaunchFile::State::Failed)
        return;
    file_.state = LaunchFile::State::Ended;
    file_.status = status;
    write();
}

/// A file that the viewer has removed stays away. Not being able to write costs a viewer its sight only.
void LaunchReport::write() {
    if (!wanted_)
        return;
    const Result<std::string> path = launch_path(file_.id);
    wanted_ = path && ::access(path->c_str(), F_OK) == 0 && write_launch_file(file_);
}

} // namespace asb
