"""The window: opens, is one, closes, dies and comes back."""
import os
import re

import access
from framework import check, equal, test
from patience import soon
from viewer import MAIN_TITLE, Viewing


@test
def opens_and_paints(context):
    with Viewing(context) as v:
        viewer, window, root = v.open()
        v.desktop.wait_painted(window)
        v.desktop.wait_active(window)
        check(MAIN_TITLE in v.desktop.title(window), "title of the window", v.desktop.title(window))
        with open(os.path.join(context.prefix, "share/applications/agent-sandbox.desktop"), encoding="utf-8") as f:
            wanted = re.search(r"^StartupWMClass=(.*)$", f.read(), re.M).group(1)
        equal(re.findall(r'"([^"]*)"', v.desktop.output("xprop", "-id", window, "WM_CLASS"))[-1], wanted, "class of the window and of the desktop file")
        with context.sub("without a session it says what to do"):
            root.wait("push button", lambda name: name.startswith("Start session"))
            texts = [n.name for n in root.walk() if n.role == "label"]
            check(any("agent-sandbox claude" in t for t in texts), "the command to type is not named", *texts)
        with context.sub("nothing on the terminal"):
            equal(v.told(), "", "what the viewer wrote")
        check(viewer.poll() is None, "the viewer has ended")


@test
def a_second_start_raises_the_first(context):
    with Viewing(context) as v:
        viewer, window, root = v.open()
        for case in ("covered", "minimised"):
            with context.sub(case):
                other = v.desktop.start(["xev", "-geometry", "1500x900+0+0"])
                check(soon(lambda: v.desktop.active() not in ("", window)), "xev does not come up")
                if case == "minimised":
                    v.desktop.output("xdotool", "windowminimize", "--sync", window)
                    check(soon(lambda: not v.desktop.windows()), "the window manager does not minimise")
                equal(v.wait_end(v.start()), 0, "status of the second start")
                v.desktop.wait_active(window)
                equal(v.desktop.windows(), [window], "windows of the program")
                v.desktop.end(other)
        with context.sub("arguments are handed over"):
            equal(v.wait_end(v.start("--start")), 0, "status of the second start")
            check(soon(lambda: len(v.desktop.windows()) == 2), "the dialog to start a session does not open")
            v.desktop.key("Escape")
            check(soon(lambda: v.desktop.windows() == [window]), "Escape does not close the dialog")
        with context.sub("--background does not raise it"):
            other = v.desktop.start(["xev", "-geometry", "1500x900+0+0"])
            check(soon(lambda: v.desktop.active() not in ("", window)), "xev does not come up")
            covering = v.desktop.active()
            equal(v.wait_end(v.start("--background")), 0, "status")
            equal(v.desktop.active(), covering, "the active window")
        with context.sub("nonsense is refused"):
            equal(v.wait_end(v.start("--no-such-option")), 2, "status")
            check("--no-such-option" in v.told(), "the option is not named", v.told())
        check(viewer.poll() is None and root.name, "the first viewer has ended")


@test
def without_a_tray_closing_ends_it(context):
    with Viewing(context) as v:
        viewer, window, _ = v.open()
        v.desktop.close_window(window)
        equal(v.wait_end(viewer), 0, "status of the viewer")
        left = [f for f in os.listdir(v.world.path("run/agent-sandbox")) if f.startswith("viewer") and not f.endswith(".lock")]
        equal(left, [], "files of the viewer that has ended")


@test
def killed_it_comes_back(context):
    with Viewing(context) as v:
        for _ in range(2):
            viewer, window, _ = v.open()
            v.desktop.wait_painted(window)
            v.kill(viewer)
            v.desktop.wait_no_window()
        _, window, root = v.open()
        root.wait("push button", lambda name: name.startswith("Start session"))
        equal(v.wait_end(v.start()), 0, "status of a second start")


@test
def without_a_display_it_says_so(context):
    with Viewing(context) as v:
        equal(v.wait_end(v.start(DISPLAY=None, WAYLAND_DISPLAY=None)), 1, "status without DISPLAY")
        check("DISPLAY" in v.told() and "--no-gui" in v.told(), "the message", v.told())
        equal(v.wait_end(v.start(DISPLAY=":4711")), 1, "status with a display that is not there")
        check("does not answer" in v.told(), "the message", v.told())


@test
def place_is_kept(context):
    with Viewing(context) as v:
        viewer, window, _ = v.open()
        v.desktop.output("xdotool", "windowsize", "--sync", window, "900", "620")
        v.desktop.close_window(window)
        equal(v.wait_end(viewer), 0, "status")
        _, window, _ = v.open()
        size = v.desktop.output("xdotool", "getwindowgeometry", "--shell", window)
        check("WIDTH=900" in size and "HEIGHT=620" in size, "the window has another size", size)
        access.application(v.desktop, v.viewers[-1].pid)
