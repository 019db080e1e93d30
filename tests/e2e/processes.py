"""Which processes are below us: complete, since this process is a child subreaper."""
import ctypes
import os
import signal
import time

PR_SET_CHILD_SUBREAPER = 36


class Proc:
    """One row of /proc as it was when it was read."""

    def __init__(self, pid, ppid, state, start):
        self.pid, self.ppid, self.state, self.start = pid, ppid, state, start
        self.argv = _read("/proc/%d/cmdline" % pid).split(b"\0")[:-1]
        self.argv = [a.decode("utf-8", "backslashreplace") for a in self.argv]

    @property
    def exe(self):
        try:
            return os.readlink("/proc/%d/exe" % self.pid)
        except OSError:
            return ""

    @property
    def program(self):
        """Base name; from argv for those that hide themselves (nono, execd)."""
        return os.path.basename(self.exe or (self.argv[0] if self.argv else ""))

    def __str__(self):
        return "%d (parent %d, %s) %s" % (self.pid, self.ppid, self.state, " ".join(self.argv)[:120])


def _read(path):
    try:
        with open(path, "rb") as f:
            return f.read()
    except OSError:
        return b""


def become_subreaper():
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_CHILD_SUBREAPER)")


def _stat_rows():
    for name in os.listdir("/proc"):
        if name.isdigit():
            text = _read("/proc/%s/stat" % name)
            if text:
                fields = text[text.rindex(b")") + 2:].split()
                yield int(name), int(fields[1]), fields[0].decode(), int(fields[19])


def descendants(root=None, zombies=False):
    """All processes below `root` (default: this one), parents before children."""
    root = os.getpid() if root is None else root
    rows = list(_stat_rows())
    children = {}
    for row in rows:
        children.setdefault(row[1], []).append(row)
    found, queue = [], [root]
    while queue:
        for row in children.get(queue.pop(), []):
            queue.append(row[0])
            if zombies or row[2] not in "ZX":
                found.append(Proc(*row))
    return found


def reap_strangers(own=()):
    """Takes the zombies that came to us; `own` are pids that somebody else waits for."""
    me = os.getpid()
    for pid, ppid, state, _ in list(_stat_rows()):
        if ppid == me and state == "Z" and pid not in own:
            try:
                os.waitpid(pid, os.WNOHANG)
            except ChildProcessError:
                pass


def share():
    """What part of its time this machine has for each process that wants to run: 1 at rest, never below a fifth."""
    try:
        running = int(_read("/proc/loadavg").split()[3].split(b"/")[0]) - 1  # without this one
    except (IndexError, ValueError):
        return 1
    return min(1, max(0.2, (os.cpu_count() or 1) / max(running, 1)))


def wait_until(condition, seconds, step=0.02):
    """The condition's first true value, or its last false one after `seconds` of a machine at rest: under load time counts less."""
    left, last = seconds, time.monotonic()
    while True:
        value = condition()
        if value or left <= 0:
            return value
        time.sleep(step)
        now = time.monotonic()
        left, last = left - (now - last) * share(), now


def none_left(seconds, own=()):
    """The processes that are still below us after at most `seconds`."""
    def quiet():
        reap_strangers(own)
        return not [p for p in descendants() if p.pid not in own]
    wait_until(quiet, seconds)
    return [p for p in descendants() if p.pid not in own]


def end_all(own=()):
    """Ends everything below us, for a clean start of the next test."""
    for _ in range(100):
        left = [p for p in descendants() if p.pid not in own]
        if not left:
            break
        for p in left:
            try:
                os.kill(p.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        reap_strangers(own)
        time.sleep(0.02)
    reap_strangers(own)
