#include "ui/application/viewer.h"

#include "core/base/clock.h"
#include "core/base/paths.h"
#include "core/nono/nono_program.h"
#include "core/session/history.h"
#include "ui/common/background.h"
#include "ui/common/plain_text.h"
#include "ui/profiles/profiles_page.h"
#include "ui/prompts/quit_dialog.h"
#include "ui/prompts/reload_panel.h"
#include "ui/settings/autostart.h"
#include "ui/settings/settings_dialog.h"
#include "ui/start/doctor_dialog.h"
#include "ui/start/start_dialog.h"
#include "ui/window/session_pages.h"
#include "ui/window/sidebar.h"

#include <QApplication>
#include <QDir>
#include <QMessageBox>
#include <QPushButton>
#include <QTimer>

namespace asb::ui {
namespace {

constexpr int kSettleMs = 1500; ///< a session that has not told by then how it stands is not waited for
constexpr int kHistoryMs = 60 * 60 * 1000; ///< between two looks at the limits
constexpr int kQuitLimitMs = 45000;

QString name_of(const SessionFacts& facts) {
    return entry_of(facts).project;
}

} // namespace

Viewer::Viewer(InstanceServer& server, const ViewerArguments& arguments, QObject* parent)
    : QObject(parent),
      server_(server),
      arguments_(arguments),
      settings_(config_dir(), state_dir()),
      stopper_(sessions_),
      launcher_(settings_) {
    translations_.set_language(settings_.get(Text::Language));
    theme_.set_choice(theme_choice(settings_.get(Text::Theme)));
    window_ = std::make_unique<MainWindow>(sessions_, settings_);
    window_->set_can_hide([this] { return tray_.can_hide(); });
    connect(&settings_, &Settings::changed, this, &Viewer::apply_settings);
    connect(&server_, &InstanceServer::started_again, this, &Viewer::started_again);
    connect(&sessions_, &SessionList::added, this, &Viewer::session_changed);
    connect(&sessions_, &SessionList::changed, this, &Viewer::session_changed);
    connect(&sessions_, &SessionList::answered, this, [this](const QString& id) { old_.remove(id); });
    connect(&sessions_, &SessionList::removed, this, [this](const QString& id) {
        notices_.forget(id);
        known_.remove(id);
        old_.remove(id);
        refresh_tray();
        refresh_question();
    });
    connect(&signals_, &QuitSignals::received, this, &Viewer::quit);
    connect_window();
    connect_tray();
}

Viewer::~Viewer() {
    window_->save_place();
}

void Viewer::connect_window() {
    MainWindow* window = window_.get();
    connect(window, &MainWindow::start_wanted, this, [this] { start_session(QString()); });
    connect(window, &MainWindow::stop_wanted, this, &Viewer::stop_session);
    connect(window, &MainWindow::remove_wanted, this, &Viewer::remove_session);
    connect(window, &MainWindow::settings_wanted, this, &Viewer::show_settings);
    connect(window, &MainWindow::doctor_wanted, this, [this] { open_doctor(QString()); });
    connect(window, &MainWindow::quit_wanted, this, &Viewer::ask_to_quit);
    connect(window, &MainWindow::closed_for_good, this, &Viewer::quit);
    connect(window, &MainWindow::rule_wanted, &launcher_, &SessionLauncher::open_file);
    connect(window, &MainWindow::filled, this, &Viewer::begin);
    connect(&stopper_, &StopSession::told, window, &MainWindow::tell);
    connect(&launcher_, &SessionLauncher::told, window, &MainWindow::tell);
    connect(&launcher_, &SessionLauncher::started, this,
            [this](const QString& id) { window_->show_session(id); });
    connect(&stopper_, &StopSession::stopped, this, [this](const QString& id) {
        if (stop_before_quit_.erase(id) > 0 && stop_before_quit_.empty())
            quit();
    });
}

void Viewer::connect_tray() {
    connect(&tray_, &Tray::toggle_window, this, &Viewer::toggle_window);
    connect(&tray_, &Tray::show_window, this, [this] { window_->raise_now({}, {}); });
    connect(&tray_, &Tray::show_session, this, &Viewer::show_session);
    connect(&tray_, &Tray::stop_session, this, [this](const QString& id) {
        show_session(id);
        stop_session(id);
    });
    connect(&tray_, &Tray::start_session, this, &Viewer::start_session);
    connect(&tray_, &Tray::pause_changed, this, [this](bool paused) {
        settings_.set(Flag::NotifyPaused, paused);
        apply_settings();
    });
    connect(&tray_, &Tray::quit, this, &Viewer::ask_to_quit);
    connect(&tray_, &Tray::host_lost, this, [this] {
        if (!window_->isVisible())
            window_->show_quietly();
    });
    connect(&tray_, &Tray::restart_wanted, this, &Viewer::restart);
}

/// What a window needs to be on the screen comes first; all the rest is in begin(), after its first paint.
void Viewer::start(const Handover& start) {
    const Status ready = signals_.start();
    if (!arguments_.background)
        window_->raise_now(start.startup_id, start.activation_token);
    else
        window_->fill();
    if (!ready)
        window_->tell(visible(ready.error().text()));
}

void Viewer::begin() {
    connect(&window_->reload_panel(), &ReloadPanel::answered, this, &Viewer::answer_reload);
    connect(&window_->reload_panel(), &ReloadPanel::editor_wanted, this, &Viewer::edit_changed_profile);
    apply_settings();
    sessions_.start();
    for (const SessionFacts& facts : sessions_.sessions())
        old_.insert(facts.id);
    tray_.start();
    look_at_machine();
    if (!arguments_.session.empty())
        window_->show_session(QString::fromStdString(arguments_.session));
    if (arguments_.background)
        QTimer::singleShot(kSettleMs, this, [this] {
            if (!tray_.can_hide()) // without a tray a hidden window is out of reach
                window_->show_quietly();
        });
    QTimer::singleShot(kSettleMs, this, [this] { old_.clear(); });
    if (arguments_.start)
        start_session(QString());
    static_cast<void>(repair_autostart());
    if (!settings_.problem().isEmpty())
        window_->tell(settings_.problem());
    auto* history = new QTimer(this);
    connect(history, &QTimer::timeout, this, &Viewer::apply_history_limits);
    history->start(kHistoryMs);
    QTimer::singleShot(2 * kSettleMs, this, &Viewer::apply_history_limits);
}

void Viewer::apply_settings() {
    translations_.set_language(settings_.get(Text::Language));
    theme_.set_choice(theme_choice(settings_.get(Text::Theme)));
    notices_.set_switches({settings_.get(Flag::NotifyPaused), settings_.get(Flag::NotifyRefusal),
                           settings_.get(Flag::NotifyQuestion), settings_.get(Flag::NotifyExecdLost),
                           settings_.get(Flag::NotifyProfile)});
    tray_.set_paused(settings_.get(Flag::NotifyPaused));
    tray_.set_recent_projects(settings_.get(Words::RecentProjects));
}

void Viewer::session_changed(const QString& id) {
    refresh_tray();
    const SessionFacts* facts = sessions_.find(id);
    if (facts == nullptr)
        return;
    const SessionFacts before = known_.value(id);
    known_.insert(id, *facts);
    if (facts->is_running())
        seen_running_.insert(id);
    if (before.state == SessionFacts::State::Asking && facts->state != SessionFacts::State::Asking)
        put_off_.insert(id); // it has had its answer, from here or from its terminal
    const QString name = name_of(*facts);
    if (facts->unseen > before.unseen && !facts->refusal_command.isEmpty())
        notice(NoticeKind::Refusal, *facts, facts->refusal_rule, tr("Refused in %1").arg(name),
               visible((facts->refusal_reason.isEmpty()
                            ? facts->refusal_command
                            : facts->refusal_command + QLatin1Char('\n') + facts->refusal_reason)
                           .toStdString(),
                       true));
    if (facts->state == SessionFacts::State::Red)
        notice(NoticeKind::ExecdLost, *facts, QString(), tr("Mediation is lost in %1").arg(name),
               tr("No further command of this session runs. End it and start it again."));
    if (facts->state == SessionFacts::State::Asking)
        notice(NoticeKind::Question, *facts, QString(), tr("%1 asks").arg(name),
               visible(facts->question.toStdString(), true));
    refresh_question();
    if (!facts->is_running() && seen_running_.contains(id) && !facts->change.isEmpty())
        notice(NoticeKind::Profile, *facts, QString(), tr("A profile of %1 has changed").arg(name),
               visible(facts->change.toStdString(), true));
}

/// Never for what the user just did: not while the window is in front and shows that session.
void Viewer::notice(NoticeKind kind, const SessionFacts& facts, const QString& subject, const QString& title,
                    const QString& text) {
    const bool looked_at = window_->isActiveWindow() && window_->pages().session() == facts.id;
    const bool wanted = notices_.wanted(kind, facts.id, subject, monotonic_us() / 1000);
    if (!wanted || looked_at || old_.contains(facts.id))
        return;
    tray_.notify(title, text, facts.id);
    QApplication::alert(window_.get());
}

void Viewer::refresh_tray() {
    std::vector<TraySession> shown;
    for (const SessionFacts& facts : sessions_.sessions()) {
        const SidebarEntry entry = entry_of(facts);
        if (!entry.running && !entry.needs_you)
            continue;
        shown.push_back({facts.id, entry.project, entry.running, entry.execd_lost, entry.needs_you,
                         static_cast<int>(std::min<quint64>(facts.unseen, 1'000'000))});
    }
    tray_.show_sessions(shown);
    tray_.set_recent_projects(settings_.get(Words::RecentProjects));
}

/// A session that asks comes first; then one that ended here with news but has no terminal to ask in.
void Viewer::refresh_question() {
    ReloadQuestion question;
    for (const SessionFacts& facts : sessions_.sessions()) {
        const bool asks = facts.state == SessionFacts::State::Asking;
        const bool news = !facts.is_running() && !facts.change.isEmpty() && seen_running_.contains(facts.id)
                          && !put_off_.contains(facts.id);
        if (!asks && !(news && question.session.isEmpty()))
            continue;
        question = {facts.id, asks ? facts.question : facts.change, facts.change_problem};
        if (asks)
            break;
    }
    window_->reload_panel().ask(question);
}

void Viewer::answer_reload(const QString& session, const QString& word) {
    if (word == QLatin1String("difference")) {
        show_session(session);
        window_->pages().show_page(SessionPages::Profiles);
        window_->pages().profiles().show_difference();
        return;
    }
    const SessionFacts* facts = sessions_.find(session);
    if (facts != nullptr && facts->state != SessionFacts::State::Asking) {
        put_off_.insert(session);
        if (word == QLatin1String("again"))
            start_again(*facts);
        refresh_question();
        return;
    }
    SessionClient* client = sessions_.client(session);
    if (client == nullptr) {
        window_->tell(tr("The session has had its answer."));
        sessions_.refresh();
        return;
    }
    client->answer_reload(word, [this](const Result<QJsonObject>& answer) {
        if (!answer)
            window_->tell(visible(answer.error().text()));
        sessions_.refresh();
    });
}

void Viewer::start_again(const SessionFacts& facts) {
    LaunchPlan plan;
    plan.folder = facts.project;
    plan.agent = facts.agent;
    plan.config = facts.config;
    plan.arguments = facts.arguments;
    StartDialog* dialog = open_start_dialog(facts.project);
    dialog->show_launch();
    launcher_.launch(plan, &dialog->view());
}

void Viewer::edit_changed_profile(const QString& session) {
    const SessionFacts* facts = sessions_.find(session);
    if (facts != nullptr)
        launcher_.open_file(
            (facts->command_profile.changed ? facts->command_profile : facts->agent_profile).path, 1);
}

void Viewer::started_again(const Handover& handover) {
    if (!handover.arguments.session.empty())
        window_->show_session(QString::fromStdString(handover.arguments.session));
    if (handover.arguments.background)
        return; // a session made sure that we are there
    window_->raise_now(handover.startup_id, handover.activation_token);
    if (handover.arguments.start)
        start_session(QString());
}

void Viewer::toggle_window() {
    if (window_->isVisible() && !window_->isMinimized() && window_->isActiveWindow())
        window_->close();
    else
        window_->raise_now({}, {});
}

void Viewer::show_session(const QString& id) {
    if (!id.isEmpty())
        window_->show_session(id);
    window_->raise_now({}, {});
}

void Viewer::start_session(const QString& project) {
    const SessionFacts* shown = sessions_.find(window_->pages().session());
    const bool preset = project.isEmpty() && shown != nullptr && QDir(shown->project).exists();
    open_start_dialog(preset ? shown->project : project); // without either the latest one stands there
}

StartDialog* Viewer::open_start_dialog(const QString& project) {
    auto* dialog = new StartDialog(settings_, window_->isVisible() ? window_.get() : nullptr);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->set_folder(project);
    connect(dialog, &StartDialog::launch_wanted, this, [this, dialog](const LaunchPlan& plan) {
        launcher_.launch(plan, &dialog->view());
        tray_.set_recent_projects(settings_.get(Words::RecentProjects));
    });
    connect(dialog, &StartDialog::doctor_wanted, this, &Viewer::open_doctor);
    connect(&dialog->view(), &LaunchView::session_wanted, dialog, [this, dialog](const QString& id) {
        dialog->close();
        show_session(id);
    });
    connect(&dialog->view(), &LaunchView::stop_wanted, this, [this](const QString& id) {
        show_session(id);
        stop_session(id);
    });
    dialog->show();
    return dialog;
}

void Viewer::stop_session(const QString& id) {
    const SessionFacts* facts = sessions_.find(id);
    if (facts == nullptr || !facts->is_running() || stopper_.is_stopping(id))
        return;
    auto* box = new QMessageBox(QMessageBox::Question, tr("Stop session"),
                                tr("Stop the session in %1?").arg(name_of(*facts)), QMessageBox::Cancel,
                                window_.get());
    box->setObjectName(QStringLiteral("stop_question"));
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(
        tr("The agent is asked to end; if it stays it is killed, with every command it started."));
    QPushButton* stop = box->addButton(tr("&Stop"), QMessageBox::AcceptRole);
    box->setDefaultButton(stop);
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(box, &QMessageBox::accepted, this, [this, id] { stopper_.stop(id); });
    box->open();
}

void Viewer::remove_session(const QString& id) {
    const SessionFacts* facts = sessions_.find(id);
    if (facts == nullptr || facts->is_running())
        return;
    auto* box = new QMessageBox(QMessageBox::Question, tr("Delete from history"),
                                tr("Delete the record of the session in %1?").arg(name_of(*facts)),
                                QMessageBox::Cancel, window_.get());
    box->setObjectName(QStringLiteral("remove_question"));
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(tr("Its commands, refusals and facts are gone then. nono's own record stays."));
    box->addButton(tr("&Delete"), QMessageBox::AcceptRole);
    box->setDefaultButton(QMessageBox::Cancel);
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(box, &QMessageBox::accepted, this, [this, id] {
        in_background(
            this, [id] { return asb::remove_session(id); },
            [this](const Status& done) {
                window_->tell(done ? tr("The record was deleted.") : visible(done.error().text()));
                sessions_.refresh();
            });
    });
    box->open();
}

void Viewer::open_doctor(const QString& folder) {
    const Result<std::string> program = SessionLauncher::program();
    if (!program) {
        window_->tell(visible(program.error().text()));
        return;
    }
    const SessionFacts* facts = sessions_.find(window_->pages().session());
    const QString project = facts != nullptr ? facts->project : QString::fromStdString(home_dir());
    auto* dialog = new DoctorDialog(QString::fromStdString(*program), window_.get());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->run(folder.isEmpty() ? project : folder);
    dialog->show();
}

void Viewer::show_settings() {
    QStringList terminals;
    for (const std::string& name : installed_terminals())
        terminals << QString::fromStdString(name);
    auto* dialog = new SettingsDialog(settings_, terminals, window_.get());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
}

void Viewer::look_at_machine() {
    const Result<std::string> nono = find_nono();
    window_->set_machine_fault(nono ? QString() : visible(nono.error().text(), true));
}

void Viewer::apply_history_limits() {
    in_background(
        this, [] { return asb::apply_history_limits(load_history_limits(), wall_clock_ms()); },
        [this](int removed) {
            if (removed == 0)
                return;
            window_->tell(
                tr("%n session(s) were deleted from the history: over its limits.", nullptr, removed));
            sessions_.refresh();
        });
}

void Viewer::ask_to_quit() {
    QStringList names;
    std::vector<QString> ids;
    for (const SessionFacts& facts : sessions_.sessions()) {
        if (!facts.is_running())
            continue;
        names << name_of(facts);
        ids.push_back(facts.id);
    }
    if (ids.empty()) {
        quit();
        return;
    }
    window_->raise_now({}, {});
    auto* dialog = new QuitDialog(names, window_.get());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QuitDialog::chosen, this, [this, ids](QuitDialog::Choice choice) {
        if (choice == QuitDialog::Choice::Leave) {
            quit();
            return;
        }
        stop_before_quit_.insert(ids.begin(), ids.end());
        for (const QString& id : ids)
            stopper_.stop(id);
        QTimer::singleShot(kQuitLimitMs, this, &Viewer::quit);
    });
    dialog->open();
}

void Viewer::quit() {
    window_->save_place();
    server_.close();
    QApplication::exit(); // quit() would ask the windows first, and ours may still have something to say
}

/// Becomes itself anew, because Qt decides once for a kind of tray.
void Viewer::restart() {
    ViewerArguments words;
    words.restarted = true;
    words.background = !window_->isVisible();
    words.session = window_->pages().session().toStdString();
    restart_words_ = to_words(words);
    restart_words_.insert(restart_words_.begin(), "agent-sandbox-gui");
    quit();
}

} // namespace asb::ui
