"""Sessions seen from the window: live, after a restart of the viewer, and with a viewer that dies."""
import os
import re
import signal

import access
from framework import check, equal, test
from patience import SECONDS, soon
from processes import descendants, wait_until
from viewer import Viewing
from world import REASON, bash

ALLOW = ("-p", "do the scripted thing", "--allowedTools", "Bash")
# What the agent runs, and the words with which the window has to speak of it.
CALLS = [
    ("echo hello > made.txt", ["allowed"]),
    ("git log --oneline", ["allowed", "git"]),
    ("git push origin main", ["refused"]),
    ("cat no-such-file", ["failed"]),
]


def traffic(root):
    return root.wait("table", "Commands")


def shows_all(table, calls):
    """A row for each call, with its verdict."""
    def missing():
        rows = table.sentences()
        return [call for call, words in calls if not any(call in row and all(w in row.lower() for w in words) for row in rows)]
    soon(lambda: not missing())
    check(not missing(), "not in the window as they should be", *missing(), "it says:", *table.sentences())


def shows_reason(v, root):
    """The refusal stands on its page with the profile's own words."""
    v.desktop.key("ctrl+2")
    check(soon(lambda: any(REASON in text for text in texts(root))), "the profile's reason is not shown", *texts(root))


def texts(root):
    found = []
    for node in root.walk():
        found.append(node.name)
        if node.role in ("table", "tree", "tree table", "list", "list box"):
            try:
                found += [node.child(i).name for i in range(min(node.count(), 60))]
            except Exception:  # it went while we looked
                continue
    return [text for text in found if text]


def viewer_of(v):
    """Pid of the viewer that the keeper started."""
    def look():
        return next((p.pid for p in descendants() if p.program == "agent-sandbox-gui"), None)
    found = soon(look)
    check(found, "no viewer was started")
    return found


def start_session(v, extra=()):
    """The scripted session as a user types it: with a display and without --no-gui."""
    v.world.play([[bash(call)] for call, _ in CALLS] + [[bash(call)] for call in extra] + ["DONE"])
    return v.world.start(argv=[v.context.program, "claude", "--", *ALLOW])


@test
def a_claude_session(context):
    with Viewing(context) as v:
        # The last line waits until the window has been looked at.
        running = start_session(v, ["while [ ! -e looked ]; do sleep 0.1; done; echo end"])
        pid = viewer_of(v)
        root = access.application(v.desktop, pid)
        window = v.desktop.wait_window()
        with context.sub("live"):
            shows_all(traffic(root), CALLS)
            shows_all(traffic(root), [("while", ["running"])])
        with context.sub("live: the reason"):
            v.desktop.activate(window)
            shows_reason(v, root)
        v.world.write("proj/looked", "")
        done = running.finish(3 * SECONDS)
        equal(done.status, 0, "status of the session (%s)" % done)
        with context.sub("after its end"):
            v.desktop.key("ctrl+1")
            shows_all(traffic(root), [*CALLS, ("while", ["allowed"])])
        v.desktop.close_window(window)
        check(soon(lambda: not [p for p in descendants() if p.pid == pid]), "closing without a tray does not end the viewer")
        with context.sub("after a restart of the viewer"):
            _, window, root = v.open()
            shows_all(traffic(root), [*CALLS, ("while", ["allowed"])])
            v.desktop.activate(window)
            shows_reason(v, root)


@test
def the_demo(context):
    with Viewing(context) as v:
        _, window, root = v.open()
        status, out, err = v.world.product("demo", "--json", seconds=300, env=dict(v.desktop.env))
        equal(status, 0, "status of the demo (%s %s)" % (out[-1000:], err[-1000:]))
        equal(len([p for p in descendants() if p.program == "agent-sandbox-gui"]), 1, "viewers")
        records = [r for r in v.world.log() if r.get("type") == "request_start" or r.get("kind") == "request"]
        table = traffic(root)
        calls = [("git push", ["refused"])]
        with context.sub("live"):
            shows_all(table, calls)
            check(soon(lambda: len(table.sentences()) >= max(7, len(records))), "rows", *table.sentences())
        before = settled(table)
        v.desktop.close_window(window)
        v.wait_end(v.viewers[-1])
        with context.sub("after a restart"):
            _, _, root = v.open()
            table = traffic(root)
            soon(lambda: without_times(table.sentences()) == without_times(before))
            equal(without_times(table.sentences()), without_times(before), "what the rows say")


def settled(table):
    """What the rows say when all of it has come: nothing runs, and half a second brings nothing new."""
    rows = []

    def look():
        before, rows[:] = list(rows), table.sentences()
        return rows == before and not any("running" in row for row in rows)
    wait_until(look, SECONDS, 0.5)
    return rows


def without_times(rows):
    return [re.sub(r"\d+(\.\d+)? ?(ms|s|min)\b", "TIME", row) for row in rows]


@test
def killed_in_mid_session(context):
    """kill -9 of the viewer changes nothing for the session; the next one shows what happened meanwhile."""
    with Viewing(context) as v:
        calls = ["echo before", "while [ ! -e killed ]; do sleep 0.1; done; echo waited", "git push origin main", "echo after"]
        v.world.play([[bash(call)] for call in calls] + ["DONE"])
        running = v.world.start(argv=[context.program, "claude", "--", *ALLOW])
        pid = viewer_of(v)
        root = access.application(v.desktop, pid)
        shows_all(traffic(root), [("echo before", ["allowed"]), ("while", ["running"])])
        os.kill(pid, signal.SIGKILL)
        v.world.write("proj/killed", "")
        done = running.finish(3 * SECONDS)
        equal(done.status, 0, "status of the session (%s)" % done)
        equal([r["text"] for r in done.results], ["before", "waited", "Exit code 126\nnono: command policy denied git: Command 'git' is blocked: " + REASON, "after"],
              "what the agent got")
        _, _, root = v.open()
        shows_all(traffic(root), [("echo before", ["allowed"]), ("while", ["allowed"]), ("git push origin main", ["refused"]), ("echo after", ["allowed"])])


@test
def closing_without_a_tray_says_that_sessions_go_on(context):
    with Viewing(context) as v:
        running = start_session(v, ["while [ ! -e looked ]; do sleep 0.1; done; echo end"])
        pid = viewer_of(v)
        root = access.application(v.desktop, pid)
        window = v.desktop.wait_window()
        shows_all(traffic(root), CALLS)
        v.desktop.close_window(window)
        check(soon(lambda: len(v.desktop.windows()) == 2), "nothing is said")
        check(soon(lambda: any("go on" in text for text in texts(root))), "it is not said that sessions go on", *texts(root))
        v.desktop.key("Return")
        check(soon(lambda: not [p for p in descendants() if p.pid == pid]), "the viewer is still there")
        check(running.process.poll() is None, "the session has ended")
        with context.sub("once only"):
            second, window, _ = v.open()
            v.desktop.close_window(window)
            equal(v.wait_end(second), 0, "status of the viewer")
        v.world.write("proj/looked", "")
        equal(running.finish(3 * SECONDS).status, 0, "status of the session")


@test
def told_to_end_in_mid_session(context):
    """TERM, as at the end of the desktop's own session, ends the viewer without a question; the session goes on."""
    with Viewing(context) as v:
        running = start_session(v, ["while [ ! -e looked ]; do sleep 0.1; done; echo end"])
        pid = viewer_of(v)
        shows_all(traffic(access.application(v.desktop, pid)), CALLS)
        os.kill(pid, signal.SIGTERM)
        check(soon(lambda: not [p for p in descendants() if p.pid == pid]), "the viewer goes on")
        check(running.process.poll() is None, "the session has ended")
        v.world.write("proj/looked", "")
        equal(running.finish(3 * SECONDS).status, 0, "status of the session")


@test
def a_profile_that_changes(context):
    """Nothing is said of profiles that nobody touched; one that changes is marked while the session runs."""
    with Viewing(context) as v:
        running = start_session(v, ["while [ ! -e looked ]; do sleep 0.1; done; echo end"])
        root = access.application(v.desktop, viewer_of(v))
        shows_all(traffic(root), CALLS)
        window = v.desktop.wait_window()
        v.desktop.activate(window)
        v.desktop.key("ctrl+4")
        root.wait("label", lambda name: name.startswith("Valid"), what="nono's word about the profile")
        tabs = [node.name for node in root.walk() if node.role == "page tab"]
        with context.sub("untouched"):
            check("Profiles" in tabs and not [t for t in tabs if "changed" in t or "•" in t], "something is said to have changed", *tabs)
        text = v.world.read("config/command.json")
        v.world.write("config/command.json", text.replace(REASON, "ask before you push"))
        with context.sub("changed"):
            check(soon(lambda: root.find("page tab", "Profiles •")), "the change is not marked", root.outline())
        v.world.write("proj/looked", "")
        done = running.finish(3 * SECONDS)
        equal(done.status, 0, "status of the session (%s)" % done)


@test
def stopped_from_the_window(context):
    with Viewing(context) as v:
        running = start_session(v, ["while true; do sleep 0.1; done"])
        root = access.application(v.desktop, viewer_of(v))
        shows_all(traffic(root), [*CALLS, ("while true", ["running"])])
        window = v.desktop.wait_window()
        v.desktop.activate(window)
        v.desktop.key("ctrl+shift+s")
        check(soon(lambda: len(v.desktop.windows()) == 2), "nothing asks")
        v.desktop.key("Escape")
        check(soon(lambda: len(v.desktop.windows()) == 1), "Escape does not close the question")
        check(running.process.poll() is None, "the session ended without a yes")
        v.desktop.key("ctrl+shift+s")
        check(soon(lambda: len(v.desktop.windows()) == 2), "nothing asks")
        v.desktop.key("Return")
        check(running.ended(SECONDS) is not None, "the session goes on")
        running.finish(SECONDS)
        shows_all(traffic(root), [("while true", ["cancelled"])])


@test
def ended_from_the_window(context):
    """A line that runs is ended on the page Running, with the keyboard; the session goes on."""
    with Viewing(context) as v:
        v.world.play([[bash("while true; do sleep 0.1; done")], [bash("echo went on")], "DONE"])
        running = v.world.start(argv=[context.program, "claude", "--", *ALLOW])
        root = access.application(v.desktop, viewer_of(v))
        shows_all(traffic(root), [("while true", ["running"])])
        v.desktop.activate(v.desktop.wait_window())
        v.desktop.key("ctrl+3")
        root.wait("tree", lambda name: name.startswith("Running"), what="of what runs")
        button = root.wait("push button", "End")

        def chosen():
            v.desktop.key("Tab", "Home")
            return "enabled" in button.states()
        check("enabled" in button.states() or soon(chosen), "the line cannot be chosen and ended", root.outline())
        v.desktop.key("alt+e")
        done = running.finish(3 * SECONDS)
        equal(done.status, 0, "status of the session (%s)" % done)
        equal(done.results[1]["text"], "went on", "the line after it")
