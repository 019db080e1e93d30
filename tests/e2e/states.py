"""Points in the life of a session that a test can wait for, seen from /proc."""
import os

import processes


class Parts:
    """The processes of one session, by what they are."""

    def __init__(self, running, context):
        self.keeper = running.pid
        self.session = self.agent_nono = self.command_nono = self.launch = self.claude = self.execd = None
        for p in processes.descendants():
            base = p.program
            if base == "agent-sandbox-session":
                self.session = self.session or p.pid
            elif base == "nono" and "run" in p.argv:
                if "execd" in p.argv:
                    self.command_nono = self.command_nono or p.pid
                elif "launch" in p.argv:
                    self.agent_nono = self.agent_nono or p.pid
            elif p.exe == context.claude and p.argv and "nono" not in p.argv[0]:
                self.claude = self.claude or p.pid
            elif base == "agent-sandbox":
                if len(p.argv) > 1 and p.argv[1] == "launch":
                    self.launch = self.launch or p.pid
                elif len(p.argv) > 1 and p.argv[1] == "execd":
                    # The parent comes before its spawner in this list.
                    self.execd = self.execd or p.pid

    def __str__(self):
        return " ".join("%s=%s" % kv for kv in vars(self).items())


def run_folders():
    """Folders of sessions of this user."""
    found = []
    for name in os.listdir("/var/tmp"):
        path = "/var/tmp/" + name
        try:
            if name.startswith("asb-") and len(name) == 10 and os.lstat(path).st_uid == os.getuid():
                found.append(path)
        except OSError:
            pass
    return found


def wait_for(running, context, *names, seconds=20):
    """Waits until the session has a part of one of these names; its parts, or None when it ended before."""
    def look():
        parts = Parts(running, context)
        return parts if any(getattr(parts, name) for name in names) else running.process.poll() is not None
    found = processes.wait_until(look, seconds, 0)
    return found if isinstance(found, Parts) else None
