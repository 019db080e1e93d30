"""The program's controls as a screen reader sees them: AT-SPI over D-Bus, without a cache between."""
import dbus

from framework import check
from patience import soon

ACCESSIBLE = "org.a11y.atspi.Accessible"
STATES = {"checked": 4, "enabled": 8, "expanded": 10, "focusable": 11, "focused": 12, "selected": 23, "sensitive": 24, "showing": 25, "visible": 30}
# Never walked: a child a cell.
WIDE = ("table", "tree table", "tree", "list", "list box")


class Node:
    def __init__(self, bus, name, path):
        self.bus, self.owner, self.path = bus, str(name), str(path)

    def _on(self, interface):
        return dbus.Interface(self.bus.get_object(self.owner, self.path, introspect=False), interface)

    def _get(self, key, interface=ACCESSIBLE):
        return self._on("org.freedesktop.DBus.Properties").Get(interface, key)

    def __eq__(self, other):
        return isinstance(other, Node) and (self.owner, self.path) == (other.owner, other.path)

    def __hash__(self):
        return hash((self.owner, self.path))

    @property
    def name(self):
        return str(self._get("Name"))

    @property
    def description(self):
        return str(self._get("Description"))

    @property
    def role(self):
        return str(self._on(ACCESSIBLE).GetRoleName())

    def states(self):
        low, high = self._on(ACCESSIBLE).GetState()
        bits = int(low) | int(high) << 32
        return {name for name, bit in STATES.items() if bits >> bit & 1}

    @property
    def showing(self):
        return "showing" in self.states()

    def count(self):
        return int(self._get("ChildCount"))

    def child(self, index):
        name, path = self._on(ACCESSIBLE).GetChildAtIndex(dbus.Int32(index))
        return Node(self.bus, name, path)

    def children(self):
        return [Node(self.bus, name, path) for name, path in self._on(ACCESSIBLE).GetChildren()]

    # -- text, actions, tables ---------------------------------------------
    def text(self):
        """What stands in a field or a text that is only read; empty for what holds none."""
        try:
            return self._text()
        except dbus.DBusException:
            return ""

    def _text(self):
        return str(self._on("org.a11y.atspi.Text").GetText(dbus.Int32(0), dbus.Int32(-1)))

    def act(self, index=0):
        self._on("org.a11y.atspi.Action").DoAction(dbus.Int32(index))

    def focus(self):
        self._on("org.a11y.atspi.Component").GrabFocus()

    def rows(self):
        return int(self._get("NRows", "org.a11y.atspi.Table"))

    def columns(self):
        return int(self._get("NColumns", "org.a11y.atspi.Table"))

    def cell(self, row, column):
        name, path = self._on("org.a11y.atspi.Table").GetAccessibleAt(dbus.Int32(row), dbus.Int32(column))
        return Node(self.bus, name, path)

    def header(self, column):
        return str(self._on("org.a11y.atspi.Table").GetColumnDescription(dbus.Int32(column)))

    def sentences(self):
        """What each row says: one cell of it tells the whole row."""
        rows = self.rows()
        if not rows:
            return []
        column = max(range(min(self.columns(), 3)), key=lambda c: len(self.cell(rows - 1, c).name))
        return [self.cell(row, column).name for row in range(rows)]

    # -- looking around ----------------------------------------------------
    def walk(self, showing=True):
        """This node and all below it, but no cells; of what is on the screen only, unless told."""
        yield self
        if self.role in WIDE:
            return
        for child in self.children():
            try:
                if not showing or child.showing or child.role in ("menu", "menu item", "popup menu"):
                    yield from child.walk(showing)
            except dbus.DBusException:
                continue  # it went while we looked

    def find(self, role=None, name=None, showing=True):
        """The first node of this role whose name is `name` (or for which name(text) holds), or None."""
        for node in self.walk(showing):
            try:
                if (role is None or node.role == role) and (name is None or (name(node.name) if callable(name) else node.name == name)):
                    return node
            except dbus.DBusException:
                continue
        return None

    def wait(self, role=None, name=None, what=""):
        found = soon(lambda: self.find(role, name))
        check(found, "no %s %s is to be seen" % (role or "control", what or name), self.outline())
        return found

    def outline(self):
        lines = []
        for node in self.walk():
            try:
                if node.role not in ("filler", "menu item", "popup menu", "layered pane", "grip", "separator"):
                    lines.append("%s %r" % (node.role, node.name))
            except dbus.DBusException:
                continue
        return "\n".join(lines)[-4000:]

    def __str__(self):
        return "%s %r (%s)" % (self.role, self.name, self.path)


def application(desktop, pid):
    """The root of the program with this pid, once it has told the registry."""
    dbus_daemon = dbus.Interface(desktop.a11y.get_object("org.freedesktop.DBus", "/org/freedesktop/DBus", introspect=False), "org.freedesktop.DBus")

    def look():
        try:
            root = Node(desktop.a11y, "org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
            for child in root.children():
                if int(dbus_daemon.GetConnectionUnixProcessID(child.owner)) == pid:
                    return child
        except dbus.DBusException:
            pass
        return None
    found = soon(look)
    check(found, "the program does not speak to the accessibility bus")
    return found
