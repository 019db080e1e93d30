"""A user at a desktop with our viewer, in a world of the end-to-end tests."""
import os
import signal
import subprocess
import time

import access
from desktop import Desktop
from framework import check
from patience import SECONDS

MAIN_TITLE = "agent-sandbox"


class Viewing:
    """World, desktop and viewer; use it in a `with`. `host`: which tray host is there at the start."""

    def __init__(self, context, host=None, name="w", env=None):
        self.context = context
        self.world = context.world(name)
        self.world.more_env.update(env or {})
        self.desktop = Desktop(self.world.environment())
        self.host_kind, self.host = host, None
        self.viewers = []

    def __enter__(self):
        self.desktop.__enter__()
        try:
            self.world.more_env.update({k: v for k, v in self.desktop.env.items() if k not in os.environ or k in ("DISPLAY",)
                                        if k.startswith(("DISPLAY", "DBUS_", "QT_", "GTK_A11Y", "NO_AT_BRIDGE"))})
            if self.host_kind:
                self.host = self.start_host(self.host_kind)
        except BaseException:
            self.desktop.__exit__(None, None, None)
            raise
        return self

    def __exit__(self, *what):
        self.desktop.__exit__(*what)

    def start_host(self, kind):
        self.host = self.desktop.start_xembed() if kind == "xembed" else self.desktop.start_notifier(*kind.split()[1:])
        return self.host

    def end_host(self):
        self.host.kill()
        self.desktop.end(self.host)

    def icon(self):
        """Our icon in whichever host is there: (x, y, width, height), an Item, or None."""
        return self.desktop.xembed_icon() or self.desktop.notifier_item()

    def wait_icon(self):
        """The icon; in an XEmbed host when it has come to rest there."""
        found, before = None, None
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline:
            before, found = found, self.icon()
            if found and (found == before or not isinstance(found, tuple)):
                return found
            time.sleep(0.05)
        check(False, "no icon in the tray" if not found else "the icon in the tray does not come to rest", found, before)
        return None

    # -- the viewer --------------------------------------------------------
    def start(self, *words, program=None, **env):
        """The supervisor; the process is the viewer itself, as `agent-sandbox` becomes it."""
        path = program or (os.path.join(self.context.libexec, "agent-sandbox-gui") if words else self.context.program)
        more = {k: v for k, v in env.items() if v is not None}
        full = {k: v for k, v in dict(self.desktop.env, **more).items() if k not in env or env[k] is not None}
        with open(self.world.path("viewer.err"), "ab") as errors:
            process = subprocess.Popen([path, *words], env=full, cwd=self.world.home, stdin=subprocess.DEVNULL, stdout=errors, stderr=errors)
        self.desktop.started.append(process)
        self.viewers.append(process)
        return process

    def told(self):
        """What the viewers wrote to the terminal."""
        return self.world.read("viewer.err")

    def open(self, *words):
        """Starts the viewer and waits for its window: (process, window, root of its controls)."""
        process = self.start(*words)
        window = self.desktop.wait_window()
        return process, window, access.application(self.desktop, process.pid)

    def kill(self, process):
        process.send_signal(signal.SIGKILL)
        self.desktop.end(process)

    def wait_end(self, process):
        """The exit status of a viewer that ends by itself."""
        try:
            return process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            check(False, "the viewer did not end within %d s" % SECONDS, self.told())
            return None

    def demo(self):
        """A session with every kind of verdict in the history of this world."""
        status, out, err = self.world.product("--no-gui", "demo", "--json", seconds=300)
        check(status == 0, "the demo failed", status, out[-2000:], err[-2000:])
