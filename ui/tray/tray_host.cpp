#include "ui/tray/tray_host.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusServiceWatcher>
#include <QDBusVariant>
#include <QGuiApplication>

#include <cstdlib>
#include <memory>
#include <string>
#include <xcb/xcb.h>

namespace asb::ui {
namespace {

constexpr const char* kWatcher = "org.kde.StatusNotifierWatcher";
constexpr const char* kWatcherPath = "/StatusNotifierWatcher";
constexpr int kPollMs = 2000;

struct FreeReply {
    void operator()(void* reply) const { std::free(reply); }
};

} // namespace

TrayAction tray_action(HostKind bound, HostKind present, int lost_polls) {
    if (present == HostKind::None || present == bound)
        return TrayAction::Nothing;
    if (bound == HostKind::None)
        return TrayAction::MakeIcon;
    return lost_polls >= kPollsToRestart ? TrayAction::Restart : TrayAction::Nothing;
}

bool has_xembed_host() {
    const auto* x11 = qGuiApp->nativeInterface<QNativeInterface::QX11Application>();
    if (x11 == nullptr || x11->connection() == nullptr)
        return false;
    xcb_connection_t* connection = x11->connection();
    // Qt looks at the first screen's selection too: one program, one screen on every desktop of today.
    const std::string name = "_NET_SYSTEM_TRAY_S0";
    const std::unique_ptr<xcb_intern_atom_reply_t, FreeReply> atom(xcb_intern_atom_reply(
        connection, xcb_intern_atom(connection, 0, static_cast<std::uint16_t>(name.size()), name.c_str()),
        nullptr));
    if (!atom)
        return false;
    const std::unique_ptr<xcb_get_selection_owner_reply_t, FreeReply> owner(
        xcb_get_selection_owner_reply(connection, xcb_get_selection_owner(connection, atom->atom), nullptr));
    return owner && owner->owner != XCB_NONE;
}

TrayHosts::TrayHosts(QObject* parent) : QObject(parent), xembed_source_(&has_xembed_host) {
    timer_.setInterval(kPollMs);
    connect(&timer_, &QTimer::timeout, this, &TrayHosts::look);
}

void TrayHosts::start() {
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (bus.isConnected()) {
        watcher_ = new QDBusServiceWatcher(QLatin1String(kWatcher), bus,
                                           QDBusServiceWatcher::WatchForOwnerChange, this);
        connect(watcher_, &QDBusServiceWatcher::serviceOwnerChanged, this, &TrayHosts::look);
        for (const char* signal : {"StatusNotifierHostRegistered", "StatusNotifierHostUnregistered"})
            bus.connect(QString(), QLatin1String(kWatcherPath), QLatin1String(kWatcher),
                        QLatin1String(signal), this, SLOT(look()));
    }
    timer_.start();
    look();
}

void TrayHosts::look() {
    xembed_ = xembed_source_();
    ask_notifier();
}

void TrayHosts::ask_notifier() {
    if (watcher_ == nullptr) {
        take_notifier(false);
        return;
    }
    if (asking_)
        return;
    asking_ = true;
    QDBusMessage question = QDBusMessage::createMethodCall(
        QLatin1String(kWatcher), QLatin1String(kWatcherPath),
        QStringLiteral("org.freedesktop.DBus.Properties"), QStringLiteral("Get"));
    question << QLatin1String(kWatcher) << QStringLiteral("IsStatusNotifierHostRegistered");
    question.setAutoStartService(false);
    auto* answer = new QDBusPendingCallWatcher(watcher_->connection().asyncCall(question, kPollMs), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this](QDBusPendingCallWatcher* call) {
        const QDBusPendingReply<QDBusVariant> reply = *call;
        call->deleteLater();
        asking_ = false;
        take_notifier(!reply.isError() && reply.value().variant().toBool());
    });
}

void TrayHosts::take_notifier(bool there) {
    notifier_ = there;
    settle();
}

void TrayHosts::settle() {
    const HostKind now = notifier_ ? HostKind::StatusNotifier : xembed_ ? HostKind::XEmbed : HostKind::None;
    const bool different = now != present_;
    present_ = now;
    if (different)
        Q_EMIT changed(now);
    Q_EMIT looked();
}

} // namespace asb::ui
