"""The tray icon with both kinds of host: there, absent, late, killed and started again."""
from framework import check, equal, test
from patience import soon
from processes import wait_until
from viewer import Viewing

KINDS = ("xembed", "notifier")


def click(v, icon, side=0):
    """A left click on the icon; on another side of it than the last one, so that the two are no double click."""
    if isinstance(icon, tuple):
        v.desktop.press(icon[0] + 4 + side * (icon[2] - 8), icon[1] + icon[3] // 2)
    else:
        icon.activate()


def hides_and_shows(v, window, side=0):
    """Closing leaves the viewer in the tray; a click brings the window back."""
    viewer = v.viewers[-1]
    v.desktop.close_window(window)
    v.desktop.wait_no_window()
    check(viewer.poll() is None, "closing ended the viewer although there is a tray", v.told())
    click(v, v.wait_icon(), side)
    window = v.desktop.wait_window()
    v.desktop.wait_active(window)
    return window


def host_at_the_start(context, kind):
    with Viewing(context, kind) as v:
        _, window, _ = v.open()
        icon = v.wait_icon()
        if isinstance(icon, tuple):
            check(icon[2] >= 16 and icon[3] >= 14, "size of the icon", icon)
        else:
            sizes = sorted(int(p[0]) for p in icon.get("IconPixmap"))
            equal(sizes, [16, 22, 24, 32, 48, 64], "sizes of the icon")
        window = hides_and_shows(v, window)
        click(v, v.icon(), side=1)
        v.desktop.wait_no_window()
        if kind == "notifier":
            with context.sub("menu"):
                labels = v.icon().menu()
                for label in ("Open window", "Start session", "Choose a folder…", "Pause notifications", "Quit"):
                    check(label in labels, "the menu has no '%s'" % label, sorted(labels))
                v.icon().choose("Open window")
                v.desktop.wait_active(v.desktop.wait_window())
            with context.sub("quit from the menu"):
                v.icon().choose("Quit")
                equal(v.wait_end(v.viewers[-1]), 0, "status")


@test
def xembed_host_at_the_start(context):
    host_at_the_start(context, "xembed")


@test
def notifier_host_at_the_start(context):
    host_at_the_start(context, "notifier")


def late_host(context, kind):
    with Viewing(context) as v:
        _, window, _ = v.open()
        check(v.icon() is None, "an icon without a host")
        v.start_host(kind)
        v.wait_icon()
        hides_and_shows(v, window)


@test
def late_xembed_host(context):
    late_host(context, "xembed")


@test
def late_notifier_host(context):
    late_host(context, "notifier")


def host_goes_and_comes(context, kind):
    with Viewing(context, kind) as v:
        viewer, window, _ = v.open()
        v.wait_icon()
        v.desktop.close_window(window)
        v.desktop.wait_no_window()
        v.end_host()
        with context.sub("the window comes back when its host goes"):
            v.desktop.wait_window()
        for side in (0, 1):
            v.start_host(kind)
            v.wait_icon()
            window = hides_and_shows(v, v.desktop.wait_window(), side)
            with context.sub("a host that goes as soon as it has the window"):
                v.desktop.close_window(window)
                v.desktop.wait_no_window()
                v.end_host()
                v.desktop.wait_window()
        check(viewer.poll() is None, "the viewer has ended", v.told())


@test
def xembed_host_goes_and_comes(context):
    host_goes_and_comes(context, "xembed")


@test
def a_double_click_opens_the_window(context):
    """As other desktops ask for: the second of two quick presses must not close it again."""
    with Viewing(context, "xembed") as v:
        _, window, _ = v.open()
        v.wait_icon()
        v.desktop.close_window(window)
        v.desktop.wait_no_window()
        icon = v.wait_icon()
        v.desktop.press(icon[0] + icon[2] // 2, icon[1] + icon[3] // 2, times=2)
        window = v.desktop.wait_window()
        v.desktop.wait_active(window)
        check(not wait_until(lambda: not v.desktop.windows(), 1, 0.1), "the second press closes it again")


@test
def notifier_host_goes_and_comes(context):
    host_goes_and_comes(context, "notifier")


def other_kind_of_host(context, first, second):
    """Qt decides once for a kind; the viewer becomes itself anew for the other one."""
    with Viewing(context, first) as v:
        viewer, _, _ = v.open()
        v.wait_icon()
        v.end_host()
        v.start_host(second)
        v.wait_icon()
        check(viewer.poll() is None, "the viewer is another process now", v.told())
        hides_and_shows(v, v.desktop.wait_window())


@test
def notifier_after_xembed(context):
    other_kind_of_host(context, "xembed", "notifier")


@test
def xembed_after_notifier(context):
    other_kind_of_host(context, "notifier", "xembed")


@test
def in_the_background(context):
    """--background, as a session starts it: in the tray when there is one, else a window that takes no focus."""
    for kind in KINDS:
        with context.sub("with a host: %s" % kind), Viewing(context, kind, name=kind) as v:
            v.start("--background")
            icon = v.wait_icon()
            check(not v.desktop.windows(), "a window although there is a tray")
            click(v, icon)
            v.desktop.wait_active(v.desktop.wait_window())
    with context.sub("without a host"), Viewing(context, name="none") as v:
        v.desktop.start(["xev", "-geometry", "600x400+0+0"])
        before = soon(v.desktop.active_managed)
        check(before, "xev does not come up")
        v.start("--background")
        v.desktop.wait_painted(v.desktop.wait_window())
        equal(v.desktop.active(), before, "the active window after the viewer came up in the background")
