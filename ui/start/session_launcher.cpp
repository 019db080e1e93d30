#include "ui/start/session_launcher.h"

#include "core/base/paths.h"
#include "core/base/text.h"
#include "core/desktop/editors.h"
#include "ui/common/plain_text.h"
#include "ui/settings/settings.h"

#include <QStringDecoder>

#include <memory>
#include <unistd.h>

namespace asb::ui {
namespace {

/// One prompt has ended: the view shows what is there; steps are kept as they came.
struct Shown {
    std::vector<LaunchStep> steps;
    QStringDecoder decoder{QStringDecoder::Utf8};
};

DesktopFacts desktop_facts(const Settings& settings) {
    return current_desktop_facts(settings.get(Text::Terminal).toStdString(),
                                 settings.get(Text::Editor).toStdString());
}

} // namespace

QString command_text(const LaunchPlan& plan) {
    std::vector<std::string> words{"agent-sandbox", plan.agent.toStdString()};
    for (const QString& file : plan.environment_files) {
        words.emplace_back("--env");
        words.push_back(file.toStdString());
    }
    if (!plan.arguments.isEmpty())
        words.emplace_back("--");
    for (const QString& word : plan.arguments)
        words.push_back(word.toStdString());
    return one_line(shell_join(words));
}

SessionLauncher::SessionLauncher(Settings& settings, QObject* parent)
    : QObject(parent), settings_(settings) {}

Result<std::string> SessionLauncher::program() {
    const Result<std::string> folder = libexec_dir();
    if (!folder)
        return folder.error();
    // Installed: <prefix>/libexec/agent-sandbox beside <prefix>/bin; in a build tree all programs lie
    // together.
    for (const std::string& path : {*folder + "/../../bin/agent-sandbox", *folder + "/agent-sandbox"}) {
        const std::string whole = absolute_path(path, "/");
        if (::access(whole.c_str(), X_OK) == 0)
            return whole;
    }
    const std::string found = find_program("agent-sandbox");
    if (!found.empty())
        return found;
    return Error{"agent-sandbox is not where this viewer belongs to", "install agent-sandbox again", 0};
}

void SessionLauncher::launch(const LaunchPlan& plan, LaunchView* view) {
    view->begin(command_text(plan), !plan.in_terminal);
    const Result<std::string> front = program();
    if (!front) {
        view->fail(QString::fromStdString(front.error().text()));
        return;
    }
    auto* launch = new SessionLaunch(plan, *front, desktop_facts(settings_), this);
    connect_view(launch, view);
    if (const Status begun = launch->start(); !begun) {
        view->fail(QString::fromStdString(begun.error().text()));
        launch->deleteLater();
    }
}

void SessionLauncher::connect_view(SessionLaunch* launch, LaunchView* view) {
    const auto shown = std::make_shared<Shown>();
    connect(launch, &SessionLaunch::hello, view,
            [view](const QString&) { view->set_state(LaunchState::Starting); });
    connect(launch, &SessionLaunch::step, view, [view, shown](const QString& name, qint64 ms) {
        shown->steps.push_back({name, ms});
        view->set_steps(shown->steps);
    });
    connect(launch, &SessionLaunch::running, view, [view](const QString& id) {
        view->set_session(id);
        view->set_state(LaunchState::Running);
    });
    connect(launch, &SessionLaunch::failed, view, [view](const QString& text) { view->fail(text); });
    connect(launch, &SessionLaunch::ended, view, [view](int) { view->set_state(LaunchState::Ended); });
    connect(launch, &SessionLaunch::output, view, [view, shown](const QByteArray& text) {
        view->append_output(visible(QString(shown->decoder(text)).toStdString(), true));
    });
    connect(launch, &SessionLaunch::running, this, &SessionLauncher::started);
    connect(launch, &SessionLaunch::failed, this,
            [this, launch, view = QPointer<LaunchView>(view)](const QString& text) {
                if (view.isNull() || !view->isVisible())
                    Q_EMIT told(tr("A session did not start: %1").arg(visible(text.toStdString())));
                launch->deleteLater();
            });
    connect(launch, &SessionLaunch::ended, launch, &QObject::deleteLater);
}

void SessionLauncher::open_file(const QString& file, int line) {
    const DesktopFacts facts = desktop_facts(settings_);
    open_in_editor(file.toStdString(), line, facts, this, [this](const Result<std::string>& done) {
        Q_EMIT told(visible(done ? *done : done.error().text()));
    });
}

} // namespace asb::ui
