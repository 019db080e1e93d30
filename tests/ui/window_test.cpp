// The window over sessions on disk: what it shows, how it closes, keys, names for screen readers, languages.
#include "core/base/fd.h"
#include "core/base/paths.h"
#include "core/events/store.h"
#include "core/ipc/registry.h"
#include "tests/support/patience.h"
#include "ui/prompts/quit_dialog.h"
#include "ui/prompts/reload_panel.h"
#include "ui/settings/settings.h"
#include "ui/settings/settings_dialog.h"
#include "ui/settings/translations.h"
#include "ui/start/start_dialog.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"
#include "ui/window/session_pages.h"
#include "ui/window/sidebar.h"
#include "ui/window/status_strip.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace asb;
using namespace asb::ui;

class WindowTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void the_first_paint_comes_before_all_it_holds();
    void a_window_that_is_not_painted_is_filled_too();
    void a_key_before_the_first_paint_counts();
    void the_focus_comes_with_the_controls_data();
    void the_focus_comes_with_the_controls();
    void no_session_says_what_to_do();
    void a_stored_session_is_shown();
    void a_session_asked_for_is_shown_when_it_comes();
    void keys_open_pages();
    void closing_without_a_tray_tells_once();
    void closing_with_a_tray_hides();
    void every_control_has_a_name_data();
    void every_control_has_a_name();
    void every_menu_entry_can_be_reached();
    void languages_switch_while_it_runs();
    void themes_switch_while_it_runs();
    void reload_panel_takes_no_focus();
    void reload_panel_offers_no_start_with_an_invalid_profile();
    void start_dialog_checks_what_was_typed();
    void quit_offers_both_ways();

private:
    void add_session(const QString& id, bool running);
    void make_window();
    void open_window();
    std::unique_ptr<QTemporaryDir> home_;
    std::unique_ptr<Settings> settings_;
    std::unique_ptr<SessionList> sessions_;
    std::unique_ptr<MainWindow> window_;
};

namespace {

const QString kFirst = QStringLiteral("00000000000000a1");

/// Widgets that a person can put the keyboard on but that nothing calls by a name.
QStringList nameless(QWidget* top) {
    QStringList found;
    for (QWidget* widget : top->findChildren<QWidget*>()) {
        const bool inner = widget->objectName().startsWith(QLatin1String("qt_"))
                           || widget->inherits("QComboBoxListView")
                           || widget->inherits("QComboBoxPrivateContainer");
        if (widget->focusPolicy() == Qt::NoFocus || inner || !widget->isVisibleTo(top))
            continue;
        QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(widget);
        if (interface == nullptr || !interface->text(QAccessible::Name).isEmpty())
            continue;
        QWidget* parent = widget->parentWidget();
        if (qobject_cast<QLineEdit*>(widget) != nullptr && parent != nullptr
            && (parent->inherits("QAbstractSpinBox") || parent->inherits("QComboBox"))
            && !QAccessible::queryAccessibleInterface(parent)->text(QAccessible::Name).isEmpty())
            continue; // the field inside a control that has a name
        found << QStringLiteral("%1 \"%2\"")
                     .arg(QLatin1String(widget->metaObject()->className()), widget->objectName());
    }
    return found;
}

} // namespace

void WindowTest::init() {
    home_ = std::make_unique<QTemporaryDir>();
    for (const char* name : {"HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"})
        qputenv(name, home_->path().toUtf8());
    QFile::setPermissions(home_->path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    QVERIFY(runtime_dir().ok());
}

void WindowTest::cleanup() {
    window_.reset();
    sessions_.reset();
    settings_.reset();
    home_.reset();
}

void WindowTest::add_session(const QString& id, bool running) {
    const std::string folder = state_dir() + "/sessions/" + id.toStdString();
    QVERIFY(make_dirs(folder).ok());
    QJsonObject facts{{QStringLiteral("version"), 1},
                      {QStringLiteral("id"), id},
                      {QStringLiteral("agent"), QStringLiteral("claude")},
                      {QStringLiteral("project"), QStringLiteral("/home/me/web-<b>shop")},
                      {QStringLiteral("nono"), QStringLiteral("0.81.0")},
                      {QStringLiteral("started_ms"), QDateTime::currentMSecsSinceEpoch() - 60000}};
    if (!running) {
        facts.insert(QStringLiteral("ended_ms"), QDateTime::currentMSecsSinceEpoch());
        facts.insert(QStringLiteral("status"), 0);
    }
    QVERIFY(write_file_atomically(folder + "/session.json", QJsonDocument(facts).toJson().toStdString(), 0600)
                .ok());
    Store store;
    QVERIFY(store.create(folder + "/events.sqlite").ok());
    store.close();
    if (!running)
        return;
    const Result<std::string> runtime = runtime_dir();
    RegistryEntry entry;
    entry.id = id.toStdString();
    entry.agent = "claude";
    entry.project = "/home/me/web-shop";
    entry.store = folder + "/events.sqlite";
    entry.pid = static_cast<int>(QCoreApplication::applicationPid());
    entry.started_ms = QDateTime::currentMSecsSinceEpoch() - 60000;
    QVERIFY(write_registry_entry(*runtime, entry).ok());
}

void WindowTest::make_window() {
    settings_ = std::make_unique<Settings>(config_dir(), state_dir());
    sessions_ = std::make_unique<SessionList>();
    window_ = std::make_unique<MainWindow>(*sessions_, *settings_);
}

void WindowTest::open_window() {
    make_window();
    sessions_->start();
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get(), test::kPatienceMs));
    QTRY_VERIFY(window_->is_filled());
}

namespace {

/// What the window held when it was painted for the first time.
class FirstPaint : public QObject {
public:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Paint && children < 0)
            children = static_cast<int>(watched->findChildren<QWidget*>().size());
        return false;
    }
    int children = -1;
};

} // namespace

void WindowTest::the_first_paint_comes_before_all_it_holds() {
    make_window();
    FirstPaint paint;
    window_->installEventFilter(&paint);
    QSignalSpy filled(window_.get(), &MainWindow::filled);
    QVERIFY(!window_->is_filled());
    window_->show();
    QTRY_COMPARE(filled.count(), 1);
    QCOMPARE(paint.children, 0);
    QTRY_VERIFY(window_->menuBar()->isVisible());
    window_->fill(); // once is enough
    QCOMPARE(filled.count(), 1);
    window_.reset();
    make_window(); // and whoever asks for a part has it at once
    QVERIFY(!window_->sidebar().isVisible());
    QVERIFY(window_->is_filled());
}

void WindowTest::a_window_that_is_not_painted_is_filled_too() {
    make_window();
    window_->setUpdatesEnabled(false);
    window_->show();
    QTRY_VERIFY(window_->is_filled());
}

void WindowTest::a_key_before_the_first_paint_counts() {
    make_window();
    window_->setUpdatesEnabled(false);
    window_->show();
    window_->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window_.get(), test::kPatienceMs));
    QSignalSpy start(window_.get(), &MainWindow::start_wanted);
    QTest::keyClick(window_->windowHandle(), Qt::Key_N, Qt::ControlModifier);
    QCOMPARE(start.count(), 1);
}

void WindowTest::the_focus_comes_with_the_controls_data() {
    QTest::addColumn<bool>("with_session");
    QTest::addColumn<QString>("focused");
    QTest::newRow("no session") << false << QStringLiteral("empty_start");
    QTest::newRow("a session") << true << QStringLiteral("sidebar");
}

void WindowTest::the_focus_comes_with_the_controls() {
    QFETCH(bool, with_session);
    QFETCH(QString, focused);
    if (with_session)
        add_session(kFirst, false);
    make_window();
    connect(window_.get(), &MainWindow::filled, sessions_.get(), &SessionList::start); // as the viewer does
    window_->setUpdatesEnabled(false); // active before it holds anything
    window_->show();
    window_->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window_.get(), test::kPatienceMs));
    window_->setUpdatesEnabled(true);
    QTRY_VERIFY(QApplication::focusWidget() != nullptr);
    QCOMPARE(QApplication::focusWidget()->objectName(), focused);
}

void WindowTest::no_session_says_what_to_do() {
    open_window();
    auto* start = window_->findChild<QAbstractButton*>(QStringLiteral("empty_start"));
    QVERIFY(start != nullptr && start->isVisible() && start->isEnabled());
    QSignalSpy wanted(window_.get(), &MainWindow::start_wanted);
    QTest::mouseClick(start, Qt::LeftButton);
    QCOMPARE(wanted.count(), 1);
    window_->set_machine_fault(QStringLiteral("nono is not installed"));
    QVERIFY(!start->isEnabled());
    QVERIFY(!window_->pages().isVisible());
}

void WindowTest::a_stored_session_is_shown() {
    add_session(kFirst, false);
    open_window();
    QTRY_COMPARE(window_->sidebar().chosen(), kFirst);
    QVERIFY(window_->pages().isVisible());
    QCOMPARE(window_->pages().session(), kFirst);
    QVERIFY(window_->strip().text().contains(QStringLiteral("0.81.0")));
    QCOMPARE(window_->sidebar().sessions().entries().front().project, QStringLiteral("web-<b>shop"));
}

void WindowTest::a_session_asked_for_is_shown_when_it_comes() {
    add_session(kFirst, false);
    open_window();
    QTRY_COMPARE(window_->sidebar().chosen(), kFirst);
    QVERIFY(!window_->show_session(QStringLiteral("00000000000000b2")));
    add_session(QStringLiteral("00000000000000b2"), false);
    sessions_->refresh();
    QTRY_COMPARE(window_->pages().session(), QStringLiteral("00000000000000b2"));
}

void WindowTest::keys_open_pages() {
    add_session(kFirst, false);
    open_window();
    QTRY_VERIFY(window_->pages().isVisible());
    window_->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window_.get(), test::kPatienceMs));
    for (int page = SessionPages::PageCount - 1; page >= 0; --page) {
        QTest::keyClick(window_.get(), static_cast<Qt::Key>(Qt::Key_1 + page), Qt::ControlModifier);
        QCOMPARE(window_->pages().currentIndex(), page);
    }
    QTest::keyClick(window_.get(), Qt::Key_4, Qt::ControlModifier);
    QTest::keyClick(window_.get(), Qt::Key_F, Qt::ControlModifier);
    QCOMPARE(window_->pages().currentIndex(), static_cast<int>(SessionPages::Traffic));
    QSignalSpy start(window_.get(), &MainWindow::start_wanted);
    QTest::keyClick(window_.get(), Qt::Key_N, Qt::ControlModifier);
    QCOMPARE(start.count(), 1);
    QSignalSpy quit(window_.get(), &MainWindow::quit_wanted);
    QTest::keyClick(window_.get(), Qt::Key_Q, Qt::ControlModifier);
    QCOMPARE(quit.count(), 1);
}

void WindowTest::closing_without_a_tray_tells_once() {
    add_session(kFirst, true);
    open_window();
    QTRY_COMPARE(window_->sidebar().sessions().entries().size(), std::size_t{1});
    QVERIFY(window_->sidebar().sessions().entries().front().running);
    QSignalSpy closed(window_.get(), &MainWindow::closed_for_good);
    QTest::keyClick(window_.get(), Qt::Key_W, Qt::ControlModifier);
    auto* box = window_->findChild<QMessageBox*>(QStringLiteral("no_tray"));
    QVERIFY(box != nullptr);
    QCOMPARE(closed.count(), 0);
    QTest::mouseClick(box->button(QMessageBox::Close), Qt::LeftButton);
    QTRY_COMPARE(closed.count(), 1);
    QVERIFY(settings_->get(Flag::ToldNoTray));
    window_->show();
    window_->close();
    QCOMPARE(closed.count(), 2);
    const Result<std::string> runtime = runtime_dir();
    remove_registry_entry(*runtime, kFirst.toStdString());
}

void WindowTest::closing_with_a_tray_hides() {
    open_window();
    window_->set_can_hide([] { return true; });
    QSignalSpy closed(window_.get(), &MainWindow::closed_for_good);
    window_->close();
    QVERIFY(!window_->isVisible());
    QCOMPARE(closed.count(), 0);
    window_->raise_now("", "");
    QVERIFY(window_->isVisible());
    window_->showMinimized();
    window_->raise_now("id_TIME1", "token");
    QVERIFY(!window_->isMinimized());
}

void WindowTest::every_control_has_a_name_data() {
    QTest::addColumn<int>("page");
    for (int page = 0; page < SessionPages::PageCount; ++page)
        QTest::addRow("page %d", page + 1) << page;
    QTest::newRow("start dialog") << -1;
    QTest::newRow("settings") << -2;
    QTest::newRow("no session") << -3;
}

void WindowTest::every_control_has_a_name() {
    QFETCH(int, page);
    if (page != -3)
        add_session(kFirst, false);
    open_window();
    if (page >= 0) {
        QTRY_VERIFY(window_->pages().isVisible());
        window_->pages().show_page(static_cast<SessionPages::Page>(page));
    }
    const StartDialog start(*settings_);
    const SettingsDialog dialog(*settings_, {QStringLiteral("xterm")});
    QWidget* top = window_.get();
    if (page == -1)
        top = const_cast<StartDialog*>(&start);
    if (page == -2)
        top = const_cast<SettingsDialog*>(&dialog);
    QCOMPARE(nameless(top).join(QStringLiteral("; ")), QString());
}

void WindowTest::every_menu_entry_can_be_reached() {
    open_window();
    QSet<QChar> tops;
    for (QAction* menu : window_->menuBar()->actions()) {
        const qsizetype mark = menu->text().indexOf(QLatin1Char('&'));
        QVERIFY2(mark >= 0, qPrintable(menu->text()));
        const QChar letter = menu->text().at(mark + 1).toLower();
        QVERIFY2(!tops.contains(letter), qPrintable(menu->text()));
        tops.insert(letter);
        for (QAction* entry : menu->menu()->actions())
            QVERIFY2(entry->isSeparator() || entry->text().contains(QLatin1Char('&'))
                         || !entry->shortcut().isEmpty(),
                     qPrintable(entry->text()));
    }
}

void WindowTest::languages_switch_while_it_runs() {
    add_session(kFirst, false);
    open_window();
    QTRY_VERIFY(window_->pages().isVisible());
    Translations translations;
    QMap<QString, QString> titles;
    for (const char* code : {"de", "ja", "sv", "en"}) {
        QVERIFY(translations.set_language(QLatin1String(code)));
        QCoreApplication::processEvents();
        titles.insert(QLatin1String(code), window_->pages().tabText(SessionPages::Network) + QLatin1Char('/')
                                               + window_->menuBar()->actions().first()->text());
    }
    QCOMPARE(titles.value(QStringLiteral("en")), QStringLiteral("Network/&Session"));
    QCOMPARE(titles.value(QStringLiteral("de")), QString::fromUtf8("Netzwerk/&Sitzung"));
    QCOMPARE(titles.value(QStringLiteral("sv")), QString::fromUtf8("Nätverk/&Session"));
    QCOMPARE(titles.value(QStringLiteral("ja")), QString::fromUtf8("ネットワーク/セッション(&S)"));
    translations.set_language(QStringLiteral("sv"));
    const QMessageBox box(QMessageBox::NoIcon, QString(), QString(), QMessageBox::Cancel);
    QCOMPARE(box.button(QMessageBox::Cancel)->text(), QStringLiteral("Avbryt")); // Qt's own words too
    translations.set_language(QStringLiteral("en"));
}

void WindowTest::themes_switch_while_it_runs() {
    add_session(kFirst, false);
    open_window();
    Theme theme;
    for (const ThemeChoice choice : {ThemeChoice::Dark, ThemeChoice::Light, ThemeChoice::Dark}) {
        theme.set_choice(choice);
        QCoreApplication::processEvents();
        QCOMPARE(is_dark(window_->palette()), choice == ThemeChoice::Dark);
        const QImage image = window_->grab().toImage();
        const QColor corner = image.pixelColor(image.width() - 4, 4); // the menu bar's ground
        QCOMPARE(corner.lightness() < 128, choice == ThemeChoice::Dark);
    }
    theme.set_choice(ThemeChoice::System);
}

void WindowTest::reload_panel_takes_no_focus() {
    add_session(kFirst, false);
    open_window();
    QTRY_VERIFY(window_->pages().isVisible());
    window_->sidebar().setFocus();
    const QWidget* before = QApplication::focusWidget();
    window_->reload_panel().ask(
        {kFirst, QStringLiteral("command-profile.json changed: 1 rule added."), QString()});
    QVERIFY(window_->reload_panel().isVisible());
    QCOMPARE(QApplication::focusWidget(), before);
    QSignalSpy answered(&window_->reload_panel(), &ReloadPanel::answered);
    for (QAbstractButton* button : window_->reload_panel().findChildren<QAbstractButton*>()) {
        if (button->isVisible())
            button->click();
    }
    QCOMPARE(answered.count(), 3);
    QCOMPARE(answered[0][1].toString(), QStringLiteral("again"));
    QCOMPARE(answered[2][1].toString(), QStringLiteral("later"));
    window_->reload_panel().ask({});
    QVERIFY(!window_->reload_panel().isVisible());
}

void WindowTest::reload_panel_offers_no_start_with_an_invalid_profile() {
    ReloadPanel panel;
    panel.ask({kFirst, QStringLiteral("x"), QStringLiteral("unknown field at line 3")});
    QSignalSpy answered(&panel, &ReloadPanel::answered);
    QSignalSpy editor(&panel, &ReloadPanel::editor_wanted);
    for (QAbstractButton* button : panel.findChildren<QAbstractButton*>()) {
        if (button->isVisibleTo(&panel))
            button->click();
    }
    QCOMPARE(editor.count(), 1);
    for (const QList<QVariant>& answer : answered)
        QVERIFY(answer[1].toString() != QLatin1String("again"));
}

void WindowTest::start_dialog_checks_what_was_typed() {
    Settings settings(config_dir(), state_dir());
    StartDialog dialog(settings);
    auto* folder = dialog.findChild<QComboBox*>(QStringLiteral("folder"));
    auto* arguments = dialog.findChild<QLineEdit*>(QStringLiteral("arguments"));
    auto* once = dialog.findChild<QRadioButton*>(QStringLiteral("one_prompt"));
    auto* prompt = dialog.findChild<QPlainTextEdit*>(QStringLiteral("prompt"));
    QVERIFY(folder && arguments && once && prompt);
    QVERIFY(!dialog.plan().ok());
    folder->setEditText(QStringLiteral("relative"));
    QVERIFY(!dialog.plan().ok());
    folder->setEditText(home_->filePath(QStringLiteral("none")));
    QVERIFY(!dialog.plan().ok());
    folder->setEditText(home_->path());
    QVERIFY(dialog.plan().ok());
    arguments->setText(QStringLiteral("--model 'opus"));
    QVERIFY(!dialog.plan().ok());
    arguments->setText(QStringLiteral("--model 'opus 5'"));
    const Result<LaunchPlan> plan = dialog.plan();
    QVERIFY(plan.ok());
    QCOMPARE(plan->arguments, QStringList({QStringLiteral("--model"), QStringLiteral("opus 5")}));
    QVERIFY(plan->in_terminal);
    once->setChecked(true);
    QVERIFY(!dialog.plan().ok()); // no prompt
    prompt->setPlainText(QStringLiteral("fix it"));
    QVERIFY(dialog.plan().ok());
    QVERIFY(!dialog.plan()->in_terminal);
    QCOMPARE(dialog.plan()->arguments.mid(2), QStringList({QStringLiteral("-p"), QStringLiteral("fix it")}));
}

void WindowTest::quit_offers_both_ways() {
    QuitDialog dialog({QStringLiteral("web-<b>shop")});
    QCOMPARE(dialog.textFormat(), Qt::PlainText);
    QVERIFY(dialog.text().contains(QStringLiteral("web-<b>shop")));
    QList<QuitDialog::Choice> choices;
    connect(&dialog, &QuitDialog::chosen, this, [&](QuitDialog::Choice choice) { choices << choice; });
    for (QAbstractButton* button : dialog.buttons())
        button->click();
    QCOMPARE(choices.size(), 2);
    QVERIFY(choices.contains(QuitDialog::Choice::Leave) && choices.contains(QuitDialog::Choice::Stop));
}

QTEST_MAIN(WindowTest)
#include "window_test.moc"
