"""Every control has a name for a screen reader, and everything can be done with the keyboard alone."""
import dbus

from framework import check, equal, test
from patience import soon
from processes import wait_until
from viewer import Viewing

# What a person acts on or reads as one thing.
CONTROLS = ("push button", "toggle button", "check box", "radio button", "combo box", "text", "entry", "spin button", "slider", "table", "tree", "tree table",
            "list", "list box", "page tab", "menu item", "check menu item", "radio menu item", "dial", "progress bar", "terminal")
PAGES = {"1": "Traffic", "2": "Refused", "3": "Running", "4": "Profiles", "5": "Network", "6": "Session"}
# A list without rows and a text that is only read take no part in the walk when they hold nothing.
WALKED = ("push button", "toggle button", "check box", "radio button", "combo box", "text", "entry", "spin button", "slider", "table", "tree", "tree table",
          "list", "list box", "page tab list")


def unnamed(root):
    """Controls on the screen that have no name; the list inside a combo box is Qt's own."""
    found = []
    for node in root.walk():
        try:
            if node.role in CONTROLS and not node.name.strip():
                found.append(str(node))
        except dbus.DBusException:
            continue
    return found


def all_named(context, root, what):
    with context.sub("names: " + what):
        left = soon(lambda: not unnamed(root)) or unnamed(root)
        check(left is True or not left, "controls without a name", *(left if left is not True else []))


def walked(root):
    """Enabled controls on the screen that take the focus, of which the menus and tool buttons are reached otherwise."""
    found = []

    def look(node, in_bar):
        role, states = node.role, node.states()
        in_bar = in_bar or role in ("tool bar", "menu bar")
        if role in WALKED and "focusable" in states and {"enabled", "showing"} <= states and not in_bar:
            found.append(node)
        if role in ("table", "tree", "tree table", "list", "list box", "combo box", "popup menu", "menu item"):
            return
        for child in node.children():
            try:
                if child.showing:
                    look(child, in_bar)
            except dbus.DBusException:
                continue
    look(root, False)
    return found


def focused(nodes):
    for node in nodes:
        try:
            if "focused" in node.states():
                return node
        except dbus.DBusException:
            continue
    return None


def moved(nodes, before):
    """Which of them has the focus when it has gone from `before`; None when it went elsewhere or stayed."""
    def another():
        now = focused(nodes)
        return now if now != before else None
    return wait_until(another, 0.5, 0.02)


def tab_reaches_all(context, v, root, what):
    with context.sub("Tab reaches all: " + what):
        nodes = walked(root)
        reached, at = set(), focused(nodes)
        for _ in range(3 * len(nodes) + 10):
            v.desktop.key("Tab")
            at = moved(nodes, at)
            if at and at not in reached and at.role == "radio button":
                # One stop for the group; the arrows go on from there, and back.
                v.desktop.key("Down")
                reached.add(moved(nodes, at) or at)
                v.desktop.key("Up")
            if at:
                reached.add(at)
            if len(reached) == len(nodes):
                break
        check(len(reached) == len(nodes), "never reached by Tab", *(str(n) for n in nodes if n not in reached))


def page_is(frame, title):
    """The list of tabs goes by the title of the chosen one."""
    return frame.find("page tab list", lambda name: name.startswith(title)) is not None


def main_frame(root):
    return root.wait("frame")


@test
def names(context):
    with Viewing(context, "xembed") as v:
        v.demo()
        _, window, root = v.open()
        v.desktop.wait_active(window)
        frame = main_frame(root)
        root.wait("table", what="of the traffic")
        for key, page in PAGES.items():
            v.desktop.key("ctrl+" + key)
            soon(lambda p=page: page_is(frame, p))
            all_named(context, root, page)
        v.desktop.key("ctrl+n")
        check(soon(lambda: len(v.desktop.windows()) == 2), "Ctrl+N opens nothing")
        all_named(context, root, "start a session")
        v.desktop.key("Escape")
        check(soon(lambda: len(v.desktop.windows()) == 1), "Escape does not close it")
        v.desktop.key("ctrl+comma")
        check(soon(lambda: len(v.desktop.windows()) == 2), "Ctrl+comma opens nothing")
        all_named(context, root, "settings")
        v.desktop.key("Escape")


@test
def names_without_a_session(context):
    with Viewing(context) as v:
        _, _, root = v.open()
        all_named(context, root, "the empty window")


@test
def cells_are_whole_sentences(context):
    with Viewing(context) as v:
        v.demo()
        _, _, root = v.open()
        table = root.wait("table", what="of the traffic")
        check(soon(lambda: table.rows() >= 7), "rows of the demo", table.rows())
        spoken = table.sentences()
        check(any("git push" in s and "refused" in s.lower() for s in spoken), "no cell says that the push was refused", *spoken)
        check(all(len(s.split()) >= 3 for s in spoken), "a cell says too little", *spoken)


@test
def keyboard(context):
    with Viewing(context, "xembed") as v:
        v.demo()
        _, window, root = v.open()
        v.desktop.wait_active(window)
        frame = main_frame(root)
        root.wait("table", what="of the traffic")
        for key, page in PAGES.items():
            v.desktop.key("ctrl+" + key)
            with context.sub("Ctrl+%s shows %s" % (key, page)):
                check(soon(lambda p=page: page_is(frame, p)), "the page is not the chosen one", frame.outline())
            tab_reaches_all(context, v, frame, page)
        menus_by_keyboard(context, v, frame)
        dialogs_by_keyboard(context, v, root, window)


def menus_by_keyboard(context, v, frame):
    """Each menu opens by its letter, and the arrows come to each of its enabled entries."""
    bar = frame.find("menu bar")
    v.desktop.key("ctrl+1")
    for number, menu in enumerate(bar.children()):
        with context.sub("menu by keyboard: " + menu.name):
            v.desktop.key("alt+" + "svth"[number] if number < 4 else "F10")
            popup = soon(lambda m=menu: next((c for c in m.children() if c.showing), None))
            check(popup, "the menu does not open", menu.name)
            entries = [c for c in popup.children() if c.role.endswith("menu item") and "enabled" in c.states()]
            check(entries, "the menu is empty")
            reached, at = set(), focused(entries)
            for _ in range(3 * len(entries) + 4):
                if at:
                    reached.add(at)
                if len(reached) == len(entries):
                    break
                v.desktop.key("Down")
                at = moved(entries, at)
            v.desktop.key("Escape", "Escape")
            check(len(reached) == len(entries), "never reached by the arrows", *(str(n) for n in entries if n not in reached))


@test
def the_menu_of_a_row(context):
    """The keyboard's menu key opens what the mouse's right button does."""
    with Viewing(context, "xembed") as v:
        v.demo()
        _, window, root = v.open()
        v.desktop.wait_active(window)
        table = root.wait("table", "Commands")
        check(soon(lambda: table.rows() >= 7), "rows of the demo", table.rows())
        v.desktop.key("ctrl+f", "Tab", "Home", "Down", "Menu")

        # A popup that belongs to a table is in nobody's tree: the screen tells.
        popup = soon(lambda: v.desktop.popups())
        check(popup, "no menu opens")
        v.desktop.key("Escape")
        check(soon(lambda: not v.desktop.popups()), "Escape does not close the menu")


def dialogs_by_keyboard(context, v, root, window):
    for key, name in (("ctrl+n", "start a session"), ("ctrl+comma", "settings"), ("F1", "shortcuts")):
        v.desktop.key(key)
        with context.sub("dialog by keyboard: " + name):
            check(soon(lambda: len(v.desktop.windows()) == 2), "%s opens nothing" % key)
            dialog = soon(lambda: next((c for c in root.children() if c.role != "frame" and c.showing), None))
            check(dialog, "the dialog is not in the tree", *map(str, root.children()))
            tab_reaches_all(context, v, dialog, name)
        v.desktop.key("Escape")
        check(soon(lambda: v.desktop.windows() == [window]), "Escape does not close %s" % name)
        v.desktop.wait_active(window)


@test
def the_filter_and_the_rows(context):
    """Ctrl+F, a filter typed, rows looked at, all without the mouse."""
    with Viewing(context, "xembed") as v:
        v.demo()
        _, window, root = v.open()
        v.desktop.wait_active(window)
        table = root.wait("table", what="of the traffic")
        check(soon(lambda: table.rows() >= 7), "rows of the demo", table.rows())
        every = table.rows()
        v.desktop.key("ctrl+f")
        v.desktop.type("denied")
        check(soon(lambda: 0 < table.rows() < every), "the filter does not change the rows", table.rows(), every)
        spoken = [s.lower() for s in table.sentences()]
        check(any("git push" in s for s in spoken), "the refused push is not there", *spoken)
        v.desktop.key("Escape")
        check(soon(lambda: table.rows() == every), "Escape does not clear the filter", table.rows(), every)
        v.desktop.key("ctrl+w")
        v.desktop.wait_no_window()
        equal(v.viewers[-1].poll(), None, "the viewer after Ctrl+W with a tray")
        v.wait_icon()
