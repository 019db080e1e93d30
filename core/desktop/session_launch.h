// Starts a session for the viewer, outside the viewer's own life: in the user's terminal, or as one prompt
// whose output is shown. The started program proves itself through its launch file.
#pragma once

#include "core/desktop/launch_file.h"
#include "core/desktop/terminals.h"

#include <QElapsedTimer>
#include <QFile>
#include <QObject>
#include <QTimer>

namespace asb {

struct LaunchPlan {
    QString folder;
    QString agent = QStringLiteral("claude");
    QString config; ///< empty: the project's own
    QStringList environment_files;
    QStringList arguments;   ///< for the agent itself
    bool in_terminal = true; ///< not so: no terminal, output() gives what it writes
};

class SessionLaunch : public QObject {
    Q_OBJECT
public:
    /// `program`: agent-sandbox. `facts`: for the choice of the terminal.
    SessionLaunch(LaunchPlan plan, std::string program, DesktopFacts facts, QObject* parent = nullptr);
    ~SessionLaunch() override;

    /// Signals follow from the event loop. Error: nothing was started.
    Status start();
    const QString& id() const { return file_.id; }
    /// How long the program may take to say hello; ten seconds unless set.
    void set_hello_limit(int ms) { hello_ms_ = ms; }

Q_SIGNALS:
    /// The started program is there: id of its session.
    void hello(const QString& session);
    void step(const QString& name, qint64 ms);
    void running(const QString& session);
    /// Once, and nothing after it: what the command line would print, or what the terminal said.
    void failed(const QString& text);
    /// The session has ended (only without a terminal is it watched until then).
    void ended(int status);
    /// Without a terminal: more of stdout and stderr.
    void output(const QByteArray& text);

private:
    void poll();
    void read_output();
    void finish(const QString& error);
    QString output_path() const;

    LaunchPlan plan_;
    std::string program_;
    DesktopFacts facts_;
    LaunchFile file_;
    QTimer timer_;
    QElapsedTimer since_;
    QFile output_file_;
    int hello_ms_ = 10000;
    bool done_ = false;
};

} // namespace asb
