"""What a person does from the window beside looking: answers, exports, asks nono, promotes, starts, is notified."""
import csv
import json
import os
import shutil

import access
from framework import check, equal, test
from patience import SECONDS, soon
from processes import descendants, wait_until
from terminal import Terminal
from test_sessions import ALLOW, shows_all, texts, traffic, viewer_of
from viewer import Viewing
from world import REASON, bash

SLOW_GIT = "git -c alias.wait='!sleep 97' wait"


def button(root, name):
    """The button with this name once it can be pressed."""
    found = root.wait("push button", name)
    check(soon(lambda: {"enabled", "sensitive"} <= found.states()), "the button '%s' cannot be pressed" % name)
    return found


def choose(v, control, key):
    """With the keyboard: Tab from place to place and this key, until the button for the chosen row can be pressed."""
    def chosen():
        v.desktop.key("Tab", key)
        return "enabled" in control.states()
    check(soon(chosen), "nothing can be chosen for the button", control)


def holds(root, role, name, words):
    """The text of this control once it holds the words."""
    def look():
        node = root.find(role, name)
        text = node.text() if node else ""
        return text if words in text else None
    found = soon(look)
    check(found, "'%s' does not say '%s'" % (name, words), root.outline())
    return found


def sessions(world):
    status, out, err = world.product("sessions", "--json")
    equal(status, 0, "status of sessions (%s)" % err)
    return [json.loads(line) for line in out.splitlines()]


@test
def the_reload_question(context):
    """It stands in the terminal and in the window; what the window answers counts."""
    with Viewing(context) as v:
        world = v.world
        world.play(["DONE"] * 8)
        terminal = Terminal([context.program, "claude", "--", "--allowedTools", "Bash"], world.environment(), world.proj)
        try:
            check(terminal.wait_for(r"❯|> ", 3 * SECONDS), "the client shows no prompt", terminal.text()[-3000:])
            root = access.application(v.desktop, viewer_of(v))
            world.command_profile["command_policies"]["commands"]["git"]["from"]["session"]["invocation_policy"]["deny"].append(
                {"argv": {"contains": ["fetch"]}, "reason": "no fetching"})
            world.configure()
            terminal.type_line("/exit")
            check(terminal.wait_for(r"changed while this session ran: 1 rule added", 3 * SECONDS), "the terminal does not ask", terminal.text()[-2000:])
            difference = button(root, "Show difference")
            check(any("1 rule added" in text for text in texts(root)), "the window does not say what changed", *texts(root))
            with context.sub("the difference"):
                difference.act()
                root.wait("page tab list", lambda name: name.startswith("Profiles"), what="of the profiles")
                check(soon(lambda: any("no fetching" in n.text() for n in root.walk() if n.role == "text")), "it is not shown", root.outline())
            mark = terminal.mark()
            button(root, "Start again with it").act()
            check(terminal.wait_for(r"❯|> ", 3 * SECONDS, mark), "no second session in the terminal", terminal.text(mark)[-2000:])
            check(soon(lambda: not root.find("push button", "Start again with it")), "the question stays")
            equal(len(sessions(world)), 2, "sessions")
            terminal.type_line("/exit")
            equal(terminal.wait(3 * SECONDS), 0, "status")
        finally:
            terminal.close()


@test
def ended_behind_a_shim(context):
    """What nono started for a declared command is shown below it and ended from the page Running."""
    with Viewing(context) as v:
        v.world.play([[bash(SLOW_GIT)], [bash("echo went on")], "DONE"])
        running = v.world.start(argv=[context.program, "claude", "--", *ALLOW])
        root = access.application(v.desktop, viewer_of(v))
        v.desktop.activate(v.desktop.wait_window())
        v.desktop.key("ctrl+3")
        tree = root.wait("tree", lambda name: name.startswith("Running"), what="of what runs")

        def behind():
            found = [tree.child(i).name for i in range(min(tree.count(), 80))]
            return found if any("sleep 97" in text and "process" in text for text in found) else None
        check(soon(behind), "what runs behind the shim is not shown", root.outline())
        choose(v, root.wait("push button", "End"), "End")
        v.desktop.key("alt+e")
        done = running.finish(3 * SECONDS)
        equal(done.status, 0, "status of the session (%s)" % done)
        equal(done.results[1]["text"], "went on", "the line after it")


@test
def nono_is_asked_why(context):
    """A failure that may be a refusal stands apart, with nono's own answer on demand."""
    with Viewing(context) as v:
        tool = v.world.write("outside/tool", "#!/bin/sh\necho ran\n")
        os.chmod(tool, 0o755)
        done = v.world.claude([[bash("../outside/tool")], [bash("cat /etc/shadow")], "DONE"], ALLOW)
        for number in (0, 1):
            check("Permission denied" in done.text(number), "the command was not refused", done)
        _, window, root = v.open()
        v.desktop.activate(window)
        v.desktop.key("ctrl+2")
        table = root.wait("table", "Possible refusals")
        check(soon(lambda: table.rows() == 2), "rows", table.rows())
        found = [table.cell(row, 0).name for row in (0, 1)]
        check("/etc/shadow" in found[0] and "outside/tool" in found[1], "the rows", *found)
        choose(v, root.wait("push button", "Ask nono why"), "Home")
        button(root, "Ask nono why").act()
        holds(root, "text", "nono's answer", "/etc/shadow")


@test
def a_draft_is_promoted(context):
    with Viewing(context) as v:
        live = v.world.write("config/nono/profiles/shop.json", json.dumps({"meta": {"name": "shop", "version": "1.0.0"}, "network": {"block": True}}))
        v.world.write("config/nono/profile-drafts/shop.json", json.dumps(
            {"meta": {"name": "shop", "version": "1.0.1"}, "network": {"block": True}, "filesystem": {"read": ["/srv/shop"]}}))
        v.demo()
        _, window, root = v.open()
        v.desktop.activate(window)
        v.desktop.key("ctrl+4")
        tab = root.wait("page tab", lambda name: name.startswith("Drafts"))
        tab.act()
        holds(root, "text", "What nono says to the proposed change", "/srv/shop")
        button(root, "Promote…").act()
        check(soon(lambda: len(v.desktop.windows()) == 2), "nothing asks")
        check("/srv/shop" not in v.world.read("config/nono/profiles/shop.json"), "promoted without a yes")
        button(root, "Promote").act()

        def promoted():
            with open(live, encoding="utf-8") as f:
                return "/srv/shop" in f.read()
        check(soon(promoted), "the draft is not in force", root.outline())


FORMATS = {"JSON lines": "jsonl", "CSV": "csv", "Markdown": "md"}


@test
def exported(context):
    """The three formats, to the file that the dialog is told, for its owner only."""
    with Viewing(context) as v:
        v.demo()
        _, window, root = v.open()
        table = root.wait("table", "Commands")
        check(soon(lambda: table.rows() >= 7), "rows of the demo", table.rows())
        found = {}
        for name, ending in FORMATS.items():
            with context.sub(name):
                path = v.world.path("outside/out." + ending)
                v.desktop.activate(window)
                item = root.find("menu item", lambda text, start="As " + name: text.startswith(start), showing=False)
                check(item, "no entry in the menu", root.outline())
                item.act()
                check(soon(lambda: len(v.desktop.windows()) == 2), "no dialog opens")
                v.desktop.wait_active(v.desktop.windows()[-1])
                v.desktop.key("ctrl+a")
                v.desktop.type(path)
                v.desktop.key("Return")
                check(soon(lambda p=path: os.path.exists(p)), "no file was written", root.outline())
                equal(os.stat(path).st_mode & 0o777, 0o600, "mode")
                found[ending] = v.world.read("outside/out." + ending)
                check("git push" in found[ending], "the refused line is not in it", found[ending][:2000])
        with context.sub("the same rows in each"):
            records = [json.loads(line) for line in found["jsonl"].splitlines()]
            rows = list(csv.reader(found["csv"].splitlines()))
            marked = [line for line in found["md"].splitlines() if line.startswith("|")]
            equal((len(rows) - 1, len(marked) - 2), (len(records), len(records)), "rows (CSV, Markdown) against %d records" % len(records))


def opens_xterm(context, **env):
    """The dialog's first choice opens a terminal, in whose window the session runs that shows up in ours."""
    with Viewing(context) as v:
        v.world.write("state/agent-sandbox/viewer.json", json.dumps({"last_agent": "demo", "recent_projects": [v.world.proj]}))
        v.desktop.env.pop("TERMINAL", None)
        v.desktop.env.update(env)
        _, window, root = v.open()
        v.desktop.activate(window)
        root.wait("push button", "Start session…")
        v.desktop.key("ctrl+n")
        check(soon(lambda: len(v.desktop.windows()) == 2), "Ctrl+N opens nothing")
        v.desktop.wait_active(v.desktop.windows()[-1])
        v.desktop.key("Return")
        check(soon(lambda: "xterm" in v.desktop.output("xwininfo", "-root", "-tree").lower()), "no terminal opens", root.outline())
        root.wait("table", "Commands")
        equal([s["agent"] for s in sessions(v.world)], ["demo"], "sessions")
        shows_all(traffic(root), [("git push", ["refused"])])


@test
def started_in_a_terminal(context):
    """In the one that $TERMINAL names."""
    opens_xterm(context, TERMINAL="xterm")


@test
def started_in_the_terminal_of_debian(context):
    """Nobody names one: x-terminal-emulator, a link of Debian's alternatives, before the others that are installed."""
    folder = os.path.join(context.folder, "alternatives")
    os.makedirs(folder, exist_ok=True)
    os.symlink(shutil.which("xterm"), os.path.join(folder, "x-terminal-emulator"))
    opens_xterm(context, PATH=folder + ":" + context.path)


@test
def notifications(context):
    """One for the first refusal of a rule, in plain text; none for the second, and none while they are paused."""
    with Viewing(context, "notifier") as v:
        world = v.world

        def told():
            return [json.loads(line) for line in world.read("home/notified.jsonl").splitlines()] if world.exists("home/notified.jsonl") else []
        v.start("--background")
        v.wait_icon()
        calls = ["git push '<b>x</b>'", "while [ ! -e first ]; do sleep 0.1; done", "git push origin main", "while [ ! -e second ]; do sleep 0.1; done"]
        world.play([[bash(call)] for call in calls] + ["DONE"])
        running = world.start(argv=[context.program, "claude", "--", *ALLOW])
        check(soon(told), "no notification comes")
        with context.sub("in plain text"):
            check("&lt;b&gt;x&lt;/b&gt;" in told()[0]["body"] and REASON in told()[0]["body"], "the body", told()[0])
            check("proj" in told()[0]["summary"], "the title", told()[0])
        world.write("proj/first", "")
        check(soon(lambda: len([s for s in sessions(world) if s["refused"] == 2]) == 1), "the second refusal is not counted", *sessions(world))
        with context.sub("once for a rule"):
            check(not wait_until(lambda: len(told()) > 1, 1.5, 0.1), "a second one", *told())
        world.write("proj/second", "")
        equal(running.finish(3 * SECONDS).status, 0, "status of the session")
        with context.sub("paused"):
            v.icon().choose("Pause notifications")
            done = world.claude([[bash("git push origin main")], "DONE"], ALLOW)
            check(REASON in done.text(0), "the push was not refused", done)
            check(not wait_until(lambda: len(told()) > 1, 1.5, 0.1), "one came", *told())


@test
def a_real_daemon_is_told(context):
    """dunst, which renders markup, shows one notification, with its text as the agent wrote it."""
    with Viewing(context, "notifier --tray-only") as v:
        v.desktop.start_dunst()
        v.start("--background")
        v.wait_icon()
        done = v.world.claude([[bash("git push '<b>x</b>'")], "DONE"], ALLOW)
        check(REASON in done.text(0), "the push was not refused", done)
        check(soon(lambda: v.desktop.dunst_shown() == 1), "it shows nothing", v.desktop.dunst_shown())
        [(title, body)] = v.desktop.dunst_history()
        check("proj" in title, "the title", title)
        check("&lt;b&gt;x&lt;/b&gt;" in body and REASON in body, "the body", body)


def asks_for_one_prompt(v, prompt):
    """The dialog of Ctrl+N, which remembers the way that was chosen last, with this prompt and Start pressed."""
    v.desktop.env.update({k: value for k, value in v.world.environment().items() if k not in v.desktop.env})
    v.world.write("state/agent-sandbox/viewer.json", json.dumps(
        {"last_agent": "claude", "last_arguments": "--allowedTools Bash", "recent_projects": [v.world.proj], "start_in": "prompt"}))
    viewer, window, root = v.open()
    v.desktop.activate(window)
    root.wait("push button", "Start session…")
    v.desktop.key("ctrl+n")
    check(soon(lambda: len(v.desktop.windows()) == 2), "Ctrl+N opens nothing")
    v.desktop.wait_active(v.desktop.windows()[-1])
    field = root.wait("text", lambda name: name.startswith("Prompt"), what="for the prompt")
    field.focus()
    check(soon(lambda: "focused" in field.states()), "the field does not take the focus")
    v.desktop.type(prompt)
    button(root, "Start").act()
    return viewer, root


@test
def one_prompt_is_answered_in_the_window(context):
    """Its steps and its answer stand in the window; the button there stops it."""
    with Viewing(context) as v:
        v.world.play([[bash("while [ ! -e looked ]; do sleep 0.1; done; echo end")], "the pears are ripe"])
        _, root = asks_for_one_prompt(v, "are they ripe?")
        steps = root.wait("tree", "Steps of the launch")
        button(root, "Show the session")
        check(soon(lambda: steps.count() >= 6), "the steps are not shown", root.outline())
        v.world.write("proj/looked", "")
        holds(root, "text", "Answer of the agent", "the pears are ripe")
        # The answer is there a little before the session has ended.
        check(soon(lambda: [(s["state"], s.get("status")) for s in sessions(v.world)] == [("ended", 0)]), "the session does not end", *sessions(v.world))


@test
def what_the_window_started_outlives_it(context):
    with Viewing(context) as v:
        v.world.play([[bash("while [ ! -e killed ]; do sleep 0.1; done; echo went on")], "DONE"])
        viewer, root = asks_for_one_prompt(v, "go")
        button(root, "Stop")
        shows_all(traffic(root), [("while", ["running"])])
        v.kill(viewer)
        v.world.write("proj/killed", "")
        check(soon(lambda: [s["state"] for s in sessions(v.world)] == ["ended"]), "the session does not end", *sessions(v.world))
        equal([s["status"] for s in sessions(v.world)], [0], "its status")
        check(any("went on" in r.get("line", "") and r.get("status") == 0 for r in v.world.log()), "the line did not end", *v.world.log())


@test
def the_launch_is_stopped_where_it_is_shown(context):
    with Viewing(context) as v:
        v.world.play([[bash("while true; do sleep 0.1; done")], "DONE"])
        _, root = asks_for_one_prompt(v, "go")
        button(root, "Stop").act()
        check(soon(lambda: len(v.desktop.windows()) == 3), "nothing asks", root.outline())
        v.desktop.key("Return")
        check(soon(lambda: [s["state"] for s in sessions(v.world)] == ["ended"]), "the session goes on", *sessions(v.world))


@test
def quit_ends_what_runs_when_it_is_told_to(context):
    with Viewing(context) as v:
        v.world.play([[bash("while true; do sleep 0.1; done")], "DONE"])
        running = v.world.start(argv=[context.program, "claude", "--", *ALLOW])
        pid = viewer_of(v)
        root = access.application(v.desktop, pid)
        shows_all(traffic(root), [("while true", ["running"])])
        v.desktop.activate(v.desktop.wait_window())
        v.desktop.key("ctrl+q")
        check(soon(lambda: len(v.desktop.windows()) == 2), "nothing asks")
        check(running.process.poll() is None, "the session ended without a yes")
        button(root, "Stop them").act()
        check(running.ended(SECONDS) is not None, "the session goes on")
        check(soon(lambda: not [p for p in descendants() if p.pid == pid]), "the viewer goes on")


@test
def a_session_is_deleted_from_the_history(context):
    """With the keyboard, after a question; nothing of its record is left."""
    with Viewing(context) as v:
        v.demo()
        [session] = sessions(v.world)
        folder = "state/agent-sandbox/sessions/" + session["id"]
        check(v.world.exists(folder), "the record is not where it is looked for")
        _, window, root = v.open()
        v.desktop.activate(window)
        root.wait("table", "Commands")
        v.desktop.key("ctrl+0", "Delete")
        check(soon(lambda: len(v.desktop.windows()) == 2), "nothing asks")
        check(v.world.exists(folder), "deleted without a yes")
        button(root, "Delete").act()
        check(soon(lambda: not v.world.exists(folder)), "the record is still there")
        root.wait("push button", lambda name: name.startswith("Start session"))
        equal(sessions(v.world), [], "sessions")


@test
def nonos_own_record_stands_in_the_detail(context):
    with Viewing(context) as v:
        done = v.world.claude([[bash("git push origin main")], "DONE"], ALLOW)
        check(REASON in done.text(0), "the push was not refused", done)
        _, window, root = v.open()
        v.desktop.activate(window)
        table = root.wait("table", "Commands")
        v.desktop.key("ctrl+f")
        v.desktop.type("denied type:command")
        check(soon(lambda: any("git push" in row for row in table.sentences())), "the refused command is not found", *table.sentences())
        v.desktop.key("Tab", "Home", "Down", "Return")
        shown = holds(root, "text", "Full text", "nono's record:")
        check("git" in shown and REASON in shown.split("nono's record:")[1], "what nono wrote", shown)
