// Is there anything that would show a tray icon, and of which kind? Asked without any function of
// QSystemTrayIcon, because its first use decides the kind for the life of the process (desktop-measured.md
// §2).
#pragma once

#include <QObject>
#include <QTimer>

#include <functional>
#include <optional>

class QDBusServiceWatcher;

namespace asb::ui {

enum class HostKind { None, StatusNotifier, XEmbed };

/// What to do about the icon when the hosts change. `bound`: the kind that Qt has decided for in this process
/// (None: no icon was made yet); `lost_polls`: for how many looks in a row the bound kind has been gone while
/// another one is there.
enum class TrayAction { Nothing, MakeIcon, Restart };
TrayAction tray_action(HostKind bound, HostKind present, int lost_polls);

/// Looks that a host of the other kind must be the only one before the program starts itself anew: a panel
/// that restarts is back before.
inline constexpr int kPollsToRestart = 3;

class TrayHosts : public QObject {
    Q_OBJECT
public:
    explicit TrayHosts(QObject* parent = nullptr);

    /// Begins to look; the first answer comes within milliseconds by `changed` or `looked`.
    void start();
    /// As of the last look. StatusNotifier wins when both are there, as it does for Qt.
    HostKind present() const { return present_; }
    bool status_notifier() const { return notifier_; }
    bool xembed() const { return xembed_; }
    /// Asked at this moment: a panel that has just come back counts.
    bool xembed_now() const { return xembed_source_(); }

    /// How to ask for an owner of the X selection; tests put their own in. Default: xcb, false without X11.
    void set_xembed_source(std::function<bool()> source) { xembed_source_ = std::move(source); }

Q_SIGNALS:
    void changed(asb::ui::HostKind present);
    /// After every look, changed or not.
    void looked();

private Q_SLOTS:
    void look();

private:
    void ask_notifier();
    void take_notifier(bool there);
    void settle();

    QTimer timer_;
    QDBusServiceWatcher* watcher_ = nullptr;
    std::function<bool()> xembed_source_;
    HostKind present_ = HostKind::None;
    bool notifier_ = false;
    bool xembed_ = false;
    bool asking_ = false;
};

/// True when some window owns _NET_SYSTEM_TRAY_S<screen> of this program's X display.
bool has_xembed_host();

} // namespace asb::ui
