// What the viewer decides without a window: its words, when it hides, notifies and restarts, what it starts.
#include "tests/support/patience.h"
#include "ui/application/viewer_arguments.h"
#include "ui/common/list_columns.h"
#include "ui/common/row_state.h"
#include "ui/profiles/line_difference.h"
#include "ui/session/session_page.h"
#include "ui/settings/autostart.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/tray/tray.h"
#include "ui/tray/tray_host.h"
#include "ui/tray/tray_state.h"

#include <QImage>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

using namespace asb;
using namespace asb::ui;

class ViewerPartsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void words_come_back();
    void odd_words_are_refused();
    void tray_action_data();
    void tray_action();
    void most_urgent_session_decides();
    void a_rule_is_told_once();
    void switched_off_is_off();
    void bodies_are_escaped();
    void the_tray_menu_keeps_its_entries();
    void every_tray_size_is_there();
    void tray_states_look_different();
    void palette_choice_data();
    void palette_choice();
    void colors_can_be_read();
    void differences();
    void difference_is_shortened();
    void difference_rebuilds_both_texts();
    void autostart_is_a_file();
    void verification_is_read_from_the_members();
    void proofs_are_said_in_words();
    void what_happened_to_a_session_is_said_in_words();
    void a_button_has_room_beside_its_text();
    void the_first_column_keeps_some_room();
};

void ViewerPartsTest::words_come_back() {
    ViewerArguments arguments;
    arguments.background = true;
    arguments.start = true;
    arguments.restarted = true;
    arguments.session = "0123456789abcdef";
    const Result<ViewerArguments> read = parse_viewer_arguments(to_words(arguments));
    QVERIFY(read.ok());
    QVERIFY(read->background && read->start && read->restarted);
    QCOMPARE(read->session, arguments.session);
    QVERIFY(to_words(ViewerArguments()).empty());
}

void ViewerPartsTest::odd_words_are_refused() {
    for (const std::vector<std::string>& words : {std::vector<std::string>{"--session"},
                                                  {"--session", "/etc/passwd"},
                                                  {"--session", "ABC"},
                                                  {"--session", "0123456789abcdef0"},
                                                  {"--run"},
                                                  {"x"}})
        QVERIFY(!parse_viewer_arguments(words).ok());
}

void ViewerPartsTest::tray_action_data() {
    QTest::addColumn<int>("bound");
    QTest::addColumn<int>("present");
    QTest::addColumn<int>("polls");
    QTest::addColumn<int>("action");
    const int none = static_cast<int>(HostKind::None);
    const int notifier = static_cast<int>(HostKind::StatusNotifier);
    const int embed = static_cast<int>(HostKind::XEmbed);
    const int nothing = static_cast<int>(TrayAction::Nothing);
    QTest::newRow("no host") << none << none << 0 << nothing;
    QTest::newRow("first host") << none << notifier << 0 << static_cast<int>(TrayAction::MakeIcon);
    QTest::newRow("first, XEmbed") << none << embed << 0 << static_cast<int>(TrayAction::MakeIcon);
    QTest::newRow("same kind") << embed << embed << 9 << nothing;
    QTest::newRow("host gone") << embed << none << 9 << nothing;
    QTest::newRow("other kind, just now") << embed << notifier << kPollsToRestart - 1 << nothing;
    QTest::newRow("other kind, for good")
        << embed << notifier << kPollsToRestart << static_cast<int>(TrayAction::Restart);
    QTest::newRow("other way round") << notifier << embed << kPollsToRestart
                                     << static_cast<int>(TrayAction::Restart);
}

void ViewerPartsTest::tray_action() {
    QFETCH(int, bound);
    QFETCH(int, present);
    QFETCH(int, polls);
    QFETCH(int, action);
    QCOMPARE(static_cast<int>(
                 asb::ui::tray_action(static_cast<HostKind>(bound), static_cast<HostKind>(present), polls)),
             action);
}

void ViewerPartsTest::most_urgent_session_decides() {
    TraySession idle{QStringLiteral("a"), QStringLiteral("a"), false, false, false, 0};
    TraySession running{QStringLiteral("b"), QStringLiteral("b"), true, false, false, 0};
    TraySession refused{QStringLiteral("c"), QStringLiteral("c"), true, false, false, 3};
    TraySession asks{QStringLiteral("d"), QStringLiteral("d"), false, false, true, 0};
    TraySession lost{QStringLiteral("e"), QStringLiteral("e"), true, true, false, 0};
    QCOMPARE(tray_state({}), TrayState::Idle);
    QCOMPARE(tray_state({idle}), TrayState::Idle);
    QCOMPARE(tray_state({idle, running}), TrayState::Running);
    QCOMPARE(tray_state({refused, running}), TrayState::Refusal);
    QCOMPARE(tray_state({asks, refused}), TrayState::NeedsYou);
    QCOMPARE(tray_state({lost, asks, refused, running}), TrayState::Lost);
}

void ViewerPartsTest::a_rule_is_told_once() {
    NoticePolicy policy;
    const QString session = QStringLiteral("s");
    QVERIFY(policy.wanted(NoticeKind::Refusal, session, QStringLiteral("deny[0]"), 0));
    QVERIFY(!policy.wanted(NoticeKind::Refusal, session, QStringLiteral("deny[0]"), 500'000));
    // Another rule at once is folded, one a minute later is told; another session has its own minute.
    QVERIFY(!policy.wanted(NoticeKind::Refusal, session, QStringLiteral("deny[1]"), 1000));
    QVERIFY(policy.wanted(NoticeKind::Refusal, session, QStringLiteral("deny[2]"), 61'000));
    QVERIFY(policy.wanted(NoticeKind::Refusal, QStringLiteral("t"), QStringLiteral("deny[0]"), 1000));
    policy.forget(session);
    QVERIFY(policy.wanted(NoticeKind::Refusal, session, QStringLiteral("deny[0]"), 62'000));
}

void ViewerPartsTest::switched_off_is_off() {
    NoticePolicy policy;
    NoticePolicy::Switches switches;
    switches.execd_lost = false;
    policy.set_switches(switches);
    QVERIFY(!policy.wanted(NoticeKind::ExecdLost, QStringLiteral("s"), {}, 0));
    QVERIFY(policy.wanted(NoticeKind::Question, QStringLiteral("s"), {}, 0));
    switches.paused = true;
    policy.set_switches(switches);
    QVERIFY(!policy.wanted(NoticeKind::Profile, QStringLiteral("s"), {}, 0));
    policy.set_switches(NoticePolicy::Switches());
    QVERIFY(!policy.wanted(NoticeKind::Profile, QStringLiteral("s"), {},
                           0)); // what was held back does not come later
}

void ViewerPartsTest::bodies_are_escaped() {
    QCOMPARE(notification_body(QStringLiteral("git push <b>x</b> & \"y\"")),
             QStringLiteral("git push &lt;b&gt;x&lt;/b&gt; &amp; \"y\""));
    QVERIFY(notification_body(QString(5000, QLatin1Char('<'))).size() < 2000);
}

/// A host tells a click by the entry: one that a refusal or another session makes anew loses the click.
void ViewerPartsTest::the_tray_menu_keeps_its_entries() {
    asb::ui::Tray tray;
    const auto texts = [&tray] {
        QStringList found;
        for (const QAction* action : tray.menu().actions()) {
            if (action->isVisible())
                found += action->isSeparator() ? QStringLiteral("-") : action->text();
        }
        return found;
    };
    const QStringList standing{"Start session", "Open window", "Pause notifications", "-", "Quit"};
    QCOMPARE(texts(), standing);
    TraySession first{QStringLiteral("1"), QStringLiteral("one & two"), true};
    TraySession second{QStringLiteral("2"), QStringLiteral("second"), true};
    tray.show_sessions({first, second});
    QCOMPARE(texts(), (QStringList{"one && two", "second", "-"} + standing));
    const QList<QAction*> before = tray.menu().actions();

    second.unseen_refusals = 3;
    first.needs_you = true;
    tray.show_sessions({first, second});
    tray.set_paused(true);
    QCOMPARE(tray.menu().actions(), before);
    QCOMPARE(texts().at(1), QStringLiteral("second (3 refused)"));

    first.running = false;
    const TraySession third{QStringLiteral("3"), QStringLiteral("third"), true};
    tray.show_sessions({third, first, second});
    QCOMPARE(texts(), (QStringList{"third", "second (3 refused)", "-"} + standing));
    QCOMPARE(tray.menu().actions().mid(1), before.mid(1));
    tray.show_sessions({second, third});
    QCOMPARE(texts(), (QStringList{"second (3 refused)", "third", "-"} + standing));

    QSignalSpy stop(&tray, &asb::ui::Tray::stop_session);
    tray.menu().actions().at(1)->menu()->actions().at(1)->trigger();
    QCOMPARE(stop.value(0), QVariantList{QStringLiteral("3")});
    QSignalSpy pause(&tray, &asb::ui::Tray::pause_changed);
    tray.set_paused(false); // said by the settings: nobody has chosen it here
    QCOMPARE(pause.size(), 0);
    tray.menu().actions().at(5)->trigger();
    QCOMPARE(pause.value(0), QVariantList{true});
    tray.show_sessions({});
    QCOMPARE(texts(), standing);
}

void ViewerPartsTest::every_tray_size_is_there() {
    QList<int> sizes;
    for (const QSize& size : tray_icon(TrayState::Running).availableSizes())
        sizes << size.width();
    std::sort(sizes.begin(), sizes.end());
    QCOMPARE(sizes, QList<int>({16, 22, 24, 32, 48, 64}));
}

void ViewerPartsTest::tray_states_look_different() {
    for (const int size : {16, 22, 48}) {
        QList<QImage> seen;
        for (const TrayState state : {TrayState::Idle, TrayState::Running, TrayState::Refusal,
                                      TrayState::NeedsYou, TrayState::Lost}) {
            const QImage image = tray_pixmap(state, size).toImage();
            QVERIFY(!image.isNull());
            QVERIFY(!seen.contains(image));
            seen << image;
        }
    }
}

void ViewerPartsTest::palette_choice_data() {
    QTest::addColumn<int>("choice");
    QTest::addColumn<int>("scheme");
    QTest::addColumn<bool>("desktop_dark");
    QTest::addColumn<int>("palette");
    const auto row = [](const char* name, ThemeChoice choice, ColorScheme scheme, bool dark,
                        PaletteChoice palette) {
        QTest::newRow(name) << static_cast<int>(choice) << static_cast<int>(scheme) << dark
                            << static_cast<int>(palette);
    };
    row("nobody says", ThemeChoice::System, ColorScheme::Unknown, false, PaletteChoice::Desktop);
    row("nobody says, dark", ThemeChoice::System, ColorScheme::Unknown, true, PaletteChoice::Desktop);
    row("portal dark", ThemeChoice::System, ColorScheme::Dark, false, PaletteChoice::Dark);
    row("portal dark, is", ThemeChoice::System, ColorScheme::Dark, true, PaletteChoice::Desktop);
    row("portal light", ThemeChoice::System, ColorScheme::Light, true, PaletteChoice::Light);
    row("chosen light", ThemeChoice::Light, ColorScheme::Dark, true, PaletteChoice::Light);
    row("chosen dark", ThemeChoice::Dark, ColorScheme::Light, false, PaletteChoice::Dark);
}

void ViewerPartsTest::palette_choice() {
    QFETCH(int, choice);
    QFETCH(int, scheme);
    QFETCH(bool, desktop_dark);
    QFETCH(int, palette);
    QCOMPARE(static_cast<int>(choose_palette(static_cast<ThemeChoice>(choice),
                                             static_cast<ColorScheme>(scheme), desktop_dark)),
             palette);
}

void ViewerPartsTest::colors_can_be_read() {
    for (const QPalette& palette : {light_palette(), dark_palette()}) {
        for (const QPalette::ColorRole ground : {QPalette::Window, QPalette::Base, QPalette::AlternateBase}) {
            for (const NamedColor name : {NamedColor::Refused, NamedColor::Failed, NamedColor::Allowed,
                                          NamedColor::Running, NamedColor::Warning, NamedColor::Muted})
                QVERIFY2(contrast(named_color(name, palette), palette.color(ground)) >= 4.5,
                         qPrintable(QStringLiteral("%1 on %2: %3")
                                        .arg(static_cast<int>(name))
                                        .arg(ground)
                                        .arg(contrast(named_color(name, palette), palette.color(ground)))));
            QVERIFY(contrast(palette.color(QPalette::Text), palette.color(ground)) >= 7.0);
        }
        QVERIFY(contrast(palette.color(QPalette::HighlightedText), palette.color(QPalette::Highlight))
                >= 4.5);
        QVERIFY(contrast(palette.color(QPalette::ButtonText), palette.color(QPalette::Button)) >= 4.5);
        QVERIFY(contrast(palette.color(QPalette::ToolTipText), palette.color(QPalette::ToolTipBase)) >= 4.5);
        QVERIFY(contrast(palette.color(QPalette::Link), palette.color(QPalette::Base)) >= 4.5);
    }
    QVERIFY(is_dark(dark_palette()));
    QVERIFY(!is_dark(light_palette()));
}

void ViewerPartsTest::differences() {
    QVERIFY(line_difference(QStringLiteral("a\nb\n"), QStringLiteral("a\nb\n")).empty());
    const std::vector<DifferenceLine> lines =
        line_difference(QStringLiteral("a\nb\nc\n"), QStringLiteral("a\nx\nc\n"));
    QCOMPARE(lines.size(), std::size_t{4});
    QCOMPARE(lines[1].kind, DifferenceLine::Kind::Removed);
    QCOMPARE(lines[1].text, QStringLiteral("b"));
    QCOMPARE(lines[1].old_line, 2);
    QCOMPARE(lines[2].kind, DifferenceLine::Kind::Added);
    QCOMPARE(lines[2].new_line, 2);
}

void ViewerPartsTest::difference_is_shortened() {
    QString before;
    for (int i = 0; i < 100; ++i)
        before += QString::number(i) + QLatin1Char('\n');
    QString after = before;
    after.replace(QStringLiteral("\n50\n"), QStringLiteral("\nfifty\n"));
    const std::vector<DifferenceLine> lines = line_difference(before, after);
    QCOMPARE(lines.size(), std::size_t{2 + 3 + 2 + 3});
    QCOMPARE(lines.front().kind, DifferenceLine::Kind::Skipped);
    QCOMPARE(lines.front().skipped, 47);
    QCOMPARE(lines.back().skipped, 46);
}

void ViewerPartsTest::difference_rebuilds_both_texts() {
    QList<QString> alphabet{QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")};
    quint32 seed = 1;
    const auto random_text = [&] {
        QString text;
        for (int i = 0; i < 12; ++i) {
            seed = seed * 1664525 + 1013904223;
            text += alphabet[(seed >> 16) % 3] + QLatin1Char('\n');
        }
        return text;
    };
    for (int round = 0; round < 200; ++round) {
        const QString before = random_text();
        const QString after = random_text();
        QString old_text;
        QString new_text;
        for (const DifferenceLine& line : line_difference(before, after, 1000)) {
            if (line.kind != DifferenceLine::Kind::Added)
                old_text += line.text + QLatin1Char('\n');
            if (line.kind != DifferenceLine::Kind::Removed)
                new_text += line.text + QLatin1Char('\n');
        }
        if (before == after)
            continue;
        QCOMPARE(old_text, before);
        QCOMPARE(new_text, after);
    }
}

void ViewerPartsTest::autostart_is_a_file() {
    const QTemporaryDir folder;
    qputenv("XDG_CONFIG_HOME", folder.path().toUtf8());
    QVERIFY(!starts_at_login());
    QVERIFY(set_start_at_login(false).ok());
    QVERIFY(set_start_at_login(true).ok());
    QVERIFY(starts_at_login());
    QVERIFY(QFile::exists(folder.filePath(QStringLiteral("autostart/agent-sandbox.desktop"))));
    QVERIFY(repair_autostart().ok());
    QVERIFY(set_start_at_login(false).ok());
    QVERIFY(!starts_at_login());
    QVERIFY(repair_autostart().ok());
    QVERIFY(!starts_at_login());
    QVERIFY(autostart_text("/a b/x").find("Exec=\"/a b/x\" --background\n") != std::string::npos);
    QVERIFY(autostart_text("/100%/x").find("Exec=\"/100%%/x\"") != std::string::npos);
}

void ViewerPartsTest::verification_is_read_from_the_members() {
    bool good = false;
    ToolResult result;
    result.started = true;
    result.output =
        R"({"session":{"records_verified":true,"event_count_matches":true},"ledger":{"session_found":true}})";
    verification_text(result, good);
    QVERIFY(good);
    result.output = R"({"session":{"records_verified":true,"event_count_matches":false}})";
    verification_text(result, good);
    QVERIFY(!good);
    result.output.clear();
    result.errors = "nono: Session not found";
    QVERIFY(verification_text(result, good).contains(QStringLiteral("Session not found")));
    QVERIFY(!good);
}

void ViewerPartsTest::proofs_are_said_in_words() {
    QCOMPARE(proof_words(QStringLiteral("agent: must-not-read=/srv/keys")).side, QStringLiteral("Agent"));
    QCOMPARE(proof_words(QStringLiteral("agent: must-not-read=/srv/keys")).text,
             QStringLiteral("cannot read /srv/keys"));
    QCOMPARE(proof_words(QStringLiteral("commands: must-read=/srv/a: b")).side, QStringLiteral("Commands"));
    QCOMPARE(proof_words(QStringLiteral("commands: must-read=/srv/a: b")).text,
             QStringLiteral("can read /srv/a: b"));
    QCOMPARE(proof_words(QStringLiteral("agent: must-not-connect=192.0.2.9:80")).text,
             QStringLiteral("cannot connect to 192.0.2.9:80"));
    // What an older or newer version wrote stands there as it is.
    QCOMPARE(proof_words(QStringLiteral("agent: may-fly=/x")).text, QStringLiteral("agent: may-fly=/x"));
    QVERIFY(!proof_words(QStringLiteral("agent: must-read=/a\u202eb")).text.contains(QChar(0x202e)));
}

void ViewerPartsTest::what_happened_to_a_session_is_said_in_words() {
    Event event;
    event.type = EventType::Session;
    for (const char* text : {"running", "agent ended", "ending", "ended"}) {
        event.text = text;
        QVERIFY2(QString::fromStdString(command_text(event)).startsWith(QLatin1String("The ")), text);
    }
    event.text = "nono 0.80 has a fault that 0.81 has not";
    QCOMPARE(command_text(event), event.text);
}

void ViewerPartsTest::a_button_has_room_beside_its_text() {
    Theme theme;
    for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
        theme.set_choice(choice);
        QPushButton button(QStringLiteral("Show others refused by this rule"));
        QVERIFY(button.sizeHint().width() >= button.fontMetrics().horizontalAdvance(button.text()) + 16);
    }
}

void ViewerPartsTest::the_first_column_keeps_some_room() {
    QTreeWidget list;
    list.setColumnCount(3);
    list.setHeaderLabels({QStringLiteral("What"), QStringLiteral("One"), QStringLiteral("Two")});
    list.resize(900, 200);
    list.show();
    fit_columns(*list.header(), {QStringLiteral("0000000000"), QStringLiteral("0000000000")});
    const int others = list.columnWidth(1) + list.columnWidth(2);
    QTRY_COMPARE(list.columnWidth(0), list.viewport()->width() - others); // what they leave
    list.resize(others + 40, 200);
    const int least = list.fontMetrics().averageCharWidth() * 20;
    QTRY_VERIFY(list.columnWidth(0) >= least && list.viewport()->width() - others < least);
    list.resize(900, 200);
    QTRY_COMPARE(list.columnWidth(0), list.viewport()->width() - others);
}

QTEST_MAIN(ViewerPartsTest)
#include "viewer_parts_test.moc"
