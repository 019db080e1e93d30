// Starts sessions for the window and shows how the launch goes; opens files in the person's editor. The
// sessions do not depend on the viewer (core/desktop/session_launch.h).
#pragma once

#include "core/desktop/session_launch.h"
#include "ui/start/launch_view.h"

#include <QObject>
#include <QPointer>

namespace asb::ui {

class Settings;

class SessionLauncher : public QObject {
    Q_OBJECT
public:
    explicit SessionLauncher(Settings& settings, QObject* parent = nullptr);

    /// Shows how it goes in `view`, which may be destroyed meanwhile; then it goes on unseen.
    void launch(const LaunchPlan& plan, LaunchView* view);
    /// In the person's editor, at the line when it knows how. Relative to nothing: an absolute path.
    void open_file(const QString& file, int line);

    /// agent-sandbox, the program that people type.
    static Result<std::string> program();

Q_SIGNALS:
    void told(const QString& text);
    /// A session that was launched here has said hello.
    void started(const QString& session);

private:
    void connect_view(SessionLaunch* launch, LaunchView* view);

    Settings& settings_;
};

/// What a person would type for this plan, to be shown.
QString command_text(const LaunchPlan& plan);

} // namespace asb::ui
