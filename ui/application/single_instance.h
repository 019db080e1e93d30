// One viewer for each user: a lock decides who is first, a socket hands a second start over to it. The kernel
// gives the lock back when its holder dies in whatever way, so a crash leaves none.
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"
#include "core/ipc/line_server.h"
#include "ui/application/viewer_arguments.h"

#include <QObject>

#include <optional>
#include <string>

namespace asb::ui {

/// What a second start gives to the first: its words, and the marks of the desktop by which the first may
/// raise its window (read before QApplication, which uses them up; desktop-measured.md §10).
struct Handover {
    ViewerArguments arguments;
    std::string startup_id;       ///< $DESKTOP_STARTUP_ID
    std::string activation_token; ///< $XDG_ACTIVATION_TOKEN
};

struct InstancePaths {
    std::string lock;
    std::string socket;
    std::string token;
};
InstancePaths instance_paths(const std::string& runtime_folder);

/// The lock, when nobody holds it; nothing when another viewer does. Error: the file cannot be made.
Result<std::optional<Fd>> take_instance_lock(const InstancePaths& paths);

/// Hands over to the viewer that holds the lock; waits at most `limit_ms` for one that is just starting.
/// Blocks: for a start that has no window yet.
Status hand_over(const InstancePaths& paths, const Handover& handover, int limit_ms);

/// The first's side.
class InstanceServer : public QObject {
    Q_OBJECT
public:
    explicit InstanceServer(QObject* parent = nullptr);
    Status open(const InstancePaths& paths);
    void close();

Q_SIGNALS:
    void started_again(const asb::ui::Handover& handover);

private:
    QJsonObject answer(const QJsonObject& object);

    LineServer server_;
    std::string token_; ///< its file, removed at the end
};

} // namespace asb::ui
