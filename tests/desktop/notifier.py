#!/usr/bin/python3
"""A StatusNotifier watcher that is its own host, for tests. It shows nothing; it knows which items there are.

It is the notification daemon too, and writes what it is told to ~/notified.jsonl; not with --tray-only.
"""
import json
import os
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME = "org.kde.StatusNotifierWatcher"
PROPERTIES = "org.freedesktop.DBus.Properties"


class Watcher(dbus.service.Object):
    def __init__(self, bus):
        super().__init__(bus, "/StatusNotifierWatcher")
        self.bus, self.items = bus, []
        bus.add_signal_receiver(self.owner_changed, "NameOwnerChanged", "org.freedesktop.DBus")

    def owner_changed(self, name, _, owner):
        if not owner:
            self.items = [item for item in self.items if not item.startswith(str(name) + "/")]

    @dbus.service.method(NAME, in_signature="s", sender_keyword="sender")
    def RegisterStatusNotifierItem(self, service, sender):
        item = (sender + service if service.startswith("/") else sender + "/StatusNotifierItem")
        if item not in self.items:
            self.items.append(item)
            self.StatusNotifierItemRegistered(item)

    @dbus.service.method(NAME, in_signature="s")
    def RegisterStatusNotifierHost(self, _):
        pass

    @dbus.service.signal(NAME, signature="s")
    def StatusNotifierItemRegistered(self, item):
        pass

    @dbus.service.signal(NAME)
    def StatusNotifierHostRegistered(self):
        pass

    def values(self):
        return {"IsStatusNotifierHostRegistered": True, "ProtocolVersion": dbus.Int32(0),
                "RegisteredStatusNotifierItems": dbus.Array(self.items, signature="s")}

    @dbus.service.method(PROPERTIES, in_signature="ss", out_signature="v")
    def Get(self, _, key):
        return self.values()[key]

    @dbus.service.method(PROPERTIES, in_signature="s", out_signature="a{sv}")
    def GetAll(self, _):
        return self.values()

    # Qt looks up the properties by introspection first, and python-dbus does not list any.
    @dbus.service.method("org.freedesktop.DBus.Introspectable", out_signature="s", path_keyword="object_path", connection_keyword="connection")
    def Introspect(self, object_path, connection):
        text = dbus.service.Object.Introspect(self, object_path, connection)
        listed = "".join('<property name="%s" type="%s" access="read"/>' % (name, kind) for name, kind in (
            ("IsStatusNotifierHostRegistered", "b"), ("ProtocolVersion", "i"), ("RegisteredStatusNotifierItems", "as")))
        return text.replace('<interface name="%s">' % NAME, '<interface name="%s">%s' % (NAME, listed))


class Notifications(dbus.service.Object):
    """Desktop Notifications Specification 1.2, as far as a program asks."""

    def __init__(self, bus):
        super().__init__(bus, "/org/freedesktop/Notifications")
        self.count = 0

    @dbus.service.method("org.freedesktop.Notifications", in_signature="susssasa{sv}i", out_signature="u")
    def Notify(self, _app, _replaces, _icon, summary, body, _actions, _hints, _timeout):
        self.count += 1
        with open(os.path.expanduser("~/notified.jsonl"), "a", encoding="utf-8") as f:
            f.write(json.dumps({"summary": str(summary), "body": str(body)}) + "\n")
        return self.count

    @dbus.service.method("org.freedesktop.Notifications", out_signature="as")
    def GetCapabilities(self):
        return ["body", "body-markup"]

    @dbus.service.method("org.freedesktop.Notifications", out_signature="ssss")
    def GetServerInformation(self):
        return "test", "agent-sandbox", "1", "1.2"


def main():
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.SessionBus()
    held = [Watcher(bus), dbus.service.BusName(NAME, bus, do_not_queue=True)]  # until the end
    if "--tray-only" not in sys.argv:
        held += [Notifications(bus), dbus.service.BusName("org.freedesktop.Notifications", bus, do_not_queue=True)]
    held[0].StatusNotifierHostRegistered()
    GLib.MainLoop().run()


if __name__ == "__main__":
    main()
