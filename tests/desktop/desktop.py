"""A private desktop without a screen: X server, session bus, window manager, accessibility bus, tray hosts.

Everything is ready when its property says so (desktop-measured.md §1); everything is ended by its pid.
"""
import os
import re
import select
import subprocess
import sys
import time

import dbus
import dbus.bus

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "e2e"))

from framework import check  # noqa: E402 the folder has to be on the path first
from patience import SECONDS, soon  # noqa: E402

WINDOW_CLASS = "agent-sandbox"
NOTIFICATIONS = "org.freedesktop.Notifications"
NOTIFICATIONS_PATH = "/org/freedesktop/Notifications"


class Desktop:
    """Use it in a `with`. `env` is that of the user who sits there: HOME and XDG_RUNTIME_DIR are private, 0700."""

    def __init__(self, env, size="1600x1000"):
        self.env = {k: v for k, v in env.items() if k not in ("XDG_CURRENT_DESKTOP", "DESKTOP_SESSION")}
        self.env.update(QT_QPA_PLATFORM="xcb", QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1", GTK_A11Y="none", NO_AT_BRIDGE="1")
        self.size = size
        self.started = []
        self.log = open(os.path.join(env["HOME"], "desktop.log"), "ab")  # closed in __exit__
        self.bus = self.a11y = None

    def __enter__(self):
        try:
            self._start()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def _start(self):
        number = self.start_and_read(["Xvfb", "-screen", "0", self.size + "x24", "-nolisten", "tcp", "-noreset", "-dpi", "96"], "-displayfd")
        self.env["DISPLAY"] = ":" + number
        address = self.start_and_read(["dbus-daemon", "--session", "--nofork", "--nopidfile"], "--print-address=", True)
        self.env["DBUS_SESSION_BUS_ADDRESS"] = address
        self.bus = dbus.bus.BusConnection(address)
        self.start(["openbox", "--sm-disable"])
        self._wait_window_manager()
        a11y = dbus.Interface(self.bus.get_object("org.a11y.Bus", "/org/a11y/bus"), "org.a11y.Bus").GetAddress()
        self.a11y = dbus.bus.BusConnection(str(a11y))

    def _wait_window_manager(self):
        """openbox says that it is there before it takes care of windows; one that is mapped in between never comes to the screen."""
        tried = []

        def cares():
            if not tried or time.monotonic() - tried[-1][1] > 2:
                tried.append((self.start(["xev", "-geometry", "10x10"]), time.monotonic()))
            return self.managed()
        check(soon(cares), "the window manager does not come up")
        for window, _ in tried:
            self.end(window)
        check(soon(lambda: not self.managed()), "a window stays that has gone", *self.managed())

    def managed(self):
        """Ids of all windows that the window manager takes care of."""
        return re.findall(r"0x[0-9a-f]+", self.output("xprop", "-root", "_NET_CLIENT_LIST"))

    def __exit__(self, *_):
        for bus in (self.a11y, self.bus):
            if bus is not None:
                bus.close()
        for process in reversed(self.started):
            self.end(process)
        self.log.close()

    # -- programs ----------------------------------------------------------
    def start(self, argv, **more):
        """A program of this desktop; it is ended with it."""
        process = subprocess.Popen(argv, env=self.env, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, **more)
        self.started.append(process)
        return process

    def start_and_read(self, argv, option, joined=False):
        """The line that the program writes to the descriptor which `option` names."""
        mine, theirs = os.pipe()
        words = [option + str(theirs)] if joined else [option, str(theirs)]
        try:
            self.start([*argv, *words], pass_fds=[theirs])
        finally:
            os.close(theirs)
        with os.fdopen(mine) as f:
            check(select.select([f], [], [], SECONDS)[0], "%s does not come up" % argv[0])
            line = f.readline().strip()
        check(line, "%s ended at its start" % argv[0])
        return line

    def end(self, process, seconds=5):
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(seconds)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        if process in self.started:
            self.started.remove(process)

    def output(self, *argv):
        return subprocess.run(argv, env=self.env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                              errors="replace", timeout=SECONDS, check=False).stdout

    # -- windows -----------------------------------------------------------
    def windows(self, title=None):
        """Ids of the program's windows that the window manager shows, with this in their title, the oldest first."""
        ours = [str(int(w, 16)) for w in self.managed() if '"%s"' % WINDOW_CLASS in self.output("xprop", "-id", w, "WM_CLASS")]
        hidden = [w for w in ours if "_NET_WM_STATE_HIDDEN" in self.output("xprop", "-id", w, "_NET_WM_STATE")]
        return [w for w in ours if w not in hidden and (title is None or title in self.title(w))]

    def popups(self):
        """Menus and the like: windows of the program that the window manager does not manage, less the icon in the tray."""
        found = re.findall(r'\("agent-sandbox-gui" "%s"\)\s+(\d+)x(\d+)' % WINDOW_CLASS, self.output("xwininfo", "-root", "-children"))
        return [size for size in found if int(size[0]) > 64]

    def title(self, window):
        return self.output("xdotool", "getwindowname", window).strip()

    def active(self):
        return self.output("xdotool", "getactivewindow").strip()

    def active_managed(self):
        """The same, but nothing for a window that has gone: the property keeps it for a moment."""
        active = self.active()
        return active if active in [str(int(window, 16)) for window in self.managed()] else ""

    def wait_window(self, title=None):
        found = soon(lambda: self.windows(title))
        check(found, "no window %s of the program" % (title or ""))
        return found[0]

    def wait_no_window(self):
        check(soon(lambda: not self.windows()), "a window of the program is still there", *map(self.title, self.windows()))

    def wait_active(self, window):
        check(soon(lambda: self.active() == window), "the window is not the active one", self.title(window), self.active())

    def colours(self, window):
        """How many different colours its picture has."""
        done = subprocess.run(["import", "-window", window, "-format", "%k", "info:-"], env=self.env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True, timeout=SECONDS, check=False).stdout.strip()
        return int(done) if done.isdigit() else 0

    def wait_painted(self, window):
        check(soon(lambda: self.colours(window) > 8), "the window stays empty")

    def picture(self, window, path):
        subprocess.run(["import", "-window", window, path], env=self.env, stdin=subprocess.DEVNULL, check=True, timeout=SECONDS)

    def key(self, *keys):
        subprocess.run(["xdotool", "key", "--clearmodifiers", *keys], env=self.env, stdin=subprocess.DEVNULL, check=True, timeout=SECONDS)

    def type(self, text):
        subprocess.run(["xdotool", "type", "--delay", "1", text], env=self.env, stdin=subprocess.DEVNULL, check=True, timeout=SECONDS)

    def press(self, x, y, button=1, times=1):
        subprocess.run(["xdotool", "mousemove", str(x), str(y), "click", "--repeat", str(times), "--delay", "50", str(button)], env=self.env, stdin=subprocess.DEVNULL, check=True, timeout=SECONDS)

    def close_window(self, window):
        """As with the frame's button: the window manager asks it to close."""
        self.activate(window)
        self.key("alt+F4")

    def activate(self, window):
        self.output("xdotool", "windowactivate", "--sync", window)
        self.wait_active(window)

    # -- tray hosts --------------------------------------------------------
    def start_xembed(self):
        host = self.start(["trayer", "--edge", "bottom", "--width", "20", "--height", "24"])
        check(soon(lambda: '("panel" "trayer")' in self.output("xwininfo", "-root", "-tree")), "trayer does not come up")
        return host

    def xembed_icon(self):
        """Place of our icon in the XEmbed host as (x, y, width, height), or None."""
        tree = self.output("xwininfo", "-root", "-tree")
        inside = tree.split('("panel" "trayer")', 1)
        if len(inside) < 2:
            return None
        for line in inside[1].splitlines()[1:]:
            found = re.search(r'\("agent-sandbox-gui" "%s"\)\s+(\d+)x(\d+)\+-?\d+\+-?\d+\s+\+(-?\d+)\+(-?\d+)' % WINDOW_CLASS, line)
            if found and int(found.group(1)) <= 64:
                width, height, x, y = map(int, found.groups())
                return x, y, width, height
        return None

    def start_notifier(self, *words):
        """A StatusNotifier watcher and host on this bus; without --tray-only it takes notifications too."""
        watcher = self.start([sys.executable, os.path.join(HERE, "notifier.py"), *words])
        check(soon(self.notifier_ready), "the StatusNotifier host does not come up")
        return watcher

    def start_dunst(self):
        """A real notification daemon, with its markup on; what it shows stays."""
        path = os.path.join(self.env["HOME"], "dunstrc")
        with open(path, "w", encoding="utf-8") as f:
            f.write("[global]\n    markup = full\n[urgency_low]\n    timeout = 0\n[urgency_normal]\n    timeout = 0\n[urgency_critical]\n    timeout = 0\n")
        daemon = self.start(["dunst", "-conf", path])
        check(soon(lambda: self.bus.name_has_owner(NOTIFICATIONS)), "dunst does not come up")
        return daemon

    def dunst_shown(self):
        """How many notifications it shows now."""
        found = self.bus.get_object(NOTIFICATIONS, NOTIFICATIONS_PATH, introspect=False)
        return int(dbus.Interface(found, "org.freedesktop.DBus.Properties").Get("org.dunstproject.cmd0", "displayedLength"))

    def dunst_history(self):
        """What it has shown, as (title, body); takes it from the screen."""
        found = dbus.Interface(self.bus.get_object(NOTIFICATIONS, NOTIFICATIONS_PATH, introspect=False), "org.dunstproject.cmd0")
        found.NotificationCloseAll()
        soon(lambda: self.dunst_shown() == 0)
        return [(str(entry["summary"]), str(entry["body"])) for entry in found.NotificationListHistory()]

    def notifier_ready(self):
        try:
            return bool(self._watcher("org.freedesktop.DBus.Properties").Get("org.kde.StatusNotifierWatcher", "IsStatusNotifierHostRegistered"))
        except dbus.DBusException:
            return False

    def _watcher(self, interface):
        found = self.bus.get_object("org.kde.StatusNotifierWatcher", "/StatusNotifierWatcher", introspect=False)
        return dbus.Interface(found, interface)

    def notifier_items(self):
        try:
            return list(self._watcher("org.freedesktop.DBus.Properties").Get("org.kde.StatusNotifierWatcher", "RegisteredStatusNotifierItems"))
        except dbus.DBusException:
            return []

    def notifier_item(self):
        """The program's item, or None."""
        items = self.notifier_items()
        return Item(self.bus, str(items[0])) if items else None


class Item:
    """A StatusNotifier item and its menu."""

    def __init__(self, bus, name):
        self.bus, self.name = bus, name.split("/")[0]

    def get(self, key):
        found = self.bus.get_object(self.name, "/StatusNotifierItem", introspect=False)
        return dbus.Interface(found, "org.freedesktop.DBus.Properties").Get("org.kde.StatusNotifierItem", key)

    def activate(self):
        found = self.bus.get_object(self.name, "/StatusNotifierItem", introspect=False)
        dbus.Interface(found, "org.kde.StatusNotifierItem").Activate(dbus.Int32(10), dbus.Int32(10))

    def _menu(self):
        return dbus.Interface(self.bus.get_object(self.name, str(self.get("Menu")), introspect=False), "com.canonical.dbusmenu")

    def menu(self):
        """label without its mnemonic -> id, of all levels."""
        _, layout = self._menu().GetLayout(dbus.Int32(0), dbus.Int32(-1), dbus.Array([], signature="s"))
        found = {}

        def walk(node):
            identity, properties, children = node
            if properties.get("label"):
                found[str(properties["label"]).replace("_", "")] = int(identity)
            for child in children:
                walk(child)
        walk(layout)
        return found

    def choose(self, label):
        self._menu().Event(dbus.Int32(self.menu()[label]), "clicked", dbus.Int32(0, variant_level=1), dbus.UInt32(0))
