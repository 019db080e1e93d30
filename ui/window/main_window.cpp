#include "ui/window/main_window.h"

#include "core/base/clock.h"
#include "core/base/paths.h"
#include "ui/common/plain_text.h"
#include "ui/prompts/reload_panel.h"
#include "ui/settings/settings.h"
#include "ui/theme/icons.h"
#include "ui/traffic/traffic_page.h"
#include "ui/window/empty_page.h"
#include "ui/window/session_pages.h"
#include "ui/window/shortcuts_dialog.h"
#include "ui/window/sidebar.h"
#include "ui/window/status_strip.h"

#include <QAction>
#include <QCloseEvent>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTimer>
#include <QToolBar>
#include <QVBoxLayout>
#include <QWindow>

namespace asb::ui {
namespace {

constexpr int kTickMs = 20000; ///< ages are shown in minutes
constexpr int kTellMs = 8000;
constexpr int kToolIcon = 16;
constexpr int kFillLatestMs = 300; ///< a window on another desktop, or minimised, is not painted

} // namespace

SidebarEntry entry_of(const SessionFacts& facts) {
    SidebarEntry entry;
    entry.id = facts.id;
    entry.folder = visible(facts.project.toStdString());
    entry.project = QFileInfo(entry.folder).fileName();
    if (entry.project.isEmpty())
        entry.project = entry.folder.isEmpty() ? facts.id.left(8) : entry.folder;
    entry.agent = facts.agent == QLatin1String("claude") ? QStringLiteral("Claude")
                                                         : visible(facts.agent.toStdString());
    entry.started_ms = facts.started_ms;
    entry.ended_ms = facts.ended_ms;
    entry.running = facts.is_running();
    entry.execd_lost = facts.state == SessionFacts::State::Red;
    entry.needs_you = facts.state == SessionFacts::State::Asking;
    entry.commands = facts.commands;
    entry.unseen_refusals = facts.unseen;
    return entry;
}

MainWindow::MainWindow(SessionList& sessions, Settings& settings, QWidget* parent)
    : QMainWindow(parent), sessions_(sessions), settings_(settings), can_hide_([] { return false; }) {
    setObjectName(QStringLiteral("main_window"));
    setWindowTitle(tr("agent-sandbox"));
    resize(1200, 800);
    restoreGeometry(settings_.get(Blob::WindowGeometry));
}

MainWindow::~MainWindow() = default;

void MainWindow::fill() {
    if (filled_)
        return;
    filled_ = true;
    setWindowIcon(program_icon());
    build_body();
    build_menus();
    retranslate();
    splitter_->restoreState(settings_.get(Blob::SplitterState));
    tick_ = new QTimer(this);
    connect(tick_, &QTimer::timeout, this, &MainWindow::refresh_list);
    tick_->start(kTickMs);
    for (const auto signal : {&SessionList::added, &SessionList::changed, &SessionList::removed})
        connect(&sessions_, signal, this, &MainWindow::refresh_list);
    connect(&sessions_, &SessionList::changed, this, [this](const QString& id) {
        if (id == pages_->session())
            pages_->refresh();
    });
    refresh_list();
    Q_EMIT filled();
    if (isVisible())
        show_parts();
}

/// What comes into a window that is on the screen is hidden until the next turn: here it is shown as a whole,
/// and given the focus as when a window with something in it becomes the active one.
void MainWindow::show_parts() {
    for (QWidget* part : findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
        if (!part->isWindow() && !part->testAttribute(Qt::WA_WState_ExplicitShowHide))
            part->show();
    }
    if (isActiveWindow() && focusWidget() == nullptr)
        focusNextChild();
}

Sidebar& MainWindow::sidebar() {
    fill();
    return *sidebar_;
}

SessionPages& MainWindow::pages() {
    fill();
    return *pages_;
}

ReloadPanel& MainWindow::reload_panel() {
    fill();
    return *reload_;
}

StatusStrip& MainWindow::strip() {
    fill();
    return *strip_;
}

bool MainWindow::event(QEvent* event) {
    const QEvent::Type type = event->type();
    // Who is quick must not find an empty window: the override comes before a shortcut is looked for.
    if (type == QEvent::ShortcutOverride || type == QEvent::KeyPress || type == QEvent::MouseButtonPress)
        fill();
    return QMainWindow::event(event);
}

void MainWindow::showEvent(QShowEvent* event) {
    QMainWindow::showEvent(event);
    if (!filled_ && !fill_awaited_)
        QTimer::singleShot(kFillLatestMs, this, &MainWindow::fill);
}

void MainWindow::paintEvent(QPaintEvent* event) {
    QMainWindow::paintEvent(event);
    if (filled_ || fill_awaited_)
        return;
    fill_awaited_ = true;
    QMetaObject::invokeMethod(this, &MainWindow::fill, Qt::QueuedConnection);
}

void MainWindow::build_body() {
    auto* body = new QWidget(this);
    auto* layout = new QVBoxLayout(body);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    reload_ = new ReloadPanel(body);
    splitter_ = new QSplitter(body);
    splitter_->setChildrenCollapsible(false);
    sidebar_ = new Sidebar(splitter_);
    stack_ = new QStackedWidget(splitter_);
    empty_ = new EmptyPage(stack_);
    pages_ = new SessionPages(sessions_, settings_, stack_);
    stack_->addWidget(empty_);
    stack_->addWidget(pages_);
    splitter_->setStretchFactor(1, 1);
    splitter_->setSizes({220, 980});
    strip_ = new StatusStrip(this);
    layout->addWidget(reload_);
    layout->addWidget(splitter_, 1);
    pages_->setContentsMargins(0, 0, 4, 0);
    setCentralWidget(body);
    told_ = new QLabel(this);
    told_->setTextFormat(Qt::PlainText);
    told_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    told_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    statusBar()->addWidget(strip_);
    statusBar()->addWidget(told_, 1);
    forget_told_ = new QTimer(this);
    forget_told_->setSingleShot(true);
    connect(forget_told_, &QTimer::timeout, told_, &QLabel::clear);
    connect(sidebar_, &Sidebar::chosen_changed, this, &MainWindow::choose);
    connect(sidebar_, &Sidebar::remove_wanted, this, &MainWindow::remove_wanted);
    connect(sidebar_, &Sidebar::stop_wanted, this, &MainWindow::stop_wanted);
    connect(empty_, &EmptyPage::start_wanted, this, &MainWindow::start_wanted);
    connect(empty_, &EmptyPage::doctor_wanted, this, &MainWindow::doctor_wanted);
    connect(pages_, &SessionPages::told, this, &MainWindow::tell);
    connect(pages_, &SessionPages::rule_wanted, this, &MainWindow::rule_wanted);
    connect(pages_, &SessionPages::profiles_changed, this, [this](bool command, bool agent) {
        command_changed_ = command;
        agent_changed_ = agent;
        refresh_strip();
    });
}

QAction* MainWindow::add(QMenu* menu, const char* name, const QKeySequence& key) {
    QAction* action = menu->addAction(QString());
    action->setObjectName(QLatin1String(name));
    action->setShortcut(key);
    actions_.insert(action->objectName(), action);
    return action;
}

void MainWindow::build_menus() {
    session_menu_ = menuBar()->addMenu(QString());
    QAction* start = add(session_menu_, "start", QKeySequence(Qt::CTRL | Qt::Key_N));
    start->setIcon(icon(Glyph::Start));
    connect(start, &QAction::triggered, this, &MainWindow::start_wanted);
    QAction* stop = add(session_menu_, "stop", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S));
    stop->setIcon(icon(Glyph::Stop));
    connect(stop, &QAction::triggered, this, [this] { Q_EMIT stop_wanted(pages_->session()); });
    connect(add(session_menu_, "remove", {}), &QAction::triggered, this,
            [this] { Q_EMIT remove_wanted(pages_->session()); });
    session_menu_->addSeparator();
    connect(add(session_menu_, "doctor", {}), &QAction::triggered, this, &MainWindow::doctor_wanted);
    QAction* settings = add(session_menu_, "settings", QKeySequence(Qt::CTRL | Qt::Key_Comma));
    connect(settings, &QAction::triggered, this, &MainWindow::settings_wanted);
    session_menu_->addSeparator();
    connect(add(session_menu_, "close", QKeySequence(Qt::CTRL | Qt::Key_W)), &QAction::triggered, this,
            &QWidget::close);
    connect(add(session_menu_, "quit", QKeySequence(Qt::CTRL | Qt::Key_Q)), &QAction::triggered, this,
            &MainWindow::quit_wanted);

    view_menu_ = menuBar()->addMenu(QString());
    for (int page = 0; page < SessionPages::PageCount; ++page) {
        const QByteArray name = "page" + QByteArray::number(page + 1);
        QAction* action = add(view_menu_, name.constData(), QKeySequence(Qt::CTRL | (Qt::Key_1 + page)));
        connect(action, &QAction::triggered, this,
                [this, page] { pages_->show_page(static_cast<SessionPages::Page>(page)); });
    }
    view_menu_->addSeparator();
    connect(add(view_menu_, "sidebar", QKeySequence(Qt::CTRL | Qt::Key_0)), &QAction::triggered, this,
            [this] { sidebar_->setFocus(Qt::ShortcutFocusReason); });
    QAction* filter = add(view_menu_, "filter", QKeySequence(Qt::CTRL | Qt::Key_F));
    connect(filter, &QAction::triggered, this, [this] {
        pages_->show_page(SessionPages::Traffic);
        pages_->traffic().focus_filter();
    });

    traffic_menu_ = menuBar()->addMenu(QString());
    for (QAction* action : pages_->traffic().actions_for_menu()) {
        if (action == nullptr)
            traffic_menu_->addSeparator();
        else
            traffic_menu_->addAction(action);
    }
    help_menu_ = menuBar()->addMenu(QString());
    connect(add(help_menu_, "shortcuts", QKeySequence(Qt::Key_F1)), &QAction::triggered, this,
            &MainWindow::show_shortcuts);
    connect(add(help_menu_, "about", {}), &QAction::triggered, this, &MainWindow::show_about);

    QToolBar* bar = addToolBar(QString());
    bar->setObjectName(QStringLiteral("tools"));
    bar->setMovable(false);
    bar->setIconSize(QSize(kToolIcon, kToolIcon));
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    bar->addAction(start);
    bar->addAction(stop);
}

void MainWindow::retranslate() {
    setWindowTitle(tr("agent-sandbox"));
    session_menu_->setTitle(tr("&Session"));
    view_menu_->setTitle(tr("&View"));
    traffic_menu_->setTitle(tr("&Traffic"));
    help_menu_->setTitle(tr("&Help"));
    const auto name = [this](const char* action, const QString& text) {
        QAction* named = actions_.value(QLatin1String(action));
        named->setText(text);
        named->setIconText(without_mnemonic(text)); // Qt leaves "(S)" in the text of a tool button
    };
    name("start", tr("&Start session…"));
    name("stop", tr("S&top…"));
    name("remove", tr("&Delete from history…"));
    name("doctor", tr("Open d&octor"));
    name("settings", tr("S&ettings…"));
    name("close", tr("&Close window"));
    name("quit", tr("&Quit"));
    name("page1", tr("&Traffic"));
    name("page2", tr("&Refused"));
    name("page3", tr("R&unning"));
    name("page4", tr("&Profiles"));
    name("page5", tr("&Network"));
    name("page6", tr("&Session"));
    name("sidebar", tr("&List of sessions"));
    name("filter", tr("&Filter"));
    name("shortcuts", tr("&Keyboard shortcuts"));
    name("about", tr("&About agent-sandbox"));
    if (QToolBar* bar = findChild<QToolBar*>(QStringLiteral("tools"))) {
        bar->setWindowTitle(tr("Tools"));
        bar->setAccessibleName(tr("Tools"));
    }
}

void MainWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::LanguageChange && filled_)
        retranslate();
}

void MainWindow::refresh_list() {
    std::vector<SidebarEntry> entries;
    for (const SessionFacts& facts : sessions_.sessions())
        entries.push_back(entry_of(facts));
    sidebar_->setVisible(!entries.empty());
    sidebar_->set_entries(std::move(entries), wall_clock_ms());
    if (!wanted_session_.isEmpty())
        show_session(wanted_session_);
    refresh_strip();
}

void MainWindow::choose(const QString& id) {
    pages_->set_session(id);
    stack_->setCurrentWidget(id.isEmpty() ? static_cast<QWidget*>(empty_) : pages_);
    refresh_strip();
}

bool MainWindow::show_session(const QString& id_or_start) {
    fill();
    for (const SessionFacts& facts : sessions_.sessions()) {
        if (!facts.id.startsWith(id_or_start))
            continue;
        wanted_session_.clear();
        return sidebar_->choose(facts.id);
    }
    wanted_session_ = id_or_start;
    return false;
}

void MainWindow::refresh_strip() {
    const SessionFacts* facts = sessions_.find(pages_->session());
    StripFacts strip;
    if (facts != nullptr) {
        strip.has_session = true;
        strip.running = facts->is_running();
        strip.launching = facts->state == SessionFacts::State::Launching;
        if (facts->state == SessionFacts::State::Red)
            strip.lost = visible(facts->red.toStdString());
        strip.nono = visible(facts->nono_version.toStdString());
        strip.command_digest = facts->command_profile.digest;
        strip.agent_digest = facts->agent_profile.digest;
        strip.command_changed = command_changed_;
        strip.agent_changed = agent_changed_;
    }
    strip_->set_facts(strip);
    const bool running = facts != nullptr && facts->is_running();
    actions_.value(QStringLiteral("stop"))->setEnabled(running);
    actions_.value(QStringLiteral("remove"))->setEnabled(facts != nullptr && !running);
    for (int page = 1; page <= SessionPages::PageCount; ++page)
        actions_.value(QStringLiteral("page%1").arg(page))->setEnabled(facts != nullptr);
    actions_.value(QStringLiteral("filter"))->setEnabled(facts != nullptr);
}

void MainWindow::raise_now(const std::string& startup_id, const std::string& activation_token) {
    if (!startup_id.empty())
        qputenv("DESKTOP_STARTUP_ID", QByteArray::fromStdString(startup_id));
    if (!activation_token.empty())
        qputenv("XDG_ACTIVATION_TOKEN", QByteArray::fromStdString(activation_token));
    setWindowState((windowState() & ~Qt::WindowMinimized) | Qt::WindowActive);
    show();
    raise();
    activateWindow();
    if (windowHandle() != nullptr)
        windowHandle()->requestActivate();
}

void MainWindow::show_quietly() {
    setAttribute(Qt::WA_ShowWithoutActivating);
    show();
    setAttribute(Qt::WA_ShowWithoutActivating, false);
}

void MainWindow::tell(const QString& text) {
    fill();
    // Beside the strip, never over it: whether mediation is alive must be in sight at all times.
    told_->setText(text);
    told_->setToolTip(text.toHtmlEscaped());
    forget_told_->start(kTellMs);
}

void MainWindow::set_machine_fault(const QString& fault) {
    fill();
    empty_->set_fault(fault);
}

void MainWindow::save_place() {
    settings_.set(Blob::WindowGeometry, saveGeometry());
    if (filled_)
        settings_.set(Blob::SplitterState, splitter_->saveState());
    settings_.save();
}

void MainWindow::closeEvent(QCloseEvent* event) {
    save_place();
    if (can_hide_()) {
        event->accept();
        return;
    }
    const std::vector<SessionFacts> all = sessions_.sessions();
    const bool running =
        std::any_of(all.begin(), all.end(), [](const SessionFacts& one) { return one.is_running(); });
    if (running && !close_confirmed_ && !settings_.get(Flag::ToldNoTray)) {
        event->ignore();
        tell_once_without_tray();
        return;
    }
    event->accept();
    Q_EMIT closed_for_good();
}

void MainWindow::tell_once_without_tray() {
    auto* box = new QMessageBox(QMessageBox::Information, tr("agent-sandbox"),
                                tr("This desktop has no tray, so closing the window ends the viewer."),
                                QMessageBox::Close | QMessageBox::Cancel, this);
    box->setObjectName(QStringLiteral("no_tray"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(
        tr("The sessions go on. `agent-sandbox` opens the window again, with everything that "
           "happened meanwhile."));
    box->setDefaultButton(QMessageBox::Close);
    connect(box, &QMessageBox::finished, this, [this](int button) {
        if (button != QMessageBox::Close)
            return;
        settings_.set(Flag::ToldNoTray, true);
        close_confirmed_ = true;
        close();
    });
    box->open();
}

void MainWindow::show_shortcuts() {
    QList<QList<Shortcut>> groups;
    for (const QMenu* menu : {session_menu_, view_menu_, traffic_menu_, help_menu_}) {
        groups.emplace_back();
        for (const QAction* action : menu->actions()) {
            if (!action->shortcut().isEmpty())
                groups.back().append({action->shortcut().toString(QKeySequence::NativeText),
                                      without_mnemonic(action->text())});
        }
    }
    groups.emplace_back();
    for (const QString& line : {tr("Space\tPause or follow"), tr("End\tGo to the newest row"),
                                tr("Enter\tDetail of the row"), tr("Left, Right\tClose or open a line"),
                                tr("Esc\tClear the filter"), tr("Delete\tDelete the chosen session")})
        groups.back().append({line.section(QLatin1Char('\t'), 0, 0), line.section(QLatin1Char('\t'), 1)});
    auto* dialog = new ShortcutsDialog(tr("Keyboard shortcuts"), groups, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void MainWindow::show_about() {
    auto* box = new QMessageBox(QMessageBox::NoIcon, tr("About agent-sandbox"),
                                tr("agent-sandbox %1").arg(QLatin1String(product_version())),
                                QMessageBox::Close, this);
    box->setIconPixmap(windowIcon().pixmap(64));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(
        tr("Runs a coding agent in a sandbox and shows every command it issues, every refusal "
           "and the reason that the profile gives."));
    box->open();
}

} // namespace asb::ui
